// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing
import WorkoutFiles
import Workouts

/// Small documents in the making.
enum TrackText {
  static func fixture(_ name: String) throws -> [UInt8] {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Fixtures").standardized
    return [UInt8](try Data(contentsOf: folder.appending(path: name)))
  }

  static func tcx(_ activities: String) -> String {
    "<TrainingCenterDatabase><Activities>\(activities)</Activities></TrainingCenterDatabase>"
  }

  static func activity(_ laps: String, sport: String = "Biking") -> String {
    "<Activity Sport=\"\(sport)\"><Id>2026-05-28T06:00:00Z</Id>\(laps)</Activity>"
  }

  /// A lap from `start`, seconds after six, with a point at each of `seconds`.
  static func lap(
    _ start: Int, timer: Double? = nil, distance: Double? = nil, _ seconds: [Int],
    _ values: (Int) -> String = { _ in "" }
  ) -> String {
    let points = seconds.map {
      "<Trackpoint><Time>\(time($0))</Time><HeartRateBpm><Value>120</Value></HeartRateBpm>\(values($0))</Trackpoint>"
    }
    return "<Lap StartTime=\"\(time(start))\">" + (timer.map { "<TotalTimeSeconds>\($0)</TotalTimeSeconds>" } ?? "")
      + (distance.map { "<DistanceMeters>\($0)</DistanceMeters>" } ?? "")
      + "<Track>\(points.joined())</Track></Lap>"
  }

  static func gpx(_ content: String) -> String { "<gpx version=\"1.1\" creator=\"c\">\(content)</gpx>" }

  static func point(_ second: Int, _ inner: String = "") -> String {
    "<trkpt lat=\"1\" lon=\"2\"><time>\(time(second))</time>\(inner)</trkpt>"
  }

  static let six = Instant(secondsSince1970: 1_779_948_000)

  static func time(_ second: Int) -> String {
    Date(timeIntervalSince1970: 1_779_948_000 + Double(second)).formatted(.iso8601)
  }

  static func decode(_ text: String) throws -> DecodedFile { try WorkoutFile.decode(Array(text.utf8)) }
  static func recording(_ text: String) throws -> Recording { try #require(try decode(text).recordings.first) }
}

@Suite("Pitfalls: TCX and GPX")
struct TrackPitfallTests {
  @Test("a missing heart rate is missing, not 0; 255 is nothing")
  func missingHeartRate() throws {
    let file = try WorkoutFile.decode(try TrackText.fixture("tcx/run-with-a-pause.tcx"))
    let series = try #require(file.recordings.first?.series(.heartRate))
    // The third point has none, and none comes for long: the sensor had nothing to tell.
    #expect(series.values.map { $0.isNaN ? -1 : $0 } == [128, 129, -1, 110, -1, 118])
    #expect(file.contents.recordsWithHeartRate == 4 && file.contents.recordCount == 6)
    #expect(file.problems.isEmpty)
  }

  @Test("a pause marked only by closing and reopening a track is a pause")
  func trackPause() throws {
    let file = try WorkoutFile.decode(try TrackText.fixture("tcx/run-with-a-pause.tcx"))
    let recording = try #require(file.recordings.first)
    let pause = try #require(recording.pauses.first)
    #expect(recording.pauses.count == 1)
    // The value before the pause holds for its second, as the lap's timer says.
    #expect(pause.span == TimeSpan(start: TrackText.six + 3000, end: TrackText.six + 60_000))
    #expect(recording.activeTime(in: recording.span) == 6000)
  }

  @Test("a gap of records is a pause where the lap's timer stood still, else none")
  func timerPause() throws {
    let seconds = Array(0...10) + Array(100...110)
    let paused = try TrackText.recording(TrackText.tcx(TrackText.activity(TrackText.lap(0, timer: 21, seconds))))
    #expect(paused.pauses.map(\.span) == [TimeSpan(start: TrackText.six + 11_000, end: TrackText.six + 100_000)])
    let running = try TrackText.recording(TrackText.tcx(TrackText.activity(TrackText.lap(0, timer: 110, seconds))))
    #expect(running.pauses.isEmpty)
    // 15 s of moving time in two minutes can't be told by the gaps.
    let moving = try TrackText.recording(
      TrackText.tcx(TrackText.activity(TrackText.lap(0, timer: 15, Array(0...110)))))
    #expect(moving.pauses.isEmpty)
  }

  @Test("lap totals win for the summary where the lap's points go past them; the points stay")
  func lapTotals() throws {
    let recording = try TrackText.recording(
      TrackText.tcx(
        TrackText.activity(
          TrackText.lap(0, timer: 10, distance: 50, Array(0...12)) { "<DistanceMeters>\($0 * 5)</DistanceMeters>" })))
    #expect(recording.laps.first?.totals.timer == 10_000 && recording.laps.first?.totals.distance == 50)
    #expect(recording.activities.first?.totals.distance == 50)
    #expect(recording.series(.distance)?.values.last == 60)
  }

