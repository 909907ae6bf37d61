// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import FoundationEssentials
import HealthDatabase
import Synchronization
import WorkoutFiles
import Workouts
import ZoneStorage
import Zones

extension WorkoutLibrary {
  /// Stores prepared files in one transaction, in order, joining what is the same workout.
  ///
  /// - Parameter again: whether what was deleted comes back; otherwise it is skipped.
  func store(_ files: [PreparedFile], again: Bool) throws -> [StoredFile] {
    refreshSettings()
    let pending = state.withLock { state in
      Dictionary(state.settings.pendingDeletions.map { ($0.id, $0.since) }) { first, _ in first }
    }
    var stored = try database.write { access in
      try files.map { try store($0, again: again, pending, access) }
    }
    // What is brought in again after its deletion, while that can still be undone, is there again.
    for index in stored.indices where !pending.isEmpty && (again || stored[index].isSample) {
      for entry in stored[index].entries where pending[entry.id] != nil {
        _ = restore(entry.id)
        stored[index].outcome = .imported
      }
    }
    return stored
  }

  private func store(
    _ file: PreparedFile, again: Bool, _ pending: [String: Instant], _ access: WriteAccess
  ) throws -> StoredFile {
    var stored = StoredFile(
      label: file.label, byteCount: file.byteCount, samples: 0, entries: [], outcome: .imported, problem: nil)
    switch file.outcome {
    case .failed(let code, let message):
      stored.outcome = .failed(code: code, message: message)
    case .skipped(let reason):
      stored.outcome = .skipped(reason: reason)
    case .workouts(var recordings, let problems):
      stored.problem = problems.first.map { ($0.code.rawValue, $0.message) }
      stored.isSample = recordings.allSatisfy(\.isSample)
      let known = try access.recordings(of: athleteID, withContentHash: file.hash)
      let mark = try access.deletionMark(ofContent: file.hash, of: athleteID)
      var hidden: Instant?, shown = 0
      for workout in Set(known.map(\.workout)) {
        guard let row = try access.workout(workout) else { continue }
        let since = pending[Self.name(row)]
        if since == nil { shown += 1 } else { hidden = since }
        if since == nil || again || stored.isSample, let entry = Self.entry(row) { stored.entries.append(entry) }
      }
      let isBack = again || stored.isSample
      let deleted = mark?.at ?? hidden.map { ZonedTime($0, offsetSeconds: nil) }
      if let deleted, !isBack {
        stored.outcome = shown == 0 ? .deleted(deleted) : .alreadyThere
        if shown > 0 { stored.problem = ("deleted", "You deleted a part of it on \(deleted.civil.dayText).") }
        return stored
      }
      if let mark { try access.removeDeletionMark(mark.mark, of: athleteID) }
      if !known.isEmpty {
        let fuller = recordings.count == 1 ? recordings[0] : nil
        // Of a file with several workouts, those that were deleted.
        recordings.removeAll { recording in known.contains { $0.span == recording.new.recording.span } }
        guard mark != nil, !recordings.isEmpty else {
          stored.outcome = .alreadyThere
          // An export whose routes were not there the first time: what is there stays, and is shown with the route.
          if let fuller, try hasMoreRoute(fuller, than: known, access) {
            try join(fuller, to: known[0].workout, because: "route", access)
            stored.samples += fuller.new.recording.series.reduce(0) { $0 + $1.count }
            stored.outcome = .merged(reason: "route")
            stored.entries = try access.workout(known[0].workout).flatMap(Self.entry).map { [$0] } ?? []
          }
          return stored
        }
      }
      var reasons: [String] = []
      for recording in recordings {
        stored.samples += recording.new.recording.series.reduce(0) { $0 + $1.count }
        let (workout, reason) = try store(recording, access)
        if let reason { reasons.append(reason) }
        if let row = try access.workout(workout), let entry = Self.entry(row) { stored.entries.append(entry) }
      }
      if let archive = recordings.first?.new.source.archiveHash, let name = file.archiveName {
        try access.setJob(
          ImportJob(archiveHash: archive, member: "", state: "read", detail: name), of: athleteID)
      }
      if reasons.count == recordings.count, let reason = reasons.first { stored.outcome = .merged(reason: reason) }
    }
    return stored
  }

