// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Coaching
import CoachService
import Foundation
import TestSupport
import Testing
import Workouts

/// Twelve timelines of which every cue is known, by second.
struct ScenarioTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Fixtures/scenarios")

  struct Expected: Decodable, Equatable {
    var t: Double
    var code: String
    var level: Int?
  }
  private struct Document: Decodable { var expected: [Expected] }

  private static func bytes(_ number: Int) throws -> [UInt8] {
    let name = "scenario-\(number < 10 ? "0" : "")\(number).json"
    return [UInt8](try Data(contentsOf: folder.appending(path: name)))
  }

  /// Results as the table of the rules states them: work steps in order.
  private static let results: [Int: [(StepResult.Band, Int, Int)]] = [
    4: [(.unscored, 0, 0), (.unscored, 0, 0), (.unscored, 0, 0)], 5: [(.met, 110, 120)], 6: [(.below, 0, 120)],
    7: [(.close, 89, 112)], 8: [(.met, 120, 120), (.met, 120, 120)], 9: [(.met, 120, 120), (.met, 120, 120)],
    10: [(.below, 50, 210)],
  ]

  @Test(arguments: 1...12) func `cues, levels, seconds and results are exactly those expected`(number: Int) throws {
    let bytes = try Self.bytes(number)
    let expected = try JSONDecoder().decode(Document.self, from: Data(bytes)).expected
    let scenario = try CoachScenario(json: bytes)
    let cues = scenario.cues()
    #expect(
      cues.map { Expected(t: Double($0.wall) / 1000, code: $0.cue.code.rawValue, level: $0.cue.level) } == expected)
    let results = cues.compactMap(\.cue.result)
    let wanted = Self.results[number] ?? []
    #expect(results.map(\.band) == wanted.map(\.0))
    #expect(results.map { Int($0.onTarget / 1000) } == wanted.map(\.1))
    #expect(results.map { Int($0.known / 1000) } == wanted.map(\.2))
  }

  @Test(arguments: 1...12) func `cues are the same however samples are chunked`(number: Int) throws {
    let scenario = try CoachScenario(json: try Self.bytes(number))
    let one = scenario.cues()
    for chunk in [0, 2, 5, 7, 60, 1000] { #expect(scenario.cues(chunk: chunk) == one, "\(chunk)") }
  }

  @Test func `a scenario that can't be read says line and reason`() {
    for (text, wanted) in [
      ("{", "line 1: a name between quotation marks is missing here"),
      ("{\n\"plan\": {\"steps\": []}, \"samples\": [], \"endMs\": 1}", "the plan has no steps"),
      (
        "{\"plan\":{\"steps\":[{\"goal\":{\"seconds\":60}}]},\n\"samples\":[[1,2],\n[0,3]],\"endMs\":1}",
        "line 3: the samples are not in order of time"
      ),
      (
        "{\"plan\":{\"steps\":[{\"goal\":{\"seconds\":60}}]},\"samples\":[],\n\"pauses\":[[5,1]],\"endMs\":1}",
        "line 2: a pause is [ms, ms], the earlier first"
      ),
      (
        "{\"plan\":{\"steps\":[{\"goal\":{\"seconds\":60}}]},\"samples\":[]}",
        "line 1: “endMs” is a number of milliseconds"
      ),
      (
        "{\"plan\":{\"steps\":[{\"goal\":{\"seconds\":60},\"target\":{\"quantity\":\"power\",\"percentFTP\":[90,95]}}]},"
          + "\"samples\":[],\"endMs\":1}",
        "step 1: percentages here are of FTP, which isn't known: state it with --ftp"
      ),
    ] {
      do {
        _ = try CoachScenario(json: Array(text.utf8))
        Issue.record("\(text) was read")
      } catch {
        #expect("\(error)" == wanted)
      }
    }
  }

  @Test func `settings of a scenario are honoured, and kept within bounds`() throws {
    func cues(_ settings: String) throws -> [Int] {
      let text = """
        {"plan": {"steps": [{"kind": "steady", "goal": {"seconds": 900},
          "target": {"quantity": "heartRate", "range": [null, 150]}}]},
         "settings": \(settings), "endMs": 900000,
         "samples": [\((0..<900).map { "[\($0 * 1000), 165]" }.joined(separator: ","))]}
        """
      return try CoachScenario(json: Array(text.utf8)).cues().filter { $0.cue.code == .ease }
        .map { Int($0.wall / 1000) }
    }
    #expect(try cues("{}") == [80, 140, 260])
    #expect(try cues(#"{"heartRate": {"dwellSeconds": 40, "steadyGraceSeconds": 0}}"#) == [40, 100, 220])
    #expect(try cues(#"{"heartRate": {"repeatSeconds": []}}"#) == [80])
    // Nobody gets more than three, nor two within half a minute.
    #expect(
      try cues(#"{"heartRate": {"gapSeconds": 1, "dwellSeconds": 0, "repeatSeconds": [1, 1, 1, 1, 1]}}"#)
        == [65, 95, 125])
    #expect(try cues(#"{"heartRate": {"hysteresis": 20}}"#) == [])
  }
}
