// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import FoundationEssentials
import HealthDatabase
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
    refresh()
    guard state.withLock({ $0.settings.isPending(id) }) else { return }
    let workout = state.withLock { $0.entries[id]?.id }
    if let workout { _ = try? erase(DeletionScope.workouts([workout])) }
    _ = restore(id)
  }

  /// Erases what was deleted longer than a minute ago.
  func finishDeletions() throws {
    refreshSettings()
    let limit = now - PendingDeletion.patience
    let due = state.withLock { $0.settings.pendingDeletions.filter { $0.since <= limit } }
    guard !due.isEmpty else { return }
    let workouts = try database.read { access in
      try due.compactMap { UUID(uuidString: $0.id) }.compactMap { try access.workout(uuid: $0)?.id }
    }
    if !workouts.isEmpty { _ = try erase(DeletionScope.workouts(workouts)) }
    try changeSettings { $0.pendingDeletions.removeAll { due.contains($0) } }
  }

  /// What a deletion would take, by class, everything derived included.
  ///
  /// - Throws: `LibraryError` for a source that there is not, `DatabaseError`.
  public func previewErasure(_ request: DeletionRequest) throws -> DeletionSummary {
    let scope = try scope(of: request)
    let (counts, extent) = try database.read { access in
      (try access.previewDeletion(scope, of: athleteID), try access.deletionExtent(scope, of: athleteID))
    }
    func zoned(_ start: DeletionExtent.LocalStart?) -> ZonedTime? {
      start.map { ZonedTime($0.start, offsetSeconds: $0.utcOffsetSeconds) }
    }
    return DeletionSummary(
      scope: request.word, detail: request.detail, counts: counts, first: zoned(extent.first), last: zoned(extent.last),
      stayingWorkouts: extent.stayingWorkouts)
  }

  /// Erases for good. The bytes are gone from the database and its log when this returns.
  ///
  /// Files of what was deleted are known again by a mark, so that they do not come back unasked; not after a deletion of
  /// everything.
  ///
  /// - Returns: the receipt, of which only the hash is kept.
  /// - Throws: `LibraryError` for a source that there is not, `DatabaseError`.
  @discardableResult public func erase(_ request: DeletionRequest) throws -> DeletionReceipt {
    let started = now
    let (counts, isComplete) = try erase(try scope(of: request))
    if request == .everything { try removeCopyBeforeRestore() }
    let receipt = try DeletionReceipt(
      request, counts: counts, requested: started, completed: now, isComplete: isComplete,
      hasCopyBeforeRestore: hasCopyBeforeRestore)
    try database.write { try $0.keepReceipt(receipt.digest(), of: athleteID) }
    return receipt
  }

  /// Whether this data folder gave out a receipt.
  public func gaveOut(_ receipt: DeletionReceipt) throws -> Bool {
    let hash = try receipt.digest()
    return try database.read { try $0.holdsReceipt(hash, of: athleteID) }
  }

  /// Whether a copy from before the last restore lies in the data folder.
  public var hasCopyBeforeRestore: Bool {
    database.path.map { FileManager.default.fileExists(atPath: $0 + ".before-restore") } ?? false
  }

  /// Removes the copy that `restore` keeps of what it replaced. It holds everything there was before, so a deletion of
  /// everything takes it along.
  private func removeCopyBeforeRestore() throws {
    guard let path = database.path.map({ $0 + ".before-restore" }), FileManager.default.fileExists(atPath: path) else {
      return
    }
    do {
      try FileManager.default.removeItem(atPath: path)
    } catch {
      throw LibraryError(
        "Everything was deleted but the copy from before the last restore, \(path): remove it, or check the permissions of the data folder and delete again."
      )
    }
  }

  func erase(_ scope: DeletionScope, isMarking: Bool = true) throws -> (counts: DeletionCounts, isComplete: Bool) {
    let counts = try database.write { access in
      let contents =
        isMarking && scope != .everything
        ? try access.contentHashes(scope, of: athleteID, exceptExternalID: PreparedRecording.sampleMark) : []
      let counts = try access.delete(scope, of: athleteID)
      try access.markDeleted(contents: contents, of: athleteID)
      return counts
    }
    let isComplete = try database.finishErasure()
    forgetWhatWasRead()
    return (counts, isComplete)
  }

  private func scope(of request: DeletionRequest) throws -> DeletionScope {
    refresh()
    switch request {
    case .everything: return .everything
    case .workouts(let names):
      return .workouts(state.withLock { state in names.compactMap { state.entries[$0]?.id } })
    case .days(let from, let to):
      let found = state.withLock { state in
        state.entries.values.filter { _, entry in
          let day = entry.start.civil.dayText
          return (from.map { day >= $0 } ?? true) && (to.map { day <= $0 } ?? true)
        }.map(\.id)
      }
      return .workouts(found.sorted { $0.rawValue < $1.rawValue })
    case .source(let name): return .source(try sourceScope(name))
    }
  }

  /// Reads everything anew at the next look.
  func forgetWhatWasRead() {
    state.withLock { state in
      state.anchor = nil
      state.recent = []
      state.zones = nil
      // What was deleted is gone from memory too.
      state.tables = [:]
    }
  }
}
