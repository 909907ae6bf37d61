// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthDatabase
import HealthKit
import OpenHealthKit
import TestSupport
import Testing

/// A folder that is gone with its owner.
final class StoreFolder: Sendable {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "/zonecoach-store-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}

/// Stores in memory and in a folder: one body serves both.
enum StoreKind: String, CaseIterable, Sendable {
  case memory, folder

  func store(
    _ folder: StoreFolder, permissions: HealthStoreConfiguration.Permissions = .granted, program: String? = nil
  ) -> HKHealthStore {
    HKHealthStore(
      testing: HealthStoreConfiguration(
        permissions: permissions, program: program, folder: self == .memory ? nil : folder.path))
  }
}

enum Samples {
  static let heartRate = HKQuantityType(.heartRate)
  static let start = Date(timeIntervalSinceReferenceDate: 790_000_000)
  static let perMinute = HKUnit(from: "count/min")

  static func beats(
    _ value: Double, at seconds: Double, metadata: [String: Any]? = nil, device: HKDevice? = nil
  ) -> HKQuantitySample {
    let moment = start.addingTimeInterval(seconds)
    return HKQuantitySample(
      type: heartRate, quantity: HKQuantity(unit: perMinute, doubleValue: value), start: moment, end: moment,
      device: device, metadata: metadata)
  }

  static func steps(_ value: Double, from: Double, to: Double) -> HKQuantitySample {
    HKQuantitySample(
      type: HKQuantityType(.stepCount), quantity: HKQuantity(unit: .count(), doubleValue: value),
      start: start.addingTimeInterval(from), end: start.addingTimeInterval(to))
  }
}

func code(_ body: () async throws -> Void) async -> HKError.Code? {
  do {
    try await body()
    return nil
  } catch { return (error as? HKError)?.code ?? .unknownError }
}

struct StoreTests {
  let folder: StoreFolder

  init() throws { folder = try StoreFolder() }

  private func all(_ store: HKHealthStore, _ type: HKSampleType = Samples.heartRate) throws -> [HKSample] {
    try store.stored(type)
  }

  @Test(arguments: StoreKind.allCases) func `samples come back as they were saved, every bit`(_ kind: StoreKind)
    async throws
  {
    let store = kind.store(folder)
    let device = HKDevice(
      name: "Strap", manufacturer: "Maker", model: "M", hardwareVersion: "1", firmwareVersion: nil,
      softwareVersion: "2",
      localIdentifier: nil, udiDeviceIdentifier: nil)
    let metadata: [String: Any] = [
      "text": "ä“", "whole": 7, "number": 0.1, "flag": true, "date": Samples.start, "nan": Double.infinity,
      "quantity": HKQuantity(unit: .meter(), doubleValue: 3.5),
    ]
    let samples =
      [
        Samples.beats(71.3, at: 0.123_456_789), Samples.beats(80, at: 1), Samples.beats(81, at: 2),
        Samples.beats(90, at: -5, metadata: metadata, device: device),
      ]
    try await store.save(samples)
    let read = try all(store).compactMap { $0 as? HKDiscreteQuantitySample }
    #expect(read.map(\.uuid) == [samples[3], samples[0], samples[1], samples[2]].map(\.uuid))
    for sample in read {
      let saved = try #require(samples.first { $0.uuid == sample.uuid })
      #expect(sample.quantity == saved.quantity)
      #expect(sample.startDate == saved.startDate && sample.endDate == saved.endDate)
      #expect(sample.device == saved.device)
      #expect(sample.sourceRevision.source == .default())
    }
    let back = try #require(read[0].metadata)
    #expect(back["text"] as? String == "ä“" && back["whole"] as? Int == 7 && back["number"] as? Double == 0.1)
    #expect(back["flag"] as? Bool == true && back["date"] as? Date == Samples.start)
    #expect(back["nan"] as? Double == .infinity)
    #expect(back["quantity"] as? HKQuantity == HKQuantity(unit: .meter(), doubleValue: 3.5))
    #expect(read[1].metadata == nil)
  }

  @Test(arguments: StoreKind.allCases) func `what is stored already is refused, and nothing of the list is kept`(
    _ kind: StoreKind
  ) async throws {
    let store = kind.store(folder)
    let one = Samples.beats(70, at: 0)
    try await store.save(one)
    #expect(await code { try await store.save([Samples.beats(71, at: 1), one]) } == .errorInvalidArgument)
    #expect(await code { try await store.save([HKObject]()) } == .errorInvalidArgument)
    let twice = Samples.beats(72, at: 2)
    #expect(await code { try await store.save([twice, twice]) } == .errorInvalidArgument)
    #expect(try all(store).count == 1)
  }

