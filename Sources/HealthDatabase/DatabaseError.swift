// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

/// Why the database did not do what was asked, and what to do about it. Holds no health data.
public struct DatabaseError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A stable word for the reason.
  public var code: Code
  /// What is wrong and what to do, for a person.
  public var message: String
  /// SQLite's extended result code, where SQLite gave one.
  public var sqliteCode: Int32?

  /// Kinds of reasons. More may come.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The word.
    public var rawValue: String
    /// The code of this word.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The file was written by a newer version of the program.
    public static let tooNew = Code(rawValue: "too-new")
    /// The file is damaged.
    public static let damaged = Code(rawValue: "damaged")
    /// The file is a database of another program, or no database.
    public static let notOurs = Code(rawValue: "not-ours")
    /// The file or its folder can't be written.
    public static let readOnly = Code(rawValue: "read-only")
    /// The file can't be opened.
    public static let cannotOpen = Code(rawValue: "cannot-open")
    /// The disk is full.
    public static let full = Code(rawValue: "full")
    /// Another program kept the database busy for too long.
    public static let busy = Code(rawValue: "busy")
    /// What was asked for is not there.
    public static let notFound = Code(rawValue: "not-found")
    /// What was to be stored breaks a rule.
    public static let invalid = Code(rawValue: "invalid")
    /// The caller broke a rule: a bug.
    public static let misuse = Code(rawValue: "misuse")
    /// Anything else that SQLite reports.
    public static let sqlite = Code(rawValue: "sqlite")
  }

  /// An error.
  public init(_ code: Code, _ message: String, sqliteCode: Int32? = nil) {
    self.code = code
    self.message = message
    self.sqliteCode = sqliteCode
  }

  /// The message.
  public var description: String { message }
}
