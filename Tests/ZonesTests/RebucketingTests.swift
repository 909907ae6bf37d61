// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing
import Workouts
import Zones

struct `Histograms stand for samples` {
  private func signal(_ random: inout SeededGenerator, fractional: Bool) -> HeldSignal {
    var spans: [HeldSpan] = []
    var time: Milliseconds = 0
    for _ in 0..<Int.random(in: 1...300, using: &random) {
      let length = Milliseconds(Int.random(in: 1...9000, using: &random))
      var value = Double(Int.random(in: 60...200, using: &random))
      if fractional { value += Double(Int.random(in: 0..<1000, using: &random)) / 1000 }
      if Int.random(in: 0..<10, using: &random) == 0 { value = .nan }
      spans.append(HeldSpan(start: time, end: time + length, value: value))
      time += length
    }
    return HeldSignal(quantity: .heartRate, spans: spans, hold: 15_000)
  }

  private func limits(_ random: inout SeededGenerator) throws -> ZoneBoundaries {
    let count = Int.random(in: 2...8, using: &random)
    var values = Set<Double>()
    while values.count < count {
      // Whole ones, ones just beside whole ones, any.
      let whole = Double(Int.random(in: 55...205, using: &random))
      let beside = [0, 0.5, 1e-6, -1e-6, Double.random(in: 0..<1, using: &random)]
      values.insert(whole + beside[Int.random(in: 0..<beside.count, using: &random)])
    }
    return try ZoneBoundaries(values.sorted())
  }

  @Test(arguments: UInt64(1)...200)
  func `whole values: sorted anew from the histogram is sorted anew from the samples, under any limits`(
    seed: UInt64
  ) throws {
    var random = SeededGenerator(seed: seed)
    let signal = signal(&random, fractional: false)
    let bins = signal.timeAtValue()
    #expect(bins.isExact)
    for _ in 0..<20 {
      let limits = try limits(&random)
      #expect(bins.timeInZone(limits) == signal.timeInZone(limits), "seed \(seed), \(limits.values)")
      #expect(bins.errorBounds(limits).allSatisfy { $0 == 0 })
    }
  }

  @Test(arguments: UInt64(1)...200)
  func `fractions: the error is at most the time in the bins that hold the limits`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let signal = signal(&random, fractional: true)
    for width in [1.0, 0.1] {
      let bins = signal.timeAtValue(binWidth: width)
      for _ in 0..<20 {
        let limits = try limits(&random)
        let anew = bins.timeInZone(limits), true_ = signal.timeInZone(limits), bounds = bins.errorBounds(limits)
        #expect(anew.unknown == true_.unknown && anew.known == true_.known)
        for zone in 0..<limits.zoneCount {
          #expect(
            abs(anew.zones[zone] - true_.zones[zone]) <= bounds[zone],
            "seed \(seed), width \(width), zone \(zone) of \(limits.values)")
        }
      }
    }
  }

  @Test(arguments: UInt64(1)...100)
  func `merging is associative, commutative and goes with sorting`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let (a, b, c) = (
      signal(&random, fractional: false).timeAtValue(), signal(&random, fractional: false).timeAtValue(),
      signal(&random, fractional: false).timeAtValue()
    )
    func merged(_ x: TimeAtValue, _ y: TimeAtValue) -> TimeAtValue {
      var sum = x
      sum.merge(y)
      return sum
    }
    let limits = try limits(&random)
    #expect(merged(merged(a, b), c).timeInZone(limits) == merged(a, merged(b, c)).timeInZone(limits))
    #expect(merged(a, b).timeInZone(limits) == merged(b, a).timeInZone(limits))
    #expect(merged(a, b).timeInZone(limits) == a.timeInZone(limits) + b.timeInZone(limits))
    #expect(merged(a, TimeAtValue(quantity: .heartRate)).timeInZone(limits) == a.timeInZone(limits))
    #expect(merged(a, b).known == a.known + b.known)
  }

  @Test(arguments: UInt64(1)...200)
  func `totals alone give bounds that hold the truth, and a point only for coarser zones`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let signal = signal(&random, fractional: true)
    let from = try limits(&random), to = try limits(&random)
    let bounds = signal.timeInZone(from).bounds(under: from, in: to), truth = signal.timeInZone(to)
    for (bound, time) in zip(bounds, truth.zones) {
      #expect(bound.least <= time && time <= bound.most, "seed \(seed)")
    }
    guard from.values.count > 2 else { return }
    let coarser = try ZoneBoundaries(Array(from.values.dropFirst()))
    #expect(signal.timeInZone(from).bounds(under: from, in: coarser).allSatisfy { $0.isExact })
  }

  @Test func `time at or above a value is a cumulative counter`() {
    var bins = TimeAtValue(quantity: .heartRate)
    for value in 100..<200 { bins.add(HeldSpan(start: 0, end: 1000, value: Double(value))) }
    #expect(bins.time(atOrAbove: 150) == 50_000 && bins.time(atOrAbove: 149.5) == 50_000)
    #expect(bins.time(atOrAbove: 0) == 100_000 && bins.time(atOrAbove: 200) == 0)
  }
}
