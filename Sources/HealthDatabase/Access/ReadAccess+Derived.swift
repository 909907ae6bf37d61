// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

public import Workouts

extension ReadAccess {
  /// The sources of a recording; its samples are those of the first.
  public func sources(of id: RecordingID) throws -> [SourceRecord] {
    try connection.all(
      """
      SELECT format, file_name, byte_count, content_hash, archive_hash, imported_ms, external_id, manufacturer, product,
        serial, created_ms, session, match_reason
      FROM source WHERE athlete = (SELECT athlete FROM recording WHERE id = ?1) AND recording = ?1 ORDER BY ordinal
      """, [id.value]
    ) {
      var source = SourceRecord(format: $0.text(0), importedAt: $0.instant(5))
      source.fileName = $0.optionalText(1)
      source.byteCount = $0.optionalInt(2)
      source.contentHash = $0.optionalBlob(3)
      source.archiveHash = $0.optionalBlob(4)
      source.externalID = $0.optionalText(6)
      if let serial = $0.serial(9) {
        source.identity = RecorderIdentity(
          manufacturer: $0.text(7), product: $0.text(8), serial: serial, timeCreated: $0.instant(10),
          session: $0.int(11))
      }
      source.matchReason = $0.optionalText(12)
      return source
    }
  }

  /// What was wrong with the file of a recording.
  public func problems(of id: RecordingID) throws -> [StoredProblem] {
    try connection.all(
      """
      SELECT code, message, byte_offset FROM problem
      WHERE athlete = (SELECT athlete FROM recording WHERE id = ?1) AND recording = ?1 ORDER BY ordinal
      """, [id.value]
    ) { StoredProblem(code: $0.text(0), message: $0.text(1), offset: $0.optionalInt(2)) }
  }

  /// The zone groups of a recording: those of the last correction, else those it was recorded with.
  ///
  /// Where a correction gave the legs zones of their own, the time of the whole under one set has no meaning any more and
  /// is left out.
  public func zoneGroups(of id: RecordingID) throws -> [StoredZoneGroup] {
    var effective: [(correction: Int64?, group: StoredZoneGroup)] = []
    for next in try allZoneGroups(of: id) {
      if let place = effective.firstIndex(where: {
        $0.group.leg == next.group.leg && $0.group.quantity == next.group.quantity
      }) {
        effective[place] = next
      } else {
        effective.append(next)
      }
    }
    return effective.filter { whole in
      whole.group.leg != nil
        || !effective.contains {
          $0.group.leg != nil && $0.group.quantity == whole.group.quantity
            && ($0.correction ?? 0) > (whole.correction ?? 0)
        }
    }.map(\.group)
  }

  /// The zone groups that a recording was made with, whatever was corrected since.
  public func recordedZoneGroups(of id: RecordingID) throws -> [StoredZoneGroup] {
    try allZoneGroups(of: id).filter { $0.correction == nil }.map(\.group)
  }

  /// All of them with the numbers of their rows.
  func numberedZoneGroups(of id: RecordingID) throws -> [(ordinal: Int64, group: StoredZoneGroup)] {
    try connection.all(
      """
      SELECT leg, quantity, source, scheme, provenance, boundaries, names, first_number, anchors, algorithm_version,
        durations, unknown_ms, ordinal
      FROM zone_group WHERE athlete = (SELECT athlete FROM recording WHERE id = ?1) AND recording = ?1 ORDER BY ordinal
      """, [id.value]
    ) { (row) throws(DatabaseError) in
      (row.int64(12), try Self.zoneGroup(row))
    }
  }

  /// All of them, those of later corrections later.
  private func allZoneGroups(of id: RecordingID) throws -> [(correction: Int64?, group: StoredZoneGroup)] {
    try connection.all(
      """
      SELECT leg, quantity, source, scheme, provenance, boundaries, names, first_number, anchors, algorithm_version,
        durations, unknown_ms, correction
      FROM zone_group WHERE athlete = (SELECT athlete FROM recording WHERE id = ?1) AND recording = ?1
      ORDER BY coalesce(correction, 0), ordinal
      """, [id.value]
    ) { (row) throws(DatabaseError) in
      (row.optionalInt64(12), try Self.zoneGroup(row))
    }
  }

