import Foundation
import HealthKit

/// Takes the person's zones of cycling power where there are some, else zones of the app's own, made from a threshold that
/// the app asks for.
@main
struct CustomZones {
  static func main() async throws {
    let store = HKHealthStore()
    let power = HKQuantityType(.cyclingPower)
    try await store.requestAuthorization(
      toShare: [.workoutType(), power], read: [HKObjectType.workoutType(), power])

    let configuration = HKWorkoutConfiguration()
    configuration.activityType = .cycling
    configuration.locationType = .indoor
    let builder = HKWorkoutBuilder(healthStore: store, configuration: configuration, device: nil)

    if let zones = try await builder.zoneConfiguration(for: power) {
      print("\(zones.zones.count) zones of the person's, \(zones.source)")
    } else {
      try await builder.setCustomZoneConfiguration(zones(threshold: 250), for: power)
      print("no zones of power are set up; this ride uses six from a threshold of 250 W")
    }

    let start = Date(timeIntervalSinceNow: -3_600)
    try await builder.beginCollection(at: start)
    do {
      // Now it is too late, and the framework says so.
      try await builder.setCustomZoneConfiguration(zones(threshold: 260), for: power)
    } catch let error as HKError where error.code == .errorInvalidArgument {
      print("zones can't change once collection has begun")
    }
    try await builder.addSamples(
      (0..<600).map { second in
        let moment = start.addingTimeInterval(Double(second))
        let watts = second % 120 < 60 ? 270.0 : 140
        return HKQuantitySample(
          type: power, quantity: HKQuantity(unit: .watt(), doubleValue: watts), start: moment, end: moment)
      })
    try await builder.endCollection(at: start.addingTimeInterval(600))
    guard let workout = try await builder.finishWorkout(), let group = workout.zoneGroup(for: power) else { return }
    print(group.zoneDurations.map { "\(Int($0.duration)) s" }.joined(separator: " · "))
    try await store.delete(workout)
  }

  static func zones(threshold: Double) throws -> HKWorkoutZoneConfiguration {
    let limits = [0.55, 0.75, 0.9, 1.05, 1.2].map { HKQuantity(unit: .watt(), doubleValue: $0 * threshold) }
    return try HKWorkoutZoneConfiguration(quantityType: HKQuantityType(.cyclingPower), zoneBoundaries: limits)
  }
}
