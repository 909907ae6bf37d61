// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WorkoutFiles
import Workouts
import Zones

@testable import CoachService

/// What a value in a document may be.
private enum Kind: String {
  case text, number, flag, list, object
  case textOrNull, numberOrNull, objectOrNull

  func fits(_ value: Any) -> Bool {
    let isNull = value is NSNull
    return switch self {
    case .text: value is String
    case .number: isNumber(value)
    case .flag: isFlag(value)
    case .list: value is [Any]
    case .object: value is [String: Any]
    case .textOrNull: isNull || value is String
    case .numberOrNull: isNull || isNumber(value)
    case .objectOrNull: isNull || value is [String: Any]
    }
  }

  private func isFlag(_ value: Any) -> Bool {
    guard let number = value as? NSNumber else { return false }
    return String(cString: number.objCType) == "c" || String(cString: number.objCType) == "B"
  }

  private func isNumber(_ value: Any) -> Bool { value is NSNumber && !isFlag(value) }
}

/// The keys that every object of a kind has, always all of them.
private enum Shape {
  static let summary: [String: Kind] = [
    "id": .textOrNull, "file": .textOrNull, "format": .text, "sport": .text, "subSport": .textOrNull,
    "name": .textOrNull, "start": .text, "end": .text, "elapsedSeconds": .number, "activeSeconds": .number,
    "distanceMeters": .numberOrNull, "energyKilocalories": .numberOrNull, "device": .objectOrNull, "series": .list,
    "zoneGroups": .list, "activities": .list, "laps": .number, "lapDetails": .list, "pauses": .list,
    "line": .objectOrNull, "warnings": .list, "quality": .list, "zonesMissing": .textOrNull,
  ]
  static let device: [String: Kind] = ["manufacturer": .textOrNull, "product": .textOrNull]
  static let series: [String: Kind] = [
    "quantity": .text, "unit": .text, "samples": .number, "minimum": .numberOrNull, "maximum": .numberOrNull,
    "mean": .numberOrNull, "sensor": .text, "path": .text,
  ]
  static let group: [String: Kind] = [
    "quantity": .text, "unit": .text, "source": .text, "scheme": .textOrNull, "anchors": .object, "estimated": .flag,
    "provenance": .text, "zones": .list, "knownSeconds": .number, "unknownSeconds": .number, "coverage": .numberOrNull,
    "holdSeconds": .number, "deviceReported": .objectOrNull,
  ]
  static let zone: [String: Kind] = [
    "index": .number, "number": .number, "name": .text, "minimum": .numberOrNull, "maximum": .numberOrNull,
    "seconds": .number, "percent": .number, "range": .text,
  ]
  static let reported: [String: Kind] = ["boundaries": .list, "seconds": .list, "comparison": .objectOrNull]
  static let comparison: [String: Kind] = ["zones": .list, "agrees": .flag, "causes": .list]
  static let row: [String: Kind] = [
    "number": .number, "range": .text, "seconds": .number, "deviceSeconds": .number, "differenceSeconds": .number,
    "minimum": .numberOrNull, "maximum": .numberOrNull,
  ]
  static let cause: [String: Kind] = ["code": .text, "seconds": .number, "text": .text]
  static let activity: [String: Kind] = [
    "index": .number, "sport": .text, "subSport": .textOrNull, "start": .text, "end": .text, "elapsedSeconds": .number,
    "activeSeconds": .number, "distanceMeters": .numberOrNull, "energyKilocalories": .numberOrNull, "series": .list,
    "zoneGroups": .list,
  ]
  static let lap: [String: Kind] = [
    "index": .number, "startSeconds": .number, "elapsedSeconds": .number, "activeSeconds": .number,
    "distanceMeters": .numberOrNull, "intensity": .textOrNull, "meanHeartRate": .numberOrNull,
    "maximumHeartRate": .numberOrNull, "meanPower": .numberOrNull, "zoneGroups": .list,
  ]
  static let pause: [String: Kind] = ["start": .text, "end": .text, "kind": .text]
  static let line: [String: Kind] = ["code": .text, "values": .object, "words": .object, "text": .text]
  static let warning: [String: Kind] = ["code": .text, "message": .text, "offset": .numberOrNull]
  static let quality: [String: Kind] = [
    "code": .text, "startSeconds": .number, "seconds": .number, "text": .text, "isLeftOut": .flag,
  ]
}

/// Goes through a document and notes where it is not as promised.
private struct Inspection {
  var faults: Set<String> = []
  var seen: Set<String> = []

  mutating func check(_ value: Any?, _ shape: [String: Kind], _ place: String) {
    guard let object = value as? [String: Any] else {
      faults.insert("\(place) is no object")
      return
    }
    seen.insert(place)
    if Set(object.keys) != Set(shape.keys) {
      faults.insert("\(place): \(Set(object.keys).symmetricDifference(shape.keys).sorted())")
    }
    for (key, kind) in shape {
      if let found = object[key], !kind.fits(found) { faults.insert("\(place).\(key) is no \(kind.rawValue)") }
    }
  }

