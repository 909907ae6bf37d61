// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

public import Workouts

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension WriteAccess {
  // MARK: Anchors

  /// Enters an anchor; what was entered before stays.
  @discardableResult
  public func addAnchor(_ anchor: StoredAnchor, of athlete: AthleteID) throws -> Int64 {
    try connection.run(
      """
      INSERT INTO anchor_value (athlete, kind, sport, from_day, value, provenance, note, entered_ms)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        athlete.value, .text(anchor.kind), Value(anchor.sport?.rawValue), Value(anchor.from), .real(anchor.value),
        .text(anchor.provenance), Value(anchor.note), Value(anchor.entered),
      ])
    let id = try connection.lastID
    try noteAthlete(athlete)
    return id
  }

  /// Takes an anchor back; says whether there was one.
  @discardableResult
  public func removeAnchor(_ id: Int64, of athlete: AthleteID) throws -> Bool {
    try removeZoneRow("anchor_value", id, of: athlete)
  }

  // MARK: Zones under names

  /// Keeps zones under a name, as version 1.
  ///
  /// - Throws: `DatabaseError` with code `invalid` if the name is taken.
  @discardableResult
  public func addCustomZones(
    named name: String, uuid: UUID = UUID(), modelJSON: String, from day: Day, of athlete: AthleteID
  ) throws -> Int64 {
    try connection.run(
      "INSERT INTO custom_zones (athlete, uuid, name) VALUES (?, ?, ?)", [athlete.value, Value(uuid), .text(name)])
    let id = try connection.lastID
    try addVersion(of: id, modelJSON: modelJSON, from: day, of: athlete)
    return id
  }

  /// Adds a version to zones under a name and returns its number.
  @discardableResult
  public func addVersion(of id: Int64, modelJSON: String, from day: Day, of athlete: AthleteID) throws -> Int {
    try checkJSON(modelJSON)
    let number = try connection.first(
      "SELECT coalesce(max(number), 0) + 1 FROM custom_zones_version WHERE athlete = ? AND custom_zones = ?",
      [athlete.value, .integer(id)]
    ) { $0.int(0) }
    try connection.run(
      """
      INSERT INTO custom_zones_version (athlete, custom_zones, number, from_day, model, entered_ms)
      VALUES (?, ?, ?, ?, ?, ?)
      """, [athlete.value, .integer(id), Value(number ?? 1), Value(day), .text(modelJSON), Value(now)])
    try noteAthlete(athlete)
    return number ?? 1
  }

  /// Gives zones another name.
  ///
  /// - Throws: `DatabaseError` with code `invalid` if the name is taken.
  public func renameCustomZones(_ id: Int64, to name: String, of athlete: AthleteID) throws {
    try connection.run(
      "UPDATE custom_zones SET name = ? WHERE athlete = ? AND id = ?", [.text(name), athlete.value, .integer(id)])
    try noteAthlete(athlete)
  }

  /// Deletes zones under a name with their versions and the choices of them. Workouts keep what they were recorded with.
  @discardableResult
  public func removeCustomZones(_ id: Int64, of athlete: AthleteID) throws -> Bool {
    try removeZoneRow("custom_zones", id, of: athlete)
  }

  // MARK: Choices

  /// Keeps a choice; what was chosen before stays for its days.
  @discardableResult
  public func addZoneChoice(_ choice: StoredZoneChoice, of athlete: AthleteID) throws -> Int64 {
    if let json = choice.modelJSON { try checkJSON(json) }
    try connection.run(
      """
      INSERT INTO zone_choice (athlete, quantity, sport, from_day, through_day, workout, model, custom_zones, entered_ms)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        athlete.value, .text(choice.quantity.rawValue), Value(choice.sport?.rawValue), Value(choice.from),
        Value(choice.through?.daysSince1970), Value(choice.workout?.rawValue), Value(choice.modelJSON),
        Value(choice.customZones), Value(choice.entered),
      ])
    let id = try connection.lastID
    try noteAthlete(athlete)
    return id
  }

  /// Takes a choice back; says whether there was one.
  @discardableResult
  public func removeZoneChoice(_ id: Int64, of athlete: AthleteID) throws -> Bool {
    try removeZoneRow("zone_choice", id, of: athlete)
  }

  // MARK: Corrections

  /// Puts other zone groups over those that recordings have; the ones they were recorded with stay below.
  ///
  /// - Returns: the number by which the correction can be taken back.
  @discardableResult
  public func addZoneCorrection(
    noteJSON: String, groups: [(recording: RecordingID, groups: [StoredZoneGroup])], of athlete: AthleteID
  ) throws -> Int64 {
    try asWhole {
      try checkJSON(noteJSON)
      try connection.run(
        "INSERT INTO zone_correction (athlete, made_ms, note) VALUES (?, ?, ?)",
        [athlete.value, Value(now), .text(noteJSON)])
      let id = try connection.lastID
      for (recording, groups) in groups {
        try insertZoneGroups(groups, correction: id, [athlete.value, recording.value])
        try noteWorkout(of: recording)
      }
      return id
    }
  }

  /// Takes a correction back: what lies below it shows again. Says whether there was one.
  @discardableResult
  public func removeZoneCorrection(_ id: Int64, of athlete: AthleteID) throws -> Bool {
    let recordings = try connection.all(
      "SELECT DISTINCT recording FROM zone_group WHERE athlete = ? AND correction = ?",
      [athlete.value, .integer(id)]
    ) { RecordingID(rawValue: $0.int64(0)) }
    let existed = try removeZoneRow("zone_correction", id, of: athlete)
    for recording in recordings { try noteWorkout(of: recording) }
    return existed
  }

  // MARK: What is derived

  /// Says what is left out of a recording, in the place of what was said before.
  public func setExclusions(_ exclusions: [StoredExclusion], of recording: RecordingID) throws {
    guard let head = try recordingHead(recording) else { throw Self.noRecording }
    let key = [head.athlete.value, recording.value]
    try connection.run("DELETE FROM exclusion WHERE athlete = ? AND recording = ?", key)
    for (ordinal, exclusion) in exclusions.enumerated() {
      try connection.run(
        """
        INSERT INTO exclusion (athlete, recording, ordinal, quantity, kind, start_ms, end_ms, made_ms)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        """,
        key + [
          .integer(Int64(ordinal)), .text(exclusion.quantity.rawValue), .text(exclusion.kind),
          Value(exclusion.span.start), Value(exclusion.span.end), Value(exclusion.made),
        ])
    }
    try noteWorkout(of: recording)
  }

  /// Counts a recording anew, after something was left out or taken in again: the times of all zone groups, those of
  /// corrections included, under the limits that they have; histograms and efforts.
  public func recount(
    _ recording: RecordingID, histograms: [StoredHistogram], efforts: [StoredEffort],
    time: (StoredZoneGroup) -> (durations: [Milliseconds], unknown: Milliseconds)
  ) throws {
    guard let head = try recordingHead(recording) else { throw Self.noRecording }
    let connection = try connection
    let key = [head.athlete.value, recording.value]
    for (ordinal, group) in try numberedZoneGroups(of: recording) {
      let (durations, unknown) = time(group)
      guard durations.count == group.durations.count else {
        throw DatabaseError(.invalid, "a zone group needs a time for each zone")
      }
      try connection.run(
        "UPDATE zone_group SET durations = ?, unknown_ms = ? WHERE athlete = ? AND recording = ? AND ordinal = ?",
        [.blob(SmallLists.encode(durations)), .integer(unknown)] + key + [.integer(ordinal)])
    }
    try connection.run("DELETE FROM histogram WHERE athlete = ? AND recording = ?", key)
    try insertHistograms(histograms, key)
    try setEfforts(efforts, of: recording)
    try noteWorkout(of: recording)
  }

  /// Replaces the efforts of a recording.
  public func setEfforts(_ efforts: [StoredEffort], of recording: RecordingID) throws {
    guard let head = try recordingHead(recording) else { throw Self.noRecording }
    let key = [head.athlete.value, recording.value]
    try connection.run("DELETE FROM effort WHERE athlete = ? AND recording = ?", key)
    try insertEfforts(efforts, key)
  }

  func insertEfforts(_ efforts: [StoredEffort], _ key: [Value]) throws {
    let connection = try connection
    for (ordinal, effort) in efforts.enumerated() {
      try connection.run(
        """
        INSERT INTO effort (athlete, recording, ordinal, quantity, kind, duration_ms, value, start_ms)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        """,
        key + [
          .integer(Int64(ordinal)), .text(effort.quantity.rawValue), .text(effort.kind), .integer(effort.duration),
          .real(effort.value), Value(effort.start),
        ])
    }
  }

  // MARK: Inside

  private func removeZoneRow(_ table: String, _ id: Int64, of athlete: AthleteID) throws -> Bool {
    let connection = try connection
    try connection.run("DELETE FROM \(table) WHERE athlete = ? AND id = ?", [athlete.value, .integer(id)])
    guard connection.changeCount > 0 else { return false }
    hasDeleted = true
    try noteAthlete(athlete)
    return true
  }

  /// The workout's card shows time in zone, so it is made anew.
  private func noteWorkout(of recording: RecordingID) throws {
    guard let head = try recordingHead(recording) else { throw Self.noRecording }
    try connection.run(
      "UPDATE workout SET card = NULL, card_version = NULL, changed_ms = ? WHERE id = ?",
      [Value(now), head.workout.value])
    try note(.update, .recording, head.uuid, of: head.athlete)
  }
}

extension Value {
  init(_ day: Day) { self = .integer(Int64(day.daysSince1970)) }
}
