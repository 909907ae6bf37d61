// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing
import WorkoutFiles
import Workouts
import Zones

@testable import CoachService

struct `Comparing workouts` {
  private let given: ZoneLibrary

  init() throws { given = try ZoneLibrary() }

  private func set(_ limits: [Double]) throws -> ComparisonRequest.Zones {
    .set(try ZoneSet(typed: limits, quantity: .heartRate))
  }

  @Test func `recorded under the same limits is class A`() throws {
    let a = try given.add("2024-01-01", device: [120, 140, 160]),
      b = try given.add("2024-01-02", device: [120, 140, 160])
    var request = ComparisonRequest(.heartRate, zones: try set([120, 140, 160]))
    request.workouts = [a, b]
    request.above = 130
    let found = try given.library.compare(request)
    #expect(found.class == "A" && found.workouts.map(\.id) == [a, b])
    #expect(found.total.seconds == [0, 7200, 0, 0] && found.total.percent == [0, 100, 0, 0])
    #expect(found.total.aboveSeconds == 7200 && found.workouts.map(\.aboveSeconds) == [3600, 3600])
    #expect(found.workouts.allSatisfy { $0.recorded?.seconds == [0, 3600, 0, 0] && $0.recorded?.source == "device" })
  }

  @Test func `“zone 2” of a watch, a site and an app are put under one common set`() throws {
    let watch = try given.add("2024-01-01", device: [100, 120, 140, 160]) { _ in 135 }
    let site = try given.add("2024-01-02", device: [90, 105, 120, 130, 140, 150]) { _ in 135 }
    var request = ComparisonRequest(.heartRate, zones: try set([120, 140, 160]))
    request.workouts = [watch, site]
    let found = try given.library.compare(request)
    #expect(found.class == "B" && found.because.description.contains("one set of limits"))
    // Zone 3 of one and zone 5 of the other: the same effort, and both in zone 2 of the common set.
    #expect(found.workouts.map(\.seconds) == [[0, 3600, 0, 0], [0, 3600, 0, 0]])
    #expect(found.workouts.map { $0.recorded?.seconds.firstIndex(of: 3600) } == [2, 4])
  }

  @Test func `sums count only workouts with data, and say how many`() throws {
    try given.add("2024-01-01")
    try given.add("2024-01-02", .power, sport: .cycling) { _ in 200 }
    try given.add("2024-01-03") { $0 < 1800 ? 130 : nil }
    try given.add("2024-01-04")
    let found = try given.library.compare(ComparisonRequest(.heartRate, zones: try set([120, 140, 160])))
    #expect(found.total.workouts == 2 && found.total.leftOut == 2 && found.total.seconds == [0, 7200, 0, 0])
    #expect(found.workouts.map { $0.leftOut != nil } == [false, true, true, false])
    #expect(found.workouts[1].leftOut == "It measured no heart rate.")
    #expect(found.workouts[2].leftOut?.description.contains("% of it is known; 80 % are needed") == true)
  }

  @Test func `each can be counted under the zones of its own day`() throws {
    try given.state(.functionalThresholdPower, 200, from: "2023-01-01")
    try given.state(.functionalThresholdPower, 250, from: "2024-01-01")
    let a = try given.add("2023-06-01", .power, sport: .cycling) { _ in 160 }
    let b = try given.add("2024-06-01", .power, sport: .cycling) { _ in 200 }
    var request = ComparisonRequest(.power, zones: .ofEachDay)
    request.workouts = [a, b]
    let then = try given.library.compare(request)
    #expect(then.class == "B" && then.workouts.map { $0.boundaries?.first } == [110, 137.5])
    #expect(then.workouts.map { $0.seconds?.firstIndex(of: 3600) } == [2, 2], "80 % of the threshold both times")
    request.zones = .preferred(on: ZoneLibrary.today)
    let now = try given.library.compare(request)
    #expect(now.workouts.map { $0.seconds?.firstIndex(of: 3600) } == [1, 2], "under today's threshold")
  }

