// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing
import Workouts
import Zones

/// A random workout: samples with gaps, repeats and invalid values, pauses, boundaries.
struct RandomWorkout: CustomTestStringConvertible {
  var seed: UInt64
  var span: TimeSpan
  var samples: [(time: Int64, value: Double)]
  var pauses: [Pause]
  var boundaries: ZoneBoundaries
  var hold: Int64

  var testDescription: String { "seed \(seed)" }

  init(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    self.seed = seed
    let start = Int64.random(in: -1_000_000...1_900_000_000_000, using: &random)
    let length = Int64.random(in: 1...400_000, using: &random)
    span = TimeSpan(
      start: Instant(millisecondsSince1970: start), end: Instant(millisecondsSince1970: start + length))
    hold =
      [5_000, 15_000, 30_000, Int64.random(in: 1...60_000, using: &random)].randomElement(using: &random) ?? 15_000
    samples = []
    // Some samples lie before the start and after the end.
    var time = start - Int64.random(in: 0...20_000, using: &random)
    while time < start + length + 20_000, samples.count < 400 {
      let value: Double =
        switch Int.random(in: 0..<12, using: &random) {
        case 0: 0
        case 1: .nan
        case 2: 300
        default: Double(Int.random(in: 90...190, using: &random))
        }
      samples.append((time, value))
      time +=
        Bool.random(using: &random)
        ? Int64.random(in: 0...3_000, using: &random)
        : Int64.random(in: 0...40_000, using: &random)
    }
    pauses = []
    var edge = start
    for _ in 0..<Int.random(in: 0...4, using: &random) {
      let a = edge + Int64.random(in: 0...60_000, using: &random)
      let b = a + Int64.random(in: 1...60_000, using: &random)
      guard b <= start + length else { break }
      pauses.append(
        Pause(
          span: TimeSpan(start: Instant(millisecondsSince1970: a), end: Instant(millisecondsSince1970: b)),
          kind: .manual))
      edge = b + Int64.random(in: 0...5_000, using: &random)
    }
    var values: Set<Double> = []
    for _ in 0..<Int.random(in: 2...8, using: &random) { values.insert(Double.random(in: 95...185, using: &random)) }
    while values.count < 2 { values.insert(Double.random(in: 95...185, using: &random)) }
    do { boundaries = try ZoneBoundaries(values.sorted()) } catch { preconditionFailure("\(error)") }
  }

  func signal(_ samples: [(time: Int64, value: Double)]? = nil, pauses: [Pause]? = nil, shift: Int64 = 0) -> HeldSignal
  {
    // Stable by time, as a reader hands them over.
    let list = (samples ?? self.samples).enumerated().sorted {
      ($0.element.time, $0.offset) < ($1.element.time, $1.offset)
    }.map(\.element)
    return HeldSignal(
      Series(quantity: .heartRate, times: list.map { $0.time + shift }, values: list.map(\.value)),
      over: TimeSpan(start: span.start + shift, end: span.end + shift),
      pauses: (pauses ?? self.pauses).map {
        Pause(span: TimeSpan(start: $0.span.start + shift, end: $0.span.end + shift), kind: $0.kind)
      }, hold: hold)
  }

  var active: Int64 { pauses.reduce(span.duration) { $0 - $1.span.duration } }

  /// The definition, read literally, one millisecond-exact event at a time: the slow obvious version.
  func byDefinition() -> TimeInZone {
    var result = TimeInZone(zoneCount: boundaries.zoneCount)
    var last: [Int64: Double] = [:]
    for sample in samples { last[sample.time] = (20...250).contains(sample.value) ? sample.value : .nan }
    let times = last.keys.sorted()
    var segments: [(Int64, Int64)] = []
    var from = span.start.millisecondsSince1970
    for pause in pauses {
      segments.append((from, pause.span.start.millisecondsSince1970))
      from = pause.span.end.millisecondsSince1970
    }
    segments.append((from, span.end.millisecondsSince1970))
    for (a, b) in segments {
      var edges: Set<Int64> = [a, b]
      for t in times where t >= a && t < b {
        edges.insert(t)
        if t + hold < b { edges.insert(t + hold) }
      }
      let sorted = edges.sorted()
      for (x, y) in zip(sorted, sorted.dropFirst()) {
        guard let k = times.last(where: { $0 <= x && $0 >= a }), let value = last[k], !value.isNaN, x < k + hold
        else {
          result.unknown += y - x
          continue
        }
        result.zones[boundaries.index(of: value)] += y - x
      }
    }
    return result
  }
}

