import Foundation
import HealthKit

/// Sorts old workouts, whose zones differ, into one set of zones, by their samples: only then can they be compared.
@main
struct Rebucketing {
  static let type = HKQuantityType(.heartRate)
  static let unit = HKUnit(from: "count/min")

  static func main() async throws {
    let store = HKHealthStore()
    try await store.requestAuthorization(
      toShare: [.workoutType(), type], read: [HKObjectType.workoutType(), type])
    let made = try await [
      record(weeksAgo: 2, limits: [91, 114, 136, 158], in: store),
      record(weeksAgo: 1, limits: [136.8, 147.6, 158.4, 169.2], in: store),
    ]

    let descriptor = HKSampleQueryDescriptor(
      predicates: [.workout(HKQuery.predicateForWorkouts(with: .running))],
      sortDescriptors: [SortDescriptor(\.endDate, order: .reverse)], limit: 20)
    for workout in try await descriptor.result(for: store) {
      let own = workout.zoneGroup(for: type)?.zoneDurations.map { Int($0.duration) } ?? []
      let common = try await seconds(of: workout, below: [130, 145, 160], in: store)
      print("\(workout.startDate.formatted(.iso8601.year().month().day())): recorded \(own), common \(common)")
    }
    try await store.delete(made)
  }

  /// The seconds in zones with these limits: each value counts until the next one, at most 15 seconds.
  static func seconds(of workout: HKWorkout, below limits: [Double], in store: HKHealthStore) async throws -> [Int] {
    let samples = try await HKSampleQueryDescriptor(
      predicates: [.quantitySample(type: type, predicate: HKQuery.predicateForObjects(from: workout))],
      sortDescriptors: [SortDescriptor(\.startDate)]
    ).result(for: store)
    var totals = [Double](repeating: 0, count: limits.count + 1)
    for (index, sample) in samples.enumerated() {
      let next = index + 1 < samples.count ? samples[index + 1].startDate : workout.endDate
      let rate = sample.quantity.doubleValue(for: unit)
      let zone = limits.firstIndex { rate < $0 } ?? limits.count
      totals[zone] += min(next.timeIntervalSince(sample.startDate), 15)
    }
    return totals.map { Int($0.rounded()) }
  }

  static func record(weeksAgo: Double, limits: [Double], in store: HKHealthStore) async throws -> HKWorkout {
    let start = Date(timeIntervalSinceNow: -weeksAgo * 604_800)
    let configuration = HKWorkoutConfiguration()
    configuration.activityType = .running
    let builder = HKWorkoutBuilder(healthStore: store, configuration: configuration, device: nil)
    let zones = try HKWorkoutZoneConfiguration(
      quantityType: type, zoneBoundaries: limits.map { HKQuantity(unit: unit, doubleValue: $0) })
    try await builder.setCustomZoneConfiguration(zones, for: type)
    try await builder.beginCollection(at: start)
    try await builder.addSamples(
      (0..<180).map { index in
        let moment = start.addingTimeInterval(Double(index) * 10)
        let quantity = HKQuantity(unit: unit, doubleValue: (140 + 22 * sin(Double(index) / 25)).rounded())
        return HKQuantitySample(type: type, quantity: quantity, start: moment, end: moment)
      })
    try await builder.endCollection(at: start.addingTimeInterval(1_800))
    guard let workout = try await builder.finishWorkout() else { throw HKError(.errorDatabaseInaccessible) }
    return workout
  }
}