  @Test func `permissions: denied and undetermined saving have Apple's errors, and a denied read looks like no data`()
    async throws
  {
    let writer = StoreKind.folder.store(folder, program: "writer")
    try await writer.save([Samples.beats(70, at: 0), Samples.beats(71, at: 1)])
    let heartRate = Samples.heartRate
    let denied = StoreKind.folder.store(folder, permissions: .denied, program: "denied")
    #expect(await code { try await denied.save(Samples.beats(90, at: 3)) } == .errorAuthorizationDenied)
    #expect(denied.authorizationStatus(for: heartRate) == .sharingDenied)
    #expect(try all(denied).isEmpty)
    let asked = StoreKind.folder.store(
      folder,
      permissions: .asked { request in
        PermissionAnswer(toShare: request.toShare, readableFrom: [:])
      }, program: "asked")
    #expect(asked.authorizationStatus(for: heartRate) == .notDetermined)
    #expect(await code { try await asked.save(Samples.beats(90, at: 3)) } == .errorAuthorizationNotDetermined)
    #expect(try await asked.statusForAuthorizationRequest(toShare: [heartRate], read: [heartRate]) == .shouldRequest)
    try await asked.requestAuthorization(toShare: [heartRate], read: [heartRate])
    #expect(try await asked.statusForAuthorizationRequest(toShare: [heartRate], read: [heartRate]) == .unnecessary)
    #expect(asked.authorizationStatus(for: heartRate) == .sharingAuthorized)
    let own = Samples.beats(95, at: 4)
    try await asked.save(own)
    #expect(try all(asked).map(\.uuid) == [own.uuid])
    #expect(try all(writer).count == 3)
  }

  @Test func `the recent past that a person shows is all that others' samples show`() async throws {
    let writer = StoreKind.folder.store(folder, program: "writer")
    try await writer.save((0..<10).map { Samples.beats(70, at: Double($0)) })
    let from = Samples.start.addingTimeInterval(6)
    let reader = StoreKind.folder.store(
      folder,
      permissions: .asked {
        PermissionAnswer(toShare: $0.toShare, read: $0.read, readableFrom: [Samples.heartRate: from])
      },
      program: "reader")
    try await reader.requestAuthorization(toShare: [Samples.heartRate], read: [Samples.heartRate])
    try await reader.save(Samples.beats(80, at: 0))
    #expect(try all(reader).count == 5)
    let dates = try await reader.earliestAuthorizedSampleDate(for: [Samples.heartRate, HKQuantityType(.stepCount)])
    #expect(dates == [Samples.heartRate: from])
  }

