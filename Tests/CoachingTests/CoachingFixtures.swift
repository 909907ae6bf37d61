// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Coaching
import Testing
import Workouts
import Zones

/// A stretch of a constructed signal: seconds and a value, or `nil` where nothing is known.
struct Stretch: Sendable {
  var seconds: Int
  var value: Double?

  init(_ seconds: Int, _ value: Double?) {
    self.seconds = seconds
    self.value = value
  }
}

/// Facts made of stretches, so that every number in a line is known beforehand.
enum Fixture {
  static let start = Instant(secondsSince1970: 1_780_000_000)

  static func span(_ from: Int, _ to: Int) -> TimeSpan {
    TimeSpan(start: start + Int64(from) * 1000, end: start + Int64(to) * 1000)
  }

  /// Five zones, the upper three from 120 on: easy through zone 2, hard from zone 4 on.
  static let heartZones = zones([100, 120, 140, 160], .heartRate)
  /// Seven zones as of an FTP of 200 W: easy through zone 2, hard from zone 5 on.
  static let powerZones: ZoneSet = {
    var anchors = Anchors()
    try? anchors.set(.functionalThresholdPower, Anchor(200))
    guard let scheme = try? ZoneScheme.named("coggan7"), let zones = try? scheme.zones(for: anchors) else {
      fatalError("coggan7 needs an FTP only")
    }
    return zones
  }()

  static func zones(_ values: [Double], _ quantity: Quantity, firstNumber: Int = 1) -> ZoneSet {
    guard let boundaries = try? ZoneBoundaries(values) else { fatalError("the boundaries of a fixture ascend") }
    return ZoneSet(
      quantity: quantity, boundaries: boundaries,
      names: (0...values.count).map { "Zone \($0 + firstNumber)" }, firstNumber: firstNumber, scheme: nil,
      anchors: [:], source: .app, provenance: "A fixture")
  }

  /// The signal of stretches that begin `offset` seconds after the start.
  static func signal(_ stretches: [Stretch], _ quantity: Quantity, offset: Int = 0) -> HeldSignal {
    var spans: [HeldSpan] = []
    var time = start.millisecondsSince1970 + Int64(offset) * 1000
    for stretch in stretches {
      let end = time + Int64(stretch.seconds) * 1000
      spans.append(HeldSpan(start: time, end: end, value: stretch.value ?? .nan))
      time = end
    }
    return HeldSignal(quantity: quantity, spans: spans, hold: 15_000)
  }

  static func graded(
    _ stretches: [Stretch], _ zones: ZoneSet, offset: Int = 0, in window: TimeSpan? = nil
  ) -> WorkoutFacts.Graded {
    let signal = signal(stretches, zones.quantity, offset: offset)
    return .init(zones: zones, signal: signal, time: signal.timeInZone(zones.boundaries, in: window))
  }

  static func length(_ stretches: [Stretch]) -> Int { stretches.reduce(0) { $0 + $1.seconds } }

  /// Facts of one leg with heart rate, and power if given.
  static func facts(
    _ heart: [Stretch]?, power: [Stretch]? = nil, sport: Sport = .running, zones: ZoneSet = heartZones,
    bouts: [WorkoutFacts.Bout] = []
  ) -> WorkoutFacts {
    let seconds = length(heart ?? power ?? [])
    return WorkoutFacts(legs: [
      .init(
        sport: sport, span: span(0, seconds), heartRate: heart.map { graded($0, zones) },
        power: power.map { graded($0, powerZones) }, markedBouts: bouts)
    ])
  }

  /// The line of one leg with heart rate.
  static func line(
    _ heart: [Stretch], sport: Sport = .running, zones: ZoneSet = heartZones, bouts: [WorkoutFacts.Bout] = []
  ) -> CoachingLine? {
    CoachingLine(for: facts(heart, sport: sport, zones: zones, bouts: bouts))
  }

  /// Bouts that follow each other from `first` on: kinds with their seconds.
  static func bouts(from first: Int, _ parts: [(WorkoutFacts.Bout.Kind, Int)]) -> [WorkoutFacts.Bout] {
    var time = first
    return parts.map { kind, seconds in
      defer { time += seconds }
      return .init(span: span(time, time + seconds), kind: kind)
    }
  }

  /// A leg of a multisport workout that begins `offset` seconds after the start.
  static func leg(
    _ sport: Sport, at offset: Int, _ heart: [Stretch]?, seconds: Int? = nil, zones: ZoneSet = heartZones
  ) -> WorkoutFacts.Leg {
    let length = seconds ?? length(heart ?? [])
    return .init(
      sport: sport, span: span(offset, offset + length),
      heartRate: heart.map { graded($0, zones, offset: offset) }, power: nil)
  }
}
