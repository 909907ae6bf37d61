// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// How heart rate follows effort: it closes the distance to its goal exponentially, up and down alike.
///
/// `HR(t) = goal − (goal − HR₀) · e^(−t/τ)`. Hunt and others found τ = 57.6 ± 23.6 s on a treadmill, the same in both
/// directions (Hunt 2015, doi 10.1186/s12938-015-0112-7); trained people are quicker, so 50 s is the usual choice here.
public struct HeartRateResponse: Hashable, Sendable {
  /// Heart rate now, in beats per minute.
  public private(set) var heartRate: Double
  /// τ in seconds: the time after which 37 % of the distance is left.
  public let timeConstant: Double
  /// The share of the distance that one second leaves.
  private let remainder: Double

  /// A heart at rest at some rate.
  ///
  /// - Precondition: the time constant is above 0.
  public init(heartRate: Double, timeConstant: Double = 50) {
    precondition(timeConstant > 0, "a response takes time")
    self.heartRate = heartRate
    self.timeConstant = timeConstant
    remainder = exp(-1 / timeConstant)
  }

  /// Lets one second pass while the effort asks for `goal` in the long run; returns the heart rate after it.
  @discardableResult public mutating func advance(towards goal: Double) -> Double {
    heartRate = goal - (goal - heartRate) * remainder
    return heartRate
  }

  /// How many seconds it takes to get from `start` to `level` while the effort asks for `goal`, or `nil` if it never
  /// gets there.
  ///
  /// For example 75 s from 120 to 155 towards 165 with τ = 50 s.
  public static func time(from start: Double, to level: Double, towards goal: Double, timeConstant: Double = 50)
    -> Double?
  {
    let ratio = (goal - start) / (goal - level)
    guard ratio.isFinite, ratio >= 1 else { return level == start ? 0 : nil }
    return timeConstant * log(ratio)
  }
}
