// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

internal import CSQLite

/// Owns one connection to a database file, with the statements prepared on it.
///
/// Opened without SQLite's own locks: whoever holds it sees to it that one thread at a time uses it.
final class Connection {
  private let handle: OpaquePointer
  private var idle: [String: Statement] = [:]
  /// How many statements were run, for tests that count them.
  private(set) var statementCount = 0

  /// What a connection is for.
  enum Purpose {
    case write
    case read
  }

  /// Milliseconds to wait for another program that writes.
  private static let patience: Int32 = 10_000

  /// Opens a file that exists, or a database in memory for `":memory:"`.
  init(path: String, purpose: Purpose) throws(DatabaseError) {
    var opened: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
    let code = sqlite3_open_v2(path, &opened, flags, nil)
    guard let opened else { throw Self.error(code, nil) }
    guard code == SQLITE_OK else {
      // SQLite hands back a handle even where opening fails.
      defer { sqlite3_close_v2(opened) }
      throw Self.error(code, opened)
    }
    handle = opened
    sqlite3_busy_timeout(handle, Self.patience)
    _ = csqlite_set_defensive(handle)
    try run("PRAGMA trusted_schema = OFF")
    try run("PRAGMA foreign_keys = ON")
    // Zeroes what is deleted instead of only forgetting where it was.
    try run("PRAGMA secure_delete = ON")
    // Temporary tables and sorting would otherwise leave health data in files outside of the data folder.
    try run("PRAGMA temp_store = MEMORY")
    if purpose == .read {
      try run("PRAGMA query_only = ON")
    } else {
      // Only a file that is still empty takes it. Pieces of series are 1 to 4 KB: on larger pages less stays unused.
      try run("PRAGMA page_size = 8192")
    }
  }

  deinit {
    idle.removeAll()
    sqlite3_close_v2(handle)
  }

  /// Runs a statement and hands each row to `body`.
  func rows(
    _ sql: String, _ values: [Value] = [], _ body: (Row) throws(DatabaseError) -> Void
  ) throws(DatabaseError) {
    try some(sql, values) { (row) throws(DatabaseError) in
      try body(row)
      return true
    }
  }

  /// Runs a statement and hands each row to `body`, until that answers false.
  func some(
    _ sql: String, _ values: [Value] = [], _ body: (Row) throws(DatabaseError) -> Bool
  ) throws(DatabaseError) {
    let statement = try take(sql)
    defer { put(statement, sql) }
    try check(statement.bind(values))
    while true {
      let code = statement.step()
      if code == SQLITE_DONE { return }
      guard code == SQLITE_ROW else { throw Self.error(code, handle) }
      guard try body(statement.row) else { return }
    }
  }

  /// The first row, if there is one.
  func first<T>(
    _ sql: String, _ values: [Value] = [], _ body: (Row) throws(DatabaseError) -> T
  ) throws(DatabaseError) -> T? {
    let statement = try take(sql)
    defer { put(statement, sql) }
    try check(statement.bind(values))
    let code = statement.step()
    if code == SQLITE_DONE { return nil }
    guard code == SQLITE_ROW else { throw Self.error(code, handle) }
    return try body(statement.row)
  }

  /// All rows, each turned into something.
  func all<T>(
    _ sql: String, _ values: [Value] = [], _ body: (Row) throws(DatabaseError) -> T
  ) throws(DatabaseError) -> [T] {
    var result: [T] = []
    try rows(sql, values) { (row) throws(DatabaseError) in result.append(try body(row)) }
    return result
  }

  /// Runs a statement for what it does; rows are passed over.
  func run(_ sql: String, _ values: [Value] = []) throws(DatabaseError) {
    let statement = try take(sql)
    defer { put(statement, sql) }
    try check(statement.bind(values))
    while true {
      let code = statement.step()
      if code == SQLITE_DONE { return }
      guard code == SQLITE_ROW else { throw Self.error(code, handle) }
    }
  }

  /// Runs several statements that take no parameters.
  func script(_ sql: String) throws(DatabaseError) {
    let code = sqlite3_exec(handle, sql, nil, nil, nil)
    guard code == SQLITE_OK else { throw Self.error(code, handle) }
  }

