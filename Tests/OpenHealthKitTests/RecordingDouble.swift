// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthDatabase
import OpenHealthKit

/// A store that keeps nothing but what a test asks it for: refusals, zones that change, a clock that is set.
final class RecordingDouble: RecordingStore {
  struct State {
    var now = Date(timeIntervalSinceReferenceDate: 800_000_000)
    var zones: [HKQuantityType: HKWorkoutZoneConfiguration] = [:]
    var misuses: [Misuse] = []
    var denied: Set<HKSampleType> = []
    var error: HKError?
    var saved: [UUID: [HKSample]] = [:]
    var received: [UUID: HKSample] = [:]
    var finished: [HKWorkout] = []
    var sessions: [UUID: Data] = [:]
    var observers: [UUID: (types: Set<HKQuantityType>, handler: @Sendable ([HKQuantitySample]) -> Void)] = [:]
    var calls: [(id: UUID, date: Date, work: @Sendable () -> Void)] = []
  }

  let state = Lock(State())
  let allowsManySessions: Bool
  private let queue = DispatchQueue(label: "RecordingDouble")

  init(allowsManySessions: Bool = false) { self.allowsManySessions = allowsManySessions }

  final class Handle: Cancellation {
    private let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    deinit { body() }
    func cancel() { body() }
  }

  var now: Date { state.withLock { $0.now } }
  var misuses: [Misuse] { state.withLock { $0.misuses } }

  func schedule(at date: Date, _ work: @escaping @Sendable () -> Void) -> any Cancellation {
    let id = UUID()
    state.withLock { $0.calls.append((id, date, work)) }
    return Handle { [weak self] in self?.state.withLock { $0.calls.removeAll { $0.id == id } } }
  }

  /// Lets time pass.
  func advance(to date: Date) {
    while true {
      let due = state.withLock { state -> (@Sendable () -> Void)? in
        guard let place = state.calls.indices.min(by: { state.calls[$0].date < state.calls[$1].date }),
          state.calls[place].date <= date
        else {
          state.now = date
          return nil
        }
        let call = state.calls.remove(at: place)
        state.now = max(state.now, call.date)
        return call.work
      }
      guard let due else { return }
      due()
    }
  }

  func report(_ misuse: Misuse) { state.withLock { $0.misuses.append(misuse) } }

  func checkSharing(of type: HKSampleType) throws(HKError) {
    if state.withLock({ $0.denied.contains(type) }) { throw HKError(.errorAuthorizationDenied) }
  }

  func mayRead(_ type: HKObjectType) -> Bool { true }

  func save(_ samples: [HKSample], collection: UUID?) throws(HKError) {
    let error = state.withLock { state in
      if let error = state.error { return error as HKError? }
      if let collection { state.saved[collection, default: []] += samples }
      return nil
    }
    if let error { throw error }
  }

  func join(_ samples: [UUID], to collection: UUID) throws(HKError) {
    state.withLock { state in
      state.saved[collection, default: []] += samples.compactMap { state.received[$0] }
    }
  }

  func samples(collection: UUID) throws(HKError) -> [HKSample] {
    state.withLock { $0.saved[collection, default: []].sorted { $0.startDate < $1.startDate } }
  }

  func finish(_ workout: HKWorkout, collection: UUID) throws(HKError) -> HKWorkout {
    let error = state.withLock { state in
      if state.error == nil { state.finished.append(workout) }
      return state.error
    }
    if let error { throw error }
    return workout
  }

  func preferredZones(for type: HKQuantityType) throws(HKError) -> HKWorkoutZoneConfiguration? {
    state.withLock { $0.zones[type] }
  }

  func observe(
    _ types: Set<HKQuantityType>, collection: UUID?, _ handler: @escaping @Sendable ([HKQuantitySample]) -> Void
  ) -> any Cancellation {
    let id = UUID()
    state.withLock { $0.observers[id] = (types, handler) }
    return Handle { [weak self] in self?.state.withLock { $0.observers[id] = nil } }
  }

  /// What a sensor's driver calls.
  func receive(_ samples: [HKQuantitySample]) {
    queue.sync {
      state.withLock { state in for sample in samples { state.received[sample.uuid] = sample } }
      for observer in state.withLock({ Array($0.observers.values) }) {
        let its = samples.filter { observer.types.contains($0.quantityType) }
        if !its.isEmpty { observer.handler(its) }
      }
    }
  }

  func keepSession(_ id: UUID, state: Data) throws(HKError) { self.state.withLock { $0.sessions[id] = state } }

  func keptSessions() throws(HKError) -> [(id: UUID, state: Data)] {
    state.withLock { $0.sessions.map { ($0.key, $0.value) } }
  }

  func removeSession(_ id: UUID) throws(HKError) { state.withLock { $0.sessions[id] = nil } }
}

/// Where workouts of these tests begin.
let begin = Date(timeIntervalSinceReferenceDate: 800_000_000)
let heartRate = HKQuantityType(.heartRate)
let power = HKQuantityType(.cyclingPower)
let beats = HKUnit(from: "count/min")

/// Five zones: below 120, 140, 160, 180, and above.
func zones(
  _ type: HKQuantityType = heartRate, _ limits: [Double] = [120, 140, 160, 180],
  _ source: HKWorkoutZoneConfiguration.Source = .system
) throws -> HKWorkoutZoneConfiguration {
  let unit = type == heartRate ? beats : .watt()
  return try HKWorkoutZoneConfiguration(
    quantityType: type, zoneBoundaries: limits.map { HKQuantity(unit: unit, doubleValue: $0) }, source: source)
}

/// A heart rate at seconds after `begin`.
func heart(_ value: Double, at from: Double, to: Double? = nil) -> HKQuantitySample {
  HKQuantitySample(
    type: heartRate, quantity: HKQuantity(unit: beats, doubleValue: value), start: begin + from,
    end: begin + (to ?? from))
}

/// A power at seconds after `begin`.
func watts(_ value: Double, at from: Double) -> HKQuantitySample {
  HKQuantitySample(
    type: power, quantity: HKQuantity(unit: .watt(), doubleValue: value), start: begin + from, end: begin + from)
}

/// An event at seconds after `begin`.
func event(_ type: HKWorkoutEventType, at from: Double, for length: Double = 0) -> HKWorkoutEvent {
  HKWorkoutEvent(type: type, dateInterval: DateInterval(start: begin + from, duration: length), metadata: nil)
}

/// A configuration of an activity.
func configuration(_ type: HKWorkoutActivityType = .running) -> HKWorkoutConfiguration {
  let configuration = HKWorkoutConfiguration()
  configuration.activityType = type
  return configuration
}

/// A builder in a store of a test's own, with preferred zones of heart rate.
func builder(
  _ store: RecordingDouble = RecordingDouble(), _ type: HKWorkoutActivityType = .running,
  zones: HKWorkoutZoneConfiguration? = nil
) throws -> HKWorkoutBuilder {
  let zones = try zones ?? OpenHealthKitTests.zones()
  store.state.withLock { $0.zones[zones.quantityType] = zones }
  return HKWorkoutBuilder(backend: store, configuration: configuration(type), device: nil)
}

extension HKWorkoutZoneGroup {
  /// Seconds in each zone.
  var seconds: [TimeInterval] { zoneDurations.map(\.duration) }
}
