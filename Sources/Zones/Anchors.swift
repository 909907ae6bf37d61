// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

public import Workouts

/// A number that zones hang on, with where it comes from.
public struct Anchor: Hashable, Sendable, Codable {
  /// The value in the unit of its kind.
  public var value: Double
  /// How it is known.
  public var provenance: Provenance
  /// The formula of an estimate, or who said it, for a person.
  public var note: String?
  /// The day from which it holds, if that is known.
  public var since: Day?

  /// How a number is known.
  public enum Provenance: String, Hashable, Sendable, Codable, CaseIterable {
    /// Seen in a recording or found in a test.
    case measured
    /// The athlete said so.
    case stated
    /// Taken from a device or another program.
    case imported
    /// Computed by a formula, or from efforts that need not have been the athlete's best.
    case estimated
  }

  /// An anchor.
  public init(_ value: Double, _ provenance: Provenance = .stated, note: String? = nil, since: Day? = nil) {
    self.value = value
    self.provenance = provenance
    self.note = note
    self.since = since
  }
}

/// The kinds of anchors.
public enum AnchorKind: String, Hashable, Sendable, Codable, CaseIterable {
  /// Age in years.
  case age
  /// Highest heart rate in beats per minute.
  case maximumHeartRate = "maxHR"
  /// Heart rate at rest in beats per minute.
  case restingHeartRate = "restingHR"
  /// Heart rate at the lactate threshold in beats per minute.
  case thresholdHeartRate = "lthr"
  /// Functional threshold power in watts: about the most that can be held for an hour.
  case functionalThresholdPower = "ftp"
  /// Critical power in watts: the asymptote of power over time.
  case criticalPower = "cp"
  /// Heart rate or power at the first ventilatory threshold, near 2 mmol/L of lactate.
  case firstThreshold = "vt1"
  /// Heart rate or power at the second ventilatory threshold, near 4 mmol/L of lactate.
  case secondThreshold = "vt2"
  /// Critical (or threshold) speed in metres per second.
  case criticalSpeed = "cs"

  /// Values that can be right.
  public var plausible: ClosedRange<Double> {
    switch self {
    case .age: 5...110
    case .maximumHeartRate: 100...250
    case .restingHeartRate: 25...120
    case .thresholdHeartRate: 80...230
    case .functionalThresholdPower, .criticalPower: 30...700
    case .firstThreshold, .secondThreshold: 30...700
    case .criticalSpeed: 0.3...12
    }
  }

  /// What a person calls it.
  public var name: String {
    switch self {
    case .age: "age"
    case .maximumHeartRate: "maximum heart rate"
    case .restingHeartRate: "resting heart rate"
    case .thresholdHeartRate: "threshold heart rate"
    case .functionalThresholdPower: "FTP"
    case .criticalPower: "critical power"
    case .firstThreshold: "first ventilatory threshold"
    case .secondThreshold: "second ventilatory threshold"
    case .criticalSpeed: "critical speed"
    }
  }

  /// The option of the command line that states it.
  public var option: String {
    switch self {
    case .age: "--age"
    case .maximumHeartRate: "--max-hr"
    case .restingHeartRate: "--resting-hr"
    case .thresholdHeartRate: "--lthr"
    case .functionalThresholdPower: "--ftp"
    case .criticalPower: "--cp"
    case .firstThreshold: "--vt1"
    case .secondThreshold: "--vt2"
    case .criticalSpeed: "--cs"
    }
  }
}

/// What is known of an athlete's anchors.
public struct Anchors: Hashable, Sendable {
  /// The known ones.
  public private(set) var values: [AnchorKind: Anchor]

  /// Nothing known.
  public init() { values = [:] }

  /// Anchors that the athlete stated.
  ///
  /// - Throws: `ZoneError.implausibleAnchor` for a value that can't be right.
  public init(stated: [AnchorKind: Double]) throws(ZoneError) {
    self.init()
    for (kind, value) in stated { try set(kind, Anchor(value)) }
  }

