// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

public import Workouts

extension ReadAccess {
  /// All anchors ever entered, in the order of their days.
  public func anchors(of athlete: AthleteID) throws -> [StoredAnchor] {
    try connection.all(
      """
      SELECT id, kind, sport, from_day, value, provenance, note, entered_ms FROM anchor_value
      WHERE athlete = ? ORDER BY from_day, entered_ms, id
      """, [athlete.value]
    ) {
      StoredAnchor(
        id: $0.int64(0), kind: $0.text(1), sport: $0.optionalText(2).map(Sport.init(rawValue:)), from: $0.day(3),
        value: $0.double(4), provenance: $0.text(5), note: $0.optionalText(6), entered: $0.instant(7))
    }
  }

  /// The zones that an athlete keeps under names, by name.
  public func customZones(of athlete: AthleteID) throws -> [StoredCustomZones] {
    let connection = try connection
    var all = try connection.all(
      "SELECT id, uuid, name FROM custom_zones WHERE athlete = ? ORDER BY name", [athlete.value]
    ) { (row) throws(DatabaseError) in
      StoredCustomZones(id: row.int64(0), uuid: try row.uuid(1), name: row.text(2), versions: [])
    }
    for place in all.indices {
      all[place].versions = try connection.all(
        """
        SELECT number, from_day, model, entered_ms FROM custom_zones_version
        WHERE athlete = ? AND custom_zones = ? ORDER BY number
        """, [athlete.value, .integer(all[place].id)]
      ) { .init(number: $0.int(0), from: $0.day(1), modelJSON: $0.text(2), entered: $0.instant(3)) }
    }
    return all
  }

  /// All choices of zones that hold somewhere, in the order in which they were made.
  public func zoneChoices(of athlete: AthleteID) throws -> [StoredZoneChoice] {
    try connection.all(
      """
      SELECT c.id, c.quantity, c.sport, c.from_day, c.through_day, c.workout, w.uuid, c.model, c.custom_zones,
        c.entered_ms
      FROM zone_choice AS c LEFT JOIN workout AS w ON w.id = c.workout
      WHERE c.athlete = ? ORDER BY c.entered_ms, c.id
      """, [athlete.value]
    ) { (row) throws(DatabaseError) in
      var choice = StoredZoneChoice(
        id: row.int64(0), quantity: try row.word(1, Quantity.self),
        sport: row.optionalText(2).map(Sport.init(rawValue:)),
        from: row.day(3), through: row.optionalInt(4).map(Day.init(daysSince1970:)),
        workout: row.optionalInt64(5).map(WorkoutID.init(rawValue:)), modelJSON: row.optionalText(7),
        customZones: row.optionalInt64(8), entered: row.instant(9))
      choice.workoutUUID = row.isNull(6) ? nil : try row.uuid(6)
      return choice
    }
  }

  /// The corrections that hold, the earliest first.
  public func zoneCorrections(of athlete: AthleteID) throws -> [StoredZoneCorrection] {
    try connection.all(
      """
      SELECT c.id, c.made_ms, c.note,
        (SELECT count(DISTINCT r.workout) FROM zone_group AS g JOIN recording AS r ON r.id = g.recording
          WHERE g.athlete = c.athlete AND g.correction = c.id)
      FROM zone_correction AS c WHERE c.athlete = ? ORDER BY c.id
      """, [athlete.value]
    ) {
      StoredZoneCorrection(id: $0.int64(0), made: $0.instant(1), noteJSON: $0.text(2), workouts: $0.int(3))
    }
  }

  /// What is left out of a recording, in order of time.
  public func exclusions(of recording: RecordingID) throws -> [StoredExclusion] {
    try connection.all(
      """
      SELECT quantity, kind, start_ms, end_ms, made_ms FROM exclusion
      WHERE athlete = (SELECT athlete FROM recording WHERE id = ?1) AND recording = ?1 ORDER BY start_ms, ordinal
      """, [recording.value]
    ) { (row) throws(DatabaseError) in
      StoredExclusion(
        quantity: try row.word(0, Quantity.self), kind: row.text(1), span: row.span(2, 3), made: row.instant(4))
    }
  }

  /// The efforts of a quantity in the primary recordings of the workouts a filter chooses, so that no event counts
  /// twice; the earliest workout first.
  public func efforts(
    of athlete: AthleteID, _ quantity: Quantity, _ filter: WorkoutFilter = WorkoutFilter()
  ) throws -> [EffortRow] {
    try connection.all(
      """
      SELECT w.id, w.uuid, w.start_ms, w.utc_offset, coalesce(w.sport_override, w.sport), e.quantity, e.kind,
        e.duration_ms, e.value, e.start_ms
      FROM workout AS w JOIN effort AS e ON e.athlete = w.athlete AND e.recording = w.primary_recording
      WHERE w.athlete = ?1 AND w.start_ms >= ?2 AND w.start_ms < ?3
        AND (?4 IS NULL OR coalesce(w.sport_override, w.sport) = ?4) AND e.quantity = ?5
      ORDER BY w.start_ms, w.id, e.ordinal
      """,
      [
        athlete.value, .integer(filter.from?.millisecondsSince1970 ?? .min),
        .integer(filter.to?.millisecondsSince1970 ?? .max), Value(filter.sport?.rawValue), .text(quantity.rawValue),
      ]
    ) { (row) throws(DatabaseError) in
      EffortRow(
        workout: WorkoutID(rawValue: row.int64(0)), uuid: try row.uuid(1), start: row.instant(2),
        utcOffsetSeconds: row.optionalInt(3), sport: Sport(rawValue: row.text(4)),
        effort: StoredEffort(
          quantity: try row.word(5, Quantity.self), kind: row.text(6), duration: row.int64(7), value: row.double(8),
          start: row.instant(9)))
    }
  }
}

extension Row {
  func day(_ column: Int) -> Day { Day(daysSince1970: int(column)) }
}
