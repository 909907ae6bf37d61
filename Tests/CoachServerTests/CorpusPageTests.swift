// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import CoachService
import TestSupport
import Testing

@testable import CoachServer

/// The page of every workout in files from real devices.
@Suite(.enabled(if: Corpus.folder != nil, Comment(rawValue: Corpus.absence)))
struct CorpusPageTests {
  @Test(arguments: Corpus.fitFiles())
  func `every real workout has a page whose rows add up`(file: String) throws {
    let folder = TemporaryFolder()
    let library = try WorkoutLibrary(folder: folder.path)
    var age = AthleteSettings()
    age.age = 41
    try library.setAthlete(age)
    let router = Router(library: library, port: 8227)
    _ = library.add(try Corpus.bytes(file), named: file)
    let headers = ["host": "127.0.0.1:8227"]
    for entry in library.workouts() {
      #expect(router.respond(to: Request(method: "GET", path: "/workouts/\(entry.id)", headers: headers)).status == 200)
      for quantity in library.workout(entry.id)?.ribbons.map(\.quantity) ?? [] {
        let response = router.respond(
          to: Request(method: "GET", path: "/workouts/\(entry.id)", query: ["quantity": quantity], headers: headers))
        #expect(response.status == 200)
        let page = String(decoding: response.body, as: UTF8.self)
        #expect(page.utf8.count < 400_000)
        #expect(!page.contains("nan") && !page.contains("inf%"))
        try PageReader.expectRowsToAddUp(page)
      }
    }
    #expect(router.respond(to: Request(method: "GET", path: "/workouts", headers: headers)).status == 200)
  }
}
