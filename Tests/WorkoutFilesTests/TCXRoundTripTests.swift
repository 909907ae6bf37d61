// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Sensors
import Testing
import WorkoutFiles
import Workouts

private let day = Instant(secondsSince1970: 1_780_000_000)

/// Recordings, each with what became of it, written and read once for all tests.
private struct Given {
  var name: String
  var recording: Recording
  var file: DecodedFile?

  init(_ name: String, _ recording: Recording) {
    self.name = name
    self.recording = recording
    file = try? WorkoutFile.decode(TCXWriter.encode(recording))
  }

  static let all: [Given] =
    SampleWorkouts.all(endingOn: day, utcOffsetSeconds: 7200).map { Given($0.name, $0.recording) }
    + (UInt64(1)...300).map { seed in
      let start = day + Int64(seed) * 86_400_000
      return Given("seed \(seed)", Recording.simulated(seed: seed, startingAt: start, longestStep: 240))
    }
}

/// Half of the last digit that the format has for a quantity, or `nil` for one that it leaves out.
private func resolution(_ quantity: Quantity, onFoot: Bool) -> Double? {
  switch quantity {
  case .heartRate, .power: 0.5
  case .cadence: onFoot ? 1 : 0.5
  case .speed: 0.0005
  case .distance, .altitude: 0.005
  case .latitude, .longitude: 0.5e-8
  default: nil
  }
}

/// What a series tells, the last of several values at a time.
private func told(_ series: Series) -> [(time: Int64, value: Double)] {
  var result: [(time: Int64, value: Double)] = []
  for (time, value) in zip(series.times, series.values) {
    if result.last?.time == time { result.removeLast() }
    result.append((time, value))
  }
  return result.filter { !$0.value.isNaN && (series.quantity != .heartRate || $0.value >= 0.5 && $0.value < 254.5) }
}

struct `A recording that is written as TCX and read again` {
  @Test func `is one recording`() {
    #expect(Given.all.count == 309)
    for given in Given.all {
      let count = given.recording.series.contains { resolution($0.quantity, onFoot: false) != nil && !told($0).isEmpty }
      #expect(given.file?.recordings.count == 1 || !count, "\(given.name): \(given.file?.problems ?? [])")
    }
  }

  @Test func `has the same samples to the resolution of the format`() throws {
    var compared = 0
    for given in Given.all {
      guard let result = given.file?.recordings.first else { continue }
      let onFoot = given.recording.activities.contains(where: \.sport.isOnFoot)
      for series in given.recording.series {
        guard let resolution = resolution(series.quantity, onFoot: onFoot),
          given.recording.series(series.quantity)?.source == series.source
        else { continue }
        let expected = told(series)
        guard expected.contains(where: { series.quantity != .heartRate || $0.value > 0 }) else { continue }
        let again = try #require(result.series(series.quantity).map(told), "\(given.name): \(series.quantity)")
        try #require(again.map(\.time) == expected.map(\.time), "\(given.name): \(series.quantity)")
        let worst = zip(expected, again).map { abs($0.value - $1.value) }.max() ?? 0
        #expect(worst <= resolution * 1.000001, "\(given.name): \(series.quantity)")
        compared += again.count
      }
    }
    #expect(compared > 100_000)
  }

  @Test func `has the same sport, start, laps and totals`() throws {
    for given in Given.all {
      guard let result = given.file?.recordings.first else { continue }
      let recording = given.recording
      // A leg that is one long pause leaves nothing to be written.
      guard recording.activities.allSatisfy({ recording.activeTime(in: $0.span) > 0 }) else { continue }
      try #require(result.activities.count == recording.activities.count, "\(given.name)")
      #expect(result.span.start == recording.span.start, "\(given.name)")
      #expect(result.laps.map(\.span.start) == recording.laps.map(\.span.start), "\(given.name)")
      for (lap, again) in zip(recording.laps, result.laps) {
        #expect(again.totals.timer == lap.totals.timer ?? recording.activeTime(in: lap.span), "\(given.name)")
        if let distance = lap.totals.distance {
          #expect(abs((again.totals.distance ?? -1) - distance) <= 0.005, "\(given.name)")
        }
      }
    }
  }

