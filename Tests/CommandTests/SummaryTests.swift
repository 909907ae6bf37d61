// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import CoachService
import Foundation
import Testing
import WorkoutFiles
import Workouts

@testable import zonecoach

struct `The samples that the program writes` {
  @Test func `are nine, and replaced when written again`() throws {
    #expect(Samples.paths.count == 9)
    let folder = TemporaryFolder()
    let outcomes = try (1...2).map { _ in try Command.run("samples", folder.path + "/new/folder") }
    #expect(outcomes.allSatisfy { $0.status == 0 && $0.errors.isEmpty })
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/new/folder").count == 9)
  }

  @Test func `can't be written where a file is in the way, in one line`() throws {
    let folder = TemporaryFolder()
    let path = try folder.write([1], "file")
    let outcome = try Command.run("samples", path)
    #expect(outcome.status == 1 && outcome.output.isEmpty)
    #expect(outcome.errorLines.count == 1)
    #expect(outcome.errors.contains(path) && !outcome.errors.contains("Error"), "\(outcome.errors)")
  }
}

struct `The summary of files` {
  private func longest(_ text: String) -> Int { text.split(separator: "\n").map(\.count).max() ?? 0 }

  @Test func `fits 80 columns, without escape sequences, and adds up`() throws {
    for path in try (1...9).map(Samples.path) {
      for environment in [[:], ["NO_COLOR": "1"], ["TERM": "xterm-256color"]] {
        let outcome = try Command.run(["summary", path], environment: environment)
        #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
        #expect(!outcome.text.contains("\u{1B}"))
        #expect(longest(outcome.text) <= 80, "\(outcome.text.split(separator: "\n").filter { $0.count > 80 })")
        for word in ["No data", "Paused", "All together"] { #expect(outcome.text.contains(word), "\(path)") }
        #expect(outcome.text.hasSuffix("\n") && !outcome.text.hasSuffix("\n\n"))
      }
    }
  }

  @Test func `fits 80 columns and stays harmless, whatever a workout is called`() throws {
    let folder = TemporaryFolder()
    for name in [
      String(repeating: "x", count: 63), "a\u{1B}[31mb\u{7}c\u{9B}d",
    ] {
      let path = try folder.write(plainWorkout(name: name), "named.fit")
      let outcome = try Command.run("summary", path, "--max-hr", "190", "--resting-hr", "50")
      #expect(outcome.status == 0)
      #expect(longest(outcome.text) <= 80, "\(outcome.text)")
      #expect(
        outcome.text.unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) })
      let told = try Command.run("summary", path, "--json").json([[String: Any]].self)
      #expect(told.first?["name"] as? String == name, "programs get the name as it is")
    }
  }

  @Test func `as JSON is one array and nothing else, an element for each workout`() throws {
    let paths = try (1...9).map(Samples.path)
    let outcome = try Command.run(["summary", "--json"] + paths)
    #expect(outcome.status == 0 && outcome.errors.isEmpty)
    let elements = try outcome.json([[String: Any]].self)
    #expect(
      elements.compactMap { $0["file"] as? String }
        == paths.compactMap { $0.split(separator: "/").last.map(String.init) })
    #expect(elements.allSatisfy { $0["id"] is NSNull && $0["format"] as? String == "fit" })
    // What the program prints is what the page is told.
    let summaries = try JSONDecoder().decode([WorkoutSummary].self, from: outcome.output)
    for (path, summary) in zip(paths, summaries) {
      let file = try WorkoutFile.decode([UInt8](Data(contentsOf: URL(filePath: path))))
      #expect([summary] == Summarizer.summaries(of: file, name: summary.file, zones: ZoneRequest()), "\(path)")
    }
  }

  @Test func `of a file with two workouts has both`() throws {
    let folder = TemporaryFolder()
    let path = try folder.write(Samples.bytes(1) + Samples.bytes(3), "two.fit")
    let elements = try Command.run("summary", "--json", path).json([[String: Any]].self)
    #expect(elements.compactMap { $0["name"] as? String } == ["Easy long run", "Recovery ride"])
  }

  @Test func `of standard input is that of the file`() throws {
    let path = try Samples.path(2)
    var fromFile = try Command.run("summary", "--json", path).json([[String: Any]].self)
    var fromInput = try Command.run("summary", "--json", "-", input: Samples.bytes(2)).json([[String: Any]].self)
    #expect(fromInput[0]["file"] as? String == "standard input")
    fromFile[0]["file"] = nil
    fromInput[0]["file"] = nil
    #expect(NSDictionary(dictionary: fromFile[0]).isEqual(to: fromInput[0]))
    let nothing = try Command.run("summary", "-")
    #expect(nothing.status == 1 && nothing.errorLines.count == 1 && nothing.errors.contains("empty"))
  }

  @Test func `ends with status 3 for warnings only where that is asked for`() throws {
    let folder = TemporaryFolder()
    let whole = try Samples.bytes(1)
    let path = try folder.write(whole.prefix(whole.count * 2 / 3), "cut.fit")
    let lenient = try Command.run("summary", path)
    #expect(lenient.status == 0 && lenient.errors.contains("truncated"))
    #expect(try Command.run("summary", "--strict", path).status == 3)
    #expect(try Command.run("summary", "--strict", Samples.path(1)).status == 0)
    let broken = try folder.write([1, 2, 3], "broken.fit")
    #expect(try Command.run("summary", "--strict", path, broken).status == 1, "a failure outweighs a warning")
  }

  @Test func `prints no position, in either form`() throws {
    var recording = try #require(WorkoutFile.decode(try plainWorkout()).recordings.first)
    let times = recording.series[0].times
    recording.series += [
      .init(quantity: .latitude, times: times, values: times.map { _ in 48.137_154 }),
      .init(quantity: .longitude, times: times, values: times.map { _ in 11.576_124 }),
    ]
    let folder = TemporaryFolder()
    let path = try folder.write(FITWriter.encode(recording), "placed.fit")
    for arguments in [
      ["summary", path], ["summary", path, "--json"], ["inspect", path], ["inspect", path, "--json"],
    ] {
      let text = try Command.run(arguments).text
      #expect(!text.contains("48.1") && !text.contains("11.57") && !text.contains("atitude"), "\(arguments)")
    }
  }
}

