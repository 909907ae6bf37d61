// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthDatabase
import HealthKit
import OpenHealthKit
import TestSupport
import Testing
import Workouts
import Zones

/// The group of a workout of the past.
private func group(
  _ samples: [HKSample], _ events: [HKWorkoutEvent] = [], end: Double = 60, type: HKQuantityType = heartRate,
  zones: HKWorkoutZoneConfiguration? = nil
) async throws -> HKWorkoutZoneGroup {
  try #require(try await workout(samples, events, end: end, zones: zones).zoneGroup(for: type))
}

private func workout(
  _ samples: [HKSample], _ events: [HKWorkoutEvent] = [], end: Double = 60, zones: HKWorkoutZoneConfiguration? = nil
) async throws -> HKWorkout {
  let builder = try builder(zones: zones)
  try await builder.beginCollection(at: begin)
  try await builder.addSamples(samples)
  try await builder.addWorkoutEvents(events)
  try await builder.endCollection(at: begin + end)
  return try #require(try await builder.finishWorkout())
}

struct `Time in zone of a builder` {
  @Test func `question 1: a value on a boundary earns in the higher zone`() async throws {
    #expect(try await group([heart(120, at: 0), heart(119.99, at: 5)], end: 10).seconds == [5, 5, 0, 0, 0])
  }

  @Test func `question 2: a value holds until the next one, and earns when that is processed`() async throws {
    let builder = try builder()
    try await builder.beginCollection(at: begin)
    try await builder.addSamples([heart(130, at: 0)])
    #expect(builder.zoneGroup(for: heartRate)?.seconds == [0, 0, 0, 0, 0])
    try await builder.addSamples([heart(150, at: 7)])
    #expect(builder.zoneGroup(for: heartRate)?.seconds == [0, 7, 0, 0, 0])
    try await builder.addSamples([heart(150, at: 9)])
    #expect(builder.zoneGroup(for: heartRate)?.seconds == [0, 7, 2, 0, 0])
  }

  @Test func `question 3: it holds for at most 15 s, power for 5`() async throws {
    #expect(try await group([heart(130, at: 0), heart(150, at: 40)]).seconds == [0, 15, 15, 0, 0])
    let watts = try await group(
      [watts(90, at: 0), watts(250, at: 8)], type: power, zones: zones(power, [100, 200]))
    #expect(watts.seconds == [5, 0, 5])
  }

  @Test func `question 4: before the first value nothing counts, after the last one its hold up to the end`()
    async throws
  {
    #expect(try await group([heart(130, at: 20)], end: 60).seconds == [0, 15, 0, 0, 0])
    #expect(try await group([heart(130, at: 20)], end: 30).seconds == [0, 10, 0, 0, 0])
  }

  @Test func `question 5: a sample with a length holds from its start, for its length`() async throws {
    #expect(try await group([heart(130, at: 0, to: 40)]).seconds == [0, 40, 0, 0, 0])
    #expect(try await group([heart(130, at: 0, to: 4)]).seconds == [0, 15, 0, 0, 0])
    #expect(try await group([heart(130, at: 0, to: 40), heart(150, at: 10)]).seconds == [0, 10, 15, 0, 0])
  }

  @Test(arguments: [(HKWorkoutEventType.pause, HKWorkoutEventType.resume), (.motionPaused, .motionResumed)])
  func `question 6: pauses by person and motion earn nothing`(pause: HKWorkoutEventType, resume: HKWorkoutEventType)
    async throws
  {
    let workout = try await workout(
      [heart(130, at: 0), heart(130, at: 10), heart(150, at: 30)], [event(pause, at: 12), event(resume, at: 25)],
      end: 40)
    #expect(workout.zoneGroup(for: heartRate)?.seconds == [0, 12, 10, 0, 0])
    #expect(workout.duration == 27)
  }

  @Test func `question 7: a sample in a pause counts in statistics only`() async throws {
    let workout = try await workout(
      [heart(130, at: 0), heart(170, at: 20), heart(150, at: 32)], [event(.pause, at: 10), event(.resume, at: 30)],
      end: 40)
    #expect(workout.zoneGroup(for: heartRate)?.seconds == [0, 10, 8, 0, 0])
    #expect(workout.statistics(for: heartRate)?.maximumQuantity()?.doubleValue(for: beats) == 170)
  }

