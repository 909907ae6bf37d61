// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Workouts

/// What a watch saw of a workout, second by second, and what it makes of it at the end.
struct WatchLog {
  let truth: SimulatedTruth
  let watch: Watch
  let start: Instant
  /// `nil` where the timer runs, else who stopped it.
  let timer: [Pause.Kind?]
  let heartRate: [HeartRateReading]
  /// What the watch shows: the last value told, however old, or `nil` before the first.
  let shown: [Double?]

  init(truth: SimulatedTruth, watch: Watch, start: Instant, timer: [Pause.Kind?], heartRate: [HeartRateReading]) {
    self.truth = truth
    self.watch = watch
    self.start = start
    self.timer = timer
    self.heartRate = heartRate
    var last: Double?
    shown = heartRate.map { reading in
      if case .told(let value) = reading { last = value }
      return last
    }
  }

  /// The moment of a second.
  func instant(_ second: Int) -> Instant { start + Milliseconds(second) * 1000 }

  /// The stretch from the first to the last second.
  func span(_ seconds: Range<Int>) -> TimeSpan {
    TimeSpan(start: instant(seconds.lowerBound), end: instant(seconds.upperBound))
  }

  /// The stretches in which the timer stood.
  var pauses: [Pause] {
    var result: [Pause] = []
    for (second, kind) in timer.enumerated() {
      guard let kind else { continue }
      let span = span(second..<second + 1)
      if let last = result.last, last.span.end == span.start, last.kind == kind {
        result[result.count - 1].span.end = span.end
      } else {
        result.append(Pause(span: span, kind: kind))
      }
    }
    return result
  }

  /// Whether smart recording finds that enough changed.
  func hasChanged(from earlier: Int, to later: Int) -> Bool {
    if abs(truth.speed[later] - truth.speed[earlier]) > 0.3 { return true }
    switch (heartRate[earlier], heartRate[later]) {
    case (.told(let a), .told(let b)): return abs(a - b) >= 2
    case (.invalid, .invalid), (.silent, .silent): return false
    default: return true
    }
  }

  /// The sensors that took part.
  var sensors: [Device] {
    var result: [Device] = []
    if let sensor = watch.heartRateSensor { result.append(Device(sensor: sensor)) }
    if records(.power) { result.append(Device(sensor: .powerMeter)) }
    return result
  }

  private func records(_ quantity: Quantity) -> Bool {
    truth.workout.legs.contains { records(quantity, in: $0) }
  }

  /// Whether the watch measures a quantity in a leg.
  private func records(_ quantity: Quantity, in leg: SimulatedWorkout.Leg) -> Bool {
    switch quantity {
    case .power: watch.hasPowerMeter && leg.sport == .cycling
    case .cadence: leg.sport != .transition
    case .speed, .distance: watch.measuresSpeed(leg.sport)
    // Under water and under a roof a barometer tells nothing of the ground.
    case .altitude: watch.measuresSpeed(leg.sport) && leg.sport != .swimming && leg.terrain != .indoors
    case .temperature: true
    default: false
    }
  }

  /// The series of the recorded seconds, heart rate first. Values are rounded to the steps of a FIT file.
  func series(_ kept: [Int]) -> [Series] {
    var result: [Series] = []
    var times: [Int64] = []
    var values: [Double] = []
    for second in kept {
      switch heartRate[second] {
      case .told(let value): values.append(value)
      case .invalid: values.append(.nan)
      case .silent: continue
      }
      times.append(instant(second).millisecondsSince1970)
    }
    if let sensor = watch.heartRateSensor, !values.isEmpty {
      result.append(Series(quantity: .heartRate, times: times, values: values, source: SeriesSource(sensor: sensor)))
    }
    let all = kept.map { instant($0).millisecondsSince1970 }
    for (quantity, column, steps, offset) in [
      (Quantity.power, truth.power, 1.0, 0.0), (.cadence, truth.cadence, 1, 0), (.speed, truth.speed, 1000, 0),
      (.distance, truth.distance, 100, 0), (.altitude, truth.altitude, 5, 500), (.temperature, truth.temperature, 1, 0),
    ] where records(quantity) {
      let own = zip(truth.workout.legs, truth.legs).filter { records(quantity, in: $0.0) }.map(\.1)
      let isEverywhere = own.count == truth.legs.count
      let seconds = isEverywhere ? kept : kept.filter { second in own.contains { $0.contains(second) } }
      result.append(
        Series(
          quantity: quantity, times: isEverywhere ? all : seconds.map { instant($0).millisecondsSince1970 },
          values: seconds.map { ((column[$0] + offset) * steps).rounded() / steps - offset },
          source: SeriesSource(sensor: quantity == .power ? .powerMeter : .unknown)))
    }
    return result
  }
}
