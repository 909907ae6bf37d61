// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import TestSupport

/// `zonecoach live` as people run it: simulated, replayed, killed.
@Suite(.serialized) struct `A live workout` {
  private static let plan = """
    {"name":"3 x 3","sport":"running","steps":[
      {"kind":"warmup","goal":{"seconds":120},"target":null},
      {"repeat":2,"steps":[
        {"kind":"work","goal":{"seconds":180},"target":{"quantity":"heartRate","zone":[4,4]}},
        {"kind":"recovery","goal":{"open":true},
         "gate":{"below":{"zone":3},"minimumSeconds":30,"maximumSeconds":120}}]},
      {"kind":"cooldown","goal":{"seconds":60},"target":null}]}
    """

  /// A data folder whose athlete has zones, with a plan beside it.
  private struct Place {
    let folder = TemporaryFolder()
    var data: String { folder.path + "/data" }
    var plan: String { folder.path + "/plan.json" }

    init() throws {
      try Data(plan.isEmpty ? [] : Array(`A live workout`.plan.utf8)).write(to: URL(filePath: plan))
      #expect(try Command.run("zones", "set", "--data", data, "--max-hr", "190", "--resting-hr", "50").status == 0)
    }

    func live(_ more: String...) throws -> Command.Outcome { try Command.run(["live", "--data", data] + more) }
  }

  private struct Line {
    var fields: [String: Any]
    var type: String { fields["type"] as? String ?? "" }
    var t: Int { fields["t"] as? Int ?? -1 }
    /// The line without the computer's time.
    var timeless: String {
      let kept = fields.filter { $0.key != "wall" && $0.key != "lastSample" && $0.key != "id" }
      let data = try? JSONSerialization.data(withJSONObject: kept, options: [.sortedKeys])
      return String(decoding: data ?? Data(), as: UTF8.self)
    }
  }

  private func lines(_ output: Data) throws -> [Line] {
    try output.split(separator: UInt8(ascii: "\n")).map {
      Line(fields: try #require(try JSONSerialization.jsonObject(with: Data($0)) as? [String: Any]))
    }
  }

  @Test func `says the same at every speed`() throws {
    let place = try Place()
    let runs = try ["0", "60", "400"].map { speed -> [String] in
      let outcome = try place.live(
        "--sensor", "simulate:5", "--speed", speed, "--plan", place.plan, "--json-lines", "--discard")
      #expect(outcome.status == 0, "\(outcome.errors)")
      return try lines(outcome.output).map(\.timeless)
    }
    #expect(runs[0].count > 800)
    #expect(runs[0] == runs[1])
    #expect(runs[0] == runs[2])
  }

  @Test func `has cues for each step, and totals that are those of the stored workout`() throws {
    let place = try Place()
    let outcome = try place.live("--sensor", "simulate:5", "--speed", "0", "--plan", place.plan, "--json-lines")
    #expect(outcome.status == 0, "\(outcome.errors)")
    let all = try lines(outcome.output)
    let codes = all.filter { $0.type == "cue" }.compactMap { $0.fields["code"] as? String }
    #expect(codes.first == "start" && codes.last == "finish")
    #expect(codes.filter { $0 == "start" }.count == 6)
    #expect(codes.filter { $0 == "gate_open" || $0 == "gate_timeout" }.count == 2)
    #expect(all.filter { $0.type == "step" }.count == 6)
    let summary = try #require(all.last { $0.type == "summary" })
    let seconds = try #require((summary.fields["zoneSeconds"] as? [String: [Double]])?["heartRate"])
    let id = try #require(summary.fields["id"] as? String)
    let shown = try Command.run("show", id, "--data", place.data, "--json").json([String: Any].self)
    let groups = try #require(shown["zoneGroups"] as? [[String: Any]])
    let zones = try #require(groups.first { $0["quantity"] as? String == "heartRate" }?["zones"] as? [[String: Any]])
    #expect(zones.compactMap { $0["seconds"] as? Double } == seconds)
    #expect(shown["laps"] as? Int == 6)
    // What the last change of zone said, and the time since then, make up the totals.
    let last = try #require(all.last { $0.type == "zone" })
    let before = try #require(last.fields["durations"] as? [Double])
    #expect(zip(before, seconds).allSatisfy { $0 <= $1 })
  }

  @Test func `calls out a change of zone where that is wanted, once it is held`() throws {
    let place = try Place()
    let arguments = ["--sensor", "simulate:5", "--speed", "0", "--plan", place.plan, "--json-lines", "--discard"]
    func announced() throws -> [Line] {
      try lines(Command.run(["live", "--data", place.data] + arguments).output).filter { $0.type == "announce" }
    }
    #expect(try announced().isEmpty)
    #expect(try Command.run("settings", "zone-changes", "on", "--data", place.data).status == 0)
    let told = try announced()
    #expect(told.count >= 4)
    #expect(told.first?.fields["text"] as? String == "Zone 1.")
    // Never the same twice, and never sooner than the zone was held.
    let zones = told.compactMap { $0.fields["zone"] as? Int }
    #expect(zip(zones, zones.dropFirst()).allSatisfy { $0 != $1 })
    #expect(zip(told, told.dropFirst()).allSatisfy { $1.t - $0.t >= 5_000 })
  }

  @Test func `keeps a sport that few do`() throws {
    let place = try Place()
    let outcome = try place.live(
      "--sport", "cross_country_skiing", "--sensor", "simulate:2", "--speed", "0", "--plan", "2m Z2")
    #expect(outcome.status == 0, "\(outcome.errors)")
    let stored = try Command.run("workouts", "--data", place.data, "--json").json([[String: Any]].self)
    #expect(stored.compactMap { $0["sport"] as? String } == ["cross_country_skiing"])
  }

  @Test func `keeps nothing when asked to`() throws {
    let place = try Place()
    let outcome = try place.live("--sensor", "simulate:2", "--speed", "0", "--plan", place.plan, "--discard")
    #expect(outcome.status == 0)
    #expect(try Command.run("workouts", "--data", place.data, "--json").json([Any].self).isEmpty)
    let rows = try #require(
      try Command.run("doctor", "--data", place.data, "--json").json([String: Any].self)["rows"] as? [String: Int])
    #expect(rows["sample_block"] == 0)
  }

