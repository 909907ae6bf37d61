// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Sensors
import Testing
import WorkoutFiles
import Workouts
import Zones

private let day = Instant(secondsSince1970: 1_780_000_000)

/// A recording to be written and read, with what to say of it when it fails.
private struct Given {
  var name: String
  var recording: Recording

  /// Random recordings, some of hours in long steps, most of minutes.
  static let random: [Given] = (UInt64(1)...300).map { seed in
    let start = day + Int64(seed) * 86_400_000
    return Given(
      name: "seed \(seed)",
      recording: Recording.simulated(seed: seed, startingAt: start, longestStep: seed % 10 == 0 ? 1200 : 240))
  }

  static let samples: [Given] = SampleWorkouts.all(endingOn: day, utcOffsetSeconds: 7200).map {
    Given(name: $0.name, recording: $0.recording)
  }

  static let all = samples + random

  /// Each with what became of it, written and read once for all tests.
  static let written: [(given: Given, file: DecodedFile?)] = all.map { given in
    (given, (try? FITWriter.encode(given.recording)).flatMap { try? WorkoutFile.decode($0) })
  }

  /// Each with the recording read again; those of which none was read are left to the first test.
  static let pairs: [(given: Given, result: Recording)] = written.compactMap { given, file in
    file?.recordings.first.map { (given, $0) }
  }
}

/// What is compared of a series: not a number equals not a number, and a value FIT can't hold is not a number.
private func comparable(_ series: Series) -> [String] {
  zip(series.times, series.values).map { time, value in
    let holds = series.quantity != .heartRate || value < 255
    return value.isNaN || !holds ? "\(time) nothing" : "\(time) \((value * 1e6).rounded() / 1e6 + 0)"
  }
}

private func firstDifference(_ a: [String], _ b: [String]) -> String? {
  if a == b { return nil }
  let place = zip(a, b).enumerated().first { $0.element.0 != $0.element.1 }?.offset ?? min(a.count, b.count)
  func at(_ list: [String]) -> String { place < list.count ? list[place] : "the end" }
  return "\(a.count) and \(b.count) entries; at \(place): \(at(a)) and \(at(b))"
}

struct `A recording that is written as FIT and read again` {
  @Test func `is one recording, without a problem`() {
    #expect(Given.written.count == 309)
    for (given, file) in Given.written {
      #expect(file?.recordings.count == 1, "\(given.name)")
      // A watch that stood still throughout records nothing, which readers are told.
      let expected = given.recording.series.allSatisfy(\.isEmpty) ? ["no-records"] : []
      #expect(file?.problems.map(\.code.rawValue) == expected, "\(given.name)")
    }
  }

