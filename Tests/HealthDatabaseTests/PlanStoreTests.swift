// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing
import Workouts

@testable import HealthDatabase

/// Plans that an athlete keeps.
struct PlanStoreTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(arguments: Backend.allCases)
  func `a plan is kept under its name, replaced, listed and removed`(_ backend: Backend) throws {
    let database = try backend.open(folder)
    try database.write { access in
      let me = try access.athlete(named: "me"), other = try access.athlete(named: "other")
      #expect(try !access.setPlan(named: "b", document: #"{"steps":1}"#, of: me))
      #expect(try !access.setPlan(named: "a", document: "{}", of: me))
      #expect(try !access.setPlan(named: "a", document: #"{"of":"other"}"#, of: other))
      let first = try access.plans(of: me)
      #expect(first.map(\.name) == ["a", "b"])
      #expect(try access.setPlan(named: "b", document: #"{"steps":2}"#, of: me))
      let second = try access.plans(of: me)
      #expect(second.map(\.document) == ["{}", #"{"steps":2}"#])
      #expect(second.map(\.uuid) == first.map(\.uuid))
      #expect(try access.removePlan(named: "a", of: me) && !access.removePlan(named: "a", of: me))
      #expect(try access.plans(of: me).map(\.name) == ["b"])
      #expect(try access.plans(of: other).map(\.document) == [#"{"of":"other"}"#])
    }
  }

  @Test func `what is no JSON is not kept`() throws {
    let database = try HealthDatabase.inMemory()
    #expect(throws: DatabaseError.self) {
      try database.write { try $0.setPlan(named: "a", document: "{", of: $0.athlete(named: "me")) }
    }
  }

  @Test func `plans go with everything, are counted before, and leave no bytes in the file`() throws {
    let database = try HealthDatabase(path: folder.database)
    let mark = "easy-does-it-on-tuesdays", replaced = "hard-it-was-on-mondays"
    let athlete = try database.write { access in
      let athlete = try access.athlete(named: "me")
      try access.setPlan(named: "p", document: "{\"notes\":\"\(replaced)\"}", of: athlete)
      return athlete
    }
    try database.write { try $0.setPlan(named: "p", document: "{\"notes\":\"\(mark)\"}", of: athlete) }
    #expect(try !holds(replaced) && holds(mark))
    let counts = try database.write { access in
      #expect(try access.previewDeletion(.everything, of: athlete).plans == 1)
      return try access.delete(.everything, of: athlete)
    }
    #expect(counts.plans == 1)
    #expect(try database.read { try $0.plans(of: athlete) }.isEmpty)
    #expect(try !holds(mark))
  }

  private func holds(_ text: String) throws -> Bool {
    let folder = URL(filePath: folder.database).deletingLastPathComponent()
    return try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil).contains {
      try Data(contentsOf: $0).range(of: Data(text.utf8)) != nil
    }
  }
}
