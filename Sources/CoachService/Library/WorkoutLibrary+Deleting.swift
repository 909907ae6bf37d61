// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import FoundationEssentials
public import HealthDatabase
import Synchronization
import Workouts

extension WorkoutLibrary {
  /// Takes a workout out of the list. For a minute `restore(_:)` brings it back; then it is erased, by this program or,
  /// if that has ended, by the next one that opens the library.
  ///
  /// - Returns: the workout as it was listed, or `nil` if there is none of this name.
  public func delete(_ id: String) -> WorkoutEntry? {
    refresh()
    guard let entry = state.withLock({ $0.entries[id]?.entry }) else { return nil }
    var isNew = false
    do {
      try changeSettings { settings in
        isNew = !settings.isPending(id)
        if isNew { settings.pendingDeletions.append(PendingDeletion(id: id, since: now)) }
      }
    } catch {
      return nil
    }
    guard isNew else { return nil }
    DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(Int(PendingDeletion.patience) + 100)) {
      [weak self] in try? self?.finishDeletions()
    }
    return entry
  }

  /// Brings back a deleted workout.
  public func restore(_ id: String) -> Bool {
    var wasPending = false
    do {
      try changeSettings { settings in
        wasPending = settings.isPending(id)
        settings.pendingDeletions.removeAll { $0.id == id }
      }
    } catch {
      return false
    }
    return wasPending
  }

  /// Makes a deletion final: the workout and all that was derived from it are gone from the disk.
  public func forget(_ id: String) {
    guard state.withLock({ $0.settings.isPending(id) }) else { return }
    let workout = state.withLock { $0.entries[id]?.id }
    if let workout { _ = try? erase(.workouts([workout])) }
    _ = restore(id)
  }

  /// Erases what was deleted longer than a minute ago.
  func finishDeletions() throws {
    let limit = now - PendingDeletion.patience
    let due = state.withLock { $0.settings.pendingDeletions.filter { $0.since <= limit } }
    guard !due.isEmpty else { return }
    let workouts = try database.read { access in
      try due.compactMap { UUID(uuidString: $0.id) }.compactMap { try access.workout(uuid: $0)?.id }
    }
    if !workouts.isEmpty { _ = try erase(.workouts(workouts)) }
    try changeSettings { $0.pendingDeletions.removeAll { due.contains($0) } }
  }

  /// What a deletion would take, by class, everything derived included.
  public func previewErasure(_ scope: DeletionScope) throws -> DeletionCounts {
    try database.read { try $0.previewDeletion(scope, of: athleteID) }
  }

  /// Erases for good. The bytes are gone from the database and its log when this returns.
  @discardableResult public func erase(_ scope: DeletionScope) throws -> DeletionReceipt {
    let started = now
    let counts = try database.write { try $0.delete(scope, of: athleteID) }
    let isComplete = try database.finishErasure()
    state.withLock { state in
      // Everything is everything: what the athlete stated goes as well.
      if scope == .everything { state.settings = StoredSettings() }
      state.anchor = nil
      state.recent = []
    }
    return DeletionReceipt(
      scope: scope, counts: counts, requested: started, completed: now, isComplete: isComplete)
  }

  /// The number of the workout of a name, for a deletion.
  public func workoutID(_ id: String) -> WorkoutID? {
    refresh()
    return state.withLock { $0.entries[id]?.id }
  }

  /// Makes a source of a workout a workout of its own again, and remembers that the two are not the same.
  public func split(source: Int64) throws {
    try database.write { access in
      let workout = try access.split(RecordingID(rawValue: source))
      _ = workout
      try access.invalidateCards(of: athleteID)
    }
    state.withLock { state in
      state.anchor = nil
      state.recent = []
    }
  }
}

/// What was deleted, for the athlete to keep. It holds no health value and nothing that names a person.
public struct DeletionReceipt: Codable, Sendable, Equatable {
  /// A random number that names this deletion.
  public var request: String
  /// What was asked for.
  public var scope: String
  /// How much of each class went.
  public var counts: DeletionCounts
  /// What it was deleted from.
  public var stores: [String]
  /// When it was asked for.
  public var requested: ZonedTime
  /// When it was done.
  public var completed: ZonedTime
  /// Whether the bytes are gone; `false` if another program held on to them and they go with its next pause.
  public var isComplete: Bool
  /// When backups made by this program expire: never by themselves, so this is `nil`.
  @ExplicitNull public var backupsExpire: ZonedTime?
  /// The program that did it.
  public var software: String

  init(scope: DeletionScope, counts: DeletionCounts, requested: Instant, completed: Instant, isComplete: Bool) {
    request = UUID().uuidString.lowercased()
    self.scope =
      switch scope {
      case .workouts: "workouts"
      case .source: "source"
      case .span: "span"
      case .everything: "everything"
      }
    self.counts = counts
    stores = ["database", "write-ahead log"]
    self.requested = ZonedTime(requested, offsetSeconds: nil)
    self.completed = ZonedTime(completed, offsetSeconds: nil)
    self.isComplete = isComplete
    backupsExpire = nil
    software = "ZoneCoach"
  }
}
