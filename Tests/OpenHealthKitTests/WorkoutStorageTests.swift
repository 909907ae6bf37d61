// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthDatabase
import HealthKit
import TestSupport
import Testing
import Workouts

@testable import OpenHealthKit

/// Workouts both ways: what the app brought in as HealthKit has it, what a program saved as the app has it.
struct WorkoutStorageTests {
  let folder: StoreFolder

  init() throws { folder = try StoreFolder() }

  private func imported(_ store: HKHealthStore) throws -> (RecordingID, Recording) {
    let start = Samples.start.instant
    var recording = Recording(sport: .cycling, span: TimeSpan(start: start, end: start + 100_000))
    recording.name = "Ride"
    recording.utcOffsetSeconds = 7200
    recording.device = Device(manufacturer: "garmin", product: "edge", serial: 12_345, software: "9")
    recording.pauses = [Pause(span: TimeSpan(start: start + 40_000, end: start + 50_000), kind: .manual)]
    recording.laps = [Lap(span: TimeSpan(start: start, end: start + 60_000), trigger: .manual)]
    recording.activities = [Activity(sport: .cycling, span: recording.span)]
    recording.activities[0].totals.energy = 120
    let times = (0..<100).map { start.millisecondsSince1970 + Int64($0) * 1000 }
    recording.series = [
      Series(quantity: .heartRate, times: times, values: (0..<100).map { $0 == 7 ? .nan : Double(100 + $0) }),
      Series(quantity: .power, times: times, values: (0..<100).map { Double(200 + $0 % 5) }),
      Series(quantity: .distance, times: times, values: (0..<100).map { Double($0) * 8 }),
    ]
    let group = StoredZoneGroup(
      quantity: .heartRate, source: "user", provenance: "mine", boundaries: [120, 140, 160],
      names: ["1", "2", "3", "4"],
      algorithmVersion: 1, durations: [20_000, 20_000, 20_000, 30_000], unknown: 0)
    let opened = try store.health.opened.get()
    let ids = try opened.database.write { access in
      try access.insert(
        NewRecording(
          recording, of: opened.athlete, from: SourceRecord(format: "fit", importedAt: start), zoneGroups: [group]))
    }
    return (ids.recording, recording)
  }

