// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Testing
import Workouts

@testable import WorkoutFiles

@Suite("FIT sessions, laps, pauses and devices")
struct FITActivityTests {
  typealias Builder = FITFileBuilder
  let start = Instant(millisecondsSince1970: Builder.startMilliseconds)

  func span(_ from: Int, _ to: Int) -> TimeSpan {
    TimeSpan(start: start + Int64(from) * 1000, end: start + Int64(to) * 1000)
  }

  func decode(_ build: (inout Builder) -> Void) throws -> DecodedFile {
    var file = Builder()
    file.addFileID()
    build(&file)
    return try WorkoutFile.decode(file.file())
  }

  @Test func `a summary may come before its records`() throws {
    let before = try decode {
      $0.addSession(seconds: 10)
      $0.addRecords(Array(repeating: 120, count: 10))
    }
    let after = try decode {
      $0.addRecords(Array(repeating: 120, count: 10))
      $0.addSession(seconds: 10)
    }
    for file in [before, after] {
      #expect(file.recordings.map(\.span) == [span(0, 10)])
      #expect(file.recordings[0].series(.heartRate)?.count == 10)
    }
  }

  @Test func `a session ends its elapsed time after its start, whenever it was written`() throws {
    let file = try decode {
      $0.define(14, 18, [.time, .u32(2), .u32(7)])
      $0.add(14, [.n(Builder.start + 27_545), .n(Builder.start), 20_500])
      $0.addRecords([120])
    }
    #expect(file.recordings[0].span.duration == 20_500)
  }

  @Test func `records outside the session stay`() throws {
    let file = try decode {
      $0.addRecords(Array(repeating: 120, count: 30), from: -5)
      $0.addSession(seconds: 10)
    }
    #expect(file.recordings[0].series(.heartRate)?.count == 30)
    #expect(file.recordings[0].span == span(0, 10))
  }

  @Test func `without a session the records tell start and end`() throws {
    let file = try decode {
      $0.addRecords(Array(repeating: 120, count: 11))
      $0.define(0, 12, [.e(0), .e(1), .text(3, 8)])
      $0.add(0, [1, 3, "Trail"])
    }
    #expect(file.recordings.map(\.span) == [span(0, 10)])
    #expect(file.recordings[0].sport == .running && file.recordings[0].subSport == "trail")
    #expect(file.recordings[0].name == "Trail")
    #expect(file.codes == ["no-session"])
  }

  @Test func `a session without records is a workout without samples`() throws {
    let file = try decode { $0.addSession(seconds: 100) }
    #expect(file.recordings.map(\.span) == [span(0, 100)])
    #expect(file.recordings[0].series.isEmpty)
    #expect(file.codes == ["no-records"])
  }

  @Test func `an activity with neither is no workout, and says so`() throws {
    let file = try decode { _ in }
    #expect(file.recordings.isEmpty && file.contents.kind == "activity")
    #expect(file.codes == ["no-records"])
  }

  // MARK: The timer

  /// Pauses of a ride of 100 s with these events, in seconds.
  func pauses(_ events: [(Int, Int, Int)]) throws -> [String] {
    let file = try decode {
      for (second, type, trigger) in events { $0.addTimer(second, type: type, trigger: trigger) }
      $0.addRecords(Array(repeating: 120, count: 100))
      $0.addSession(seconds: 100)
    }
    return file.recordings[0].pauses.map {
      "\(($0.span.start - start) / 1000)–\(($0.span.end - start) / 1000) \($0.kind)"
    }
  }

  @Test func `only what changes the timer's state makes a pause`() throws {
    #expect(try pauses([(0, 0, 0), (100, 4, 0)]) == [])
    #expect(try pauses([(0, 0, 0), (20, 4, 0), (30, 0, 0)]) == ["20–30 manual"])
    #expect(try pauses([(20, 1, 1), (30, 0, 1)]) == ["20–30 auto"])
    // An automatic stop, then a manual one.
    #expect(try pauses([(0, 0, 0), (20, 4, 1), (25, 4, 0), (30, 0, 0)]) == ["20–30 auto"])
    // A start without a stop, a stop without a start, a stop and a start in one second.
    #expect(try pauses([(0, 0, 0), (20, 0, 0), (30, 0, 0)]) == [])
    #expect(try pauses([(90, 4, 0)]) == ["90–100 manual"])
    #expect(try pauses([(0, 0, 0), (20, 4, 0), (20, 0, 0)]) == [])
    #expect(try pauses([(20, 8, 0), (30, 0, 0), (40, 9, 0)]) == ["20–30 manual", "40–100 manual"])
    // Before and after the session.
    #expect(try pauses([(-5, 4, 0), (10, 0, 0), (200, 4, 0)]) == ["0–10 manual"])
  }

  @Test func `events that were written out of order are put in order`() throws {
    #expect(try pauses([(30, 0, 0), (0, 0, 0), (20, 4, 0)]) == ["20–30 manual"])
  }