  @Test func `several people are compared under their own limits, made in the same way`() throws {
    let folder = given.folder.path
    func person(_ name: String, _ maximum: Double?, age: Double? = nil, _ rate: Double) throws -> WorkoutLibrary {
      let library = try WorkoutLibrary(folder: folder, athlete: name)
      var settings = AthleteSettings()
      settings.maximumHeartRate = maximum
      settings.age = age
      try library.setAthlete(settings)
      _ = library.add(
        try FITWriter.encode(ZoneLibrary.recording("2024-01-01", .heartRate, sport: .running) { _ in rate }),
        named: "a.fit")
      return library
    }
    let ann = try person("ann", 200, 150), ben = try person("ben", 180, 130), cat = try person("cat", nil, age: 40, 130)
    let same = ComparisonRequest(.heartRate, zones: .model(try ZoneModel(scheme: "hrmax5")))
    let found = try WorkoutLibrary.compare(same, in: [ann, ben])
    #expect(found.class == "C" && found.workouts.map(\.athlete).sorted() == ["ann", "ben"])
    #expect(Set(found.workouts.map { $0.boundaries?.first }) == [100, 90])
    #expect(found.workouts.allSatisfy { $0.seconds?.firstIndex(of: 3600) == 3 })
    let mixed = try WorkoutLibrary.compare(same, in: [ann, cat])
    #expect(mixed.class == nil && mixed.because.description.contains("estimate"))
    try ben.choose(
      ZoneChoice(
        .heartRate, .model(ZoneModel(quantity: .heartRate, limits: .absolute([110, 120]))),
        from: given.day("2020-01-01"),
        entered: ben.time))
    let differing = try WorkoutLibrary.compare(ComparisonRequest(.heartRate, zones: .ofEachDay), in: [ann, ben])
    #expect(
      differing.class == nil && differing.because.description.contains("--scheme") && differing.total.seconds == nil)
  }

  @Test func `of totals alone only bounds are given, never a point`() throws {
    var bare = try ZoneLibrary.recording("2024-01-01", .heartRate, sport: .running, device: [120, 140, 160]) { _ in nil
    }
    bare.activities[0].deviceZones[0].durations = [600_000, 1_200_000, 1_500_000, 300_000]
    bare.activities[0].deviceZones[0].limits?.firstBoundStartsZone1 = true
    let verdict = given.library.add(try FITWriter.encode(bare), named: "bare.fit")
    let id = try #require(verdict.workouts.first?.id)
    let other = try given.add("2024-01-02")
    var request = ComparisonRequest(.heartRate, zones: try set([120, 150]))
    request.workouts = [id, other]
    let row = try #require(try given.library.compare(request).workouts.first { $0.id == id })
    #expect(row.seconds == nil && row.leftOut?.description.contains("a least and a most") == true)
    #expect(
      row.secondsBetween == [
        .init(least: 600, most: 600), .init(least: 1200, most: 2700), .init(least: 300, most: 1800),
      ])
  }

  @Test func `one alone is counted and compared with nothing`() throws {
    let only = try given.add("2024-01-01")
    var request = ComparisonRequest(.heartRate, zones: try set([120, 140]))
    request.workouts = [only]
    let found = try given.library.compare(request)
    #expect(
      found.class == nil && found.total.seconds == [0, 3600, 0] && found.because.description.contains("Fewer than two"))
    request.workouts = []
    #expect(try given.library.compare(request).because == "There is no workout that fits.")
  }

  @Test func `what is off because values are fractions is said`() throws {
    var fractional = try ZoneLibrary.recording("2024-01-01", .heartRate, sport: .running) { second in
      second < 1800 ? 136.84 : 136.76
    }
    fractional.series[0].source.path = .recorded
    let bins = WorkoutAnalysis(fractional, zones: ZoneRequest()).derived.histograms[0]
    let counted = TimeAtValue(bins)
    #expect(!counted.isExact && counted.binWidth == 0.1)
    let limits = try ZoneBoundaries([130, 136.8])
    #expect(counted.errorBounds(limits) == [0, 0, 0], "a limit on the edge of a bin is exact")
    let within = try ZoneBoundaries([130, 136.75])
    #expect(counted.errorBounds(within) == [0, 1_800_000, 1_800_000])
  }
}
