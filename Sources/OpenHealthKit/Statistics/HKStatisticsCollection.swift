// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Statistics of one type for each interval of time in which there are samples.
// NB: unchecked because NSObject isn't Sendable; everything stored is constant.
open class HKStatisticsCollection: NSObject, @unchecked Sendable {
  private let type: HKQuantityType
  private let intervals: StatisticsIntervals
  private let populated: [HKStatistics]
  private let byStart: [Date: HKStatistics]
  private let allSources: Set<HKSource>

  /// A collection of statistics, one for each interval that has any, by date.
  package init(
    type: HKQuantityType, intervals: StatisticsIntervals, statistics: [HKStatistics], sources: Set<HKSource>
  ) {
    self.type = type
    self.intervals = intervals
    populated = statistics
    byStart = Dictionary(statistics.map { ($0.startDate, $0) }) { $1 }
    allSources = sources
    super.init()
  }

  /// Those of the interval that holds a date; nil where it has no samples.
  @discardableResult
  open func statistics(for date: Date) -> HKStatistics? { byStart[intervals.interval(holding: date).start] }

  /// Those of all intervals that have samples, by date.
  @discardableResult
  open func statistics() -> [HKStatistics] { populated }

  /// Calls `block` for each interval from the one that holds `startDate` to the one that holds `endDate`, by date, until it
  /// sets its second argument. Those of intervals without samples have no quantities.
  open func enumerateStatistics(
    from startDate: Date, to endDate: Date, with block: (HKStatistics, UnsafeMutablePointer<ObjCBool>) -> Void
  ) {
    var interval = intervals.interval(holding: startDate)
    var stop: ObjCBool = false
    while interval.start <= endDate {
      let statistics =
        byStart[interval.start]
        ?? HKStatistics(type: type, start: interval.start, end: interval.end, numbers: StatisticsNumbers())
      block(statistics, &stop)
      if stop.boolValue { return }
      interval = intervals.interval(after: interval)
    }
  }

  /// Who saved the samples.
  @discardableResult
  open func sources() -> Set<HKSource> { allSources }
}

/// Brings samples of one type together by interval. They come by start.
package struct StatisticsCollectionTally: Sendable {
  private let type: HKQuantityType
  private let options: HKStatisticsOptions
  private let intervals: StatisticsIntervals
  private let unit: HKUnit
  /// Those that a later sample may still count in, by date.
  private var open: [(interval: DateInterval, tally: StatisticsTally)] = []
  private var closed: [HKStatistics] = []
  private var sources: [HKSource] = []

  /// - Parameter unit: what values are given in, and the numbers; nil for the type's own.
  package init(
    type: HKQuantityType, options: HKStatisticsOptions, intervals: StatisticsIntervals, unit: HKUnit? = nil
  ) {
    self.type = type
    self.unit = unit ?? type.traits.unit
    self.options = options
    self.intervals = intervals
  }

  /// The number by which `add` knows a source.
  package mutating func index(of source: HKSource) -> Int {
    if let index = sources.firstIndex(where: { $0 === source || $0 == source }) { return index }
    sources.append(source)
    return sources.count - 1
  }

  /// Counts a sample in each interval in which it lies.
  package mutating func add(_ sample: HKQuantitySample) {
    add(
      sample.quantity.doubleValue(for: unit), from: sample.startDate.timeIntervalSinceReferenceDate,
      to: sample.endDate.timeIntervalSinceReferenceDate, source: index(of: sample.sourceRevision.source))
  }

  /// Counts a number, in the tally's unit, that held from one moment to another; seconds since the reference date.
  package mutating func add(_ value: Double, from: Double, to: Double, source: Int) {
    close(before: from)
    var place = 0
    repeat {
      if place == open.count {
        let interval =
          open.last.map { intervals.interval(after: $0.interval) }
          ?? intervals.interval(holding: Date(timeIntervalSinceReferenceDate: from))
        open.append((interval, tally(of: interval)))
      }
      let number = open[place].tally.index(of: sources[source])
      open[place].tally.add(value, from: from, to: to, source: number)
      place += 1
    } while open[place - 1].interval.end.timeIntervalSinceReferenceDate < to
  }

  private func tally(of interval: DateInterval) -> StatisticsTally {
    StatisticsTally(type: type, options: options, unit: unit, start: interval.start, end: interval.end)
  }

  private mutating func close(before time: Double) {
    while let first = open.first, first.interval.end.timeIntervalSinceReferenceDate <= time {
      closed.append(contentsOf: statistics(of: first))
      open.removeFirst()
    }
  }

  private func statistics(of entry: (interval: DateInterval, tally: StatisticsTally)) -> [HKStatistics] {
    entry.tally.statistics(start: entry.interval.start, end: entry.interval.end).map { [$0] } ?? []
  }

  /// All that was counted.
  package func collection() -> HKStatisticsCollection {
    HKStatisticsCollection(
      type: type, intervals: intervals, statistics: closed + open.flatMap { statistics(of: $0) },
      sources: Set(sources))
  }
}
