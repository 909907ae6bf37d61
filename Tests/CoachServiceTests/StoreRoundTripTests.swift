// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Sensors
import TestSupport
import Testing
import WorkoutFiles
import Workouts

@testable import CoachService

/// A recording that was written as a file, brought into a library, taken out as a file of the same format, and read.
private struct Passage {
  var name: String
  /// As it was simulated.
  var given: Recording
  /// As the first file holds it.
  var before: Recording
  /// As the second file holds it.
  var after: Recording

  /// Sends recordings through one library.
  static func all(_ givens: [Given], as format: String) throws -> [Passage] {
    let folder = TemporaryFolder()
    let library = try WorkoutLibrary(folder: folder.path)
    let importer = Importer(into: library, now: day)
    var files: [[UInt8]] = []
    for given in givens {
      let bytes = format == "fit" ? try FITWriter.encode(given.recording) : TCXWriter.encode(given.recording)
      files.append(bytes)
      try importer.add(ImportItem(label: given.name + "." + format, bytes: bytes))
    }
    let verdicts = try importer.finish().verdicts
    return try zip(zip(givens, files), verdicts).map { pair, verdict in
      let (given, bytes) = pair
      try #require(verdict.outcome == .imported && verdict.workouts.count == 1, "\(given.name): \(verdict)")
      let data = try #require(try library.export(verdict.workouts[0].id, as: format))
      return Passage(
        name: given.name, given: given.recording, before: try #require(WorkoutFile.decode(bytes).recordings.first),
        after: try #require(WorkoutFile.decode([UInt8](data)).recordings.first))
    }
  }

  /// The samples, and random recordings a day apart: multisport, pauses, dropouts and smart recording among them; every
  /// fourth has its times moved off the whole seconds, so that some seconds have two values and some none.
  static let givens: [Given] =
    Given.samples
    + (UInt64(1)...160).map { seed in
      let start = day + Int64(seed) * 86_400_000
      var recording = Recording.simulated(seed: seed, startingAt: start, longestStep: seed % 20 == 0 ? 900 : 180)
      // Nothing that the samples say may hang on the recorder's number alone.
      if seed % 4 == 0 { recording.series = recording.series.map { jittered($0, in: recording, seed: seed) } }
      return Given(name: "seed \(seed)", recording: recording)
    }

  static let fit = Result { try all(givens, as: "fit") }
  /// Where no leg has anything but pauses, of which TCX writes nothing.
  static let tcx = Result {
    try all(
      givens.filter { given in
        given.recording.activities.allSatisfy { leg in
          given.recording.activeTime(in: leg.span) > 0
            && given.recording.series.contains {
              $0.times.contains { leg.span.contains(Instant(millisecondsSince1970: $0)) }
            }
        }
      }, as: "tcx")
  }

  /// The series with each time moved by less than a second and a half, in order and outside of pauses.
  private static func jittered(_ series: Series, in recording: Recording, seed: UInt64) -> Series {
    var generator = SeededGenerator(seed: seed)
    var result = Series(quantity: series.quantity, times: [], values: [], source: series.source)
    var last = Int64.min
    for (time, value) in zip(series.times, series.values) {
      let moved = Instant(millisecondsSince1970: max(last, time + Int64.random(in: 0..<1500, using: &generator)))
      guard recording.span.contains(moved), !recording.pauses.contains(where: { $0.span.contains(moved) }) else {
        continue
      }
      last = moved.millisecondsSince1970
      result.times.append(last)
      result.values.append(value)
    }
    return result
  }
}

/// Half of the last digit that a format has for a quantity, or `nil` for one that it leaves out.
private func resolution(_ quantity: Quantity, in format: String) -> Double? {
  let isFIT = format == "fit"
  return switch quantity {
  case .heartRate, .power: 0.5
  case .cadence: isFIT ? 1.0 / 128 : 1
  case .speed: 0.0005
  case .distance: 0.005
  case .altitude: isFIT ? 0.1 : 0.005
  case .latitude, .longitude: isFIT ? 90.0 / 2_147_483_648 : 0.5e-8
  case .temperature: isFIT ? 0.5 : nil
  default: nil
  }
}

/// Whether FIT or TCX has a number for a value.
private func holds(_ value: Double, _ quantity: Quantity) -> Bool {
  guard !value.isNaN else { return false }
  return switch quantity {
  case .heartRate: value >= 0.5 && value < 254.5
  case .power: value > -0.5 && value < 65_534.5
  case .temperature: value > -128 && value < 126.5
  default: true
  }
}

/// What a format keeps of a series: known values by time; in FIT, which counts whole seconds, the last of each second.
private func kept(_ series: Series, in format: String) -> [Int64: Double] {
  var all: [Int64: Double] = [:]
  for (time, value) in zip(series.times, series.values) {
    let moment = format == "fit" ? Int64((Double(time) / 1000).rounded(.down)) * 1000 : time
    all[moment] = value
  }
  return all.filter { holds($0.value, series.quantity) }
}

/// Expects that the samples of a recording are those of another to the resolution of a format, and returns how many
/// were compared.
private func expectSameSamples(_ given: Recording, _ result: Recording, in format: String, _ name: String) -> Int {
  var seen: Set<Quantity> = []
  var compared = 0
  for series in given.series where seen.insert(series.quantity).inserted {
    guard let resolution = resolution(series.quantity, in: format) else { continue }
    let expected = kept(series, in: format)
    // A sensor that only ever told 0 beats was none.
    guard !expected.isEmpty else { continue }
    let again = result.series(series.quantity).map { kept($0, in: format) } ?? [:]
    #expect(again.count == expected.count, "\(name): \(series.quantity.rawValue)")
    let wrong = expected.filter { time, value in
      again[time].map { abs($0 - value) > resolution * 1.000_001 } ?? true
    }
    let first = wrong.min { $0.key < $1.key }
    #expect(
      wrong.isEmpty,
      "\(name): \(series.quantity.rawValue), \(wrong.count) differ, at \(first?.key ?? 0) \(first?.value ?? 0)")
    compared += expected.count
  }
  return compared
}

