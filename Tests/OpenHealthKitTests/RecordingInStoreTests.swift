// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthDatabase
import HealthKit
import OpenHealthKit
import Testing
import Zones

/// Whether something comes true within ten seconds.
private func soon(_ body: () throws -> Bool) async rethrows -> Bool {
  for _ in 0..<1000 {
    if try body() { return true }
    try? await Task.sleep(for: .milliseconds(10))
  }
  return try body()
}

struct `Recording in a store` {
  private let folder: StoreFolder

  init() throws { folder = try StoreFolder() }

  @Test(arguments: StoreKind.allCases)
  func `saves a workout of the past with its zones`(kind: StoreKind) async throws {
    let store = kind.store(folder)
    let builder = HKWorkoutBuilder(healthStore: store, configuration: configuration(.cycling), device: .local())
    try await builder.setCustomZoneConfiguration(zones(heartRate, [120, 140], .app), for: heartRate)
    try await builder.beginCollection(at: begin)
    let samples = [heart(110, at: 0), heart(130, at: 10, to: 40), heart(150, at: 40)]
    try await builder.addSamples(samples)
    try await builder.addWorkoutEvents([event(.pause, at: 45), event(.resume, at: 50)])
    try await builder.endCollection(at: begin + 60)
    let workout = try #require(try await builder.finishWorkout())
    let read = try #require(try store.stored(HKObjectType.workoutType()).first as? HKWorkout)
    for workout in [workout, read] {
      #expect(workout.duration == 55 && workout.device == .local() && workout.sourceRevision.source == .default())
      #expect(workout.zoneGroup(for: heartRate)?.seconds == [10, 30, 5])
      #expect(workout.statistics(for: heartRate)?.maximumQuantity()?.doubleValue(for: beats) == 150)
      #expect(workout.workoutEvents?.map(\.type) == [.pause, .resume])
    }
    #expect(read == workout && read.allStatistics == workout.allStatistics)
    #expect(Set(try store.stored(heartRate).map(\.uuid)) == Set(samples.map(\.uuid)))
  }

  @Test func `hears of sensors while a session runs`() async throws {
    let clock = TestClock(now: begin)
    let store = HKHealthStore(testing: HealthStoreConfiguration(clock: clock))
    let session = try HKWorkoutSession(healthStore: store, configuration: configuration())
    let builder = session.associatedWorkoutBuilder()
    let listener = Listener()
    session.delegate = listener
    builder.delegate = listener
    builder.dataSource = HKLiveWorkoutDataSource(healthStore: store, workoutConfiguration: configuration())
    try await builder.setCustomZoneConfiguration(zones(), for: heartRate)
    session.startActivity(with: nil)
    try await builder.beginCollection(at: begin)
    try store.receive([heart(130, at: 0)])
    #expect(await soon { listener.updates.count == 1 })
    clock.advance(by: 5)
    try store.receive([heart(150, at: 5)])
    #expect(await soon { listener.updates.count == 2 })
    #expect(listener.updates.last?.zoneGroup?.seconds == [0, 5, 0, 0, 0])
    clock.advance(by: 14.9)
    builder.settle()
    #expect(listener.updates.count == 2)
    clock.advance(by: 0.1)
    #expect(await soon { listener.updates.count == 3 })
    #expect(listener.updates.last?.currentZoneDuration == nil)
    session.stopActivity(with: begin + 20)
    try await builder.endCollection(at: begin + 20)
    let workout = try #require(try await builder.finishWorkout())
    session.end()
    #expect(workout.zoneGroup(for: heartRate)?.seconds == [0, 5, 15, 0, 0])
  }

  @Test func `takes samples of other programs that it may read, though it may not save such`() async throws {
    let strap = StoreKind.folder.store(folder, program: "strap")
    let coach = StoreKind.folder.store(
      folder,
      permissions: .asked { request in
        PermissionAnswer(toShare: [HKObjectType.workoutType()], read: request.read)
      }, program: "coach")
    try await coach.requestAuthorization(toShare: [HKObjectType.workoutType(), heartRate], read: [heartRate])
    let session = try HKWorkoutSession(healthStore: coach, configuration: configuration())
    let builder = session.associatedWorkoutBuilder()
    builder.dataSource = HKLiveWorkoutDataSource(healthStore: coach, workoutConfiguration: configuration())
    session.startActivity(with: begin)
    try await builder.beginCollection(at: begin)
    #expect(await code { try await builder.addSamples([heart(99, at: 0)]) } == .errorAuthorizationDenied)
    try strap.receive([heart(130, at: 0)])
    #expect(await soon { builder.statistics(for: heartRate) != nil })
    builder.settle()
    session.waitUntilKept()
    session.forget()
    let recovered = try #require(try await coach.recoverActiveWorkoutSession())
    let statistics = recovered.associatedWorkoutBuilder().statistics(for: heartRate)
    #expect(statistics?.maximumQuantity()?.doubleValue(for: beats) == 130)
    recovered.end()
  }