  @Test func `has the same pauses to a step of its points`() throws {
    for given in Given.all {
      guard let result = given.file?.recordings.first else { continue }
      let recording = given.recording
      let before = recording.activeTime(in: recording.span), after = result.activeTime(in: result.span)
      // Among points that are far apart anyway, a pause of two steps can't be told.
      let tolerance: Milliseconds = recording.isSmartRecording ? 12_000 : 2000
      #expect(abs(before - after) <= tolerance, "\(given.name): \(before) and \(after) ms")
    }
  }

  @Test func `keeps what the schema asks for`() throws {
    let recording = try #require(Given.all.first).recording
    let text = String(decoding: TCXWriter.encode(recording), as: UTF8.self)
    #expect(text.hasPrefix("<?xml version=\"1.0\" encoding=\"UTF-8\"?>"))
    #expect(text.components("<TotalTimeSeconds>") == text.components("<Lap "))
    #expect(text.components("<RunCadence>") == 0 && text.components("Sport=\"") == recording.activities.count)
  }

  @Test func `is the same when written again`() throws {
    for given in Given.all.prefix(60) {
      guard let result = given.file?.recordings.first else { continue }
      let again = try WorkoutFile.decode(TCXWriter.encode(result))
      let second = try #require(again.recordings.first)
      #expect(second.span == result.span, "\(given.name)")
      for (a, b) in zip(result.series, second.series) {
        #expect(told(a).elementsEqual(told(b), by: ==), "\(given.name): \(a.quantity)")
      }
    }
  }
}

extension String {
  /// How often a text occurs.
  fileprivate func components(_ part: String) -> Int { ranges(of: part).count }
}

@Suite("CSV")
struct CSVWriterTests {
  private var recording: Recording {
    let start = Instant(secondsSince1970: 1_780_000_000)
    var recording = Recording(sport: .running, span: TimeSpan(start: start, end: start + 3000))
    let t = start.millisecondsSince1970
    recording.series = [
      Series(quantity: .heartRate, times: [t, t + 1000, t + 1000, t + 2500], values: [120, 121, 122.5, .nan]),
      Series(quantity: .latitude, times: [t], values: [48.5]),
      Series(quantity: .longitude, times: [t], values: [-9.25]),
      Series(quantity: .distance, times: [t, t + 2500], values: [0, 7.125]),
    ]
    return recording
  }

  @Test("one row for each moment, a header with units, empty where nothing was told, no positions")
  func table() {
    #expect(
      String(decoding: CSVWriter.encode(recording), as: UTF8.self) == """
        time_utc,elapsed_s,heart_rate_bpm,distance_m\r
        2026-05-28T20:26:40Z,0,120,0\r
        2026-05-28T20:26:41Z,1,122.5,\r
        2026-05-28T20:26:42.500Z,2.5,,7.13\r

        """)
  }

  @Test("positions are there when asked for")
  func positions() {
    let text = String(decoding: CSVWriter.encode(recording, includingPositions: true), as: UTF8.self)
    #expect(text.hasPrefix("time_utc,elapsed_s,heart_rate_bpm,distance_m,latitude_deg,longitude_deg\r\n"))
    #expect(text.contains("Z,0,120,0,48.5,-9.25\r\n"))
  }

  @Test("every row of any recording has as many fields as the header")
  func fields() {
    for seed in UInt64(1)...50 {
      let bytes = CSVWriter.encode(Recording.simulated(seed: seed, startingAt: day), includingPositions: true)
      let rows = String(decoding: bytes, as: UTF8.self).split(separator: "\r\n").map { $0.count { $0 == "," } }
      #expect(Set(rows).count == 1, "seed \(seed)")
    }
  }
}
