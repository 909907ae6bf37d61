// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthKit
import Testing

#if canImport(Glibc)
  import Glibc
#endif

/// What the environment says of the store that `HKHealthStore()` opens. Each in a process of its own, which has one such
/// store.
struct `A store that the environment names` {
  let folder: StoreFolder

  init() throws { folder = try StoreFolder() }

  @Test func `is empty, in memory, allows what is asked for and is one for the process`() async throws {
    let data = folder.path + "/data"
    await #expect(processExitsWith: .success) { [data = data as String] in
      setenv("ZONECOACH_DATA", data, 1)
      setenv("ZONECOACH_STORE", "memory", 1)
      let store = HKHealthStore()
      precondition(store.authorizationStatus(for: Samples.heartRate) == .notDetermined)
      // Nobody answers but the store.
      try await store.requestAuthorization(toShare: [Samples.heartRate], read: [Samples.heartRate])
      precondition(store.authorizationStatus(for: Samples.heartRate) == .sharingAuthorized)
      let before = try await beats(in: store)
      precondition(before.isEmpty)
      try await store.save(Samples.beats(61, at: 0))
      let after = try await beats(in: HKHealthStore())
      precondition(after == [61])
    }
    #expect(!FileManager.default.fileExists(atPath: data), "nothing is written")
  }

  @Test(arguments: [true, false])
  func `ends the program at a misuse where it is strict, and goes on where it isn't`(_ isStrict: Bool) async throws {
    let result = await #expect(
      processExitsWith: isStrict ? .failure : .success, observing: [\.standardErrorContent]
    ) { [isStrict = isStrict as Bool] in
      setenv("ZONECOACH_STORE", "memory", 1)
      setenv("ZONECOACH_STRICT", isStrict ? "1" : "0", 1)
      let configuration = HKWorkoutConfiguration()
      configuration.activityType = .running
      let builder = HKWorkoutBuilder(healthStore: HKHealthStore(), configuration: configuration, device: nil)
      try? await builder.endCollection(at: Samples.start)
    }
    let said = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(said.contains("There is no running collection to end.") == isStrict, "\(said)")
  }
}

/// The values of all heart rates that a program may read.
private func beats(in store: HKHealthStore) async throws -> [Double] {
  let descriptor = HKSampleQueryDescriptor(
    predicates: [.quantitySample(type: Samples.heartRate)], sortDescriptors: [])
  return try await descriptor.result(for: store).map { $0.quantity.doubleValue(for: Samples.perMinute) }
}
