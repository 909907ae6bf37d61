// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthDatabase
import Sensors
import Testing
import WorkoutFiles
import Workouts
import Zones

@testable import CoachService

/// What other programs got wrong with days, duplicates and what they wrote again, one test each.
@Suite("Pitfalls: time zones, days, duplicates and copies")
struct LibraryPitfallTests {
  private let folder = TemporaryFolder()

  private func open() throws -> WorkoutLibrary { try WorkoutLibrary(folder: folder.path) }

  /// A simulated ride with enough heart rate to be compared, by no recorder in particular.
  private func ride(_ seed: UInt64 = 3, at start: Instant = day) -> Recording {
    var recording = Recording.simulated(seed: seed, startingAt: start)
    recording.device?.serial = nil
    return recording
  }

  /// A recording as if its clock had been ahead by so much.
  private func shifted(_ recording: Recording, by shift: Milliseconds) -> Recording {
    func moved(_ span: TimeSpan) -> TimeSpan { TimeSpan(start: span.start + shift, end: span.end + shift) }
    var result = recording
    result.span = moved(recording.span)
    for i in result.pauses.indices { result.pauses[i].span = moved(recording.pauses[i].span) }
    for i in result.activities.indices { result.activities[i].span = moved(recording.activities[i].span) }
    for i in result.laps.indices { result.laps[i].span = moved(recording.laps[i].span) }
    for i in result.series.indices { result.series[i].times = recording.series[i].times.map { $0 + shift } }
    return result
  }

  private func simple(_ start: Instant, offset: Int?, name: String, _ heartRate: Double = 130) -> Recording {
    var result = shifted(recording(seconds: 600) { heartRate + Double($0 / 60) }, by: start - day)
    result.utcOffsetSeconds = offset
    result.name = name
    return result
  }

  // MARK: Time zones and days

  @Test func `the night the clocks change moves no day: each workout keeps the offset it was recorded with`() throws {
    let library = try open()
    // Central Europe, 2026-10-25: at 01:00 UTC the offset goes from two hours to one.
    let change = Instant(secondsSince1970: 1_792_890_000)
    let given: [(name: String, start: Instant, offset: Int, text: String)] = [
      ("first of the day", change + -3 * 3_600_000, 7200, "2026-10-25T00:00:00+02:00"),
      ("before the change", change + -660_000, 7200, "2026-10-25T02:49:00+02:00"),
      ("after the change", change, 3600, "2026-10-25T02:00:00+01:00"),
      ("last of the day", change + 79_199_000, 3600, "2026-10-25T23:59:59+01:00"),
    ]
    for (number, workout) in given.enumerated() {
      let recording = simple(workout.start, offset: workout.offset, name: workout.name, 100 + Double(number) * 15)
      #expect(try library.add(FITWriter.encode(recording), named: workout.name).outcome == .imported)
    }
    for entries in [library.workouts(), try open().workouts()] {
      #expect(entries.map(\.title) == given.map(\.name).reversed())
      for (entry, workout) in zip(entries.reversed(), given) {
        #expect(entry.start == ZonedTime(workout.start, offsetSeconds: workout.offset), "\(workout.name)")
        #expect(entry.start.iso8601 == workout.text && entry.start.civil.dayText == "2026-10-25", "\(workout.name)")
      }
    }
  }

  @Test func `a day begins at midnight of the place and ends before the next`() {
    // Tokyo, New York, Nepal; the day is that of the place, wherever the computer is.
    for offset in [32_400, -18_000, 20_700, 0] {
      let midnight = Instant(secondsSince1970: 1_780_012_800 - Int64(offset))
      func text(_ instant: Instant) -> String { ZonedTime(instant, offsetSeconds: offset).civil.dayText }
      #expect(text(midnight) == "2026-05-29" && text(midnight + -1) == "2026-05-28")
      #expect(text(midnight + 86_399_999) == "2026-05-29" && text(midnight + 86_400_000) == "2026-05-30")
    }
  }

  // MARK: Duplicates

