// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Workouts

/// The kept values of one kind from one source, in order.
struct HealthSource {
  var kind: HealthKind
  var source: String
  var device: HealthDevice?
  var samples: [HealthSample]

  /// Which values start inside a stretch; the end is outside, so that what is measured afterwards stays apart.
  func range(in span: TimeSpan) -> Range<Int> {
    func first(notBefore moment: Instant) -> Int {
      var low = 0, high = samples.count
      while low < high {
        let middle = (low + high) / 2
        if Int64(samples[middle].start) * 1000 < moment.millisecondsSince1970 {
          low = middle + 1
        } else {
          high = middle
        }
      }
      return low
    }
    let start = first(notBefore: span.start)
    return start..<max(start, first(notBefore: span.end))
  }

  /// Where the values come from, as far as the device tells.
  var seriesSource: SeriesSource {
    let sensor: SeriesSource.Sensor =
      switch kind.quantity {
      case .heartRate: device?.isWatch == true ? .optical : .unknown
      case .power: kind == .cyclingPower ? .powerMeter : .motion
      case .speed: kind == .runningSpeed ? .motion : .unknown
      default: .unknown
      }
    return SeriesSource(sensor: sensor, name: source.isEmpty ? device?.name : source)
  }
}

/// Which values belong to a workout.
struct HealthSeries {
  private var sources: [HealthKind: [HealthSource]] = [:]
  /// Resting heart rates in order of time.
  private(set) var resting: [HealthSample] = []

  init(_ columns: [[HealthColumn]]) {
    for (place, columns) in columns.enumerated() {
      guard let kind = HealthKind(rawValue: place) else { continue }
      let all = columns.map { HealthSource(kind: kind, source: $0.source, device: $0.device, samples: $0.take()) }
      if kind == .restingHeartRate {
        resting = all.flatMap(\.samples).sorted { $0.start < $1.start }
      } else {
        sources[kind] = all
      }
    }
  }

  /// The series of a workout: of each quantity one from each source, the preferred first.
  ///
  /// Nothing in the document says which records belong to which workout. Those do that start inside it, and where
  /// several sources tell at once, the workout's own source is believed first, a strap before the watch, then a watch,
  /// then whatever tells most.
  func series(of workout: HealthWorkout, sport: Sport, span: TimeSpan) -> [Series] {
    Self.kinds(sport).flatMap { kind -> [Series] in
      var found: [(source: HealthSource, range: Range<Int>, rank: Int)] = []
      for source in sources[kind] ?? [] {
        let range = source.range(in: span)
        if !range.isEmpty { found.append((source, range, Self.rank(source, workout))) }
      }
      found.sort { ($0.rank, -$0.range.count, $0.source.source) < ($1.rank, -$1.range.count, $1.source.source) }
      // Way adds up: of two sources that count the same steps, one is enough.
      if kind.quantity == .distance { found = Array(found.prefix(1)) }
      // A recording has at most one series of a source; several devices of one app are told apart by name.
      return found.map { entry in
        kind.quantity == .distance
          ? Self.distance(entry.source, entry.range) : Self.series(entry.source, entry.range)
      }
    }
  }

  private static func rank(_ source: HealthSource, _ workout: HealthWorkout) -> Int {
    let isWatch = source.device?.isWatch ?? source.source.contains("Watch")
    if source.source == workout.source { return source.device != nil && !isWatch ? 0 : 1 }
    return isWatch ? 2 : 3
  }

  /// The kinds of records that belong to a sport.
  private static func kinds(_ sport: Sport) -> [HealthKind] {
    switch sport {
    case .running, .walking, .hiking: [.heartRate, .runningPower, .runningSpeed, .distanceOnFoot]
    case .cycling: [.heartRate, .cyclingPower, .cyclingCadence, .cyclingSpeed, .distanceCycling]
    case .swimming: [.heartRate, .distanceSwimming]
    case .multisport: [.heartRate, .cyclingPower, .runningPower, .cyclingCadence, .cyclingSpeed, .runningSpeed]
    default: [.heartRate]
    }
  }

  private static func series(_ source: HealthSource, _ range: Range<Int>) -> Series {
    var times: [Int64] = [], values: [Double] = [], ends: [Int64] = []
    times.reserveCapacity(range.count)
    values.reserveCapacity(range.count)
    for sample in source.samples[range] {
      times.append(Int64(sample.start) * 1000)
      values.append(sample.value)
    }
    if source.samples[range].contains(where: { $0.length > 0 }) {
      ends = source.samples[range].map { (Int64($0.start) + Int64($0.length)) * 1000 }
    }
    return Series(
      quantity: source.kind.quantity, times: times, values: values, ends: ends.isEmpty ? nil : ends,
      source: source.seriesSource)
  }

  /// Records tell the way made from their start to their end; a series tells how far it was up to each moment.
  private static func distance(_ source: HealthSource, _ range: Range<Int>) -> Series {
    var times: [Int64] = [], values: [Double] = []
    var sum = 0.0
    for sample in source.samples[range] {
      if times.isEmpty {
        times.append(Int64(sample.start) * 1000)
        values.append(0)
      }
      sum += max(0, sample.value)
      times.append(max(times[times.count - 1], (Int64(sample.start) + Int64(sample.length)) * 1000))
      values.append(sum)
    }
    return Series(quantity: .distance, times: times, values: values, source: source.seriesSource)
  }
}
