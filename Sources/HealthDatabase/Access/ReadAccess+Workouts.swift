// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

public import Workouts

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension ReadAccess {
  private static let workoutColumns = """
    w.id, w.uuid, w.start_ms, w.end_ms, w.utc_offset, coalesce(w.sport_override, w.sport),
    iif(w.sport_override IS NULL, w.sub_sport, NULL), coalesce(w.title_override, w.name), w.primary_recording,
    w.recording_count, w.card, w.card_version
    """

  private static func workout(_ row: Row) throws(DatabaseError) -> WorkoutRow {
    WorkoutRow(
      id: WorkoutID(rawValue: row.int64(0)), uuid: try row.uuid(1), span: row.span(2, 3),
      utcOffsetSeconds: row.optionalInt(4), sport: Sport(rawValue: row.text(5)), subSport: row.optionalText(6),
      title: row.optionalText(7), primary: row.optionalInt64(8).map(RecordingID.init(rawValue:)),
      recordingCount: row.int(9), card: row.optionalBlob(10), cardVersion: row.optionalInt(11))
  }

  /// The workouts of an athlete, the latest first. One statement.
  public func workouts(of athlete: AthleteID, _ filter: WorkoutFilter = WorkoutFilter()) throws -> [WorkoutRow] {
    var result: [WorkoutRow] = []
    try connection.rows(
      """
      SELECT \(Self.workoutColumns) FROM workout AS w
      WHERE w.athlete = ?1 AND w.start_ms >= ?2 AND w.start_ms < ?3
        AND (?4 IS NULL OR coalesce(w.sport_override, w.sport) = ?4)
      ORDER BY w.start_ms DESC, w.id DESC LIMIT ?5
      """,
      [
        athlete.value, .integer(filter.from?.millisecondsSince1970 ?? .min),
        .integer(filter.to?.millisecondsSince1970 ?? .max), Value(filter.sport?.rawValue),
        .integer(Int64(filter.limit ?? -1)),
      ]
    ) { (row) throws(DatabaseError) in result.append(try Self.workout(row)) }
    return result
  }

  /// A workout, or `nil` if there is none of this number.
  public func workout(_ id: WorkoutID) throws -> WorkoutRow? {
    try connection.first("SELECT \(Self.workoutColumns) FROM workout AS w WHERE w.id = ?", [id.value]) {
      (row) throws(DatabaseError) in try Self.workout(row)
    }
  }

  /// The workout of a UUID, if there is one.
  public func workout(uuid: UUID) throws -> WorkoutRow? {
    try connection.first("SELECT \(Self.workoutColumns) FROM workout AS w WHERE w.uuid = ?", [Value(uuid)]) {
      (row) throws(DatabaseError) in try Self.workout(row)
    }
  }

  /// How many workouts there are of an athlete.
  public func workoutCount(of athlete: AthleteID) throws -> Int {
    try connection.first("SELECT count(*) FROM workout WHERE athlete = ?", [athlete.value]) { $0.int(0) } ?? 0
  }

  // MARK: recordings

  static let headColumns = """
    r.id, r.uuid, r.athlete, r.workout, r.id = w.primary_recording, r.start_ms, r.end_ms, r.utc_offset, r.sport,
    r.sub_sport, r.name, r.is_smart, r.has_device, r.manufacturer, r.product, r.serial, r.software, r.device_sensor,
    r.active_ms, r.distance, r.energy,
    (SELECT s.format FROM source AS s WHERE s.athlete = r.athlete AND s.recording = r.id ORDER BY s.ordinal LIMIT 1)
    """
  static let headTables = "recording AS r JOIN workout AS w ON w.id = r.workout"

  static func head(_ row: Row) throws(DatabaseError) -> RecordingHead {
    var device: Device?
    if row.bool(12) {
      device = Device(
        manufacturer: row.optionalText(13), product: row.optionalText(14), serial: row.serial(15),
        software: row.optionalText(16), sensor: try row.optionalWord(17, SeriesSource.Sensor.self))
    }
    return RecordingHead(
      id: RecordingID(rawValue: row.int64(0)), uuid: try row.uuid(1), athlete: AthleteID(rawValue: row.int64(2)),
      workout: WorkoutID(rawValue: row.int64(3)), isPrimary: row.bool(4), span: row.span(5, 6),
      utcOffsetSeconds: row.optionalInt(7), sport: Sport(rawValue: row.text(8)), subSport: row.optionalText(9),
      name: row.optionalText(10), device: device, isSmartRecording: row.bool(11), activeTime: row.int64(18),
      distance: row.optionalDouble(19), energy: row.optionalDouble(20), format: row.text(21))
  }

  private func heads(_ condition: String, _ values: [Value]) throws -> [RecordingHead] {
    try connection.all("SELECT \(Self.headColumns) FROM \(Self.headTables) \(condition)", values) {
      (row) throws(DatabaseError) in try Self.head(row)
    }
  }

  /// The recordings of a workout, the primary first, the others in the order in which they came.
  public func recordings(of workout: WorkoutID) throws -> [RecordingHead] {
    try heads(
      """
      WHERE r.workout = ?1 AND r.athlete = (SELECT athlete FROM workout WHERE id = ?1)
      ORDER BY r.id = w.primary_recording DESC, r.id
      """, [workout.value])
  }

  /// A recording without its series, or `nil` if there is none of this number.
  public func recordingHead(_ id: RecordingID) throws -> RecordingHead? {
    try heads("WHERE r.id = ?", [id.value]).first
  }

  /// The recordings that share time with a span widened by so many milliseconds at both ends, the earliest first.
  ///
  /// Looked up by start; a recording longer than a week is found only near its start.
  public func recordings(
    of athlete: AthleteID, near span: TimeSpan, within margin: Milliseconds
  ) throws -> [RecordingHead] {
    // Times come from files, and may be at the end of what there is.
    func moved(_ instant: Instant, by distance: Milliseconds) -> Instant {
      let (sum, hasOverflow) = instant.millisecondsSince1970.addingReportingOverflow(distance)
      return Instant(millisecondsSince1970: hasOverflow ? (distance < 0 ? .min : .max) : sum)
    }
    let margin = max(0, margin)
    let week: Milliseconds = 7 * 86_400_000
    let from = moved(span.start, by: -margin), to = moved(span.end, by: margin)
    return try heads(
      "WHERE r.athlete = ? AND r.start_ms >= ? AND r.start_ms <= ? AND r.end_ms >= ? ORDER BY r.start_ms, r.id",
      [athlete.value, Value(moved(from, by: -week)), Value(to), Value(from)])
  }

  /// The recordings a file with this content led to.
  public func recordings(of athlete: AthleteID, withContentHash hash: [UInt8]) throws -> [RecordingHead] {
    try heads(
      """
      WHERE r.athlete = ?1
        AND r.id IN (SELECT recording FROM source WHERE athlete = ?1 AND content_hash = ?2) ORDER BY r.id
      """, [athlete.value, .blob(hash)])
  }

  /// The recordings that have this name where they come from.
  public func recordings(of athlete: AthleteID, withExternalID id: String) throws -> [RecordingHead] {
    try heads(
      """
      WHERE r.athlete = ?1
        AND r.id IN (SELECT recording FROM source WHERE athlete = ?1 AND external_id = ?2) ORDER BY r.id
      """, [athlete.value, .text(id)])
  }

  /// The recordings of which a recorder says that they are this one.
  public func recordings(of athlete: AthleteID, withIdentity identity: RecorderIdentity) throws -> [RecordingHead] {
    try heads(
      """
      WHERE r.athlete = ?1 AND r.id IN (
        SELECT recording FROM source WHERE athlete = ?1 AND created_ms = ?2 AND serial = ?3 AND manufacturer = ?4
          AND product = ?5 AND session = ?6) ORDER BY r.id
      """,
      [
        athlete.value, Value(identity.timeCreated), .integer(Int64(identity.serial)), .text(identity.manufacturer),
        .text(identity.product), .integer(Int64(identity.session)),
      ])
  }

  /// Whether the athlete said that these are recordings of different workouts.
  public func areSplit(_ a: RecordingID, _ b: RecordingID) throws -> Bool {
    try connection.first(
      """
      SELECT 1 FROM split_pair
      WHERE athlete = (SELECT athlete FROM recording WHERE id = ?1) AND recording = ?1 AND other = ?2
      """, [min(a.rawValue, b.rawValue), max(a.rawValue, b.rawValue)].map(Value.integer)
    ) { _ in true } ?? false
  }
}

extension Row {
  /// A serial number of 32 bits.
  func serial(_ column: Int) -> UInt32? { optionalInt64(column).map { UInt32(truncatingIfNeeded: $0) } }
}
