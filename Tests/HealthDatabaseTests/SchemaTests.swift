// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing
import Workouts

@testable import HealthDatabase

/// What the file is like, and files that are not as they should be.
struct SchemaTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let fixtures = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Fixtures/database")

  private func code(_ path: String) -> DatabaseError.Code? {
    do throws(DatabaseError) {
      _ = try HealthDatabase(path: path)
      return nil
    } catch { return error.code }
  }

  @Test func `the schema is the one that is kept beside the tests`() throws {
    // Where the change is wanted: append a migration, then write the new text to the file.
    let kept = try String(contentsOf: Self.fixtures.appending(path: "schema.sql"), encoding: .utf8)
    #expect(try HealthDatabase.inMemory().schemaText() == kept)
  }

  @Test func `every table leads with the athlete, and is strict`() throws {
    let database = try HealthDatabase.inMemory()
    try database.read { access in
      let connection = try access.connection
      let tables = try connection.all(
        "SELECT name, strict FROM pragma_table_list WHERE schema = 'main' AND name NOT LIKE 'sqlite%'"
      ) { ($0.text(0), $0.bool(1)) }
      #expect(tables.count == 37)
      for (table, isStrict) in tables {
        #expect(isStrict, "\(table)")
        guard table != "athlete", table != "migration" else { continue }
        let first = try connection.first(
          "SELECT group_concat(name) FROM pragma_table_info(?) WHERE cid < 2", [.text(table)]
        ) { $0.text(0) }
        #expect(first?.split(separator: ",").contains("athlete") == true, "\(table)")
      }
    }
  }

  @Test func `a database of the first schema opens with all that is in it`() throws {
    let kept = try Data(contentsOf: Self.fixtures.appending(path: "first-schema.db"))
    try kept.write(to: URL(filePath: folder.database))
    let database = try HealthDatabase(path: folder.database)
    #expect(try database.integrityCheck(thoroughly: true) == [])
    try database.read { access in
      let athlete = try #require(try access.existingAthlete(named: "Kept"))
      let row = try #require(try access.workouts(of: athlete).first)
      #expect(row.title == "First ride")
      #expect(row.recordingCount == 2)
      let primary = try #require(row.primary)
      let recording = try access.recording(primary)
      #expect(
        recording.series(.heartRate)?.values.prefix(3).map(\.bitPattern) == [90, 91, 92].map { Double($0).bitPattern })
      #expect(recording.series.map(\.quantity) == [.heartRate, .latitude])
      #expect(try access.zoneGroups(of: primary) == [Fixtures.zoneGroup])
      #expect(try access.histograms(of: primary) == [Fixtures.histogram, Fixtures.legHistogram])
      #expect(try access.settings(of: athlete) == #"{"ftp":250}"#)
    }
  }

  /// Makes the file that the test above opens; run once for each released schema with `ZONECOACH_KEEP` set.
  @Test(.enabled(if: ProcessInfo.processInfo.environment["ZONECOACH_KEEP"] != nil, "writes fixtures"))
  func `a database to keep is written`() throws {
    let database = try HealthDatabase(path: folder.database, clock: { Fixtures.start })
    try database.write { access in
      let athlete = try access.athlete(named: "Kept")
      try access.setSettings(#"{"ftp":250}"#, of: athlete)
      var recording = Recording(sport: .cycling, span: TimeSpan(start: Fixtures.start, end: Fixtures.start + 60_000))
      recording.name = "First ride"
      recording.activities = [Activity(sport: .cycling, span: recording.span)]
      let times = (0..<60).map { Fixtures.start.millisecondsSince1970 + $0 * 1000 }
      recording.series = [
        Series(quantity: .heartRate, times: times, values: (0..<60).map { Double(90 + $0) }),
        Series(
          quantity: .latitude, times: times, values: (0..<60).map { Double(600_000_000 + $0 * 37) * 180 / 0x1p31 }),
      ]
      var new = NewRecording(
        recording, of: athlete, from: Fixtures.source(1), zoneGroups: [Fixtures.zoneGroup],
        histograms: [Fixtures.histogram, Fixtures.legHistogram])
      let first = try access.insert(new)
      new.source = Fixtures.source(2, format: "gpx")
      try access.insert(new, into: first.workout)
    }
    try FileManager.default.createDirectory(at: Self.fixtures, withIntermediateDirectories: true)
    try database.backup(to: Self.fixtures.appending(path: "first-schema.db").path)
    try database.schemaText().write(
      to: Self.fixtures.appending(path: "schema.sql"), atomically: true, encoding: .utf8)
  }

  // MARK: files that can't be used

  @Test func `a database of a newer program is refused with the way out`() throws {
    try {
      let database = try HealthDatabase(path: folder.database)
      try database.withOwnConnection {
        try $0.run("INSERT INTO migration (name, applied_ms) VALUES ('2031-05 something new', 0)")
      }
    }()
    let error = #expect(throws: DatabaseError.self) { try HealthDatabase(path: folder.database) }
    #expect(error?.code == .tooNew)
    #expect(error?.message.contains("written by a newer ZoneCoach") == true)
  }

  @Test(arguments: ["header", "text", "half", "middle"])
  func `a damaged file is found out, and the answer says what to do`(_ damage: String) throws {
    try {
      let database = try HealthDatabase(path: folder.database)
      try database.write { access in
        let athlete = try access.athlete(named: "me")
        for seed in UInt64(0)..<5 { try access.insert(Fixtures.new(seed, of: athlete)) }
      }
    }()
    let url = URL(filePath: folder.database)
    var bytes = [UInt8](try Data(contentsOf: url))
    switch damage {
    case "header": for place in 0..<16 { bytes[place] ^= 0x55 }
    case "text": bytes = Array("This is not a database, and long enough to be none at all.".utf8) + bytes.dropFirst(58)
    case "half": bytes.removeLast(bytes.count / 2)
    default: for place in bytes.count / 3..<bytes.count / 2 { bytes[place] = 0xA7 }
    }
    try Data(bytes).write(to: url)
    do {
      let database = try HealthDatabase(path: folder.database)
      let findings = try database.integrityCheck()
      #expect(!findings.isEmpty)
      #expect(damage == "middle" || damage == "half")
    } catch let error as DatabaseError {
      #expect(error.code == .damaged)
      #expect(error.message.contains("restore a backup"))
    }
  }

  @Test func `the database of another program is left alone`() throws {
    var bytes: [UInt8] = []
    do {
      let other = try HealthDatabase(path: folder.database)
      try other.withOwnConnection { try $0.run("PRAGMA application_id = 7") }
      other.close()
      bytes = try Fixtures.allBytes(folder)
    }
    #expect(code(folder.database) == .notOurs)
    #expect(try Fixtures.allBytes(folder) == bytes)
  }

  @Test func `places where no file can be are refused with the reason`() throws {
    #expect(code(folder.path + "/no/such/folder.db") == .cannotOpen)
    #expect(code(folder.path) == .cannotOpen)
    try Data("x".utf8).write(to: URL(filePath: folder.path + "/file"))
    #expect(code(folder.path + "/file/db") == .cannotOpen)
  }

  @Test(.enabled(if: geteuid() != 0, "the administrator writes anywhere"))
  func `a folder that can't be written is refused with the reason`() throws {
    try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: folder.path)
    defer { try? FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path) }
    #expect(code(folder.database) == .readOnly)
  }

  @Test func `a file system that can't be written is refused with the reason`() {
    // Nobody, not even the administrator, makes files there.
    let place = "/proc/zonecoach.db"
    #expect([.readOnly, .cannotOpen].contains(code(place)))
  }

  @Test func `an empty file becomes a database`() throws {
    try Data().write(to: URL(filePath: folder.database))
    #expect(code(folder.database) == nil)
  }

  @Test func `only the owner reads the file and what is beside it`() throws {
    try Data().write(to: URL(filePath: folder.database))
    try FileManager.default.setAttributes([.posixPermissions: 0o666], ofItemAtPath: folder.database)
    let database = try HealthDatabase(path: folder.database)
    _ = try database.write { try $0.athlete(named: "me") }
    try database.backup(to: folder.path + "/backup.db")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(names.sorted() == ["backup.db", "zonecoach.db", "zonecoach.db-shm", "zonecoach.db-wal"])
    for name in names {
      let attributes = try FileManager.default.attributesOfItem(atPath: folder.path + "/" + name)
      #expect(attributes[.posixPermissions] as? Int == 0o600, "\(name)")
    }
  }

  @Test func `a migration that fails leaves the database as it was`() throws {
    let database = try HealthDatabase.inMemory()
    let before = try database.schemaText()
    try database.withOwnConnection { connection in
      let broken = Migration(name: "broken", sql: "CREATE TABLE half (x INTEGER) STRICT; CREATE NONSENSE")
      #expect(throws: DatabaseError.self) { try Migration.apply([broken], to: connection, at: Fixtures.start) }
      // Applied in order, each once.
      let steps = ["a", "b"].map { Migration(name: $0, sql: "CREATE TABLE \($0) (x INTEGER) STRICT") }
      try Migration.apply(steps, to: connection, at: Fixtures.start)
      try Migration.apply(steps, to: connection, at: Fixtures.start)
      try connection.run("DROP TABLE a")
      try connection.run("DROP TABLE b")
    }
    #expect(try database.schemaText() == before)
  }
}