struct `Zones on a command line` {
  private func group(_ arguments: [String]) throws -> [String: Any]? {
    let outcome = try Command.run(["summary", "--json"] + arguments)
    #expect(outcome.status == 0, "\(outcome.errors)")
    return (try outcome.json([[String: Any]].self).first?["zoneGroups"] as? [[String: Any]])?.first
  }

  private func limits(_ group: [String: Any]?) -> [Double] {
    (group?["zones"] as? [[String: Any]])?.compactMap { $0["maximum"] as? Double } ?? []
  }

  @Test func `are limits, in beats or watts`() throws {
    let run = try group(["--boundaries", "120,140,160,180", Samples.path(1)])
    #expect(limits(run) == [120, 140, 160, 180] && run?["source"] as? String == "app" && run?["scheme"] is NSNull)
    #expect(limits(try group(["--boundaries=120, 140,160.5", Samples.path(1)])) == [120, 140, 160.5])
    let ride = try group(["--quantity", "power", "--boundaries", "150,200,250", Samples.path(6)])
    #expect(limits(ride) == [150, 200, 250] && ride?["unit"] as? String == "W")
  }

  @Test func `are a scheme with its anchors`() throws {
    let run = try group(["--scheme", "friel-run7", "--lthr", "168", Samples.path(1)])
    #expect(run?["scheme"] as? String == "friel-run7")
    #expect((run?["anchors"] as? [String: Double]) == ["lthr": 168])
    #expect(limits(run).first == 142.8 && limits(run).count == 6)
    let estimated = try group(["--scheme", "hrmax5", "--age", "40", Samples.path(1)])
    #expect(estimated?["estimated"] as? Bool == true)
  }

  @Test func `are one quantity's where one is asked for`() throws {
    func quantities(_ arguments: [String]) throws -> [String] {
      let elements = try Command.run(["summary", "--json", Samples.path(6)] + arguments).json([[String: Any]].self)
      return (elements[0]["zoneGroups"] as? [[String: Any]] ?? []).compactMap { $0["quantity"] as? String }
    }
    #expect(try quantities([]) == ["heartRate", "power"])
    #expect(try quantities(["--quantity", "power"]) == ["power"])
    #expect(try quantities(["--quantity", "heart-rate"]) == ["heartRate"])
  }

  @Test func `come from what is stated in the data folder, and from no other`() throws {
    let folder = TemporaryFolder()
    let file = try folder.write(plainWorkout(), "plain.fit")
    var settings = AthleteSettings()
    settings.maximumHeartRate = 190
    settings.restingHeartRate = 50
    try WorkoutLibrary(folder: folder.path + "/data").setAthlete(settings)
    #expect(limits(try group(["--data", folder.path + "/data", file])).first == 134)
    #expect(try group(["--data", folder.path + "/other", file]) == nil)
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/other"), "a summary stores nothing")
    // An option is believed before what was stated once, and leaves the rest of it alone.
    #expect(limits(try group(["--data", folder.path + "/data", "--max-hr", "200", file])).first == 140)
    #expect(limits(try group(["--data", folder.path + "/data", "--ftp", "250", file])).first == 134)
    // Without --data the folder is the platform's.
    try FileManager.default.createDirectory(atPath: folder.path + "/xdg", withIntermediateDirectories: true)
    try FileManager.default.copyItem(atPath: folder.path + "/data", toPath: folder.path + "/xdg/zonecoach")
    let outcome = try Command.run(["summary", "--json", file], environment: ["XDG_DATA_HOME": folder.path + "/xdg"])
    #expect(outcome.text.contains("\"apple-hr5\""))
  }

