// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Sensors
import Testing
import TestSupport
import WorkoutFiles
import Workouts
import Zones

@testable import CoachService

/// An athlete's season, simulated and stored: easy runs and rides, and the tests that estimates live on.
private struct Season {
  let given: ZoneLibrary
  let athlete: SimulatedAthlete

  init(seed: UInt64, flaws: [Watch.Flaw] = []) throws {
    given = try ZoneLibrary()
    var random = SeededGenerator(seed: seed)
    athlete = SimulatedAthlete.random(using: &random)
    typealias Step = SimulatedWorkout.Step
    let threshold = athlete.functionalThresholdPower
    /// The intensity of a best effort by the hyperbola of power over time, with 60 J of W′ for each watt of threshold.
    func allOut(_ seconds: Int) -> Double { 0.96 + 60 / Double(seconds) }
    func ride(_ text: String, _ steps: [Step]) throws {
      try add(
        text, SimulatedWorkout(name: text, legs: [.init(sport: .cycling, terrain: .flat, steps: steps)]), [], &random)
    }
    func run(_ text: String, _ steps: [Step]) throws {
      try add(
        text, SimulatedWorkout(name: text, legs: [.init(sport: .running, terrain: .flat, steps: steps)]), flaws, &random
      )
    }
    try run("2026-04-02", [Step(seconds: 2400, 0.7)])
    // Thirty minutes as hard as they go, and a hill to the very top.
    try run("2026-04-10", [Step(seconds: 900, 0.65), Step(seconds: 2100, 1.0), Step(seconds: 600, 0.5)])
    try run(
      "2026-04-20", [Step(seconds: 900, 0.7), Step(seconds: 240, 1.35), Step(seconds: 600, 0.5)])
    try ride("2026-05-01", [Step(seconds: 900, 0.6), Step(seconds: 180, allOut(180)), Step(seconds: 600, 0.4)])
    try ride("2026-05-04", [Step(seconds: 900, 0.6), Step(seconds: 480, allOut(480)), Step(seconds: 600, 0.4)])
    try ride("2026-05-08", [Step(seconds: 900, 0.6), Step(seconds: 1200, allOut(1200)), Step(seconds: 600, 0.4)])
    _ = threshold
  }

  private func add(
    _ text: String, _ workout: SimulatedWorkout, _ flaws: [Watch.Flaw], _ random: inout SeededGenerator
  ) throws {
    let day = try given.day(text)
    let truth = SimulatedTruth(workout, by: athlete, using: &random)
    let watch = Watch(hasPowerMeter: workout.legs[0].sport == .cycling, flaws: flaws)
    let recording = watch.record(
      truth, startingAt: Instant(secondsSince1970: Int64(day.daysSince1970) * 86_400 + 36_000), using: &random)
    #expect(given.library.add(try FITWriter.encode(recording), named: "\(text).fit").outcome == .imported)
  }

  func estimates() throws -> [String: ThresholdEstimate] {
    Dictionary(uniqueKeysWithValues: try given.library.estimates(through: ZoneLibrary.today).map { ($0.name, $0) })
  }
}

