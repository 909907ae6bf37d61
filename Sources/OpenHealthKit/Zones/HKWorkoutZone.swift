// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

/// One zone of a configuration: the values from `minimum` up to, but without, `maximum`.
///
/// Apple leaves open to which zone a value on a boundary belongs; here it is the higher one.
public struct HKWorkoutZone: Sendable {
  /// The zone's place, from 0, the lowest first.
  public let index: Int

  private let lower: HKQuantity?
  private let upper: HKQuantity?

  /// The least value; nil for the lowest zone, which reaches down without limit. In the unit that the configuration was
  /// made with.
  public var minimum: HKQuantity? { lower }

  /// The value that begins the next zone; nil for the highest zone. In the unit that the configuration was made with.
  public var maximum: HKQuantity? { upper }

  init(index: Int, minimum: HKQuantity?, maximum: HKQuantity?) {
    self.index = index
    lower = minimum
    upper = maximum
  }
}