  @Test func `a timer that doesn't fit its starts and stops is reported`() throws {
    let file = try decode {
      $0.addTimer(20, type: 4)
      $0.addTimer(30, type: 0)
      $0.addSession(seconds: 100, timer: 80)
      $0.addRecords([120])
    }
    #expect(file.codes == ["timer-disagrees"])
    #expect(file.recordings[0].activities[0].totals.timer == 80_000)
  }

  // MARK: Multisport

  @Test func `legs stay legs, each with its sport`() throws {
    let file = try decode {
      $0.addSession(after: 60, seconds: 100, sport: 2, index: 2)
      $0.addSession(after: 0, seconds: 51, sport: 5, subSport: 18, index: 0)
      $0.addSession(after: 50, seconds: 10, sport: 3, index: 1)
      $0.addSession(after: 160, seconds: 40, sport: 97, index: 3)
      $0.addRecords(Array(repeating: 120, count: 200))
    }
    let recording = try #require(file.recordings.first)
    #expect(recording.sport == .multisport && file.recordings.count == 1)
    #expect(recording.activities.map(\.sport.rawValue) == ["swimming", "transition", "cycling", "sport_97"])
    #expect(recording.activities.map(\.span) == [span(0, 50), span(50, 60), span(60, 160), span(160, 200)])
    #expect(recording.activities[0].subSport == "open_water")
    check(recording)
  }

  @Test func `a session that sums up the others is no leg`() throws {
    let file = try decode {
      $0.addSession(seconds: 100, sport: 18, index: 2)
      $0.addSession(seconds: 50, sport: 2)
      $0.addSession(after: 50, seconds: 50, sport: 1, index: 1)
      $0.addRecords(Array(repeating: 120, count: 100))
    }
    #expect(file.recordings[0].activities.map(\.sport) == [.cycling, .running])
    #expect(file.contents.sessionCount == 3 && file.codes.isEmpty)
  }

  @Test func `only the legs on foot count both feet`() throws {
    let file = try decode {
      $0.addSession(seconds: 2, sport: 2)
      $0.addSession(after: 2, seconds: 2, sport: 1, index: 1)
      $0.define(0, 20, [.time, .u8(4)])
      for i in 0..<4 { $0.add(0, [.n(Builder.start + i), 80]) }
    }
    #expect(file.recordings[0].series(.cadence)?.values == [80, 80, 160, 160])
  }

  @Test func `two activities in a chain are two workouts`() throws {
    let file = try WorkoutFile.decode(Builder.ride([120, 121]).file() + Builder.ride([130], sport: 1).file())
    #expect(file.recordings.map(\.sport) == [.cycling, .running])
    #expect(file.contents.partCount == 2 && file.contents.sessionCount == 2)
  }

  @Test func `settings chained after an activity are no workout`() throws {
    var settings = Builder()
    settings.addFileID(type: 2)
    let file = try WorkoutFile.decode(Builder.ride([120, 121]).file() + settings.file())
    #expect(file.recordings.count == 1 && file.contents.kind == "activity")
  }

  // MARK: Laps

  @Test func `laps carry trigger, intensity and totals`() throws {
    let file = try decode {
      $0.addRecords([120])
      $0.addSession(seconds: 100)
      $0.define(0, 19, [.time, .u32(2), .u32(7), .u32(9), .e(24), .e(23), .u8(15)])
      $0.add(0, [.n(Builder.start + 60), .n(Builder.start), 60_500, 50_000, 2, 5, 140])
      $0.add(0, [.n(Builder.start + 100), .n(Builder.start + 60), 40_000, nil, 7, nil, nil])
    }
    let laps = file.recordings[0].laps
    #expect(laps.map(\.trigger) == [.distance, .sessionEnd])
    #expect(laps.map(\.intensity) == ["interval", nil])
    #expect(laps[0].span.duration == 60_500 && laps[0].totals.distance == 500)
    #expect(laps[0].totals.averageHeartRate == 140)
  }

  @Test func `a lap without a valid start is set by its neighbours`() throws {
    let file = try decode {
      $0.addRecords([120])
      $0.addSession(seconds: 100)
      $0.define(0, 19, [.u32(2), .u32(7)])
      for start in [nil, Builder.start + 20, nil, 123_456_789] as [Int?] {
        $0.add(0, [start.map { .n($0) } ?? nil, 20_000])
      }
    }
    #expect(file.recordings[0].laps.map(\.span) == [span(0, 20), span(20, 40), span(40, 60), span(60, 80)])
    #expect(file.codes == ["no-start"])
  }

  @Test func `without laps every session is one`() throws {
    let file = try decode {
      $0.addRecords([120])
      $0.addSession(seconds: 40)
      $0.addSession(after: 40, seconds: 60, sport: 1, index: 1)
    }
    #expect(file.recordings[0].laps.map(\.span) == [span(0, 40), span(40, 100)])
  }