  @Test(arguments: StoreKind.allCases) func `deleting takes own samples only, all or none`(_ kind: StoreKind)
    async throws
  {
    let store = kind.store(folder)
    let samples = (0..<1000).map { Samples.beats(Double(60 + $0 % 90), at: Double($0)) }
    try await store.save(samples)
    try await store.delete([samples[5], samples[500], samples[999]])
    #expect(try all(store).count == 997)
    #expect(await code { try await store.delete([samples[6], samples[5]]) } == .errorInvalidArgument)
    #expect(await code { try await store.delete([HKObject]()) } == .errorInvalidArgument)
    #expect(try all(store).count == 997)
    #expect(await code { try await store.save(samples[6]) } == .errorInvalidArgument)
    if kind == .folder {
      let other = kind.store(folder, program: "another")
      #expect(await code { try await other.delete(samples[7]) } == .errorInvalidArgument)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `a newer version takes the place of an older one, and an older one is not stored`(_ kind: StoreKind) async throws
  {
    let store = kind.store(folder)
    func version(_ number: Int, _ value: Double) -> HKQuantitySample {
      Samples.beats(
        value, at: 0, metadata: [HKMetadataKeySyncIdentifier: "a", HKMetadataKeySyncVersion: number])
    }
    try await store.save(version(2, 72))
    try await store.save(version(1, 71))
    #expect(try all(store).map { ($0 as? HKQuantitySample)?.quantity.doubleValue(for: Samples.perMinute) } == [72])
    try await store.save(version(3, 73))
    #expect(try all(store).map { ($0 as? HKQuantitySample)?.quantity.doubleValue(for: Samples.perMinute) } == [73])
  }

  @Test(arguments: StoreKind.allCases) func `category samples and correlations come back whole`(_ kind: StoreKind)
    async throws
  {
    let store = kind.store(folder)
    let sleep = HKCategorySample(
      type: HKCategoryType(.sleepAnalysis), value: 3, start: Samples.start, end: Samples.start.addingTimeInterval(60))
    let food = HKCorrelation(
      type: HKCorrelationType(.food), start: Samples.start, end: Samples.start,
      objects: [Samples.beats(60, at: 0), Samples.steps(3, from: 0, to: 1)])
    try await store.save([sleep, food])
    let read = try #require(try all(store, HKCategoryType(.sleepAnalysis)).first as? HKCategorySample)
    #expect(read.value == 3 && read.endDate == sleep.endDate && read.uuid == sleep.uuid)
    let correlation = try #require(try all(store, HKCorrelationType(.food)).first as? HKCorrelation)
    #expect(correlation.objects == food.objects && correlation.objects(for: Samples.heartRate).count == 1)
  }

  @Test func `strict mode says what is read or saved before asking, and goes on where the test takes the sentence`()
    async throws
  {
    let said = Lock<[String]>([])
    let store = HKHealthStore(
      testing: HealthStoreConfiguration(
        permissions: .asked { .everything(of: $0) }, isStrict: true,
        onMisuse: { text in said.withLock { $0.append(text) } }))
    _ = try all(store)
    #expect(await code { try await store.save(Samples.beats(60, at: 0)) } == .errorAuthorizationNotDetermined)
    #expect(said.withLock { $0.count } == 2)
    try await store.requestAuthorization(toShare: [Samples.heartRate], read: [Samples.heartRate])
    _ = try all(store)
    try await store.save(Samples.beats(60, at: 0))
    #expect(said.withLock { $0.count } == 2)
  }

  @Test
  func `in memory, permission that is asked for is looked up by every reader without waiting for itself`() async throws
  {
    let store = HKHealthStore(
      testing: HealthStoreConfiguration(permissions: .asked { .everything(of: $0) }))
    let type = Samples.heartRate
    try await store.requestAuthorization(toShare: [.workoutType(), type], read: [HKObjectType.workoutType(), type])
    let builder = HKWorkoutBuilder(healthStore: store, configuration: HKWorkoutConfiguration(), device: nil)
    let limits = [100.0, 140].map { HKQuantity(unit: HKUnit(from: "count/min"), doubleValue: $0) }
    try await builder.setCustomZoneConfiguration(
      HKWorkoutZoneConfiguration(quantityType: type, zoneBoundaries: limits), for: type)
    try await builder.beginCollection(at: Samples.start)
    try await builder.addSamples([Samples.beats(90, at: 1), Samples.beats(120, at: 2)])
    try await builder.endCollection(at: Samples.start.addingTimeInterval(10))
    #expect(try await builder.finishWorkout() != nil)
    let workouts = try await HKSampleQueryDescriptor(predicates: [.workout()], sortDescriptors: []).result(for: store)
    #expect(workouts.first?.zoneGroup(for: type) != nil)
    let anchored = HKAnchoredObjectQueryDescriptor(predicates: [.quantitySample(type: type)], anchor: nil)
    #expect(try await anchored.result(for: store).addedSamples.count == 2)
    let sources = try await HKSourceQueryDescriptor(predicate: .quantitySample(type: type)).result(for: store)
    #expect(sources.count == 1)
    var seen = 0
    for try await news in anchored.results(for: store) {
      seen += news.addedSamples.count
      if seen >= 3 { break }
      try await store.save(Samples.beats(130, at: 20))
    }
    #expect(seen == 3)
  }

  @Test func `strict mode stops a program whose zones come too late behind a try that looks away`() async {
    await #expect(processExitsWith: .failure) {
      let store = HKHealthStore(testing: HealthStoreConfiguration(isStrict: true))
      let builder = HKWorkoutBuilder(healthStore: store, configuration: HKWorkoutConfiguration(), device: nil)
      try await builder.beginCollection(at: Samples.start)
      let limits = [100.0, 140].map { HKQuantity(unit: HKUnit(from: "count/min"), doubleValue: $0) }
      let zones = try HKWorkoutZoneConfiguration(quantityType: Samples.heartRate, zoneBoundaries: limits)
      try? await builder.setCustomZoneConfiguration(zones, for: Samples.heartRate)
      // Without strict mode the program goes on, with zones that are not its own.
      exit(0)
    }
  }

  @Test func `strict mode stops a program that reads before it asks`() async {
    await #expect(processExitsWith: .failure) {
      let store = HKHealthStore(
        testing: HealthStoreConfiguration(permissions: .asked { .everything(of: $0) }, isStrict: true))
      let query = HKSampleQueryDescriptor(
        predicates: [.quantitySample(type: Samples.heartRate)], sortDescriptors: [SortDescriptor(\.startDate)])
      _ = try? await query.result(for: store)
      exit(0)
    }
  }

  @Test func `a test's clock calls in order what is due`() async throws {
    let clock = TestClock()
    let store = HKHealthStore(testing: HealthStoreConfiguration(clock: clock))
    let start = clock.now
    let called = Lock<[Double]>([])
    let kept = [3.0, 1, 2, 10].map { seconds in
      store.backend.schedule(at: start.addingTimeInterval(seconds)) { called.withLock { $0.append(seconds) } }
    }
    kept[2].cancel()
    clock.advance(by: 5)
    #expect(called.withLock { $0 } == [1, 3])
    #expect(clock.now == start.addingTimeInterval(5))
    withExtendedLifetime(kept) {}
  }
}

extension HKHealthStore {
  /// All samples of a type, by start.
  func stored(_ type: HKSampleType) throws -> [HKSample] { try storedSamples(of: type) }
}