  mutating func each(
    _ value: Any?, _ shape: [String: Kind], _ place: String,
    _ body: (inout Inspection, [String: Any]) -> Void = { _, _ in }
  ) {
    for element in value as? [Any] ?? [] {
      check(element, shape, place)
      if let object = element as? [String: Any] { body(&self, object) }
    }
  }

  mutating func groups(_ value: Any?, _ place: String) {
    each(value, Shape.group, place + ".group") { inspection, group in
      inspection.each(group["zones"], Shape.zone, place + ".zone")
      if let reported = group["deviceReported"] as? [String: Any] {
        inspection.check(reported, Shape.reported, place + ".reported")
        if let comparison = reported["comparison"] as? [String: Any] {
          inspection.check(comparison, Shape.comparison, place + ".comparison")
          inspection.each(comparison["zones"], Shape.row, place + ".row")
          inspection.each(comparison["causes"], Shape.cause, place + ".cause")
        }
      }
    }
  }

  mutating func summary(_ value: Any) {
    check(value, Shape.summary, "summary")
    guard let summary = value as? [String: Any] else { return }
    if summary["device"] is [String: Any] { check(summary["device"], Shape.device, "device") }
    each(summary["series"], Shape.series, "series")
    groups(summary["zoneGroups"], "summary")
    each(summary["activities"], Shape.activity, "activity") { inspection, activity in
      inspection.each(activity["series"], Shape.series, "activity.series")
      inspection.groups(activity["zoneGroups"], "activity")
    }
    each(summary["lapDetails"], Shape.lap, "lap") { $0.groups($1["zoneGroups"], "lap") }
    each(summary["pauses"], Shape.pause, "pause")
    if summary["line"] is [String: Any] { check(summary["line"], Shape.line, "line") }
    each(summary["warnings"], Shape.warning, "warning")
    each(summary["quality"], Shape.quality, "quality")
  }
}

private func document(_ summary: WorkoutSummary) throws -> [String: Any] {
  try #require(try JSONSerialization.jsonObject(with: JSONDocument.encode(summary)) as? [String: Any])
}

struct `The document of a summary` {
  @Test func `has every promised key in every object, and null for what is absent`() throws {
    var inspection = Inspection()
    let problems = [
      FileProblem(.init(rawValue: "truncated"), "Cut off.", offset: 12), FileProblem(.init(rawValue: "x"), "No place."),
    ]
    for given in Given.some {
      inspection.summary(try document(summary(of: given.recording, problems: problems)))
    }
    #expect(inspection.faults == [])
    // Each kind of object was there to be looked at.
    for place in [
      "device", "series", "summary.group", "summary.zone", "summary.reported", "summary.comparison", "summary.row",
      "summary.cause", "activity", "activity.series", "activity.group", "activity.zone", "lap", "lap.group", "pause",
      "line", "warning", "quality",
    ] {
      #expect(inspection.seen.contains(place), "no \(place)")
    }
  }