@Suite struct `Time in zone: the laws` {
  static let seeds = (1...300).map { UInt64($0) }

  @Test(arguments: seeds) func `the streaming rule equals the definition read literally`(seed: UInt64) {
    let workout = RandomWorkout(seed: seed)
    #expect(workout.signal().timeInZone(workout.boundaries) == workout.byDefinition(), "seed \(seed)")
  }

  @Test(arguments: seeds) func `conservation: zones and unknown add up to active time`(seed: UInt64) {
    let workout = RandomWorkout(seed: seed)
    #expect(workout.signal().timeInZone(workout.boundaries).active == workout.active, "seed \(seed)")
  }

  @Test(arguments: seeds) func `additivity: the parts of any partition sum to the whole`(seed: UInt64) {
    let workout = RandomWorkout(seed: seed)
    var random = SeededGenerator(seed: seed ^ 0xFEED)
    let signal = workout.signal()
    let a = workout.span.start.millisecondsSince1970, b = workout.span.end.millisecondsSince1970
    let cuts = ([a, b] + (0..<5).map { _ in Int64.random(in: a...b, using: &random) }).sorted()
    var sum = TimeInZone(zoneCount: workout.boundaries.zoneCount)
    var bins = TimeAtValue(quantity: .heartRate)
    for (x, y) in zip(cuts, cuts.dropFirst()) {
      let window = TimeSpan(start: Instant(millisecondsSince1970: x), end: Instant(millisecondsSince1970: y))
      sum = sum + signal.timeInZone(workout.boundaries, in: window)
      bins.merge(signal.timeAtValue(in: window))
    }
    #expect(sum == signal.timeInZone(workout.boundaries), "seed \(seed)")
    #expect(bins.timeInZone(workout.boundaries) == sum, "seed \(seed)")
  }

  @Test(arguments: seeds) func `shift: moving all times moves nothing else`(seed: UInt64) {
    let workout = RandomWorkout(seed: seed)
    let total = workout.signal().timeInZone(workout.boundaries)
    #expect(workout.signal(shift: 86_400_000 * 365).timeInZone(workout.boundaries) == total, "seed \(seed)")
    #expect(workout.signal(shift: -987_654_321).timeInZone(workout.boundaries) == total, "seed \(seed)")
  }

