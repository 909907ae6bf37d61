// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import Synchronization
import Testing
import Workouts

@testable import HealthDatabase

/// What `read` and `write` promise.
struct TransactionTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private struct Changed: Error {}

  @Test(arguments: Backend.allCases)
  func `a closure that throws leaves nothing behind`(_ backend: Backend) throws {
    let database = try backend.open(folder)
    let athlete = try database.write { try $0.athlete(named: "me") }
    let before = try database.statistics().rows
    #expect(throws: Changed.self) {
      try database.write { access in
        try access.insert(Fixtures.new(1, of: athlete))
        throw Changed()
      }
    }
    // An error of SQLite's in the middle of an insertion: the second zone group breaks a rule.
    #expect(throws: DatabaseError.self) {
      try database.write { access in
        var new = Fixtures.new(2, of: athlete)
        new.zoneGroups.append(Fixtures.zoneGroup)
        new.zoneGroups[1].anchorsJSON = "{"
        try access.insert(new)
      }
    }
    #expect(try database.statistics().rows == before)
    #expect(try database.integrityCheck() == [])
    try database.write { try $0.insert(Fixtures.new(3, of: athlete)) }
    #expect(try database.read { try $0.workoutCount(of: athlete) } == 1)
  }

  @Test func `an insertion that is refused leaves nothing in a transaction that goes on`() throws {
    let database = try HealthDatabase.inMemory()
    try database.write { access in
      let athlete = try access.athlete(named: "me")
      try access.insert(Fixtures.new(1, of: athlete))
      var new = Fixtures.new(2, of: athlete)
      new.histograms[1].binWidth = 0
      let error = #expect(throws: DatabaseError.self) { try access.insert(new) }
      #expect(error?.code == .invalid)
      new.histograms = []
      new.source.contentHash = [1, 2, 3]
      #expect(throws: DatabaseError.self) { try access.insert(new) }
      #expect(try access.changes(of: athlete, after: 0).count == 2)
    }
    #expect(try database.statistics().rows["workout"] == 1)
    #expect(try database.statistics().rows["lap"] == Fixtures.recording(1).laps.count)
    #expect(try database.integrityCheck(thoroughly: true) == [])
  }

  @Test func `an access does nothing after its closure`() throws {
    let database = try HealthDatabase.inMemory()
    var kept: WriteAccess?
    try database.write { kept = $0 }
    let access = try #require(kept)
    let error = #expect(throws: DatabaseError.self) { try access.athlete(named: "me") }
    #expect(error?.code == .misuse)
  }

  @Test func `a closed database says so`() throws {
    let database = try HealthDatabase(path: folder.database)
    database.close()
    database.close()
    #expect(throws: DatabaseError.self) { try database.read { _ in } }
    #expect(throws: DatabaseError.self) { try database.write { _ in } }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["zonecoach.db"])
  }

  @Test func `a reader sees one moment while others write`() throws {
    let database = try HealthDatabase(path: folder.database)
    let athlete = try database.write { try $0.athlete(named: "me") }
    try database.read { access in
      let before = try access.workoutCount(of: athlete)
      try database.write { try $0.insert(Fixtures.new(1, of: athlete)) }
      #expect(try access.workoutCount(of: athlete) == before)
    }
    #expect(try database.read { try $0.workoutCount(of: athlete) } == 1)
  }

  @Test func `a closure that asks its database again ends the program, and doesn't wait forever`() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      // Ends a wait, too, but without the sentence.
      alarm(60)
      let database = try HealthDatabase.inMemory()
      try database.write { _ in try database.write { _ in } }
    }
    let said = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(said.contains("a lock is taken inside of itself"), "\(said)")
  }

  @Test func `many threads read while many write, and all is there at the end`() throws {
    let database = try HealthDatabase(path: folder.database)
    let athlete = try database.write { try $0.athlete(named: "me") }
    let new = Fixtures.new(5, of: athlete)
    let failures = Lock<[String]>([])
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      do {
        for _ in 0..<20 {
          if thread < 3 {
            try database.write { try $0.insert(new) }
          } else {
            try database.read { access in
              // Every workout that is there is whole.
              let rows = try access.workouts(of: athlete)
              let again = try access.workouts(of: athlete)
              if rows != again { failures.withLock { $0.append("a reader saw two moments") } }
              if let primary = rows.first?.primary,
                try access.recording(primary).series.count != new.recording.series.count
              {
                failures.withLock { $0.append("a reader saw a part of a recording") }
              }
            }
          }
        }
      } catch { failures.withLock { $0.append("\(error)") } }
    }
    #expect(failures.withLock(\.self) == [])
    #expect(try database.read { try $0.workoutCount(of: athlete) } == 60)
    #expect(try database.integrityCheck(thoroughly: true) == [])
  }

  @Test func `two of our programs share a file`() throws {
    let first = try HealthDatabase(path: folder.database)
    let second = try HealthDatabase(path: folder.database)
    let athlete = try first.write { try $0.athlete(named: "me") }
    try second.write { try $0.insert(Fixtures.new(1, of: athlete)) }
    #expect(try first.read { try $0.workoutCount(of: athlete) } == 1)
  }

  @Test func `a backup taken while others write opens and is of one moment`() throws {
    let database = try HealthDatabase(path: folder.database)
    let athlete = try database.write { try $0.athlete(named: "me") }
    let new = Fixtures.new(5, of: athlete)
    let isDone = Atomic(false)
    let failures = Lock<[String]>([])
    let folder = folder
    DispatchQueue.concurrentPerform(iterations: 2) { thread in
      do {
        if thread == 0 {
          // Two workouts at a time: a copy with an odd number would be of two moments.
          for _ in 0..<40 {
            try database.write { access in
              try access.insert(new)
              try access.insert(new)
            }
          }
          isDone.store(true, ordering: .releasing)
        } else {
          var count = 0
          repeat {
            try database.backup(to: folder.path + "/backup-\(count).db")
            count += 1
          } while !isDone.load(ordering: .acquiring) && count < 10
        }
      } catch { failures.withLock { $0.append("\(error)") } }
    }
    #expect(failures.withLock(\.self) == [])
    let copies = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasPrefix("backup") }
    #expect(!copies.isEmpty)
    for name in copies {
      let copy = try HealthDatabase(path: folder.path + "/" + name)
      #expect(try copy.integrityCheck(thoroughly: true) == [])
      #expect(try copy.read { try $0.workoutCount(of: athlete) } % 2 == 0)
    }
  }

  @Test(arguments: Backend.allCases)
  func `a backup replaces an older one and holds the same`(_ backend: Backend) throws {
    let database = try backend.open(folder)
    let copyPath = folder.path + "/copy.db"
    let athlete = try database.write { try $0.athlete(named: "me") }
    try database.backup(to: copyPath)
    try database.write { try $0.insert(Fixtures.new(9, of: athlete)) }
    try database.backup(to: copyPath)
    let copy = try HealthDatabase(path: copyPath)
    #expect(try copy.statistics().rows == database.statistics().rows)
    #expect(try copy.read { try $0.workouts(of: athlete) } == database.read { try $0.workouts(of: athlete) })
    #expect(throws: DatabaseError.self) { try database.backup(to: folder.path + "/no/folder/copy.db") }
  }
}