  @Test(arguments: StoreKind.allCases) func `a recording that was brought in reads as a workout with its samples`(
    _ kind: StoreKind
  ) async throws {
    let store = kind.store(folder)
    _ = try imported(store)
    let workout = try #require(try await store.query(HKObjectType.workoutType()).first as? HKWorkout)
    #expect(workout.workoutActivityType == .cycling && workout.duration == 90)
    #expect(workout.startDate == Samples.start && workout.endDate == Samples.start.addingTimeInterval(100))
    #expect(workout.sourceRevision.source.bundleIdentifier == "org.zonecoach")
    #expect(workout.device?.model == "edge" && workout.device?.localIdentifier == nil)
    #expect(workout.workoutEvents?.map(\.type) == [.lap, .pause, .resume])
    #expect(workout.workoutActivities.count == 1)
    #expect(workout.zoneGroup(for: Samples.heartRate)?.zoneDurations.map(\.duration) == [20, 20, 20, 30])
    #expect(workout.zoneGroupsByType?[Samples.heartRate]?.configuration.source == .user)
    #expect(workout.statistics(for: Samples.heartRate)?.maximumQuantity()?.doubleValue(for: Samples.perMinute) == 199)
    #expect(
      workout.statistics(for: HKQuantityType(.activeEnergyBurned))?.sumQuantity()?.doubleValue(for: .kilocalorie())
        == 120)
    let distance = try #require(workout.statistics(for: HKQuantityType(.distanceCycling))?.sumQuantity())
    #expect(abs(distance.doubleValue(for: .meter()) - 99 * 8) < 1e-6)
    let beats = try await store.query()
    #expect(beats.count == 99)
    let power = try await store.query(HKQuantityType(.cyclingPower), HKQuery.predicateForObjects(from: workout))
    #expect(power.count == 100)
    #expect(try await store.query(HKQuantityType(.runningPower)).isEmpty)
    // Names are a function of recording and place: asked again they are the same, and each finds its sample.
    #expect(try await store.query().map(\.uuid) == beats.map(\.uuid))
    let one = try await store.query(Samples.heartRate, HKQuery.predicateForObject(with: beats[42].uuid))
    #expect(one.map(\.startDate) == [beats[42].startDate])
    // The app's objects are the app's to delete.
    #expect(await code { try await store.delete(workout) } == .errorInvalidArgument)
  }

  @Test func `anchored queries read values of recordings in pieces, and learn when the app deletes them`() async throws
  {
    let store = StoreKind.folder.store(folder)
    let (_, _) = try imported(store)
    try await store.save(Samples.beats(50, at: 3))
    var anchor: HKQueryAnchor?
    var got: [UUID] = []
    for _ in 0..<40 {
      let result = try await HKAnchoredObjectQueryDescriptor(
        predicates: [.quantitySample(type: Samples.heartRate)], anchor: anchor, limit: 9
      ).result(for: store)
      got += result.addedSamples.map(\.uuid)
      anchor = result.newAnchor
      if result.addedSamples.isEmpty { break }
    }
    #expect(got.count == 100 && Set(got).count == 100)
    let opened = try store.health.opened.get()
    try opened.database.write { try $0.delete(.everything, of: opened.athlete) }
    let result = try await HKAnchoredObjectQueryDescriptor(
      predicates: [.quantitySample(type: Samples.heartRate)], anchor: anchor
    ).result(for: store)
    #expect(Set(got).isSubset(of: Set(result.deletedObjects.map(\.uuid))))
    #expect(try await store.query().isEmpty)
  }

  private func workout(_ metadata: [String: Any]? = nil) throws -> HKWorkout {
    let configuration = HKWorkoutConfiguration()
    configuration.activityType = .running
    configuration.locationType = .outdoor
    var contents = HKWorkout.Contents(configuration: configuration)
    func event(_ type: HKWorkoutEventType, _ from: Double, _ length: Double = 0) -> HKWorkoutEvent {
      HKWorkoutEvent(
        type: type, dateInterval: DateInterval(start: Samples.start.addingTimeInterval(from), duration: length),
        metadata: nil)
    }
    contents.events = [event(.lap, 0, 60), event(.pause, 60), event(.resume, 70)]
    let zones = try HKWorkoutZoneConfiguration(
      quantityType: Samples.heartRate,
      zoneBoundaries: [120, 140].map { HKQuantity(unit: Samples.perMinute, doubleValue: $0) })
    contents.zoneGroups = [Samples.heartRate: HKWorkoutZoneGroup(configuration: zones, seconds: [10, 40.5, 20])]
    return HKWorkout(
      contents, start: Samples.start, end: Samples.start.addingTimeInterval(100),
      identity: ObjectIdentity(metadata: metadata))
  }

  @Test(arguments: StoreKind.allCases)
  func `a finished workout comes back whole, its samples belong to it, and the app has it as a recording`(
    _ kind: StoreKind
  ) async throws {
    let store = kind.store(folder)
    let collection = UUID()
    let beats = (0..<100).map { Samples.beats(Double(100 + $0), at: Double($0)) }
    let before = Samples.beats(88, at: 50.5)
    try await store.save(before)
    try store.backend.save(Array(beats[..<50]), collection: collection)
    try store.backend.save(Array(beats[50...]) + [before], collection: collection)
    try store.backend.save(beats, collection: collection)
    #expect(try store.backend.samples(collection: collection).count == 101)
    let made = try workout(["note": "good"])
    let finished = try store.backend.finish(made, collection: collection)
    #expect(finished.sourceRevision.source == .default() && finished.uuid == made.uuid)
    let read = try #require(try await store.query(HKObjectType.workoutType()).first as? HKWorkout)
    #expect(read.uuid == made.uuid && read.duration == 90 && read.metadata?["note"] as? String == "good")
    #expect(read.workoutEvents == made.workoutEvents && read.workoutActivities == made.workoutActivities)
    #expect(read.zoneGroup(for: Samples.heartRate)?.zoneDurations.map(\.duration) == [10, 40.5, 20])
    // Samples are handed out once, though the app has a copy.
    #expect(try await store.query().count == 101)
    #expect(try await store.query(Samples.heartRate, HKQuery.predicateForObjects(from: read)).count == 101)
    let opened = try store.health.opened.get()
    try opened.database.read { access in
      let row = try #require(try access.workouts(of: opened.athlete).first)
      #expect(row.sport == .running)
      let primary = try #require(row.primary)
      let recording = try access.recording(primary)
      #expect(recording.series(.heartRate)?.count == 101)
      #expect(recording.pauses.map(\.span.duration) == [10_000] && recording.laps.count == 1)
      let group = try #require(try access.zoneGroups(of: primary).first)
      #expect(group.durations == [10_000, 40_500, 20_000] && group.source == "app" && group.unknown == 19_500)
      #expect(try access.histograms(of: primary).first?.bins.reduce(0, +) ?? 0 > 80_000)
    }
    #expect(try opened.database.integrityCheck(thoroughly: true) == [])
    // Deleting the workout leaves its samples.
    try await store.delete(read)
    #expect(try await store.query(HKObjectType.workoutType()).isEmpty)
    #expect(try await store.query().count == 101)
    #expect(try opened.database.read { try $0.workouts(of: opened.athlete) }.isEmpty)
  }

  @Test func `deleting a program's workout in the app deletes its samples, which the counts say before`() async throws {
    let store = StoreKind.folder.store(folder)
    let loose = Samples.beats(70, at: 10)
    try await store.save(loose)
    let made = try workout()
    try store.backend.save((0..<30).map { Samples.beats(100, at: Double($0)) }, collection: made.uuid)
    _ = try store.backend.finish(made, collection: made.uuid)
    let opened = try store.health.opened.get()
    let ids = try opened.database.read { try $0.workouts(of: opened.athlete).map(\.id) }
    let preview = try opened.database.read { try $0.previewDeletion(.workouts(ids), of: opened.athlete) }
    #expect(preview.samples == 30 && preview.recordings == 1)
    let counts = try opened.database.write { try $0.delete(.workouts(ids), of: opened.athlete) }
    #expect(counts == preview)
    #expect(try await store.query().map(\.uuid) == [loose.uuid])
    #expect(try opened.database.integrityCheck(thoroughly: true) == [])
    let span = TimeSpan(start: Samples.start.instant, end: Samples.start.instant + 86_400_000)
    #expect(try opened.database.write { try $0.delete(.span(span), of: opened.athlete) }.samples == 1)
    #expect(try await store.query().isEmpty)
  }

  @Test
  func
    `question 26: who may not read heart rate doesn't see its time in zone, nor the workout of others without permission`()
    async throws
  {
    let store = StoreKind.folder.store(folder, program: "one")
    let made = try workout()
    _ = try store.backend.finish(made, collection: made.uuid)
    let workouts = HKObjectType.workoutType()
    func reader(_ name: String, _ types: Set<HKObjectType>) async throws -> HKWorkout? {
      let other = StoreKind.folder.store(
        folder, permissions: .asked { _ in PermissionAnswer(read: types) }, program: name)
      try await other.requestAuthorization(toShare: [], read: [workouts, Samples.heartRate])
      return try await other.query(workouts).first as? HKWorkout
    }
    let without = try #require(try await reader("two", [workouts]))
    #expect(without.zoneGroupsByType == nil)
    #expect(without.workoutActivities.allSatisfy { $0.zoneGroupsByType == nil })
    #expect(try await reader("three", [workouts, Samples.heartRate])?.zoneGroupsByType?.count == 1)
    #expect(try await reader("four", [Samples.heartRate]) == nil)
  }

  @Test
  func
    `question 30: time in zone stays as it was when the workout finished, with its zones, whatever is deleted after`()
    async throws
  {
    let store = StoreKind.folder.store(folder)
    let made = try workout()
    let beats = (0..<30).map { Samples.beats(100, at: Double($0)) }
    try store.backend.save(beats, collection: made.uuid)
    _ = try store.backend.finish(made, collection: made.uuid)
    try await store.delete(beats)
    let again = StoreKind.folder.store(folder)
    let read = try #require(try await again.query(HKObjectType.workoutType()).first as? HKWorkout)
    let group = try #require(read.zoneGroup(for: Samples.heartRate))
    #expect(group.zoneDurations.map(\.duration) == [10, 40.5, 20])
    #expect(group.configuration == made.zoneGroup(for: Samples.heartRate)!.configuration)
  }

  @Test
  func
    `question 28: the system's heart-rate zones are of reserve, from what is known, and none without age and maximum`()
    async throws
  {
    let store = StoreKind.memory.store(folder)
    let type = Samples.heartRate
    #expect(try await store.preferredWorkoutZoneConfiguration(for: type) == nil)
    let opened = try store.health.opened.get()
    func state(_ kind: String, _ value: Double, _ day: Int = 0) throws {
      try opened.database.write {
        _ = try $0.addAnchor(
          StoredAnchor(
            kind: kind, from: Day(daysSince1970: day), value: value, provenance: "stated", entered: $0.now),
          of: opened.athlete)
      }
    }
    func limits() async throws -> [Double]? {
      let found = try await store.preferredWorkoutZoneConfiguration(for: type)
      #expect(found?.source ?? .system == .system)
      return found?.zones.compactMap { $0.maximum?.doubleValue(for: Samples.perMinute) }
    }
    try state("maxHR", 180)
    #expect(try await limits() == [132, 144, 156, 168])
    try await store.save(
      HKQuantitySample(
        type: HKQuantityType(.restingHeartRate), quantity: HKQuantity(unit: Samples.perMinute, doubleValue: 72),
        start: Date(), end: Date()))
    let apples = try #require(try await limits())
    for (limit, expected) in zip(apples, [136.8, 147.6, 158.4, 169.2]) { #expect(abs(limit - expected) < 1e-9) }
    #expect(try await store.preferredWorkoutZoneConfiguration(for: HKQuantityType(.stepCount)) == nil)
  }

  @Test func `question 29: the system's power zones are six of the latest threshold power, and none without one`()
    async throws
  {
    let store = StoreKind.memory.store(folder)
    let type = HKQuantityType(.cyclingPower)
    #expect(try await store.preferredWorkoutZoneConfiguration(for: type) == nil)
    for (days, power) in [(10.0, 200.0), (1, 240), (5, 220)] {
      let moment = Date().addingTimeInterval(-days * 86_400)
      try await store.save(
        HKQuantitySample(
          type: HKQuantityType(.cyclingFunctionalThresholdPower),
          quantity: HKQuantity(unit: .watt(), doubleValue: power), start: moment, end: moment))
    }
    let found = try #require(try await store.preferredWorkoutZoneConfiguration(for: type))
    #expect(found.zones.compactMap { $0.maximum?.doubleValue(for: .watt()) } == [132, 180, 216, 252, 288])
    #expect(found.source == .system)
  }

  @Test func `effort that is related to a workout is found by predicate and by query until it is unrelated`()
    async throws
  {
    let store = StoreKind.memory.store(folder)
    let made = try workout()
    try await store.save(made)
    let effort = HKQuantitySample(
      type: HKQuantityType(.workoutEffortScore), quantity: HKQuantity(unit: .appleEffortScore(), doubleValue: 7),
      start: made.startDate, end: made.endDate)
    #expect(try await store.relateWorkoutEffortSample(effort, with: made, activity: made.workoutActivities[0]))
    let predicate = HKQuery.predicateForWorkoutEffortSamplesRelated(workout: made, activity: nil)
    #expect(try await store.query(HKQuantityType(.workoutEffortScore), predicate).map(\.uuid) == [effort.uuid])
    let result = try await HKWorkoutEffortRelationshipQueryDescriptor(
      predicate: nil, anchor: nil, option: .mostRelevant
    )
    .result(for: store)
    #expect(result.relationships.count == 2 && result.relationships[1].samples?.map(\.uuid) == [effort.uuid])
    #expect(try await store.unrelateWorkoutEffortSample(effort, from: made, activity: nil))
    #expect(try await store.query(HKQuantityType(.workoutEffortScore), predicate).isEmpty)
    #expect(
      await code { _ = try await store.relateWorkoutEffortSample(Samples.beats(1, at: 0), with: made, activity: nil) }
        == .errorInvalidArgument)
  }

  @Test func `workouts are chosen by activity, duration, totals, statistics and activities, and sorted by them`()
    async throws
  {
    let store = StoreKind.memory.store(folder)
    _ = try imported(store)
    let run = try workout()
    try await store.save(run)
    let type = HKObjectType.workoutType()
    func names(_ predicate: NSPredicate) async throws -> [HKWorkoutActivityType] {
      try await store.query(type, predicate).compactMap { ($0 as? HKWorkout)?.workoutActivityType }
    }
    #expect(try await names(HKQuery.predicateForWorkouts(with: .running)) == [.running])
    #expect(try await names(HKQuery.predicateForWorkouts(with: .greaterThan, duration: 90)) == [])
    let kilometres = HKQuantity(unit: HKUnit(from: "km"), doubleValue: 0.5)
    #expect(try await names(HKQuery.predicateForWorkouts(with: .greaterThan, totalDistance: kilometres)) == [.cycling])
    let fast = HKQuantity(unit: Samples.perMinute, doubleValue: 190)
    #expect(
      try await names(
        HKQuery.predicateForWorkouts(operatorType: .greaterThan, quantityType: Samples.heartRate, maximumQuantity: fast)
      )
        == [.cycling])
    let activity = HKQuery.predicateForWorkoutActivities(workoutActivityType: .running)
    #expect(try await names(HKQuery.predicateForWorkouts(activityPredicate: activity)) == [.running])
    #expect(try await names(HKQuery.predicateForObjects(from: HKSource.default())) == [.running])
    #expect(try await names(HKQuery.predicateForObject(with: run.uuid)) == [.running])
    let sorted = try await store.query(
      type, sort: [NSSortDescriptor(key: HKWorkoutSortIdentifierTotalDistance, ascending: false)])
    #expect(sorted.compactMap { ($0 as? HKWorkout)?.workoutActivityType } == [.cycling, .running])
  }
}