struct `Estimated thresholds` {
  @Test(arguments: UInt64(1)...6)
  func `come near the truth of simulated athletes, within what is said of them`(seed: UInt64) throws {
    let season = try Season(seed: seed)
    let found = try season.estimates(), athlete = season.athlete
    // The method of 30 minutes: within about 5 beats.
    let threshold = try #require(found["lthr-running"])
    #expect(
      abs(threshold.value - athlete.thresholdHeartRate) <= 8 && !threshold.isLowerBound,
      "seed \(seed): \(threshold.value) for \(athlete.thresholdHeartRate)")
    // The maximum is at least what was seen, and what was seen is no more than the maximum.
    let top = try #require(found["max-hr"])
    #expect(
      top.value <= athlete.maximumHeartRate + 3 && top.value >= athlete.maximumHeartRate - 8 && top.isLowerBound,
      "seed \(seed): \(top.value) for \(athlete.maximumHeartRate)")
    // Power: the athlete rides the hyperbola with CP at 96 % of threshold.
    let ftp = athlete.functionalThresholdPower
    let twenty = try #require(found["ftp-20min"]), eight = try #require(found["ftp-8min"])
    #expect(abs(twenty.value - ftp) <= 0.05 * ftp, "seed \(seed): \(twenty.value) for \(ftp)")
    #expect(abs(eight.value - ftp) <= 0.07 * ftp, "seed \(seed): \(eight.value) for \(ftp)")
    let critical = try #require(found["cp"])
    #expect(abs(critical.value - 0.96 * ftp) <= 0.03 * ftp, "seed \(seed): \(critical.value) for \(0.96 * ftp)")
    #expect(critical.evidence.count >= 2 && critical.wPrime.map { $0 > 0 } == true)
    for estimate in found.values {
      #expect(!estimate.evidence.isEmpty && !estimate.method.key.isEmpty)
      for evidence in estimate.evidence { #expect(season.given.library.workout(evidence.workout) != nil) }
    }
  }

  @Test func `are not taken by themselves, and accepted ones say where they come from`() throws {
    let season = try Season(seed: 3)
    let library = season.given.library
    let before = library.zoneHistory
    let found = try season.estimates()
    #expect(library.zoneHistory == before && before.anchors.isEmpty)
    let ftp = try #require(found["ftp-20min"])
    try library.accept(ftp, from: ZoneLibrary.today)
    let anchor = try #require(library.zoneHistory.anchors.first)
    #expect(anchor.kind == .functionalThresholdPower && anchor.anchor.provenance == .estimated)
    #expect(anchor.anchor.note?.contains("W for 20 minutes on 2026-05-08") == true)
    #expect(try season.estimates()["ftp-20min"]?.current == ftp.value)
    try library.accept(try #require(found["max-hr"]), from: ZoneLibrary.today)
    #expect(library.zoneHistory.anchors.first { $0.kind == .maximumHeartRate }?.anchor.provenance == .measured)
  }

  @Test func `a lower bound never lowers what is known`() throws {
    let season = try Season(seed: 2)
    try season.given.state(.maximumHeartRate, 215, from: "2026-01-01")
    let top = try #require(try season.estimates()["max-hr"])
    #expect(top.current == 215 && !top.isNews)
    #expect(throws: LibraryError.self) { try season.given.library.accept(top, from: ZoneLibrary.today) }
    #expect(season.given.library.zoneHistory.anchors.count == 1)
  }

  @Test func `a spike to 230 changes none`() throws {
    let clean = try Season(seed: 4).estimates()
    for height in [1, 2, 3] {
      let spiked = try Season(seed: 4, flaws: [.spike(1000..<1000 + height, height: 90)]).estimates()
      #expect(spiked["max-hr"]?.value == clean["max-hr"]?.value)
      #expect(spiked["lthr-running"].map { abs($0.value - (clean["lthr-running"]?.value ?? 0)) <= 1 } == true)
    }
  }

  @Test func `twenty minutes of cadence lock change none`() throws {
    let clean = try Season(seed: 5).estimates()
    // On the easy run the sensor counts 20 minutes of steps, which are faster than the heart.
    let locked = try Season(seed: 5, flaws: [.cadenceLock(600..<1800)]).estimates()
    let top = try #require(locked["max-hr"]?.value), real = try #require(clean["max-hr"]?.value)
    #expect(abs(top - real) <= 1, "\(top), without the fault \(real)")
  }

  @Test func `beat intervals give a hint that is called one`() throws {
    let given = try ZoneLibrary()
    var recording = try ZoneLibrary.recording("2026-05-01", .heartRate, sport: .running) { _ in 130 }
    var random = SeededGenerator(seed: 9)
    var time = Double(recording.span.start.millisecondsSince1970)
    var times: [Int64] = [], values: [Double] = []
    while time < Double(recording.span.end.millisecondsSince1970) - 1000 {
      let interval = 500 + Double.random(in: -15...15, using: &random)
      time += interval
      times.append(Int64(time))
      values.append(interval.rounded())
    }
    recording.series.append(
      Series(quantity: .beatInterval, times: times, values: values, source: SeriesSource(sensor: .chestStrap)))
    let analysis = WorkoutAnalysis(recording, zones: ZoneRequest())
    #expect(!analysis.efforts.isEmpty)
    let bare = try given.add("2026-05-02")
    #expect(given.library.fractalEstimate(bare) == nil, "without beat intervals nothing is said")
  }
}

struct `Doubtful stretches` {
  @Test func `are left out and taken in again, and everything returns exactly`() throws {
    let given = try ZoneLibrary()
    try given.state(.maximumHeartRate, 190, from: "2020-01-01")
    try given.choose("hrmax5", from: "2020-01-01")
    // An hour with one jump of four seconds.
    let id = try given.add("2026-05-01") { (1000..<1004).contains($0) ? 185 : 130 }
    let before = try #require(given.library.workout(id))
    let flag = try #require(before.summary.quality.first)
    #expect(before.summary.quality.count == 1 && flag.code == "spike" && !flag.isLeftOut && flag.seconds == 4)
    let top = before.summary.zoneGroups[0].zones.last?.seconds
    #expect(top == 4)
    var request = ComparisonRequest(.heartRate, zones: .set(try ZoneSet(typed: [120, 180], quantity: .heartRate)))
    request.workouts = [id]
    #expect(try given.library.compare(request).total.seconds == [0, 3596, 4])

    #expect(try given.library.leaveOut([0], of: id))
    let without = try #require(given.library.workout(id))
    #expect(without.summary.quality[0].isLeftOut)
    #expect(without.summary.zoneGroups[0].zones.last?.seconds == 0)
    #expect(without.summary.zoneGroups[0].unknownSeconds == 4, "what is left out is not known, not low")
    #expect(try given.library.compare(request).total.seconds == [0, 3596, 0], "nor in histograms")
    #expect(given.library.recording(id)?.series[0].values.contains(185) == true, "the samples stay")
    // Seen by the next program, and in corrections made meanwhile.
    #expect(try WorkoutLibrary(folder: given.folder.path).workout(id)?.summary.zoneGroups == without.summary.zoneGroups)
    let correction = try given.library.apply(ZoneCorrection(.heartRate, zones: .model(ZoneModel(scheme: "seiler3"))))
    #expect(given.limits(id)?.count == 2)

    #expect(try given.library.leaveOut([], of: id))
    #expect(try given.library.takeBack(.correction(try #require(correction.id))))
    #expect(given.library.workout(id) == before)
    #expect(try given.library.compare(request).total.seconds == [0, 3596, 4])
    #expect(throws: LibraryError.self) { try given.library.leaveOut([7], of: id) }
    #expect(try !given.library.leaveOut([], of: "nobody"))
  }
}
