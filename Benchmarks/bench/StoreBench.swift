// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthKit

/// A year of heart rate, a sample every five seconds, in HealthKit's store.
enum StoreBench {
  static func run(_ folder: String, days: Int) throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let store = HKHealthStore(testing: HealthStoreConfiguration(folder: folder))
    let type = HKQuantityType(.heartRate), unit = HKUnit(from: "count/min")
    let start = Date(timeIntervalSinceReferenceDate: 760_000_000)
    let clock = ContinuousClock()
    var saving = Duration.zero
    for day in 0..<days {
      let samples = (0..<17_280).map { index in
        let moment = start.addingTimeInterval(Double(day) * 86_400 + Double(index) * 5)
        let beats = 60 + Double((index * 7919 + day * 131) % 97) * (index % 1000 < 200 ? 1 : 0.25).rounded()
        return HKQuantitySample(
          type: type, quantity: HKQuantity(unit: unit, doubleValue: beats), start: moment, end: moment)
      }
      saving += try clock.measure { try store.receive(samples) }
    }
    let count = days * 17_280
    let end = start.addingTimeInterval(Double(days) * 86_400)
    let predicate = HKQuery.predicateForSamples(withStart: start, end: end)
    let whole = HKStatisticsQueryDescriptor(
      predicate: .quantitySample(type: type, predicate: predicate),
      options: [.discreteAverage, .discreteMin, .discreteMax, .mostRecent])
    let year = try median(9) { use(try waiting { try await whole.result(for: store) }) }
    var components = DateComponents()
    components.day = 1
    let daily = HKStatisticsCollectionQueryDescriptor(
      predicate: .quantitySample(type: type, predicate: predicate),
      options: [.discreteAverage, .discreteMin, .discreteMax], anchorDate: start, intervalComponents: components)
    let byDay = try median(5) { use(try waiting { try await daily.result(for: store) }) }
    let latest = HKSampleQueryDescriptor(
      predicates: [.quantitySample(type: type, predicate: nil)],
      sortDescriptors: [SortDescriptor(\.endDate, order: .reverse)],
      limit: 1)
    let newest = try median(9) { use(try waiting { try await latest.result(for: store) }) }
    let hour = HKSampleQueryDescriptor(
      predicates: [
        .quantitySample(
          type: type, predicate: HKQuery.predicateForSamples(withStart: end.addingTimeInterval(-3600), end: end))
      ], sortDescriptors: [])
    let lastHour = try median(9) { use(try waiting { try await hour.result(for: store) }) }
    let bytes = try FileManager.default.contentsOfDirectory(atPath: folder).reduce(0) { sum, name in
      sum + ((try FileManager.default.attributesOfItem(atPath: folder + "/" + name)[.size] as? Int) ?? 0)
    }
    print(
      """
      {"samples": \(count), "savedPerSecond": \(Double(count) / (milliseconds(saving) / 1000)), "bytes": \(bytes), \
      "statisticsMilliseconds": \(year), "byDayMilliseconds": \(byDay), "newestMilliseconds": \(newest), \
      "lastHourMilliseconds": \(lastHour)}
      """)
  }

  // SAFETY: written before the semaphore is signalled, read after.
  private final class Box<T>: @unchecked Sendable { var result: Result<T, any Error>? }

  /// What an asynchronous function answers, waited for.
  private static func waiting<T: Sendable>(_ body: @escaping @Sendable () async throws -> T) throws -> T {
    let box = Box<T>(), done = DispatchSemaphore(value: 0)
    Task {
      do { box.result = .success(try await body()) } catch { box.result = .failure(error) }
      done.signal()
    }
    done.wait()
    guard let result = box.result else { throw CancellationError() }
    return try result.get()
  }
}