  @Test(
    "a half-written file gives its complete points",
    arguments: ["tcx/run-with-a-pause.tcx", "gpx/ride-in-all-spellings.gpx"])
  func halfWritten(name: String) throws {
    let bytes = try TrackText.fixture(name)
    let end = Array((name.hasPrefix("tcx") ? "</Trackpoint>" : "</trkpt>").utf8)
    for length in stride(from: 1, to: bytes.count, by: 97) {
      let part = Array(bytes[..<length])
      let complete = part.indices.count { part[$0...].starts(with: end) }
      guard let file = try? WorkoutFile.decode(part) else {
        #expect(complete == 0, "cut at \(length)")
        continue
      }
      #expect(file.contents.recordCount == complete, "cut at \(length)")
      // A lap's totals alone make a recording too.
      #expect(!file.recordings.isEmpty || complete == 0, "cut at \(length)")
      let whole = String(decoding: bytes[length...], as: UTF8.self).allSatisfy(\.isWhitespace)
      #expect(file.codes.contains("truncated") != whole, "cut at \(length)")
    }
  }

  @Test("an indoor file without positions is accepted")
  func indoor() throws {
    let recording = try TrackText.recording(TrackText.tcx(TrackText.activity(TrackText.lap(0, timer: 5, Array(0...5)))))
    #expect(recording.series(.heartRate)?.count == 6 && recording.series(.latitude) == nil)
  }

  @Test("a heart rate under a new prefix is not lost: prefixes mean nothing", arguments: ["", "ns3:", "gpxtpx:", "x:"])
  func prefixes(prefix: String) throws {
    let extensions = """
      <extensions><\(prefix)TrackPointExtension><\(prefix)hr>140</\(prefix)hr></\(prefix)TrackPointExtension></extensions>
      """
    let gpx = try TrackText.recording(TrackText.gpx("<trk><trkseg>\(TrackText.point(0, extensions))</trkseg></trk>"))
    #expect(gpx.series(.heartRate)?.values == [140])
    let tcx = try TrackText.recording(
      TrackText.tcx(
        TrackText.activity(
          TrackText.lap(0, [0]) { _ in
            "<Extensions><\(prefix)TPX><\(prefix)Watts>200</\(prefix)Watts></\(prefix)TPX></Extensions>"
          })))
    #expect(tcx.series(.power)?.values == [200])
  }

  @Test("heart rate in all known spellings is read, from all extension blocks and not only the first, no value twice")
  func spellings() throws {
    let file = try WorkoutFile.decode(try TrackText.fixture("gpx/ride-in-all-spellings.gpx"))
    let recording = try #require(file.recordings.first)
    #expect(recording.series(.heartRate)?.values == [120, 121, 122, 110, 112])
    #expect(recording.series(.power)?.values == [200, 201, 180])
    #expect(recording.series(.cadence)?.values == [80, 82, 70])
    #expect(recording.series(.temperature)?.values == [21, 20.5])
    #expect(recording.series(.speed)?.values == [7.5])
    #expect(recording.name == "Evening ride" && recording.sport == .cycling && recording.subSport == "mountain")
    #expect(recording.utcOffsetSeconds == 7200)
    #expect(recording.span.start.millisecondsSince1970 == 1_779_984_000_000, "metadata time is no start")
    #expect(recording.pauses.count == 1 && file.problems.isEmpty)
    #expect(file.contents.recordsWithHeartRate == 5 && file.contents.recordsWithPower == 3)
    let twice = "<extensions><heartrate>89</heartrate><n:hr>90</n:hr></extensions>"
    let gpx = try TrackText.decode(TrackText.gpx("<trk><trkseg>\(TrackText.point(0, twice))</trkseg></trk>"))
    #expect(gpx.recordings.first?.series(.heartRate)?.values == [89] && gpx.contents.recordsWithHeartRate == 1)
  }

  @Test("an offset is kept and the instant right; a local time without zone is UTC with a problem; ZZ is Z")
  func offsets() throws {
    func start(_ time: String) throws -> (Int64?, Int?, [String]) {
      let file = try TrackText.decode(
        TrackText.gpx("<trk><trkseg><trkpt lat='1' lon='2'><time>\(time)</time></trkpt></trkseg></trk>"))
      return (
        file.recordings.first?.span.start.millisecondsSince1970, file.recordings.first?.utcOffsetSeconds, file.codes
      )
    }
    #expect(try start("2021-01-07T21:51:59.179+01:15") == (1_610_051_819_179, 4500, []))
    #expect(try start("2021-01-07T20:36:59.1794567Z") == (1_610_051_819_179, nil, []))
    #expect(try start("2021-01-07T20:36:59ZZ") == (1_610_051_819_000, nil, []))
    #expect(try start("2021-01-07T20:36:59") == (1_610_051_819_000, nil, ["no-zone"]))
    #expect(try start("1901-01-01T00:00:00Z") == (nil, nil, ["no-time", "no-recording"]))
    #expect(try start("2016-09-22T10:00:00.9996-0330") == (1_474_551_001_000, -12_600, []))
  }

