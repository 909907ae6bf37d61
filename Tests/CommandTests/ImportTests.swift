// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthDatabase
import Sensors
import TestSupport
import Testing
import WorkoutFiles
import Workouts

/// Everything that is stored of an athlete's workouts, as text, without what differs by itself: numbers, UUIDs and the
/// time of import.
private func dump(_ folder: String) throws -> [String] {
  let database = try HealthDatabase(path: folder + "/health.sqlite")
  return try database.read { access in
    guard let athlete = try access.existingAthlete(named: "me") else { return [] }
    return try access.workouts(of: athlete).map { row in
      var lines = ["\(row.span) \(row.sport) \(row.title ?? "") \(row.card?.count ?? 0)"]
      for head in try access.recordings(of: row.id) {
        lines.append("\(head.isPrimary) \(head.format) \(head.span) \(head.name ?? "") \(head.activeTime)")
        for source in try access.sources(of: head.id) {
          lines.append("\(source.fileName ?? "") \(source.contentHash ?? []) \(source.matchReason ?? "")")
        }
        for series in try access.series(of: head.id) {
          lines.append("\(series.quantity) \(series.times.hashValue) \(series.values.map(\.bitPattern).hashValue)")
        }
        lines.append("\(try access.zoneGroups(of: head.id).map { ($0.quantity, $0.durations, $0.unknown) })")
        lines.append("\(try access.histograms(of: head.id).map { ($0.quantity, $0.firstBin, $0.bins) })")
      }
      return lines.joined(separator: "\n")
    }
  }
}

struct `An import` {
  private let folder = TemporaryFolder()

  /// A folder of distinct files, and a copy of one of them in another format.
  private func files(_ count: Int) throws -> String {
    let path = folder.path + "/files"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    for number in 0..<count {
      let recording = Recording.simulated(
        seed: UInt64(number + 1), startingAt: Instant(secondsSince1970: 1_700_000_000 + Int64(number) * 90_000))
      let name = number < 10 ? "0\(number)" : "\(number)"
      try Data(FITWriter.encode(recording)).write(to: URL(filePath: "\(path)/\(name).fit"))
      if number % 7 == 0 { try Data(TCXWriter.encode(recording)).write(to: URL(filePath: "\(path)/\(name).tcx")) }
    }
    return path
  }

  @Test func `of the same again changes nothing`() throws {
    let files = try files(12), data = folder.path + "/data"
    let first: [String: Any] = try Command.run("import", files, "--data", data, "--json").json()
    #expect(first["imported"] as? Int == 12)
    let before = try dump(data)
    #expect(before.count == 12)
    let again: [String: Any] = try Command.run("import", files, "--data", data, "--json").json()
    #expect(again["imported"] as? Int == 0 && again["mergedSources"] as? Int == 0)
    #expect(again["alreadyThere"] as? Int == again["read"] as? Int)
    #expect(try dump(data) == before)
  }

  @Test func `adds up`() throws {
    let files = try files(4), data = folder.path + "/data"
    try Data("hello".utf8).write(to: URL(filePath: files + "/z.txt"))
    try Data().write(to: URL(filePath: files + "/y.fit"))
    let report: [String: Any] = try Command.run("import", files, "--data", data, "--json").json()
    let parts = ["imported", "alreadyThere", "mergedSources"].compactMap { report[$0] as? Int }
    let lists = ["skipped", "failed"].compactMap { (report[$0] as? [Any])?.count }
    #expect(parts.reduce(0, +) + lists.reduce(0, +) == report["read"] as? Int)
    #expect(report["read"] as? Int == 7)
  }

