// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

public import Workouts

/// What people's workouts are kept in: one file, or memory.
///
/// Work goes in as a closure, and nothing of the connection comes out:
///
/// ```swift
/// let database = try HealthDatabase(path: folder + "/zonecoach.db")
/// let (workout, _) = try database.write { access in
///   try access.insert(NewRecording(recording, of: access.athlete(named: "me"), from: source))
/// }
/// let rows = try database.read { try $0.workouts(of: athlete) }
/// ```
///
/// One thread at a time writes; any number read meanwhile, each what was true when it began. A closure must not call
/// `read` or `write` of the same database: its `access` does both.
public final class HealthDatabase: Sendable {
  /// Where the file is, or `nil` in memory.
  public let path: String?
  private let clock: @Sendable () -> Instant
  private let writer: Lock<Writer>
  private let readers = Lock(Readers())

  /// A connection is used by whoever took it out of a lock, so by one thread at a time.
  private struct Handed: @unchecked Sendable {
    var connection: Connection
  }

  private struct Writer {
    var handed: Handed?
    /// Whether something deleted may still be in the log beside the database.
    var hasRemains = false
  }

  private struct Readers {
    var idle: [Handed] = []
    var isClosed = false
  }

  /// How many connections for reading are kept for the next reader.
  private static let keptReaders = 4

  /// Opens a database file; makes it, readable by its owner only, if there is none, and brings its schema up to date.
  ///
  /// - Parameter clock: tells the time that changes are stamped with.
  /// - Throws: with the codes `tooNew`, `damaged`, `notOurs`, `readOnly`, `cannotOpen`, `full` or `busy`.
  public convenience init(
    path: String, clock: @escaping @Sendable () -> Instant = HealthDatabase.systemClock
  ) throws(DatabaseError) {
    try DatabaseFile.prepare(path)
    let connection = try Connection(path: path, purpose: .write)
    try self.init(connection, path: path, clock: clock)
  }

  /// An empty database that lives as long as the object.
  public static func inMemory(
    clock: @escaping @Sendable () -> Instant = HealthDatabase.systemClock
  ) throws(DatabaseError) -> HealthDatabase {
    try HealthDatabase(Connection(path: ":memory:", purpose: .write), path: nil, clock: clock)
  }

  private init(
    _ connection: sending Connection, path: String?, clock: @escaping @Sendable () -> Instant
  ) throws(DatabaseError) {
    self.path = path
    self.clock = clock
    // Before anything is written: is it ours, and do we know all of its schema?
    try Migration.examine(connection)
    if path != nil {
      try connection.run("PRAGMA journal_mode = WAL")
      // With a log beside the file, NORMAL can lose the last transactions when the power fails, but never breaks one.
      try connection.run("PRAGMA synchronous = NORMAL")
      try connection.run("PRAGMA journal_size_limit = 16777216")
    }
    try Migration.apply(Migration.all, to: connection, at: clock())
    var hasRemains = try connection.isErasurePending
    // Left by a program that was killed. If somebody reads meanwhile, the next piece of work tries again.
    if hasRemains, let path { hasRemains = try !connection.erase(path, patience: 20) }
    writer = Lock(Writer(handed: Handed(connection: connection), hasRemains: hasRemains))
  }

  deinit { close() }

  /// Lets go of the file. Later work throws. Waits for a writer; readers let go as they finish.
  public func close() {
    let idle = readers.withLock { readers in
      readers.isClosed = true
      defer { readers.idle = [] }
      return readers.idle
    }
    withExtendedLifetime(idle) {}
    writer.withLock { writer in
      if let connection = writer.handed?.connection, writer.hasRemains {
        if let path { _ = try? connection.erase(path, patience: 2000) }
      }
      writer.handed = nil
    }
  }

  /// The time of this computer.
  public static let systemClock: @Sendable () -> Instant = { DatabaseFile.now() }

  // MARK: work

