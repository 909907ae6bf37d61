// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

public import Workouts

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension ReadAccess {
  /// Hands over the blocks that may hold what a query asks for, until `body` answers false.
  ///
  /// A block is handed over whole.
  public func samples(
    _ query: SampleQuery, of athlete: AthleteID, _ body: (SampleBlock) throws(DatabaseError) -> Bool
  ) throws {
    var origins: [Int64: Origin] = [:]
    // A condition that is always true would keep SQLite from the right index.
    var conditions = ["athlete = ?1", "type = ?2"]
    var values: [Value] = [athlete.value, .text(query.type)]
    func take(_ condition: String, _ value: Value) {
      values.append(value)
      conditions.append(condition + "?\(values.count)")
    }
    if let from = query.from { take("last_ms >= ", Value(from)) }
    if let through = query.through { take("first_ms <= ", Value(through)) }
    if let after = query.after { take("last_anchor > ", .integer(after)) }
    if let collection = query.collection { take("collection = ", Value(collection)) }
    if let program = query.program {
      take("origin IN (SELECT id FROM origin WHERE athlete = ?1 AND program = ", .text(program))
      conditions[conditions.count - 1] += ")"
    }
    let order =
      switch query.order {
      case .anchor: "first_anchor"
      case .firstStart: "first_ms, first_anchor"
      case .latestEnd: "last_ms DESC, first_anchor"
      }
    try connection.some(
      """
      SELECT \(Self.blockColumns) FROM sample_block WHERE \(conditions.joined(separator: " AND ")) ORDER BY \(order)
      """, values
    ) { (row) throws(DatabaseError) in
      try body(try block(row, withNames: query.withNames, of: athlete, &origins))
    }
  }

  private static let blockColumns = """
    id, type, origin, unit, collection, metadata, sync, sync_version, first_anchor, value_count, anchors, starts, ends,
    value_payload, names
    """

  func block(_ id: Int64, of athlete: AthleteID) throws -> SampleBlock? {
    var origins: [Int64: Origin] = [:]
    return try connection.first("SELECT \(Self.blockColumns) FROM sample_block WHERE id = ?", [.integer(id)]) {
      (row) throws(DatabaseError) in try block(row, withNames: true, of: athlete, &origins)
    }
  }

  private func block(
    _ row: Row, withNames: Bool, of athlete: AthleteID, _ origins: inout [Int64: Origin]
  ) throws(DatabaseError) -> SampleBlock {
    let count = row.int(9)
    guard (1...EncodedSeries.chunkLength).contains(count) else { throw Row.damaged("a block of samples") }
    func column(_ place: Int) throws(DatabaseError) -> [Double] {
      try row.decoded(place) { (bytes) throws(CodecError) in try ValueColumn.decode(bytes, count: count) }
    }
    let number = row.int64(2)
    if origins[number] == nil { origins[number] = try origin(number) }
    guard let origin = origins[number] else { throw Row.damaged("samples of no program") }
    var names: [UUID] = [], anchors: [Int64] = []
    if withNames {
      names = try row.decoded(14) { (bytes) throws(CodecError) in try NameColumn.decode(bytes, count: count) }
      if row.isNull(10) {
        let first = row.int64(8)
        anchors = (0..<count).map { first + Int64($0) }
      } else {
        anchors = try row.decoded(10) { (bytes) throws(CodecError) in try TimeColumn.decode(bytes, count: count) }
      }
    }
    return SampleBlock(
      id: row.int64(0),
      traits: SampleTraits(
        type: row.text(1), unit: row.optionalText(3), origin: origin,
        collection: row.isNull(4) ? nil : try row.uuid(4), metadata: row.optionalText(5),
        sync: row.isNull(6) ? nil : SyncMark(identifier: row.text(6), version: row.double(7))),
      columns: SampleColumns(
        unchecked: try column(11), ends: row.isNull(12) ? nil : try column(12),
        values: row.isNull(13) ? nil : try column(13), names: names),
      firstAnchor: row.int64(8), anchors: anchors)
  }

  func origin(_ id: Int64) throws(DatabaseError) -> Origin? {
    try connection.first("SELECT program, details FROM origin WHERE id = ?", [.integer(id)]) {
      Origin(program: $0.text(0), details: $0.text(1))
    }
  }

  /// Who saved something of a type, or anything.
  public func origins(of athlete: AthleteID, type: String? = nil) throws -> [Origin] {
    try connection.all(
      """
      SELECT program, details FROM origin AS o WHERE athlete = ?1
        AND EXISTS (SELECT 1 FROM sample_block AS b WHERE b.athlete = ?1 AND b.origin = o.id
          AND (?2 IS NULL OR b.type = ?2))
      ORDER BY id
      """, [athlete.value, Value(type)]
    ) { Origin(program: $0.text(0), details: $0.text(1)) }
  }

  // MARK: by name

  /// The numbers of the blocks that may hold some of the names.
  func blocks(holding names: Set<UUID>, of athlete: AthleteID) throws -> [Int64] {
    let connection = try connection
    var found = Set<Int64>()
    // Names that a program made one after the other are looked up together.
    var runs: [Int64: (first: Int64, last: Int64)] = [:]
    for name in names {
      let run = runs[name.high] ?? (name.low, name.low)
      runs[name.high] = (min(run.first, name.low), max(run.last, name.low))
    }
    for (high, run) in runs {
      try connection.rows(
        """
        SELECT id FROM sample_block WHERE athlete = ? AND name_high = ? AND name_last >= ? AND name_first <= ?
        """, [athlete.value, .integer(high), .integer(run.first), .integer(run.last)]
      ) { found.insert($0.int64(0)) }
    }
    if try connection.first("SELECT 1 FROM sample_name WHERE athlete = ? LIMIT 1", [athlete.value], { _ in true })
      != nil
    {
      for name in names {
        try connection.rows(
          "SELECT block FROM sample_name WHERE athlete = ? AND name = ?", [athlete.value, Value(name)]
        ) { found.insert($0.int64(0)) }
      }
    }
    return found.sorted()
  }

  /// Which of the names are stored, as samples or as recordings.
  public func stored(_ names: [UUID], of athlete: AthleteID) throws -> Set<UUID> {
    guard !names.isEmpty else { return [] }
    let wanted = Set(names)
    var found = Set<UUID>()
    for id in try blocks(holding: wanted, of: athlete) {
      if let block = try block(id, of: athlete) { found.formUnion(block.columns.names.lazy.filter(wanted.contains)) }
    }
    return found
  }

  /// Those of the names that were not saved for a collection.
  public func names(_ names: Set<UUID>, outside collection: UUID, of athlete: AthleteID) throws -> Set<UUID> {
    var others = names
    for block in try samples(named: names, of: athlete) where block.traits.collection == collection {
      others.subtract(block.columns.names)
    }
    return others
  }

  /// The blocks that hold some of the names.
  public func samples(named names: Set<UUID>, of athlete: AthleteID) throws -> [SampleBlock] {
    try blocks(holding: names, of: athlete).compactMap { id in
      try block(id, of: athlete).flatMap { block in
        block.columns.names.contains(where: names.contains) ? block : nil
      }
    }
  }

  /// The newest of what a program knows by a name: its version and the sample's name.
  public func synchronized(
    _ identifier: String, program: String, type: String, of athlete: AthleteID
  ) throws -> [(version: Double, block: SampleBlock)] {
    let ids = try connection.all(
      """
      SELECT b.id FROM sample_block AS b JOIN origin AS o ON o.id = b.origin
      WHERE b.athlete = ? AND b.sync = ? AND b.type = ? AND o.program = ? ORDER BY b.id
      """, [athlete.value, .text(identifier), .text(type), .text(program)]
    ) { $0.int64(0) }
    return try ids.compactMap { id in try block(id, of: athlete).map { ($0.traits.sync?.version ?? 0, $0) } }
  }

  // MARK: what belongs together

  /// What was joined to a collection, with the part it was joined to.
  public func members(
    of collection: UUID, kind: String, of athlete: AthleteID
  ) throws -> [(name: UUID, part: UUID?)] {
    try connection.all(
      "SELECT name, part FROM member WHERE athlete = ? AND collection = ? AND kind = ? ORDER BY name",
      [athlete.value, Value(collection), .text(kind)]
    ) { (row) throws(DatabaseError) in (try row.uuid(0), row.isNull(1) ? nil : try row.uuid(1)) }
  }

  /// The collections that hold something of a kind.
  public func collections(kind: String, of athlete: AthleteID) throws -> [UUID] {
    try connection.all(
      "SELECT DISTINCT collection FROM member WHERE athlete = ? AND kind = ? ORDER BY collection",
      [athlete.value, .text(kind)]
    ) { (row) throws(DatabaseError) in try row.uuid(0) }
  }

  /// The blocks that were saved for a collection.
  public func samples(inCollection collection: UUID, of athlete: AthleteID) throws -> [SampleBlock] {
    let ids = try connection.all(
      "SELECT id FROM sample_block WHERE athlete = ? AND collection = ? ORDER BY id",
      [athlete.value, Value(collection)]
    ) { $0.int64(0) }
    return try ids.compactMap { try block($0, of: athlete) }
  }

  // MARK: deletions

  /// What of the types was deleted after a place of the change feed, in the order of deletion.
  public func sampleTombstones(
    of athlete: AthleteID, types: [String], after anchor: Int64
  ) throws -> [SampleTombstone] {
    try types.flatMap { type in
      try connection.all(
        """
        SELECT program, value_count, names, first_anchor, sync, sync_version FROM sample_tombstone
        WHERE athlete = ? AND type = ? AND last_anchor > ? ORDER BY first_anchor
        """, [athlete.value, .text(type), .integer(anchor)]
      ) { (row) throws(DatabaseError) in
        let count = row.int(1)
        guard (1...EncodedSeries.chunkLength).contains(count) else { throw Row.damaged("a tombstone") }
        return SampleTombstone(
          type: type, program: row.optionalText(0),
          names: try row.decoded(2) { (bytes) throws(CodecError) in try NameColumn.decode(bytes, count: count) },
          firstAnchor: row.int64(3),
          sync: row.isNull(4) ? nil : SyncMark(identifier: row.text(4), version: row.double(5)))
      }
    }
  }

  // MARK: recordings as samples

  /// The series of a recording that measured some quantity, for a recording that `recordingsAsSamples` found.
  public func recordedSeries(
    of head: RecordingHead, anchor: Int64, _ quantities: Set<Quantity>
  ) throws -> [RecordedSeries] {
    let counts = try connection.all(
      "SELECT quantity, value_count FROM series WHERE athlete = ? AND recording = ? ORDER BY ordinal",
      [head.athlete.value, head.id.value]
    ) { (row) throws(DatabaseError) in (try row.word(0, Quantity.self), row.int(1)) }
    guard counts.contains(where: { quantities.contains($0.0) && $0.1 > 0 }) else { return [] }
    let all = try series(of: head.id, head.athlete, only: quantities)
    let legs = try connection.all(
      "SELECT start_ms, end_ms, sport, sub_sport FROM leg WHERE athlete = ? AND recording = ? ORDER BY ordinal",
      [head.athlete.value, head.id.value]
    ) { Activity(sport: Sport(rawValue: $0.text(2)), subSport: $0.optionalText(3), span: $0.span(0, 1)) }
    var next = anchor + 1
    var found: [RecordedSeries] = []
    for (ordinal, series) in all.enumerated() {
      if quantities.contains(series.quantity), series.count > 0 {
        found.append(
          RecordedSeries(head: head, firstAnchor: next, legs: legs, series: series, ordinal: ordinal))
      }
      next += Int64(counts[ordinal].1)
    }
    return found
  }

  /// Recordings that share time with a span, each with its place in the change feed, in that order.
  ///
  /// - Parameter anchor: only those that, or values of which, have a place after it.
  public func recordingsAsSamples(
    of athlete: AthleteID, from: Instant? = nil, through: Instant? = nil, after anchor: Int64? = nil,
    isCopy: Bool? = nil
  ) throws -> [(head: RecordingHead, anchor: Int64)] {
    let ids = try connection.all(
      """
      SELECT id, first_anchor FROM recording
      WHERE athlete = ?1 AND start_ms <= ?2 AND end_ms >= ?3
        AND first_anchor + CASE WHEN is_copy THEN 0 ELSE (
          SELECT coalesce(sum(value_count), 0) FROM series AS s WHERE s.athlete = ?1 AND s.recording = recording.id
        ) END > ?4
        AND (?5 IS NULL OR is_copy = ?5)
      ORDER BY first_anchor
      """,
      [
        athlete.value, through.map { Value($0) } ?? .integer(.max), from.map { Value($0) } ?? .integer(.min),
        .integer(anchor ?? 0), isCopy.map { Value($0) } ?? .null,
      ]
    ) { (RecordingID(rawValue: $0.int64(0)), $0.int64(1)) }
    return try ids.compactMap { id, anchor in try recordingHead(id).map { ($0, anchor) } }
  }

  /// The recording of a name, with its place in the change feed.
  public func recording(named uuid: UUID, of athlete: AthleteID) throws -> (head: RecordingHead, anchor: Int64)? {
    let found = try connection.first(
      "SELECT id, first_anchor FROM recording WHERE athlete = ? AND uuid = ?", [athlete.value, Value(uuid)]
    ) { (RecordingID(rawValue: $0.int64(0)), $0.int64(1)) }
    guard let (id, anchor) = found else { return nil }
    return try recordingHead(id).map { ($0, anchor) }
  }

  /// The recording one of whose values has a name, with the place of the series in it and of the value in that.
  public func recordedValue(named name: UUID, of athlete: AthleteID) throws -> (recording: RecordingID, uuid: UUID)? {
    try connection.first(
      """
      SELECT r.id, r.uuid FROM series AS s JOIN recording AS r ON r.id = s.recording
      WHERE s.athlete = ? AND s.name_high = ? AND r.is_copy = 0
      """, [athlete.value, .integer(name.high)]
    ) { (row) throws(DatabaseError) in (RecordingID(rawValue: row.int64(0)), try row.uuid(1)) }
  }

  /// What a program saved as a workout; `nil` for recordings that were brought in.
  public func programWorkout(of recording: RecordingID) throws -> ProgramWorkout? {
    var origins: [Int64: Origin] = [:]
    return try connection.first(
      "SELECT origin, collection, sync, sync_version, document FROM program_workout WHERE athlete = "
        + "(SELECT athlete FROM recording WHERE id = ?1) AND recording = ?1", [recording.value]
    ) { (row) throws(DatabaseError) in
      let number = row.int64(0)
      if origins[number] == nil { origins[number] = try origin(number) }
      guard let origin = origins[number] else { throw Row.damaged("a workout of no program") }
      return ProgramWorkout(
        origin: origin, collection: try row.uuid(1),
        sync: row.isNull(2) ? nil : SyncMark(identifier: row.text(2), version: row.double(3)), document: row.blob(4))
    }
  }

  /// The workouts that a program knows by a name.
  public func programWorkouts(
    synchronizedAs identifier: String, program: String, of athlete: AthleteID
  ) throws -> [(recording: RecordingID, version: Double)] {
    try connection.all(
      """
      SELECT p.recording, p.sync_version FROM program_workout AS p JOIN origin AS o ON o.id = p.origin
      WHERE p.athlete = ? AND p.sync = ? AND o.program = ? ORDER BY p.recording
      """, [athlete.value, .text(identifier), .text(program)]
    ) { (RecordingID(rawValue: $0.int64(0)), $0.double(1)) }
  }

  // MARK: sessions

  /// The sessions of a program that haven't ended, the one that changed last first.
  public func sessions(program: String, of athlete: AthleteID) throws -> [(id: UUID, state: [UInt8])] {
    try connection.all(
      "SELECT uuid, state FROM session WHERE athlete = ? AND program = ? ORDER BY changed_ms DESC, uuid",
      [athlete.value, .text(program)]
    ) { (row) throws(DatabaseError) in (try row.uuid(0), row.blob(1)) }
  }
}

extension SampleColumns {
  /// Columns of which those that weren't asked for are empty.
  init(unchecked starts: [Double], ends: [Double]?, values: [Double]?, names: [UUID]) {
    self.starts = starts
    self.ends = ends
    self.values = values
    self.names = names
  }
}
