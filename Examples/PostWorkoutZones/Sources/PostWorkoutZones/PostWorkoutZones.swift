import Foundation
import HealthKit

/// Builds yesterday's run from its heart rates and prints the time in each zone.
@main
struct PostWorkoutZones {
  static func main() async throws {
    let store = HKHealthStore()
    let heartRate = HKQuantityType(.heartRate)
    try await store.requestAuthorization(
      toShare: [HKObjectType.workoutType(), heartRate], read: [HKObjectType.workoutType(), heartRate])

    let start = Date(timeIntervalSinceNow: -86_400)
    let workout = try await record(start, in: store, heartRate)
    print("\(Int(workout.duration / 60)) minutes of running")

    guard let group = workout.zoneGroupsByType?[heartRate] else {
      print("No zones are known: set them in the app, or tell it a date of birth.")
      return
    }
    for entry in group.zoneDurations {
      let minutes = (entry.duration / 60).formatted(.number.precision(.fractionLength(1)))
      print("zone \(entry.zone.index + 1): \(describe(entry.zone)), \(minutes) min")
    }
    try await store.delete(workout)
  }

  /// A run of 20 minutes: easy, a little harder, easy again.
  static func record(_ start: Date, in store: HKHealthStore, _ type: HKQuantityType) async throws -> HKWorkout {
    let configuration = HKWorkoutConfiguration()
    configuration.activityType = .running
    configuration.locationType = .outdoor
    let builder = HKWorkoutBuilder(healthStore: store, configuration: configuration, device: .local())
    if try await builder.zoneConfiguration(for: type) == nil {
      let unit = HKUnit(from: "count/min")
      let limits = [136.8, 147.6, 158.4, 169.2].map { HKQuantity(unit: unit, doubleValue: $0) }
      let zones = try HKWorkoutZoneConfiguration(quantityType: type, zoneBoundaries: limits)
      try await builder.setCustomZoneConfiguration(zones, for: type)
    }
    try await builder.beginCollection(at: start)
    let samples = (0..<240).map { index -> HKSample in
      let moment = start.addingTimeInterval(Double(index) * 5)
      let rate = 130 + 25 * sin(Double(index) / 240 * .pi)
      let quantity = HKQuantity(unit: .count().unitDivided(by: .minute()), doubleValue: rate)
      return HKQuantitySample(type: type, quantity: quantity, start: moment, end: moment)
    }
    try await builder.addSamples(samples)
    try await builder.endCollection(at: start.addingTimeInterval(1200))
    guard let workout = try await builder.finishWorkout() else { throw HKError(.errorDatabaseInaccessible) }
    return workout
  }

  static func describe(_ zone: HKWorkoutZone) -> String {
    switch (zone.minimum, zone.maximum) {
    case (nil, let maximum?): "below \(maximum)"
    case (let minimum?, nil): "from \(minimum)"
    case (let minimum?, let maximum?): "\(minimum) to \(maximum)"
    case (nil, nil): "everything"
    }
  }
}
