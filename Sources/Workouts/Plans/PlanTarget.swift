// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

/// Where to stay during a step: a range of heart rate, power or speed, as the plan's author wrote it.
///
/// Ranges are half-open, as zones are: the upper end is the first value too high.
public struct PlanTarget: Hashable, Sendable {
  /// What is to stay in the range.
  public var quantity: Quantity
  /// The range.
  public var limits: Limits
  /// Whether the range is gone through in one direction during the step.
  public var slope: Slope

  /// A target.
  public init(_ quantity: Quantity, _ limits: Limits, slope: Slope = .level) {
    self.quantity = quantity
    self.limits = limits
    self.slope = slope
  }

  /// A range in one of the ways in which people write it.
  public enum Limits: Hashable, Sendable {
    /// Zones by the numbers that people use, and the scheme they are of; `nil` means the athlete's own.
    case zones(ClosedRange<Int>, scheme: String?)
    /// Limits in the quantity's unit; `nil` where a side is open. Both equal: about this value.
    case range(Double?, Double?)
    /// Limits in percent of a number of the athlete's; `nil` where a side is open. Both equal: about this value.
    case percent(Double?, Double?, of: PlanBasis)
  }

  /// How a range is gone through.
  public enum Slope: String, Hashable, Sendable, Codable {
    /// Anywhere in it is right at any time.
    case level
    /// From the lower end to the upper.
    case rising
    /// From the upper end to the lower.
    case falling
  }
}

/// What percentages in a plan are of.
public enum PlanBasis: String, Hashable, Sendable, Codable, CaseIterable {
  /// Functional threshold power.
  case functionalThresholdPower = "ftp"
  /// Maximum heart rate.
  case maximumHeartRate = "maxHR"
  /// Heart rate at the lactate threshold.
  case thresholdHeartRate = "lthr"
  /// Critical (or threshold) speed.
  case criticalSpeed = "cs"

  /// What the percentages measure.
  public var quantity: Quantity {
    switch self {
    case .functionalThresholdPower: .power
    case .maximumHeartRate, .thresholdHeartRate: .heartRate
    case .criticalSpeed: .speed
    }
  }
}

/// One limit as a plan writes it.
public enum PlanLimit: Hashable, Sendable {
  /// In the quantity's unit.
  case value(Double)
  /// The lower end of the zone with this number, so that below it means below the zone.
  case zone(Int)
  /// In percent of a number of the athlete's.
  case percent(Double, of: PlanBasis)
}

/// A rest that ends when heart rate has settled, within bounds.
public struct RecoveryGate: Hashable, Sendable {
  /// Below what heart rate has to be, for 5 s.
  public var below: PlanLimit
  /// The shortest rest.
  public var minimum: Milliseconds
  /// The longest rest: then the next step begins all the same.
  public var maximum: Milliseconds
  /// How long the rest is while the heart-rate signal is lost.
  public var withoutSignal: Milliseconds

  /// The shortest, longest and timed rest where a plan says nothing.
  public static let defaults = (
    minimum: Milliseconds(30_000), maximum: Milliseconds(180_000), withoutSignal: Milliseconds(90_000)
  )

  /// A gate.
  public init(
    below: PlanLimit, minimum: Milliseconds = defaults.minimum, maximum: Milliseconds = defaults.maximum,
    withoutSignal: Milliseconds = defaults.withoutSignal
  ) {
    self.below = below
    self.minimum = minimum
    self.maximum = maximum
    self.withoutSignal = withoutSignal
  }
}
