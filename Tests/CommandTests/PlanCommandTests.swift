// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// `zonecoach plan` and `zonecoach coach`.
struct `Plan and coach` {
  private static let plan = """
    {"name": "Four by six", "sport": "running", "steps": [
      {"kind": "warmup", "goal": {"seconds": 600}, "target": {"quantity": "heartRate", "zone": [1, 2]}},
      {"repeat": 4, "steps": [
        {"kind": "work", "goal": {"seconds": 360}, "target": {"quantity": "heartRate", "zone": [4, 4]}},
        {"kind": "recovery", "goal": {"open": true}, "gate": {"below": {"zone": 3}}}]}]}
    """

  @Test func `a plan is added, listed, shown for the athlete, exported and removed`() throws {
    let folder = TemporaryFolder()
    let data = ["--data", folder.path + "/data"]
    let input = Data(Self.plan.utf8)
    #expect(try Command.run(["plan", "list"] + data).text.isEmpty)
    let added = try Command.run(["plan", "add", "-"] + data, input: input)
    #expect(added.status == 0 && added.text == "Kept “Four by six”: 9 steps, 34:00.\n")
    #expect(try Command.run(["plan", "add", "-"] + data, input: input).text.hasPrefix("Replaced"))
    let list: [[String: Any]] = try Command.run(["plan", "list", "--json"] + data).json()
    #expect(list.count == 1 && list[0]["steps"] as? Int == 9 && list[0]["seconds"] as? Double == 2040)
    let shown = try Command.run(["plan", "show", "Four by six", "--boundaries", "120,140,150,165"] + data)
    #expect(
      shown.text == """
        Four by six: running, 9 steps, 34:00
          warmup    10:00  heart rate zones 1–2 (below 140 bpm)
          4 ×
            work      6:00  heart rate zone 4 (150–165 bpm)
            recovery  until heart rate is below zone 3 (140), 0:30 to 3:00

        """)
    let file = folder.path + "/out.fit"
    let exported = try Command.run(
      ["plan", "export", "Four by six", "--format", "fit", "--output", file, "--boundaries", "120,140,150,165"] + data)
    #expect(exported.status == 0 && exported.errors.isEmpty)
    let report: [[String: Any]] = try Command.run("plan", "validate", file, "--json").json()
    #expect(report.first?["format"] as? String == "fit" && report.first?["error"] == nil)
    #expect(try Command.run(["plan", "remove", "Four by six"] + data).status == 0)
    #expect(try Command.run(["plan", "remove", "Four by six"] + data).status == 1)
  }

  @Test func `a bad plan ends with status 1, line and reason`() throws {
    let outcome = try Command.run(["plan", "validate", "-"], input: Data("{\"steps\": [\n{\"goal\": 3}]}".utf8))
    #expect(outcome.status == 1)
    #expect(
      outcome.errors
        == "zonecoach: standard input: line 2, step 1: a goal is one of seconds, meters, kilocalories, open and until\n"
    )
    for words in [
      ["plan", "show"], ["plan", "dance"], ["plan", "validate"], ["plan", "export", "tempo", "--format", "x"],
    ] {
      #expect(try Command.run(words).status == 2, "\(words)")
    }
  }

  @Test func `plans that come with the program, and targets in words, are shown`() throws {
    let folder = TemporaryFolder()
    for name in ["easy-run", "tempo", "intervals", "strength-circuit", "power-blocks", "gentle-walk"] {
      let outcome = try Command.run(
        ["plan", "show", name, "--boundaries", "120,140,150,165", "--ftp", "250", "--data", folder.path + "/data"])
      #expect(outcome.status == 0 && outcome.text.split(separator: "\n").count >= 2, "\(name)")
    }
    let outcome = try Command.run(
      ["plan", "show", "zone 4 for 6 minutes", "--boundaries", "120,140,150,165", "--data", folder.path + "/data"])
    #expect(outcome.text.contains("steady    6:00  heart rate zone 4 (150–165 bpm)"))
  }

  @Test func `a scenario gives a line of JSON for each cue, in three languages`() throws {
    let scenario = """
      {"plan": {"steps": [{"kind": "steady", "goal": {"seconds": 200}, "target": {"quantity": "heartRate", "range": [null, 151]}}]},
       "boundaries": [138, 151, 164, 177], "samples": [\((0..<200).map { "[\($0 * 1000), 165]" }.joined(separator: ","))],
       "endMs": 200000}
      """
    for (language, ease) in [("en", "Ease off a touch."), ("zh-Hans", "稍微放松一点。"), ("ja", "少しゆるめましょう。")] {
      let outcome = try Command.run(
        ["coach", "--scenario", "-", "--language", language], input: Data(scenario.utf8))
      let lines = try outcome.text.split(separator: "\n").map {
        try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
      }
      #expect(lines.compactMap { $0["code"] as? String } == ["start", "ease", "ease", "finish"])
      #expect(lines.compactMap { $0["t"] as? Int } == [0, 80_000, 140_000, 200_000])
      #expect(lines[1]["text"] as? String == ease && lines[1]["level"] as? Int == 1)
      #expect(lines[1]["channels"] as? [String] == ["visual", "haptic"])
      #expect(lines[0]["level"] is NSNull && lines[0]["result"] is NSNull)
      #expect((lines[0]["step"] as? [String: Any])?["kind"] as? String == "steady")
    }
    #expect(try Command.run("coach").status == 2)
    #expect(try Command.run(["coach", "--scenario", "-"], input: Data("{}".utf8)).status == 1)
  }
}