  @Test func `has the same series, with the same holes`() throws {
    for (given, result) in Given.pairs {
      // A field that never has a value is no series.
      let expected = given.recording.series.filter { series in
        series.values.contains { !$0.isNaN && ($0 > 0 || series.quantity != .heartRate) }
      }
      #expect(
        result.series.map(\.quantity.rawValue).sorted() == expected.map(\.quantity.rawValue).sorted(), "\(given.name)")
      for series in expected {
        var again = try #require(result.series(series.quantity), "\(given.name): \(series.quantity)")
        if series.quantity == .heartRate, Self.isSilentForLong(given.recording) {
          // A long silence reads as "nothing" from its first record on; all else must be the same.
          let known = Set(series.times)
          let kept = again.times.indices.filter { known.contains(again.times[$0]) || !again.values[$0].isNaN }
          again = Series(
            quantity: again.quantity, times: kept.map { again.times[$0] }, values: kept.map { again.values[$0] })
        }
        let difference = firstDifference(comparable(series), comparable(again))
        #expect(difference == nil, "\(given.name), \(series.quantity): \(difference ?? "")")
      }
    }
  }

  @Test func `has the same spans, pauses and their kinds`() throws {
    for (given, result) in Given.pairs {
      #expect(result.span == given.recording.span, "\(given.name)")
      #expect(result.pauses == given.recording.pauses, "\(given.name)")
    }
  }

  @Test func `has the same legs with their totals and device zones`() throws {
    for (given, result) in Given.pairs {
      #expect(result.sport == given.recording.sport, "\(given.name)")
      #expect(result.subSport == given.recording.subSport, "\(given.name)")
      try #require(result.activities.count == given.recording.activities.count, "\(given.name)")
      for (leg, again) in zip(given.recording.activities, result.activities) {
        #expect(again.sport == leg.sport && again.subSport == leg.subSport, "\(given.name)")
        #expect(again.span == leg.span, "\(given.name)")
        #expect(again.totals == leg.totals, "\(given.name)")
        #expect(again.deviceZones == leg.deviceZones, "\(given.name)")
      }
    }
  }

  @Test func `has the same laps with trigger, intensity, totals and device zones`() throws {
    for (given, result) in Given.pairs {
      try #require(result.laps.count == given.recording.laps.count, "\(given.name)")
      for (place, (lap, again)) in zip(given.recording.laps, result.laps).enumerated() {
        #expect(again.span == lap.span, "\(given.name), lap \(place)")
        #expect(again.trigger == lap.trigger, "\(given.name), lap \(place)")
        #expect(again.intensity == lap.intensity, "\(given.name), lap \(place)")
        #expect(again.totals == lap.totals, "\(given.name), lap \(place)")
        #expect(again.deviceZones == lap.deviceZones, "\(given.name), lap \(place)")
      }
    }
  }

  @Test func `has the same name, place, recorder, sensors and athlete`() throws {
    for (given, result) in Given.pairs {
      #expect(result.name == given.recording.name, "\(given.name)")
      #expect(result.utcOffsetSeconds == given.recording.utcOffsetSeconds, "\(given.name)")
      #expect(result.device?.serial == given.recording.device?.serial, "\(given.name)")
      #expect(result.device?.product == given.recording.device?.product, "\(given.name)")
      #expect(
        result.sensors.compactMap(\.sensor) == given.recording.sensors.compactMap(\.sensor), "\(given.name)")
      for series in given.recording.series where series.quantity == .heartRate || series.quantity == .power {
        guard let again = result.series(series.quantity) else { continue }
        #expect(again.source.sensor == series.source.sensor, "\(given.name), \(series.quantity)")
      }
      // The maximum that the zones of the first leg hang on is believed before that of the profile.
      var athlete = given.recording.athlete
      let used = given.recording.activities.lazy.compactMap {
        $0.deviceZones.first { $0.quantity == .heartRate }?.limits?.maximumHeartRate
      }.first
      athlete.maximumHeartRate = used ?? athlete.maximumHeartRate
      #expect(result.athlete == athlete, "\(given.name)")
    }
  }

  @Test func `has the same time in zone to the millisecond, in the whole and in each leg and lap`() throws {
    let limits = [Quantity.heartRate: [100.0, 120, 140, 160], .power: [100, 150, 200, 250, 300]]
    var silent = 0
    for (given, result) in Given.pairs {
      for (quantity, values) in limits {
        // Heart rate left out of records for longer than it is held reads as "the sensor told nothing".
        if quantity == .heartRate, Self.isSilentForLong(given.recording) {
          silent += 1
          continue
        }
        let boundaries = try ZoneBoundaries(values)
        func signal(_ recording: Recording) -> HeldSignal? {
          recording.series(quantity).map {
            HeldSignal(
              $0, over: recording.span, pauses: recording.pauses,
              hold: SampleHold.holdCap(for: quantity, smartRecording: given.recording.isSmartRecording))
          }
        }
        guard let before = signal(given.recording) else { continue }
        let after =
          signal(result)
          ?? HeldSignal(
            Series(quantity: quantity, times: [], values: []), over: result.span, pauses: result.pauses, hold: 15_000)
        #expect(before.timeInZone(boundaries) == after.timeInZone(boundaries), "\(given.name), \(quantity)")
        for window in given.recording.activities.map(\.span) + given.recording.laps.map(\.span) {
          #expect(
            before.timeInZone(boundaries, in: window) == after.timeInZone(boundaries, in: window),
            "\(given.name), \(quantity)")
        }
      }
    }
    #expect(silent * 4 < Given.pairs.count, "too many recordings are left out to show anything")
  }

  /// Whether records go on for longer than 15 s after a heart rate that none of them has.
  private static func isSilentForLong(_ recording: Recording) -> Bool {
    guard let heart = recording.series(.heartRate) else { return false }
    let records = Set(recording.series.flatMap(\.times)).sorted()
    var next = 0
    for time in records where time > heart.times[0] {
      while next < heart.count, heart.times[next] <= time { next += 1 }
      if time - heart.times[next - 1] > 15_000, !heart.values[next - 1].isNaN { return true }
    }
    return false
  }

  @Test func `is the same again when it is written again`() throws {
    for (given, result) in Given.pairs.prefix(70) {
      let first = try FITWriter.encode(result)
      let second = try FITWriter.encode(try #require(WorkoutFile.decode(first).recordings.first))
      #expect(first == second, "\(given.name)")
    }
  }

  @Test func `tells smart recording of the samples`() throws {
    for (given, result) in Given.pairs.prefix(Given.samples.count) {
      #expect(result.isSmartRecording == given.recording.isSmartRecording, "\(given.name)")
    }
  }
}

struct `Odd recordings, written and read` {
  private func recording(_ seconds: Int = 600) -> Recording {
    let start = day
    var recording = Recording(sport: .running, span: TimeSpan(start: start, end: start + Int64(seconds) * 1000))
    recording.activities = [Activity(sport: .running, span: recording.span)]
    return recording
  }

  private func again(_ recording: Recording) throws -> Recording {
    try #require(WorkoutFile.decode(try FITWriter.encode(recording)).recordings.first)
  }

