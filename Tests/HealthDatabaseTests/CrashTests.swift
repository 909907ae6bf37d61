// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing
import Workouts

@testable import HealthDatabase

/// Programs that end in the middle.
struct CrashTests {
  @Test(.timeLimit(.minutes(3)))
  func `killed at any moment, the database is whole and holds every workout completely`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.database
    let recording = Fixtures.recording(5)
    let athlete = try HealthDatabase(path: path).write { try $0.athlete(named: "me") }
    var last = 0
    for round in UInt64(0)..<20 {
      await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String, round = round as UInt64] in
        let database = try HealthDatabase(path: path)
        var generator = SeededGenerator(seed: round)
        let delay = UInt32.random(in: 0...200_000, using: &generator)
        // A thread that ends the whole program.
        Thread.detachNewThread {
          usleep(delay)
          kill(getpid(), SIGKILL)
        }
        let athlete = try database.write { try $0.athlete(named: "me") }
        let new = Fixtures.new(5, of: athlete)
        while true {
          try database.write { access in
            let (workout, recording) = try access.insert(new)
            try access.insert(new, into: workout)
            try access.setPrimary(recording)
            if Bool.random(using: &generator) { try access.delete(.workouts([workout]), of: athlete) }
          }
        }
      }
      let database = try HealthDatabase(path: path)
      #expect(try database.integrityCheck() == [], "round \(round)")
      try database.read { access in
        let rows = try access.workouts(of: athlete)
        #expect(rows.count >= last, "round \(round)")
        last = rows.count
        for row in rows.prefix(3) {
          let heads = try access.recordings(of: row.id)
          #expect(heads.count == 2)
          for head in heads {
            let back = try access.recording(head.id)
            #expect(exactText(back) == exactText(recording))
          }
        }
      }
    }
    #expect(last > 0)
  }
}
