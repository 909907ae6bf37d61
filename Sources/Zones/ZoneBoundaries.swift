// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

public import Workouts

/// Where zones meet: `n` ascending boundaries make `n + 1` zones.
///
/// Zones are half-open. A value on a boundary belongs to the zone above it, the lowest zone reaches down without limit
/// and the highest up, so that every number lies in exactly one zone.
public struct ZoneBoundaries: Hashable, Sendable {
  /// The boundaries, strictly ascending, in the unit of the quantity.
  public let values: [Double]

  /// How many zones a set may have. HealthKit takes no other number.
  public static let allowedZoneCount = 3...9

  /// Takes boundaries in ascending order.
  ///
  /// - Throws: `ZoneError.tooFew`, `.tooMany` for other than 2 to 8 boundaries, `.notAscending`, `.notPositive`.
  public init(_ values: [Double]) throws(ZoneError) {
    guard values.count + 1 >= Self.allowedZoneCount.lowerBound else { throw .tooFew(values.count) }
    guard values.count + 1 <= Self.allowedZoneCount.upperBound else { throw .tooMany(values.count) }
    var last = 0.0
    for (place, value) in values.enumerated() {
      guard value.isFinite, value > 0 else { throw .notPositive(value) }
      guard place == 0 || value > last else { throw .notAscending(last, value) }
      last = value
    }
    self.values = values
  }

  /// How many zones there are.
  @inlinable public var zoneCount: Int { values.count + 1 }

  /// The index, from 0, of the zone that holds `value`.
  @inlinable public func index(of value: Double) -> Int {
    var index = 0
    while index < values.count && value >= values[index] { index += 1 }
    return index
  }

  /// The lower limit of a zone, which belongs to it, or `nil` for the lowest.
  @inlinable public func lowerBound(of index: Int) -> Double? { index == 0 ? nil : values[index - 1] }

  /// The upper limit of a zone, which belongs to the next, or `nil` for the highest.
  @inlinable public func upperBound(of index: Int) -> Double? { index < values.count ? values[index] : nil }
}

/// Why numbers can't be the boundaries of zones.
public enum ZoneError: Error, Equatable, Sendable, CustomStringConvertible {
  /// Two boundaries, which make three zones, are the fewest.
  case tooFew(Int)
  /// Eight boundaries, which make nine zones, are the most.
  case tooMany(Int)
  /// Each boundary must lie above the one before it.
  case notAscending(Double, Double)
  /// A boundary is a number above zero.
  case notPositive(Double)
  /// The numbers look like percent, or mix units.
  case implausible(Quantity, [Double])
  /// The scheme needs an anchor that was not given.
  case missingAnchor(String)
  /// The anchor's value can't be right.
  case implausibleAnchor(String, Double)
  /// There is no scheme of this name.
  case unknownScheme(String)

  /// What is wrong and what to do about it.
  public var description: String {
    switch self {
    case .tooFew(let n): "\(n) boundaries make \(n + 1) zones; give 2 to 8 boundaries for 3 to 9 zones"
    case .tooMany(let n): "\(n) boundaries make \(n + 1) zones; give 2 to 8 boundaries for 3 to 9 zones"
    case .notAscending(let a, let b): "boundaries must ascend, but \(shortest(b)) follows \(shortest(a))"
    case .notPositive(let v): "a boundary must be a number above 0, not \(shortest(v))"
    case .implausible(.heartRate, let v):
      "boundaries \(v.map(shortest).joined(separator: ", ")) can't all be beats per minute (40 to 250); "
        + "for percent, name a scheme and its anchor instead"
    case .implausible(let quantity, let v):
      "boundaries \(v.map(shortest).joined(separator: ", ")) can't all be \(quantity.unit) of \(quantity.rawValue)"
    case .missingAnchor(let text): text
    case .implausibleAnchor(let name, let value): "\(name) of \(shortest(value)) can't be right"
    case .unknownScheme(let name): "there is no zone scheme “\(name)”; `zonecoach zones schemes` lists them"
    }
  }
}

/// A number without a needless ".0".
func shortest(_ value: Double) -> String {
  value == value.rounded() && abs(value) < 1e15 ? String(Int64(value)) : String(value)
}