  @Test func `replays a recording with its pauses and silences`() throws {
    let place = try Place()
    // 300 s of heart rate, a pause of 60 s, a silence of 60 s, then more.
    var points = ""
    let start = Date(timeIntervalSince1970: 1_780_000_000)
    let style = Date.ISO8601FormatStyle()
    for second in 0..<600 where !(300..<360).contains(second) {
      let rate = (420..<480).contains(second) ? "" : "<HeartRateBpm><Value>\(130 + second % 3)</Value></HeartRateBpm>"
      points +=
        (second == 360 ? "</Track><Track>" : "")
        + "<Trackpoint><Time>\(start.addingTimeInterval(Double(second)).formatted(style))</Time>\(rate)</Trackpoint>"
    }
    let file = """
      <?xml version="1.0"?><TrainingCenterDatabase xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2">
      <Activities><Activity Sport="Running"><Id>\(start.formatted(style))</Id><Lap StartTime="\(start.formatted(style))">
      <TotalTimeSeconds>540</TotalTimeSeconds><DistanceMeters>0</DistanceMeters><Calories>0</Calories>
      <Intensity>Active</Intensity><TriggerMethod>Manual</TriggerMethod><Track>\(points)</Track></Lap></Activity>
      </Activities></TrainingCenterDatabase>
      """
    let path = place.folder.path + "/run.tcx"
    try Data(file.utf8).write(to: URL(filePath: path))
    let outcome = try place.live("--sensor", "replay:\(path)", "--speed", "0", "--json-lines")
    #expect(outcome.status == 0, "\(outcome.errors)")
    let all = try lines(outcome.output)
    let states = all.filter { $0.type == "state" }.compactMap { $0.fields["state"] as? String }
    #expect(states == ["running", "paused", "running", "ended"])
    let codes = all.filter { $0.type == "cue" }.compactMap { $0.fields["code"] as? String }
    #expect(codes.contains("paused") && codes.contains("resumed"))
    #expect(codes.filter { $0 == "signal_lost" }.count == 1 && codes.filter { $0 == "signal_back" }.count == 1)
    let summary = try #require(all.last { $0.type == "summary" })
    let seconds = try #require((summary.fields["zoneSeconds"] as? [String: [Double]])?["heartRate"])
    // 539 s of active time, less the silence beyond 15 s of holding.
    #expect(abs(seconds.reduce(0, +) - (539 - 46)) <= 2)
  }