  /// Sees to it that nothing deleted is left in the file or in the log beside it.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - patience: milliseconds to wait for readers of what was before.
  /// - Returns: whether that could be done.
  func erase(_ path: String, patience: Int32) throws(DatabaseError) -> Bool {
    sqlite3_busy_timeout(handle, patience)
    defer { sqlite3_busy_timeout(handle, Self.patience) }
    // Another program may write between the emptying and the lock.
    for _ in 0..<5 {
      guard try emptyLog() else { return false }
      try run("BEGIN IMMEDIATE")
      var isClean = false
      do {
        defer { if isInTransaction { try? run(isClean ? "COMMIT" : "ROLLBACK") } }
        guard DatabaseFile.size(path + "-wal") == 0 else { continue }
        let roots = try all("SELECT rootpage FROM sqlite_schema WHERE rootpage > 0") { $0.int64(0) }
        guard let scrubber = PageScrubber(handle), scrubber.scrub(roots: roots + [1]) else { return false }
        // Whoever read pages before they were clean must not write them back: a change makes all connections forget
        // what they remember of the file.
        try setErasurePending(false)
        isClean = true
      }
      // Our own connection forgets only when asked.
      sqlite3_db_release_memory(handle)
      return try emptyLog()
    }
    return false
  }

  /// Whether something was deleted and not yet erased. Stored in the file, so that a program that was killed between the
  /// two leaves word: an odd `user_version` says so.
  var isErasurePending: Bool {
    get throws(DatabaseError) { try first("PRAGMA user_version") { $0.int64(0) & 1 == 1 } ?? false }
  }

  /// Part of the current transaction. Always a change of the file.
  func setErasurePending(_ isPending: Bool) throws(DatabaseError) {
    let count = try first("PRAGMA user_version") { $0.int64(0) } ?? 0
    let next = (count & 1 == 1) == isPending ? count + 2 : count + 1
    // Still far from the largest number it can be, and even.
    try run("PRAGMA user_version = \(next % 1_000_000_000)")
  }

  private func emptyLog() throws(DatabaseError) -> Bool {
    try first("PRAGMA wal_checkpoint(TRUNCATE)") { !$0.bool(0) } ?? true
  }

  /// The id of the row inserted last.
  var lastID: Int64 { sqlite3_last_insert_rowid(handle) }

  /// How many rows the last statement changed, cascades aside.
  var changeCount: Int { Int(sqlite3_changes64(handle)) }

  /// Whether a transaction is open.
  var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

  // MARK: statements

  /// A statement is out of the cache while it runs, so that one inside of another never resets it.
  private func take(_ sql: String) throws(DatabaseError) -> Statement {
    statementCount += 1
    if let statement = idle.removeValue(forKey: sql) { return statement }
    var prepared: OpaquePointer?
    let code = sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil)
    guard code == SQLITE_OK, let prepared else { throw Self.error(code, handle) }
    return Statement(owning: prepared)
  }

  private func put(_ statement: Statement, _ sql: String) {
    statement.reset()
    // Every statement is a literal of this module, so there are few; the limit is for a mistake.
    if idle.count < 200, !sql.hasPrefix("PRAGMA user_version =") { idle[sql] = statement }
  }

  private func check(_ code: Int32) throws(DatabaseError) {
    guard code == SQLITE_OK else { throw Self.error(code, handle) }
  }

  /// The one place that turns SQLite's codes into words.
  private static func error(_ code: Int32, _ handle: OpaquePointer?) -> DatabaseError {
    let detail = handle.map { String(cString: sqlite3_errmsg($0)) } ?? String(cString: sqlite3_errstr(code))
    return switch code & 0xFF {
    case SQLITE_CORRUPT:
      .init(.damaged, "the database is damaged (\(detail)); restore a backup", sqliteCode: code)
    case SQLITE_NOTADB:
      .init(
        .damaged, "the file is not a database, or its beginning is damaged; restore a backup", sqliteCode: code)
    case SQLITE_READONLY:
      .init(
        .readOnly, "the database can't be written; make the file and its folder writable for you", sqliteCode: code)
    case SQLITE_CANTOPEN:
      .init(
        .cannotOpen,
        "the database can't be opened; check that the file and its folder exist and are readable and writable for you",
        sqliteCode: code)
    case SQLITE_FULL: .init(.full, "the disk is full; make room and try again", sqliteCode: code)
    case SQLITE_BUSY, SQLITE_LOCKED:
      .init(.busy, "another program keeps the database busy; try again when it is done", sqliteCode: code)
    case SQLITE_CONSTRAINT: .init(.invalid, "the database refused it: \(detail)", sqliteCode: code)
    default: .init(.sqlite, "SQLite reports: \(detail)", sqliteCode: code)
    }
  }
}
