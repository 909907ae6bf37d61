// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

internal import Workouts

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension WriteAccess {
  /// Saves samples that have everything but the columns in common.
  ///
  /// - Returns: the place of the first in the change feed; the others follow.
  /// - Throws: `DatabaseError` with code `invalid` where one of the names is stored already.
  @discardableResult
  public func insert(_ traits: SampleTraits, _ columns: SampleColumns, of athlete: AthleteID) throws -> Int64 {
    let first = try reserveAnchors(columns.count)
    let origin = try originID(traits.origin, of: athlete)
    for start in stride(from: 0, to: columns.count, by: EncodedSeries.chunkLength) {
      let range = start..<min(start + EncodedSeries.chunkLength, columns.count)
      try insertBlock(traits, origin, columns.part(range), anchors: nil, first + Int64(start), of: athlete)
    }
    return first
  }

  func insertBlock(
    _ traits: SampleTraits, _ origin: Int64, _ columns: SampleColumns, anchors: [Int64]?, _ firstAnchor: Int64,
    of athlete: AthleteID
  ) throws {
    let connection = try connection
    let firstStart = columns.starts.min() ?? 0, lastEnd = (columns.ends ?? columns.starts).max() ?? 0
    let high = columns.names[0].high
    let isRun = columns.names.allSatisfy { $0.high == high }
    let lows = isRun ? columns.names.map(\.low) : []
    let isConsecutive = anchors.map { $0[$0.count - 1] - $0[0] == Int64($0.count - 1) } ?? true
    let first = anchors?.first ?? firstAnchor
    let last = anchors?.last ?? firstAnchor + Int64(columns.count - 1)
    try connection.run(
      """
      INSERT INTO sample_block (athlete, type, origin, unit, collection, metadata, sync, sync_version, first_anchor,
        last_anchor, first_ms, last_ms, value_count, name_high, name_first, name_last, anchors, starts, ends,
        value_payload, names)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        athlete.value, .text(traits.type), .integer(origin), Value(traits.unit),
        traits.collection.map { Value($0) } ?? .null, Value(traits.metadata), Value(traits.sync?.identifier),
        Value(traits.sync?.version), .integer(first), .integer(last), .integer(SampleTime.floor(firstStart)),
        .integer(SampleTime.ceiling(lastEnd)), .integer(Int64(columns.count)), isRun ? .integer(high) : .null,
        Value(lows.min()), Value(lows.max()),
        isConsecutive ? .null : Value(anchors.map { TimeColumn.encode($0) }),
        .blob(ValueColumn.encode(columns.starts)), Value(columns.ends.map { ValueColumn.encode($0) }),
        Value(columns.values.map { ValueColumn.encode($0) }), .blob(NameColumn.encode(columns.names)),
      ])
    guard !isRun else { return }
    let block = connection.lastID
    for name in columns.names {
      try connection.run(
        "INSERT INTO sample_name (athlete, name, block) VALUES (?, ?, ?)",
        [athlete.value, Value(name), .integer(block)])
    }
  }

  /// The number of an origin, made if there is none.
  func originID(_ origin: Origin, of athlete: AthleteID) throws -> Int64 {
    let values = [athlete.value, .text(origin.program), .text(origin.details)]
    let known = try connection.first(
      "SELECT id FROM origin WHERE athlete = ? AND program = ? AND details = ?", values, { $0.int64(0) })
    if let known { return known }
    try connection.run("INSERT INTO origin (athlete, program, details) VALUES (?, ?, ?)", values)
    return try connection.lastID
  }

  /// Deletes samples and leaves tombstones; those that aren't there are passed over.
  ///
  /// - Returns: how many there were.
  @discardableResult
  public func deleteSamples(_ names: Set<UUID>, of athlete: AthleteID) throws -> Int {
    var count = 0
    for id in try blocks(holding: names, of: athlete) {
      guard let block = try block(id, of: athlete) else { continue }
      let goes = block.columns.names.map { names.contains($0) }
      guard goes.contains(true) else { continue }
      count += try remove(goes, from: block, of: athlete)
    }
    return count
  }

  /// Deletes all samples of a collection but those that were only joined to it.
  @discardableResult
  public func deleteSamples(inCollection collection: UUID, of athlete: AthleteID) throws -> Int {
    let ids = try connection.all(
      "SELECT id FROM sample_block WHERE athlete = ? AND collection = ? ORDER BY id",
      [athlete.value, Value(collection)]
    ) { $0.int64(0) }
    return try ids.reduce(0) { $0 + (try remove(block: $1, of: athlete)) }
  }

  func remove(block id: Int64, of athlete: AthleteID) throws -> Int {
    guard let block = try block(id, of: athlete) else { return 0 }
    return try remove([Bool](repeating: true, count: block.columns.count), from: block, of: athlete)
  }

  /// Takes samples out of a block and writes what stays anew.
  private func remove(_ goes: [Bool], from block: SampleBlock, of athlete: AthleteID) throws -> Int {
    let connection = try connection
    let places = goes.indices.filter { goes[$0] }, staying = goes.indices.filter { !goes[$0] }
    let names = places.map { block.columns.names[$0] }
    let origin = try originID(block.traits.origin, of: athlete)
    try connection.run("DELETE FROM sample_block WHERE id = ?", [.integer(block.id)])
    if !staying.isEmpty {
      let anchors = staying.map { block.anchors[$0] }
      try insertBlock(
        block.traits, origin, block.columns.picked(staying), anchors: anchors, anchors[0], of: athlete)
    }
    for name in names {
      try connection.run("DELETE FROM member WHERE athlete = ? AND name = ?", [athlete.value, Value(name)])
    }
    try bury(names, type: block.traits.type, program: block.traits.origin.program, sync: block.traits.sync, of: athlete)
    return names.count
  }

  /// Leaves word that samples were deleted.
  func bury(_ names: [UUID], type: String, program: String?, sync: SyncMark?, of athlete: AthleteID) throws {
    hasDeleted = true
    var first = try reserveAnchors(names.count)
    for start in stride(from: 0, to: names.count, by: EncodedSeries.chunkLength) {
      let part = names[start..<min(start + EncodedSeries.chunkLength, names.count)]
      try connection.run(
        """
        INSERT INTO sample_tombstone (athlete, type, program, first_anchor, last_anchor, value_count, deleted_ms, sync,
          sync_version, names)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
        [
          athlete.value, .text(type), Value(program), .integer(first), .integer(first + Int64(part.count) - 1),
          .integer(Int64(part.count)), Value(now), Value(sync?.identifier), Value(sync?.version),
          .blob(NameColumn.encode(part)),
        ])
      first += Int64(part.count)
    }
  }

  // MARK: what belongs together

  /// Joins objects to a collection, each to a part of it or to the whole. Joining again changes the part.
  public func join(
    _ names: [UUID], to collection: UUID, kind: String, part: UUID? = nil, of athlete: AthleteID
  ) throws {
    for name in names {
      try connection.run(
        """
        INSERT INTO member (athlete, collection, kind, name, part) VALUES (?, ?, ?, ?, ?)
        ON CONFLICT DO UPDATE SET part = excluded.part
        """,
        [
          athlete.value, Value(collection), .text(kind), Value(name), part.map { Value($0) } ?? .null,
        ])
    }
    // Whoever waits for changes looks again.
    if !names.isEmpty { _ = try reserveAnchors(1) }
  }

  /// Takes an object out of a collection.
  ///
  /// - Returns: whether it was in there.
  @discardableResult
  public func leave(_ name: UUID, from collection: UUID, kind: String, of athlete: AthleteID) throws -> Bool {
    try connection.run(
      "DELETE FROM member WHERE athlete = ? AND collection = ? AND kind = ? AND name = ?",
      [athlete.value, Value(collection), .text(kind), Value(name)])
    return try connection.changeCount > 0
  }

  // MARK: workouts of programs

  /// Keeps what a program's workout is beside the recording that the app reads.
  public func setProgramWorkout(
    _ workout: ProgramWorkout, of recording: RecordingID, athlete: AthleteID
  ) throws {
    try connection.run(
      """
      INSERT INTO program_workout (athlete, recording, origin, collection, sync, sync_version, document)
      VALUES (?, ?, ?, ?, ?, ?, ?)
      """,
      [
        athlete.value, recording.value, .integer(originID(workout.origin, of: athlete)), Value(workout.collection),
        Value(workout.sync?.identifier), Value(workout.sync?.version), .blob(workout.document),
      ])
  }

  // MARK: sessions

  /// Keeps the state of a session in the place of the one before.
  public func setSession(_ id: UUID, program: String, state: [UInt8], of athlete: AthleteID) throws {
    try connection.run(
      """
      INSERT INTO session (athlete, program, uuid, changed_ms, state) VALUES (?, ?, ?, ?, ?)
      ON CONFLICT DO UPDATE SET changed_ms = excluded.changed_ms, state = excluded.state
      """, [athlete.value, .text(program), Value(id), Value(now), .blob(state)])
  }

  /// Forgets a session.
  public func removeSession(_ id: UUID, program: String, of athlete: AthleteID) throws {
    try connection.run(
      "DELETE FROM session WHERE athlete = ? AND program = ? AND uuid = ?",
      [athlete.value, .text(program), Value(id)])
  }
}

