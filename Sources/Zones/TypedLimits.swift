// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

public import Workouts

/// Limits as a person types them: `120,140,160,180`, `60%,70%,80%,90%`, `150W,200W,240W`, or paces per kilometre such as
/// `6:00,5:20,4:45`.
public struct TypedLimits: Hashable, Sendable {
  /// The numbers in the order in which they were typed; paces as metres per second.
  public let values: [Double]
  /// The unit that stands after every number, if one does.
  public let unit: Unit?

  /// Units that can be typed.
  public enum Unit: String, Hashable, Sendable {
    /// Percent of a basis.
    case percent = "%"
    /// Beats per minute.
    case beats = "bpm"
    /// Watts.
    case watts = "W"
    /// Metres per second; a pace was turned into it.
    case metresPerSecond = "m/s"

    /// What is measured in it; `nil` for percent.
    public var quantity: Quantity? {
      switch self {
      case .percent: nil
      case .beats: .heartRate
      case .watts: .power
      case .metresPerSecond: .speed
      }
    }
  }

  /// Takes a text apart.
  ///
  /// - Throws: `ZoneError.notANumber`, or `.mixedUnits` where the numbers do not all carry the same unit.
  public init(_ text: String) throws(ZoneError) {
    var values: [Double] = []
    var units = Set<Unit?>()
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let word = String(part.filter { !$0.isWhitespace })
      let (value, unit) = try Self.limit(word)
      values.append(value)
      units.insert(unit)
    }
    guard units.count == 1, let only = units.first else {
      throw .mixedUnits(units.compactMap { $0?.quantity }.first ?? .heartRate, values)
    }
    self.values = values
    unit = only
  }

  private static func limit(_ word: String) throws(ZoneError) -> (Double, Unit?) {
    let lower = word.lowercased()
    let pace = lower.hasSuffix("/km") ? lower.dropLast(3) : Substring(lower)
    let clock = pace.split(separator: ":", omittingEmptySubsequences: false)
    if clock.count == 2 {
      guard let minutes = Int(clock[0]), let seconds = Int(clock[1]), (0...59).contains(seconds), minutes >= 0,
        minutes * 60 + seconds > 0
      else { throw .notANumber(word) }
      return (1000 / Double(minutes * 60 + seconds), .metresPerSecond)
    }
    for unit in [Unit.percent, .beats, .watts, .metresPerSecond] where lower.hasSuffix(unit.rawValue.lowercased()) {
      guard let value = Double(lower.dropLast(unit.rawValue.count)), value.isFinite else { throw .notANumber(word) }
      return (value, unit)
    }
    guard let value = Double(lower), value.isFinite else { throw .notANumber(word) }
    return (value, nil)
  }

  /// The model that the limits make.
  ///
  /// - Parameters:
  ///   - quantity: what they sort, where the unit does not say.
  ///   - basis: of what percentages are.
  /// - Throws: `ZoneError` that says what to type instead.
  public func model(
    quantity: Quantity?, of basis: ZoneScheme.Basis?, names: [String] = []
  ) throws(ZoneError) -> ZoneModel {
    if unit == .percent || (unit == nil && basis != nil) {
      guard let basis else { throw .percentOfWhat }
      if let quantity, quantity != basis.quantity { throw .otherQuantity(basis.word, basis.quantity, quantity) }
      return try ZoneModel(quantity: basis.quantity, limits: .percentages(values, of: basis), names: names)
    }
    let measured = unit?.quantity ?? quantity ?? .heartRate
    if let quantity, quantity != measured { throw .otherQuantity("\(unit?.rawValue ?? "")", measured, quantity) }
    return try ZoneModel(quantity: measured, limits: .absolute(values), names: names, unitIsStated: unit != nil)
  }
}
