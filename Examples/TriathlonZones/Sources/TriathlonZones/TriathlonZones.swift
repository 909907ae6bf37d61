import Foundation
import HealthKit

/// A triathlon in one workout: the time in each heart-rate zone for swimming, cycling and running apart.
@main
struct TriathlonZones {
  static let heartRate = HKQuantityType(.heartRate)
  static let unit = HKUnit.count().unitDivided(by: .minute())

  static func main() async throws {
    let store = HKHealthStore()
    try await store.requestAuthorization(
      toShare: [.workoutType(), heartRate], read: [HKObjectType.workoutType(), heartRate])

    let start = Date(timeIntervalSinceNow: -7_200)
    let whole = HKWorkoutConfiguration()
    whole.activityType = .swimBikeRun
    let builder = HKWorkoutBuilder(healthStore: store, configuration: whole, device: .local())
    let limits = [115.0, 133, 151, 168].map { HKQuantity(unit: unit, doubleValue: $0) }
    try await builder.setCustomZoneConfiguration(
      HKWorkoutZoneConfiguration(quantityType: heartRate, zoneBoundaries: limits), for: heartRate)
    try await builder.beginCollection(at: start)

    var moment = start
    for (type, minutes, rate) in legs {
      let end = moment.addingTimeInterval(minutes * 60)
      let configuration = HKWorkoutConfiguration()
      configuration.activityType = type
      if type == .swimming { configuration.swimmingLocationType = .openWater }
      let activity = HKWorkoutActivity(
        workoutConfiguration: configuration, start: moment, end: end, metadata: nil)
      try await builder.addWorkoutActivity(activity)
      try await builder.addSamples(samples(from: moment, to: end, around: rate))
      moment = end
    }
    try await builder.endCollection(at: moment)
    guard let workout = try await builder.finishWorkout() else { return }

    for activity in workout.workoutActivities {
      let name = names[activity.workoutConfiguration.activityType] ?? "other"
      guard let group = activity.zoneGroup(for: heartRate) else { continue }
      let minutes = group.zoneDurations.map { Int(($0.duration / 60).rounded()) }
      print("\(name): \(minutes.map(String.init).joined(separator: " · ")) min in zones 1 to \(minutes.count)")
    }
    try await store.delete(workout)
  }

  static let legs: [(HKWorkoutActivityType, Double, Double)] = [
    (.swimming, 12, 142), (.transition, 2, 128), (.cycling, 35, 148), (.transition, 1, 135), (.running, 21, 163),
  ]

  static let names: [HKWorkoutActivityType: String] = [
    .swimming: "swimming", .cycling: "cycling", .running: "running", .transition: "transition",
  ]

  static func samples(from start: Date, to end: Date, around rate: Double) -> [HKSample] {
    stride(from: 0, to: end.timeIntervalSince(start), by: 5).map { offset in
      let quantity = HKQuantity(unit: unit, doubleValue: (rate + 8 * sin(offset / 90)).rounded())
      let moment = start.addingTimeInterval(offset)
      return HKQuantitySample(type: heartRate, quantity: quantity, start: moment, end: moment)
    }
  }
}
