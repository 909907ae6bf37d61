// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthDatabase
import HealthKit
import OpenHealthKit
import Testing

struct `A workout builder` {
  @Test func `puts a workout of the past together`() async throws {
    let store = RecordingDouble()
    let builder = try builder(store)
    #expect(builder.startDate == nil && builder.endDate == nil && builder.elapsedTime(at: begin + 5) == 0)
    try await builder.beginCollection(at: begin)
    #expect(builder.startDate == begin && builder.statistics(for: heartRate) == nil && builder.allStatistics.isEmpty)
    try await builder.addSamples([heart(130, at: 0), heart(150, at: 10)])
    try await builder.addWorkoutEvents([event(.pause, at: 20), event(.resume, at: 40), event(.lap, at: 0, for: 60)])
    try await builder.addMetadata([HKMetadataKeyIndoorWorkout: true, "a": 1])
    try await builder.addMetadata(["a": 2])
    #expect(builder.workoutEvents.map(\.type) == [.lap, .pause, .resume] && builder.metadata["a"] as? Int == 2)
    #expect(builder.elapsedTime(at: begin + 30) == 20 && builder.elapsedTime(at: begin + 50) == 30)
    try await builder.endCollection(at: begin + 60)
    #expect(builder.endDate == begin + 60 && builder.elapsedTime(at: begin + 90) == 40)
    let workout = try #require(try await builder.finishWorkout())
    #expect(workout.startDate == begin && workout.endDate == begin + 60 && workout.duration == 40)
    #expect(workout.statistics(for: heartRate)?.maximumQuantity() == HKQuantity(unit: beats, doubleValue: 150))
    #expect(workout.zoneGroup(for: heartRate)?.seconds == [0, 10, 10, 0, 0])
    #expect(workout.metadata?["a"] as? Int == 2 && workout.workoutEvents?.count == 3)
    #expect(workout.workoutActivities.count == 1 && workout.workoutActivities[0].duration == 40)
    #expect(store.state.withLock { $0.finished } == [workout] && store.misuses.isEmpty)
  }

  /// What can be asked of a builder.
  enum Step: String, CaseIterable {
    case start, samples, events, metadata, activity, updateEnd, updateMetadata, zones, end, finish, discard

    func `do`(_ builder: HKWorkoutBuilder, _ id: UUID) async throws {
      switch self {
      case .start: try await builder.beginCollection(at: begin)
      case .samples: try await builder.addSamples([heart(130, at: 1)])
      case .events: try await builder.addWorkoutEvents([event(.marker, at: 2)])
      case .metadata: try await builder.addMetadata(["a": 1])
      case .activity:
        try await builder.addWorkoutActivity(
          HKWorkoutActivity(
            workoutConfiguration: configuration(), start: begin + 50, end: begin + 60, metadata: nil))
      case .updateEnd: try await builder.updateActivity(uuid: id, end: begin + 40)
      case .updateMetadata: try await builder.updateActivity(uuid: id, adding: ["a": 1])
      case .zones: try await builder.setCustomZoneConfiguration(nil, for: heartRate)
      case .end: try await builder.endCollection(at: begin + 60)
      case .finish: try await builder.finishWorkout()
      case .discard: builder.discardWorkout()
      }
    }
  }

  /// How far a builder is, and what can be asked of it there.
  private static let order: [([Step], allowed: Set<Step>)] = [
    ([], [.start, .zones, .discard]),
    (
      [.start],
      [.samples, .events, .metadata, .activity, .updateEnd, .updateMetadata, .end, .discard]
    ),
    (
      [.start, .end],
      [.samples, .events, .metadata, .activity, .updateEnd, .updateMetadata, .finish, .discard]
    ),
    ([.start, .end, .finish], []),
    ([.start, .discard], [.discard]),
  ]

  @Test(arguments: order)
  func `can be asked for some things at each step, and says what to do instead of others`(
    steps: [Step], allowed: Set<Step>
  ) async throws {
    for step in Step.allCases {
      let store = RecordingDouble()
      let builder = try builder(store)
      var id = UUID()
      for earlier in steps {
        try await earlier.do(builder, id)
        guard earlier == .start else { continue }
        let activity = HKWorkoutActivity(
          workoutConfiguration: configuration(), start: begin, end: begin + 30, metadata: nil)
        id = activity.uuid
        try await builder.addWorkoutActivity(activity)
      }
      let code = await code { try await step.do(builder, id) }
      if step == .discard {
        #expect(code == nil)
      } else {
        #expect((code == nil) == allowed.contains(step), "\(step) after \(steps)")
        #expect(code == nil || code == .errorInvalidArgument)
      }
      #expect(store.misuses.isEmpty == allowed.contains(step), "\(step) after \(steps)")
    }
  }

