// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Sensors
import Testing
import WorkoutFiles
import Workouts

struct `The command delete` {
  private let folder = TemporaryFolder()
  private var data: String { folder.path + "/data" }

  /// Two runs as FIT, the first as TCX too.
  private func fill() throws -> [String] {
    let first = Recording.simulated(seed: 1, startingAt: Instant(secondsSince1970: 1_700_000_000))
    let second = Recording.simulated(seed: 2, startingAt: Instant(secondsSince1970: 1_710_000_000))
    let files = [
      try folder.write(FITWriter.encode(first), "one.fit"), try folder.write(TCXWriter.encode(first), "one.tcx"),
      try folder.write(FITWriter.encode(second), "two.fit"),
    ]
    #expect(try Command.run(["import"] + files + ["--data", data]).status == 0)
    #expect(try count() == 2)
    return files
  }

  private func count() throws -> Int {
    let list: [Any] = try Command.run("workouts", "--data", data, "--json").json()
    return list.count
  }

  @Test(arguments: [
    (["--source", "format:fit"], 1, 1), (["--source", "format:tcx"], 0, 1), (["--source", "file:two.fit"], 1, 0),
    (["--from", "2024-01-01"], 1, 0), (["--to", "2023-12-31"], 1, 0), (["--all"], 2, 0),
  ])
  func `takes what it previews, by every scope`(scope: [String], workouts: Int, staying: Int) throws {
    _ = try fill()
    let shown = try Command.run(["delete"] + scope + ["--data", data])
    #expect(shown.status == 1 && shown.errors == "Nothing was deleted. Add --yes to delete it.\n")
    #expect(shown.text.contains("workout stays") == (staying == 1), "\(shown.text)")
    #expect(shown.text.contains("values in them"))
    #expect(try count() == 2)
    let preview: [String: Any] = try Command.run(["delete"] + scope + ["--data", data, "--dry-run", "--json"]).json()
    #expect(preview["stayingWorkouts"] as? Int == staying)
    let counts = try #require(preview["counts"] as? [String: Int])
    let gone = try Command.run(["delete"] + scope + ["--data", data, "--yes", "--json"])
    #expect(gone.status == 0 && gone.errors.isEmpty)
    let receipt: [String: Any] = try gone.json()
    #expect(receipt["counts"] as? [String: Int] == counts && counts["workouts"] == workouts)
    #expect(try count() == 2 - workouts)
    let kept = try folder.write(gone.output, "receipt.json")
    let verified = try Command.run("delete", "--verify", kept, "--data", data)
    #expect(verified.status == 0 && verified.text.hasPrefix("This receipt was given out here and is unchanged."))
    #expect(try Command.run("delete", "--verify", kept, "--data", folder.path + "/other").status == 1)
    let changed = gone.text.replacing("\"isComplete\" : true", with: "\"isComplete\" : false")
    let refused = try Command.run("delete", "--verify", folder.write(changed.utf8, "changed.json"), "--data", data)
    #expect(refused.status == 1 && refused.errors.contains("changed"))
  }

  @Test(arguments: [
    [], ["--all", "--from", "2024-01-01"], ["3f2a", "--all"], ["--source", "gpx"], ["--from", "yesterday"],
    ["--source", "format:fit", "--to", "2024-01-01"], ["--verify", "a.json", "3f2a"],
  ])
  func `refuses words that name nothing or two things`(words: [String]) throws {
    let outcome = try Command.run(["delete"] + words + ["--data", data])
    #expect(outcome.status == (words.first == "3f2a" ? 1 : 2) && outcome.errorLines.count == 1, "\(outcome.errors)")
  }

  @Test func `says so where there is nothing`() throws {
    _ = try fill()
    let nothing = try Command.run("delete", "--source", "format:gpx", "--data", data)
    #expect(nothing.status == 0 && nothing.errors == "There is nothing to delete.\n")
    let missing = try Command.run("delete", "--source", "file:nowhere.fit", "--data", data)
    #expect(missing.status == 1 && missing.errors.contains("zonecoach sources"))
    let sources = try Command.run("sources", "--data", data)
    #expect(sources.status == 0 && sources.text.contains("format:fit") && sources.text.contains("2 workouts"))
  }

  @Test func `keeps its files away from import and watch until --again`() throws {
    let files = try fill()
    #expect(try Command.run("delete", "--source", "file:two.fit", "--data", data, "--yes").status == 0)
    let again = try Command.run(["import"] + files + ["--data", data])
    #expect(try again.status == 0 && count() == 1)
    #expect(again.text.contains("skipped 1") && again.text.contains("You deleted it on 2"), "\(again.text)")
    #expect(again.text.contains("add --again to bring it back"))
    let inbox = folder.path + "/inbox"
    try FileManager.default.createDirectory(atPath: inbox, withIntermediateDirectories: true)
    try FileManager.default.copyItem(atPath: files[2], toPath: inbox + "/copy.fit")
    let watched = try Command.run("watch", inbox, "--once", "--data", data)
    #expect(watched.text.contains("skipped · You deleted it on 2") && watched.text.contains("--again"))
    #expect(try count() == 1)
    let back = try Command.run("watch", inbox, "--once", "--again", "--data", data)
    #expect(try back.text.contains("imported") && count() == 2)
    #expect(try Command.run("import", files[2], "--data", data).text.contains("already here 1"))
  }

  @Test func `split and join make two of one and one of two`() throws {
    _ = try fill()
    let list: [[String: Any]] = try Command.run("workouts", "--data", data, "--json").json()
    let id = try #require(list.last?["id"] as? String)
    let shown = try Command.run("split", id, "one.tcx", "--data", data)
    #expect(try shown.status == 1 && shown.errors.contains("--yes") && count() == 2)
    #expect(shown.text.contains("from one.fit") && shown.text.contains("from one.tcx"), "\(shown.text)")
    let split = try Command.run("split", id, "one.tcx", "--data", data, "--yes")
    #expect(try split.status == 0 && count() == 3)
    let alone = try Command.run("split", id, "one.fit", "--data", data, "--yes")
    #expect(alone.status == 1 && alone.errors.contains("only this source"))
    #expect(try Command.run("split", id, "nothing", "--data", data).status == 1)
    let after: [[String: Any]] = try Command.run("workouts", "--data", data, "--json").json()
    let new = try #require(
      after.compactMap { $0["id"] as? String }.first { name in !list.contains { $0["id"] as? String == name } })
    let joined = try Command.run("join", id, new, "--data", data, "--yes")
    #expect(try joined.status == 0 && joined.text.contains("one.fit (shown) and one.tcx") && count() == 2)
    #expect(try Command.run("join", id, id, "--data", data).status == 2)
    #expect(try Command.run("join", id, "--data", data).status == 2)
  }

  @Test func `restore under a page that is open is refused and says what to do`() throws {
    _ = try fill()
    let backup = folder.path + "/backup"
    #expect(try Command.run("backup", backup, "--data", data).status == 0)
    let (process, output, _) = try Command.process(["serve", "--port", "0", "--data", data], in: folder)
    try process.run()
    for _ in 0..<200 where (try? Data(contentsOf: output))?.isEmpty != false { usleep(50_000) }
    let refused = try Command.run("restore", backup, "--data", data)
    process.terminate()
    process.waitUntilExit()
    #expect(refused.status == 1 && refused.errors.contains("stop `zonecoach serve` first, then restore again"))
    #expect(try count() == 2)
    #expect(try Command.run("restore", backup, "--data", data).status == 0)
  }
}
