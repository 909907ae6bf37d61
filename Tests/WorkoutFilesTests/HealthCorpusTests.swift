// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing
import WorkoutFiles
import Workouts

/// Real exports, beside what another reader says of them.
struct HealthCorpusTests {
  struct Oracle: Decodable {
    var export_date: String
    var locale: String
    var records: Int
    var records_by_type: [String: Int]
    var records_inside_correlations: Int
    var workouts: Int
    var zip_members: Int?
    var workout_list: [Workout]

    struct Workout: Decodable {
      var workoutActivityType: String
      var startDate: String
      var endDate: String
      var duration: String
      var activities: Int
      var events: [String: Int]
      var statistics: [[String: String]]
      var routes: Int
      var route_files: [String]
      var route_locations: Int
      var hr_records_starting_inside: Int
    }
  }

  static let files = [
    "apple-health/ax-export.zip", "apple-health/bt-export/export.xml", "apple-health/dh-export.xml",
    "apple-health/nr-assembled-export.zip",
  ]

  private static let format = {
    let format = DateFormatter()
    format.locale = Locale(identifier: "en_US_POSIX")
    format.dateFormat = "yyyy-MM-dd HH:mm:ss Z"
    return format
  }()

  @Test(.enabled(if: Corpus.folder != nil, "\(Corpus.absence)"), arguments: files)
  func `a real export has what another reader finds in it`(_ name: String) throws {
    let folder = try #require(Corpus.folder)
    let all = try JSONSerialization.jsonObject(with: Data(contentsOf: folder.appending(path: "oracle.json")))
    let object = try #require((all as? [String: Any])?[name])
    let oracle = try JSONDecoder().decode(Oracle.self, from: JSONSerialization.data(withJSONObject: object))
    var found: AppleHealthExport?
    if name.hasSuffix(".zip") {
      let archive = try WorkoutArchive.open(path: folder.appending(path: name).path())
      #expect(archive.kind == .appleHealth)
      #expect(archive.memberCount == oracle.zip_members)
      try archive.forEachItem { item in
        guard case .appleHealth(let stream) = item.content else { return }
        let reader = AppleHealthReader()
        while try stream.nextBlock({ reader.feed($0) }) {}
        found = reader.finish()
      }
    } else {
      found = HealthDocuments.read(try Corpus.bytes(name))
    }
    let export = try #require(found)
    #expect(export.problems.isEmpty)
    #expect(export.contents.locale == oracle.locale)
    #expect(export.contents.exportDate == Self.instant(oracle.export_date))
    #expect(export.contents.recordCount == oracle.records)
    #expect(export.contents.recordsByType == oracle.records_by_type)
    #expect(export.contents.recordsInCorrelations == oracle.records_inside_correlations)
    #expect(export.workouts.count == oracle.workouts)
    #expect(export.contents.unknownElementCount == 0)
    for (ours, theirs) in zip(export.workouts, oracle.workout_list) {
      let recording = ours.recording
      #expect(ours.activityType == theirs.workoutActivityType)
      #expect(recording.span.start == Self.instant(theirs.startDate))
      #expect(recording.span.end == Self.instant(theirs.endDate))
      #expect(
        recording.activities.first?.totals.timer == Double(theirs.duration).flatMap { milliseconds(seconds: $0 * 60) })
      #expect(ours.eventCounts == theirs.events)
      #expect(ours.statisticCount == theirs.statistics.count)
      #expect(ours.routeCount == theirs.routes)
      #expect(ours.locationCount == theirs.route_locations)
      #expect((recording.series(.latitude)?.count ?? 0) == theirs.route_locations)
      #expect(Set(theirs.route_files).isSubset(of: ours.routePaths))
      #expect(Set(ours.routePaths).count == ours.routePaths.count)
      #expect(
        recording.series.reduce(0) { $0 + ($1.quantity == .heartRate ? $1.count : 0) }
          == theirs.hr_records_starting_inside)
      // The parts of real workouts are steps of planned ones, or a single one.
      #expect(ours.steps.count == theirs.activities)
      #expect(recording.activities.count == 1)
    }
  }

  private static func instant(_ text: String) -> Instant? {
    format.date(from: text).map { Instant(secondsSince1970: Int64($0.timeIntervalSince1970)) }
  }

  @Test(.enabled(if: Corpus.folder != nil, "\(Corpus.absence)"))
  func `what the archive of a real export holds beside the document is told too`() throws {
    let folder = try #require(Corpus.folder)
    func contents(_ name: String) throws -> [String] {
      try ArchiveTests.contents(WorkoutArchive.open(path: folder.appending(path: name).path()))
    }
    #expect(
      try contents("apple-health/ax-export.zip") == [
        "apple_health_export/export.xml: health 3790", "apple_health_export/.DS_Store: system-trace",
        "__MACOSX/apple_health_export/._.DS_Store: system-trace",
        "__MACOSX/apple_health_export/._export.xml: system-trace",
      ])
    let routes = try contents("apple-health/nr-assembled-export.zip")
    #expect(routes.count == 13)
    #expect(routes.dropFirst().allSatisfy { $0.contains(": route ") })
  }
}

extension HealthCorpusTests {
  @Test(.enabled(if: Corpus.folder != nil, "\(Corpus.absence)"))
  func `routes of an archive join the workouts that refer to them, point by point`() throws {
    let folder = try #require(Corpus.folder)
    var export: AppleHealthExport?
    var points = 0
    try WorkoutArchive.open(path: folder.appending(path: Self.files[3]).path()).forEachItem { item in
      switch item.content {
      case .appleHealth(let stream):
        let reader = AppleHealthReader()
        while try stream.nextBlock({ reader.feed($0) }) {}
        export = reader.finish()
      case .route(let bytes):
        let route = try #require(try WorkoutFile.decode(bytes).recordings.first)
        points += route.series(.latitude)?.count ?? 0
        #expect(export?.addRoute(path: item.path, route) == true)
      default: break
      }
    }
    let recordings = try #require(export?.recordings)
    let joined = recordings.map { $0.series(.latitude)?.count ?? 0 }
    #expect(joined == [4353, 3654, 1914, 0])
    #expect(joined.reduce(0, +) == points)
    for series in recordings.flatMap(\.series) { #expect(series.times == series.times.sorted()) }
  }
}