  @Test func `are listed with their limits for a person and a program`() throws {
    let text = try Command.run("zones", "schemes", "--max-hr", "190", "--resting-hr", "50")
    #expect(text.status == 0 && text.errors.isEmpty)
    #expect(text.text.contains("134 · 148 · 162 · 176 bpm"))
    #expect((text.text.split(separator: "\n").map(\.count).max() ?? 0) <= 80)
    let outcome = try Command.run("zones", "schemes", "--json", "--ftp", "200")
    #expect(outcome.status == 0 && outcome.errors.isEmpty)
    let schemes = try outcome.json([[String: Any]].self)
    let ids = Set(schemes.compactMap { $0["id"] as? String })
    for id in [
      "apple-hr5", "hrmax5", "karvonen5", "friel-run7", "friel-bike7", "coggan-hr5", "seiler3", "coggan7",
      "apple-power6", "british-cycling6", "trainerroad7", "zwift6", "wahoo7", "stryd5", "olympiatoppen8", "composite8",
    ] {
      #expect(ids.contains(id), "\(id)")
    }
    let keys: Set = [
      "id", "quantity", "unit", "title", "basis", "percentages", "names", "reference", "boundaries", "estimated",
    ]
    for scheme in schemes { #expect(Set(scheme.keys) == keys, "\(scheme["id"] ?? "")") }
    let coggan = try #require(schemes.first { $0["id"] as? String == "coggan7" })
    #expect(coggan["boundaries"] as? [Double] == [110, 150, 180, 210, 240, 300])
  }
}

struct `The page, served` {
  @Test(.timeLimit(.minutes(1))) func `tells its address and stops politely`() throws {
    let folder = TemporaryFolder()
    let (process, output, errors) = try Command.process(
      ["serve", "--port", "0", "--data", folder.path + "/data"], in: folder)
    try process.run()
    var address = ""
    while process.isRunning, address.isEmpty {
      usleep(20_000)
      address = String(decoding: try Data(contentsOf: output), as: UTF8.self)
    }
    #expect(address.wholeMatch(of: /http:\/\/127\.0\.0\.1:\d+\/open\/[0-9a-f]{64}\n/) != nil, "\(address)")
    // A signal, as Enter in a terminal, gives another link.
    kill(process.processIdentifier, SIGUSR1)
    var links: [Substring] = []
    while process.isRunning, links.count < 2 {
      usleep(20_000)
      links = String(decoding: try Data(contentsOf: output), as: UTF8.self).split(separator: "\n")
    }
    #expect(links.count == 2 && links[0].dropLast(64) == links[1].dropLast(64) && links[0] != links[1])
    process.terminate()
    process.waitUntilExit()
    #expect(process.terminationReason == .exit && process.terminationStatus == 0)
    #expect(String(decoding: try Data(contentsOf: errors), as: UTF8.self).hasSuffix("Everything is saved.\n"))
  }

  @Test func `says in one line that its folder is none`() throws {
    let folder = TemporaryFolder()
    let path = try folder.write([1], "file")
    let outcome = try Command.run("serve", "--port", "0", "--data", path)
    #expect(outcome.status == 1 && outcome.output.isEmpty && outcome.errorLines.count == 1, "\(outcome.errors)")
    #expect(outcome.errors.contains("--data"))
  }
}

struct `The text of a summary` {
  private func longest(_ text: String) -> Int { text.split(separator: "\n").map(\.count).max() ?? 0 }

  @Test func `fits 80 columns, whatever is in it`() throws {
    var summary = try #require(
      Summarizer.summaries(of: try WorkoutFile.decode([UInt8](Samples.bytes(6))), name: nil, zones: ZoneRequest()).first
    )
    summary.series += summary.series
    for name in [String(repeating: "Very long ride ", count: 16), String(repeating: "x", count: 200)] {
      summary.name = name
      summary.sport = name.lowercased()
      for index in summary.zoneGroups[0].zones.indices { summary.zoneGroups[0].zones[index].name = name }
      summary.zoneGroups[0].provenance = name
      #expect(longest(SummaryText.text(summary, color: false)) <= 80, "\(SummaryText.text(summary, color: false))")
    }
  }

  @Test func `has colour on a terminal only, and the same words with it`() throws {
    for number in 1...9 {
      let file = try WorkoutFile.decode([UInt8](Samples.bytes(number)))
      let summary = try #require(Summarizer.summaries(of: file, name: nil, zones: ZoneRequest()).first)
      let plain = SummaryText.text(summary, color: false), colored = SummaryText.text(summary, color: true)
      #expect(!plain.contains("\u{1B}") && colored.contains("\u{1B}[38;5;"))
      #expect(colored.replacing(/\u{1B}\[[0-9;]*m/, with: "") == plain)
    }
  }

  @Test func `is broken at spaces, and within a word that is longer than a line`() {
    #expect(Terminal.wrap("") == "")
    #expect(Terminal.wrap("a b") == "a b")
    #expect(Terminal.wrap(String(repeating: "ab ", count: 40)).split(separator: "\n").map(\.count) == [80, 38])
    #expect(Terminal.wrap(String(repeating: "x", count: 165)).split(separator: "\n").map(\.count) == [80, 80, 5])
    #expect(
      Terminal.wrap(String(repeating: "ab ", count: 40), at: 60).split(separator: "\n").allSatisfy { $0.count <= 80 })
  }
}
