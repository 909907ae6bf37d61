// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Testing
import Workouts
import Zones

/// Ways in which other programs got time in zone wrong, one test each.
@Suite("Pitfalls: time in zone")
struct ZonePitfallTests {
  private let limits: ZoneBoundaries
  private let watts: ZoneBoundaries

  init() throws {
    limits = try ZoneBoundaries([120, 140, 160, 180])
    watts = try ZoneBoundaries([150, 200, 250])
  }

  private func span(_ a: Int64, _ b: Int64) -> TimeSpan {
    TimeSpan(start: Instant(secondsSince1970: a), end: Instant(secondsSince1970: b))
  }

  private func signal(
    _ samples: [(Int64, Double)], of quantity: Quantity = .heartRate, end: Int64, pauses: [(Int64, Int64)] = []
  ) -> HeldSignal {
    HeldSignal(
      Series(quantity: quantity, times: samples.map { $0.0 * 1000 }, values: samples.map(\.1)), over: span(0, end),
      pauses: pauses.map { Pause(span: span($0.0, $0.1), kind: .manual) },
      hold: SampleHold.holdCap(for: quantity, smartRecording: false))
  }

  /// Seconds in each zone, and seconds of which nothing is known.
  private func count(
    _ samples: [(Int64, Double)], of quantity: Quantity = .heartRate, end: Int64, pauses: [(Int64, Int64)] = []
  ) -> (zones: [Int64], unknown: Int64) {
    let time = signal(samples, of: quantity, end: end, pauses: pauses)
      .timeInZone(quantity == .power ? watts : limits)
    return (time.zones.map { $0 / 1000 }, time.unknown / 1000)
  }

  @Test func `a gap of 25 minutes is not credited to the value before it`() {
    let early: [(Int64, Double)] = (0..<60).map { ($0, 150) }, late: [(Int64, Double)] = (1560..<1620).map { ($0, 110) }
    let samples = early + late
    let (zones, unknown) = count(samples, end: 1620)
    #expect(zones == [60, 0, 60 + 14, 0, 0], "the last value holds for 15 s in all")
    #expect(unknown == 1500 - 14)
  }

  @Test func `a sample every ten seconds counts for ten seconds, not for one`() {
    let samples: [(Int64, Double)] = (0..<30).map { ($0 * 10, 150) } + [(300, 150)]
    #expect(count(samples, end: 305).zones == [0, 0, 305, 0, 0])
  }

  @Test func `power every few seconds counts for its time, and 0 W of coasting counts`() {
    let (zones, unknown) = count([(0, 220), (2, 210), (4, 0), (6, 0), (8, 260)], of: .power, end: 10)
    #expect(zones == [4, 0, 4, 2])
    #expect(unknown == 0)
  }

  @Test func `standing pedals are the lowest zone, not the highest`() {
    #expect(watts.index(of: 0) == 0)
    #expect(count([(0, 300), (1, 0), (2, 0), (3, 0)], of: .power, end: 4).zones == [3, 0, 0, 1])
  }

  @Test func `zones, no data and pauses add up to the time that passed`() {
    let (zones, unknown) = count(
      [(0, 110), (5, 150), (50, 150), (70, 190)], end: 90, pauses: [(20, 45), (75, 80)])
    #expect(zones.reduce(0, +) + unknown + 25 + 5 == 90)
  }

  @Test func `points at irregular distances each count until the next`() {
    let (zones, unknown) = count([(0, 130), (1, 150), (8, 130), (11, 165), (20, 130)], end: 24)
    #expect(zones == [0, 1 + 3 + 4, 7, 9, 0] && unknown == 0)
  }

  @Test func `a dropout to 0 beats is nothing told, and lowers nothing`() {
    let (zones, unknown) = count([(0, 150), (5, 0), (6, 0), (7, 150)], end: 10)
    #expect(zones == [0, 0, 5 + 3, 0, 0] && unknown == 2)
  }

  @Test func `before the first value nothing is credited`() {
    let (zones, unknown) = count([(100, 150)], end: 110)
    #expect(zones == [0, 0, 10, 0, 0] && unknown == 100)
  }

  @Test func `a pause writes no heart rate of 0 and credits nothing, whatever blinks in it`() {
    let inPause: [(Int64, Double)] = (10..<40).map { ($0, $0 % 2 == 0 ? 0 : 150) }
    let blinking = [(0, 150), (9, 150)] + inPause + [(40, 150), (45, 150)]
    let (zones, unknown) = count(blinking, end: 50, pauses: [(10, 40)])
    #expect(zones == [0, 0, 20, 0, 0] && unknown == 0)
  }

