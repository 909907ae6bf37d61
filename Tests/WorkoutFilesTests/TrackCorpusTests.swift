// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing
import WorkoutFiles
import Workouts

/// What another parser says of a TCX or GPX file of the corpus.
struct TrackOracle: Decodable {
  var trackpoints: Int
  var trackpoints_with_hr: Int
  var trackpoints_with_power: Int
  var trackpoints_with_cadence: Int?
  var trackpoints_without_time: Int?
  var first_time: String?
  var last_time: String?
  var min_time: String?
  var max_time: String?
  var max_hr: Double?
  var mean_hr: Double?
  var max_power: Double?
  var mean_power: Double?
  var backward_steps: Int
  var activities: Int?
  var laps: Int?
  var tracks: Int
  var segments: Int?
  var waypoints: Int?
  var routes: Int?

  /// By file name.
  static let all: [String: TrackOracle] = {
    guard let folder = Corpus.folder, let data = try? Data(contentsOf: folder.appending(path: "oracle.json")),
      let whole = try? JSONSerialization.jsonObject(with: data) as? [String: Any]
    else { return [:] }
    var result: [String: TrackOracle] = [:]
    for (name, object) in whole where name.hasPrefix("tcx/") || name.hasPrefix("gpx/") {
      guard let part = try? JSONSerialization.data(withJSONObject: object) else { continue }
      result[name] = try? JSONDecoder().decode(TrackOracle.self, from: part)
    }
    return result
  }()

  /// All names, in order.
  static let names = all.keys.sorted()

  /// A time as the oracle writes it, with its fraction, in milliseconds.
  static func milliseconds(_ text: String?) -> Int64? {
    guard let text else { return nil }
    let style = Date.ISO8601FormatStyle(includingFractionalSeconds: text.contains("."))
    guard let date = try? Date(text, strategy: style) else { return nil }
    return Int64((date.timeIntervalSince1970 * 1000).rounded())
  }
}

@Suite("TCX and GPX files of the corpus", .enabled(if: Corpus.folder != nil, "the corpus of real files was not found"))
struct TrackCorpusTests {
  /// Where we differ from the oracle, in which figures, and why. Nothing else may differ.
  static let differences: [String: (figures: Set<String>, reason: String)] = [
    "tcx/gb-gtrnctr-lap_s.tcx": (
      ["heart rates", "maximum heart rate", "mean heart rate"],
      "every heart rate is 255, which stands for “invalid”: none is counted"
    )
  ]

  @Test("all figures are those of another parser", arguments: TrackOracle.names)
  func figures(name: String) throws {
    let oracle = try #require(TrackOracle.all[name])
    let file = try WorkoutFile.decode(try Corpus.bytes(name))
    let contents = file.contents
    var found: [String: String] = [:]
    func compare<T: Equatable>(_ what: String, _ ours: T?, _ theirs: T?) {
      if ours != theirs { found[what] = "\(String(describing: ours)), not \(String(describing: theirs))" }
    }
    func count(_ element: String) -> Int { contents.messages.first { $0.name == element }?.count ?? 0 }
    compare("points", contents.recordCount, oracle.trackpoints)
    compare("heart rates", contents.recordsWithHeartRate, oracle.trackpoints_with_hr)
    compare("powers", contents.recordsWithPower, oracle.trackpoints_with_power)
    compare("maximum heart rate", contents.maximumHeartRate, oracle.max_hr)
    compare("maximum power", contents.maximumPower, oracle.max_power)
    compare("first", contents.firstRecord?.millisecondsSince1970, TrackOracle.milliseconds(oracle.first_time))
    compare("last", contents.lastRecord?.millisecondsSince1970, TrackOracle.milliseconds(oracle.last_time))
    // The oracle has four decimals.
    func compareMean(_ what: String, _ ours: Double?, _ theirs: Double?) {
      if let ours, let theirs, abs(ours - theirs) <= 0.0001 { return }
      compare(what, ours, theirs)
    }
    compareMean("mean heart rate", mean(.heartRate, file), oracle.mean_hr)
    compareMean("mean power", mean(.power, file), oracle.mean_power)
    let isGPX = name.hasPrefix("gpx/")
    compare("tracks", count(isGPX ? "trk" : "Track"), oracle.tracks)
    if let activities = oracle.activities { compare("activities", contents.sessionCount, activities) }
    if let laps = oracle.laps { compare("laps", count("Lap"), laps) }
    if let segments = oracle.segments { compare("segments", count("trkseg"), segments) }
    if let waypoints = oracle.waypoints { compare("waypoints", count("wpt"), waypoints) }
    if let routes = oracle.routes { compare("routes", count("rte"), routes) }
    let backward = file.problems.contains { $0.code.rawValue == "time-backwards" }
    compare("steps back", backward, oracle.backward_steps > 0)
    if let untimed = oracle.trackpoints_without_time {
      compare("without time", file.problems.contains { $0.code.rawValue == "no-time" }, untimed > 0)
    }
    let expected = Self.differences[name]?.figures ?? []
    #expect(Set(found.keys) == expected, "\(found)")
  }

  private func mean(_ quantity: Quantity, _ file: DecodedFile) -> Double? {
    let values = file.recordings.flatMap { $0.series(quantity)?.values ?? [] }.filter { !$0.isNaN }
    guard !values.isEmpty else { return nil }
    return values.reduce(0, +) / Double(values.count)
  }

  @Test("what is decoded keeps the promises of a recording", arguments: TrackOracle.names)
  func invariants(name: String) throws {
    let oracle = try #require(TrackOracle.all[name])
    let file = try WorkoutFile.decode(try Corpus.bytes(name))
    for recording in file.recordings { check(recording) }
    guard let first = file.recordings.first, let last = file.recordings.last,
      let start = TrackOracle.milliseconds(oracle.min_time), let end = TrackOracle.milliseconds(oracle.max_time)
    else { return }
    #expect(first.span.start.millisecondsSince1970 <= start && start - first.span.start.millisecondsSince1970 <= 60_000)
    // A last point that tells nothing but its time is no part of the workout.
    #expect(abs(last.span.end.millisecondsSince1970 - end) <= 60_000)
  }
}
