// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthDatabase
import HealthKit
import OpenHealthKit
import TestSupport
import Testing
import Zones

extension HKLiveWorkoutZoneUpdate {
  /// Previous and current zone, each with its seconds; -1 for none.
  fileprivate var zones: [Int] { [previousZoneDuration?.zone.index ?? -1, currentZoneDuration?.zone.index ?? -1] }
  fileprivate var seconds: [TimeInterval] { zoneGroup?.seconds ?? [] }
  fileprivate var processed: TimeInterval? { lastSampleProcessedDate?.timeIntervalSince(begin) }
}

struct `A live workout` {
  @Test func `question 2: counts up to the newest sample, not by the clock`() async throws {
    let live = try await LiveWorkout()
    await live.heart(130)
    await live.advance(to: 9)
    #expect(live.builder.zoneGroup(for: heartRate)?.seconds == [0, 0, 0, 0, 0])
    await live.heart(131)
    #expect(live.builder.zoneGroup(for: heartRate)?.seconds == [0, 9, 0, 0, 0])
  }

  @Test func `question 7: no zone changes in a pause`() async throws {
    let live = try await LiveWorkout()
    await live.heart(130)
    await live.advance(to: 5)
    live.session.pause()
    await live.advance(to: 10)
    await live.heart(170)
    #expect(live.listener.updates.count == 1)
    await live.advance(to: 60)
    #expect(live.listener.updates.count == 1)
    live.session.resume()
    await live.advance(to: 62)
    await live.heart(150)
    #expect(live.listener.updates.map(\.zones) == [[-1, 1], [1, 2]])
    #expect(live.builder.zoneGroup(for: heartRate)?.seconds == [0, 5, 0, 0, 0])
    #expect(live.builder.statistics(for: heartRate)?.maximumQuantity()?.doubleValue(for: beats) == 170)
    #expect(live.builder.elapsedTime == 7)
  }

  @Test func `question 9: late samples change totals, not what was told`() async throws {
    let live = try await LiveWorkout()
    await live.advance(to: 20)
    await live.receive([OpenHealthKitTests.heart(130, at: 0)])
    await live.receive([OpenHealthKitTests.heart(150, at: 10)])
    await live.receive([OpenHealthKitTests.heart(190, at: 4), OpenHealthKitTests.heart(110, at: 6)])
    #expect(live.builder.zoneGroup(for: heartRate)?.seconds == [4, 4, 0, 0, 2])
    #expect(live.listener.updates.map(\.zones) == [[-1, 1], [1, 2]])
    await live.receive([OpenHealthKitTests.heart(170, at: 12)])
    #expect(live.listener.updates.map(\.zones) == [[-1, 1], [1, 2], [2, 3]])
    #expect(live.listener.updates.last?.seconds == [4, 4, 2, 0, 2])
  }

  @Test func `question 12: every crossing is told, however short`() async throws {
    let live = try await LiveWorkout()
    for (place, value) in [139.0, 140, 139, 140].enumerated() {
      await live.advance(to: Double(place))
      await live.heart(value)
    }
    #expect(live.listener.updates.map(\.zones) == [[-1, 1], [1, 2], [2, 1], [1, 2]])
  }

  @Test func `question 13: several crossings at once are told one by one`() async throws {
    let live = try await LiveWorkout()
    await live.advance(to: 30)
    await live.receive([
      OpenHealthKitTests.heart(130, at: 0), OpenHealthKitTests.heart(150, at: 4), OpenHealthKitTests.heart(151, at: 8),
      OpenHealthKitTests.heart(110, at: 10),
    ])
    let updates = live.listener.updates
    #expect(updates.map(\.zones) == [[-1, 1], [1, 2], [2, 0]])
    #expect(updates.map(\.seconds) == [[0, 0, 0, 0, 0], [0, 4, 0, 0, 0], [0, 4, 6, 0, 0]])
    #expect(updates.map(\.processed) == [0, 4, 10])
  }

  @Test func `question 14: the first zone is told with totals of 0`() async throws {
    let live = try await LiveWorkout()
    await live.advance(to: 5)
    await live.heart(130)
    let update = try #require(live.listener.updates.first)
    #expect(update.previousZoneDuration == nil && update.currentZoneDuration?.zone.index == 1)
    #expect(update.seconds == [0, 0, 0, 0, 0] && update.currentZoneDuration?.duration == 0)
  }

