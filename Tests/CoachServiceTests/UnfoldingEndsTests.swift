// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing
import Workouts
import Zones

@testable import CoachService

@Suite struct `Condensed samples` {
  @Test(arguments: (1...200).map { UInt64($0) })
  func `are the same signal without their ends`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var times: [Int64] = [], values: [Double] = [], ends: [Int64] = []
    var time: Int64 = 0
    for _ in 0..<60 {
      times.append(time)
      values.append(Int.random(in: 0..<10, using: &random) == 0 ? .nan : Double.random(in: 90...180, using: &random))
      ends.append(time + (Bool.random(using: &random) ? 0 : Int64.random(in: 0...120_000, using: &random)))
      time += Int64.random(in: 1...60_000, using: &random)
    }
    var series = Series(quantity: .heartRate, times: times, values: values)
    series.ends = ends
    let span = TimeSpan(start: Instant(millisecondsSince1970: 0), end: Instant(millisecondsSince1970: time + 200_000))
    let limits = try ZoneBoundaries([110, 130, 150])
    let folded = HeldSignal(series, over: span, hold: 15_000)
    let unfolded = HeldSignal(series.unfoldingEnds(hold: 15_000), over: span, hold: 15_000)
    #expect(folded.timeInZone(limits) == unfolded.timeInZone(limits), "seed \(seed)")
    #expect(series.unfoldingEnds(hold: 15_000).ends == nil)
  }
}
