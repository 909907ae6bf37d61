// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

/// How much is in a database; no health values.
public struct DatabaseStatistics: Hashable, Sendable, Codable {
  /// How many rows each table has.
  public var rows: [String: Int]
  /// The size of the file in bytes; of the pages in memory for a database without a file.
  public var fileBytes: Int64
  /// The size in bytes of the log beside the file.
  public var logBytes: Int64
  /// Bytes of the file that are free for what comes.
  public var freeBytes: Int64
}

extension HealthDatabase {
  /// Looks for damage. Takes time proportional to the size of the file.
  ///
  /// - Parameter thoroughly: whether indexes are compared with their tables and every column of samples is read, which
  ///   takes several times as long.
  /// - Returns: what is wrong, a sentence each; empty if all is well.
  public func integrityCheck(thoroughly: Bool = false) throws -> [String] {
    do {
      return try read { access in
        let connection = try access.connection
        var findings = try connection.all(thoroughly ? "PRAGMA integrity_check" : "PRAGMA quick_check") { $0.text(0) }
        findings.removeAll { $0 == "ok" }
        findings += try connection.all("PRAGMA foreign_key_check") {
          "a row of table \($0.text(0)) belongs to a row of table \($0.text(2)) that is missing"
        }
        for invariant in Self.invariants {
          let count = try connection.first(invariant.query) { $0.int(0) } ?? 0
          if count > 0 { findings.append("\(invariant.sentence) (\(count))") }
        }
        if thoroughly {
          let recordings = try connection.all("SELECT id FROM recording ORDER BY id") { $0.int64(0) }
          for id in recordings {
            do { _ = try access.recording(RecordingID(rawValue: id)) } catch let error as DatabaseError {
              findings.append("recording \(id) can't be read: \(error.message)")
            }
          }
          let blocks = try connection.all("SELECT id, athlete FROM sample_block ORDER BY id") {
            ($0.int64(0), AthleteID(rawValue: $0.int64(1)))
          }
          for (id, athlete) in blocks {
            do { _ = try access.block(id, of: athlete) } catch let error as DatabaseError {
              findings.append("samples \(id) can't be read: \(error.message)")
            }
          }
        }
        return findings
      }
    } catch let error as DatabaseError where error.code == .damaged {
      // Damage can be such that the search for damage ends.
      return [error.message]
    }
  }

  /// Rules that the schema can't state. Each query counts what breaks the rule.
  private static let invariants: [(sentence: String, query: String)] = [
    (
      "workouts without a primary recording of their own",
      """
      SELECT count(*) FROM workout AS w WHERE NOT EXISTS (
        SELECT 1 FROM recording AS r WHERE r.id = w.primary_recording AND r.workout = w.id AND r.athlete = w.athlete)
      """
    ),
    (
      "workouts that miscount their recordings",
      """
      SELECT count(*) FROM workout AS w
      WHERE recording_count <> (SELECT count(*) FROM recording AS r WHERE r.athlete = w.athlete AND r.workout = w.id)
      """
    ),
    (
      "workouts that differ from their primary recording",
      """
      SELECT count(*) FROM workout AS w JOIN recording AS r ON r.id = w.primary_recording
      WHERE w.start_ms <> r.start_ms OR w.end_ms <> r.end_ms OR w.sport <> r.sport OR w.name IS NOT r.name
        OR w.utc_offset IS NOT r.utc_offset OR w.sub_sport IS NOT r.sub_sport
      """
    ),
    (
      "recordings without a source",
      """
      SELECT count(*) FROM recording AS r
      WHERE NOT EXISTS (SELECT 1 FROM source AS s WHERE s.athlete = r.athlete AND s.recording = r.id)
      """
    ),
    (
      "series whose values are not all there",
      """
      SELECT count(*) FROM series AS s
      WHERE value_count <> (
        SELECT coalesce(sum(c.value_count), 0) FROM series_chunk AS c
        WHERE c.athlete = s.athlete AND c.recording = s.recording AND c.series = s.ordinal)
      """
    ),
    (
      "pieces of series without times",
      """
      SELECT count(*) FROM series_chunk AS c
      JOIN series AS s ON s.athlete = c.athlete AND s.recording = c.recording AND s.ordinal = c.series
      WHERE (c.time_payload IS NULL) <> (s.times_of IS NOT NULL)
      """
    ),
    (
      "workouts of programs without a copy of their samples",
      """
      SELECT count(*) FROM program_workout AS p JOIN recording AS r ON r.id = p.recording WHERE NOT r.is_copy
      """
    ),
    (
      "samples at places of the change feed that are yet to come",
      """
      SELECT count(*) FROM sample_block
      WHERE last_anchor > coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'change'), 0)
      """
    ),
    (
      "tombstones of objects that are there",
      """
      SELECT count(*) FROM tombstone AS t
      WHERE t.uuid IN (SELECT uuid FROM workout) OR t.uuid IN (SELECT uuid FROM recording)
      """
    ),
  ]

  /// Writes a copy of the database as it is at one moment, while others go on reading and writing.
  ///
  /// The copy appears at `path` when it is whole, in the place of any file there, readable by its owner only. It holds
  /// nothing deleted. To restore it, open it, or put it in the place of the database while no program has that open.
  public func backup(to path: String) throws {
    let unfinished = path + ".unfinished"
    DatabaseFile.remove(unfinished)
    try DatabaseFile.makeEmptyFile(unfinished)
    do {
      try withOwnConnection { try $0.run("VACUUM INTO ?", [.text(unfinished)]) }
      try DatabaseFile.move(unfinished, to: path)
    } catch {
      DatabaseFile.remove(unfinished)
      throw error
    }
  }

  /// How much is in the database.
  public func statistics() throws -> DatabaseStatistics {
    try read { access in
      let connection = try access.connection
      let tables = try connection.all(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY name"
      ) { $0.text(0) }
      var rows: [String: Int] = [:]
      for table in tables {
        rows[table] = try connection.first("SELECT count(*) FROM \"\(table)\"") { $0.int(0) }
      }
      let pageSize = try connection.first("PRAGMA page_size") { $0.int64(0) } ?? 0
      let pages = try connection.first("PRAGMA page_count") { $0.int64(0) } ?? 0
      let free = try connection.first("PRAGMA freelist_count") { $0.int64(0) } ?? 0
      return DatabaseStatistics(
        rows: rows, fileBytes: path.map(DatabaseFile.size) ?? pages * pageSize,
        logBytes: path.map { DatabaseFile.size($0 + "-wal") } ?? 0, freeBytes: free * pageSize)
    }
  }

  /// The statements that made the schema, for tests that keep an eye on it.
  func schemaText() throws -> String {
    try read { access in
      try access.connection.all(
        "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite%' ORDER BY type, name"
      ) { $0.text(0) }
      .joined(separator: ";\n\n") + ";\n"
    }
  }
}