  @Test(
    "a leg by itself whose distance counts on from the legs before has its own: 132 m, not 40.5 km",
    arguments: [132.0, nil])
  func cumulativeLeg(stated: Double?) throws {
    let recording = try TrackText.recording(
      TrackText.tcx(
        TrackText.activity(
          TrackText.lap(0, timer: 60, distance: stated, [0, 30, 60]) {
            "<DistanceMeters>\(40_368 + $0 * 132 / 60)</DistanceMeters>"
          }, sport: "Other")))
    #expect(recording.series(.distance)?.values == [0, 66, 132])
    #expect(recording.activities.first?.totals.distance == stated)
  }

  @Test("a transition between legs, with distance counted over all of them, is 132 m long")
  func cumulativeTransition() throws {
    func leg(_ start: Int, _ sport: String, from: Int, to: Int) -> String {
      TrackText.activity(
        TrackText.lap(start, timer: 60, distance: Double(to - from), [start, start + 60]) {
          "<DistanceMeters>\($0 == start ? from : to)</DistanceMeters>"
        }, sport: sport)
    }
    let recording = try TrackText.recording(
      TrackText.tcx(
        """
        <MultiSportSession><FirstSport>\(leg(0, "Biking", from: 0, to: 40_368))</FirstSport>
        <NextSport>\(leg(60, "Other", from: 40_368, to: 40_500))</NextSport>
        <NextSport>\(leg(120, "Running", from: 40_500, to: 42_500))</NextSport></MultiSportSession>
        """))
    #expect(recording.activities.map(\.totals.distance) == [40_368, 132, 2000])
    #expect(recording.series(.distance)?.values == [0, 40_368, 40_368, 40_500, 40_500, 42_500])
  }

  @Test("XXE and entity bombs are refused at once")
  func entities() throws {
    let bomb = (1...9).map { "<!ENTITY l\($0) \"\(String(repeating: "&l\($0 - 1);", count: 10))\">" }.joined()
    for declaration in [
      "<!DOCTYPE gpx [<!ENTITY x SYSTEM \"file:///etc/passwd\">]>",
      "<!DOCTYPE gpx [<!ENTITY l0 \"lol\">\(bomb)<!ENTITY x \"&l9;\">]>",
      "<!DOCTYPE gpx SYSTEM \"http://localhost/x.dtd\">",
    ] {
      let clock = ContinuousClock()
      let time = clock.measure {
        #expect(throws: FileError.self) {
          try TrackText.decode(
            "<?xml version=\"1.0\"?>" + declaration + "<gpx><trk><name>&x;</name></trk></gpx>")
        }
      }
      #expect(time < .seconds(1))
      // Elsewhere the declaration does no harm.
      let text = TrackText.gpx("<trk><trkseg>\(TrackText.point(0))</trkseg></trk>")
      #expect(try TrackText.decode(declaration + text).recordings.count == 1)
    }
  }

  @Test("depth, attributes and texts without measure are refused at once, what came before is kept")
  func sizes() throws {
    let good = TrackText.point(0) + TrackText.point(1)
    for bad in [
      String(repeating: "<a>", count: 1_000_000),
      "<a b='\(String(repeating: "x", count: 20_000_000))'/>",
      "<name>\(String(repeating: "x", count: 20_000_000))</name>",
      "<a \((0..<5000).map { "a\($0)=''" }.joined(separator: " "))/>",
    ] {
      let bytes = Array(TrackText.gpx("<trk><trkseg>\(good)</trkseg>\(bad)</trk>").utf8)
      let clock = ContinuousClock()
      var file: DecodedFile?
      let time = clock.measure { file = try? WorkoutFile.decode(bytes) }
      #expect(time < .seconds(1))
      #expect(file?.recordings.first?.series(.latitude)?.count == 2 && file?.codes == ["too-large"])
    }
  }

  @Test("mutations of small files never trap and keep what recordings promise")
  func mutations() throws {
    for name in ["tcx/run-with-a-pause.tcx", "gpx/ride-in-all-spellings.gpx"] {
      let bytes = try TrackText.fixture(name)
      for seed in UInt64(0)..<400 {
        var generator = SeededGenerator(seed: seed)
        var mutant = bytes
        for _ in 0..<Int.random(in: 1...8, using: &generator) {
          let place = Int.random(in: 0..<mutant.count, using: &generator)
          switch Int.random(in: 0..<4, using: &generator) {
          case 0: mutant[place] = UInt8.random(in: 0...255, using: &generator)
          case 1: mutant.remove(at: place)
          case 2: mutant[place] = UInt8.random(in: 0x30...0x39, using: &generator)
          default:
            let end = min(place + Int.random(in: 1...200, using: &generator), mutant.count)
            mutant.insert(
              contentsOf: Array(mutant[place..<end]), at: Int.random(in: 0..<mutant.count, using: &generator))
          }
        }
        for recording in (try? WorkoutFile.decode(mutant))?.recordings ?? [] { check(recording) }
      }
    }
  }
}