  @Test func `question 8: zones together are never longer than the workout without pauses`() async throws {
    var random = SeededGenerator(seed: 8)
    for _ in 0..<100 {
      let start = begin + Double.random(in: 0..<1, using: &random)
      let builder = try builder()
      try await builder.beginCollection(at: start)
      let samples = (0..<50).map { _ in
        HKQuantitySample(
          type: heartRate, quantity: HKQuantity(unit: beats, doubleValue: .random(in: 60...200, using: &random)),
          start: start + Double.random(in: 0..<100, using: &random), end: start + 100)
      }
      try await builder.addSamples(samples)
      let pause = Double.random(in: 0..<90, using: &random)
      try await builder.addWorkoutEvents([
        HKWorkoutEvent(type: .pause, dateInterval: DateInterval(start: start + pause, duration: 0), metadata: nil),
        HKWorkoutEvent(
          type: .resume,
          dateInterval: DateInterval(start: start + .random(in: pause...95, using: &random), duration: 0),
          metadata: nil),
      ])
      try await builder.endCollection(at: start + .random(in: 96...100, using: &random))
      let workout = try #require(try await builder.finishWorkout())
      let sum = try #require(workout.zoneGroup(for: heartRate)).seconds.reduce(0, +)
      #expect(sum <= workout.duration + 1e-9 && sum > 0)
    }
  }

  @Test func `question 9: late and unordered samples are counted anew in order`() async throws {
    let samples = [heart(110, at: 0), heart(130, at: 5), heart(150, at: 10), heart(170, at: 15), heart(190, at: 20)]
    let expected = try await group(samples, end: 25).seconds
    #expect(expected == [5, 5, 5, 5, 5])
    var random = SeededGenerator(seed: 9)
    for _ in 0..<20 {
      let builder = try builder()
      try await builder.beginCollection(at: begin)
      for sample in samples.shuffled(using: &random) {
        try await builder.addSamples([sample])
        _ = builder.zoneGroup(for: heartRate)
      }
      try await builder.endCollection(at: begin + 25)
      #expect(builder.zoneGroup(for: heartRate)?.seconds == expected)
    }
  }

  @Test func `question 10: of several samples at one moment the last added counts, sources are put together`()
    async throws
  {
    #expect(try await group([heart(130, at: 0), heart(150, at: 0)], end: 10).seconds == [0, 0, 10, 0, 0])
    func from(_ name: String, _ value: Double, at time: Double) throws -> HKQuantitySample {
      try .sample(
        type: heartRate, quantity: HKQuantity(unit: beats, doubleValue: value), start: begin + time, end: begin + time,
        identity: ObjectIdentity(
          sourceRevision: HKSourceRevision(source: HKSource(name: name, bundleIdentifier: name), version: nil)))
    }
    let samples = try [from("a", 130, at: 0), from("a", 130, at: 8), from("b", 150, at: 4), from("b", 150, at: 12)]
    #expect(try await group(samples, end: 16).seconds == [0, 8, 8, 0, 0])
  }

  @Test(arguments: [0, -5, .nan, .infinity, 300]) func `question 11: what can't be a heart rate is left out`(
    value: Double
  )
    async throws
  {
    #expect(try await group([heart(130, at: 0), heart(value, at: 5)], end: 20).seconds == [0, 15, 0, 0, 0])
  }

  @Test func `question 11: no watts are coasting`() async throws {
    let group = try await group(
      [watts(250, at: 0), watts(0, at: 2), watts(-1, at: 3)], end: 10, type: power, zones: zones(power, [100, 200]))
    #expect(group.seconds == [5, 0, 2])
  }

  @Test func `question 12: a zone that is only touched counts`() async throws {
    let samples = [heart(139, at: 0), heart(140, at: 1), heart(139, at: 2)]
    #expect(try await group(samples, end: 3).seconds == [0, 2, 1, 0, 0])
  }

