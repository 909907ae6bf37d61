// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// Brings samples of one type together. They come by start, those with the same start in the order in which they were
/// added; how they count is told at `HKStatistics`.
///
/// Times are seconds since the reference date, values are in `unit`.
package struct StatisticsTally: Sendable {
  package let type: HKQuantityType
  package let unit: HKUnit
  private let options: HKStatisticsOptions
  /// What is looked at: samples outside don't count, those over its edges count with the part inside.
  private let lower: Double
  private let upper: Double
  private let includesUpper: Bool
  private let isSummed: Bool
  private var whole: Part
  private var parts: [Part] = []
  private var sources: [HKSource] = []
  /// Until when samples of each source cover the time, for sums over sources that overlap.
  private var coveredUntil: [Double] = []

  /// A tally of nothing yet.
  ///
  /// - Parameters:
  ///   - options: which numbers are wanted; nil for all that the type can have, over all sources together.
  ///   - unit: what values are given in, and the numbers; nil for the type's own.
  ///   - start: from when samples count.
  ///   - end: up to when samples count.
  ///   - includesEnd: whether a moment at `end` counts.
  package init(
    type: HKQuantityType, options: HKStatisticsOptions? = nil, unit: HKUnit? = nil, start: Date = .distantPast,
    end: Date = .distantFuture, includesEnd: Bool = false
  ) {
    self.type = type
    self.unit = unit ?? type.traits.unit
    self.options = options ?? .all(of: type)
    lower = start.timeIntervalSinceReferenceDate
    upper = end.timeIntervalSinceReferenceDate
    includesUpper = includesEnd
    isSummed = type.aggregationStyle == .cumulative
    whole = Part(weighing: type, upper: upper)
  }

  /// The number by which `add` knows a source.
  package mutating func index(of source: HKSource) -> Int {
    if let index = sources.firstIndex(where: { $0 === source || $0 == source }) { return index }
    sources.append(source)
    coveredUntil.append(-.infinity)
    if options.contains(.separateBySource) { parts.append(Part(weighing: type, upper: upper)) }
    return sources.count - 1
  }

  /// Counts a sample.
  package mutating func add(_ sample: HKQuantitySample) {
    add(
      sample.quantity.unit === unit ? sample.quantity.value : sample.quantity.doubleValue(for: unit),
      from: sample.startDate.timeIntervalSinceReferenceDate, to: sample.endDate.timeIntervalSinceReferenceDate,
      source: index(of: sample.sourceRevision.source))
  }

  /// Counts a number that held from one moment to another.
  @inline(__always)
  package mutating func add(_ value: Double, from: Double, to: Double, source: Int) {
    let start = max(from, lower), end = min(to, upper)
    guard value.isFinite, start < end || start == end && from == to && (start < upper || includesUpper) else { return }
    var counted = value
    if isSummed, end - start < to - from { counted *= (end - start) / (to - from) }
    if options.contains(.separateBySource) {
      parts[source].add(value, counting: counted, from: start, to: end, sample: (from, to))
    }
    if isSummed { counted *= shareNotCovered(from: start, to: end, by: source) }
    whole.add(value, counting: counted, from: start, to: end, sample: (from, to))
  }

  /// The share of a stretch that no sample of another source covers so far.
  private mutating func shareNotCovered(from: Double, to: Double, by source: Int) -> Double {
    guard sources.count > 1 else {
      coveredUntil[source] = max(coveredUntil[source], to)
      return 1
    }
    var covered = -Double.infinity
    for (index, until) in coveredUntil.enumerated() where index != source { covered = max(covered, until) }
    coveredUntil[source] = max(coveredUntil[source], to)
    if covered <= from { return 1 }
    return to > from ? max(0, to - covered) / (to - from) : 0
  }

  /// Whether nothing was counted.
  package var isEmpty: Bool { whole.count == 0 }

  /// What the samples say together, told to be from `start` to `end`; nil where none was counted.
  package func statistics(start: Date, end: Date) -> HKStatistics? {
    guard !isEmpty else { return nil }
    let bySource: [HKSource: StatisticsNumbers]? =
      options.contains(.separateBySource)
      ? Dictionary(
        uniqueKeysWithValues: zip(sources, parts).filter { $1.count > 0 }.map { ($0, numbers(of: $1)) }) : nil
    return HKStatistics(type: type, start: start, end: end, numbers: numbers(of: whole), bySource: bySource)
  }

  private func numbers(of part: Part) -> StatisticsNumbers {
    func quantity(_ option: HKStatisticsOptions, _ value: Double) -> HKQuantity? {
      options.contains(option) ? HKQuantity(unit: unit, doubleValue: value) : nil
    }
    var numbers = StatisticsNumbers()
    if isSummed {
      numbers.sum = quantity(.cumulativeSum, part.sum)
    } else {
      numbers.average = quantity(.discreteAverage, part.average)
      numbers.minimum = quantity(.discreteMin, part.minimum)
      numbers.maximum = quantity(.discreteMax, part.maximum)
    }
    if options.contains(.mostRecent) {
      numbers.mostRecent = quantity(.mostRecent, part.last)
      numbers.mostRecentInterval = DateInterval(
        start: Date(timeIntervalSinceReferenceDate: part.lastSample.from),
        end: Date(timeIntervalSinceReferenceDate: part.lastSample.to))
    }
    if options.contains(.duration) {
      numbers.duration = HKQuantity(unit: .second(), doubleValue: part.duration)
    }
    return numbers
  }
}

extension StatisticsTally {
  /// What was counted of one source, or of all.
  private struct Part: Sendable {
    /// The longest that one value counts for, in seconds; nil where each counts the same.
    let hold: Double?
    let upper: Double
    var count = 0
    var sum = 0.0
    var minimum = Double.infinity
    var maximum = -Double.infinity
    var weighted = 0.0
    var weight = 0.0
    var last = 0.0
    var lastFrom = 0.0
    var lastTo = 0.0
    var lastSample = (from: 0.0, to: 0.0)
    var duration = 0.0
    var durationUntil = -Double.infinity

    init(weighing type: HKQuantityType, upper: Double) {
      self.upper = upper
      switch type.aggregationStyle {
      case .discreteTemporallyWeighted:
        hold = type.identifier == HKQuantityTypeIdentifier.cyclingPower.rawValue ? 5 : 15
      default: hold = nil
      }
    }

    @inline(__always)
    mutating func add(
      _ value: Double, counting part: Double, from: Double, to: Double, sample: (from: Double, to: Double)
    ) {
      if let hold, count > 0 {
        let held = lastHeld(until: from, hold)
        weighted += last * held
        weight += held
      }
      count += 1
      sum += part
      if value < minimum { minimum = value }
      if value > maximum { maximum = value }
      last = value
      lastFrom = from
      lastTo = to
      lastSample = sample
      if to > durationUntil {
        duration += to - max(from, durationUntil)
        durationUntil = to
      }
    }

    private func lastHeld(until end: Double, _ hold: Double) -> Double {
      max(0, min(end - lastFrom, max(hold, lastTo - lastFrom)))
    }

    var average: Double {
      guard let hold else { return sum / Double(count) }
      let held = lastHeld(until: upper, hold)
      return weight + held > 0 ? (weighted + last * held) / (weight + held) : sum / Double(count)
    }
  }
}
