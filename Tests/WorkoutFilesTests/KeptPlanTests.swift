// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WorkoutFiles
import Workouts

/// Plans that are kept beside the tests, which the fuzzer begins with.
struct KeptPlanTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../Fixtures/plan").standardized

  @Test(arguments: [
    ("all-segments.zwo", PlanFormat.zwo, 12, 1_680_000), ("ramp-and-laps.erg", .erg, 3, 600_000),
    ("all-words.txt", .text, 12, 2_160_000), ("everything.json", .json, 11, 600_500),
    ("everything.fit", .fit, 11, 600_500),
  ])
  func `kept plans read to their totals`(name: String, format: PlanFormat, steps: Int, time: Int) throws {
    let bytes = [UInt8](try Data(contentsOf: Self.folder.appending(path: name)))
    let decoded = try PlanFile.decode(bytes, name: name)
    #expect(decoded.format == format)
    #expect(decoded.plan.stepCount == steps && decoded.plan.plannedTime == Milliseconds(time))
  }
}