/// A text that tells all that two recordings should share, samples apart.
private func frame(_ recording: Recording) -> [String] {
  var lines = [
    "span \(recording.span)", "sport \(recording.sport) \(recording.subSport ?? "")", "name \(recording.name ?? "")",
    "offset \(recording.utcOffsetSeconds ?? -1)", "smart \(recording.isSmartRecording)",
    "athlete \(recording.athlete)", "limits \(recording.deviceZoneLimits)",
    "device \(recording.device?.product ?? "") \(recording.device?.serial ?? 0)",
    "sensors \(recording.sensors.map { "\($0.sensor?.rawValue ?? "")" })",
  ]
  lines += recording.pauses.map { "pause \($0)" }
  lines += recording.activities.map { "leg \($0)" }
  lines += recording.laps.map { "lap \($0)" }
  for series in recording.series {
    let nothing = zip(series.times, series.values).filter { $0.1.isNaN }.map(\.0)
    lines.append("\(series.quantity.rawValue) \(series.source) \(series.count), nothing told at \(nothing)")
  }
  return lines
}

/// The first line in which two lists differ, or `nil`.
private func difference(_ a: [String], _ b: [String]) -> String? {
  for place in 0..<max(a.count, b.count) {
    let one = place < a.count ? a[place] : "the end", other = place < b.count ? b[place] : "the end"
    if one != other { return "\(one.prefix(400)) became \(other.prefix(400))" }
  }
  return nil
}

@Suite("Round trips through the library")
struct StoreRoundTripTests {
  @Test("FIT, library, FIT: the same samples to sensor resolution")
  func fitSamples() throws {
    var compared: [Quantity: Int] = [:]
    for passage in try Passage.fit.get() {
      _ = expectSameSamples(passage.given, passage.after, in: "fit", passage.name)
      for series in passage.after.series { compared[series.quantity, default: 0] += series.count }
    }
    for quantity in [Quantity.heartRate, .power, .cadence, .speed, .distance, .altitude] {
      #expect(compared[quantity] ?? 0 > 5000, "\(quantity.rawValue) was hardly compared")
    }
  }

  @Test("FIT, library, FIT: the same legs, laps, pauses, sport, recorder and device zones, and nothing told stays so")
  func fitFrame() throws {
    var legs = 0, pauses = 0, zones = 0, nothing = 0
    for passage in try Passage.fit.get() {
      #expect(difference(frame(passage.before), frame(passage.after)) == nil, "\(passage.name)")
      #expect(passage.after.pauses == passage.given.pauses, "\(passage.name)")
      #expect(passage.after.activities.map(\.deviceZones) == passage.given.activities.map(\.deviceZones))
      legs = max(legs, passage.after.activities.count)
      pauses += passage.after.pauses.count
      zones += passage.after.activities.count { !$0.deviceZones.isEmpty }
      nothing += passage.after.series.reduce(0) { $0 + $1.values.count { $0.isNaN } }
    }
    #expect(legs >= 3 && pauses > 50 && zones > 50 && nothing > 50, "too little was there to compare")
  }

