// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

public import Workouts

/// A way to make zones that is not yet bound to numbers of an athlete: a published scheme, percentages of one's own, or
/// limits set one by one.
public struct ZoneModel: Hashable, Sendable {
  /// What is sorted into the zones.
  public let quantity: Quantity
  /// How the limits are found.
  public let limits: Limits
  /// Names of one's own, the lowest zone first; empty for those of the scheme, or "Zone 1", "Zone 2" ….
  public let names: [String]

  /// How limits are found.
  public enum Limits: Hashable, Sendable {
    /// As the scheme of this name has them.
    case scheme(String)
    /// At these percentages, ascending, of a basis: where zones meet, so `n` make `n + 1` zones.
    case percentages([Double], of: ZoneScheme.Basis)
    /// At these values, ascending, in the unit of the quantity.
    case absolute([Double])
  }

  /// A model, checked as far as it can be without an athlete's numbers.
  ///
  /// - Parameter unitIsStated: whether absolute limits were given with their unit, so that small numbers are believed.
  /// - Throws: `ZoneError` that says what to give instead.
  public init(
    quantity: Quantity, limits: Limits, names: [String] = [], unitIsStated: Bool = false
  ) throws(ZoneError) {
    let zoneCount: Int
    switch limits {
    case .scheme(let id):
      let scheme = try ZoneScheme.named(id)
      guard scheme.quantity == quantity else { throw .otherQuantity(id, scheme.quantity, quantity) }
      let roomBelow = (scheme.percentages.first ?? 0) > 0
      zoneCount = scheme.names.count + (roomBelow ? 1 : 0)
    case .percentages(let values, let basis):
      guard basis.quantity == quantity else { throw .otherQuantity(basis.rawValue, basis.quantity, quantity) }
      guard basis.takesPercentages else { throw .notPercent(values) }
      zoneCount = try ZoneBoundaries(values).zoneCount
      guard let low = values.first, let high = values.last, low >= 10, high <= 300 else { throw .notPercent(values) }
    case .absolute(let values):
      zoneCount = try ZoneSet(typed: values, quantity: quantity, unitIsStated: unitIsStated).boundaries.zoneCount
    }
    guard names.isEmpty || names.count == zoneCount else { throw .wrongNameCount(names.count, zoneCount) }
    guard names.allSatisfy({ !$0.isEmpty && $0.count <= 40 }) else { throw .badName }
    self.quantity = quantity
    self.limits = limits
    self.names = names
  }

  /// The published scheme of a name.
  ///
  /// - Throws: `ZoneError.unknownScheme`.
  public init(scheme id: String) throws(ZoneError) {
    let scheme = try ZoneScheme.named(id)
    try self.init(quantity: scheme.quantity, limits: .scheme(id))
  }

  /// Whether the limits follow the athlete's numbers, and so change with them.
  public var followsAnchors: Bool {
    if case .absolute = limits { false } else { true }
  }

  /// The zones for an athlete.
  ///
  /// - Parameter title: what a person calls the model, for those that are no scheme.
  /// - Throws: `ZoneError.missingAnchor` naming the option to state.
  public func zones(for anchors: Anchors, title: String? = nil) throws(ZoneError) -> ZoneSet {
    var set: ZoneSet
    switch limits {
    case .scheme(let id):
      set = try ZoneScheme.named(id).zones(for: anchors, source: .system)
    case .percentages(let values, let basis):
      let own = ZoneScheme(
        id: "percentages", quantity: quantity, title: title ?? "Percentages of your own", basis: basis,
        percentages: [0] + values, names: ZoneSet.plainNames(values.count + 1, firstNumber: 1), reference: "",
        easyThrough: 1, hardFrom: values.count)
      set = try own.zones(for: anchors, source: .user)
      set.scheme = nil
    case .absolute(let values):
      set = try ZoneSet(typed: values, quantity: quantity, unitIsStated: true)
      set.source = .user
      set.provenance = title ?? "Limits set one by one"
    }
    if !names.isEmpty { set.names = names }
    return set
  }
}