  @Test func `question 19: activities have the part of each value's time that lies in them`() async throws {
    let builder = try builder(RecordingDouble(), .swimBikeRun)
    try await builder.beginCollection(at: begin)
    for (type, from, to) in [(HKWorkoutActivityType.swimming, 0.0, 12.0), (.cycling, 12, 20), (.running, 25, 40)] {
      try await builder.addWorkoutActivity(
        HKWorkoutActivity(
          workoutConfiguration: configuration(type), start: begin + from, end: begin + to, metadata: nil))
    }
    try await builder.addSamples([heart(130, at: 0), heart(150, at: 10), heart(170, at: 22), heart(170, at: 30)])
    try await builder.endCollection(at: begin + 40)
    let workout = try #require(try await builder.finishWorkout())
    #expect(workout.zoneGroup(for: heartRate)?.seconds == [0, 10, 12, 18, 0])
    #expect(
      workout.workoutActivities.map { $0.zoneGroup(for: heartRate)?.seconds }
        == [[0, 10, 2, 0, 0], nil, [0, 0, 0, 15, 0]])
  }

  @Test func `question 20: zones stay as they were at the start`() async throws {
    let store = RecordingDouble()
    let builder = try builder(store)
    try await builder.beginCollection(at: begin)
    let other = try zones(heartRate, [100, 110], .user)
    store.state.withLock { $0.zones[heartRate] = other }
    try await builder.addSamples([heart(130, at: 0)])
    try await builder.endCollection(at: begin + 10)
    let kept = try #require(try await builder.zoneConfiguration(for: heartRate))
    #expect(try kept == zones())
    let finished = try await builder.finishWorkout()
    #expect(finished?.zoneGroup(for: heartRate)?.configuration.zones.count == 5)
  }

  @Test func `question 21: own zones come before the start, and not later`() async throws {
    let store = RecordingDouble()
    let builder = try builder(store)
    let own = try zones(heartRate, [100, 140], .app)
    try await builder.setCustomZoneConfiguration(own, for: heartRate)
    #expect(try await builder.zoneConfiguration(for: heartRate).map { $0 == own } == true)
    try await builder.setCustomZoneConfiguration(nil, for: heartRate)
    #expect(try await builder.zoneConfiguration(for: heartRate)?.source == .system)
    try await builder.setCustomZoneConfiguration(own, for: heartRate)
    try await builder.beginCollection(at: begin)
    #expect(await code { try await builder.setCustomZoneConfiguration(nil, for: heartRate) } == .errorInvalidArgument)
    #expect(store.misuses == [.zonesAfterCollectionBegan])
    try await builder.addSamples([heart(130, at: 0)])
    try await builder.endCollection(at: begin + 10)
    let group = try await builder.finishWorkout()?.zoneGroup(for: heartRate)
    #expect(group?.seconds == [0, 10, 0] && group?.configuration.source == .app)
    #expect(await code { try await builder.setCustomZoneConfiguration(nil, for: heartRate) } == .errorInvalidArgument)
    let dropped = try OpenHealthKitTests.builder()
    dropped.discardWorkout()
    #expect(await code { try await dropped.setCustomZoneConfiguration(nil, for: heartRate) } == .errorInvalidArgument)
    #expect(try store.preferredZones(for: heartRate)?.source == .system)
  }

  @Test func `question 22: zones fit their type`() async throws {
    let builder = try builder()
    let own = try zones(power, [100, 200])
    #expect(await code { try await builder.setCustomZoneConfiguration(own, for: heartRate) } == .errorInvalidArgument)
    let steps = HKQuantityType(.stepCount)
    #expect(await code { try await builder.setCustomZoneConfiguration(nil, for: steps) } == .errorInvalidArgument)
    #expect(try await builder.zoneConfiguration(for: steps) == nil)
    #expect(try await builder.zoneConfiguration(for: power) == nil)
  }

  @Test func `question 25: nil before the start and without zones, zeros without samples, nothing in the workout`()
    async throws
  {
    let builder = try builder()
    #expect(builder.zoneGroup(for: heartRate) == nil)
    try await builder.beginCollection(at: begin)
    #expect(builder.zoneGroup(for: heartRate)?.seconds == [0, 0, 0, 0, 0] && builder.zoneGroup(for: power) == nil)
    try await builder.endCollection(at: begin + 10)
    let workout = try #require(try await builder.finishWorkout())
    #expect(workout.zoneGroupsByType == nil && workout.zoneGroup(for: heartRate) == nil)
    #expect(workout.workoutActivities.first?.zoneGroupsByType == nil)
  }

  @Test func `question 30: a finished workout keeps its zones and durations`() async throws {
    let store = RecordingDouble()
    let builder = try builder(store)
    try await builder.setCustomZoneConfiguration(zones(heartRate, [100, 140], .app), for: heartRate)
    try await builder.beginCollection(at: begin)
    try await builder.addSamples([heart(130, at: 0)])
    try await builder.endCollection(at: begin + 10)
    _ = try await builder.finishWorkout()
    store.state.withLock { $0.saved = [:] }
    let kept = store.state.withLock { $0.finished.first?.zoneGroup(for: heartRate) }
    #expect(kept?.seconds == [0, 10, 0] && kept?.configuration.source == .app)
  }

  @Test func `equals what an import computes of the same samples`() async throws {
    var random = SeededGenerator(seed: 31)
    for _ in 0..<60 {
      let made = RandomWorkout(using: &random)
      let expected = made.imported
      let atOnce = try await group(made.samples, made.events, end: made.end).seconds
      #expect(atOnce.map { Milliseconds(($0 * 1000).rounded()) } == expected.zones)
      let builder = try builder()
      try await builder.beginCollection(at: begin)
      for step in made.steps(using: &random) {
        switch step {
        case .sample(let sample): try await builder.addSamples([sample])
        case .event(let event): try await builder.addWorkoutEvents([event])
        }
        _ = builder.zoneGroup(for: heartRate)
      }
      try await builder.endCollection(at: begin + made.end)
      #expect(builder.zoneGroup(for: heartRate)?.seconds == atOnce)
    }
  }
}