  @Test func `of a workout of which nothing is known is full of nulls and empty lists`() throws {
    let bare = Recording(sport: .generic, span: TimeSpan(start: day, end: day + 1000))
    var inspection = Inspection()
    let object = try document(summary(of: bare))
    inspection.summary(object)
    #expect(inspection.faults == [])
    for key in ["id", "subSport", "name", "distanceMeters", "energyKilocalories", "device", "line"] {
      #expect(object[key] is NSNull, "\(key)")
    }
    for key in ["series", "zoneGroups", "activities", "lapDetails", "pauses", "warnings", "quality"] {
      #expect((object[key] as? [Any])?.isEmpty == true, "\(key)")
    }
    #expect(
      object["zonesMissing"] as? String
        == "The file holds totals but no samples, so there is nothing to sort into zones.")
  }

  @Test func `tells times with the offset of the place, and numbers in the units of their names`() throws {
    var given = recording(seconds: 120, pauses: [30..<60]) { $0 < 30 || $0 >= 60 ? 120 : nil }
    given.utcOffsetSeconds = 5400
    given.activities[0].totals.distance = 1234.5
    given.activities[0].totals.energy = 80
    let object = try document(summary(of: given))
    #expect(object["start"] as? String == "2026-05-28T21:56:40+01:30")
    #expect(object["end"] as? String == "2026-05-28T21:58:40+01:30")
    #expect(object["elapsedSeconds"] as? Double == 120 && object["activeSeconds"] as? Double == 90)
    #expect(object["distanceMeters"] as? Double == 1234.5 && object["energyKilocalories"] as? Double == 80)
    let pause = try #require((object["pauses"] as? [[String: Any]])?.first)
    #expect(pause["start"] as? String == "2026-05-28T21:57:10+01:30" && pause["kind"] as? String == "manual")
    given.utcOffsetSeconds = nil
    #expect(try document(summary(of: given))["start"] as? String == "2026-05-28T20:26:40Z")
  }

  @Test func `is read back as it was written`() throws {
    for given in Given.samples {
      let before = summary(of: given.recording)
      let after = try JSONDecoder().decode(WorkoutSummary.self, from: JSONDocument.encode(before))
      #expect(before == after, "\(given.name)")
    }
  }

  @Test func `is the same to the byte for the same workout`() throws {
    for given in Given.samples {
      #expect(
        try JSONDocument.encode(summary(of: given.recording)) == JSONDocument.encode(summary(of: given.recording)))
    }
  }

  @Test func `bears limits that a device left open between others`() throws {
    var given = recording { _ in 130 }
    let limits = DeviceZoneLimits(
      quantity: .heartRate, bounds: [100, 120, .infinity, 160, 180], firstBoundStartsZone1: true)
    given.activities[0].deviceZones = [
      DeviceZoneTotals(quantity: .heartRate, durations: [0, 0, 0, 3_600_000, 0, 0], limits: limits)
    ]
    given.deviceZoneLimits = [limits]
    let object = try document(summary(of: given))
    let group = try #require((object["zoneGroups"] as? [[String: Any]])?.first)
    let reported = try #require(group["deviceReported"] as? [String: Any])
    let bounds = try #require(reported["boundaries"] as? [Any])
    #expect(bounds.map { $0 as? Double } == [100, 120, nil, 160, 180])
    let report = InspectionReport(
      DecodedFile(recordings: [given], contents: FileContents(format: .fit, byteCount: 1), problems: []), name: nil)
    #expect(!(try JSONDocument.encode(report)).isEmpty)
  }

  @Test func `speaks of no distance before the leg it belongs to`() throws {
    // A leg's distance is what its own part of the series gains.
    var given = recording(seconds: 100) { _ in 120 }
    given.activities = [0..<50, 50..<100].map { range in
      Activity(
        sport: .running,
        span: TimeSpan(start: day + Int64(range.lowerBound) * 1000, end: day + Int64(range.upperBound) * 1000))
    }
    let times = given.series[0].times
    given.series.append(Series(quantity: .distance, times: times, values: times.indices.map { Double($0) * 3 }))
    let legs = summary(of: given).activities
    #expect(legs.map(\.distanceMeters) == [147, 147])
    #expect(summary(of: given).distanceMeters == 297)
  }
}

struct `A moment with its place` {
  @Test(arguments: [
    (Int64(1_780_000_000_000), nil as Int?, "2026-05-28T20:26:40Z"),
    (1_780_000_000_000, 0, "2026-05-28T20:26:40+00:00"),
    (1_780_000_000_000, 20_700, "2026-05-29T02:11:40+05:45"), (1_780_000_000_000, -12_600, "2026-05-28T16:56:40-03:30"),
    (1_780_000_000_007, nil, "2026-05-28T20:26:40.007Z"), (951_782_400_000, nil, "2000-02-29T00:00:00Z"),
    (-1, nil, "1969-12-31T23:59:59.999Z"), (4_107_542_399_000, nil, "2100-02-28T23:59:59Z"),
    (4_107_542_400_000, nil, "2100-03-01T00:00:00Z"),
  ])
  func `is written in ISO 8601 and read back`(milliseconds: Int64, offset: Int?, text: String) throws {
    let time = ZonedTime(Instant(millisecondsSince1970: milliseconds), offsetSeconds: offset)
    #expect(time.iso8601 == text)
    let again = try JSONDecoder().decode([ZonedTime].self, from: JSONDocument.encode([time]))
    #expect(again == [time])
  }

  @Test func `names the same moment even where the offset is no whole minute`() throws {
    for offset in [61, -61, 3599, -3599, 20_701] {
      let time = ZonedTime(day, offsetSeconds: offset)
      let again = try JSONDecoder().decode([ZonedTime].self, from: JSONDocument.encode([time]))
      #expect(again.first?.instant == day, "\(time.iso8601)")
    }
  }

  @Test func `has the weekday of its place`() {
    // 2026-05-28 was a Thursday; in Nepal it was past midnight.
    #expect(ZonedTime(day, offsetSeconds: nil).civil.weekday == 4)
    #expect(ZonedTime(day, offsetSeconds: 20_700).civil.weekday == 5)
  }

  @Test(arguments: ["", "yesterday", "2026-05-28", "2026-05-28T20:26:40", "2026-13-28T20:26:40Z"])
  func `is not read from what is none`(text: String) {
    #expect(throws: (any Error).self) {
      try JSONDecoder().decode([ZonedTime].self, from: JSONEncoder().encode([text]))
    }
  }
}
