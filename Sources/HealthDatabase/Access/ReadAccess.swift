// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

internal import Workouts

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// What can be asked of the database inside of `read`. Ends with the closure it was handed to; later calls throw.
public class ReadAccess {
  private var open: Connection?

  init(_ connection: Connection) { open = connection }

  func end() { open = nil }

  var connection: Connection {
    get throws(DatabaseError) {
      guard let open else {
        throw DatabaseError(.misuse, "an access to the database was used after the closure it belongs to")
      }
      return open
    }
  }

  // MARK: athletes

  /// All athletes by name.
  public func athletes() throws -> [(id: AthleteID, uuid: UUID, name: String)] {
    try connection.all("SELECT id, uuid, name FROM athlete ORDER BY name") { (row) throws(DatabaseError) in
      (AthleteID(rawValue: row.int64(0)), try row.uuid(1), row.text(2))
    }
  }

  /// The athlete of a name, if there is one.
  public func existingAthlete(named name: String) throws -> AthleteID? {
    try connection.first("SELECT id FROM athlete WHERE name = ?", [.text(name)]) { AthleteID(rawValue: $0.int64(0)) }
  }

  /// What the athlete stated, as JSON text, if anything.
  public func settings(of athlete: AthleteID) throws -> String? {
    try connection.first("SELECT settings FROM athlete WHERE id = ?", [athlete.value]) { $0.optionalText(0) } ?? nil
  }

  /// What the athlete allowed and took back, and was asked and has not answered, by program, type and access.
  public func consents(of athlete: AthleteID, program: String? = nil) throws -> [Consent] {
    try connection.all(
      """
      SELECT program, access, type, is_granted, at_ms, revoked_ms, from_ms FROM consent
      WHERE athlete = ?1 AND (?2 IS NULL OR program = ?2) ORDER BY program, type, access
      """, [athlete.value, Value(program)]
    ) { (row) throws(DatabaseError) in
      Consent(
        program: row.text(0), access: try row.word(1, Consent.Access.self), type: row.text(2),
        isGranted: row.isNull(3) ? nil : row.bool(3), at: row.instant(4),
        revokedAt: row.optionalInt64(5).map(Instant.init(millisecondsSince1970:)),
        from: row.optionalInt64(6).map(Instant.init(millisecondsSince1970:)))
    }
  }

  // MARK: imports

  /// The members of an archive and how far they are, by name.
  public func jobs(of athlete: AthleteID, archive: [UInt8]) throws -> [ImportJob] {
    try connection.all(
      "SELECT archive_hash, member, state, detail FROM job WHERE athlete = ? AND archive_hash = ? ORDER BY member",
      [athlete.value, .blob(archive)]
    ) { ImportJob(archiveHash: $0.blob(0), member: $0.text(1), state: $0.text(2), detail: $0.optionalText(3)) }
  }

  /// The jobs in a state, of all archives.
  public func jobs(of athlete: AthleteID, state: String) throws -> [ImportJob] {
    try connection.all(
      """
      SELECT archive_hash, member, state, detail FROM job WHERE athlete = ? AND state = ?
      ORDER BY archive_hash, member
      """, [athlete.value, .text(state)]
    ) { ImportJob(archiveHash: $0.blob(0), member: $0.text(1), state: $0.text(2), detail: $0.optionalText(3)) }
  }

  // MARK: changes

  /// What happened after a change, in order; from the beginning after 0.
  public func changes(of athlete: AthleteID, after anchor: Int64, limit: Int = 1000) throws -> [Change] {
    try connection.all(
      "SELECT anchor, kind, uuid, operation FROM change WHERE athlete = ? AND anchor > ? ORDER BY anchor LIMIT ?",
      [athlete.value, .integer(anchor), .integer(Int64(limit))]
    ) { (row) throws(DatabaseError) in
      Change(
        anchor: row.int64(0), kind: try row.word(1, Change.Kind.self), uuid: try row.uuid(2),
        operation: try row.word(3, Change.Operation.self))
    }
  }

  /// The anchor of the last change of all, 0 before the first.
  public func lastAnchor() throws -> Int64 {
    try connection.first("SELECT seq FROM sqlite_sequence WHERE name = 'change'") { $0.int64(0) } ?? 0
  }

  /// What was deleted, the earliest first.
  public func tombstones(of athlete: AthleteID) throws -> [Tombstone] {
    try connection.all(
      "SELECT uuid, kind, deleted_ms, anchor FROM tombstone WHERE athlete = ? ORDER BY anchor", [athlete.value]
    ) { (row) throws(DatabaseError) in
      Tombstone(
        uuid: try row.uuid(0), kind: try row.word(1, Change.Kind.self), deletedAt: row.instant(2), anchor: row.int64(3))
    }
  }
}