  @Test func `question 15: a sensor that falls silent ends the zone, by the store's clock`() async throws {
    let live = try await LiveWorkout()
    await live.heart(130)
    await live.advance(to: 10)
    await live.heart(131)
    await live.advance(to: 24.5)
    #expect(live.listener.updates.count == 1)
    await live.advance(to: 25)
    let silent = try #require(live.listener.updates.last)
    #expect(silent.zones == [1, -1] && silent.seconds == [0, 25, 0, 0, 0] && silent.processed == 10)
    #expect(live.builder.zoneGroup(for: heartRate)?.seconds == [0, 25, 0, 0, 0])
    await live.advance(to: 60)
    #expect(live.listener.updates.count == 2)
    await live.heart(132)
    #expect(live.listener.updates.last?.zones == [1, 1] && live.listener.updates.last?.seconds == [0, 25, 0, 0, 0])
    await live.advance(to: 61)
    await live.heart(170)
    #expect(live.listener.updates.last?.zones == [1, 3] && live.listener.updates.last?.seconds == [0, 26, 0, 0, 0])
  }

  @Test func `question 15: past samples end no zone by the clock`() async throws {
    let live = try await LiveWorkout()
    await live.advance(to: 100)
    await live.receive([OpenHealthKitTests.heart(130, at: 0), OpenHealthKitTests.heart(130, at: 60)])
    await live.advance(to: 200)
    #expect(live.listener.updates.map(\.zones) == [[-1, 1]])
  }

  @Test func `question 16: durations of an update are the workout's totals`() async throws {
    let live = try await LiveWorkout()
    for (time, value) in [(0.0, 130.0), (4, 150), (6, 130), (9, 150)] {
      await live.advance(to: time)
      await live.heart(value)
    }
    let update = try #require(live.listener.updates.last)
    #expect(update.previousZoneDuration?.duration == 7 && update.currentZoneDuration?.duration == 2)
    #expect(update.seconds == [0, 7, 2, 0, 0])
  }

  @Test func `question 17: the newest sample's end is told`() async throws {
    let live = try await LiveWorkout()
    await live.advance(to: 8)
    await live.receive([OpenHealthKitTests.heart(130, at: 2, to: 6)])
    #expect(live.listener.updates.last?.processed == 6)
  }

  @Test func `question 18: collected data is told first, then zones, on one queue`() async throws {
    let live = try await LiveWorkout()
    await live.advance(to: 8)
    await live.receive([OpenHealthKitTests.heart(130, at: 2), OpenHealthKitTests.heart(150, at: 6)])
    let order = live.listener.calls.compactMap { call -> String? in
      switch call {
      case .collected(let types): types == [heartRate] ? "data" : "other"
      case .zone: "zone"
      default: nil
      }
    }
    #expect(order == ["data", "zone", "zone"])
  }