  /// The anchor of a kind, if known.
  public subscript(_ kind: AnchorKind) -> Anchor? { values[kind] }

  /// Whether nothing is known.
  public var isEmpty: Bool { values.isEmpty }

  /// Forgets the anchor of a kind.
  public mutating func remove(_ kind: AnchorKind) { values[kind] = nil }

  /// Takes an anchor in the place of any before.
  ///
  /// - Throws: `ZoneError.implausibleAnchor`.
  public mutating func set(_ kind: AnchorKind, _ anchor: Anchor) throws(ZoneError) {
    guard kind.plausible.contains(anchor.value) else { throw .implausibleAnchor(kind.name, anchor.value) }
    if kind == .maximumHeartRate, let rest = values[.restingHeartRate], anchor.value < rest.value + 30 {
      throw .implausibleAnchor(
        "maximum heart rate (with a resting heart rate of \(shortest(rest.value)))", anchor.value)
    }
    if kind == .restingHeartRate, let top = values[.maximumHeartRate], anchor.value > top.value - 30 {
      throw .implausibleAnchor("resting heart rate (with a maximum of \(shortest(top.value)))", anchor.value)
    }
    values[kind] = anchor
  }

  /// Maximum heart rate: known, or estimated from age.
  ///
  /// A stated value is never lowered because a formula says so.
  public var maximumHeartRate: Anchor? {
    if let known = values[.maximumHeartRate] { return known }
    guard let age = values[.age] else { return nil }
    let formula = MaximumHeartRateFormula.nes
    return Anchor(formula.estimate(age: age.value), .estimated, note: formula.note, since: age.since)
  }

  /// Resting heart rate: known, or taken as 60 where at least something else is known.
  public var restingHeartRate: Anchor? {
    if let known = values[.restingHeartRate] { return known }
    guard maximumHeartRate != nil else { return nil }
    return Anchor(60, .estimated, note: "60, a common value, until yours is stated")
  }

  /// Threshold heart rate: known, or rest + 85 % of reserve where maximum and resting heart rate are known.
  public var thresholdHeartRate: Anchor? {
    if let known = values[.thresholdHeartRate] { return known }
    guard let top = values[.maximumHeartRate], let rest = values[.restingHeartRate] else { return nil }
    return Anchor(rest.value + 0.85 * (top.value - rest.value), .estimated, note: "rest + 85 % of reserve")
  }
}

/// Formulas that estimate maximum heart rate from age. Each errs by about ±10 beats for one person.
public enum MaximumHeartRateFormula: String, Hashable, Sendable, Codable, CaseIterable {
  /// 220 − age (Fox 1971).
  case fox
  /// 208 − 0.7 · age (Tanaka 2001).
  case tanaka
  /// 207 − 0.7 · age (Gellish 2007).
  case gellish
  /// 211 − 0.64 · age (Nes 2013): the largest sample, and it needs no sex; the default.
  case nes
  /// 206 − 0.88 · age (Gulati 2010, women).
  case gulati

  /// The estimate in beats per minute for an age in years.
  public func estimate(age: Double) -> Double {
    switch self {
    case .fox: 220 - age
    case .tanaka: 208 - 0.7 * age
    case .gellish: 207 - 0.7 * age
    case .nes: 211 - 0.64 * age
    case .gulati: 206 - 0.88 * age
    }
  }

  /// The formula and its author, for a person.
  public var note: String {
    switch self {
    case .fox: "220 − age (Fox 1971)"
    case .tanaka: "208 − 0.7 × age (Tanaka 2001)"
    case .gellish: "207 − 0.7 × age (Gellish 2007)"
    case .nes: "211 − 0.64 × age (Nes 2013)"
    case .gulati: "206 − 0.88 × age (Gulati 2010)"
    }
  }
}