  @Test func `draws on a terminal while everything else goes on, takes keys, and gives the terminal back`() throws {
    let place = try Place()
    let program = try #require(Command.program)
    let live = "\(program.path) live --data \(place.data) --sensor simulate:5 --speed 90 --plan \(place.plan)"
    let process = Process(), keys = Pipe(), output = Pipe()
    process.executableURL = URL(filePath: "/usr/bin/script")
    process.arguments = ["--quiet", "--return", "--command", live, "/dev/null"]
    process.environment = ["HOME": place.folder.path, "PATH": "/usr/bin:/bin", "TERM": "xterm"]
    process.standardInput = keys
    process.standardOutput = output
    process.standardError = output
    try process.run()
    for key in ["l", "p", "p", "m", "-", "+", "s"] {
      Thread.sleep(forTimeInterval: 0.4)
      keys.fileHandleForWriting.write(Data(key.utf8))
    }
    Thread.sleep(forTimeInterval: 0.5)
    keys.fileHandleForWriting.write(Data("q".utf8))
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "\(text.suffix(2000))")
    #expect(text.contains("zone 1 of 5") && text.contains("paused") && text.contains("saved as"))
  }

  @Test func `says what is wrong with its words`() throws {
    let place = try Place()
    for (words, hint) in [
      (["--sensor", "ant"], "--sensor"), (["--speed", "2"], "--speed"), (["--sensor", "simulate:x"], "number"),
      (["--sensor", "replay:/nowhere.fit"], "no such file"), (["--plan", "no such plan"], "plan"),
      (["--cues", "loud"], "--cues"), (["--recover", "perhaps"], "--recover"), (["--language", "fr"], "--language"),
      (["run.fit"], "no files"),
    ] {
      let outcome = try Command.run(["live", "--data", place.data] + words)
      #expect(outcome.status == 1 || outcome.status == 2, "\(words)")
      #expect(outcome.errorLines.count == 1 && outcome.errors.contains(hint), "\(outcome.errors)")
    }
  }

  @Test func `killed at any moment loses at most a second, and its totals are those of what is stored`() throws {
    let rounds = Int(ProcessInfo.processInfo.environment["ZONECOACH_KILLS"] ?? "") ?? 5
    var generator = SeededGenerator(seed: 11)
    var hits = 0
    for round in 0..<rounds {
      let place = try Place()
      let (process, output, _) = try Command.process(
        [
          "live", "--data", place.data, "--sensor", "simulate:\(round)", "--speed", "20", "--plan", place.plan,
          "--json-lines",
        ],
        in: place.folder)
      try process.run()
      Thread.sleep(forTimeInterval: Double.random(in: 0.3...4, using: &generator))
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
      // A line that was cut by the kill says nothing.
      let bytes = try Data(contentsOf: output)
      let whole = bytes.lastIndex(of: UInt8(ascii: "\n")).map { bytes[...$0] } ?? Data()
      let told = try lines(Data(whole)).filter {
        $0.type == "sample" && $0.fields["quantity"] as? String == "heartRate"
      }
      guard let last = told.last else { continue }
      hits += 1
      let saved = try place.live("--recover", "save", "--json-lines")
      #expect(saved.status == 0, "\(saved.errors)")
      let summary = try #require(try lines(saved.output).last { $0.type == "summary" })
      let id = try #require(summary.fields["id"] as? String, "round \(round)")
      let active = try #require(summary.fields["activeSeconds"] as? Double)
      #expect(active >= Double(last.t) / 1000 - 1, "round \(round): \(active) of \(last.t) ms")
      let seconds = try #require((summary.fields["zoneSeconds"] as? [String: [Double]])?["heartRate"])
      // The same zones over what is stored.
      let again = try Command.run(
        "show", id, "--data", place.data, "--json"
      ).json([String: Any].self)
      let series = try #require(
        (again["series"] as? [[String: Any]])?.first { $0["quantity"] as? String == "heartRate" })
      let samples = try #require(series["samples"] as? Int)
      #expect(samples >= told.count - 1, "round \(round)")
      let group = try #require(
        (again["zoneGroups"] as? [[String: Any]])?.first { $0["quantity"] as? String == "heartRate" })
      let known = try #require(group["knownSeconds"] as? Double)
      #expect(abs(known - seconds.reduce(0, +)) < 0.002, "round \(round)")
      #expect(try Command.run("doctor", "--data", place.data).status == 0)
    }
    #expect(hits > 0)
  }
}