  /// Stores one recording: as a workout of its own, or as one more source of a workout that is there.
  private func store(
    _ prepared: PreparedRecording, _ access: WriteAccess
  ) throws -> (workout: WorkoutID, reason: String?) {
    guard let (head, match) = try duplicate(of: prepared.new.recording, access) else {
      let (workout, _) = try access.insert(prepared.new)
      try access.setCard(prepared.card, version: WorkoutCard.version, of: workout)
      return (workout, nil)
    }
    try join(prepared, to: head.workout, because: match.code, access)
    return (head.workout, match.code)
  }

  /// Stores a recording as one more source of a workout. The richest is shown.
  private func join(
    _ prepared: PreparedRecording, to workout: WorkoutID, because reason: String, _ access: WriteAccess
  ) throws {
    var new = prepared.new
    new.source.matchReason = reason
    let shown = try access.recordings(of: workout).first { $0.isPrimary }
    let shownRichness = try shown.map { Richness(try access.recording($0.id), format: $0.format) }
    var card = try access.workout(workout)?.card
    let (_, recording) = try access.insert(new, into: workout)
    if shownRichness.map({ $0 < prepared.richness }) ?? true {
      try access.setPrimary(recording)
      card = prepared.card
    }
    // One more recording clears the card; it is as good as before, or the new one's.
    if let card { try access.setCard(card, version: WorkoutCard.version, of: workout) }
  }

  /// Whether a recording of the same content has positions that the stored ones lack.
  private func hasMoreRoute(
    _ prepared: PreparedRecording, than known: [RecordingHead], _ access: WriteAccess
  ) throws -> Bool {
    let count = prepared.new.recording.series(.latitude)?.count ?? 0
    return try count > 0 && known.allSatisfy { try access.valueCount(of: .latitude, in: $0.id) < count }
  }

  /// The stored recording of the same workout, if there is one.
  private func duplicate(
    of recording: Recording, _ access: WriteAccess
  ) throws -> (RecordingHead, DuplicateRule.Match)? {
    // A clock in another time zone is off by 14 hours at most.
    let near = try access.recordings(of: athleteID, near: recording.span, within: 14 * 3_600_000 + 10_000)
    for head in near where Self.mayMatch(recording, head) {
      if let match = DuplicateRule.match(recording, try access.recording(head.id)) { return (head, match) }
    }
    return nil
  }

  /// Whether it is worth reading the stored recording: the two share time, or last about equally long a whole number of
  /// quarters of an hour apart.
  private static func mayMatch(_ recording: Recording, _ head: RecordingHead) -> Bool {
    if recording.span.intersection(head.span) != nil { return true }
    guard DuplicateRule.areAboutAsLong(recording.span, head.span) else { return false }
    let rest = abs(head.span.start - recording.span.start) % 900_000
    return min(rest, 900_000 - rest) <= 2000
  }

  // MARK: The list

  static func name(_ row: WorkoutRow) -> String { row.uuid.uuidString.lowercased() }

  /// The entry that a row's card holds; `nil` if the card is missing or old.
  static func entry(_ row: WorkoutRow) -> WorkoutEntry? {
    guard let card = row.card, row.cardVersion == WorkoutCard.version,
      var entry = WorkoutCard.decode(card, id: name(row))
    else { return nil }
    if let title = row.title { entry.title = title }
    return entry
  }

  /// Reads the list anew if anything has changed since it was read.
  func refresh() {
    let before = state.withLock { $0.anchor }
    guard
      let (anchor, news) = try? database.read({ access -> (Int64, (rows: [WorkoutRow], settings: StoredSettings)?) in
        let anchor = try access.lastAnchor()
        if anchor == before { return (anchor, nil) }
        return (anchor, (try access.workouts(of: athleteID), try storedSettings(access)))
      }), let news
    else { return }
    // Another program may have stated something, or deleted what can still be undone.
    take(news.settings, upTo: anchor)
    let rows = news.rows
    var entries: [String: (id: WorkoutID, entry: WorkoutEntry)] = [:]
    var stale: [WorkoutRow] = []
    for row in rows {
      if let entry = Self.entry(row) { entries[entry.id] = (row.id, entry) } else { stale.append(row) }
    }
    for (row, card) in makeCards(stale) {
      guard var entry = WorkoutCard.decode(card, id: Self.name(row)) else { continue }
      if let title = row.title { entry.title = title }
      entries[entry.id] = (row.id, entry)
    }
    state.withLock { state in
      state.entries = entries
      state.anchor = anchor
      // Another source may have joined any of them.
      state.recent = []
    }
  }