  @Test func `calls completions with what its waiting twins give`() async throws {
    let store = RecordingDouble()
    let builder = try builder(store)
    let activity = HKWorkoutActivity(workoutConfiguration: configuration(), start: begin, end: nil, metadata: nil)
    func done(_ call: (@escaping @Sendable (Bool, (any Error)?) -> Void) -> Void) async -> Bool {
      await withCheckedContinuation { continuation in
        call { success, error in continuation.resume(returning: success && error == nil) }
      }
    }
    #expect(await done { builder.beginCollection(withStart: begin, completion: $0) })
    #expect(await !done { builder.beginCollection(withStart: begin, completion: $0) })
    #expect(await done { builder.add([heart(130, at: 0)], completion: $0) })
    #expect(await done { builder.addWorkoutEvents([event(.marker, at: 0)], completion: $0) })
    #expect(await done { builder.addMetadata(["a": 1], completion: $0) })
    #expect(await done { builder.addWorkoutActivity(activity, completion: $0) })
    #expect(await done { builder.updateActivity(uuid: activity.uuid, end: begin + 10, completion: $0) })
    #expect(await done { builder.updateActivity(uuid: activity.uuid, adding: ["b": 2], completion: $0) })
    #expect(await done { builder.endCollection(withEnd: begin + 20, completion: $0) })
    let workout = await withCheckedContinuation { continuation in
      builder.finishWorkout { workout, error in continuation.resume(returning: error == nil ? workout : nil) }
    }
    #expect(workout?.workoutActivities.map(\.uuid) == [activity.uuid])
    #expect(workout?.workoutActivities.first?.metadata?["b"] as? Int == 2)
    let again = await withCheckedContinuation { continuation in
      builder.finishWorkout { workout, error in continuation.resume(returning: workout == nil && error != nil) }
    }
    #expect(again)
  }

  @Test func `takes nothing where the store takes nothing`() async throws {
    let store = RecordingDouble()
    let builder = try builder(store)
    store.state.withLock { $0.denied = [HKObjectType.workoutType()] }
    #expect(await code { try await builder.beginCollection(at: begin) } == .errorAuthorizationDenied)
    store.state.withLock { $0.denied = [heartRate] }
    try await builder.beginCollection(at: begin)
    #expect(await code { try await builder.addSamples([heart(130, at: 0)]) } == .errorAuthorizationDenied)
    store.state.withLock { ($0.denied, $0.error) = ([], HKError(.errorDatabaseInaccessible)) }
    #expect(await code { try await builder.addSamples([heart(130, at: 0)]) } == .errorDatabaseInaccessible)
    #expect(builder.statistics(for: heartRate) == nil)
    try await builder.endCollection(at: begin + 10)
    #expect(await code { try await builder.finishWorkout() } == .errorDatabaseInaccessible)
    store.state.withLock { $0.error = nil }
    #expect(try await builder.finishWorkout() != nil)
  }

