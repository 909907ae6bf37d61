// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WorkoutFiles
import Workouts

/// An hour of heart rate or power on a day, without zones of its own.
private func hour(_ text: String, _ quantity: Quantity, _ value: Double) throws -> Data {
  let day = try #require(Day(iso8601: text))
  let start = Instant(secondsSince1970: Int64(day.daysSince1970) * 86_400 + 36_000)
  let span = TimeSpan(start: start, end: start + 3_600_000)
  let sport: Sport = quantity == .power ? .cycling : .running
  var recording = Recording(sport: sport, span: span)
  recording.activities = [Activity(sport: sport, span: span)]
  recording.utcOffsetSeconds = 0
  let times = (0..<3600).map { start.millisecondsSince1970 + Int64($0) * 1000 }
  recording.series = [Series(quantity: quantity, times: times, values: times.map { _ in value })]
  return Data(try FITWriter.encode(recording))
}

struct `The command zones` {
  private let folder = TemporaryFolder()

  @discardableResult
  private func run(_ arguments: String...) throws -> Command.Outcome {
    try Command.run(arguments + ["--data", folder.path + "/data"])
  }

  private func limits(_ arguments: [String]) throws -> [[Double]] {
    let rows = try Command.run(["zones", "show", "--json", "--data", folder.path + "/data"] + arguments)
      .json([[String: Any]].self)
    return rows.map { row in
      (row["zones"] as? [[String: Any]] ?? []).compactMap { ($0["maximum"] as? NSNumber)?.doubleValue }
    }
  }

  @Test func `says what would be enough where nothing is known`() throws {
    let outcome = try run("zones")
    #expect(outcome.status == 0 && outcome.errors.contains("zonecoach zones set --age 40"))
    #expect(try run("zones", "history").errors.contains("Nothing was entered yet"))
    #expect(try run("zones", "custom").errors.contains("zonecoach zones save"))
    #expect(try run("zones", "estimate").errors.contains("nothing to estimate from"))
  }

  @Test func `states, chooses, shows by day, and takes back`() throws {
    try run("zones", "set", "--max-hr", "190", "--resting-hr", "50", "--from", "2024-01-01")
    #expect(try limits([]) == [[134, 148, 162, 176]])
    try run("zones", "set", "--scheme", "hrmax5", "--from", "2025-01-01")
    try run("zones", "set", "--scheme", "friel-run7", "--lthr", "170", "--sport", "running", "--from", "2025-01-01")
    #expect(try limits(["--on", "2024-06-01"]) == [[134, 148, 162, 176]])
    #expect(try limits(["--on", "2025-06-01"]).count == 2)
    #expect(try limits(["--on", "2025-06-01", "--sport", "running"]).first?.first == 144.5)
    #expect(try limits(["--on", "2025-06-01", "--sport", "hiking"]).first?.first == 95)
    let text = try run("zones").text
    #expect(text.contains("Heart rate, all sports · hrmax5") && text.contains("chosen for running, since 2025-01-01"))
    #expect(text.contains("maximum heart rate 190, stated 2024-01-01"))
    let history = try run("zones", "history").text
    #expect(history.contains("c2") && history.contains("Friel's seven running zones"))
    #expect(try run("zones", "undo", "c2").text.contains("Took back heart rate: Friel's"))
    #expect(try limits(["--on", "2025-06-01", "--sport", "running"]).first?.first == 95)
    #expect(try run("zones", "undo", "c2").status == 2)
  }

  @Test func `corrects stored workouts after a preview, and takes it back`() throws {
    try run("zones", "set", "--ftp", "200", "--from", "2022-01-01")
    let ride = try folder.write(try hour("2023-05-01", .power, 150), "ride.fit")
    try run("import", ride)
    func shown() throws -> Double? {
      let list = try Command.run(["workouts", "--json", "--data", folder.path + "/data"]).json([[String: Any]].self)
      let id = try #require(list.first?["id"] as? String)
      let document = try run("show", id, "--json").json([String: Any].self)
      let group = try #require((document["zoneGroups"] as? [[String: Any]])?.first)
      return ((group["zones"] as? [[String: Any]])?.first?["maximum"] as? NSNumber)?.doubleValue
    }
    #expect(try shown() == 110)
    try run("zones", "set", "--ftp", "240", "--from", "2023-01-01")
    #expect(try shown() == 110)
    let preview = try run("zones", "apply", "--from", "2023-01-01", "--dry-run")
    #expect(preview.status == 0 && preview.text.contains("Power: 1 workout would be shown under other zones"))
    #expect(preview.text.contains("110·150·180·210·240·300 → 132·180·216·252·288·360"))
    let unsure = try run("zones", "apply", "--from", "2023-01-01")
    #expect(unsure.status == 1 && unsure.errors.contains("Add --yes"), "nobody could be asked")
    #expect(try shown() == 110)
    #expect(try run("zones", "apply", "--from", "2023-01-01", "--yes").text.contains("zonecoach zones undo k1"))
    #expect(try shown() == 132)
    try run("zones", "undo", "k1")
    #expect(try shown() == 110)
  }

