// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

// Records a workout until it is killed, for tests of recovery: `recorder FOLDER SECONDS`. It begins a session in the store
// of the folder, or goes on with one that was left there, takes a heart rate every 20 ms, and writes each one's time, in
// seconds since the reference date, once the store has it.

import Foundation
import OpenHealthKit

let folder = CommandLine.arguments[1]
let seconds = Double(CommandLine.arguments[2]) ?? 60
let store = HKHealthStore(testing: HealthStoreConfiguration(program: "recorder", folder: folder))
let configuration = HKWorkoutConfiguration()
configuration.activityType = .running

let session: HKWorkoutSession
if let left = try await store.recoverActiveWorkoutSession() {
  session = left
} else {
  session = try HKWorkoutSession(healthStore: store, configuration: configuration)
  session.associatedWorkoutBuilder()
  session.startActivity(with: nil)
}
let builder = session.associatedWorkoutBuilder()
builder.dataSource = HKLiveWorkoutDataSource(healthStore: store, workoutConfiguration: configuration)
if builder.startDate == nil {
  let unit = HKUnit(from: "count/min")
  let zones = try HKWorkoutZoneConfiguration(
    quantityType: HKQuantityType(.heartRate),
    zoneBoundaries: [120, 140].map { HKQuantity(unit: unit, doubleValue: $0) })
  try await builder.setCustomZoneConfiguration(zones, for: HKQuantityType(.heartRate))
  try await builder.beginCollection(at: session.startDate ?? .now)
}
let end = Date.now + seconds
var count = 0
while Date.now < end {
  let now = Date.now
  let quantity = HKQuantity(unit: HKUnit(from: "count/min"), doubleValue: 130)
  try store.receive([HKQuantitySample(type: HKQuantityType(.heartRate), quantity: quantity, start: now, end: now)])
  try FileHandle.standardOutput.write(contentsOf: Data("\(now.timeIntervalSinceReferenceDate)\n".utf8))
  count += 1
  if count % 10 == 0 { count % 20 == 0 ? session.resume() : session.pause() }
  try await Task.sleep(for: .milliseconds(20))
}