  @Test func `nothing told and not asked stay apart`() throws {
    var given = recording()
    let origin = day.millisecondsSince1970
    given.series = [
      Series(
        quantity: .heartRate, times: [0, 1, 2, 5, 9].map { origin + $0 * 1000 }, values: [120, .nan, 121, .nan, 122]),
      Series(quantity: .power, times: [0, 5, 6].map { origin + $0 * 1000 }, values: [0, 200, .nan]),
    ]
    let result = try again(given)
    #expect(result.series(.heartRate)?.times == given.series[0].times)
    #expect(result.series(.heartRate)?.values.map(\.isNaN) == [false, true, false, true, false])
    #expect(result.series(.power)?.times == given.series[1].times)
    #expect(result.series(.power)?.values.prefix(2) == [0, 200])
  }

  @Test func `a recording without series, laps or totals keeps its span`() throws {
    let result = try again(recording())
    #expect(result.span == recording().span)
    #expect(result.series.isEmpty && result.pauses.isEmpty)
  }

  @Test(arguments: ["Intervals 5×3′", "Ødegård 🏃", "a\"b<c>&", String(repeating: "x", count: 60)])
  func `names of any script come back`(name: String) throws {
    var given = recording()
    given.name = name
    #expect(try again(given).name == name)
  }

  @Test(arguments: [-39_600, -34_200, -3600, 0, 3600, 20_700, 45_900, 50_400])
  func `offsets of whole quarters of an hour come back`(offset: Int) throws {
    var given = recording()
    given.utcOffsetSeconds = offset
    #expect(try again(given).utcOffsetSeconds == offset)
  }

  @Test func `every sport and finer sport of the profile comes back`() throws {
    for number in 0...254 {
      var file = FITFileBuilder()
      file.addFileID()
      file.addSession(seconds: 60, sport: number, subSport: number)
      let first = try #require(WorkoutFile.decode(file.file()).recordings.first)
      let result = try again(first)
      #expect(result.activities.first?.sport == first.activities.first?.sport, "sport \(number)")
      #expect(result.activities.first?.subSport == first.activities.first?.subSport, "sub-sport \(number)")
    }
  }

  @Test func `the makers of sensors come back, known by name or not`() throws {
    for number in Array(0...400) + [5759, 65_534] {
      var file = FITFileBuilder.ride([120, 121])
      file.define(1, 23, [.time, .u8(0), .u8(1), .u16(2), .e(25)])
      file.add(1, [.n(FITFileBuilder.start), 1, 120, .n(number), 1])
      let first = try #require(WorkoutFile.decode(file.file()).recordings.first)
      #expect(first.sensors.count == 1)
      #expect(try again(first).sensors.map(\.manufacturer) == first.sensors.map(\.manufacturer), "maker \(number)")
    }
  }

  @Test func `the milliseconds after the last whole second are no pause`() throws {
    var given = recording()
    given.span = TimeSpan(start: day, end: day + 600_228)
    given.activities[0].span = given.span
    let result = try again(given)
    #expect(result.span == given.span && result.pauses.isEmpty)
  }

  @Test func `a lap that began before its leg stays the only one`() throws {
    var given = recording()
    given.activities[0].span = TimeSpan(start: day + 300_000, end: day + 600_000)
    given.laps = [Lap(span: TimeSpan(start: day, end: day + 600_000), trigger: .manual)]
    let result = try again(given)
    #expect(result.laps.map(\.span) == given.laps.map(\.span))
  }

  @Test func `a pause at the very end comes back as long as it was`() throws {
    var given = recording()
    given.pauses = [
      Pause(span: TimeSpan(start: day + 60_000, end: day + 90_000), kind: .auto),
      Pause(span: TimeSpan(start: day + 500_000, end: day + 600_000), kind: .manual),
    ]
    #expect(try again(given).pauses == given.pauses)
  }

  @Test func `pauses that meet, by hand after by the watch, come back with the same time`() throws {
    var given = recording()
    given.pauses = [
      Pause(span: TimeSpan(start: day + 60_000, end: day + 90_000), kind: .auto),
      Pause(span: TimeSpan(start: day + 90_000, end: day + 120_000), kind: .manual),
    ]
    let result = try again(given)
    #expect(result.activeTime(in: result.span) == given.activeTime(in: given.span))
    #expect(result.pauses == given.pauses)
  }

  @Test func `zone limits with names come back`() throws {
    var given = recording()
    var limits = DeviceZoneLimits(
      quantity: .heartRate, bounds: [115, 135, 155, 175, 195], firstBoundStartsZone1: false,
      names: ["Easy", "Steady", "Tempo", "Hard", "All out"])
    limits.calculation = .unknown
    given.deviceZoneLimits = [limits]
    let result = try #require(again(given).deviceZoneLimits.first)
    #expect(result.bounds == limits.bounds && result.names == limits.names)
    #expect(result.firstBoundStartsZone1 == false)
  }
}
