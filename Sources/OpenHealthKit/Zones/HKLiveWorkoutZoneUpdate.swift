// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A change of zone during a workout, as a builder tells its delegate.
// NB: unchecked because NSObject isn't Sendable; everything stored is constant.
open class HKLiveWorkoutZoneUpdate: NSObject, @unchecked Sendable {
  /// End of the newest sample that was processed when the update was made. The time in the current zone now is its
  /// duration and what passed since then.
  public let lastSampleProcessedDate: Date?

  /// The zones with the totals so far. What is sorted is `zoneGroup?.configuration.quantityType`.
  public let zoneGroup: HKWorkoutZoneGroup?

  /// The zone that was left, with the workout's total in it, equal to its entry in `zoneGroup`; nil at the first zone of
  /// the workout.
  public let previousZoneDuration: HKWorkoutZoneDuration?

  /// The zone that was entered, with the workout's total in it, equal to its entry in `zoneGroup`; nil where none is
  /// active, as when a sensor fell silent.
  public let currentZoneDuration: HKWorkoutZoneDuration?

  /// An update with the zones by their indices in `group`. Traps where the group has no such zone.
  package init(group: HKWorkoutZoneGroup, previous: Int?, current: Int?, lastSampleProcessed: Date?) {
    zoneGroup = group
    previousZoneDuration = previous.map { group.zoneDurations[$0] }
    currentZoneDuration = current.map { group.zoneDurations[$0] }
    lastSampleProcessedDate = lastSampleProcessed
    super.init()
  }
}
