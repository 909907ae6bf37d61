// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A zone and the time in it.
public struct HKWorkoutZoneDuration: Sendable {
  /// The zone.
  public let zone: HKWorkoutZone
  /// Seconds, 0 or more.
  public let duration: TimeInterval

  init(zone: HKWorkoutZone, duration: TimeInterval) {
    self.zone = zone
    self.duration = duration
  }
}

/// The time in each zone of a configuration.
///
/// Together the durations are never longer than the workout lasted without pauses; they are shorter where nothing was
/// measured.
public struct HKWorkoutZoneGroup: Sendable {
  /// The zones.
  public let configuration: HKWorkoutZoneConfiguration
  /// One for each zone, in the order of the zones. Zones in which no time was spent are there with 0.
  public let zoneDurations: [HKWorkoutZoneDuration]

  /// A group with the seconds in each zone. Traps where there isn't one number of seconds, 0 or more, for each zone.
  package init(configuration: HKWorkoutZoneConfiguration, seconds: [TimeInterval]) {
    precondition(seconds.count == configuration.zones.count, "Each zone has its duration.")
    precondition(seconds.allSatisfy { $0 >= 0 && $0.isFinite }, "A duration is a number of seconds, 0 or more.")
    self.configuration = configuration
    zoneDurations = zip(configuration.zones, seconds).map { HKWorkoutZoneDuration(zone: $0, duration: $1) }
  }
}