extension ZoneScheme.Basis {
  /// What percentages of it sort.
  public var quantity: Quantity {
    switch self {
    case .maximumHeartRate, .heartRateReserve, .thresholdHeartRate, .ventilatoryThresholds: .heartRate
    case .functionalThresholdPower, .criticalPower, .exerciseDomains: .power
    case .criticalSpeed: .speed
    }
  }

  /// Whether percentages of it make sense; the two that are thresholds themselves have none.
  public var takesPercentages: Bool { self != .ventilatoryThresholds && self != .exerciseDomains }

  /// The word of the command line: `max-hr`, `hr-reserve`, `lthr`, `ftp`, `cp`, `cs`.
  public var word: String {
    switch self {
    case .maximumHeartRate: "max-hr"
    case .heartRateReserve: "hr-reserve"
    case .thresholdHeartRate: "lthr"
    case .functionalThresholdPower: "ftp"
    case .criticalPower: "cp"
    case .criticalSpeed: "cs"
    case .ventilatoryThresholds: "vt"
    case .exerciseDomains: "domains"
    }
  }

  /// The basis of a word of the command line.
  public init?(word: String) {
    let all: [Self] = [
      .maximumHeartRate, .heartRateReserve, .thresholdHeartRate, .functionalThresholdPower, .criticalPower,
      .criticalSpeed,
    ]
    guard let found = all.first(where: { $0.word == word }) else { return nil }
    self = found
  }
}

extension ZoneModel: Codable {
  private enum Key: String, CodingKey { case format, quantity, scheme, percentages, of, boundaries, names }

  /// The version of the form in which models are written.
  public static let format = 1

  /// Writes `{"format": 1, "quantity": …, "scheme": …}`, or `percentages` and `of`, or `boundaries`; and `names`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(Self.format, forKey: .format)
    try container.encode(quantity, forKey: .quantity)
    switch limits {
    case .scheme(let id): try container.encode(id, forKey: .scheme)
    case .percentages(let values, let basis):
      try container.encode(values, forKey: .percentages)
      try container.encode(basis.word, forKey: .of)
    case .absolute(let values): try container.encode(values, forKey: .boundaries)
    }
    if !names.isEmpty { try container.encode(names, forKey: .names) }
  }

  /// Reads what `encode(to:)` writes and refuses what can't be zones.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    func refuse(_ text: String) -> DecodingError {
      DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: text))
    }
    guard try container.decodeIfPresent(Int.self, forKey: .format) ?? 1 <= Self.format else {
      throw refuse("the zones were written by a newer ZoneCoach; update the program")
    }
    let limits: Limits
    var stated = try container.decodeIfPresent(Quantity.self, forKey: .quantity)
    if let id = try container.decodeIfPresent(String.self, forKey: .scheme) {
      limits = .scheme(id)
      stated = try stated ?? ZoneScheme.named(id).quantity
    } else if let values = try container.decodeIfPresent([Double].self, forKey: .percentages) {
      guard let basis = ZoneScheme.Basis(word: try container.decode(String.self, forKey: .of)) else {
        throw refuse("“of” is one of max-hr, hr-reserve, lthr, ftp, cp, cs")
      }
      limits = .percentages(values, of: basis)
      stated = stated ?? basis.quantity
    } else {
      limits = .absolute(try container.decode([Double].self, forKey: .boundaries))
    }
    guard let quantity = stated else { throw refuse("“quantity” is missing: heartRate, power or speed") }
    do {
      // What was written was checked when it was made.
      try self.init(
        quantity: quantity, limits: limits, names: container.decodeIfPresent([String].self, forKey: .names) ?? [],
        unitIsStated: true)
    } catch let error as ZoneError {
      throw refuse(error.description)
    }
  }
}
