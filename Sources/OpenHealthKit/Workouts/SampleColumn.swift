// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Samples of one type as columns, by start; those with the same start in the order in which they were added.
struct SampleColumn: Sendable {
  let type: HKQuantityType
  /// What values are given in: beats per minute and watts for types with zones, else the unit of the first sample.
  let unit: HKUnit
  /// Seconds since the reference date.
  private(set) var starts: [Double] = []
  /// Seconds since the reference date.
  private(set) var ends: [Double] = []
  private(set) var values: [Double] = []
  /// Each sample's place in `sources`.
  private(set) var sourceNumbers: [Int32] = []
  private(set) var sources: [HKSource] = []
  /// Grows whenever samples were put between those that were there.
  private(set) var version = 0
  private var sortedCount = 0
  private var lastRevision: HKSourceRevision?
  private var lastNumber: Int32 = 0
  private var lastUnit: HKUnit
  private var isLastUnitOwn: Bool

  init(first sample: HKQuantitySample) {
    type = sample.quantityType
    unit = type.zoneUnit ?? sample.quantity.unit
    lastUnit = unit
    isLastUnitOwn = true
  }

  var count: Int { starts.count }

  mutating func reserve(_ more: Int) {
    for path in [\Self.starts, \.ends, \.values] as [WritableKeyPath<Self, [Double]>] {
      self[keyPath: path].reserveCapacity(count + more)
    }
    sourceNumbers.reserveCapacity(count + more)
  }

  /// Adds a sample at the end; `sort` puts it in its place.
  mutating func append(_ sample: HKQuantitySample) {
    let quantity = sample.quantity
    if quantity.unit !== lastUnit {
      lastUnit = quantity.unit
      isLastUnitOwn = quantity.unit == unit
    }
    if sample.sourceRevision !== lastRevision { note(sample.sourceRevision) }
    let start = sample.startDate.timeIntervalSinceReferenceDate
    if sortedCount == starts.count, starts.last.map({ $0 <= start }) ?? true { sortedCount += 1 }
    starts.append(start)
    ends.append(sample.endDate.timeIntervalSinceReferenceDate)
    values.append(isLastUnitOwn ? quantity.value : quantity.doubleValue(for: unit))
    sourceNumbers.append(lastNumber)
  }

  private mutating func note(_ revision: HKSourceRevision) {
    lastRevision = revision
    if let place = sources.firstIndex(of: revision.source) {
      lastNumber = Int32(place)
    } else {
      lastNumber = Int32(sources.count)
      sources.append(revision.source)
    }
  }

  /// Puts samples that were added late in their places.
  mutating func sort() {
    guard sortedCount < count else { return }
    version += 1
    if count - sortedCount <= 16 {
      while sortedCount < count { insertNext() }
    } else {
      let starts = starts
      let order = starts.indices.sorted { (starts[$0], $0) < (starts[$1], $1) }
      self.starts = order.map { starts[$0] }
      ends = order.map { ends[$0] }
      values = order.map { values[$0] }
      sourceNumbers = order.map { sourceNumbers[$0] }
      sortedCount = count
    }
  }

  private mutating func insertNext() {
    let from = sortedCount, start = starts[from]
    var low = 0, high = from
    while low < high {
      let middle = (low + high) / 2
      if starts[middle] <= start { low = middle + 1 } else { high = middle }
    }
    if low < from {
      starts.insert(starts.remove(at: from), at: low)
      ends.insert(ends.remove(at: from), at: low)
      values.insert(values.remove(at: from), at: low)
      sourceNumbers.insert(sourceNumbers.remove(at: from), at: low)
    }
    sortedCount += 1
  }

  /// What the samples say together from `start` to `end`; nil where there are none. The columns are sorted.
  func statistics(from start: Date, to end: Date, includesEnd: Bool) -> HKStatistics? {
    var tally = StatisticsTally(type: type, unit: unit, start: start, end: end, includesEnd: includesEnd)
    let numbers = sources.map { tally.index(of: $0) }
    for i in 0..<count {
      tally.add(values[i], from: starts[i], to: ends[i], source: numbers[Int(sourceNumbers[i])])
    }
    return tally.statistics(start: start, end: end)
  }
}