  @Test(arguments: [7200, -18_000, 20_700]) func `an offset with its sign flipped doubles nothing`(offset: Int) throws {
    let library = try open()
    let rides = (1...8).map { ride(UInt64($0), at: day + Int64($0) * 3 * 86_400_000) }
    for (number, ride) in rides.enumerated() { _ = try library.add(FITWriter.encode(ride), named: "\(number).fit") }
    let before = library.workouts()
    let comparable = rides.indices.filter { (rides[$0].series(.heartRate)?.values.count { !$0.isNaN } ?? 0) > 300 }
    #expect(comparable.count >= 3)
    for number in comparable {
      // Local time taken for UTC and then moved the wrong way: twice the offset.
      let flipped = shifted(rides[number], by: Int64(offset) * 2000)
      let verdict = library.add(TCXWriter.encode(flipped), named: "\(number).tcx")
      #expect(verdict.outcome == .merged && verdict.code == "clock", "\(number): \(verdict)")
    }
    #expect(library.workouts().map(\.id) == before.map(\.id))
    #expect(library.workouts().map(\.start) == before.map(\.start), "the richest tells when it was")
  }

  @Test func `local time written as UTC keeps the length, and joins the same ride from another service`() throws {
    let library = try open()
    let ride = ride()
    _ = try library.add(FITWriter.encode(ride), named: "watch.fit")
    let text = TCXWriter.encode(shifted(ride, by: 7_200_000))
    let file = try WorkoutFile.decode(text)
    #expect(file.recordings.first?.utcOffsetSeconds == nil, "nothing in the file says that it is not UTC")
    #expect(abs((file.recordings.first?.span.duration ?? 0) - ride.span.duration) <= 2000)
    let verdict = library.add(text, named: "service.tcx")
    #expect(verdict.outcome == .merged && verdict.code == "clock")
    #expect(library.workouts().map(\.start.instant) == [ride.span.start])
  }

  @Test func `two rides on one day do not overwrite each other, whatever they are called`() throws {
    let library = try open()
    let morning = simple(day, offset: nil, name: "Ride")
    let noon = simple(day + 4 * 3_600_000, offset: nil, name: "Ride", 150)
    // As long, as hard, of one sport and name, an odd time later.
    let again = simple(day + 7 * 3_600_000 + 420_000, offset: nil, name: "Ride")
    for ride in [morning, noon, again] {
      #expect(try library.add(FITWriter.encode(ride), named: "ride.fit").outcome == .imported)
    }
    #expect(library.workouts().count == 3)
    #expect(Set(library.workouts().map(\.start.instant)) == Set([morning, noon, again].map(\.span.start)))
    #expect(library.workouts().compactMap { library.recording($0.id)?.series(.heartRate)?.count } == [600, 600, 600])
  }

  @Test func `a workout joined from two sources has zone totals that are counted anew, not summed`() throws {
    let library = try open()
    try library.setAthlete(
      {
        var athlete = AthleteSettings()
        athlete.maximumHeartRate = 190
        athlete.restingHeartRate = 50
        return athlete
      }())
    let ride = ride(5)
    var plain = ride
    for i in plain.activities.indices { plain.activities[i].deviceZones = [] }
    for i in plain.laps.indices { plain.laps[i].deviceZones = [] }
    plain.deviceZoneLimits = []
    #expect(library.add(TCXWriter.encode(plain), named: "a.tcx").outcome == .imported)
    #expect(try library.add(FITWriter.encode(plain), named: "a.fit").outcome == .merged)
    let entry = try #require(library.workouts().first)
    let detail = try #require(library.workout(entry.id))
    #expect(detail.sources.count == 2)
    for group in detail.summary.zoneGroups {
      let paused = detail.summary.elapsedSeconds - detail.summary.activeSeconds
      let sum = group.zones.reduce(0) { $0 + $1.seconds } + group.unknownSeconds + paused
      #expect(abs(sum - detail.summary.elapsedSeconds) < 0.001)
      #expect([0, 100].contains(group.zones.reduce(0) { $0 + $1.percent }))
    }
    #expect(!detail.summary.zoneGroups.isEmpty)
    // It is what the shown source alone would say.
    let alone = try WorkoutLibrary(folder: folder.path + "/alone")
    try alone.setAthlete(library.athlete)
    _ = try alone.add(FITWriter.encode(plain), named: "a.fit")
    #expect(alone.workouts().first?.zoneSeconds == entry.zoneSeconds)
  }

  // MARK: One bad file