extension SampleColumns {
  /// Some of the samples.
  func part(_ range: Range<Int>) -> SampleColumns {
    if range.count == count { return self }
    return SampleColumns(
      starts: Array(starts[range]), ends: ends.map { Array($0[range]) }, values: values.map { Array($0[range]) },
      names: Array(names[range]))
  }

  /// The samples at these places.
  package func picked(_ places: [Int]) -> SampleColumns {
    SampleColumns(
      starts: places.map { starts[$0] }, ends: ends.map { ends in places.map { ends[$0] } },
      values: values.map { values in places.map { values[$0] } }, names: places.map { names[$0] })
  }
}

/// Seconds since 2001 as milliseconds since 1970, for finding blocks.
package enum SampleTime {
  package static let year2001 = 978_307_200_000.0

  package static func floor(_ seconds: Double) -> Int64 { clamped((seconds * 1000).rounded(.down) + year2001) }
  package static func ceiling(_ seconds: Double) -> Int64 { clamped((seconds * 1000).rounded(.up) + year2001) }

  private static func clamped(_ value: Double) -> Int64 {
    value >= 9e18 ? 9_000_000_000_000_000_000 : value <= -9e18 ? -9_000_000_000_000_000_000 : Int64(value)
  }
}

extension WriteAccess {
  /// Deletes a recording, and its workout where it has no other; samples that a program saved for it stay.
  public func deleteRecordingOnly(_ head: RecordingHead) throws {
    try asWhole {
      try connection.run(
        "DELETE FROM member WHERE athlete = ? AND collection = ?", [head.athlete.value, Value(head.uuid)])
      if try recordings(of: head.workout).count == 1 {
        try buryWorkout(head.workout, of: head.athlete)
      } else {
        try buryRecording(head)
        try giveHeir(to: head.workout)
      }
    }
  }
}