  /// A folder of archives: what Strava hands out, with a list of names, compressed files and an archive inside it; and
  /// beside it what Apple's Health app exports, some of whose runs have routes.
  private func archives(_ count: Int) throws -> String {
    let path = folder.path + "/archives"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    var files: [(name: String, bytes: [UInt8])] = [], inner = files
    var list = "Activity ID,Activity Date,Activity Name,Activity Type,Filename\n"
    for number in 0..<count {
      let recording = Recording.simulated(
        seed: UInt64(number + 1), startingAt: Instant(secondsSince1970: 1_600_000_000 + Int64(number) * 90_000),
        longestStep: 20)
      let fit = try FITWriter.encode(recording)
      if number % 4 == 3 {
        inner.append(("old/\(number).fit", fit))
      } else {
        let name = "activities/\(9000 + number).fit.gz"
        files.append((name, PackedFiles.pack([("\(number).fit", fit)], as: .gzip)))
        list += "\(number),\"Sep 13, 2020, 12:26:40 PM\",\"Ride, no. \(number)\",Ride,\(name)\n"
      }
      // The same workout in another format, at times in the same archive.
      if number % 7 == 0 { files.append(("activities/\(number).tcx", TCXWriter.encode(recording))) }
    }
    files.append(("older.zip", PackedFiles.pack(inner)))
    files.append(("media/photo.jpg", [0xFF, 0xD8, 0xFF]))
    files.append(("activities.csv", Array(list.utf8)))
    try Data(PackedFiles.pack(files)).write(to: URL(filePath: path + "/export_1.zip"))
    let routes = (1...9).map { day in
      day % 3 == 0 ? [] : ["/workout-routes/\(day)a.gpx", "/workout-routes/\(day)b.gpx"]
    }
    var health = [(name: "apple_health_export/export.xml", bytes: HealthExport.document(routes))]
    for day in 1...9 where day % 3 != 0 {
      health.append(("apple_health_export/workout-routes/\(day)a.gpx", HealthExport.route(day: day, 0..<300)))
      health.append(("apple_health_export/workout-routes/\(day)b.gpx", HealthExport.route(day: day, 320..<600)))
    }
    try Data(PackedFiles.pack(health)).write(to: URL(filePath: path + "/export.zip"))
    return path
  }

  @Test func `killed at any moment loses nothing, and ends as if it had not been`() throws {
    try kill(importing: files(60), workouts: 60, seed: 9)
  }

  @Test func `of archives killed at any moment loses nothing, and ends as if it had not been`() throws {
    try kill(importing: archives(240), workouts: 249, seed: 10)
  }

  /// Kills an import at random moments of its run, `ZONECOACH_KILLS` times, 20 unless told otherwise.
  private func kill(importing files: String, workouts count: Int, seed: UInt64) throws {
    let kills = ProcessInfo.processInfo.environment["ZONECOACH_KILLS"].flatMap { Int($0) } ?? 20
    let undisturbed = folder.path + "/undisturbed"
    let start = ContinuousClock.now
    #expect(try Command.run("import", files, "--data", undisturbed).status == 0)
    let duration = ContinuousClock.now - start
    let milliseconds = Double(duration.components.attoseconds) / 1e15 + Double(duration.components.seconds) * 1000
    let expected = try dump(undisturbed)
    #expect(expected.count == count)
    var generator = SeededGenerator(seed: seed)
    var cut = 0
    for round in 0..<kills {
      // Four kills in a row meet one folder, each going on from what the one before left; then it is brought to its end.
      let data = folder.path + "/data-\(round / 4)"
      let (process, _, _) = try Command.process(["import", files, "--data", data], in: folder)
      try process.run()
      usleep(UInt32.random(in: 0...UInt32(milliseconds * 1000), using: &generator))
      _ = Foundation.kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
      if process.terminationReason == .uncaughtSignal { cut += 1 }
      if FileManager.default.fileExists(atPath: data + "/health.sqlite") {
        #expect(try HealthDatabase(path: data + "/health.sqlite").integrityCheck(thoroughly: true) == [], "\(round)")
      }
      if round % 4 == 3 || round == kills - 1 {
        #expect(try Command.run("import", files, "--data", data).status == 0)
        #expect(try dump(data) == expected, "round \(round)")
        try FileManager.default.removeItem(atPath: data)
      }
    }
    #expect(cut > kills / 3, "too few of \(kills) runs were killed while they worked to show anything: \(cut)")
    print("  \(cut) of \(kills) imports were killed while they worked")
  }

