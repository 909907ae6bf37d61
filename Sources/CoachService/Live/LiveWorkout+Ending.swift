// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Coaching
import Foundation
import HealthDatabase
import OpenHealthKit
import Synchronization
public import Workouts

extension LiveWorkout {
  /// Ends the workout and saves it.
  ///
  /// - Parameter moment: when it ended; now unless told otherwise, never before its start.
  @discardableResult public func end(at moment: Instant? = nil) async throws -> LiveEvent.Summary {
    let end = max(moment ?? clock.now, start)
    let isFirst = state.withLock { state -> Bool in
      guard !state.isOver else { return false }
      say(state.feed.advance(to: end.millisecondsSince1970), &state)
      _ = state.feed.ask(at: end.millisecondsSince1970) { coach, active in
        if !coach.isFinished { coach.end(at: active) }
        return []
      }
      if state.laps > 0 { endLap(at: end, &state) }
      state.isOver = true
      return true
    }
    guard isFirst else { throw LiveError.over }
    settle()
    session.stopActivity(with: Date(end))
    settle()
    try await builder.endCollection(at: Date(end))
    let card = setup.plan.map { plan in
      state.withLock { ComplianceDocument(ComplianceCard($0.feed.coach.plan, $0.feed.coach.records), plan: plan.name) }
    }
    if let card {
      let text = String(decoding: try JSONDocument.encode(card), as: UTF8.self)
      try await builder.addMetadata([MetadataKey.compliance: text])
    }
    let workout = try await builder.finishWorkout()
    session.end()
    settle()
    session.waitUntilKept()
    mark.release()
    var seconds: [Quantity: [Double]] = [:]
    for (quantity, type) in [(Quantity.heartRate, HKQuantityType(.heartRate)), (.power, HKQuantityType(.cyclingPower))]
    {
      if let group = workout?.zoneGroup(for: type) { seconds[quantity] = group.zoneDurations.map(\.duration) }
    }
    return state.withLock { state in
      let summary = LiveEvent.Summary(
        id: workout.flatMap { library.name(ofRecording: $0.uuid) }, elapsed: Double(end - start) / 1000,
        active: Double(state.feed.activeTime(at: end.millisecondsSince1970)) / 1000, seconds: seconds,
        card: card)
      tell(.state(.ended), at: end, state)
      tell(.summary(summary), at: end, state)
      return summary
    }
  }

  /// Ends the workout without saving it. What was measured is deleted too.
  public func discard() async throws {
    state.withLock { $0.isOver = true }
    session.stopActivity(with: Date(max(clock.now, start)))
    settle()
    try builder.deleteCollected()
    builder.discardWorkout()
    session.end()
    settle()
    session.waitUntilKept()
    mark.release()
  }

  /// Leaves the workout as it is, without an end: the next start finds it interrupted. Nothing that was measured is lost.
  public func leave() {
    let isFirst = state.withLock { state in
      defer { state.isOver = true }
      return !state.isOver
    }
    guard isFirst else { return }
    settle()
    session.forget()
    mark.release()
  }
}

extension WorkoutLibrary {
  /// The name under which a recording's workout is found.
  func name(ofRecording uuid: UUID) -> String? {
    try? database.read { access in
      try access.recording(named: uuid, of: athleteID).flatMap { try access.workout($0.head.workout) }.map(Self.name)
    }
  }
}

/// Why a live workout can't go on.
public enum LiveError: Error, CustomStringConvertible {
  /// It has ended.
  case over
  /// There is no Bluetooth on this system.
  case noBluetooth

  /// What is so, and what to do.
  public var description: String {
    switch self {
    case .over: "The workout has ended already."
    case .noBluetooth: "Bluetooth is there on Linux only; connect the sensor in the browser."
    }
  }
}
