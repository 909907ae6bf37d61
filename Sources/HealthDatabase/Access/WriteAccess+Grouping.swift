// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

public import Workouts

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension WriteAccess {
  /// Makes a recording the one that its workout shows.
  public func setPrimary(_ recording: RecordingID) throws {
    guard let head = try recordingHead(recording) else { throw Self.noRecording }
    guard !head.isPrimary else { return }
    try connection.run(
      "UPDATE workout SET primary_recording = ? WHERE id = ?", [recording.value, head.workout.value])
    try refresh(head.workout, .update)
  }

  /// Takes a recording out of its workout into one of its own, and remembers that it is not the same event as the
  /// recordings it was with. A recording that is alone stays where it is.
  ///
  /// - Returns: the workout it is in now.
  @discardableResult public func split(_ recording: RecordingID) throws -> WorkoutID {
    try asWhole { try splitOff(recording) }
  }

  private func splitOff(_ recording: RecordingID) throws -> WorkoutID {
    guard let head = try recordingHead(recording) else { throw Self.noRecording }
    let others = try recordings(of: head.workout).filter { $0.id != recording }
    guard let heir = others.first else { return head.workout }
    let connection = try connection
    let alone = try insertWorkout(of: head.athlete, head.span)
    if head.isPrimary {
      try connection.run(
        "UPDATE workout SET primary_recording = ? WHERE id = ?", [heir.id.value, head.workout.value])
    }
    try connection.run("UPDATE recording SET workout = ? WHERE id = ?", [alone.value, recording.value])
    try connection.run("UPDATE workout SET primary_recording = ? WHERE id = ?", [recording.value, alone.value])
    for other in others {
      let (a, b) = (min(recording.rawValue, other.id.rawValue), max(recording.rawValue, other.id.rawValue))
      try connection.run(
        "INSERT OR IGNORE INTO split_pair (athlete, recording, other) VALUES (?, ?, ?)",
        [head.athlete.value, .integer(a), .integer(b)])
    }
    try refresh(head.workout, .update)
    try refresh(alone, .insert)
    try note(.update, .recording, head.uuid, of: head.athlete)
    return alone
  }

  /// Moves a recording into another workout of the same athlete, and forgets that it was said to be different from the
  /// recordings there. A workout that is left empty is deleted; what the athlete called it goes with it.
  public func join(_ recording: RecordingID, into workout: WorkoutID) throws {
    try asWhole { try move(recording, into: workout) }
  }

  private func move(_ recording: RecordingID, into workout: WorkoutID) throws {
    guard let head = try recordingHead(recording) else { throw Self.noRecording }
    guard head.workout != workout else { return }
    guard try athlete(of: workout) == head.athlete else { throw Self.noWorkout }
    let connection = try connection
    let left = try recordings(of: head.workout).filter { $0.id != recording }
    for other in try recordings(of: workout) {
      let (a, b) = (min(recording.rawValue, other.id.rawValue), max(recording.rawValue, other.id.rawValue))
      try connection.run(
        "DELETE FROM split_pair WHERE athlete = ? AND recording = ? AND other = ?",
        [head.athlete.value, .integer(a), .integer(b)])
    }
    if head.isPrimary {
      try connection.run(
        "UPDATE workout SET primary_recording = ? WHERE id = ?",
        [left.first.map { $0.id.value } ?? .null, head.workout.value])
    }
    try connection.run("UPDATE recording SET workout = ? WHERE id = ?", [workout.value, recording.value])
    if left.isEmpty {
      try buryWorkout(head.workout, of: head.athlete)
    } else {
      try refresh(head.workout, .update)
    }
    try refresh(workout, .update)
    try note(.update, .recording, head.uuid, of: head.athlete)
  }

  /// Calls a workout something else than its recording does; `nil` takes that back.
  public func setTitle(_ title: String?, of workout: WorkoutID) throws {
    try connection.run("UPDATE workout SET title_override = ? WHERE id = ?", [Value(title), workout.value])
    try refresh(workout, .update)
  }

  /// Says of a workout that it was another sport than its recording does; `nil` takes that back.
  public func setSport(_ sport: Sport?, of workout: WorkoutID) throws {
    try connection.run("UPDATE workout SET sport_override = ? WHERE id = ?", [Value(sport?.rawValue), workout.value])
    try refresh(workout, .update)
  }

  /// Keeps something derived that a list shows of a workout. Not a change for those who keep a copy.
  ///
  /// Set it last: whatever changes a workout throws its card away.
  public func setCard(_ bytes: [UInt8], version: Int, of workout: WorkoutID) throws {
    let connection = try connection
    try connection.run(
      "UPDATE workout SET card = ?, card_version = ? WHERE id = ?",
      [.blob(bytes), .integer(Int64(version)), workout.value])
    guard connection.changeCount == 1 else { throw Self.noWorkout }
  }

  /// Throws the cards of all workouts of an athlete away, as after a change of zones.
  public func invalidateCards(of athlete: AthleteID) throws {
    try connection.run(
      "UPDATE workout SET card = NULL, card_version = NULL WHERE athlete = ? AND card IS NOT NULL", [athlete.value])
  }

  /// Throws away the card of a workout.
  public func invalidateCard(of workout: WorkoutID) throws {
    try connection.run("UPDATE workout SET card = NULL, card_version = NULL WHERE id = ?", [workout.value])
  }

  /// Throws away the cards of workouts that measured something without zones being kept for it: what they show follows
  /// the athlete's numbers of today.
  public func invalidateCardsWithoutZones(of athlete: AthleteID) throws {
    try connection.run(
      """
      UPDATE workout SET card = NULL, card_version = NULL
      WHERE athlete = ?1 AND card IS NOT NULL AND EXISTS (
        SELECT 1 FROM histogram AS h WHERE h.athlete = ?1 AND h.recording = workout.primary_recording
          AND (h.quantity <> 'speed' OR NOT EXISTS (SELECT 1 FROM histogram AS p WHERE p.athlete = ?1
            AND p.recording = h.recording AND p.quantity <> 'speed'))
          AND NOT EXISTS (SELECT 1 FROM zone_group AS g WHERE g.athlete = ?1 AND g.recording = h.recording
            AND g.quantity = h.quantity AND g.leg IS h.leg)
          AND (h.leg IS NOT NULL OR NOT EXISTS (SELECT 1 FROM histogram AS o WHERE o.athlete = ?1
            AND o.recording = h.recording AND o.leg IS NOT NULL)))
      """, [athlete.value])
  }

  // MARK: inside

  func athlete(of workout: WorkoutID) throws -> AthleteID {
    let athlete = try connection.first("SELECT athlete FROM workout WHERE id = ?", [workout.value]) {
      AthleteID(rawValue: $0.int64(0))
    }
    guard let athlete else { throw Self.noWorkout }
    return athlete
  }

  /// Copies into a workout what lists sort and filter by, throws its card away, and tells of the change.
  func refresh(_ workout: WorkoutID, _ operation: Change.Operation) throws {
    let connection = try connection
    try connection.run(
      """
      UPDATE workout SET start_ms = r.start_ms, end_ms = r.end_ms, utc_offset = r.utc_offset, sport = r.sport,
        sub_sport = r.sub_sport, name = r.name, changed_ms = ?2, card = NULL, card_version = NULL,
        recording_count =
          (SELECT count(*) FROM recording AS c WHERE c.athlete = workout.athlete AND c.workout = workout.id)
      FROM recording AS r WHERE workout.id = ?1 AND r.id = workout.primary_recording
      """, [workout.value, Value(now)])
    guard connection.changeCount == 1 else { throw Self.noWorkout }
    let object = try connection.first("SELECT athlete, uuid FROM workout WHERE id = ?", [workout.value]) {
      (row) throws(DatabaseError) in (AthleteID(rawValue: row.int64(0)), try row.uuid(1))
    }
    guard let object else { throw Self.noWorkout }
    try note(operation, .workout, object.1, of: object.0)
  }

  /// Deletes a workout with what is in it and leaves a tombstone.
  func buryWorkout(_ workout: WorkoutID, of athlete: AthleteID) throws {
    let uuid = try connection.first(
      "SELECT uuid FROM workout WHERE id = ? AND athlete = ?", [workout.value, athlete.value]
    ) { (row) throws(DatabaseError) in try row.uuid(0) }
    guard let uuid else { throw Self.noWorkout }
    for recording in try recordings(of: workout) { try buryRecording(recording) }
    try connection.run("DELETE FROM workout WHERE id = ?", [workout.value])
    try leaveTombstone(.workout, uuid, of: athlete)
  }

  /// Deletes a recording with what is in it and leaves a tombstone. The workout it was in is up to the caller.
  ///
  /// Samples that a program saved for it stay.
  func buryRecording(_ head: RecordingHead) throws {
    // Values that were read as samples are told of as such.
    let isCopy = try connection.first("SELECT is_copy FROM recording WHERE id = ?", [head.id.value]) { $0.bool(0) }
    let series = try connection.all(
      "SELECT ordinal, quantity, value_count FROM series WHERE athlete = ? AND recording = ? ORDER BY ordinal",
      [head.athlete.value, head.id.value]
    ) { ($0.int(0), $0.text(1), $0.int(2)) }
    if isCopy == false {
      for (ordinal, quantity, count) in series where count > 0 {
        let names = SeriesNames(head.uuid, ordinal)
        try bury((0..<count).map { names[$0] }, type: "series." + quantity, program: nil, sync: nil, of: head.athlete)
      }
    }
    if head.isPrimary {
      try connection.run("UPDATE workout SET primary_recording = NULL WHERE id = ?", [head.workout.value])
    }
    try connection.run("DELETE FROM recording WHERE id = ?", [head.id.value])
    try leaveTombstone(.recording, head.uuid, of: head.athlete)
  }

  private func leaveTombstone(_ kind: Change.Kind, _ uuid: UUID, of athlete: AthleteID) throws {
    hasDeleted = true
    let anchor = try note(.delete, kind, uuid, of: athlete)
    try connection.run(
      "INSERT INTO tombstone (athlete, uuid, kind, deleted_ms, anchor) VALUES (?, ?, ?, ?, ?)",
      [athlete.value, Value(uuid), .text(kind.rawValue), Value(now), .integer(anchor)])
  }
}