  /// Lets `body` read what is true now; what is written meanwhile it does not see.
  ///
  /// `access` ends with the closure.
  public func read<T>(_ body: (ReadAccess) throws -> T) throws -> T {
    // A database in memory belongs to its one connection.
    guard let path else { return try withWriter { try Self.read($0, body) } }
    let reader = try readers.withLock { readers -> Handed? in
      guard !readers.isClosed else { throw Self.closed }
      return readers.idle.popLast()
    }
    let handed = try reader ?? Handed(connection: Connection(path: path, purpose: .read))
    defer {
      readers.withLock { readers in
        if !readers.isClosed, readers.idle.count < Self.keptReaders { readers.idle.append(handed) }
      }
    }
    return try Self.read(handed.connection, body)
  }

  private static func read<T>(_ connection: Connection, _ body: (ReadAccess) throws -> T) throws -> T {
    let access = ReadAccess(connection)
    defer { access.end() }
    try connection.run("BEGIN")
    // Nothing was written, so there is nothing to lose, and a failing COMMIT would hide the error of `body`.
    defer { try? connection.run("ROLLBACK") }
    return try body(access)
  }

  /// Lets `body` write. All of it is kept, or nothing if it throws.
  ///
  /// What was deleted is gone from the file and from the log beside it when this returns, unless a reader held on to
  /// what was before for more than two seconds: then `finishErasure()` is left to do.
  @discardableResult public func write<T>(_ body: (WriteAccess) throws -> T) throws -> T {
    let now = clock()
    return try withWriter { connection, deleted in
      let access = WriteAccess(connection, now: now)
      defer { access.end() }
      try connection.run("BEGIN IMMEDIATE")
      do {
        let result = try body(access)
        if access.hasDeleted { try connection.setErasurePending(true) }
        try connection.run("COMMIT")
        deleted = access.hasDeleted
        return result
      } catch {
        // SQLite itself rolls back after some errors.
        if connection.isInTransaction { try? connection.run("ROLLBACK") }
        throw error
      }
    }
  }

  /// Erases what was deleted from the file and from the log beside it. Takes time proportional to the file.
  ///
  /// - Returns: whether nothing deleted is left. `false` means that a reader still reads what was before.
  @discardableResult public func finishErasure() throws -> Bool {
    try withWriter { _, deleted in deleted = true }
    return writer.withLock { !$0.hasRemains }
  }

  private func withWriter<T>(_ body: (Connection) throws -> T) throws -> T {
    try withWriter { connection, _ in try body(connection) }
  }

  /// Waits for its turn. `body` tells by its second argument whether it deleted something.
  private func withWriter<T>(_ body: (Connection, inout Bool) throws -> T) throws -> T {
    // The result goes around the lock's closure, so that it need not be sendable.
    var result: Result<T, any Error> = .failure(Self.closed)
    writer.withLock { writer in
      guard let connection = writer.handed?.connection else { return }
      var deleted = false
      result = Result { try body(connection, &deleted) }
      writer.hasRemains = writer.hasRemains || deleted
      if writer.hasRemains, let path {
        // Where it could not be done before, nobody is kept waiting for it.
        let isErased = try? connection.erase(path, patience: deleted ? 2000 : 20)
        writer.hasRemains = isErased != true
      } else {
        // Memory that is freed is nobody's any more.
        writer.hasRemains = false
      }
    }
    return try result.get()
  }

  private static var closed: DatabaseError { DatabaseError(.misuse, "the database was closed") }

  // MARK: for upkeep and tests

  /// Runs work on a connection of its own that may do what readers may not.
  func withOwnConnection<T>(_ body: (Connection) throws -> T) throws -> T {
    guard let path else { return try withWriter(body) }
    return try body(Connection(path: path, purpose: .write))
  }

  /// How many statements the writer has run.
  var writerStatementCount: Int {
    get throws { try withWriter { $0.statementCount } }
  }
}
