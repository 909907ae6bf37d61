// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing
import Training
import Workouts
import Zones

private func signal(_ values: [Double], step: Milliseconds = 1000, from start: Milliseconds = 0) -> HeldSignal {
  HeldSignal(
    quantity: .power,
    spans: values.enumerated().map { place, value in
      HeldSpan(start: start + Milliseconds(place) * step, end: start + Milliseconds(place + 1) * step, value: value)
    }, hold: 5000)
}

struct `Best efforts` {
  @Test(arguments: UInt64(1)...20)
  func `are those of trying every window`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    // Spans of any length, some unknown, some apart.
    var spans: [HeldSpan] = []
    var time: Milliseconds = 0
    for _ in 0..<120 {
      if Int.random(in: 0..<20, using: &random) == 0 { time += 3000 }
      let length = Milliseconds(Int.random(in: 1...6, using: &random) * 100)
      let value = Int.random(in: 0..<15, using: &random) == 0 ? .nan : Double(Int.random(in: 0...400, using: &random))
      spans.append(HeldSpan(start: time, end: time + length, value: value))
      time += length
    }
    let signal = HeldSignal(quantity: .power, spans: spans, hold: 5000)
    for duration in [Milliseconds(100), 500, 1700, 5000] {
      var best: Double?
      for start in stride(from: Milliseconds(0), to: time, by: 100) {
        var sum = 0.0
        var known: Milliseconds = 0
        for span in spans where span.isKnown {
          let overlap = min(span.end, start + duration) - max(span.start, start)
          if overlap > 0 {
            sum += span.value * Double(overlap)
            known += overlap
          }
        }
        // A window that is known throughout holds no pause and no gap.
        if known == duration { best = max(best ?? -.infinity, sum / Double(duration)) }
      }
      let found = BestEfforts.best(of: signal, over: [duration]).first
      #expect(abs((found?.value ?? -1) - (best ?? -1)) < 1e-9, "seed \(seed), \(duration) ms")
    }
  }

  @Test func `never span a pause`() {
    let first = signal([Double](repeating: 300, count: 40)),
      second = signal([Double](repeating: 300, count: 40), from: 90_000)
    let both = HeldSignal(quantity: .power, spans: first.spans + second.spans, hold: 5000)
    #expect(BestEfforts.best(of: both, over: [40_000]).first?.value == 300)
    #expect(BestEfforts.best(of: both, over: [41_000]).isEmpty)
  }

  @Test func `tell when they began`() {
    let efforts = BestEfforts.best(of: signal([100, 100, 300, 320, 100]), over: [2000])
    #expect(efforts == [BestEffort(duration: 2000, value: 310, start: Instant(millisecondsSince1970: 2000))])
  }
}

struct `The highest heart rate` {
  private func series(_ values: [Double], step: Int64 = 1000) -> Series {
    Series(
      quantity: .heartRate, times: values.indices.map { Int64($0) * step }, values: values,
      source: SeriesSource(sensor: .optical))
  }

  @Test func `is what stood for five seconds`() {
    var values = [Double](repeating: 150, count: 60)
    for second in 30..<40 { values[second] = 181 }
    for second in 33..<36 { values[second] = 184 }
    let found = HeartRatePeaks.sustainedMaximum(series(values))
    #expect(found?.value == 181 && found?.duration == 5000)
  }

  @Test(arguments: [1, 2], [1000, 5000, 10_000] as [Int64])
  func `does not see a spike of one or two samples, however long they are held`(length: Int, step: Int64) {
    var values = [Double](repeating: 150, count: 60)
    for place in 0..<length { values[30 + place] = 230 }
    #expect(HeartRatePeaks.sustainedMaximum(series(values, step: step))?.value == 150)
  }

  @Test func `leaves doubtful stretches out`() {
    var values = [Double](repeating: 150, count: 100)
    for second in 30..<60 { values[second] = 178 }
    let doubtful = TimeSpan(start: Instant(secondsSince1970: 30), end: Instant(secondsSince1970: 60))
    #expect(HeartRatePeaks.sustainedMaximum(series(values))?.value == 178)
    #expect(HeartRatePeaks.sustainedMaximum(series(values), doubtful: [doubtful])?.value == 150)
  }

  @Test func `needs five samples in a row`() {
    #expect(HeartRatePeaks.sustainedMaximum(series([150, 151, 152, 153])) == nil)
    #expect(HeartRatePeaks.sustainedMaximum(series([150, 151, .nan, 152, 153, 150, 149])) == nil)
  }
}

struct `The thirty minutes` {
  @Test func `give the mean of their last twenty`() throws {
    // Ten minutes to get there, then steady, then down.
    var values = [Double](repeating: 120, count: 900)
    values += (0..<600).map { 150 + Double($0) / 60 }
    values += [Double](repeating: 170, count: 1200)
    values += [Double](repeating: 110, count: 600)
    let found = try #require(HeartRatePeaks.thirtyMinuteEffort(signal(values)))
    #expect(found.start == Instant(secondsSince1970: 900) && abs(found.value - 170) < 1e-9)
    #expect(HeartRatePeaks.thirtyMinuteEffort(signal([Double](repeating: 150, count: 1799))) == nil)
  }
}
