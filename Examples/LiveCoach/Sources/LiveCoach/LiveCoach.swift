import Foundation
import HealthKit

/// Says when the zone changes during a workout, as a watch app does. Heart rates come from a sensor that this program
/// plays.
@main
struct LiveCoach {
  static func main() async throws {
    let store = HKHealthStore()
    let heartRate = HKQuantityType(.heartRate)
    try await store.requestAuthorization(
      toShare: [.workoutType(), heartRate], read: [HKObjectType.workoutType(), heartRate])

    let coach = try Coach(store: store)
    let finished = try await coach.run { moment in
      let rates: [Double] = [110, 118, 127, 139, 150, 158, 161, 149, 140, 131]
      try await store.save(
        rates.enumerated().map { index, rate in
          let date = moment.addingTimeInterval(Double(index))
          let quantity = HKQuantity(unit: HKUnit(from: "count/min"), doubleValue: rate)
          return HKQuantitySample(type: heartRate, quantity: quantity, start: date, end: date)
        })
    }
    print("saved a workout of \(Int(finished.duration)) s with \(coach.changes) changes of zone")
    try await store.delete(finished)
  }
}

/// A workout session with a delegate that coaches.
final class Coach: NSObject, HKWorkoutSessionDelegate, HKLiveWorkoutBuilderDelegate, @unchecked Sendable {
  private let session: HKWorkoutSession
  private let builder: HKLiveWorkoutBuilder
  private let lock = NSLock()
  private var count = 0
  private var whenStopped: CheckedContinuation<Void, Never>?

  var changes: Int { lock.withLock { count } }

  init(store: HKHealthStore) throws {
    let configuration = HKWorkoutConfiguration()
    configuration.activityType = .running
    configuration.locationType = .outdoor
    session = try HKWorkoutSession(healthStore: store, configuration: configuration)
    builder = session.associatedWorkoutBuilder()
    builder.dataSource = HKLiveWorkoutDataSource(healthStore: store, workoutConfiguration: configuration)
    super.init()
    session.delegate = self
    builder.delegate = self
  }

  func run(_ body: @Sendable (Date) async throws -> Void) async throws -> HKWorkout {
    let type = HKQuantityType(.heartRate)
    let limits = [120.0, 135, 150, 165].map { HKQuantity(unit: HKUnit(from: "count/min"), doubleValue: $0) }
    let zones = try HKWorkoutZoneConfiguration(quantityType: type, zoneBoundaries: limits)
    try await builder.setCustomZoneConfiguration(zones, for: type)

    let start = Date()
    session.startActivity(with: start)
    try await builder.beginCollection(at: start)
    try await body(start)
    try await Task.sleep(for: .milliseconds(300))

    await withCheckedContinuation { continuation in
      lock.withLock { whenStopped = continuation }
      session.stopActivity(with: start.addingTimeInterval(12))
    }
    try await builder.endCollection(at: start.addingTimeInterval(12))
    guard let workout = try await builder.finishWorkout() else { throw HKError(.errorDatabaseInaccessible) }
    session.end()
    return workout
  }

  func workoutBuilder(_ workoutBuilder: HKLiveWorkoutBuilder, didUpdateWorkoutZone zoneUpdate: HKLiveWorkoutZoneUpdate)
  {
    lock.withLock { count += 1 }
    guard let current = zoneUpdate.currentZoneDuration else {
      print("no zone: the sensor is silent")
      return
    }
    if let previous = zoneUpdate.previousZoneDuration {
      print("zone \(previous.zone.index + 1) → \(current.zone.index + 1) after \(Int(previous.duration)) s")
    } else {
      print("starting in zone \(current.zone.index + 1)")
    }
  }

  func workoutBuilder(_ workoutBuilder: HKLiveWorkoutBuilder, didCollectDataOf collectedTypes: Set<HKSampleType>) {}

  func workoutBuilderDidCollectEvent(_ workoutBuilder: HKLiveWorkoutBuilder) {}

  func workoutSession(
    _ workoutSession: HKWorkoutSession, didChangeTo toState: HKWorkoutSessionState,
    from fromState: HKWorkoutSessionState, date: Date
  ) {
    guard toState == .stopped else { return }
    lock.withLock {
      whenStopped?.resume()
      whenStopped = nil
    }
  }

  func workoutSession(_ workoutSession: HKWorkoutSession, didFailWithError error: any Error) {
    print("the session failed: \(error.localizedDescription)")
  }
}