  @Test(.enabled(if: Corpus.folder != nil, Comment(rawValue: Corpus.absence)))
  func `of one ride in three formats makes one workout with three sources`() throws {
    let corpus = try #require(Corpus.folder).path, data = folder.path + "/data"
    let names = [
      "tcx/sw-activity_5039744860.tcx", "gpx/sw-activity_5039744860.gpx", "fit/sw-2020-06-01-16-52-40.fit",
    ]
    for (place, name) in names.enumerated() {
      let report: [String: Any] = try Command.run("import", corpus + "/" + name, "--data", data, "--json").json()
      #expect(report["imported"] as? Int == (place == 0 ? 1 : 0) && report["mergedSources"] as? Int == min(place, 1))
    }
    let list: [[String: Any]] = try Command.run("workouts", "--data", data, "--json").json()
    #expect(list.count == 1)
    let database = try HealthDatabase(path: data + "/health.sqlite")
    let heads = try database.read { access in
      let athlete = try #require(try access.existingAthlete(named: "me"))
      return try access.recordings(of: #require(try access.workouts(of: athlete).first).id)
    }
    #expect(heads.count == 3 && heads[0].format == "fit" && heads[0].isPrimary, "the richest is shown")
  }

  @Test func `a filter by days takes whole local days, from midnight to before midnight of the place`() throws {
    let data = folder.path + "/data"
    // New York in summer: midnight of 2026-06-10 is 04:00 UTC. Tokyo: 15:00 UTC of the day before.
    let days: [(name: String, start: Int64, offset: Int)] = [
      ("last of the ninth", 1_781_063_999, -14_400), ("first of the tenth", 1_781_064_000, -14_400),
      ("last of the tenth", 1_781_150_399, -14_400), ("first of the eleventh", 1_781_150_400, -14_400),
      ("first in Tokyo", 1_781_017_200, 32_400), ("before it in Tokyo", 1_781_017_199, 32_400),
    ]
    for (number, day) in days.enumerated() {
      var recording = try #require(
        WorkoutFile.decode(plainWorkout(heartRate: 100 + Double(number) * 12)).recordings.first)
      let shift = Instant(secondsSince1970: day.start) - recording.span.start
      recording.name = day.name
      recording.utcOffsetSeconds = day.offset
      recording.span = TimeSpan(start: recording.span.start + shift, end: recording.span.end + shift)
      recording.activities = [Activity(sport: .running, span: recording.span)]
      recording.laps = []
      for i in recording.series.indices { recording.series[i].times = recording.series[i].times.map { $0 + shift } }
      let path = try folder.write(FITWriter.encode(recording), "\(number).fit")
      #expect(try Command.run("import", path, "--data", data).status == 0)
    }
    func titles(_ arguments: String...) throws -> Set<String> {
      let list: [[String: Any]] = try Command.run(["workouts", "--json", "--data", data] + arguments).json()
      return Set(list.compactMap { $0["title"] as? String })
    }
    let tenth: Set = ["first of the tenth", "last of the tenth", "first in Tokyo"]
    let before: Set = ["last of the ninth", "before it in Tokyo"]
    #expect(try titles().count == days.count)
    #expect(try titles("--from", "2026-06-10", "--to", "2026-06-10") == tenth)
    #expect(try titles("--to", "2026-06-09") == before)
    #expect(try titles("--from", "2026-06-11") == ["first of the eleventh"])
    #expect(try titles("--from", "2026-06-09", "--to", "2026-06-10") == tenth.union(before))
    // What would be deleted by days is what is listed by days.
    let dry: [String: Any] = try Command.run(
      "delete", "--from", "2026-06-10", "--to", "2026-06-10", "--dry-run", "--json", "--data", data
    ).json()
    #expect((dry["counts"] as? [String: Any])?["workouts"] as? Int == 3)
  }

  @Test func `minutes in zones can be read by a program, with no typing by hand`() throws {
    let list: [[String: Any]] = try Command.run("summary", "--json", Samples.path(1)).json()
    let groups = try #require(list.first?["zoneGroups"] as? [[String: Any]])
    let zones = try #require(groups.first?["zones"] as? [[String: Any]])
    #expect(zones.count >= 3 && zones.allSatisfy { $0["seconds"] is NSNumber && $0["number"] is NSNumber })
    #expect(groups.first?["unknownSeconds"] is NSNumber)
  }

