// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing
import Workouts
import Zones

@Suite struct `Time at value` {
  func histogram(_ parts: [(Double, Int64)], width: Double = 1) -> TimeAtValue {
    var result = TimeAtValue(quantity: .heartRate, binWidth: width)
    var time: Int64 = 0
    for (value, duration) in parts {
      result.add(HeldSpan(start: time, end: time + duration, value: value))
      time += duration
    }
    return result
  }

  @Test func `the worked example re-buckets exactly under fractional limits`() throws {
    let total = histogram([(136, 4), (137, 10), (147, 3), (148, 5)])
      .timeInZone(try ZoneBoundaries([136.8, 147.6]))
    #expect(total.zones == [4, 13, 5])
  }

  @Test func `vector B under Friel's cycling zones at threshold 160`() throws {
    let zones = try ZoneScheme.named("friel-bike7").zones(for: Anchors(stated: [.thresholdHeartRate: 160]))
    #expect(zip(zones.boundaries.values, [129.6, 144, 150.4, 160]).allSatisfy { abs($0 - $1) < 1e-9 })
    let total = histogram([(118, 8), (130, 11), (150, 27)]).timeInZone(zones.boundaries)
    #expect(total.zones == [8, 11, 27, 0, 0, 0, 0])
  }

  @Test(arguments: (1...200).map { UInt64($0) })
  func `whole-numbered signals re-bucket exactly under any real limits`(seed: UInt64) throws {
    let workout = RandomWorkout(seed: seed)
    let signal = workout.signal()
    let bins = signal.timeAtValue()
    #expect(bins.isExact)
    #expect(bins.timeInZone(workout.boundaries) == signal.timeInZone(workout.boundaries), "seed \(seed)")
  }

  @Test(arguments: (1...100).map { UInt64($0) })
  func `fractional signals err by at most the time in the bins that hold a limit`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let parts = (0..<200).map { _ in
      (Double.random(in: 100...180, using: &random), Int64.random(in: 1...5000, using: &random))
    }
    let boundaries = try ZoneBoundaries([110.3, 127.9, 150.5])
    let bins = histogram(parts)
    #expect(!bins.isExact)
    var exact = TimeInZone(zoneCount: 4)
    for (value, duration) in parts { exact.zones[boundaries.index(of: value)] += duration }
    let rough = bins.timeInZone(boundaries)
    func bin(_ limit: Double?) -> Int64 {
      guard let limit else { return 0 }
      let place = Int(limit.rounded(.down)) - bins.firstBin
      return bins.bins.indices.contains(place) ? bins.bins[place] : 0
    }
    for zone in 0..<4 {
      let bound = bin(boundaries.lowerBound(of: zone)) + bin(boundaries.upperBound(of: zone))
      #expect(abs(rough.zones[zone] - exact.zones[zone]) <= bound, "seed \(seed)")
    }
    #expect(rough.known == exact.known)
  }

  @Test func `merging is associative, commutative and commutes with re-bucketing`() throws {
    let boundaries = try ZoneBoundaries([120, 140.5, 160])
    let parts = (1...3).map { RandomWorkout(seed: $0).signal().timeAtValue() }
    func merged(_ order: [Int]) -> TimeAtValue {
      var sum = parts[order[0]]
      for i in order.dropFirst() { sum.merge(parts[i]) }
      return sum
    }
    #expect(merged([0, 1, 2]) == merged([2, 1, 0]))
    var right = parts[1]
    right.merge(parts[2])
    var left = parts[0]
    left.merge(right)
    #expect(left == merged([0, 1, 2]))
    let sum = parts.dropFirst().reduce(parts[0].timeInZone(boundaries)) { $0 + $1.timeInZone(boundaries) }
    #expect(left.timeInZone(boundaries) == sum)
  }

  @Test func `tenths fall into their own bins of width 0.1`() throws {
    let bins = histogram([(120.1, 10), (120.3, 20), (120.7, 30)], width: 0.1)
    #expect(bins.isExact)
    #expect(bins.timeInZone(try ZoneBoundaries([120.3, 120.7])).zones == [10, 20, 30])
  }
}