  // MARK: Clocks

  @Test func `a clock that was never set leaves the lengths right`() throws {
    var file = Builder()
    file.addFileID(created: 100)
    file.define(0, 20, [.time, .u8(3)])
    for i in 0..<3 { file.add(0, [.n(100 + i), 120]) }
    file.define(14, 18, [.time, .u32(2), .u32(7)])
    file.add(14, [103, 100, 3000])
    let decoded = try WorkoutFile.decode(file.file())
    #expect(decoded.codes == ["clock-not-set"])
    #expect(decoded.recordings[0].span.start.millisecondsSince1970 == 631_065_700_000)
    #expect(decoded.recordings[0].span.duration == 3000)
  }

  @Test(arguments: [true, false])
  func `a clock that was never set is anchored where the file lets us`(byCorrelation: Bool) throws {
    var file = Builder()
    file.addFileID(created: byCorrelation ? 50 : Builder.start)
    if byCorrelation {
      file.define(1, 162, [.time, .u32(1)])
      file.add(1, [.n(Builder.start + 10), 110])
    }
    file.define(0, 20, [.time, .u8(3)])
    for i in 0..<3 { file.add(0, [.n(100 + i), 120]) }
    file.define(14, 18, [.time, .u32(2), .u32(7)])
    file.add(14, [103, 100, 3000])
    let decoded = try WorkoutFile.decode(file.file())
    #expect(decoded.codes == ["clock-not-set"])
    #expect(decoded.recordings[0].span.start == start)
    #expect(decoded.recordings[0].series(.heartRate)?.times.first == start.millisecondsSince1970)
    #expect(decoded.contents.firstRecord?.millisecondsSince1970 == 631_065_700_000)
  }

  @Test func `a jump of more than a day is reported`() throws {
    let file = try decode {
      $0.addRecords([120, 121])
      $0.addRecords([122], from: 100_000)
      $0.addSession(seconds: 10)
    }
    #expect(file.codes == ["time-jump"])
    #expect(file.recordings[0].span == span(0, 10))
  }

  @Test(
    arguments: [
      (7200, 1, 7200), (10_753, 1, 10_800), (-16_200, 1, -16_200), (225, 1, nil), (-576_963, 1, nil), (0, 1, 0),
      (0, 294, nil), (0, 260, nil), (3600 * 16, 1, nil),
    ] as [(Int, Int, Int?)])
  func `the offset from UTC is what the local time is ahead, if that can be`(
    difference: Int, maker: Int, offset: Int?
  ) throws {
    var file = Builder()
    file.addFileID(maker: maker)
    file.addRecords([120])
    file.addSession(seconds: 1)
    file.define(0, 34, [.time, .u32(5)])
    file.add(0, [.n(Builder.start), .n(Builder.start + difference)])
    #expect(try WorkoutFile.decode(file.file()).recordings[0].utcOffsetSeconds == offset)
  }

  // MARK: Devices

  @Test func `recorder and sensors are named, the last word on each counts`() throws {
    let file = try decode {
      $0.define(0, 23, [.u8(0), .u8(1), .u16(2), .u16(4), .u16(5), .e(25)])
      $0.add(0, [0, nil, 1, 3113, 720, 5])
      $0.add(0, [1, 120, 1, 1752, 310, 1])
      $0.add(0, [1, 120, 1, 3300, 320, 1])
      $0.add(0, [2, 11, 263, 12, nil, 1])
      $0.add(0, [3, 10, nil, nil, nil, 5])
      $0.add(0, [4, 0, 1, 3113, nil, 5])
      $0.define(1, 20, [.time, .u8(3), .u16(7)])
      $0.add(1, [.n(Builder.start), 120, 200])
      $0.addSession(seconds: 1)
    }
    let recording = file.recordings[0]
    #expect(
      recording.device == Device(manufacturer: "garmin", product: "fr945", serial: 42, software: "7.20"))
    #expect(recording.sensors.map(\.product) == ["hrm_pro", "12", nil])
    #expect(recording.sensors.map(\.sensor) == [.chestStrap, .powerMeter, .optical])
    #expect(recording.series(.heartRate)?.source == SeriesSource(sensor: .chestStrap, name: "hrm_pro"))
    #expect(recording.series(.power)?.source.sensor == .powerMeter)
  }

  @Test func `unknown messages are kept and counted`() throws {
    let file = try decode {
      $0.define(0, 65_282, [.u8(0)])
      for _ in 0..<3 { $0.add(0, [1]) }
      $0.define(0, 216, [.u16(0)])
      $0.add(0, [nil])
    }
    #expect(
      file.contents.messages == [
        FileContents.MessageCount(number: 0, name: "file_id", count: 1),
        FileContents.MessageCount(number: 216, name: "time_in_zone", count: 1),
        FileContents.MessageCount(number: 65_282, name: nil, count: 3),
      ])
  }
}