  @Test func `can be exported, backed up, deleted and restored`() throws {
    let files = try files(3), data = folder.path + "/data"
    #expect(try Command.run("import", files, "--data", data).status == 0)
    let list: [[String: Any]] = try Command.run("workouts", "--data", data, "--json").json()
    let id = try #require(list.first?["id"] as? String)
    for format in ["fit", "tcx", "csv", "json"] {
      let outcome = try Command.run("export", id, "--format", format, "--data", data)
      #expect(outcome.status == 0 && !outcome.output.isEmpty, "\(format)")
    }
    let fit = try Command.run("export", String(id.prefix(8)), "--format", "fit", "--data", data).output
    #expect(try WorkoutFile.decode([UInt8](fit)).recordings.count == 1)
    let backup = folder.path + "/backup"
    #expect(try Command.run("backup", backup, "--data", data).status == 0)
    let before = try dump(data)
    let dry = try Command.run("delete", id, "--dry-run", "--data", data)
    #expect(dry.status == 0 && dry.text.contains("1 workout\n"))
    #expect(try dump(data) == before)
    let unasked = try Command.run("delete", id, "--data", data)
    #expect(unasked.status == 1 && unasked.text.contains("1 workout\n") && unasked.errors.contains("--yes"))
    let preview: [String: Any] = try Command.run("delete", id, "--data", data, "--json").json()
    #expect((preview["counts"] as? [String: Any])?["workouts"] as? Int == 1)
    #expect(try dump(data) == before)
    let receipt: [String: Any] = try Command.run("delete", id, "--data", data, "--json", "--yes").json()
    #expect((receipt["counts"] as? [String: Any])?["workouts"] as? Int == 1)
    #expect(receipt["isComplete"] as? Bool == true)
    #expect(try dump(data).count == 2)
    #expect(try Command.run("delete", "--all", "--data", data, "--yes").status == 0)
    #expect(try dump(data).isEmpty)
    do {
      let open = try HealthDatabase(path: data + "/health.sqlite")
      let refused = try Command.run("restore", backup, "--data", data)
      #expect(refused.status == 1 && refused.errors.contains("stop"), "someone has it open: \(refused.errors)")
      open.close()
    }
    #expect(try Command.run("restore", backup, "--data", data).status == 0)
    #expect(try dump(data) == before)
    #expect(try Command.run("restore", files + "/00.fit", "--data", data).status == 1)
    #expect(try dump(data) == before, "a file that is no backup changes nothing")
    #expect(try Command.run("doctor", "--data", data).status == 0)
    #expect(try Command.run("show", "nothing", "--data", data).status == 1)
  }
}

@Suite struct `A compressed file` {
  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/gzip"), "gzip makes the file"))
  func `is summarised as what is in it`() throws {
    let folder = TemporaryFolder()
    let recording = Recording.simulated(seed: 3, startingAt: Instant(secondsSince1970: 1_700_000_000))
    let path = folder.path + "/run.fit"
    try FileManager.default.createDirectory(atPath: folder.path, withIntermediateDirectories: true)
    try Data(FITWriter.encode(recording)).write(to: URL(filePath: path))
    let plain: [[String: Any]] = try Command.run("summary", path, "--json").json()
    let gzip = Process()
    gzip.executableURL = URL(filePath: "/usr/bin/gzip")
    gzip.arguments = [path]
    try gzip.run()
    gzip.waitUntilExit()
    let packed: [[String: Any]] = try Command.run("summary", path + ".gz", "--json").json()
    #expect(packed.count == 1 && packed[0]["file"] as? String == "run.fit.gz")
    #expect(packed[0]["elapsedSeconds"] as? Double == plain[0]["elapsedSeconds"] as? Double)
    #expect(packed[0]["zoneGroups"] as? NSArray == plain[0]["zoneGroups"] as? NSArray)
  }
}
