// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension HealthBackend {
  /// What the samples of a type say together; nil where there are none. With no options, all that the type can have.
  func statistics(
    _ type: HKQuantityType, _ condition: SampleCondition?, _ options: HKStatisticsOptions
  ) throws(HKError) -> HKStatistics? {
    let wanted = options.isSubset(of: .separateBySource) ? options.union(.all(of: type)) : options
    let counting = Counting(StatisticsTally(type: type, options: wanted))
    try numbers(
      of: type, condition,
      begin: { counting.tally = StatisticsTally(type: type, options: wanted, unit: $0) },
      source: { counting.tally.index(of: $0) },
      add: { run, source in
        counting.first = min(counting.first, run.first)
        counting.last = max(counting.last, run.ends?.max() ?? run.last)
        counting.change { tally in
          run.forEach { tally.add($0, from: $1, to: $2, source: source) }
        }
      })
    return counting.tally.statistics(
      start: Date(timeIntervalSinceReferenceDate: counting.first),
      end: Date(timeIntervalSinceReferenceDate: counting.last))
  }

  /// What the samples of a type say together in each interval.
  func statistics(
    _ type: HKQuantityType, _ condition: SampleCondition?, _ options: HKStatisticsOptions,
    every components: DateComponents, from anchor: Date
  ) throws(HKError) -> HKStatisticsCollection {
    guard let intervals = StatisticsIntervals(anchorDate: anchor, components: components) else {
      throw .invalid("An interval has a length.")
    }
    let wanted = options.isSubset(of: .separateBySource) ? options.union(.all(of: type)) : options
    func tally(_ unit: HKUnit?) -> StatisticsCollectionTally {
      StatisticsCollectionTally(type: type, options: wanted, intervals: intervals, unit: unit)
    }
    let counting = Counting(tally(nil))
    try numbers(
      of: type, condition, begin: { counting.tally = tally($0) }, source: { counting.tally.index(of: $0) },
      add: { run, source in
        counting.change { tally in
          run.forEach { tally.add($0, from: $1, to: $2, source: source) }
        }
      })
    return counting.tally.collection()
  }
}

/// A tally that closures share.
private final class Counting<Tally> {
  var tally: Tally
  var first = Double.infinity
  var last = -Double.infinity

  init(_ tally: Tally) { self.tally = tally }

  /// Changes the tally by many numbers at once, which checks only once that nobody else does.
  @inline(__always)
  func change(_ body: (inout Tally) -> Void) { body(&tally) }
}

extension NumberRun {
  /// Hands over each number with its start and end.
  @inline(__always)
  func forEach(_ body: (_ value: Double, _ from: Double, _ to: Double) -> Void) {
    if let ends {
      for (value, (from, to)) in zip(values, zip(starts, ends)) { body(value, from, to) }
    } else {
      values.withUnsafeBufferPointer { values in
        starts.withUnsafeBufferPointer { starts in
          for place in 0..<min(values.count, starts.count) { body(values[place], starts[place], starts[place]) }
        }
      }
    }
  }
}
