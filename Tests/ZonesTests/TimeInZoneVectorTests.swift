// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Testing
import Workouts
import Zones

@Suite struct `Time in zone: the worked vectors` {
  /// Name, samples, end, pauses, expected zones, expected unknown; in seconds, under 120/140/160/180, hold cap 15 s.
  static let vectors: [(String, [(Int64, Double)], Int64, [(Int64, Int64)], [Int64], Int64)] = [
    ("A regular", [(0, 110), (5, 125), (10, 145), (15, 145), (20, 165), (25, 150)], 30, [], [5, 5, 15, 5, 0], 0),
    ("B gap", [(0, 130), (4, 130), (11, 150), (40, 150), (52, 118)], 60, [], [8, 11, 27, 0, 0], 14),
    ("C pause", [(0, 130), (4, 130), (11, 150), (40, 150), (52, 118)], 60, [(15, 35)], [8, 11, 16, 0, 0], 5),
    ("E duplicate, invalid", [(0, 130), (5, 150), (5, 155), (9, 0), (12, 152)], 20, [], [0, 5, 12, 0, 0], 3),
    ("F hold", [(0, 130), (10, 150), (20, 150)], 20, [], [0, 10, 10, 0, 0], 0),
  ]

  static func signal(_ samples: [(Int64, Double)], end: Int64, pauses: [(Int64, Int64)] = []) -> HeldSignal {
    HeldSignal(
      Series(quantity: .heartRate, times: samples.map { $0.0 * 1000 }, values: samples.map(\.1)),
      over: span(0, end), pauses: pauses.map { Pause(span: span($0.0, $0.1), kind: .manual) }, hold: 15_000)
  }

  static func span(_ a: Int64, _ b: Int64) -> TimeSpan {
    TimeSpan(start: Instant(secondsSince1970: a), end: Instant(secondsSince1970: b))
  }

  let boundaries: ZoneBoundaries

  init() throws { boundaries = try ZoneBoundaries([120, 140, 160, 180]) }

  @Test(arguments: vectors.indices) func `vectors A, B, C, E, F to the millisecond`(_ index: Int) {
    let (name, samples, end, pauses, zones, unknown) = Self.vectors[index]
    let total = Self.signal(samples, end: end, pauses: pauses).timeInZone(boundaries)
    #expect(total.zones == zones.map { $0 * 1000 }, "\(name)")
    #expect(total.unknown == unknown * 1000, "\(name)")
  }

  @Test func `vectors D and D′: a split carries the value over its edge`() {
    let whole = Self.signal(Self.vectors[1].1, end: 60)
    func part(_ a: Int64, _ b: Int64) -> ([Int64], Int64) {
      let total = whole.timeInZone(boundaries, in: Self.span(a, b))
      return (total.zones.map { $0 / 1000 }, total.unknown / 1000)
    }
    #expect(part(0, 30) == ([0, 11, 15, 0, 0], 4))
    #expect(part(30, 60) == ([8, 0, 12, 0, 0], 10))
    #expect(part(0, 8) == ([0, 8, 0, 0, 0], 0))
    #expect(part(8, 60) == ([8, 3, 27, 0, 0], 14))
  }

  @Test func `vector G: the strap where it is known, else the watch`() throws {
    let strap = Self.signal([(0, 140), (5, 142)], end: 25)
    let watch = Self.signal([(0, 165), (10, 165), (20, 165)], end: 25)
    let joined = try #require(HeldSignal.firstKnown([strap, watch]))
    let total = joined.timeInZone(boundaries)
    #expect(total.zones == [0, 0, 20_000, 5_000, 0])
    #expect(total.unknown == 0)
  }
}