  @Test func `the top zone has no upper end`() throws {
    let zones = try ZoneScheme.named("hrmax5").zones(for: Anchors(stated: [.maximumHeartRate: 180]))
    let top = zones.boundaries.zoneCount - 1
    #expect(zones.boundaries.index(of: 185) == top && zones.boundaries.index(of: 240) == top)
    #expect(zones.boundaries.upperBound(of: top) == nil)
    #expect(zones.range(of: top).hasSuffix("and up"))
  }

  @Test func `a share is rounded once, for its label: 90 percent of 168 is 151.2, not 151 or 157`() throws {
    let zones = try ZoneScheme.named("hrmax5").zones(for: Anchors(stated: [.maximumHeartRate: 168]))
    let top = zones.boundaries.zoneCount - 1
    let limit = try #require(zones.boundaries.lowerBound(of: top))
    #expect(abs(limit - 151.2) < 1e-9)
    #expect(zones.range(of: top) == "152 and up" && zones.range(of: top - 1).hasSuffix("151"))
    #expect([151, 151.1, 151.3, 152].map(zones.boundaries.index) == [top - 1, top - 1, top, top])
  }

  @Test func `between two ranges no value is in no zone, and labels are those of the limits`() throws {
    let set = try ZoneSet(typed: [123, 137, 152], quantity: .heartRate)
    #expect(set.boundaries.index(of: 136.5) == 1 && set.boundaries.index(of: 136.999) == 1)
    #expect(set.boundaries.index(of: 137) == 2)
    for index in 0..<3 { #expect(set.boundaries.upperBound(of: index) == set.boundaries.lowerBound(of: index + 1)) }
  }

  @Test func `one spike changes no limit and is marked`() throws {
    var values = [Double](repeating: 140, count: 120)
    values[60] = 214
    let series = Series(quantity: .heartRate, times: values.indices.map { Int64($0) * 1000 }, values: values)
    let flags = SignalQuality.flags(heartRate: series, cadence: nil, effort: nil)
    #expect(flags.map(\.kind) == [.spike])
  }

  @Test func `where two sensors tell, the first that is known counts, without flip-flop or double counting`() throws {
    // The strap falls silent from 20 s to 40 s; the watch, thirty beats higher, tells all the time.
    let early: [(Int64, Double)] = (0..<20).map { ($0, 130) }, late: [(Int64, Double)] = (40..<60).map { ($0, 130) }
    let strap = signal(early + [(20, .nan)] + late, end: 60)
    let watch = signal((0..<60).map { ($0, 165) }, end: 60)
    let joined = try #require(HeldSignal.firstKnown([strap, watch]))
    #expect(joined.spans.map(\.value) == [130, 165, 130], "one change to the watch, one back")
    #expect(joined.timeInZone(limits).zones == [0, 40_000, 0, 20_000, 0])
  }

  @Test func `time in the whole is counted from the signal, not summed from parts that were rounded`() throws {
    let signal = self.signal((0..<60).map { ($0, $0 % 2 == 0 ? 130 : 150) }, end: 60)
    let whole = signal.timeInZone(limits)
    var sum = TimeInZone(zoneCount: limits.zoneCount)
    for edge in stride(from: Int64(0), to: 60_000, by: 700) {
      let window = TimeSpan(
        start: Instant(millisecondsSince1970: edge), end: Instant(millisecondsSince1970: min(60_000, edge + 700)))
      sum = sum + signal.timeInZone(limits, in: window)
    }
    #expect(sum == whole)
  }

  @Test(arguments: 3...9) func `there may be any number of zones from three to nine`(count: Int) throws {
    let set = try ZoneSet(typed: (1..<count).map { 100 + Double($0) * 10 }, quantity: .heartRate)
    let signal = self.signal((0..<120).map { ($0, 90 + Double($0)) }, end: 120)
    let time = signal.timeInZone(set.boundaries)
    #expect(time.zones.count == count && time.known == 120_000 && time.zones.allSatisfy { $0 > 0 })
  }

  @Test func `a live counter asked at any moment only grows, and survives being copied and restored`() throws {
    var clock = ZoneClock(zones: limits, start: 0, hold: 15_000)
    var last: Milliseconds = 0
    for second in Int64(0)..<200 {
      if second % 7 != 0 { clock.add(110 + Double(second % 60), at: second * 1000) }
      let copy = clock
      let totals = copy.totals(at: second * 1000)
      #expect(totals.active == second * 1000)
      #expect(totals.known >= last)
      last = totals.known
      clock = copy
    }
  }
}