  @Test func `question 30: deleting samples leaves a finished workout as it is`() async throws {
    let store = StoreKind.memory.store(folder)
    let builder = HKWorkoutBuilder(healthStore: store, configuration: configuration(), device: nil)
    try await builder.setCustomZoneConfiguration(zones(heartRate, [120, 140], .app), for: heartRate)
    try await builder.beginCollection(at: begin)
    let sample = heart(130, at: 0)
    try await builder.addSamples([sample])
    try await builder.endCollection(at: begin + 10)
    _ = try await builder.finishWorkout()
    try await store.delete(sample)
    let read = try #require(try store.stored(HKObjectType.workoutType()).first as? HKWorkout)
    #expect(read.zoneGroup(for: heartRate)?.seconds == [0, 10, 0])
  }
}

struct `A strict store` {
  private func store(_ sentences: Lock<[String]>) -> HKHealthStore {
    HKHealthStore(
      testing: HealthStoreConfiguration(
        isStrict: true, onMisuse: { sentence in sentences.withLock { $0.append(sentence) } }))
  }

  /// Each misuse of recording, and words of what is said to do instead.
  enum Misuse: String, CaseIterable {
    case zonesTooLate, addedTooEarly, begunTwice, endedTooEarly, finishedTooEarly, usedAfter, pausedTooEarly

    var words: String {
      switch self {
      case .zonesTooLate: "Call setCustomZoneConfiguration before beginCollection"
      case .addedTooEarly: "call beginCollection, wait until it is done, then add"
      case .begunTwice: "Call beginCollection once"
      case .endedTooEarly: "Call beginCollection first"
      case .finishedTooEarly: "call endCollection, wait until it is done, then finishWorkout"
      case .usedAfter: "Make another builder"
      case .pausedTooEarly: "Ask for the session's state first"
      }
    }

    func commit(_ store: HKHealthStore) async throws {
      let builder = HKWorkoutBuilder(healthStore: store, configuration: configuration(), device: nil)
      switch self {
      case .zonesTooLate:
        try await builder.beginCollection(at: begin)
        try? await builder.setCustomZoneConfiguration(nil, for: heartRate)
      case .addedTooEarly: try? await builder.addSamples([heart(130, at: 0)])
      case .begunTwice:
        try await builder.beginCollection(at: begin)
        try? await builder.beginCollection(at: begin)
      case .endedTooEarly: try? await builder.endCollection(at: begin)
      case .finishedTooEarly:
        try await builder.beginCollection(at: begin)
        _ = try? await builder.finishWorkout()
      case .usedAfter:
        try await builder.beginCollection(at: begin)
        builder.discardWorkout()
        try? await builder.addMetadata(["a": 1])
      case .pausedTooEarly: try HKWorkoutSession(healthStore: store, configuration: configuration()).pause()
      }
    }
  }

  @Test(arguments: Misuse.allCases)
  func `says what a program does wrong where it would be swallowed, and what to do instead`(misuse: Misuse) async throws
  {
    let sentences = Lock([String]())
    try await misuse.commit(store(sentences))
    let said = sentences.withLock { $0 }
    #expect(said.count == 1 && said.first?.contains(misuse.words) == true)
  }

  @Test func `ends a program that sets its zones too late`() async {
    await #expect(processExitsWith: .failure) {
      let store = HKHealthStore(testing: HealthStoreConfiguration(isStrict: true))
      try await Misuse.zonesTooLate.commit(store)
    }
  }

  @Test func `says nothing of what is done in order`() async throws {
    let sentences = Lock([String]())
    let store = store(sentences)
    let builder = HKWorkoutBuilder(healthStore: store, configuration: configuration(), device: nil)
    try await builder.setCustomZoneConfiguration(zones(), for: heartRate)
    try await builder.beginCollection(at: begin)
    try await builder.addSamples([heart(130, at: 0)])
    try await builder.endCollection(at: begin + 10)
    try await builder.finishWorkout()
    #expect(sentences.withLock { $0 }.isEmpty)
  }
}
