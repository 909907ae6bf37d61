// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthKit
import Testing

struct `Configurations and events of workouts` {
  @Test func `say nothing unless they are set`() {
    let configuration = HKWorkoutConfiguration()
    #expect(configuration.activityType == .other && configuration.locationType == .unknown)
    #expect(configuration.swimmingLocationType == .unknown && configuration.lapLength == nil)
  }

  @Test func `are copied apart and come back from an archive`() throws {
    let configuration = HKWorkoutConfiguration()
    configuration.activityType = .swimming
    configuration.locationType = .indoor
    configuration.swimmingLocationType = .pool
    configuration.lapLength = HKQuantity(unit: .meter(), doubleValue: 25)
    let copy = try #require(configuration.copy() as? HKWorkoutConfiguration)
    #expect(copy == configuration && copy !== configuration && copy.hash == configuration.hash)
    #expect(try archived(configuration) == configuration)
    copy.lapLength = nil
    #expect(copy != configuration)
    copy.activityType = .running
    #expect(configuration.activityType == .swimming && configuration.lapLength != nil)
    #expect(try archived(copy) == copy)
  }

  @Test func `have the numbers of Apple`() {
    let places: [HKWorkoutSessionLocationType] = [.unknown, .indoor, .outdoor]
    #expect(places.map(\.rawValue) == [1, 2, 3])
    let waters: [HKWorkoutSwimmingLocationType] = [.unknown, .pool, .openWater]
    #expect(waters.map(\.rawValue) == [0, 1, 2])
    let events: [HKWorkoutEventType] = [
      .pause, .resume, .lap, .marker, .motionPaused, .motionResumed, .segment, .pauseOrResumeRequest,
    ]
    #expect(events.map(\.rawValue) == Array(1...8))
  }

  @Test func `are events at a moment, and laps and segments of some length`() throws {
    let start = Date(timeIntervalSinceReferenceDate: 100)
    for type in [HKWorkoutEventType.lap, .segment] {
      let event = HKWorkoutEvent(
        type: type, dateInterval: DateInterval(start: start, duration: 60), metadata: [HKMetadataKeySWOLFScore: 42.0])
      let back = try archived(event)
      #expect(back == event && back.hash == event.hash && back.dateInterval.duration == 60)
      #expect(back.metadata?[HKMetadataKeySWOLFScore] as? Double == 42)
    }
    let pause = HKWorkoutEvent(type: .pause, dateInterval: DateInterval(start: start, duration: 0), metadata: nil)
    #expect(try archived(pause) == pause && pause.copy() as? HKWorkoutEvent === pause)
    #expect(pause != HKWorkoutEvent(type: .resume, dateInterval: pause.dateInterval, metadata: nil))
    #expect(pause != HKWorkoutEvent(type: .pause, dateInterval: pause.dateInterval, metadata: ["a": 1]))
  }

  @Test func `of any other kind with a length stop the program, as on Apple's systems`() async {
    await #expect(processExitsWith: .failure) {
      _ = HKWorkoutEvent(type: .pause, dateInterval: DateInterval(start: Date(), duration: 1), metadata: nil)
    }
    await #expect(processExitsWith: .failure) {
      _ = HKWorkoutEvent(type: .marker, dateInterval: DateInterval(start: Date(), duration: 0), metadata: ["a": Data()])
    }
  }
}
