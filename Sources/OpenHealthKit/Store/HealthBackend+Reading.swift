// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthDatabase
import Workouts

/// By what samples are sorted.
struct SampleOrder: Hashable, Sendable {
  enum Key: Hashable, Sendable {
    case start, end, duration, energy, distance, strokes, flights, quantity
    case foreign(ForeignOrder)
  }

  var key: Key
  var isAscending: Bool

  static let byStart = SampleOrder(key: .start, isAscending: true)

  /// A number that sorts as the key says.
  func number(of sample: HKSample) -> Double {
    switch key {
    case .start: sample.startDate.timeIntervalSinceReferenceDate
    case .end: sample.endDate.timeIntervalSinceReferenceDate
    case .duration: (sample as? HKWorkout)?.duration ?? sample.endDate.timeIntervalSince(sample.startDate)
    case .energy: (sample as? HKWorkout)?.sortTotal(.energy) ?? 0
    case .distance: (sample as? HKWorkout)?.sortTotal(.distance) ?? 0
    case .strokes: (sample as? HKWorkout)?.sortTotal(.strokes) ?? 0
    case .flights: (sample as? HKWorkout)?.sortTotal(.flights) ?? 0
    case .quantity:
      (sample as? HKQuantitySample).map { $0.quantity.doubleValue(for: $0.quantityType.traits.unit) } ?? 0
    case .foreign: 0
    }
  }

  private var foreign: ForeignOrder? {
    if case .foreign(let order) = key { order } else { nil }
  }

  /// Sorts samples; those that are alike stay in their order.
  static func sort(_ samples: inout [HKSample], by orders: [SampleOrder]) {
    guard !orders.isEmpty else { return }
    let keyed = samples.enumerated().map { place, sample in
      (
        place: place, sample: sample,
        keys: orders.map { $0.isAscending ? $0.number(of: sample) : -$0.number(of: sample) }
      )
    }
    samples = keyed.sorted { left, right in
      for (place, order) in orders.enumerated() {
        if let foreign = order.foreign {
          let result = foreign.compare(left.sample, right.sample)
          if result != .orderedSame { return result == .orderedAscending }
        } else if left.keys[place] != right.keys[place] {
          return left.keys[place] < right.keys[place]
        }
      }
      return left.place < right.place
    }.map(\.sample)
  }
}

/// What a program may see of a type.
struct Visibility {
  let program: String
  /// Whether it sees what others saved.
  let seesOthers: Bool
  /// From when on it sees what others saved.
  let from: Double

  func shows(_ program: String) -> Bool { seesOthers || program == self.program }

  /// From when on samples of a program show.
  func start(_ program: String) -> Double { program == self.program ? -.infinity : from }
}

extension HealthBackend {
  /// The program that what the app brought in belongs to.
  static let app = HKSourceRevision(
    source: HKSource(name: "ZoneCoach", bundleIdentifier: "org.zonecoach"), version: nil)

  func visibility(of type: HKObjectType) -> Visibility {
    Visibility(
      program: program, seesOthers: mayRead(type),
      from: readableFrom(type)?.timeIntervalSinceReferenceDate ?? -.infinity)
  }

  /// The samples that a condition holds for, sorted; not more than a limit of them.
  func samples(
    _ type: HKSampleType, _ condition: SampleCondition?, limit: Int? = nil, sortedBy orders: [SampleOrder] = []
  ) throws(HKError) -> [HKSample] {
    noteReading(type)
    let visibility = visibility(of: type)
    return try read { access, athlete in
      try samples(
        type, condition, limit: limit, sortedBy: orders, visibility, SampleReader(self, access, athlete))
    }
  }

