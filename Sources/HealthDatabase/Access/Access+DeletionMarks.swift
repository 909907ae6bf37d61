// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

public import Workouts

// What is kept of a deletion: 32 bytes for a file, which tell nothing without the file, and 32 for a receipt.

extension ReadAccess {
  /// The key that marks of deleted files are made with, 32 random bytes, if there are such marks.
  public func markKey(of athlete: AthleteID) throws -> [UInt8]? {
    try connection.first("SELECT mark_key FROM athlete WHERE id = ?", [athlete.value]) { $0.optionalBlob(0) } ?? nil
  }

  /// When the file of this mark was deleted, if it was.
  public func deletionMark(_ mark: [UInt8], of athlete: AthleteID) throws -> Instant? {
    try connection.first(
      "SELECT deleted_ms FROM deletion_mark WHERE athlete = ? AND mark = ?", [athlete.value, .blob(mark)]
    ) { $0.instant(0) }
  }

  /// How many deleted files are marked.
  public func deletionMarkCount(of athlete: AthleteID) throws -> Int {
    try connection.first("SELECT count(*) FROM deletion_mark WHERE athlete = ?", [athlete.value]) { $0.int(0) } ?? 0
  }

  /// Whether a receipt of this hash was given out.
  public func holdsReceipt(_ hash: [UInt8], of athlete: AthleteID) throws -> Bool {
    try connection.first(
      "SELECT 1 FROM receipt WHERE athlete = ? AND hash = ?", [athlete.value, .blob(hash)]
    ) { _ in true } ?? false
  }
}

extension WriteAccess {
  /// Keeps the key that marks are made with, 32 random bytes. Marks made with another one are never found again.
  public func setMarkKey(_ key: [UInt8], of athlete: AthleteID) throws {
    try connection.run("UPDATE athlete SET mark_key = ? WHERE id = ?", [.blob(key), athlete.value])
  }

  /// Marks files as deleted now; 32 bytes each, from which a file can't be told.
  public func setDeletionMarks(_ marks: [[UInt8]], of athlete: AthleteID) throws {
    for mark in marks {
      try connection.run(
        """
        INSERT INTO deletion_mark (athlete, mark, deleted_ms) VALUES (?1, ?2, ?3)
        ON CONFLICT DO UPDATE SET deleted_ms = excluded.deleted_ms
        """, [athlete.value, .blob(mark), Value(now)])
    }
  }

  /// Forgets that a file was deleted.
  public func removeDeletionMark(_ mark: [UInt8], of athlete: AthleteID) throws {
    try connection.run("DELETE FROM deletion_mark WHERE athlete = ? AND mark = ?", [athlete.value, .blob(mark)])
  }

  /// Keeps the hash of a receipt, 32 bytes, and nothing else of it.
  public func keepReceipt(_ hash: [UInt8], of athlete: AthleteID) throws {
    try connection.run(
      "INSERT INTO receipt (athlete, hash) VALUES (?, ?) ON CONFLICT DO NOTHING", [athlete.value, .blob(hash)])
  }
}
