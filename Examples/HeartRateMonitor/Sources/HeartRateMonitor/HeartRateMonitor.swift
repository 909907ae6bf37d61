import Foundation
import HealthKit

/// Shows the newest heart rate, and what the last hour was like.
@main
struct HeartRateMonitor {
  static let type = HKQuantityType(.heartRate)
  static let unit = HKUnit.count().unitDivided(by: .minute())

  static func main() async throws {
    let store = HKHealthStore()
    try await store.requestAuthorization(toShare: [type], read: [type])
    let now = Date()
    try await store.save(lastHour(before: now))

    // The last hour, five minutes a line.
    let window = HKQuery.predicateForSamples(withStart: now.addingTimeInterval(-3_600), end: nil)
    let hour = HKStatisticsCollectionQueryDescriptor(
      predicate: .quantitySample(type: type, predicate: window), options: [.discreteAverage, .discreteMax],
      anchorDate: now, intervalComponents: DateComponents(minute: 5))
    for part in try await hour.result(for: store).statistics() {
      guard let average = part.averageQuantity()?.doubleValue(for: unit) else { continue }
      print(String(repeating: "▪", count: Int(average / 4)), Int(average))
    }

    // Every new value from here on, once it is there.
    let news = HKAnchoredObjectQueryDescriptor(
      predicates: [.quantitySample(type: type, predicate: window)], anchor: nil)
    let updates = news.results(for: store)
    let sensor = Task {
      for rate in [78.0, 81, 85] {
        try await Task.sleep(for: .milliseconds(100))
        let moment = Date()
        let quantity = HKQuantity(unit: unit, doubleValue: rate)
        try await store.save(HKQuantitySample(type: type, quantity: quantity, start: moment, end: moment))
      }
    }
    var seen = 0
    for try await update in updates {
      guard let newest = update.addedSamples.max(by: { $0.startDate < $1.startDate }) else { continue }
      print("now \(Int(newest.quantity.doubleValue(for: unit))) bpm")
      seen += update.addedSamples.count
      if seen >= 75 { break }
    }
    try await sensor.value
    let everything = HKQuery.predicateForObjects(from: HKSource.default())
    _ = try await store.deleteObjects(of: type, predicate: everything)
  }

  static func lastHour(before now: Date) -> [HKQuantitySample] {
    (0..<72).map { index in
      let moment = now.addingTimeInterval(Double(index - 72) * 50)
      let rate = (72 + 14 * sin(Double(index) / 9)).rounded()
      return HKQuantitySample(
        type: type, quantity: HKQuantity(unit: unit, doubleValue: rate), start: moment, end: moment)
    }
  }
}
