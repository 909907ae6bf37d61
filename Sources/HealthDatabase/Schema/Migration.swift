// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

internal import Workouts

/// One step of the schema. Steps are only ever appended, and a step that was released never changes.
struct Migration {
  /// Unique, and stored in the databases it was applied to.
  var name: String
  /// Frozen in time: it must not follow today's Swift types.
  var sql: String

  /// All steps, in order.
  static let all = [Migration(name: "2026-01 first schema", sql: firstSchema)]

  /// "ZCDB": marks the file as ours among SQLite databases.
  static let applicationID: Int64 = 0x5A43_4442

  /// Refuses files of others and of the future. Changes nothing.
  static func examine(_ connection: Connection) throws(DatabaseError) {
    let mark = try connection.first("PRAGMA application_id") { $0.int64(0) } ?? 0
    let tables = try connection.first("SELECT count(*) FROM sqlite_schema") { $0.int(0) } ?? 0
    if mark == 0 && tables == 0 { return }
    guard mark == applicationID else {
      throw DatabaseError(.notOurs, "the file is a database of another program; choose another place")
    }
    let known = Set(all.map(\.name))
    let unknown = try applied(connection).filter { !known.contains($0) }
    guard unknown.isEmpty else {
      throw DatabaseError(
        .tooNew, "the database was written by a newer ZoneCoach; update the program, or restore an older backup")
    }
  }

  /// Applies the steps that are missing, each in a transaction of its own.
  static func apply(_ steps: [Migration], to connection: Connection, at now: Instant) throws(DatabaseError) {
    if try isMissing("migration", in: connection) {
      try inTransaction(connection) { () throws(DatabaseError) in
        // Another process may have been faster.
        guard try isMissing("migration", in: connection) else { return }
        try connection.run("PRAGMA application_id = \(applicationID)")
        try connection.run(
          "CREATE TABLE migration (name TEXT NOT NULL PRIMARY KEY, applied_ms INTEGER NOT NULL) STRICT")
      }
    }
    for step in steps {
      try inTransaction(connection) { () throws(DatabaseError) in
        guard !(try applied(connection).contains(step.name)) else { return }
        try connection.script(step.sql)
        try connection.run(
          "INSERT INTO migration (name, applied_ms) VALUES (?, ?)",
          [.text(step.name), .integer(now.millisecondsSince1970)])
      }
    }
  }

  private static func applied(_ connection: Connection) throws(DatabaseError) -> [String] {
    return try connection.all("SELECT name FROM migration ORDER BY applied_ms, name") { $0.text(0) }
  }

  private static func isMissing(_ table: String, in connection: Connection) throws(DatabaseError) -> Bool {
    return try connection.first(
      "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?", [.text(table)], { _ in true }) == nil
  }

  private static func inTransaction(
    _ connection: Connection, _ body: () throws(DatabaseError) -> Void
  ) throws(DatabaseError) {
    try connection.run("BEGIN IMMEDIATE")
    do {
      try body()
      try connection.run("COMMIT")
    } catch {
      if connection.isInTransaction { try? connection.run("ROLLBACK") }
      throw error
    }
  }
}