  @Test func `takes all samples or none, and each once`() async throws {
    let builder = try builder()
    try await builder.beginCollection(at: begin)
    #expect(
      await code { try await builder.addSamples([heart(130, at: 5), heart(140, at: -1)]) } == .errorInvalidArgument)
    #expect(builder.statistics(for: heartRate) == nil)
    let steps = HKQuantitySample(
      type: HKQuantityType(.stepCount), quantity: HKQuantity(unit: .count(), doubleValue: 10), start: begin,
      end: begin + 10)
    try await builder.addSamples([steps, heart(130, at: 0), steps])
    try await builder.addSamples([steps])
    #expect(builder.statistics(for: steps.quantityType)?.sumQuantity()?.doubleValue(for: .count()) == 10)
  }

  @Test func `cuts what lies over its end`() async throws {
    let builder = try builder()
    try await builder.beginCollection(at: begin)
    let steps = HKQuantitySample(
      type: HKQuantityType(.stepCount), quantity: HKQuantity(unit: .count(), doubleValue: 10), start: begin,
      end: begin + 100)
    try await builder.addSamples([steps, heart(130, at: 40), heart(170, at: 50), heart(190, at: 51)])
    try await builder.addWorkoutEvents([
      event(.segment, at: 10, for: 60), event(.pause, at: 60), event(.marker, at: 50),
    ])
    try await builder.endCollection(at: begin + 50)
    let workout = try #require(try await builder.finishWorkout())
    #expect(workout.workoutEvents?.map(\.type) == [.segment, .marker])
    #expect(workout.workoutEvents?.first?.dateInterval.end == begin + 50)
    #expect(workout.statistics(for: steps.quantityType)?.sumQuantity()?.doubleValue(for: .count()) == 5)
    #expect(workout.statistics(for: heartRate)?.maximumQuantity() == HKQuantity(unit: beats, doubleValue: 170))
    #expect(workout.zoneGroup(for: heartRate)?.seconds == [0, 10, 0, 0, 0])
  }

  @Test(arguments: [
    (HKWorkoutActivityType.running, [(HKWorkoutActivityType.running, 0.0, 10.0), (.running, 10, 20)], true),
    (.running, [(.cycling, 0, 10)], false),
    (.swimBikeRun, [(.swimming, 0, 10), (.transition, 10, 12), (.cycling, 12, 20), (.running, 21, 30)], true),
    (.swimBikeRun, [(.yoga, 0, 10)], false),
    (.running, [(.running, 0, 10), (.running, 9, 20)], false),
    (.running, [(.running, -1, 10)], false),
    (.running, [(.running, 10, 20), (.running, 0, 10)], true),
  ])
  func `takes activities that fit`(
    type: HKWorkoutActivityType, parts: [(HKWorkoutActivityType, Double, Double)], fits: Bool
  ) async throws {
    let builder = try builder(type)
    try await builder.beginCollection(at: begin)
    let code = await code {
      for (type, from, to) in parts {
        try await builder.addWorkoutActivity(
          HKWorkoutActivity(
            workoutConfiguration: configuration(type), start: begin + from, end: begin + to, metadata: nil))
      }
    }
    #expect(code == (fits ? nil : .errorInvalidArgument))
    #expect(builder.workoutActivities.map(\.startDate) == builder.workoutActivities.map(\.startDate).sorted())
  }

  private func builder(_ type: HKWorkoutActivityType) throws -> HKWorkoutBuilder {
    try OpenHealthKitTests.builder(RecordingDouble(), type)
  }

  private func builder(_ store: RecordingDouble = RecordingDouble()) throws -> HKWorkoutBuilder {
    try OpenHealthKitTests.builder(store)
  }

  @Test func `interpolates statistics at the edges of activities`() async throws {
    let builder = try builder(.swimBikeRun)
    try await builder.beginCollection(at: begin)
    for (type, from, to) in [(HKWorkoutActivityType.swimming, 0.0, 30.0), (.cycling, 40, 60)] {
      try await builder.addWorkoutActivity(
        HKWorkoutActivity(
          workoutConfiguration: configuration(type), start: begin + from, end: begin + to, metadata: nil))
    }
    let energy = HKQuantityType(.activeEnergyBurned)
    try await builder.addSamples([
      HKQuantitySample(
        type: energy, quantity: HKQuantity(unit: .kilocalorie(), doubleValue: 60), start: begin, end: begin + 60)
    ])
    try await builder.addWorkoutEvents([
      event(.segment, at: 20, for: 30), event(.pause, at: 10), event(.resume, at: 20),
    ])
    try await builder.endCollection(at: begin + 60)
    let workout = try #require(try await builder.finishWorkout())
    #expect(
      workout.workoutActivities.map { $0.statistics(for: energy)?.sumQuantity()?.doubleValue(for: .kilocalorie()) }
        == [30, 20])
    #expect(
      workout.workoutActivities.map { $0.workoutEvents.map(\.type) } == [[.pause, .segment, .resume], [.segment]])
    #expect(workout.workoutActivities.map(\.duration) == [20, 20] && workout.duration == 50)
  }

  @Test func `keeps samples of a workout that is dropped`() async throws {
    let store = RecordingDouble()
    let builder = try builder(store)
    try await builder.beginCollection(at: begin)
    try await builder.addSamples([heart(130, at: 0)])
    builder.discardWorkout()
    #expect(
      store.state.withLock { $0.saved.values.flatMap { $0 }.count } == 1 && store.state.withLock { $0.finished.isEmpty }
    )
  }
}
