// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Coaching
import Sensors
import Testing
import Workouts
import Zones

@testable import CoachService

/// Checks a line against the samples, second by second, without the code that chose it.
private struct Judge {
  let recording: Recording
  let analysis: WorkoutAnalysis

  func seconds(_ span: TimeSpan) -> Range<Int> {
    let first = Int((span.start - recording.span.start) / 1000), last = Int((span.end - recording.span.start) / 1000)
    return max(0, first)..<max(0, first, last)
  }

  func signal(_ quantity: Quantity) -> NaiveSignal {
    NaiveSignal(
      recording, quantity,
      hold: Int(SampleHold.holdCap(for: quantity, smartRecording: recording.isSmartRecording) / 1000))
  }

  /// The legs that count, with their place.
  var legs: [(place: Int, activity: Activity)] {
    recording.activities.enumerated().map { ($0.offset, $0.element) }.filter { $0.1.sport != .transition }
  }

  /// Known values of a leg with the number of their zone.
  func numbers(_ place: Int, _ quantity: Quantity) -> (known: [Int], active: Int)? {
    guard let zones = analysis.zones[place][quantity] else { return nil }
    let values = signal(quantity).active(seconds(recording.activities[place].span))
    let known = values.compactMap(\.self).map { value in
      zones.number(of: zones.boundaries.values.count { value >= $0 })
    }
    return (known, values.count)
  }

  /// Of heart rate and power the one the line is about.
  func judged(_ place: Int) -> (quantity: Quantity, known: [Int], active: Int)? {
    for quantity in [Quantity.heartRate, .power] {
      if let (known, active) = numbers(place, quantity), active > 0, known.count * 10 >= active * 8 {
        return (quantity, known, active)
      }
    }
    return nil
  }

  private func near(_ percent: Int, _ part: Int, of whole: Int) -> Bool {
    whole > 0 && abs(Double(percent) - Double(part) * 100 / Double(whole)) <= 1
  }

  private func near(minutes: Int, _ seconds: Int) -> Bool { abs(minutes * 60 - seconds) <= 30 }

  /// Stretches at or above a limit, holes of up to `bridge` seconds filled.
  private func runs(_ values: [Double?], above limit: Double, bridge: Int) -> [Range<Int>] {
    var result: [Range<Int>] = []
    for (second, value) in values.enumerated() where (value ?? 0) >= limit {
      if let last = result.last, second - last.upperBound <= bridge {
        result[result.count - 1] = last.lowerBound..<second + 1
      } else {
        result.append(second..<second + 1)
      }
    }
    return result
  }

  /// What is wrong with the line, or `nil` if it is true.
  func objection(to line: CoachingLine) -> String? {
    if case .legs(let a, let b) = line {
      for told in [a, b] {
        let found = legs.contains { leg in
          guard leg.activity.sport == told.sport, let (known, active) = numbers(leg.place, .heartRate) else {
            return false
          }
          let counts = Dictionary(grouping: known, by: { $0 }).mapValues(\.count)
          return known.count >= 300 && known.count * 10 >= active * 8
            && near(told.percent, counts[told.zone] ?? 0, of: known.count) && counts[told.zone] == counts.values.max()
        }
        if !found { return "no \(told.sport) spends \(told.percent) % in zone \(told.zone)" }
      }
      return nil
    }
    if case .lowCoverage(let quantity, let percent) = line {
      let all = legs.compactMap { numbers($0.place, quantity) }
      let known = all.reduce(0) { $0 + $1.known.count }, active = all.reduce(0) { $0 + $1.active }
      guard known >= 300, known * 10 < active * 8 else { return "\(known) of \(active) s known" }
      return near(percent, known, of: active) ? nil : "\(known) of \(active) s known"
    }
    guard legs.count == 1, let leg = legs.first, let (quantity, known, _) = judged(leg.place) else {
      return "nothing is known well enough to say this"
    }
    guard known.count >= 300 else { return "only \(known.count) s known" }
    guard let zones = analysis.zones[leg.place][quantity] else { return "no zones" }
    switch line {
    case .stayedBelow(let zone, let percent, let sport):
      let below = known.count { $0 < zone }
      if sport != leg.activity.sport { return "sport" }
      return near(percent, below, of: known.count) && below < known.count ? nil : "\(below) of \(known.count) s below"
    case .stayedBelowThroughout(let zone, _):
      return known.allSatisfy { $0 < zone } ? nil : "\(known.count { $0 >= zone }) s not below"
    case .mostlyZone(let zone, let percent, _):
      let inside = known.count { $0 == zone }
      return near(percent, inside, of: known.count) && inside * 2 >= known.count - 2
        ? nil : "\(inside) of \(known.count)"
    case .mostlyWithSpikes(let zone, let spikes):
      let inside = known.count { $0 == zone }
      guard inside * 2 > known.count else { return "\(inside) of \(known.count) s in zone \(zone)" }
      guard let limit = zones.boundaries.lowerBound(of: zones.index(ofNumber: zones.easyThrough + 1) ?? 0) else {
        return "no limit"
      }
      // Seconds of a leg without its pauses: a spike can't last through one.
      let found = signal(quantity).seconds[seconds(leg.activity.span)].map { second -> Double? in
        if case .value(let value) = second { value } else { nil }
      }
      let excursions = runs(found, above: limit, bridge: 15)
      return excursions.count == spikes && excursions.allSatisfy { $0.count <= 180 } ? nil : "\(excursions)"
    case .minutesInZones(let minutes, let first, let last):
      let inside = known.count { (first...last).contains($0) }
      return near(minutes: minutes, inside) ? nil : "\(inside) s in zones \(first) to \(last)"
    case .minutesFrom(let zone, let minutes):
      let inside = known.count { $0 >= zone }
      return near(minutes: minutes, inside) ? nil : "\(inside) s from zone \(zone)"
    case .repeatsReached(let reached, let count, let zone, let isHard, _):
      guard isHard == (zone >= zones.hardFrom), zone > zones.easyThrough, reached * 2 >= count else {
        return "zone \(zone) with \(reached) of \(count)"
      }
      let laps = work(in: leg.activity)
      if laps.count >= 2 {
        guard laps.count == count else { return "\(laps.count) laps of work" }
        guard let limit = zones.boundaries.lowerBound(of: zones.index(ofNumber: zone) ?? 0) else { return "no limit" }
        let all = signal(quantity).seconds
        let naive = laps.count { span in
          let range = (seconds(span).lowerBound..<seconds(span).upperBound + 10).clamped(to: 0..<all.count)
          let values = all[range].map { second -> Double? in if case .value(let v) = second { v } else { nil } }
          return runs(values, above: limit, bridge: 5).reduce(0) { $0 + $1.count } >= 20
        }
        return naive == reached ? nil : "\(naive) reached zone \(zone)"
      }
      // Found by the coach itself: there is at least as much time up there as it claims.
      return known.count { $0 >= zone } >= reached * 20 ? nil : "too little time in zone \(zone)"
    case .restsSettled(let settled, let count, let zone):
      guard settled <= count, count >= 2 else { return "\(settled) of \(count)" }
      return known.count { $0 < zone } >= settled * 5 ? nil : "too little time below zone \(zone)"
    case .blocksHeld(let count, _, let zone, _):
      guard let power = analysis.zones[leg.place][.power] else { return "no power zones" }
      let laps = work(in: leg.activity)
      guard laps.count >= 2 else { return nil }
      guard laps.count == count else { return "\(laps.count) laps of work" }
      for span in laps {
        let values = signal(.power).active(seconds(span)).compactMap(\.self)
        let mean = values.reduce(0, +) / Double(max(1, values.count))
        let number = power.number(of: power.boundaries.values.count { mean >= $0 })
        if number != zone { return "a block's mean of \(mean) W is in zone \(number)" }
      }
      return nil
    case .legs, .lowCoverage: return nil
    }
  }

