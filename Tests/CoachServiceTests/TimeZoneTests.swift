// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing
import WorkoutFiles
import Workouts

@testable import CoachService

/// Files of the time zone database made by hand, so that the tests need none of the system.
private enum ZoneFile {
  /// The bytes of a number, the highest first.
  static func number(_ value: Int64, _ count: Int) -> [UInt8] {
    (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * Int64($0))) }
  }

  static func block(_ transitions: [(Int64, UInt8)], _ offsets: [Int64], timeSize: Int, version: UInt8) -> [UInt8] {
    var bytes = Array("TZif".utf8) + [version] + [UInt8](repeating: 0, count: 15)
    for count in [0, 0, 0, transitions.count, offsets.count, 4] { bytes += number(Int64(count), 4) }
    for (time, _) in transitions { bytes += number(time, timeSize) }
    bytes += transitions.map(\.1)
    for offset in offsets { bytes += number(offset, 4) + [0, 0] }
    return bytes + Array("ABC\0".utf8)
  }

  static func make(_ transitions: [(Int64, UInt8)], _ offsets: [Int64], footer: String) -> [UInt8] {
    block([(0, 0)], [-1], timeSize: 4, version: 0x32) + block(transitions, offsets, timeSize: 8, version: 0x32)
      + Array("\n\(footer)\n".utf8)
  }
}

/// Seconds since 1970 of a moment in UTC.
private func utc(_ text: String) throws -> Int64 {
  Int64(try Date(text, strategy: .iso8601).timeIntervalSince1970)
}

struct `A rule for the clocks of every year` {
  @Test(arguments: [
    ("CET-1CEST,M3.5.0,M10.5.0/3", "2024-03-31T00:59:59Z", 3600),
    ("CET-1CEST,M3.5.0,M10.5.0/3", "2024-03-31T01:00:00Z", 7200),
    ("CET-1CEST,M3.5.0,M10.5.0/3", "2024-10-27T00:59:59Z", 7200),
    ("CET-1CEST,M3.5.0,M10.5.0/3", "2024-10-27T01:00:00Z", 3600),
    ("CET-1CEST,M3.5.0,M10.5.0/3", "2099-07-01T00:00:00Z", 7200),
    ("CET-1CEST,M3.5.0,M10.5.0/3", "1969-12-31T23:30:00Z", 3600),
    // The year turns in summer.
    ("AEST-10AEDT,M10.1.0,M4.1.0/3", "2024-12-31T23:59:59Z", 39600),
    ("AEST-10AEDT,M10.1.0,M4.1.0/3", "2024-07-01T00:00:00Z", 36000),
    ("AEST-10AEDT,M10.1.0,M4.1.0/3", "2024-04-06T16:00:00Z", 36000),
    ("AEST-10AEDT,M10.1.0,M4.1.0/3", "2024-04-06T15:59:59Z", 39600),
    // Quarters of an hour, names that are numbers, half an hour of summer.
    ("<+0545>-5:45", "2024-07-01T00:00:00Z", 20700), ("NST3:30NDT,M3.2.0,M11.1.0", "2024-01-15T00:00:00Z", -12600),
    ("<+1030>-10:30<+11>-11,M10.1.0,M4.1.0", "2024-01-15T00:00:00Z", 39600),
    // Hours below zero and beyond a day.
    ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", "2024-03-31T00:59:59Z", -7200),
    ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", "2024-03-31T01:00:00Z", -3600),
    ("IST-2IDT,M3.4.4/26,M10.5.0", "2024-03-28T23:59:59Z", 7200),
    ("IST-2IDT,M3.4.4/26,M10.5.0", "2024-03-29T00:00:00Z", 10800),
    // Days by number, with and without 29 February.
    ("AAA0BBB,J60/0,J300/0", "2024-02-29T12:00:00Z", 0), ("AAA0BBB,J60/0,J300/0", "2024-03-01T00:00:00Z", 3600),
    ("AAA0BBB,59/0,299/0", "2024-02-29T12:00:00Z", 3600),
    // Summer all year.
    ("XXX3EDT4,0/0,J365/23", "2024-06-01T00:00:00Z", -14400), ("XXX3EDT4,0/0,J365/23", "2024-12-31T23:30:00Z", -14400),
  ])
  func `tells the offset of a moment`(_ rule: String, _ moment: String, _ offset: Int) throws {
    #expect(try #require(PosixZone(rule)).offset(at: utc(moment)) == offset)
  }