  /// The zone groups of a quantity in the primary recordings of the workouts a filter chooses, for whole recordings,
  /// as corrected or as recorded.
  public func zoneGroups(
    of athlete: AthleteID, _ quantity: Quantity, asRecorded: Bool = false, _ filter: WorkoutFilter = WorkoutFilter()
  ) throws -> [WorkoutID: StoredZoneGroup] {
    var result: [WorkoutID: StoredZoneGroup] = [:]
    // Years of workouts share a few lists of names, and reading those is the most of reading a group.
    var known: [String: [String]] = [:]
    try connection.all(
      """
      SELECT g.leg, g.quantity, g.source, g.scheme, g.provenance, g.boundaries, g.names, g.first_number, g.anchors,
        g.algorithm_version, g.durations, g.unknown_ms, w.id
      FROM workout AS w JOIN zone_group AS g ON g.athlete = w.athlete AND g.recording = w.primary_recording
      WHERE w.athlete = ?1 AND w.start_ms >= ?2 AND w.start_ms < ?3
        AND (?4 IS NULL OR coalesce(w.sport_override, w.sport) = ?4) AND g.quantity = ?5 AND g.leg IS NULL
        AND (?6 = 0 OR g.correction IS NULL)
      ORDER BY coalesce(g.correction, 0), g.ordinal
      """,
      [
        athlete.value, .integer(filter.from?.millisecondsSince1970 ?? .min),
        .integer(filter.to?.millisecondsSince1970 ?? .max), Value(filter.sport?.rawValue), .text(quantity.rawValue),
        Value(asRecorded),
      ]
    ) { (row) throws(DatabaseError) in
      let text = row.text(6)
      var names = known[text]
      if names == nil { names = try row.names(6) }
      known[text] = names
      return (WorkoutID(rawValue: row.int64(12)), try Self.zoneGroup(row, names: names))
    }.forEach { result[$0.0] = $0.1 }
    return result
  }

  private static func zoneGroup(_ row: Row, names known: [String]? = nil) throws(DatabaseError) -> StoredZoneGroup {
    var names = known ?? []
    if known == nil { names = try row.names(6) }
    return StoredZoneGroup(
      leg: row.optionalInt(0), quantity: try row.word(1, Quantity.self), source: row.text(2),
      scheme: row.optionalText(3), provenance: row.text(4), boundaries: try row.doubles(5),
      names: names,
      firstNumber: row.int(7), anchorsJSON: row.text(8), algorithmVersion: row.int(9), durations: try row.numbers(10),
      unknown: row.int64(11))
  }

  /// The histograms of a recording, in the order in which they were given.
  public func histograms(of id: RecordingID) throws -> [StoredHistogram] {
    try connection.all(
      """
      SELECT leg, quantity, bin_width, first_bin, bins, unknown_ms, is_exact FROM histogram
      WHERE athlete = (SELECT athlete FROM recording WHERE id = ?1) AND recording = ?1 ORDER BY ordinal
      """, [id.value]
    ) { (row) throws(DatabaseError) in try Self.histogram(row) }
  }

  /// The histograms of a quantity in the primary recordings of the workouts a filter chooses, so that no event counts
  /// twice; the earliest first. `limit` counts histograms.
  ///
  /// - Parameter ofLegs: whether those of the legs, or those of whole recordings.
  public func histograms(
    of athlete: AthleteID, _ quantity: Quantity, ofLegs: Bool = false, _ filter: WorkoutFilter = WorkoutFilter()
  ) throws -> [HistogramRow] {
    try connection.all(
      """
      SELECT h.leg, h.quantity, h.bin_width, h.first_bin, h.bins, h.unknown_ms, h.is_exact,
        w.id, h.recording, w.start_ms, w.end_ms, w.utc_offset,
        coalesce(w.sport_override, (SELECT l.sport FROM leg AS l
          WHERE l.athlete = h.athlete AND l.recording = h.recording AND l.ordinal = h.leg), w.sport) AS its_sport
      FROM workout AS w JOIN histogram AS h ON h.athlete = w.athlete AND h.recording = w.primary_recording
      WHERE w.athlete = ?1 AND w.start_ms >= ?2 AND w.start_ms < ?3 AND (?4 IS NULL OR its_sport = ?4)
        AND h.quantity = ?5 AND (h.leg IS NOT NULL) = ?6
      ORDER BY w.start_ms, w.id, h.ordinal LIMIT ?7
      """,
      [
        athlete.value, .integer(filter.from?.millisecondsSince1970 ?? .min),
        .integer(filter.to?.millisecondsSince1970 ?? .max), Value(filter.sport?.rawValue), .text(quantity.rawValue),
        Value(ofLegs), .integer(Int64(filter.limit ?? -1)),
      ]
    ) { (row) throws(DatabaseError) in
      HistogramRow(
        workout: WorkoutID(rawValue: row.int64(7)), recording: RecordingID(rawValue: row.int64(8)),
        span: row.span(9, 10), utcOffsetSeconds: row.optionalInt(11), sport: Sport(rawValue: row.text(12)),
        histogram: try Self.histogram(row))
    }
  }

  private static func histogram(_ row: Row) throws(DatabaseError) -> StoredHistogram {
    StoredHistogram(
      leg: row.optionalInt(0), quantity: try row.word(1, Quantity.self), binWidth: row.double(2), firstBin: row.int(3),
      bins: try row.numbers(4), unknown: row.int64(5), isExact: row.bool(6))
  }
}