  private func samples(
    _ type: HKSampleType, _ condition: SampleCondition?, limit: Int?, sortedBy orders: [SampleOrder],
    _ visibility: Visibility, _ reader: SampleReader
  ) throws -> [HKSample] {
    let plan = SamplePlan(try condition.map { try reader.resolved($0) })
    if type is HKWorkoutType {
      var found = try reader.workouts(plan, visibility)
      SampleOrder.sort(&found, by: orders.isEmpty ? [.byStart] : orders)
      return limit.map { Array(found.prefix($0)) } ?? found
    }
    // Where the first or last few are wanted, what lies beyond them is not read.
    let first = orders.first ?? SampleOrder.byStart
    let byTime = first.key == .start || first.key == .end
    let backwards = byTime && !first.isAscending
    var found: [HKSample] = []
    var edge: Double?
    try reader.chunks(
      of: type, plan, visibility, order: backwards ? .latestEnd : .firstStart, withNames: true
    ) { chunk, places in
      if byTime, let edge, limit != nil {
        let bound = backwards ? chunk.end(chunk.latest) : chunk.starts.min() ?? 0
        if backwards ? bound < edge : bound > edge { return false }
      }
      for place in places {
        if let sample = chunk.sample(place), plan.holds(sample, collection: chunk.collection) { found.append(sample) }
      }
      if byTime, let limit, limit > 0, found.count >= limit {
        SampleOrder.sort(&found, by: orders.isEmpty ? [first] : orders)
        found.removeLast(found.count - limit)
        edge = first.number(of: found[found.count - 1])
      }
      return true
    }
    SampleOrder.sort(&found, by: orders.isEmpty ? [first] : orders)
    return limit.map { Array(found.prefix($0)) } ?? found
  }

  /// What the types' samples say together, by `add`, in the order of their starts.
  ///
  /// - Parameters:
  ///   - begin: called once with the unit of the numbers, before anything is added.
  ///   - add: takes number, start and end in seconds since the reference date, and who saved it.
  func numbers(
    of type: HKQuantityType, _ condition: SampleCondition?, begin: @escaping (HKUnit) -> Void,
    source: @escaping (HKSource) -> Int, add: @escaping (_ run: NumberRun, _ source: Int) -> Void
  ) throws(HKError) {
    noteReading(type)
    let visibility = visibility(of: type)
    try read { access, athlete in
      let reader = SampleReader(self, access, athlete)
      let plan = SamplePlan(try condition.map { try reader.resolved($0) })
      var merger = RunMerger(begin: begin, source: source, add: add)
      try reader.chunks(of: type, plan, visibility, order: .firstStart, withNames: !plan.isOfColumns) { chunk, places in
        var chosen = places
        if !plan.isOfColumns {
          let kept = places.filter { place in
            chunk.sample(place).map { plan.holds($0, collection: chunk.collection) } ?? false
          }
          chosen = Places(kept)
        }
        if let run = NumberRun(chunk, chosen) { merger.take(run) }
        return true
      }
      merger.finish()
    }
  }
}

/// The places of samples in a chunk: all of a range, or some.
struct Places: Sequence {
  var range: Range<Int>
  var some: [Int]?

  init(range: Range<Int>) { self.range = range }

  init(_ some: [Int]) {
    range = (some.first ?? 0)..<((some.last ?? -1) + 1)
    self.some = some.count == range.count ? nil : some
  }

  var isEmpty: Bool { some.map(\.isEmpty) ?? range.isEmpty }

  func makeIterator() -> AnyIterator<Int> {
    if let some { return AnyIterator(some.makeIterator()) }
    return AnyIterator(range.makeIterator())
  }
}

extension SampleChunk {
  /// The place of the sample that ends last.
  var latest: Int {
    var best = 0
    for place in 0..<count where end(place) > end(best) { best = place }
    return best
  }

  /// The places of the samples whose times are as a plan asks and not before `from`.
  func places(_ plan: SamplePlan, from: Double) -> Places {
    // Most blocks lie whole inside of what is asked for, in order of time.
    if let first = starts.first, ends == nil {
      var isSorted = true
      var before = first
      for start in starts {
        if start < before { isSorted = false }
        before = start
      }
      if isSorted {
        func holds(_ place: Int) -> Bool {
          starts[place] >= from && plan.holds(start: starts[place], end: starts[place])
        }
        if holds(0), holds(count - 1) { return Places(range: 0..<count) }
      }
    }
    return Places((0..<count).filter { starts[$0] >= from && plan.holds(start: starts[$0], end: end($0)) })
  }
}

