// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension HKHealthStore {
  /// The session that this program was in when it was killed; nil where it was in none.
  ///
  /// The session has its state, and its builder what it had collected: samples, events, activities, metadata, zones. Set the
  /// delegates and a data source again, and go on. A zone is told of at its next change. A session that ended, and one of
  /// another program, is not recovered.
  ///
  /// - Throws: the store's errors where it can't be read.
  @discardableResult
  public func recoverActiveWorkoutSession() async throws -> HKWorkoutSession? {
    let backend = backend
    return try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.global().async {
        continuation.resume(with: Result { try HKWorkoutSession.recovered(from: backend) })
      }
    }
  }

  /// The same with a completion, which is called once on a queue in the background.
  public func recoverActiveWorkoutSession(
    completion: @escaping @Sendable (HKWorkoutSession?, (any Error)?) -> Void
  ) {
    let backend = backend
    DispatchQueue.global().async {
      do { completion(try HKWorkoutSession.recovered(from: backend), nil) } catch { completion(nil, error) }
    }
  }
}

extension HKHealthStore {
  /// All sessions that this program was in when it was killed and that don't go on in this process, the oldest first. Ours,
  /// not Apple's: there one session goes on at a time.
  ///
  /// - Throws: the store's errors where it can't be read.
  package func interruptedWorkoutSessions() throws(HKError) -> [HKWorkoutSession] {
    var found: [(id: UUID, kept: KeptSession, machine: SessionMachine)] = []
    for (id, data) in try backend.keptSessions() where SessionRegistry.session(id) == nil {
      guard let kept = try? JSONDecoder().decode(KeptSession.self, from: data), let machine = kept.machine,
        machine.isActive
      else { continue }
      found.append((id, kept, machine))
    }
    found.sort { ($0.machine.start ?? .distantPast) < ($1.machine.start ?? .distantPast) }
    return try found.map { (found) throws(HKError) in
      try HKWorkoutSession.recovered(found.id, found.kept, found.machine, from: backend)
    }
  }
}

extension HKWorkoutSession {
  /// The newest session that a store keeps; nil where it keeps none that can be read.
  package static func recovered(from backend: any RecordingStore) throws(HKError) -> HKWorkoutSession? {
    var newest: (id: UUID, kept: KeptSession, machine: SessionMachine)?
    for (id, data) in try backend.keptSessions() {
      if let running = SessionRegistry.session(id) { return running }
      guard let kept = try? JSONDecoder().decode(KeptSession.self, from: data), let machine = kept.machine,
        machine.isActive
      else { continue }
      if newest.map({ ($0.machine.start ?? .distantPast) < (machine.start ?? .distantPast) }) ?? true {
        newest = (id, kept, machine)
      }
    }
    guard let newest else { return nil }
    return try recovered(newest.id, newest.kept, newest.machine, from: backend)
  }

  fileprivate static func recovered(
    _ id: UUID, _ kept: KeptSession, _ machine: SessionMachine, from backend: any RecordingStore
  ) throws(HKError) -> HKWorkoutSession {
    let session = HKWorkoutSession(backend: backend, id: id, machine: machine)
    if let kept = kept.builder {
      let builder = HKLiveWorkoutBuilder(
        session: session, session.workoutConfiguration, collection: kept.collection)
      builder.recover(kept, try backend.samples(collection: kept.collection))
      session.setBuilder(builder)
    }
    SessionRegistry.set(session, isActive: true)
    return session
  }
}
