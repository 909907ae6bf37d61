// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthDatabase
import HealthKit
import TestSupport
import Testing

@testable import OpenHealthKit

extension HKHealthStore {
  /// What a sample query answers.
  func query(
    _ type: HKSampleType = Samples.heartRate, _ predicate: NSPredicate? = nil, limit: Int = HKObjectQueryNoLimit,
    sort: [NSSortDescriptor]? = nil
  ) async throws -> [HKSample] {
    try await withCheckedThrowingContinuation { continuation in
      execute(
        HKSampleQuery(sampleType: type, predicate: predicate, limit: limit, sortDescriptors: sort) {
          _, samples, error in
          continuation.resume(with: error.map { .failure($0) } ?? .success(samples ?? []))
        })
    }
  }
}

/// Waits until something is so, for what happens on other threads.
func eventually(_ seconds: Double = 20, _ body: () throws -> Bool) async rethrows -> Bool {
  let end = Date().addingTimeInterval(seconds)
  while Date() < end {
    if try body() { return true }
    try? await Task.sleep(for: .milliseconds(5))
  }
  return try body()
}

struct QueryTests {
  let folder: StoreFolder

  init() throws { folder = try StoreFolder() }

  /// Samples of several kinds, by start and of two programs.
  private func filled(_ kind: StoreKind = .folder) async throws -> (store: HKHealthStore, samples: [HKQuantitySample]) {
    let one = kind.store(folder, program: "one")
    let strap = HKDevice(
      name: "Strap", manufacturer: "Maker", model: nil, hardwareVersion: nil, firmwareVersion: nil,
      softwareVersion: nil, localIdentifier: nil, udiDeviceIdentifier: nil)
    let samples = (0..<100).map { (index: Int) -> HKQuantitySample in
      let metadata: [String: Any]? = index % 10 == 0 ? ["lap": index / 10, "kind": "a"] : nil
      return Samples.beats(
        Double(60 + index), at: Double(index * 10), metadata: metadata, device: index % 2 == 0 ? strap : nil)
    }
    try await one.save(Array(samples[0..<50].shuffled()))
    if kind == .folder {
      try await kind.store(folder, program: "two").save(Array(samples[50...]))
    } else {
      try await one.save(Array(samples[50...]))
    }
    return (one, samples)
  }

  private func values(_ samples: [HKSample]) -> [Int] {
    samples.compactMap { ($0 as? HKQuantitySample)?.quantity.doubleValue(for: Samples.perMinute) }.map { Int($0) }
  }

  @Test func `sorting and limits answer as sorting everything does`() async throws {
    let (store, samples) = try await filled()
    for key in [HKSampleSortIdentifierStartDate, HKSampleSortIdentifierEndDate] {
      for ascending in [true, false] {
        let all = samples.sorted { ascending ? $0.startDate < $1.startDate : $0.startDate > $1.startDate }
        for limit in [1, 3, 50, 51, 99, 100, 200] {
          let found = try await store.query(
            limit: limit, sort: [NSSortDescriptor(key: key, ascending: ascending)])
          #expect(found.map(\.uuid) == all.prefix(limit).map(\.uuid), "\(key) \(ascending) \(limit)")
        }
      }
    }
    let descriptor = HKSampleQueryDescriptor(
      predicates: [.quantitySample(type: Samples.heartRate)],
      sortDescriptors: [SortDescriptor(\.endDate, order: .reverse)],
      limit: 2)
    #expect(values(try await descriptor.result(for: store)) == [159, 158])
  }