/// Numbers with times, all of one source and unit, in order of start.
struct NumberRun {
  var starts: ArraySlice<Double>
  /// nil where all end as they start.
  var ends: ArraySlice<Double>?
  var values: ArraySlice<Double>
  var unit: HKUnit
  var source: HKSource
  /// The place of the first in the change feed.
  var firstAnchor: Int64

  init?(_ chunk: SampleChunk, _ places: Places) {
    guard let unit = chunk.unit, let values = chunk.values, !places.isEmpty else { return nil }
    self.unit = unit
    source = chunk.revision.source
    firstAnchor = chunk.firstAnchor
    if let some = places.some {
      starts = some.map { chunk.starts[$0] }[...]
      ends = chunk.ends.map { ends in some.map { ends[$0] }[...] }
      self.values = some.map { values[$0] }[...]
    } else {
      starts = chunk.starts[places.range]
      ends = chunk.ends?[places.range]
      self.values = values[places.range]
    }
    sort()
  }

  init(starts: [Double], ends: [Double]?, values: [Double], unit: HKUnit, source: HKSource) {
    self.starts = starts[...]
    self.ends = ends?[...]
    self.values = values[...]
    self.unit = unit
    self.source = source
    firstAnchor = 0
  }

  private mutating func sort() {
    var isSorted = true
    var before = -Double.infinity
    for start in starts {
      if start < before { isSorted = false }
      before = start
    }
    if isSorted { return }
    let order = starts.indices.sorted { (starts[$0], $0) < (starts[$1], $1) }
    let old = self
    starts = order.map { old.starts[$0] }[...]
    ends = old.ends.map { ends in order.map { ends[$0] }[...] }
    values = order.map { old.values[$0] }[...]
  }

  var first: Double { starts[starts.startIndex] }
  var last: Double { starts[starts.endIndex - 1] }

  mutating func convert(to other: HKUnit) {
    guard unit !== other, unit != other else { return }
    values = values.map { unit.convert($0, to: other) }[...]
    unit = other
  }
}

/// Puts runs that come by their first start in the order of all starts, with as little in memory as overlaps.
private struct RunMerger {
  let begin: (HKUnit) -> Void
  let source: (HKSource) -> Int
  let add: (NumberRun, Int) -> Void
  private var unit: HKUnit?
  private var waiting: [NumberRun] = []
  private var lastStart = -Double.infinity

  init(begin: @escaping (HKUnit) -> Void, source: @escaping (HKSource) -> Int, add: @escaping (NumberRun, Int) -> Void)
  {
    self.begin = begin
    self.source = source
    self.add = add
  }

  mutating func take(_ run: NumberRun) {
    var run = run
    if let unit {
      run.convert(to: unit)
    } else {
      unit = run.unit
      begin(run.unit)
    }
    if run.first > lastStart { finish() }
    waiting.append(run)
    lastStart = max(lastStart, run.last)
  }

  mutating func finish() {
    defer { waiting = [] }
    guard waiting.count > 1 else {
      if let run = waiting.first { add(run, source(run.source)) }
      return
    }
    // Of samples with one start the one saved first comes first.
    let order = waiting.indices.flatMap { run in waiting[run].starts.indices.map { (run, $0) } }.sorted {
      (waiting[$0.0].starts[$0.1], waiting[$0.0].firstAnchor, $0.1)
        < (waiting[$1.0].starts[$1.1], waiting[$1.0].firstAnchor, $1.1)
    }
    let numbers = waiting.map { source($0.source) }
    var from = 0
    while from < order.count {
      let number = numbers[order[from].0]
      var to = from
      while to < order.count, numbers[order[to].0] == number { to += 1 }
      let part = order[from..<to]
      add(
        NumberRun(
          starts: part.map { waiting[$0.0].starts[$0.1] },
          ends: part.map { waiting[$0.0].ends?[$0.1] ?? waiting[$0.0].starts[$0.1] },
          values: part.map { waiting[$0.0].values[$0.1] }, unit: waiting[0].unit, source: waiting[order[from].0].source),
        number)
      from = to
    }
  }
}