  @Test func `keeps zones under names, with versions, and gives them away as a document`() throws {
    #expect(try run("zones", "save", "winter", "--boundaries", "120,140,155", "--from", "2024-01-01").status == 0)
    #expect(
      try run("zones", "save", "winter", "--boundaries", "122,142,157", "--from", "2025-01-01").text.contains(
        "version 2"))
    try run("zones", "set", "--custom", "winter", "--from", "2024-01-01")
    #expect(
      try limits(["--on", "2024-05-01"]) == [[120, 140, 155]] && limits(["--on", "2025-05-01"]) == [[122, 142, 157]])
    let document = try folder.write(try run("zones", "custom", "export").output, "zones.json")
    #expect(try run("zones", "custom", "rename", "winter", "cold").status == 0)
    #expect(try run("zones", "custom").text.contains("cold\n  version 1, from 2024-01-01: 120, 140, 155 bpm"))
    #expect(try run("zones", "custom", "delete", "cold").status == 0)
    #expect(try limits([]).isEmpty)
    #expect(try run("zones", "custom", "import", document).text.contains("Took winter"))
    #expect(try run("zones", "custom", "import", document).text.contains("here already"))
  }

  @Test(arguments: [
    (["set"], "Say which zones"),
    (["set", "--boundaries", "60,70,80,90"], "look like percent"),
    (["set", "--boundaries", "140,120,160"], "give 120,140,160"),
    (["set", "--boundaries", "150"], "2 zones"),
    (["set", "--boundaries", "1,2,3,4,5,6,7,8,9"], "10 zones"),
    (["set", "--boundaries", "nan,2,3"], "is no number"),
    (["set", "--scheme", "coggan7"], "give --ftp"),
    (["set", "--max-hr", "500"], "can't be right"),
    (["set", "--max-hr", "60%"], "--max-hr needs a number"),
    (["set", "--cs", "4"], "--sport running"),
    (["set", "--age", "40", "--from", "2026-13-01"], "needs a day"),
    (
      ["set", "--scheme", "hrmax5", "--max-hr", "190", "--from", "2026-02-01", "--through", "2026-01-01"], "lies before"
    ),
    (["set", "--custom", "nothing"], "zones custom"),
    (["save", "x"], "Say which zones"),
    (["apply", "--max-hr", "190"], "zones set --from"),
    (["undo"], "missing"), (["undo", "z9"], "zones history"), (["estimate", "--accept", "ftp"], "no estimate"),
    (["moon"], "There is no “zones moon”"),
  ])
  func `says what to type instead`(words: [String], says: String) throws {
    let outcome = try Command.run(["zones"] + words + ["--data", folder.path + "/data"])
    #expect(outcome.status == 2 && outcome.errorLines.count == 1, "\(outcome.errors)")
    #expect(outcome.errors.contains(says), "\(outcome.errors)")
  }
}

struct `The command compare` {
  private let folder = TemporaryFolder()

  private func library() throws -> [String] {
    for (place, value) in [130.0, 150].enumerated() {
      let file = try folder.write(try hour("2024-0\(place + 1)-01", .heartRate, value), "\(place).fit")
      _ = try Command.run(["import", file, "--data", folder.path + "/data"])
    }
    return try Command.run(["workouts", "--json", "--data", folder.path + "/data"]).json([[String: Any]].self)
      .compactMap { $0["id"] as? String }.reversed()
  }

  @Test func `puts workouts under one set of limits`() throws {
    let ids = try library()
    let outcome = try Command.run(
      ["compare", "--boundaries", "120,140,160", "--above", "140", "--data", folder.path + "/data"] + ids)
    #expect(outcome.status == 0 && outcome.text.hasPrefix("Class B."))
    #expect(outcome.text.contains("2 workouts counted, 2:00:00 known; 1:00:00 at 140 bpm or more."))
    let document = try Command.run(
      ["compare", "--boundaries", "120,140,160", "--json", "--from", "2024-01-01", "--data", folder.path + "/data"]
    ).json([String: Any].self)
    #expect(document["class"] as? String == "B")
    #expect(
      (document["workouts"] as? [[String: Any]])?.compactMap { $0["seconds"] as? [Double] } == [
        [0, 3600, 0, 0], [0, 0, 3600, 0],
      ])
    #expect((document["total"] as? [String: Any])?["percent"] as? [Int] == [0, 50, 50, 0])
  }

  @Test func `says why it can't`() throws {
    let ids = try library()
    let nothing = try Command.run(["compare", "--data", folder.path + "/data"] + ids)
    #expect(nothing.status == 1 && nothing.text.contains("zonecoach zones set"), "no zones are known")
    let data = ["--data", folder.path + "/data"]
    for (words, says) in [
      ([], "Name two workouts"), ([ids[0]], "Name two workouts"),
      (ids + ["--scheme", "friel-run7", "--then", "--lthr", "160"], "leave --scheme"),
      (ids + ["--scheme", "run-speed6", "--cs", "4"], "Speed can't be compared"),
    ] {
      let outcome = try Command.run(["compare"] + words + data)
      #expect(outcome.status == 2 && outcome.errors.contains(says), "\(outcome.errors)")
    }
  }
}