  @Test func `question 19: activities of a session have their own statistics and zones`() async throws {
    let live = try await LiveWorkout(.swimBikeRun)
    #expect(live.builder.currentWorkoutActivity?.workoutConfiguration.activityType == .swimBikeRun)
    live.session.beginNewActivity(configuration: configuration(.swimming), date: begin, metadata: ["leg": 1])
    await live.settle()
    #expect(live.builder.dataSource?.typesToCollect.contains(HKQuantityType(.swimmingStrokeCount)) == true)
    await live.heart(130)
    await live.advance(to: 10)
    await live.heart(150)
    await live.advance(to: 12)
    live.session.endCurrentActivity(on: begin + 12)
    await live.settle()
    #expect(live.builder.currentWorkoutActivity == nil)
    #expect(live.builder.dataSource?.typesToCollect.contains(HKQuantityType(.swimmingStrokeCount)) == false)
    await live.advance(to: 14)
    live.session.beginNewActivity(configuration: configuration(.cycling), date: begin + 14, metadata: nil)
    await live.settle()
    let current = try #require(live.builder.currentWorkoutActivity)
    #expect(current.workoutConfiguration.activityType == .cycling && current.endDate == nil)
    live.session.beginNewActivity(configuration: configuration(.yoga), date: begin + 14, metadata: nil)
    await live.heart(170)
    await live.advance(to: 20)
    live.session.stopActivity(with: begin + 20)
    await live.settle()
    #expect(live.listener.failures == [.errorInvalidArgument])
    try await live.builder.endCollection(at: begin + 20)
    let workout = try #require(try await live.builder.finishWorkout())
    live.session.end()
    #expect(workout.workoutActivities.map { $0.workoutConfiguration.activityType } == [.swimming, .cycling])
    #expect(
      workout.workoutActivities.map { $0.zoneGroup(for: heartRate)?.seconds } == [[0, 10, 2, 0, 0], [0, 0, 0, 6, 0]])
    #expect(workout.zoneGroup(for: heartRate)?.seconds == [0, 10, 4, 6, 0])
    #expect(workout.workoutActivities.first?.metadata?["leg"] as? Int == 1)
    let parts = live.listener.calls.compactMap { call -> String? in
      switch call {
      case .beganPart(let type, let date): "session begins \(type.rawValue) at \(date.timeIntervalSince(begin))"
      case .endedPart(let type, let date): "session ends \(type.rawValue) at \(date.timeIntervalSince(begin))"
      default: nil
      }
    }
    #expect(
      parts == [
        "session begins 46 at 0.0", "session ends 46 at 12.0", "session begins 13 at 14.0", "session ends 13 at 20.0",
      ])
    let built = live.listener.calls.compactMap { call -> String? in
      switch call {
      case .began(let activity): "begins \(activity.workoutConfiguration.activityType.rawValue)"
      case .ended(let activity):
        "ends \(activity.workoutConfiguration.activityType.rawValue) after \(activity.duration)"
      default: nil
      }
    }
    #expect(built == ["begins 46", "ends 46 after 12.0", "begins 13", "ends 13 after 6.0"])
  }

  @Test func `question 20: preferred zones that change in it don't matter`() async throws {
    let live = try await LiveWorkout()
    let other = try zones(heartRate, [100, 110], .user)
    live.store.state.withLock { $0.zones[heartRate] = other }
    await live.heart(130)
    #expect(live.listener.updates.last?.currentZoneDuration?.zone.index == 1)
  }

  @Test(arguments: [true, false])
  func `is finished in the documented order and in the older one`(isDocumented: Bool) async throws {
    let live = try await LiveWorkout()
    await live.heart(130)
    await live.advance(to: 10)
    if isDocumented { live.session.stopActivity(with: begin + 10) } else { live.session.end() }
    await live.settle()
    #expect(live.session.state == (isDocumented ? .stopped : .ended))
    await live.advance(to: 12)
    await live.heart(190)
    #expect(live.builder.elapsedTime == 10)
    try await live.builder.endCollection(at: live.session.endDate ?? begin)
    let workout = try #require(try await live.builder.finishWorkout())
    if isDocumented { live.session.end() }
    #expect(workout.duration == 10 && workout.zoneGroup(for: heartRate)?.seconds == [0, 10, 0, 0, 0])
    #expect(workout.statistics(for: heartRate)?.maximumQuantity()?.doubleValue(for: beats) == 130)
    live.session.waitUntilKept()
    #expect(live.store.state.withLock { $0.sessions.isEmpty } && live.store.misuses.isEmpty)
  }

  @Test func `collects what its data source asks for`() async throws {
    let live = try await LiveWorkout()
    let source = try #require(live.builder.dataSource)
    let types: [HKQuantityTypeIdentifier] = [
      .heartRate, .activeEnergyBurned, .basalEnergyBurned, .distanceWalkingRunning,
    ]
    #expect(source.typesToCollect == Set(types.map { HKQuantityType($0) }))
    await live.receive([watts(200, at: 0)])
    #expect(live.builder.statistics(for: power) == nil)
    source.enableCollection(for: power, predicate: nil)
    await live.receive([watts(210, at: 0)])
    #expect(live.builder.statistics(for: power)?.mostRecentQuantity()?.doubleValue(for: .watt()) == 210)
    source.enableCollection(
      for: power,
      predicate: NSPredicate { object, _ in
        (object as? HKQuantitySample).map { $0.quantity.doubleValue(for: .watt()) > 300 } ?? false
      })
    await live.receive([watts(220, at: 1), watts(310, at: 2)])
    #expect(live.builder.statistics(for: power)?.minimumQuantity()?.doubleValue(for: .watt()) == 210)
    #expect(live.builder.statistics(for: power)?.mostRecentQuantity()?.doubleValue(for: .watt()) == 310)
    source.disableCollection(for: heartRate)
    await live.heart(130)
    #expect(live.builder.statistics(for: heartRate) == nil)
    live.session.beginNewActivity(configuration: configuration(), date: begin, metadata: nil)
    await live.settle()
    #expect(!source.typesToCollect.contains(heartRate))
    live.builder.dataSource = nil
    await live.receive([watts(400, at: 3)])
    #expect(live.builder.statistics(for: power)?.maximumQuantity()?.doubleValue(for: .watt()) == 310)
    #expect(HKLiveWorkoutDataSource(configuration: nil).typesToCollect.isEmpty)
  }

  @Test func `takes nothing from before its start`() async throws {
    let live = try await LiveWorkout()
    await live.receive([OpenHealthKitTests.heart(130, at: -1)])
    #expect(live.builder.statistics(for: heartRate) == nil && live.listener.updates.isEmpty)
  }

  @Test func `takes pauses of its session, unless it is told not to`() async throws {
    for collects in [true, false] {
      let live = try await LiveWorkout()
      live.builder.shouldCollectWorkoutEvents = collects
      await live.advance(to: 10)
      live.session.pause()
      await live.advance(to: 15)
      live.session.resume()
      await live.advance(to: 20)
      #expect(live.builder.workoutEvents.map(\.type) == (collects ? [.pause, .resume] : []))
      #expect(live.builder.elapsedTime == (collects ? 15 : 20))
      let events = live.listener.calls.filter { if case .event = $0 { true } else { false } }
      #expect(events.count == (collects ? 2 : 0))
    }
  }

  @Test func `equals the same workout put together afterwards`() async throws {
    var random = SeededGenerator(seed: 17)
    for _ in 0..<20 {
      let made = RandomWorkout(using: &random)
      let live = try await LiveWorkout()
      for step in made.steps(using: &random) {
        switch step {
        case .sample(let sample):
          live.store.advance(to: max(live.store.now, sample.startDate))
          live.store.receive([sample])
        case .event(let event):
          try await live.builder.addWorkoutEvents([event])
        }
      }
      await live.settle()
      live.session.stopActivity(with: begin + made.end)
      try await live.builder.endCollection(at: begin + made.end)
      let workout = try #require(try await live.builder.finishWorkout())
      let seconds = try #require(workout.zoneGroup(for: heartRate)).seconds
      #expect(seconds.map { Int64(($0 * 1000).rounded()) } == made.imported.zones)
      live.session.end()
    }
  }

  @Test func `question 31: a recovered one goes on where it was, and tells of the next change only`() async throws {
    let store = RecordingDouble()
    try await leave(store)
    let session = try #require(try HKWorkoutSession.recovered(from: store))
    let builder = session.associatedWorkoutBuilder()
    #expect(session.state == .paused && session.startDate == begin)
    #expect(builder.startDate == begin && builder.zoneGroup(for: heartRate)?.seconds == [0, 0, 10, 0])
    #expect(builder.metadata["a"] as? Int == 1 && builder.metadata["b"] as? String == "c")
    #expect(builder.metadata["d"] as? HKQuantity == HKQuantity(unit: beats, doubleValue: 3))
    #expect(builder.workoutEvents.map(\.type) == [.pause])
    #expect(builder.workoutActivities.map { $0.workoutConfiguration.activityType } == [.swimming, .cycling])
    #expect(builder.currentWorkoutActivity?.workoutConfiguration.activityType == .cycling)
    let listener = Listener()
    session.delegate = listener
    builder.delegate = listener
    builder.dataSource = HKLiveWorkoutDataSource(configuration: session.workoutConfiguration)
    store.advance(to: begin + 30)
    session.resume()
    for (time, value) in [(31.0, 136.0), (33, 150)] {
      store.advance(to: begin + time)
      store.receive([heart(value, at: time)])
      builder.settle()
    }
    #expect(listener.updates.map(\.zones) == [[2, 3]])
    #expect(listener.updates.last?.seconds == [0, 0, 12, 0])
    #expect(try await builder.zoneConfiguration(for: heartRate)?.source == .app)
    session.stopActivity(with: begin + 40)
    try await builder.endCollection(at: begin + 40)
    let workout = try #require(try await builder.finishWorkout())
    #expect(workout.duration == 20 && workout.zoneGroup(for: heartRate)?.seconds == [0, 0, 12, 7])
    session.end()
    session.waitUntilKept()
    #expect(try HKWorkoutSession.recovered(from: store) == nil)
  }

  /// Records for some seconds, then forgets session and builder, as a program does that is killed.
  private func leave(_ store: RecordingDouble) async throws {
    let zones = try zones(heartRate, [100, 120, 140], .app)
    let session = try HKWorkoutSession(backend: store, configuration: configuration(.swimBikeRun))
    let builder = session.associatedWorkoutBuilder()
    builder.dataSource = HKLiveWorkoutDataSource(configuration: session.workoutConfiguration)
    try await builder.setCustomZoneConfiguration(zones, for: heartRate)
    session.startActivity(with: begin)
    try await builder.beginCollection(at: begin)
    session.beginNewActivity(configuration: configuration(.swimming), date: begin, metadata: nil)
    try await builder.addMetadata(["a": 1, "b": "c", "d": HKQuantity(unit: beats, doubleValue: 3)])
    store.receive([heart(130, at: 0)])
    builder.settle()
    session.beginNewActivity(configuration: configuration(.cycling), date: begin + 5, metadata: ["x": 2.5])
    store.advance(to: begin + 10)
    store.receive([heart(135, at: 10)])
    session.pause()
    builder.settle()
    session.waitUntilKept()
  }
}
