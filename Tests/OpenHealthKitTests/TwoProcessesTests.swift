// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthDatabase
import HealthKit
import TestSupport
import Testing

@testable import OpenHealthKit

/// A program that saves, deletes and asks at random, and keeps what it was told.
final class RandomProgram {
  let store: HKHealthStore
  private var random: SeededGenerator
  private var anchor: HKQueryAnchor?
  private var own: [HKQuantitySample] = []
  /// What is stored, as far as was told.
  private(set) var known: Set<UUID> = []
  private var everAdded: Set<UUID> = []
  private var everDeleted: Set<UUID> = []

  init(folder: String, name: String, seed: UInt64) {
    store = HKHealthStore(testing: HealthStoreConfiguration(program: name, folder: folder))
    random = SeededGenerator(seed: seed)
  }

  /// A fault found; nil as long as there is none.
  private(set) var fault: String?

  func step() async throws {
    switch Int.random(in: 0..<10, using: &random) {
    case 0..<4:
      let start = Double(Int.random(in: 0..<100_000, using: &random))
      let batch = (0..<Int.random(in: 1...20, using: &random)).map { Samples.beats(60, at: start + Double($0)) }
      try await store.save(batch)
      own += batch
    case 4..<6 where !own.isEmpty:
      own.shuffle(using: &random)
      let going = Array(own.suffix(Int.random(in: 1...min(8, own.count), using: &random)))
      own.removeLast(going.count)
      try await store.delete(going)
    default: try await ask(limit: Bool.random(using: &random) ? Int.random(in: 1...30, using: &random) : nil)
    }
  }

  func ask(limit: Int? = nil) async throws {
    let result = try await HKAnchoredObjectQueryDescriptor(
      predicates: [.quantitySample(type: Samples.heartRate)], anchor: anchor, limit: limit
    ).result(for: store)
    if let limit, result.addedSamples.count + result.deletedObjects.count > limit { fault = "more than the limit" }
    if result.newAnchor.value < anchor?.value ?? 0 { fault = "an anchor that goes back" }
    anchor = result.newAnchor
    for sample in result.addedSamples {
      if !everAdded.insert(sample.uuid).inserted { fault = "a sample came twice" }
      if !everDeleted.contains(sample.uuid) { known.insert(sample.uuid) }
    }
    for object in result.deletedObjects {
      if !everDeleted.insert(object.uuid).inserted { fault = "a deletion came twice" }
      known.remove(object.uuid)
    }
  }
}

struct TwoProcessesTests {
  let folder: StoreFolder

  init() throws { folder = try StoreFolder() }

  @Test(arguments: [UInt64](1...4))
  func `two processes that save, delete and ask at random miss nothing and hear nothing twice`(_ seed: UInt64)
    async throws
  {
    let path = folder.path
    let one = RandomProgram(folder: path, name: "one", seed: seed)
    let isDone = Lock(false)
    let child = Task {
      await #expect(processExitsWith: .success) { [path = path as String, seed = seed as UInt64] in
        let two = RandomProgram(folder: path, name: "two", seed: seed &+ 1000)
        for _ in 0..<250 { try await two.step() }
        try await two.ask()
        precondition(two.fault == nil)
        try await two.store.save(Samples.steps(1, from: 0, to: 1))
      }
      isDone.withLock { $0 = true }
    }
    var steps = 0
    while steps < 250 || isDone.withLock({ !$0 }) {
      try await one.step()
      steps += 1
      if steps > 250 { try await Task.sleep(for: .milliseconds(20)) }
    }
    await child.value
    try await one.ask()
    #expect(one.fault == nil, "seed \(seed)")
    let stored = Set(try one.store.stored(Samples.heartRate).map(\.uuid))
    #expect(one.known == stored, "seed \(seed)")
    // The other process was there, and came to its end.
    #expect(try one.store.stored(HKQuantityType(.stepCount)).count == 1)
    #expect(try one.store.health.opened.get().database.integrityCheck(thoroughly: true) == [])
  }

  @Test func `what another process saves reaches a long-running query and an observing data source soon`() async throws
  {
    let path = folder.path
    let store = HKHealthStore(testing: HealthStoreConfiguration(program: "reader", folder: path))
    let got = Lock<[Double]>([]), observed = Lock<[Double]>([])
    @Sendable func value(_ sample: HKSample) -> Double {
      (sample as? HKQuantitySample)?.quantity.doubleValue(for: Samples.perMinute) ?? -1
    }
    // The first sample may be among what is there when the query begins.
    let handler: HKAnchoredObjectQuery.Handler = { _, added, _, _, _ in got.withLock { $0 += (added ?? []).map(value) }
    }
    let query = HKAnchoredObjectQuery(
      type: Samples.heartRate, predicate: nil, anchor: nil, limit: HKObjectQueryNoLimit, resultsHandler: handler)
    query.updateHandler = handler
    store.execute(query)
    let observing = store.backend.observe([Samples.heartRate], collection: nil) { samples in
      observed.withLock { $0 += samples.map(value) }
    }
    try store.receive([Samples.beats(1, at: 0)])
    await #expect(processExitsWith: .success) { [path = path as String] in
      let writer = HKHealthStore(testing: HealthStoreConfiguration(program: "writer", folder: path))
      for index in 2...20 { try await writer.save(Samples.beats(Double(index), at: Double(index))) }
    }
    let all = (1...20).map(Double.init)
    #expect(await eventually { got.withLock { $0 } == all })
    #expect(await eventually { observed.withLock { $0 } == all })
    observing.cancel()
    store.stop(query)
  }
}