  @Test(arguments: [
    "", "C-1", "CET", "CET-1CEST", "CET-25", "CET-1CEST,M3.5.0", "CET-1CEST,M13.5.0,M10.5.0", "CET-1CEST,M3.6.0,M1.1.0",
    "CET-1CEST,M3.5.7,M10.5.0", "<>-1", "<CET-1", "CET-1CEST,M3.5.0,M10.5.0x", "CET-1CEST,J0,J5", "CET-1:60",
    "CET-9999999999999",
  ])
  func `is refused where it makes no sense`(_ rule: String) { #expect(PosixZone(rule) == nil) }
}

struct `A file of the time zone database` {
  private static let bytes = ZoneFile.make(
    [(-1_000_000, 1), (1_000_000, 0), (2_000_000, 1)], [3600, 7200], footer: "AAA-3")

  @Test func `tells the offset before, between and after its changes`() throws {
    let rules = try #require(ZoneRules(Self.bytes))
    let expected: [(Int64, Int)] = [
      (.min, 3600), (-1_000_001, 3600), (-1_000_000, 7200), (0, 7200), (1_000_000, 3600), (1_999_999, 3600),
      (2_000_000, 10_800), (4_000_000_000, 10_800),
    ]
    // The footer counts days, so a moment at the end of time is asked only of the changes.
    for (time, offset) in expected { #expect(rules.offset(at: time) == offset, "\(time)") }
    let silent = try #require(ZoneRules(ZoneFile.make([(5, 1)], [60, 120], footer: "")))
    #expect(silent.offset(at: 4) == 60 && silent.offset(at: 5) == 120 && silent.offset(at: 4_000_000_000) == 120)
    let constant = try #require(ZoneRules(ZoneFile.make([], [60], footer: "BBB-5:30")))
    #expect(constant.offset(at: 0) == 19_800)
    let old = try #require(ZoneRules(ZoneFile.block([(5, 1)], [60, -120], timeSize: 4, version: 0)))
    #expect(old.offset(at: 4) == 60 && old.offset(at: 5) == -120)
  }

  @Test func `that is damaged is no zone, or another, and never ends the program`() {
    for count in 0..<Self.bytes.count - 8 { #expect(ZoneRules(Array(Self.bytes.prefix(count))) == nil, "\(count)") }
    var random = SeededGenerator(seed: 6)
    for _ in 0..<20_000 {
      var bytes = Self.bytes
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      guard let rules = ZoneRules(bytes) else { continue }
      for time in [Int64.min, -1, 0, 1_500_000, 1_800_000_000, .max] { _ = rules.offset(at: time) }
    }
  }
}

struct `The zones of the system` {
  /// Apart from the tests, so that a system without zones skips these openly.
  private static let isThere = FileManager.default.fileExists(atPath: "/usr/share/zoneinfo/Europe/Paris")

  @Test(
    .enabled(if: isThere, "no time zone database is installed"),
    arguments: [
      ("Europe/Paris", "2024-07-14T12:00:00Z", 7200), ("Europe/Paris", "2025-01-14T12:00:00Z", 3600),
      ("Europe/Paris", "2024-03-31T00:59:59Z", 3600), ("Europe/Paris", "2024-03-31T01:00:00Z", 7200),
      ("Asia/Kolkata", "2024-07-14T12:00:00Z", 19_800), ("Australia/Adelaide", "2024-01-14T12:00:00Z", 37_800),
      ("America/St_Johns", "2024-01-14T12:00:00Z", -12_600), ("Asia/Kathmandu", "2024-01-14T12:00:00Z", 20_700),
      ("America/Sao_Paulo", "2018-12-14T12:00:00Z", -7200), ("America/Sao_Paulo", "2020-12-14T12:00:00Z", -10_800),
      ("UTC", "2024-01-14T12:00:00Z", 0), ("Etc/GMT+5", "2024-01-14T12:00:00Z", -18_000),
      ("America/Argentina/Buenos_Aires", "2024-01-14T12:00:00Z", -10_800),
    ])
  func `are read by name`(_ zone: String, _ moment: String, _ offset: Int) throws {
    #expect(TimeZoneDatabase.system.offset(of: zone, at: Instant(secondsSince1970: try utc(moment))) == offset)
  }

  @Test(.enabled(if: isThere, "no time zone database is installed"))
  func `agree with another reader of them, hour by hour near every change`() throws {
    let names = [
      "Europe/London", "America/New_York", "Africa/Casablanca", "Pacific/Apia", "Asia/Tehran", "Australia/Lord_Howe",
    ]
    var compared = 0
    for name in names {
      let zone = try #require(TimeZone(identifier: name))
      var time = Date(timeIntervalSince1970: 946_684_800)
      // Days through 35 years, and hours where the offset has changed.
      while time.timeIntervalSince1970 < 2_050_000_000 {
        let next = time.addingTimeInterval(86_400)
        let isQuiet = zone.secondsFromGMT(for: time) == zone.secondsFromGMT(for: next)
        for hour in isQuiet ? 0...0 : 0...24 {
          let moment = time.addingTimeInterval(Double(hour) * 3600)
          let ours = TimeZoneDatabase.system.offset(
            of: name, at: Instant(secondsSince1970: Int64(moment.timeIntervalSince1970)))
          // Casablanca's clocks of later years are known differently to each release of the database.
          if name == "Africa/Casablanca", moment.timeIntervalSince1970 > 1_700_000_000 { continue }
          #expect(ours == zone.secondsFromGMT(for: moment), "\(name) \(moment)")
          compared += 1
        }
        time = next
      }
    }
    #expect(compared > 60_000)
  }

  @Test(arguments: [
    "", "/", "/etc/passwd", "../../../etc/passwd", "Europe/../Europe/Paris", "Europe//Paris", "Europe/", "Europe",
    "Nowhere/Town",
    "Europe/Par\0is", "zone.tab", "Europe/Zürich", String(repeating: "a", count: 65),
  ])
  func `have no other names`(_ zone: String) {
    #expect(TimeZoneDatabase.system.offset(of: zone, at: Instant(secondsSince1970: 0)) == nil)
  }

  @Test func `are none where none are installed`() {
    let empty = TimeZoneDatabase(folders: ["/nonexistent"])
    #expect(empty.offset(of: "Europe/Paris", at: Instant(secondsSince1970: 0)) == nil)
  }
}

struct `A workout of an Apple Health export` {
  private let folder = TemporaryFolder()

  /// Runs at 22:30 UTC, the last of them on a day on which clocks changed.
  private static func document(zone: String?) -> [UInt8] {
    var text = "<HealthData locale=\"en_GB\"><ExportDate value=\"2024-08-01 12:00:00 -0400\"/>\n"
    for day in ["2024-07-14", "2025-01-14", "2024-03-30"] {
      let zone = zone.map { "<MetadataEntry key=\"HKTimeZone\" value=\"\($0)\"/>" } ?? ""
      text += """
        <Workout workoutActivityType="HKWorkoutActivityTypeRunning" duration="10" sourceName="Watch" \
        startDate="\(day) 18:30:00 -0400" endDate="\(day) 18:40:00 -0400">\(zone)</Workout>

        """
    }
    return Array((text + "</HealthData>").utf8)
  }

  private func starts(_ document: [UInt8], zones: TimeZoneDatabase = .system) throws -> [String] {
    let library = try WorkoutLibrary(folder: folder.path)
    let path = folder.path + "/export.xml"
    try Data(document).write(to: URL(filePath: path))
    _ = try library.importPaths([path], zones: zones)
    return library.workouts().map { $0.start.iso8601 }.sorted()
  }

  /// Paris: +1 in winter, +2 in summer.
  private static let paris = ZoneFile.make(
    [], [3600], footer: "CET-1CEST,M3.5.0,M10.5.0/3")

  @Test func `has the day and the time of where it was`() throws {
    let zones = folder.path + "/zones/Europe"
    try FileManager.default.createDirectory(atPath: zones, withIntermediateDirectories: true)
    try Data(Self.paris).write(to: URL(filePath: zones + "/Paris"))
    let starts = try starts(
      Self.document(zone: "Europe/Paris"), zones: TimeZoneDatabase(folders: [folder.path + "/zones"]))
    #expect(starts == ["2024-03-30T23:30:00+01:00", "2024-07-15T00:30:00+02:00", "2025-01-14T23:30:00+01:00"])
  }

  @Test(arguments: [nil, "Nowhere/Town", "../../../etc/passwd"])
  func `has the offset of the export where its zone is not known`(zone: String?) throws {
    let starts = try starts(Self.document(zone: zone))
    #expect(starts == ["2024-03-30T18:30:00-04:00", "2024-07-14T18:30:00-04:00", "2025-01-14T18:30:00-04:00"])
  }

  @Test func `has the offset of the export where no zones are installed`() throws {
    let starts = try starts(Self.document(zone: "Europe/Paris"), zones: TimeZoneDatabase(folders: []))
    #expect(starts.first == "2024-03-30T18:30:00-04:00")
  }
}
