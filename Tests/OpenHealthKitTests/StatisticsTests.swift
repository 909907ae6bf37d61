// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthKit
import OpenHealthKit
import TestSupport
import Testing

private let start = Date(timeIntervalSinceReferenceDate: 800_000_000)
private let chest = HKSource(name: "Strap", bundleIdentifier: "org.example.strap")
private let wrist = HKSource(name: "Watch", bundleIdentifier: "org.example.watch")

private func sample(
  _ identifier: HKQuantityTypeIdentifier, _ unit: HKUnit, _ value: Double, _ from: Double, _ to: Double,
  _ source: HKSource = chest
) throws -> HKQuantitySample {
  let identity = ObjectIdentity(sourceRevision: HKSourceRevision(source: source, version: nil))
  return try .sample(
    type: HKQuantityType(identifier), quantity: HKQuantity(unit: unit, doubleValue: value), start: start + from,
    end: start + to, identity: identity)
}

private func heart(_ value: Double, _ from: Double, _ to: Double? = nil) throws -> HKQuantitySample {
  try sample(.heartRate, beats, value, from, to ?? from)
}

private func steps(_ value: Double, _ from: Double, _ to: Double, _ source: HKSource = chest) throws
  -> HKQuantitySample
{ try sample(.stepCount, .count(), value, from, to, source) }

private func statistics(
  _ samples: [HKQuantitySample], _ options: HKStatisticsOptions? = nil, unit: HKUnit? = nil, from: Double = 0,
  to: Double = 60
) throws -> HKStatistics? {
  let type = try #require(samples.first?.quantityType)
  var tally = StatisticsTally(type: type, options: options, unit: unit, start: start + from, end: start + to)
  for sample in samples { tally.add(sample) }
  return tally.statistics(start: start + from, end: start + to)
}

struct `Statistics` {
  @Test func `weigh heart rate by how long each value holds`() throws {
    // 100 for 10 s, 160 for 5 s, 130 for the 15 s that it holds at most.
    let result = try #require(try statistics([heart(100, 0), heart(160, 10), heart(130, 15)], unit: beats))
    let expected: Double = (1000 + 800 + 1950) / 30
    #expect(result.averageQuantity()?.doubleValue(for: beats) == expected)
    #expect(result.minimumQuantity() == HKQuantity(unit: beats, doubleValue: 100))
    #expect(result.maximumQuantity() == HKQuantity(unit: beats, doubleValue: 160))
    #expect(result.mostRecentQuantity() == HKQuantity(unit: beats, doubleValue: 130))
    #expect(result.mostRecentQuantityDateInterval() == DateInterval(start: start + 15, duration: 0))
    #expect(result.sumQuantity() == nil && result.sources == nil && result.averageQuantity(for: chest) == nil)
  }

  @Test func `let a value that lasts by itself count for its length`() throws {
    let result = try #require(try statistics([heart(100, 0, 40), heart(160, 40)], unit: beats))
    let expected: Double = (4000 + 2400) / 55
    #expect(result.averageQuantity()?.doubleValue(for: beats) == expected)
    #expect(result.duration() == HKQuantity(unit: .second(), doubleValue: 40))
  }

  @Test func `average others with each value counting the same`() throws {
    let samples = try [70, 71, 75].enumerated().map {
      try sample(.bodyMass, .gramUnit(with: .kilo), $1, Double($0), 50)
    }
    #expect(try statistics(samples)?.averageQuantity() == HKQuantity(unit: .gramUnit(with: .kilo), doubleValue: 72))
  }

  @Test func `count of a sum over the edge the part inside`() throws {
    let samples = [try steps(100, -10, 10), try steps(30, 20, 30), try steps(60, 50, 80), try steps(7, 60, 70)]
    let result = try #require(try statistics(samples))
    #expect(result.sumQuantity()?.doubleValue(for: .count()) == 100)
    #expect(result.duration()?.doubleValue(for: .second()) == 30)
    #expect(result.averageQuantity() == nil)
  }

