// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

internal import Workouts

extension WriteAccess {
  /// Deletes what a scope names, with everything derived from it, and leaves tombstones.
  ///
  /// When the transaction is done, the deleted bytes are gone from the file and from the log beside it.
  ///
  /// - Returns: how many of each class of record went.
  @discardableResult
  public func delete(_ scope: DeletionScope, of athlete: AthleteID) throws -> DeletionCounts {
    try asWhole { try deleteParts(scope, of: athlete) }
  }

  private func deleteParts(_ scope: DeletionScope, of athlete: AthleteID) throws -> DeletionCounts {
    let connection = try connection
    let targets = try targets(scope, of: athlete)
    let counts = try counts(targets, of: athlete)
    try deleteSamples(targets, of: athlete)
    for workout in targets.workouts { try buryWorkout(WorkoutID(rawValue: workout), of: athlete) }
    // The rest were in workouts that go on without them.
    for recording in targets.recordings {
      guard let head = try recordingHead(RecordingID(rawValue: recording)) else { continue }
      try buryRecording(head)
      try giveHeir(to: head.workout)
    }
    for source in targets.looseSources {
      guard let head = try recordingHead(RecordingID(rawValue: source.recording)) else { continue }
      try connection.run(
        "DELETE FROM source WHERE athlete = ? AND recording = ? AND ordinal = ?",
        [athlete.value, .integer(source.recording), .integer(source.ordinal)])
      try note(.update, .recording, head.uuid, of: athlete)
    }
    for archive in targets.archives { try removeJobs(of: athlete, archive: archive) }
    if targets.takesEverything {
      for table in ["consent", "session", "member", "origin"] {
        try connection.run("DELETE FROM \(table) WHERE athlete = ?", [athlete.value])
      }
      // Tombstones of samples keep their names, but no word of whose they were.
      try connection.run(
        "UPDATE sample_tombstone SET program = NULL, sync = NULL, sync_version = NULL WHERE athlete = ?",
        [athlete.value])
      try connection.run("DELETE FROM job WHERE athlete = ?", [athlete.value])
      // Who deletes everything starts anew: no file is known as deleted.
      try connection.run("DELETE FROM deletion_mark WHERE athlete = ?", [athlete.value])
      try connection.run("UPDATE athlete SET mark_key = NULL WHERE id = ?", [athlete.value])
      for table in ["zone_choice", "custom_zones", "anchor_value", "zone_correction", "plan"] {
        try connection.run("DELETE FROM \(table) WHERE athlete = ?", [athlete.value])
      }
      try setSettings(nil, of: athlete)
    }
    hasDeleted = true
    return counts
  }

  /// Deletes an athlete, the name included: workouts, changes and tombstones too, so that nothing tells that there was
  /// somebody.
  @discardableResult
  public func removeAthlete(_ athlete: AthleteID) throws -> DeletionCounts {
    let counts = try delete(.everything, of: athlete)
    try connection.run("DELETE FROM athlete WHERE id = ?", [athlete.value])
    return counts
  }

  /// Makes the recording that came first the primary one of a workout that lost its own.
  func giveHeir(to workout: WorkoutID) throws {
    try connection.run(
      """
      UPDATE workout SET primary_recording =
        (SELECT min(r.id) FROM recording AS r WHERE r.athlete = workout.athlete AND r.workout = workout.id)
      WHERE id = ? AND primary_recording IS NULL
      """, [workout.value])
    // Where further recordings of the workout go in the same deletion, the next of them may be the heir for a moment.
    try refresh(workout, .update)
  }
}
