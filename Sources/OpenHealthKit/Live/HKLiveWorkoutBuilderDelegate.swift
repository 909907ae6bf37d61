// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Hears what a live builder collects. It is called on a queue of the builder in the background, one call after the other.
public protocol HKLiveWorkoutBuilderDelegate: NSObjectProtocol {
  /// There are new samples of types; statistics and zones hold them already.
  func workoutBuilder(_ workoutBuilder: HKLiveWorkoutBuilder, didCollectDataOf collectedTypes: Set<HKSampleType>)

  /// There is a new event. `elapsedTime` may have changed either way.
  func workoutBuilderDidCollectEvent(_ workoutBuilder: HKLiveWorkoutBuilder)

  /// A part began. Can be left out.
  func workoutBuilder(_ workoutBuilder: HKLiveWorkoutBuilder, didBegin workoutActivity: HKWorkoutActivity)

  /// A part ended. Can be left out.
  func workoutBuilder(_ workoutBuilder: HKLiveWorkoutBuilder, didEnd workoutActivity: HKWorkoutActivity)

  /// The current zone is another one. Can be left out.
  ///
  /// It comes once for each crossing, however many samples came at once, in order, each with the totals and the date of its
  /// moment, after `didCollectDataOf` for the same samples; at the first zone of the workout too, with no previous one and
  /// all totals 0. Nothing is evened out. In a pause the zone stays. Where the sensor tells nothing for longer than a value
  /// holds, by the store's clock, the current zone is nil; the next sample enters a zone again. Samples that come late
  /// change totals, but not what was told.
  func workoutBuilder(
    _ workoutBuilder: HKLiveWorkoutBuilder, didUpdateWorkoutZone zoneUpdate: HKLiveWorkoutZoneUpdate)
}

extension HKLiveWorkoutBuilderDelegate {
  /// Does nothing.
  public func workoutBuilder(_ workoutBuilder: HKLiveWorkoutBuilder, didBegin workoutActivity: HKWorkoutActivity) {}

  /// Does nothing.
  public func workoutBuilder(_ workoutBuilder: HKLiveWorkoutBuilder, didEnd workoutActivity: HKWorkoutActivity) {}

  /// Does nothing.
  public func workoutBuilder(
    _ workoutBuilder: HKLiveWorkoutBuilder, didUpdateWorkoutZone zoneUpdate: HKLiveWorkoutZoneUpdate
  ) {}
}