  @Test func `count time that several sources cover once`() throws {
    let samples = [
      try steps(10, 0, 10), try steps(20, 5, 15, wrist), try steps(30, 20, 30, wrist), try steps(5, 25, 30),
    ]
    let result = try #require(try statistics(samples, [.cumulativeSum, .separateBySource]))
    #expect(result.sumQuantity()?.doubleValue(for: .count()) == 50)
    #expect(result.sumQuantity(for: chest)?.doubleValue(for: .count()) == 15)
    #expect(result.sumQuantity(for: wrist)?.doubleValue(for: .count()) == 50)
    #expect(result.sources == [chest, wrist])
    #expect(result.mostRecentQuantity() == nil && result.duration() == nil)
  }

  @Test func `are nil without samples, and leave out what is no number`() throws {
    #expect(try statistics([steps(100, 70, 80)]) == nil)
    #expect(
      try statistics([heart(.nan, 1), heart(90, 2)], unit: beats)?.maximumQuantity()?.doubleValue(for: beats) == 90)
  }

  @Test func `say which options a type has not`() {
    #expect(HKStatisticsOptions.cumulativeSum.fault(for: HKQuantityType(.heartRate)) != nil)
    #expect(HKStatisticsOptions.discreteAverage.fault(for: HKQuantityType(.stepCount)) != nil)
    #expect(([.cumulativeSum, .mostRecent] as HKStatisticsOptions).fault(for: HKQuantityType(.stepCount)) == nil)
    #expect(([.discreteMin, .separateBySource] as HKStatisticsOptions).fault(for: HKQuantityType(.heartRate)) == nil)
  }

  @Test func `come back from an archive`() throws {
    let samples = [try steps(10, 0, 10), try steps(20, 5, 15, wrist)]
    for options in [HKStatisticsOptions.cumulativeSum, [.cumulativeSum, .separateBySource, .mostRecent, .duration]] {
      let result = try #require(try statistics(samples, options))
      let back = try archived(result)
      #expect(back == result && back.hash == result.hash && back.sources == result.sources)
    }
  }

  @Test func `by interval tile time both ways from the anchor`() throws {
    var hour = DateComponents()
    hour.minute = 1
    let anchor = start + 600
    let intervals = try #require(StatisticsIntervals(anchorDate: anchor, components: hour))
    var tally = StatisticsCollectionTally(
      type: HKQuantityType(.stepCount), options: .cumulativeSum, intervals: intervals)
    for sample in [try steps(90, 30, 210), try steps(4, 240, 250), try steps(6, 260, 262, wrist)] { tally.add(sample) }
    let collection = tally.collection()
    #expect(collection.statistics().map { $0.sumQuantity()?.doubleValue(for: .count()) } == [15, 30, 30, 15, 10])
    #expect(collection.statistics().map(\.startDate) == [Double](arrayLiteral: 0, 60, 120, 180, 240).map { start + $0 })
    #expect(collection.statistics(for: start + 61)?.sumQuantity()?.doubleValue(for: .count()) == 30)
    #expect(collection.statistics(for: start + 300) == nil && collection.sources() == [chest, wrist])
    var seen: [Double?] = []
    collection.enumerateStatistics(from: start + 200, to: start + 301) { statistics, _ in
      seen.append(statistics.sumQuantity()?.doubleValue(for: .count()))
    }
    #expect(seen == [15, 10, nil])
    seen = []
    collection.enumerateStatistics(from: start, to: start + 301) { statistics, stop in
      seen.append(statistics.sumQuantity()?.doubleValue(for: .count()))
      stop.pointee = true
    }
    #expect(seen == [15])
  }

  @Test func `by month follow the calendar`() throws {
    var month = DateComponents()
    month.month = 1
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(identifier: "Europe/Berlin"))
    let anchor = try #require(calendar.date(from: DateComponents(year: 2024, month: 1, day: 31)))
    let intervals = try #require(StatisticsIntervals(anchorDate: anchor, components: month, calendar: calendar))
    var random = SeededGenerator(seed: 5)
    for _ in 0..<500 {
      let date = anchor + Double.random(in: -4e8...4e8, using: &random)
      let interval = intervals.interval(holding: date)
      #expect(interval.start <= date && date < interval.end)
      #expect((27 * 86400.0...32 * 86400).contains(interval.duration))
      #expect(intervals.interval(after: interval).start == interval.end)
    }
  }
}