/// A workout of random samples and pauses, in whole milliseconds.
struct RandomWorkout {
  let end: Double
  let samples: [HKQuantitySample]
  let events: [HKWorkoutEvent]
  private let pauses: [(Double, Double)]

  enum Step {
    case sample(HKQuantitySample)
    case event(HKWorkoutEvent)
  }

  init(using random: inout SeededGenerator) {
    var time = 0
    var samples: [HKQuantitySample] = []
    for _ in 0..<Int.random(in: 1...80, using: &random) {
      time += Int.random(in: 0...1, using: &random) == 0 ? 1000 : .random(in: 0...25_000, using: &random)
      let length = Int.random(in: 0...9, using: &random) == 0 ? Int.random(in: 1...30_000, using: &random) : 0
      samples.append(
        heart(.random(in: 90...200, using: &random), at: Double(time) / 1000, to: Double(time + length) / 1000))
    }
    end = Double(time + .random(in: 0...30_000, using: &random)) / 1000
    var pauses: [(Double, Double)] = []
    var from = 0.0
    for _ in 0..<Int.random(in: 0...4, using: &random) {
      let start = (from + .random(in: 0...(end / 3), using: &random)).rounded(.down)
      let stop = start + Double.random(in: 0...20, using: &random).rounded()
      guard stop <= end else { break }
      pauses.append((start, stop))
      from = stop
    }
    self.samples = samples
    self.pauses = pauses
    events = pauses.flatMap { [event(.pause, at: $0), event(.resume, at: $1)] }
  }

  /// What `Zones` says of a recording with these samples, as an import makes one.
  var imported: TimeInZone {
    func instant(_ date: Date) -> Instant {
      Instant(millisecondsSince1970: milliseconds(seconds: date.timeIntervalSince1970) ?? 0)
    }
    let series = Series(
      quantity: .heartRate, times: samples.map { instant($0.startDate).millisecondsSince1970 },
      values: samples.map { $0.quantity.doubleValue(for: beats) },
      ends: samples.map { instant($0.endDate).millisecondsSince1970 })
    let signal = HeldSignal(
      series, over: TimeSpan(start: instant(begin), end: instant(begin + end)),
      pauses: pauses.filter { $0 < $1 }.map {
        Pause(span: TimeSpan(start: instant(begin + $0), end: instant(begin + $1)), kind: .manual)
      }, hold: SampleHold.holdCap(for: .heartRate, smartRecording: false))
    guard let boundaries = try? ZoneBoundaries([120, 140, 160, 180]) else { return TimeInZone(zoneCount: 5) }
    return signal.timeInZone(boundaries)
  }

  /// Samples and events as they may come live: pauses in their order, samples somewhat late.
  func steps(using random: inout SeededGenerator) -> [Step] {
    var timed: [(Double, Step)] = samples.map {
      ($0.startDate.timeIntervalSince(begin), .sample($0))
    }
    // A resumption comes after its pause, whenever it happened.
    timed += events.enumerated().map {
      ($1.dateInterval.start.timeIntervalSince(begin) + Double($0) * 1e-6, .event($1))
    }
    // Samples at one moment keep their order: the last added counts.
    return timed.enumerated().map { place, entry in
      if case .sample = entry.1, Int.random(in: 0...7, using: &random) == 0 {
        return (entry.0 + .random(in: 0...20, using: &random), place, entry.1)
      }
      return (entry.0, place, entry.1)
    }.sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map(\.2)
  }
}
