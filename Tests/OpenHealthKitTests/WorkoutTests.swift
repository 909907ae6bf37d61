// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthKit
import OpenHealthKit
import Testing

private let start = Date(timeIntervalSinceReferenceDate: 800_000_000)

private func event(_ type: HKWorkoutEventType, _ from: Double, _ length: Double = 0) -> HKWorkoutEvent {
  HKWorkoutEvent(type: type, dateInterval: DateInterval(start: start + from, duration: length), metadata: nil)
}

private func workout(_ events: [HKWorkoutEvent], end: Double = 100) -> HKWorkout {
  var contents = HKWorkout.Contents(configuration: HKWorkoutConfiguration())
  contents.events = events
  return HKWorkout(contents, start: start, end: start + end)
}

struct `A workout` {
  private static let pauses: [([HKWorkoutEvent], Double)] = [
    ([], 100),
    ([event(.pause, 10), event(.resume, 30)], 80),
    ([event(.pause, 10), event(.motionPaused, 10), event(.motionResumed, 30), event(.resume, 30)], 80),
    ([event(.motionPaused, 10), event(.motionResumed, 40)], 70),
    ([event(.motionPaused, 10), event(.pause, 20), event(.motionResumed, 30), event(.resume, 50)], 60),
    ([event(.motionPaused, 10), event(.resume, 50)], 60),
    ([event(.pause, 90)], 90),
    ([event(.pause, 0), event(.resume, 100)], 0),
    ([event(.pause, 10), event(.pause, 20), event(.resume, 30), event(.resume, 40)], 80),
    ([event(.lap, 0, 50), event(.lap, 50, 50), event(.segment, 20, 60), event(.marker, 3)], 100),
  ]

  @Test(arguments: pauses)
  func `lasts without its pauses`(events: [HKWorkoutEvent], seconds: Double) {
    #expect(workout(events).duration == seconds)
    #expect(workout(events).workoutActivities.map(\.duration) == [seconds])
  }

  @Test func `has an activity that matches it where none was given`() throws {
    let workout = workout([event(.pause, 10), event(.resume, 20)])
    let activity = try #require(workout.workoutActivities.first)
    #expect(activity.startDate == workout.startDate && activity.endDate == workout.endDate)
    #expect(activity.workoutEvents == workout.workoutEvents && activity.zoneGroupsByType == nil)
  }

  @Test(arguments: [
    [event(.resume, 10)], [event(.motionResumed, 10)], [event(.pause, -1)], [event(.pause, 101)],
    [event(.lap, 0, 50), event(.lap, 40, 10)], [event(.segment, 90, 20)],
  ])
  func `can't have events that`(events: [HKWorkoutEvent]) {
    var contents = HKWorkout.Contents(configuration: HKWorkoutConfiguration())
    contents.events = events
    #expect(HKWorkout.fault(in: contents, start: start, end: start + 100) != nil)
  }

  @Test func `can't have activities that overlap or lie outside`() {
    func fault(_ spans: [(Double, Double?)]) -> String? {
      var contents = HKWorkout.Contents(configuration: HKWorkoutConfiguration())
      contents.activities = spans.map { from, to in
        HKWorkoutActivity(
          workoutConfiguration: HKWorkoutConfiguration(), start: start + from, end: to.map { start + $0 }, metadata: nil
        )
      }
      return HKWorkout.fault(in: contents, start: start, end: start + 100)
    }
    #expect(fault([(0, 50), (50, 100)]) == nil && fault([(0, 50), (50, nil)]) == nil)
    #expect(fault([(0, 50), (40, 100)]) != nil && fault([(0, nil), (40, 100)]) != nil)
    #expect(fault([(-1, 50)]) != nil && fault([(50, 101)]) != nil)
  }