  @Test func `predicates choose as they say, pushed down or not`() async throws {
    let (store, samples) = try await filled()
    func at(_ seconds: Double) -> Date { Samples.start.addingTimeInterval(seconds) }
    let beats = { (value: Double) in HKQuantity(unit: Samples.perMinute, doubleValue: value) }
    let device = try #require(samples[0].device)
    let cases: [(NSPredicate, [Int])] = [
      (HKQuery.predicateForSamples(withStart: at(20), end: at(50)), [62, 63, 64]),
      (HKQuery.predicateForSamples(withStart: at(20), end: at(50), options: .strictStartDate), [62, 63, 64]),
      (HKQuery.predicateForSamples(withStart: at(20), end: at(50), options: .strictEndDate), [62, 63, 64]),
      (HKQuery.predicateForSamples(withStart: nil, end: at(20)), [60, 61]),
      (HKQuery.predicateForSamples(withStart: at(970), end: nil), [157, 158, 159]),
      (HKQuery.predicateForObject(with: samples[7].uuid), [67]),
      (HKQuery.predicateForObjects(with: [samples[7].uuid, samples[70].uuid, UUID()]), [67, 130]),
      (HKQuery.predicateForObjects(from: HKSource.default()), []),
      (HKQuery.predicateForQuantitySamples(with: .greaterThan, quantity: beats(157)), [158, 159]),
      (
        HKQuery.predicateForQuantitySamples(
          with: .lessThan, quantity: HKQuantity(unit: HKUnit(from: "count/s"), doubleValue: 1.03)),
        [60, 61]
      ),
      (HKQuery.predicateForObjects(withMetadataKey: "lap"), Array(stride(from: 60, to: 160, by: 10))),
      (HKQuery.predicateForObjects(withMetadataKey: "lap", allowedValues: [2, 5]), [80, 110]),
      (HKQuery.predicateForObjects(withMetadataKey: "lap", operatorType: .greaterThanOrEqualTo, value: 8), [140, 150]),
      (HKQuery.predicateForObjects(withMetadataKey: "kind", operatorType: .beginsWith, value: "b"), []),
      (
        NSCompoundPredicate(andPredicateWithSubpredicates: [
          HKQuery.predicateForObjects(from: [device]), HKQuery.predicateForSamples(withStart: at(0), end: at(45)),
        ]), [60, 62, 64]
      ),
      (
        NSCompoundPredicate(andPredicateWithSubpredicates: [
          NSCompoundPredicate(
            notPredicateWithSubpredicate: HKQuery.predicateForObjects(
              withDeviceProperty: HKDevicePropertyKeyName, allowedValues: ["Strap"])),
          HKQuery.predicateForSamples(withStart: at(0), end: at(45)),
        ]), [61, 63]
      ),
      (
        NSCompoundPredicate(orPredicateWithSubpredicates: [
          HKQuery.predicateForSamples(withStart: at(990), end: nil), HKQuery.predicateForObject(with: samples[0].uuid),
        ]), [60, 159]
      ),
      (
        NSPredicate(
          format: "%K >= %@ AND %K < %@", HKPredicateKeyPathStartDate, at(20), HKPredicateKeyPathStartDate, at(50)),
        [62, 63, 64]
      ),
      (NSPredicate(format: "%K > %@", HKPredicateKeyPathQuantity, beats(157)), [158, 159]),
      (NSPredicate(format: "UUID == %@ || (NOT endDate < %@)", samples[3].uuid, at(985)), [63, 159]),
      (NSPredicate(format: "metadata.lap IN {1, 3} and metadata.kind == 'a'"), [70, 90]),
      (NSPredicate(format: "metadata.lap BETWEEN %@", [7, 8]), [130, 140]),
      (NSPredicate { object, _ in (object as? HKSample)?.startDate == at(500) }, [110]),
    ]
    for (predicate, expected) in cases {
      #expect(values(try await store.query(Samples.heartRate, predicate)) == expected, "\(predicate)")
      // A predicate says the same of an object as the store does.
      if predicate.description.contains("lap") || expected.isEmpty { continue }
      #expect(values(samples.filter { predicate.evaluate(with: $0) }) == expected, "\(predicate)")
    }
    let sources = try await HKSourceQueryDescriptor(predicate: .quantitySample(type: Samples.heartRate)).result(
      for: store)
    #expect(sources.map(\.bundleIdentifier) == ["one", "two"])
    #expect(
      values(try await store.query(Samples.heartRate, HKQuery.predicateForObjects(from: sources[1])))
        == Array(110..<160))
  }

  @Test func `texts of predicates that can't be read are told apart`() {
    for text in [
      "startDate", "startDate > ", "nothing == 1", "startDate == 1", "(startDate > %@", "startDate > %@ startDate",
      "startDate > %@ AND", "quantity > %q", "startDate BETWEEN {1}", "metadata.a < nil",
    ] {
      var parser = PredicateParser(text, text.contains("%@") ? [Date()] : [])
      #expect(throws: PredicateTextError.self, "\(text)") { try parser.condition() }
    }
  }

  @Test(arguments: [UInt64](1...12)) func `samples over the edge of a time are chosen as plain comparing chooses them`(
    _ seed: UInt64
  ) async throws {
    var random = SeededGenerator(seed: seed)
    let store = StoreKind.memory.store(folder)
    var samples: [HKQuantitySample] = []
    for _ in 0..<5 {
      let batch = (0..<Int.random(in: 1...40, using: &random)).map { _ in
        let from = Double(Int.random(in: 0...100, using: &random))
        return Samples.steps(1, from: from, to: from + Double(Int.random(in: 0...20, using: &random)))
      }
      try await store.save(batch)
      samples += batch
    }
    for options in [HKQueryOptions(), .strictStartDate, .strictEndDate, [.strictStartDate, .strictEndDate]] {
      let from = Double(Int.random(in: -5...60, using: &random)),
        to = from + Double(Int.random(in: 0...60, using: &random))
      let (start, end) = (Samples.start.addingTimeInterval(from), Samples.start.addingTimeInterval(to))
      let expected = samples.filter { sample in
        let (a, b) = (sample.startDate, sample.endDate)
        var holds = true
        if options.contains(.strictStartDate) { holds = holds && a >= start && a < end }
        if options.contains(.strictEndDate) { holds = holds && b >= start && b < end }
        return options.isEmpty ? a < end && b >= start : holds
      }
      let found = try await store.query(
        HKQuantityType(.stepCount), HKQuery.predicateForSamples(withStart: start, end: end, options: options))
      #expect(Set(found.map(\.uuid)) == Set(expected.map(\.uuid)), "seed \(seed)")
      #expect(found.count == expected.count)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `a statistics query is the average, least, greatest and newest of what it asks for`(_ kind: StoreKind)
    async throws
  {
    let (store, samples) = try await filled(kind)
    let end = Samples.start.addingTimeInterval(600)
    let predicate = HKSamplePredicate.quantitySample(
      type: Samples.heartRate, predicate: HKQuery.predicateForSamples(withStart: nil, end: end))
    let statistics = try #require(
      try await HKStatisticsQueryDescriptor(
        predicate: predicate, options: [.discreteAverage, .discreteMin, .discreteMax, .mostRecent]
      ).result(for: store))
    var tally = StatisticsTally(type: Samples.heartRate)
    for sample in samples where sample.startDate < end { tally.add(sample) }
    let expected = try #require(tally.statistics(start: .distantPast, end: .distantFuture))
    func beats(_ quantity: HKQuantity?) -> Double { quantity?.doubleValue(for: Samples.perMinute) ?? .nan }
    #expect(abs(beats(statistics.averageQuantity()) - beats(expected.averageQuantity())) < 1e-9)
    #expect(beats(statistics.minimumQuantity()) == 60 && beats(statistics.maximumQuantity()) == 119)
    #expect(beats(statistics.mostRecentQuantity()) == 119)
    #expect(statistics.startDate == Samples.start && statistics.endDate == samples[59].endDate)
    let nothing = HKSamplePredicate.quantitySample(
      type: Samples.heartRate, predicate: HKQuery.predicateForSamples(withStart: .distantFuture, end: nil))
    #expect(
      try await HKStatisticsQueryDescriptor(predicate: nothing, options: .discreteMax).result(for: store) == nil)
    let error = await withCheckedContinuation { continuation in
      store.execute(
        HKStatisticsQuery(quantityType: Samples.heartRate, quantitySamplePredicate: nothing.nsPredicate) {
          _, _, error in continuation.resume(returning: (error as? HKError)?.code)
        })
    }
    #expect(error == .errorNoData)
  }

  @Test(arguments: [UInt64](1...8))
  func `statistics over overlapping programs and batches are those of all samples by start`(_ seed: UInt64) async throws
  {
    var random = SeededGenerator(seed: seed)
    let stores = ["one", "two", "three"].map { StoreKind.folder.store(folder, program: $0) }
    var all: [HKQuantitySample] = []
    for _ in 0..<12 {
      let from = Double(Int.random(in: 0...500, using: &random))
      let batch = (0..<Int.random(in: 1...60, using: &random)).map { index in
        Samples.beats(Double(Int.random(in: 50...190, using: &random)), at: from + Double(index) * 3.25)
      }
      try await stores[Int.random(in: 0...2, using: &random)].save(batch.shuffled(using: &random))
      all += batch
    }
    let found = try #require(
      try await HKStatisticsQueryDescriptor(
        predicate: .quantitySample(type: Samples.heartRate), options: [.discreteAverage, .discreteMax, .discreteMin]
      ).result(for: stores[0]))
    // Of samples with one start the one saved last holds.
    var tally = StatisticsTally(type: Samples.heartRate, unit: Samples.perMinute)
    for sample in all.sorted(by: { $0.startDate < $1.startDate }) { tally.add(sample) }
    let expected = try #require(tally.statistics(start: .distantPast, end: .distantFuture))
    let (a, b) = (found.averageQuantity(), expected.averageQuantity())
    #expect(
      abs((a?.doubleValue(for: Samples.perMinute) ?? 0) - (b?.doubleValue(for: Samples.perMinute) ?? 1)) < 1e-9,
      "seed \(seed)")
    #expect(
      found.maximumQuantity() == expected.maximumQuantity() && found.minimumQuantity() == expected.minimumQuantity())
    var components = DateComponents()
    components.minute = 1
    let collection = try await HKStatisticsCollectionQueryDescriptor(
      predicate: .quantitySample(type: Samples.heartRate), options: [.discreteMax, .separateBySource],
      anchorDate: Samples.start, intervalComponents: components
    ).result(for: stores[0])
    for statistics in collection.statistics() {
      let its = all.filter { $0.startDate >= statistics.startDate && $0.startDate < statistics.endDate }
      let greatest = its.map { $0.quantity.doubleValue(for: Samples.perMinute) }.max()
      #expect(statistics.maximumQuantity()?.doubleValue(for: Samples.perMinute) == greatest, "seed \(seed)")
    }
    #expect(collection.sources().count <= 3 && !collection.sources().isEmpty)
  }

  @Test func `an anchored query goes on where a limit ended it, and learns of deletions`() async throws {
    let (store, samples) = try await filled(.memory)
    var anchor: HKQueryAnchor?
    var got: [UUID] = []
    while true {
      let result = try await HKAnchoredObjectQueryDescriptor(
        predicates: [.quantitySample(type: Samples.heartRate)], anchor: anchor, limit: 7
      ).result(for: store)
      if result.addedSamples.isEmpty { break }
      #expect(result.addedSamples.count <= 7)
      got += result.addedSamples.map(\.uuid)
      anchor = result.newAnchor
    }
    #expect(got.count == 100 && Set(got) == Set(samples.map(\.uuid)))
    try await store.delete([samples[3], samples[60]])
    let more = Samples.beats(99, at: 5000)
    try await store.save(more)
    let last = try await HKAnchoredObjectQueryDescriptor(
      predicates: [.quantitySample(type: Samples.heartRate)], anchor: anchor
    ).result(for: store)
    #expect(last.addedSamples.map(\.uuid) == [more.uuid])
    #expect(Set(last.deletedObjects.map(\.uuid)) == [samples[3].uuid, samples[60].uuid])
  }

  @Test func `a sequence of answers begins with what is there and goes on with what changes`() async throws {
    let store = StoreKind.memory.store(folder)
    try await store.save(Samples.beats(60, at: 0))
    let results = HKAnchoredObjectQueryDescriptor(predicates: [.quantitySample(type: Samples.heartRate)], anchor: nil)
      .results(for: store)
    var iterator = results.makeAsyncIterator()
    #expect(try await iterator.next()?.addedSamples.count == 1)
    let second = Samples.beats(61, at: 1)
    try await store.save(second)
    #expect(try await iterator.next()?.addedSamples.map(\.uuid) == [second.uuid])
    try await store.delete(second)
    #expect(try await iterator.next()?.deletedObjects.map(\.uuid) == [second.uuid])
  }

  @Test(arguments: StoreKind.allCases)
  func `observers and long-running statistics hear of changes until they are stopped`(_ kind: StoreKind) async throws {
    let store = kind.store(folder, program: "reader")
    let writer = kind == .folder ? kind.store(folder, program: "writer") : store
    let heard = Lock(0), sums = Lock<[Double]>([])
    let observer = HKObserverQuery(sampleType: HKQuantityType(.stepCount), predicate: nil) { _, done, _ in
      heard.withLock { $0 += 1 }
      done()
    }
    var components = DateComponents()
    components.hour = 1
    let statistics = HKStatisticsCollectionQuery(
      quantityType: HKQuantityType(.stepCount), quantitySamplePredicate: nil, options: .cumulativeSum,
      anchorDate: Samples.start, intervalComponents: components)
    statistics.initialResultsHandler = { _, collection, _ in
      sums.withLock { $0.append(Double(collection?.statistics().count ?? -1)) }
    }
    statistics.statisticsUpdateHandler = { _, changed, _, _ in
      sums.withLock { $0.append(changed?.sumQuantity()?.doubleValue(for: .count()) ?? -1) }
    }
    store.execute(observer)
    store.execute(statistics)
    #expect(await eventually { heard.withLock { $0 } == 1 && sums.withLock { $0 } == [0] })
    try await writer.save(Samples.steps(10, from: 0, to: 60))
    #expect(await eventually { heard.withLock { $0 } == 2 && sums.withLock { $0 } == [0, 10] })
    // Another type's change is nobody's business here.
    try await writer.save(Samples.beats(60, at: 0))
    try await writer.save(Samples.steps(5, from: 60, to: 90))
    #expect(await eventually { heard.withLock { $0 } == 3 && sums.withLock { $0 } == [0, 10, 15] })
    store.stop(observer)
    store.stop(statistics)
    try await writer.save(Samples.steps(5, from: 90, to: 95))
    try await Task.sleep(for: .milliseconds(200))
    #expect(heard.withLock { $0 } == 3)
  }

  @Test func `a second execution of a query ends the program, as an exception of Apple's does`() async {
    await #expect(processExitsWith: .failure) {
      let store = HKHealthStore(testing: HealthStoreConfiguration())
      let query = HKObserverQuery(sampleType: HKQuantityType(.heartRate), predicate: nil) { _, done, _ in done() }
      store.execute(query)
      store.execute(query)
    }
  }
}
