// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthDatabase

/// The sessions that go on in this process.
enum SessionRegistry {
  private struct Entry: Sendable {
    weak var session: HKWorkoutSession?
  }

  private static let entries = Lock([UUID: Entry]())

  static func set(_ session: HKWorkoutSession, isActive: Bool) {
    entries.withLock { $0[session.id] = isActive ? Entry(session: session) : nil }
  }

  /// The session that is kept under an identifier, where it goes on.
  static func session(_ id: UUID) -> HKWorkoutSession? { entries.withLock { $0[id]?.session } }

  /// Ends the sessions of a store that aren't `session`, where that goes on and the store has one at a time.
  static func endOthers(than session: HKWorkoutSession) {
    guard !session.backend.allowsManySessions else { return }
    let others = entries.withLock { entries -> [HKWorkoutSession] in
      guard entries[session.id] != nil else { return [] }
      entries = entries.filter { $0.value.session != nil }
      return entries.values.compactMap(\.session).filter { $0 !== session && $0.backend === session.backend }
    }
    for other in others { other.end(because: HKError(.errorAnotherWorkoutSessionStarted)) }
  }
}

/// Writes what is needed to recover a session, one after the other, and only the newest of what waits.
final class SessionKeeper: Sendable {
  private struct State {
    var next: (@Sendable () -> KeptSession)?
    var isGone = false
  }

  private let backend: any RecordingStore
  private let id: UUID
  private let state = Lock(State())
  private let queue = DispatchQueue(label: "HKWorkoutSession.keeper")

  init(backend: any RecordingStore, id: UUID) {
    self.backend = backend
    self.id = id
  }

  func keep(_ make: @escaping @Sendable () -> KeptSession) {
    let isFirst = state.withLock { state in
      defer { state.next = make }
      return state.next == nil && !state.isGone
    }
    if isFirst { queue.async { self.write() } }
  }

  private func write() {
    let make = state.withLock { state in
      defer { state.next = nil }
      return state.isGone ? nil : state.next
    }
    // A store that can't be written to now is written to at the next change.
    if let make, let data = try? JSONEncoder().encode(make()) { try? backend.keepSession(id, state: data) }
  }

  func forget() {
    state.withLock { $0.isGone = true }
    queue.async { [backend, id] in try? backend.removeSession(id) }
  }

  /// Writes nothing more, and leaves what is written.
  func stop() {
    state.withLock { $0.isGone = true }
    wait()
  }

  func wait() { queue.sync {} }
}
