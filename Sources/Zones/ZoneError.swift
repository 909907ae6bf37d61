// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

public import Workouts

/// Why numbers can't make zones.
public enum ZoneError: Error, Equatable, Sendable, CustomStringConvertible {
  /// Two boundaries, which make three zones, are the fewest.
  case tooFew(Int)
  /// Eight boundaries, which make nine zones, are the most.
  case tooMany(Int)
  /// Each boundary must lie above the one before it; the whole list is the third value.
  case notAscending(Double, Double, of: [Double])
  /// A boundary is a number above zero.
  case notPositive(Double)
  /// A text that should be a boundary and is no number.
  case notANumber(String)
  /// The numbers look like percent where a measured unit is meant.
  case looksLikePercent(Quantity, [Double])
  /// Some of the numbers look like percent and some do not, or they are written in several units.
  case mixedUnits(Quantity, [Double])
  /// The numbers can't be values of the quantity.
  case implausible(Quantity, [Double])
  /// The numbers can't be percentages.
  case notPercent([Double])
  /// A scheme or basis, what it sorts, and what was asked for.
  case otherQuantity(String, Quantity, Quantity)
  /// Percentages need to say of what.
  case percentOfWhat
  /// How many names there are, and how many zones.
  case wrongNameCount(Int, Int)
  /// A name is empty or too long.
  case badName
  /// The scheme needs an anchor that was not given.
  case missingAnchor(String)
  /// The anchor's value can't be right.
  case implausibleAnchor(String, Double)
  /// There is no scheme of this name.
  case unknownScheme(String)

  /// What is wrong and what to type instead.
  public var description: String {
    switch self {
    case .tooFew(let n), .tooMany(let n):
      return "\(n) \(n == 1 ? "boundary makes" : "boundaries make") \(n + 1) zones; give 2 to 8 boundaries for 3 to 9 "
        + "zones, for example 120,140,160,180 for five"
    case .notAscending(let a, let b, let all):
      let found = a == b ? "\(shortest(a)) stands twice" : "\(shortest(b)) follows \(shortest(a))"
      let sorted = Set(all).sorted()
      return "boundaries must ascend, but \(found)"
        + (sorted.count >= 2
          ? "; give \(list(sorted)), if that is what you mean" : "; each must lie above the one before")
    case .notPositive(let v): return "a boundary must be a number above 0, not \(shortest(v)); leave it out"
    case .notANumber(let text):
      return "“\(text)” is no number; give boundaries with commas between, for example 120,140,160,180"
    case .looksLikePercent(.heartRate, let v):
      return
        "\(list(v)) look like percent, not beats per minute; give \(v.map { shortest($0) + "%" }.joined(separator: ","))"
        + " with --of max-hr, hr-reserve or lthr, or limits in beats such as 120,140,160,180"
    case .looksLikePercent(let quantity, let v):
      return "\(list(v)) look like percent; give \(v.map { shortest($0) + "%" }.joined(separator: ","))"
        + " with --of \(quantity == .power ? "ftp or cp" : "cs"), or write the unit, as in "
        + "\(v.map { shortest($0) + quantity.typedUnit }.joined(separator: ","))"
    case .mixedUnits(let quantity, let v):
      return "\(list(v)) mix percent and \(quantity.typedUnitName); give all of them in "
        + "\(quantity.typedUnitName), or all in percent with a % after each"
    case .implausible(.heartRate, let v):
      return "\(list(v)) can't all be limits in beats per minute, which lie between 40 and 250; "
        + "give limits such as 120,140,160,180, or a scheme such as --scheme hrmax5 --max-hr 190"
    case .implausible(let quantity, let v):
      return "\(list(v)) can't all be \(quantity.typedUnitName); give limits such as "
        + (quantity == .speed ? "2.5,3,3.5" : "140,190,225,265")
    case .notPercent(let v):
      return "\(list(v)) can't be percentages of one basis; give 2 to 8 ascending ones between 10 and 300, for example "
        + "60%,70%,80%,90% --of max-hr"
    case .otherQuantity(let name, let its, let wanted):
      return "\(name) sorts \(its.typedName), but \(wanted.typedName) is asked for; "
        + "`zonecoach zones schemes` lists what sorts what"
    case .percentOfWhat:
      return "say of what the percentages are: --of max-hr, hr-reserve, lthr, ftp, cp or cs"
    case .wrongNameCount(let names, let zones):
      return "\(names) names for \(zones) zones; give \(zones), the lowest zone first, or none"
    case .badName: return "a zone's name has 1 to 40 characters"
    case .missingAnchor(let text): return text
    case .implausibleAnchor(let name, let value): return "\(name) of \(shortest(value)) can't be right"
    case .unknownScheme(let name):
      return "there is no zone scheme “\(name)”; `zonecoach zones schemes` lists them"
    }
  }
}

extension Quantity {
  /// What follows a number of this quantity that a person types.
  var typedUnit: String {
    switch self {
    case .heartRate: "bpm"
    case .power: "W"
    default: "m/s"
    }
  }

  var typedUnitName: String {
    switch self {
    case .heartRate: "beats per minute"
    case .power: "watts"
    default: "metres per second"
    }
  }

  var typedName: String {
    switch self {
    case .heartRate: "heart rate"
    case .power: "power"
    default: "speed"
    }
  }
}

private func list(_ values: [Double]) -> String { values.map(shortest).joined(separator: ",") }

/// A number without a needless ".0".
func shortest(_ value: Double) -> String {
  value == value.rounded() && abs(value) < 1e15 ? String(Int64(value)) : String(value)
}