  @Test(arguments: seeds) func `idempotence: samples given twice count once`(seed: UInt64) {
    let workout = RandomWorkout(seed: seed)
    let twice = workout.samples + workout.samples
    #expect(
      workout.signal(twice).timeInZone(workout.boundaries) == workout.signal().timeInZone(workout.boundaries),
      "seed \(seed)")
  }

  @Test(arguments: seeds) func `order: samples of different moments may come in any order`(seed: UInt64) {
    let workout = RandomWorkout(seed: seed)
    var random = SeededGenerator(seed: seed ^ 0xBEEF)
    var unique: [Int64: Double] = [:]
    for sample in workout.samples { unique[sample.time] = sample.value }
    let sorted = unique.map { (time: $0.key, value: $0.value) }.sorted { $0.time < $1.time }
    #expect(
      workout.signal(sorted.shuffled(using: &random)).timeInZone(workout.boundaries)
        == workout.signal(sorted).timeInZone(workout.boundaries), "seed \(seed)")
  }

  @Test(arguments: seeds) func `held values inserted again change nothing where gaps are within the cap`(seed: UInt64) {
    let workout = RandomWorkout(seed: seed)
    let signal = workout.signal()
    var random = SeededGenerator(seed: seed ^ 0xABC)
    let times = workout.samples.map(\.time)
    var dense = workout.samples
    for span in signal.spans where span.isKnown && span.duration > 1 {
      let time = Int64.random(in: span.start..<span.end, using: &random)
      // The law holds inside a stretch that the next sample ends before the cap does.
      guard let previous = times.last(where: { $0 <= time }), let next = times.first(where: { $0 > time }),
        next - previous <= workout.hold, !times.contains(time)
      else { continue }
      dense.append((time, span.value))
    }
    #expect(
      workout.signal(dense).timeInZone(workout.boundaries) == signal.timeInZone(workout.boundaries), "seed \(seed)")
  }

  @Test(arguments: seeds) func `chunks: a clock fed sample by sample tells at any moment what the whole tells`(
    seed: UInt64
  ) {
    let workout = RandomWorkout(seed: seed)
    let start = workout.span.start.millisecondsSince1970, end = workout.span.end.millisecondsSince1970
    enum Event { case sample(Double), pause, resume }
    var events: [(time: Int64, rank: Int, event: Event)] = []
    for sample in workout.samples where sample.time >= start && sample.time < end {
      let value = Quantity.heartRate.isPlausible(sample.value) ? sample.value : .nan
      events.append((sample.time, 2, .sample(value)))
    }
    for pause in workout.pauses {
      events.append((pause.span.start.millisecondsSince1970, 0, .pause))
      events.append((pause.span.end.millisecondsSince1970, 1, .resume))
    }
    let inOrder = events.enumerated().sorted {
      ($0.element.time, $0.element.rank, $0.offset) < ($1.element.time, $1.element.rank, $1.offset)
    }.map(\.element)
    var clock = ZoneClock(zones: workout.boundaries, start: start, hold: workout.hold)
    for (index, item) in inOrder.enumerated() {
      switch item.event {
      case .sample(let value): clock.add(value, at: item.time)
      case .pause: clock.pause(at: item.time)
      case .resume: clock.resume(at: item.time)
      }
      if index % 7 == 0 { _ = clock.totals(at: item.time) }
    }
    #expect(clock.totals(at: end) == workout.signal().timeInZone(workout.boundaries), "seed \(seed)")

    // Late by less than the reorder window: moments arrive out of order, several of one moment in theirs.
    var late = ZoneClock(zones: workout.boundaries, start: start, hold: workout.hold)
    let delayed = inOrder.enumerated().map { index, item in
      (arrival: item.time + (item.rank == 2 ? item.time % 9_000 : 0), index: index, item: item)
    }.sorted { ($0.arrival, $0.index) < ($1.arrival, $1.index) }
    for entry in delayed {
      switch entry.item.event {
      case .sample(let value): late.add(value, at: entry.item.time)
      case .pause: late.pause(at: entry.item.time)
      case .resume: late.resume(at: entry.item.time)
      }
    }
    #expect(late.tooLate == 0)
    #expect(late.totals(at: end) == workout.signal().timeInZone(workout.boundaries), "seed \(seed)")
  }

  @Test func `a clock drops what comes later than its window and says so`() throws {
    var clock = ZoneClock(zones: try ZoneBoundaries([120, 140]), start: 0, hold: 15_000)
    clock.add(130, at: 0)
    clock.add(130, at: 14_000)
    clock.add(150, at: 3_000)
    #expect(clock.tooLate == 1)
    #expect(clock.totals(at: 20_000).zones == [0, 20_000, 0])
  }

  @Test func `a sample with a length of its own holds to its end`() throws {
    var spans: [HeldSpan] = []
    var hold = SampleHold(start: 0, hold: 15_000)
    hold.add(130, at: 0, until: 40_000) { spans.append($0) }
    hold.finish(at: 50_000) { spans.append($0) }
    #expect(spans.map(\.duration) == [40_000, 10_000])
    #expect(spans.map(\.isKnown) == [true, false])
  }
}