  @Test func `stops the program where it can't be, as on Apple's systems`() async {
    await #expect(processExitsWith: .failure) {
      _ = HKWorkoutActivity(
        workoutConfiguration: HKWorkoutConfiguration(), start: Date(), end: Date.distantPast, metadata: nil)
    }
    await #expect(processExitsWith: .failure) { _ = workout([event(.resume, 10)]) }
  }

  @available(*, deprecated, message: "It tests what is deprecated.")
  @Test func `has the totals that it was made with`() {
    let energy = HKQuantity(unit: .kilocalorie(), doubleValue: 300), way = HKQuantity(unit: .mile(), doubleValue: 5)
    let workout = HKWorkout(
      activityType: .running, start: start, end: start + 100, duration: 90, totalEnergyBurned: energy,
      totalDistance: way, device: .local(), metadata: [HKMetadataKeyIndoorWorkout: true])
    #expect(workout.duration == 90 && workout.totalEnergyBurned == energy && workout.totalDistance == way)
    #expect(workout.totalFlightsClimbed == nil && workout.totalSwimmingStrokeCount == nil && workout.device == .local())
    #expect(HKWorkout(activityType: .running, start: start, end: start + 100).duration == 100)
    let paused = HKWorkout(
      activityType: .running, start: start, end: start + 100, workoutEvents: [event(.resume, 20), event(.pause, 10)],
      totalEnergyBurned: nil, totalDistance: nil, metadata: nil)
    #expect(paused.duration == 90 && paused.workoutEvents?.map(\.type) == [.pause, .resume])
  }

  @available(*, deprecated, message: "It tests what is deprecated.")
  @Test func `comes back from an archive with all that it has`() throws {
    let configuration = HKWorkoutConfiguration()
    configuration.activityType = .cycling
    configuration.locationType = .outdoor
    let heart = HKQuantityType(.heartRate), beats = HKUnit(from: "count/min")
    let zones = try HKWorkoutZoneConfiguration(
      quantityType: heart, zoneBoundaries: [120, 140, 160].map { HKQuantity(unit: beats, doubleValue: $0) })
    var tally = StatisticsTally(type: heart)
    tally.add(
      try .sample(type: heart, quantity: HKQuantity(unit: beats, doubleValue: 130), start: start + 5, end: start + 5))
    var contents = HKWorkout.Contents(configuration: configuration)
    contents.events = [event(.pause, 10), event(.resume, 20), event(.lap, 0, 30)].sorted {
      $0.dateInterval.start < $1.dateInterval.start
    }
    contents.statistics = [heart: try #require(tally.statistics(start: start, end: start + 100))]
    contents.zoneGroups = [heart: HKWorkoutZoneGroup(configuration: zones, seconds: [1, 2.5, 0, 15])]
    contents.totals = [.activeEnergyBurned: HKQuantity(unit: .kilocalorie(), doubleValue: 7)]
    var identity = ObjectIdentity()
    identity.metadata = ["a": "b"]
    let workout = HKWorkout(contents, start: start, end: start + 100, identity: identity)
    let back = try archived(workout)
    #expect(back == workout && back.workoutActivityType == .cycling && back.duration == 90)
    #expect(back.workoutEvents == workout.workoutEvents && back.workoutActivities == workout.workoutActivities)
    #expect(back.allStatistics == workout.allStatistics && back.metadata?["a"] as? String == "b")
    #expect(back.workoutActivities[0].workoutConfiguration == configuration)
    #expect(back.totalEnergyBurned == workout.totalEnergyBurned)
    for group in [back.zoneGroup(for: heart), back.workoutActivities[0].zoneGroup(for: heart)] {
      #expect(group?.zoneDurations.map(\.duration) == [1, 2.5, 0, 15])
      #expect(group.map { $0.configuration == zones } == true)
    }
  }

  @Test func `hands out configurations that can be changed without changing it`() {
    let configuration = HKWorkoutConfiguration()
    let activity = HKWorkoutActivity(workoutConfiguration: configuration, start: start, end: nil, metadata: nil)
    configuration.activityType = .running
    activity.workoutConfiguration.activityType = .running
    #expect(activity.workoutConfiguration.activityType == .other)
    #expect(activity.copy() as? HKWorkoutActivity === activity && activity.duration > 0)
  }
}