  /// Makes the cards of workouts anew, on all cores, and keeps them.
  private func makeCards(_ rows: [WorkoutRow]) -> [(WorkoutRow, [UInt8])] {
    guard !rows.isEmpty else { return [] }
    let history = zoneHistory
    let made = Mutex([(WorkoutRow, [UInt8])]())
    DispatchQueue.concurrentPerform(iterations: rows.count) { index in
      let row = rows[index]
      guard let primary = row.primary,
        var (recording, problems, sources, request, excluded) = try? database.read({ access in
          (
            try access.recording(primary), try access.problems(of: primary), try access.sources(of: primary),
            try Self.request(history, for: row, primary, access), try access.exclusions(of: primary)
          )
        })
      else { return }
      recording.take(row.sport)
      let isSample = sources.contains { $0.externalID == PreparedRecording.sampleMark }
      let analysis = WorkoutAnalysis(recording, zones: request, excluding: excluded)
      let card = WorkoutCard.encode(
        analysis.entry(id: "", isSample: isSample, problems: problems.map(FileProblem.init)))
      made.withLock { $0.append((row, card)) }
    }
    let cards = made.withLock { $0 }
    // A list that could not keep its cards makes them again next time.
    try? database.write { access in
      guard try access.zoneHistory(of: athleteID) == history else { return }
      for (row, card) in cards { try access.setCard(card, version: WorkoutCard.version, of: row.id) }
    }
    return cards
  }

  // MARK: One workout

  func read(_ id: String) -> (WorkoutEntry, Read)? {
    refresh()
    let known = state.withLock { state in
      state.entries[id].flatMap { entry in
        state.settings.isPending(id)
          ? nil : (entry, state.recent.last { $0.id == id }?.read)
      }
    }
    guard let ((workout, entry), kept) = known else { return nil }
    if let kept { return (entry, kept) }
    let history = zoneHistory
    guard let read = try? readWorkout(workout, history) else { return nil }
    state.withLock { state in
      // Read under what the athlete stated a moment ago; not kept if that has changed meanwhile.
      guard state.zones?.history == history else { return }
      state.recent.append((id, read))
      if state.recent.count > 8 { state.recent.removeFirst() }
    }
    return (entry, read)
  }

  /// Which zones a stored workout is shown under.
  static func request(
    _ history: ZoneHistory, for row: WorkoutRow, _ recording: RecordingID, _ access: ReadAccess
  ) throws -> ZoneRequest {
    var request = ZoneRequest(history)
    request.workout = name(row)
    request.kept = try access.keptZones(of: recording)
    return request
  }

  private func readWorkout(_ workout: WorkoutID, _ history: ZoneHistory) throws -> Read {
    try database.read { access in
      let heads = try access.recordings(of: workout)
      guard let row = try access.workout(workout), let shown = heads.first(where: \.isPrimary) ?? heads.first else {
        throw LibraryError("The workout is not there any more.")
      }
      var recording = try access.recording(shown.id)
      recording.take(row.sport)
      let problems = try access.problems(of: shown.id).map(FileProblem.init)
      var sources: [WorkoutSource] = []
      var file: String?
      for head in heads {
        for source in try access.sources(of: head.id) {
          if head.id == shown.id, file == nil { file = source.fileName }
          sources.append(
            WorkoutSource(
              id: head.id.rawValue, file: source.fileName, format: source.format,
              device: head.device.map { DeviceSummary(manufacturer: $0.manufacturer, product: $0.product) },
              imported: ZonedTime(source.importedAt, offsetSeconds: nil), isShown: head.id == shown.id,
              match: source.matchReason.map(StoredFile.sentence(ofMatch:))))
        }
      }
      return Read(
        recording: shown.id,
        analysis: WorkoutAnalysis(
          recording, zones: try Self.request(history, for: row, shown.id, access),
          excluding: try access.exclusions(of: shown.id)), format: shown.format, file: file,
        problems: problems, sources: sources, title: row.title)
    }
  }
}

extension FileProblem {
  fileprivate init(_ stored: StoredProblem) {
    self.init(Code(rawValue: stored.code), stored.message, offset: stored.offset)
  }
}