  @Test func `one bad file ends nothing: each has its verdict, the rest comes in, and the next run goes on`() throws {
    let library = try open()
    let importer = Importer(into: library, now: day)
    let good = try (0..<6).map { try FITWriter.encode(ride(UInt64($0) + 20, at: day + Int64($0) * 90_000_000)) }
    var mixed: [(String, [UInt8])] = good.enumerated().map { ("\($0.offset).fit", $0.element) }
    mixed.insert(("noise.fit", (0..<5000).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761) }), at: 1)
    mixed.insert(("empty.tcx", []), at: 3)
    mixed.insert(("half.tcx", Array("<TrainingCenterDatabase><Activities><Activity".utf8)), at: 5)
    mixed.append(("course.gpx", Array("<gpx><rte><rtept lat='1' lon='2'/></rte></gpx>".utf8)))
    for (name, bytes) in mixed { try importer.add(ImportItem(label: name, bytes: bytes)) }
    let verdicts = try importer.finish().verdicts
    #expect(verdicts.map(\.file) == mixed.map(\.0))
    for verdict in verdicts {
      let isGood = verdict.file.first?.isNumber == true
      #expect(isGood == (verdict.outcome == .imported), "\(verdict)")
      if !isGood { #expect(verdict.message?.isEmpty == false && verdict.code != nil, "\(verdict.file)") }
    }
    #expect(library.workouts().count == 6)
    let again = Importer(into: library, now: day)
    for (name, bytes) in mixed.reversed() { try again.add(ImportItem(label: name, bytes: bytes)) }
    #expect(try again.finish().verdicts.count { $0.outcome == .alreadyThere } == 6)
    #expect(library.workouts().count == 6)
  }

  // MARK: Copies

  /// A swim of ten minutes whose watch recorded no heart rate, and the part that its strap handed over afterwards, with
  /// two values a second.
  private func swim() throws -> [UInt8] {
    var swim = recording(.distance, sport: .swimming) { Double($0) }
    swim.span = TimeSpan(start: day, end: day + 600_000)
    swim.activities = [Activity(sport: .swimming, span: swim.span)]
    swim.series[0].times.removeSubrange(600...)
    swim.series[0].values.removeSubrange(600...)
    var strap = Strap()
    strap.hand(over: (0..<1200).map { (Int64($0) * 500, 100 + $0 / 30) }, from: day)
    return try FITWriter.encode(swim) + strap.file
  }

  @Test func `a swim with the strap's memory chained to it is not corrupted when it is exported`() throws {
    let library = try open()
    let bytes = try swim()
    let given = try WorkoutFile.decode(bytes)
    #expect(given.contents.partCount == 2 && given.recordings.count == 1)
    let before = try #require(given.recordings.first)
    let beats = try #require(before.series(.heartRate))
    #expect(beats.count == 1200 && beats.source.path == .downloaded)
    let id = try #require(library.add(bytes, named: "swim.fit").workouts.first?.id)
    let copy = try #require(try library.export(id, as: "fit"))
    let file = try WorkoutFile.decode([UInt8](copy))
    #expect(file.problems.isEmpty && file.recordings.count == 1 && file.contents.partCount == 1)
    let after = try #require(file.recordings.first)
    #expect(after.span == before.span && after.sport == .swimming)
    #expect(after.series(.distance)?.values == before.series(.distance)?.values)
    let again = try #require(after.series(.heartRate))
    #expect(again.count == 600, "one for each second that the strap told of")
    let limits = try ZoneBoundaries([110, 120, 130])
    func zones(_ recording: Recording, _ series: Series) -> [Milliseconds] {
      HeldSignal(series, over: recording.span, pauses: recording.pauses, hold: 15_000).timeInZone(limits).zones
    }
    for (a, b) in zip(zones(before, beats), zones(after, again)) { #expect(abs(a - b) <= 1000) }
  }

  @Test func `a workout exported in every format and brought in together is one, the richest shown`() throws {
    for seed in UInt64(1)...12 {
      let first = try WorkoutLibrary(folder: folder.path + "/first-\(seed)")
      let given = Recording.simulated(seed: seed, startingAt: day)
      guard (given.series(.heartRate)?.values.count { !$0.isNaN } ?? 0) > 300 else { continue }
      let id = try #require(first.add(try FITWriter.encode(given), named: "given.fit").workouts.first?.id)
      let files = try ["fit", "tcx", "csv"].map { ("ride." + $0, [UInt8](try #require(try first.export(id, as: $0)))) }
      for (turn, order) in [[0, 1, 2], [1, 0, 2], [2, 1, 0]].enumerated() {
        let library = try WorkoutLibrary(folder: folder.path + "/second-\(seed)-\(turn)")
        let importer = Importer(into: library, now: day)
        for place in order { try importer.add(ImportItem(label: files[place].0, bytes: files[place].1)) }
        let verdicts = try importer.finish().verdicts
        #expect(verdicts.count { $0.outcome == .imported } == 1 && verdicts.count { $0.outcome == .merged } == 1)
        // A table of values is no workout file; it says so.
        let table = try #require(verdicts.first { $0.file == "ride.csv" })
        #expect(table.outcome == .failed && table.code == "unknown-format", "\(table)")
        let entry = try #require(library.workouts().first)
        #expect(library.workouts().count == 1, "seed \(seed), turn \(turn)")
        let sources = try #require(library.workout(entry.id)).sources
        #expect(sources.map(\.format).sorted() == ["fit", "tcx"], "seed \(seed)")
        #expect(sources.first { $0.isShown }?.format == "fit", "seed \(seed), turn \(turn)")
      }
      // Where the first came from knows its own copies again.
      for (name, bytes) in files.prefix(2) {
        #expect([.merged, .alreadyThere].contains(first.add(bytes, named: name).outcome), "seed \(seed)")
      }
      #expect(first.workouts().count == 1, "seed \(seed)")
    }
  }

  // MARK: What is said where nothing can be counted

  @Test func `where only an average and a maximum of heart rate exist, it is said why there are no minutes in zones`() {
    var totals = recording { _ in nil }
    totals.activities[0].totals.averageHeartRate = 140
    totals.activities[0].totals.maximumHeartRate = 170
    let bare = summary(of: totals)
    #expect(bare.zoneGroups.isEmpty && bare.zonesMissing?.description.contains("no samples") == true)
    let measured = summary(of: recording { _ in 140 })
    #expect(measured.zoneGroups.isEmpty && measured.zonesMissing?.description.contains("State") == true)
    #expect(measured.series.first?.mean == 140, "what is known is shown all the same")
  }

  @Test func `an uneven series weighs by time: its mean is over active time, pauses and gaps left out`() throws {
    // 100 bpm in a sample each second for a minute, then 160 bpm in one every ten seconds for five.
    let uneven = recording(seconds: 420, pauses: [360..<420]) { second in
      second < 60 ? 100 : second % 10 == 0 ? 160 : nil
    }
    let mean = try #require(summary(of: uneven).series.first?.mean)
    #expect(abs(mean - (60 * 100 + 300 * 160) / 360) < 1e-9)
  }
}

/// The part of a FIT file in which a strap hands over what it stored: one message a value, with its time.
private struct Strap {
  private(set) var data: [UInt8] = []

  /// Adds values, each so many milliseconds after a start that is a whole second.
  mutating func hand(over values: [(after: Int64, rate: Int)], from start: Instant) {
    // Local message 0 is `hr`: event_timestamp (ticks of 1/1024 s), timestamp, fractional_timestamp, filtered_bpm.
    data += [0x40, 0, 0, 132, 0, 4, 9, 4, 0x86, 253, 4, 0x86, 0, 2, 0x84, 6, 1, 0x02]
    let base = start.millisecondsSince1970 / 1000 - 631_065_600
    for (after, rate) in values {
      data.append(0)
      put(after * 1024 / 1000 + 4096, 4)
      put(base + after / 1000, 4)
      put(after % 1000 * 32_768 / 1000, 2)
      data.append(UInt8(rate))
    }
  }

  private mutating func put(_ value: Int64, _ size: Int) {
    for place in 0..<size { data.append(UInt8(truncatingIfNeeded: value >> (8 * place))) }
  }

  /// Header, messages, checksum.
  var file: [UInt8] {
    var bytes: [UInt8] = [12, 0x20, 0xB1, 0x52]
    for place in 0..<4 { bytes.append(UInt8(truncatingIfNeeded: data.count >> (8 * place))) }
    bytes += Array(".FIT".utf8) + data
    let checksum = FITWriter.checksum(bytes)
    return bytes + [UInt8(checksum & 0xFF), UInt8(checksum >> 8)]
  }
}