  /// Laps of work, where rests are marked too.
  private func work(in activity: Activity) -> [TimeSpan] {
    let laps = recording.laps.filter { activity.span.contains($0.span.start) }
    guard laps.contains(where: { $0.intensity == "rest" || $0.intensity == "recovery" }) else { return [] }
    return laps.filter { $0.intensity == "interval" || $0.intensity == "active" }.map(\.span)
  }

  init(_ recording: Recording, _ request: ZoneRequest = ZoneRequest()) {
    self.recording = recording
    analysis = WorkoutAnalysis(recording, zones: request)
  }
}

struct `Whatever the coach says` {
  @Test func `is true of a thousand random workouts when recounted second by second`() {
    var codes: [String: Int] = [:]
    for given in Given.random(1...1000, longestStep: 700) {
      let judge = Judge(given.recording)
      guard let line = CoachingLine(for: judge.analysis.facts) else { continue }
      codes[line.code, default: 0] += 1
      let objection = judge.objection(to: line)
      #expect(objection == nil, "\(given.name): “\(line.english)” But: \(objection ?? "")")
    }
    // The test would pass if nothing were ever said.
    #expect(codes.values.reduce(0, +) > 500, "\(codes)")
    #expect(codes.count >= 9, "\(codes)")
  }

  @Test func `is true under other zones as well`() throws {
    var request = ZoneRequest()
    request.named = [
      .heartRate: try ZoneSet(typed: [110, 130, 150], quantity: .heartRate),
      .power: try ZoneSet(typed: [120, 160, 200, 240], quantity: .power),
    ]
    for given in Given.random(2001...2200, longestStep: 700) {
      let judge = Judge(given.recording, request)
      guard let line = CoachingLine(for: judge.analysis.facts) else { continue }
      let objection = judge.objection(to: line)
      #expect(objection == nil, "\(given.name): “\(line.english)” But: \(objection ?? "")")
    }
  }

  @Test(arguments: [
    ("Easy long run", "stayed-below"), ("6 × 3 minutes", "repeats-reached-rests-settled"),
    ("Recovery ride", "mostly-with-spikes"), ("Tempo run", "minutes-in-zones"),
    ("Strength circuit", "rests-settled"), ("FTP intervals 3 × 12 minutes", "blocks-held"),
    ("6 × 3 minutes, short recoveries", "repeats-reached-rests-elevated"), ("Lunch walk", "stayed-below-throughout"),
    ("Sprint triathlon", "legs"),
  ])
  func `suits each sample`(name: String, code: String) throws {
    let given = try #require(Given.samples.first { $0.name == name })
    let judge = Judge(given.recording)
    let line = try #require(CoachingLine(for: judge.analysis.facts))
    #expect(line.code == code, "\(line.english)")
    #expect(judge.objection(to: line) == nil, "\(line.english)")
  }

  @Test func `says nothing of a workout under five minutes`() {
    for given in Given.random(1...60, longestStep: 55) where given.recording.activities.count == 1 {
      let facts = WorkoutAnalysis(given.recording, zones: ZoneRequest()).facts
      #expect(CoachingLine(for: facts) == nil, "\(given.name)")
    }
  }
}