  @Test("TCX, library, TCX: the same samples, laps, legs and pauses, as far as TCX holds them")
  func tcx() throws {
    var compared = 0
    for passage in try Passage.tcx.get() {
      compared += expectSameSamples(passage.given, passage.after, in: "tcx", passage.name)
      let (before, after) = (passage.before, passage.after)
      #expect(after.span == before.span && after.sport == before.sport && after.name == before.name, "\(passage.name)")
      #expect(after.pauses == before.pauses, "\(passage.name)")
      #expect(difference(before.activities.map { "\($0)" }, after.activities.map { "\($0)" }) == nil, "\(passage.name)")
      #expect(difference(before.laps.map { "\($0)" }, after.laps.map { "\($0)" }) == nil, "\(passage.name)")
    }
    #expect(compared > 100_000)
  }

  // MARK: Real files

  @Test(
    "a real FIT file comes back", .enabled(if: Corpus.folder != nil, "\(Corpus.absence)"),
    arguments: Corpus.readableFITFiles())
  func realFIT(name: String) throws { try comesBack(name, as: "fit") }

  @Test(
    "a real TCX file comes back", .enabled(if: Corpus.folder != nil, "\(Corpus.absence)"),
    arguments: Corpus.files(in: "tcx", endingIn: ".tcx"))
  func realTCX(name: String) throws { try comesBack(name, as: "tcx") }

  private func comesBack(_ name: String, as format: String) throws {
    let bytes = try Corpus.bytes(name)
    // Some of the files hold a route, settings or nothing; other tests say so of each.
    let recordings = (try? WorkoutFile.decode(bytes).recordings) ?? []
    for (place, recording) in recordings.enumerated() {
      // Each in a library of its own, so that it is not joined to another of the file.
      let folder = TemporaryFolder()
      let library = try WorkoutLibrary(folder: folder.path)
      let importer = Importer(into: library, now: day)
      try importer.add(
        PreparedFile(
          ImportItem(label: name, bytes: bytes, recording: recording), of: library.athleteID, zones: ZoneRequest(),
          now: day))
      let id = try #require(importer.finish().verdicts.first?.workouts.first?.id)
      guard recording.span.start >= Self.firstDate || format != "fit" else {
        // The recorder's clock was never set, and there is no such date in FIT.
        #expect(throws: FITWriterError.self) { try library.export(id, as: format) }
        continue
      }
      let data = try #require(try library.export(id, as: format))
      let recordings = try WorkoutFile.decode([UInt8](data)).recordings
      try #require(recordings.count == 1, "\(name), \(place)")
      let what: Comment = "\(name), \(place)"
      let after = recordings[0]
      _ = expectSameSamples(recording, after, in: format, "\(name), \(place)")
      #expect(after.activities.map(\.sport) == recording.activities.map(\.sport), what)
      #expect(after.activities.map(\.subSport) == recording.activities.map(\.subSport) || format == "tcx", what)
      #expect(after.laps.count == recording.laps.count, what)
      guard format == "fit" else {
        // A pause begins with the last point before it, which under smart recording may be seconds earlier.
        let before = recording.activeTime(in: recording.span), now = after.activeTime(in: after.span)
        let tolerance: Milliseconds = recording.isSmartRecording ? 5000 : 1000
        #expect(
          abs(before - now) <= max(2000, tolerance * Int64(recording.pauses.count)), "\(name): \(before) and \(now) ms")
        continue
      }
      #expect(after.span == recording.span && after.pauses == recording.pauses, what)
      #expect(after.utcOffsetSeconds == recording.utcOffsetSeconds && after.athlete == recording.athlete, what)
      #expect(after.device?.serial == recording.device?.serial ?? 1, "FIT asks for some serial number")
      #expect(difference(parts(recording), parts(after)) == nil, what)
    }
  }

  /// The first moment that FIT can name.
  private static let firstDate = Instant(secondsSince1970: 631_065_600 + 0x1000_0000)

  /// Legs and laps, as FIT puts them: those without a timer time say how long the timer ran, and a zone 1 without a
  /// lower end begins at 0.
  private func parts(_ recording: Recording) -> [String] {
    var recording = recording
    for i in recording.activities.indices where recording.activities[i].totals.timer == nil {
      recording.activities[i].totals.timer = recording.activeTime(in: recording.activities[i].span)
    }
    for i in recording.laps.indices where recording.laps[i].totals.timer == nil {
      recording.laps[i].totals.timer = recording.activeTime(in: recording.laps[i].span)
    }
    func lines(_ zones: [DeviceZoneTotals]) -> [String] {
      zones.map { total in
        var total = total
        if total.limits?.firstBoundStartsZone1 == false {
          total.limits?.bounds.insert(0, at: 0)
          total.limits?.firstBoundStartsZone1 = true
          total.durations.insert(0, at: 0)
        }
        return "\(total)"
      }
    }
    return recording.activities.flatMap { ["\($0.span) \($0.totals)"] + lines($0.deviceZones) }
      + recording.laps.flatMap { ["\($0.span) \($0.trigger) \($0.totals)"] + lines($0.deviceZones) }
  }
}
