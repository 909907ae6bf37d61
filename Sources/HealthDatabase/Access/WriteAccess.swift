// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

public import Workouts

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// What can be done to the database inside of `write`, and asked of it, with what was done before in the same closure.
public final class WriteAccess: ReadAccess {
  /// The time that all changes of this transaction are stamped with.
  public let now: Instant
  /// Whether bytes have to vanish from the log beside the file.
  var hasDeleted = false

  init(_ connection: Connection, now: Instant) {
    self.now = now
    super.init(connection)
  }

  // MARK: athletes

  /// The athlete of a name, made if there is none.
  public func athlete(named name: String) throws -> AthleteID {
    if let known = try existingAthlete(named: name) { return known }
    try connection.run("INSERT INTO athlete (uuid, name) VALUES (?, ?)", [Value(UUID()), .text(name)])
    return AthleteID(rawValue: try connection.lastID)
  }

  /// Keeps what the athlete stated, as JSON text; `nil` forgets it.
  ///
  /// - Throws: `DatabaseError` with code `invalid` for text that is not JSON.
  public func setSettings(_ json: String?, of athlete: AthleteID) throws {
    let connection = try connection
    if let json { try checkJSON(json) }
    try connection.run("UPDATE athlete SET settings = ? WHERE id = ?", [Value(json), athlete.value])
    guard connection.changeCount == 1 else { throw Self.noAthlete }
    try noteAthlete(athlete)
  }

  /// Keeps a consent in the place of the one before for the same program, access and type.
  public func setConsent(_ consent: Consent, of athlete: AthleteID) throws {
    try connection.run(
      """
      INSERT INTO consent (athlete, program, access, type, is_granted, at_ms, revoked_ms, from_ms)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT DO UPDATE SET is_granted = excluded.is_granted, at_ms = excluded.at_ms,
        revoked_ms = excluded.revoked_ms, from_ms = excluded.from_ms
      """,
      [
        athlete.value, .text(consent.program), .text(consent.access.rawValue), .text(consent.type),
        consent.isGranted.map { Value($0) } ?? .null, Value(consent.at), Value(consent.revokedAt), Value(consent.from),
      ])
    try noteAthlete(athlete)
  }

  /// The schema can't do it: in SQLite 3.40 a schema that is not trusted, as that of a file from anywhere, may not call
  /// `json_valid`.
  func checkJSON(_ text: String) throws {
    guard try connection.first("SELECT json_valid(?)", [.text(text)], { $0.bool(0) }) == true else {
      throw DatabaseError(.invalid, "settings, anchors and plans must be JSON text")
    }
  }

  static var noAthlete: DatabaseError { DatabaseError(.notFound, "there is no such athlete") }
  static var noWorkout: DatabaseError {
    DatabaseError(.notFound, "there is no such workout; it may have been deleted")
  }

  // MARK: imports

  /// Keeps how far a member of an archive is.
  public func setJob(_ job: ImportJob, of athlete: AthleteID) throws {
    try connection.run(
      """
      INSERT INTO job (athlete, archive_hash, member, state, detail, updated_ms) VALUES (?, ?, ?, ?, ?, ?)
      ON CONFLICT DO UPDATE SET state = excluded.state, detail = excluded.detail, updated_ms = excluded.updated_ms
      """,
      [
        athlete.value, .blob(job.archiveHash), .text(job.member), .text(job.state), Value(job.detail), Value(now),
      ])
  }

  /// Forgets the jobs of an archive.
  public func removeJobs(of athlete: AthleteID, archive: [UInt8]) throws {
    try connection.run("DELETE FROM job WHERE athlete = ? AND archive_hash = ?", [athlete.value, .blob(archive)])
  }

  // MARK: inside

  /// Runs `body` so that nothing of it stays if it throws, even where the caller goes on with the same transaction.
  func asWhole<T>(_ body: () throws -> T) throws -> T {
    let connection = try connection
    try connection.run("SAVEPOINT whole")
    do {
      let result = try body()
      try connection.run("RELEASE whole")
      return result
    } catch {
      // Some errors end the whole transaction, and this with it.
      if connection.isInTransaction {
        try connection.run("ROLLBACK TO whole")
        try connection.run("RELEASE whole")
      }
      throw error
    }
  }

  /// Tells those who keep a copy.
  @discardableResult
  func note(_ operation: Change.Operation, _ kind: Change.Kind, _ uuid: UUID, of athlete: AthleteID) throws -> Int64 {
    try connection.run(
      "INSERT INTO change (athlete, kind, uuid, operation) VALUES (?, ?, ?, ?)",
      [athlete.value, .text(kind.rawValue), Value(uuid), .text(operation.rawValue)])
    return try connection.lastID
  }

  /// Takes the next `count` places of the change feed, for objects that have no row of their own there.
  ///
  /// - Returns: the first of them.
  func reserveAnchors(_ count: Int) throws -> Int64 {
    let connection = try connection
    try connection.run("UPDATE sqlite_sequence SET seq = seq + ? WHERE name = 'change'", [.integer(Int64(count))])
    if connection.changeCount == 0 {
      try connection.run(
        "INSERT INTO sqlite_sequence (name, seq) VALUES ('change', ?)", [.integer(Int64(count))])
    }
    return try lastAnchor() - Int64(count) + 1
  }

  func noteAthlete(_ athlete: AthleteID) throws {
    let uuid = try connection.first("SELECT uuid FROM athlete WHERE id = ?", [athlete.value]) {
      (row) throws(DatabaseError) in try row.uuid(0)
    }
    guard let uuid else { throw Self.noAthlete }
    try note(.update, .athlete, uuid, of: athlete)
  }
}
