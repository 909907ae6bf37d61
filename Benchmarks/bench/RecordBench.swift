// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthKit

#if canImport(Glibc)
  import Glibc
#endif

/// Recording through HealthKit's layer, into a store of a folder.
enum RecordBench {
  private static let heartRate = HKQuantityType(.heartRate)
  private static let unit = HKUnit(from: "count/min")

  private static func wait<T: Sendable>(_ body: @escaping @Sendable () async throws -> T) throws -> T {
    let done = DispatchSemaphore(value: 0)
    nonisolated(unsafe) var result: Result<T, any Error>?
    Task.detached {
      do { result = .success(try await body()) } catch { result = .failure(error) }
      done.signal()
    }
    done.wait()
    guard let result else { preconditionFailure("the task has ended without a result") }
    return try result.get()
  }

  private static func zones() throws -> HKWorkoutZoneConfiguration {
    try HKWorkoutZoneConfiguration(
      quantityType: heartRate,
      zoneBoundaries: [120, 140, 160, 180].map { HKQuantity(unit: unit, doubleValue: $0) })
  }

  private static func sample(_ value: Double, at date: Date, device: HKDevice? = nil) -> HKQuantitySample {
    HKQuantitySample(
      type: heartRate, quantity: HKQuantity(unit: unit, doubleValue: value), start: date, end: date, device: device,
      metadata: nil)
  }

  /// Saves and zones a workout of one heart rate a second.
  static func past(_ count: Int, folder: String) throws {
    let store = HKHealthStore(testing: HealthStoreConfiguration(folder: folder))
    let start = Date(timeIntervalSinceReferenceDate: 700_000_000)
    let samples = (0..<count).map { sample(130 + 40 * sin(Double($0) / 97).rounded(), at: start + Double($0)) }
    let clock = ContinuousClock()
    for _ in 0..<3 {
      let builder = HKWorkoutBuilder(healthStore: store, configuration: HKWorkoutConfiguration(), device: nil)
      let fresh = samples.map { sample($0.quantity.doubleValue(for: unit), at: $0.startDate) }
      let zones = try zones()
      let begun = clock.now
      try wait {
        try await builder.setCustomZoneConfiguration(zones, for: heartRate)
        try await builder.beginCollection(at: start)
        try await builder.addSamples(fresh)
      }
      let group = builder.zoneGroup(for: heartRate)
      let zoned = clock.now
      use(group)
      try wait {
        try await builder.endCollection(at: start + Double(count))
        try await builder.finishWorkout()
      }
      let finished = clock.now
      let seconds = milliseconds(zoned - begun) / 1000
      print(
        "{\"samples\": \(count), \"savedAndZonedSeconds\": \(seconds), \"samplesPerSecond\": \(Double(count) / seconds), "
          + "\"finishSeconds\": \(milliseconds(finished - zoned) / 1000)}")
    }
  }

  private final class Listener: NSObject, HKLiveWorkoutBuilderDelegate, @unchecked Sendable {
    let heard = DispatchSemaphore(value: 0)
    nonisolated(unsafe) var moment: ContinuousClock.Instant?

    func workoutBuilder(_ workoutBuilder: HKLiveWorkoutBuilder, didCollectDataOf collectedTypes: Set<HKSampleType>) {}
    func workoutBuilderDidCollectEvent(_ workoutBuilder: HKLiveWorkoutBuilder) {}
    func workoutBuilder(
      _ workoutBuilder: HKLiveWorkoutBuilder, didUpdateWorkoutZone zoneUpdate: HKLiveWorkoutZoneUpdate
    ) {
      moment = ContinuousClock().now
      heard.signal()
    }
  }

  /// From `receive` to the delegate that hears of another zone, with sessions that each have a sensor of their own.
  static func live(sessions count: Int, samples: Int, folder: String) throws {
    let store = HKHealthStore(
      testing: HealthStoreConfiguration(folder: folder, allowsManySessions: true))
    let start = Date.now
    let lives = try (0..<count).map { number -> (HKWorkoutSession, HKLiveWorkoutBuilder, Listener, HKDevice) in
      let device = HKDevice(
        name: "strap \(number)", manufacturer: nil, model: nil, hardwareVersion: nil, firmwareVersion: nil,
        softwareVersion: nil, localIdentifier: nil, udiDeviceIdentifier: nil)
      let session = try HKWorkoutSession(healthStore: store, configuration: HKWorkoutConfiguration())
      let builder = session.associatedWorkoutBuilder()
      let source = HKLiveWorkoutDataSource(healthStore: store, workoutConfiguration: nil)
      source.enableCollection(
        for: heartRate,
        predicate: NSPredicate { object, _ in
          (object as? HKQuantitySample)?.device?.name == device.name
        })
      builder.dataSource = source
      let listener = Listener()
      builder.delegate = listener
      session.startActivity(with: start)
      let zones = try zones()
      try wait {
        try await builder.setCustomZoneConfiguration(zones, for: heartRate)
        try await builder.beginCollection(at: start)
      }
      return (session, builder, listener, device)
    }
    let clock = ContinuousClock()
    var times: [Double] = []
    for round in 0..<max(1, samples / count) {
      for (_, _, listener, device) in lives {
        let one = sample(round % 2 == 0 ? 130 : 150, at: Date.now, device: device)
        let sent = clock.now
        try store.receive([one])
        listener.heard.wait()
        times.append(milliseconds((listener.moment ?? sent) - sent))
        usleep(300)
      }
    }
    for (session, _, _, _) in lives { session.end() }
    times.sort()
    func share(_ part: Double) -> Double { times[min(times.count - 1, Int(part * Double(times.count)))] }
    print(
      "{\"sessions\": \(count), \"samples\": \(times.count), \"p50Milliseconds\": \(share(0.5)), "
        + "\"p99Milliseconds\": \(share(0.99)), \"maxMilliseconds\": \(share(1))}")
  }
}
