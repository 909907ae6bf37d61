// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import HealthDatabase
import Synchronization
import Workouts

/// Two workouts that are made of one, or one that is made of two, before it is done.
public struct GroupingPreview: Codable, Sendable, Equatable {
  /// What there will be, the workout that keeps its name first.
  public var workouts: [Part]
  /// Whether what is joined shares time; two that do not are rarely one workout.
  public var sharesTime: Bool

  /// A workout as it will be.
  public struct Part: Codable, Sendable, Equatable {
    /// What it is called.
    public var title: String
    /// The sport.
    public var sport: String
    /// When it begins.
    public var start: ZonedTime
    /// From start to end.
    public var elapsedSeconds: Double
    /// Metres.
    public var distanceMeters: Double?
    /// Its sources, the one that is shown first.
    public var sources: [WorkoutSource]
  }
}

extension WorkoutLibrary {
  /// What the two workouts will be when a source is made a workout of its own.
  ///
  /// - Returns: `nil` if the workout has no such source, or no other.
  public func previewSplit(_ id: String, source: Int64) throws -> GroupingPreview? {
    guard let detail = workout(id), detail.sources.count > 1, detail.sources.contains(where: { $0.id == source }) else {
      return nil
    }
    let rest = detail.sources.filter { $0.id != source }, alone = detail.sources.filter { $0.id == source }
    return try database.read { access in
      guard let stays = try part(rest, in: detail, access), let goes = try part(alone, in: nil, access) else {
        return nil
      }
      return GroupingPreview(workouts: [stays, goes], sharesTime: true)
    }
  }

  /// What the workout will be when another is joined to it.
  ///
  /// - Returns: `nil` if one of them is not there, or both are the same.
  public func previewJoin(_ id: String, with other: String) throws -> GroupingPreview? {
    guard id != other, let first = workout(id), let second = workout(other) else { return nil }
    let isRicher = try richness(of: first) < richness(of: second)
    let sources = isRicher ? second.sources + first.sources : first.sources + second.sources
    let joined = try database.read { try part(sources, in: isRicher ? second : first, $0) }
    guard let joined else { return nil }
    func span(_ detail: WorkoutDetail) -> TimeSpan {
      let start = detail.entry.start.instant
      return TimeSpan(start: start, end: start + Int64(detail.entry.elapsedSeconds * 1000))
    }
    return GroupingPreview(workouts: [joined], sharesTime: span(first).intersection(span(second)) != nil)
  }

  /// Makes a source of a workout a workout of its own again, and remembers that the two are not the same.
  ///
  /// - Returns: the name of the new workout.
  @discardableResult public func split(source: Int64) throws -> String? {
    let row = try database.write { access in
      let workout = try access.split(RecordingID(rawValue: source))
      try access.invalidateCards(of: athleteID)
      return try access.workout(workout)
    }
    forgetWhatWasRead()
    return row.map(Self.name)
  }

  /// Makes two workouts one, which keeps the name of the first and shows the richest source.
  ///
  /// - Returns: whether both were there.
  @discardableResult public func join(_ id: String, with other: String) throws -> Bool {
    guard id != other, let first = workout(id), let second = workout(other),
      let (into, from) = state.withLock({ state in
        state.entries[id].flatMap { into in state.entries[other].map { (into.id, $0.id) } }
      })
    else { return false }
    let isRicher = try richness(of: first) < richness(of: second)
    try database.write { access in
      let shown = try access.workout(from)?.primary
      for head in try access.recordings(of: from).reversed() { try access.join(head.id, into: into) }
      if isRicher, let shown { try access.setPrimary(shown) }
    }
    forgetWhatWasRead()
    return true
  }

  private func richness(of detail: WorkoutDetail) throws -> Richness {
    guard let recording = recording(detail.entry.id) else { throw LibraryMissing(detail.entry.id) }
    return Richness(recording, format: detail.sources.first { $0.isShown }?.format ?? "")
  }

  /// A workout made of some sources, as the first of them tells it.
  private func part(
    _ sources: [WorkoutSource], in detail: WorkoutDetail?, _ access: ReadAccess
  ) throws -> GroupingPreview.Part? {
    guard let shown = sources.first(where: \.isShown) ?? sources.first,
      let head = try access.recordingHead(RecordingID(rawValue: shown.id))
    else { return nil }
    // Shown as before, it keeps what the athlete called it.
    let kept = detail.flatMap { detail in detail.sources.contains { $0.id == shown.id && $0.isShown } ? detail : nil }
    var marked = [shown] + sources.filter { $0.id != shown.id }
    for index in marked.indices { marked[index].isShown = index == 0 }
    return GroupingPreview.Part(
      title: try kept?.entry.title ?? access.recording(head.id).title, sport: kept?.entry.sport ?? head.sport.rawValue,
      start: ZonedTime(head.span.start, offsetSeconds: head.utcOffsetSeconds),
      elapsedSeconds: Double(head.span.duration) / 1000, distanceMeters: head.distance, sources: marked)
  }
}
