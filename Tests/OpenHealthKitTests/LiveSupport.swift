// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthDatabase
import HealthKit
import OpenHealthKit

/// Notes what delegates hear, in order.
final class Listener: NSObject, HKWorkoutSessionDelegate, HKLiveWorkoutBuilderDelegate, Sendable {
  /// One call.
  enum Call {
    case changed(to: HKWorkoutSessionState, from: HKWorkoutSessionState, date: Date)
    case failed(HKError.Code?)
    case generated(HKWorkoutEventType, Date)
    case beganPart(HKWorkoutActivityType, Date)
    case endedPart(HKWorkoutActivityType, Date)
    case collected(Set<HKSampleType>)
    case event
    case began(HKWorkoutActivity)
    case ended(HKWorkoutActivity)
    case zone(HKLiveWorkoutZoneUpdate)
  }

  private let noted = Lock([Call]())

  var calls: [Call] { noted.withLock { $0 } }

  var updates: [HKLiveWorkoutZoneUpdate] {
    calls.compactMap { if case .zone(let update) = $0 { update } else { nil } }
  }

  var states: [HKWorkoutSessionState] {
    calls.compactMap { if case .changed(let to, _, _) = $0 { to } else { nil } }
  }

  var failures: [HKError.Code?] {
    calls.compactMap { if case .failed(let code) = $0 { code } else { nil } }
  }

  private func note(_ call: Call) { noted.withLock { $0.append(call) } }

  func workoutSession(
    _ workoutSession: HKWorkoutSession, didChangeTo toState: HKWorkoutSessionState,
    from fromState: HKWorkoutSessionState, date: Date
  ) { note(.changed(to: toState, from: fromState, date: date)) }

  func workoutSession(_ workoutSession: HKWorkoutSession, didFailWithError error: any Error) {
    note(.failed((error as? HKError)?.code))
  }

  func workoutSession(_ workoutSession: HKWorkoutSession, didGenerate event: HKWorkoutEvent) {
    note(.generated(event.type, event.dateInterval.start))
  }

  func workoutSession(
    _ workoutSession: HKWorkoutSession, didBeginActivityWith workoutConfiguration: HKWorkoutConfiguration, date: Date
  ) { note(.beganPart(workoutConfiguration.activityType, date)) }

  func workoutSession(
    _ workoutSession: HKWorkoutSession, didEndActivityWith workoutConfiguration: HKWorkoutConfiguration, date: Date
  ) { note(.endedPart(workoutConfiguration.activityType, date)) }

  func workoutBuilder(_ workoutBuilder: HKLiveWorkoutBuilder, didCollectDataOf collectedTypes: Set<HKSampleType>) {
    note(.collected(collectedTypes))
  }

  func workoutBuilderDidCollectEvent(_ workoutBuilder: HKLiveWorkoutBuilder) { note(.event) }

  func workoutBuilder(_ workoutBuilder: HKLiveWorkoutBuilder, didBegin workoutActivity: HKWorkoutActivity) {
    note(.began(workoutActivity))
  }

  func workoutBuilder(_ workoutBuilder: HKLiveWorkoutBuilder, didEnd workoutActivity: HKWorkoutActivity) {
    note(.ended(workoutActivity))
  }

  func workoutBuilder(
    _ workoutBuilder: HKLiveWorkoutBuilder, didUpdateWorkoutZone zoneUpdate: HKLiveWorkoutZoneUpdate
  ) { note(.zone(zoneUpdate)) }
}

/// A running session with its builder, whose delegates take notes.
struct LiveWorkout {
  let store: RecordingDouble
  let session: HKWorkoutSession
  let builder: HKLiveWorkoutBuilder
  let listener = Listener()

  init(_ type: HKWorkoutActivityType = .running, store: RecordingDouble = RecordingDouble()) async throws {
    self.store = store
    let zones = try zones()
    store.state.withLock { $0.zones[heartRate] = zones }
    session = try HKWorkoutSession(backend: store, configuration: configuration(type))
    builder = session.associatedWorkoutBuilder()
    session.delegate = listener
    builder.delegate = listener
    builder.dataSource = HKLiveWorkoutDataSource(configuration: configuration(type))
    session.startActivity(with: begin)
    try await builder.beginCollection(at: begin)
  }

  /// Lets time pass up to seconds after the start, and waits until all that follows from it is told.
  func advance(to seconds: Double) async {
    store.advance(to: begin + seconds)
    await settle()
  }

  /// A sensor tells a heart rate now.
  func heart(_ value: Double) async {
    let now = store.now
    await receive([
      HKQuantitySample(type: heartRate, quantity: HKQuantity(unit: beats, doubleValue: value), start: now, end: now)
    ])
  }

  func receive(_ samples: [HKQuantitySample]) async {
    store.receive(samples)
    await settle()
  }

  /// Waits until the builder and its delegate have done what they were given before.
  func settle() async {
    session.settle()
    builder.settle()
    session.settle()
  }
}
