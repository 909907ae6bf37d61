// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Sensors
import TestSupport
import Testing
import WorkoutFiles
import Workouts

private let day = Instant(secondsSince1970: 1_780_000_000)

/// A truth without chance in the heart.
private func calm(_ steps: [SimulatedWorkout.Step], drift: Double = 0) -> SimulatedTruth {
  var athlete = SimulatedAthlete()
  athlete.heartRateNoise = 0
  athlete.driftPerHour = drift
  var generator = SplitMix64(seed: 1)
  return SimulatedTruth(
    SimulatedWorkout(name: "Test", .running, terrain: .flat, steps: steps), by: athlete, using: &generator)
}

struct `The simulated heart` {
  @Test func `it takes 75 seconds from 120 to 155 on the way to 165`() throws {
    let time = try #require(HeartRateResponse.time(from: 120, to: 155, towards: 165))
    #expect(abs(time - 75.2) < 0.05)
    var heart = HeartRateResponse(heartRate: 120)
    var seconds = 0
    while heart.heartRate < 155 {
      heart.advance(towards: 165)
      seconds += 1
    }
    // 75.2 s: reached within the 76th second.
    #expect(seconds == 76)
  }

  @Test func `it falls as it rises`() {
    #expect(
      HeartRateResponse.time(from: 165, to: 130, towards: 120)
        == HeartRateResponse.time(from: 120, to: 155, towards: 165))
  }

  @Test(arguments: [(120.0, 170.0, 165.0), (120, 110, 165), (120, 165, 165)])
  func `a level beyond the goal is never reached`(start: Double, level: Double, goal: Double) {
    #expect(HeartRateResponse.time(from: start, to: level, towards: goal) == nil)
  }

  @Test func `without noise and drift a workout follows the same curve`() throws {
    let athlete = SimulatedAthlete()
    let truth = calm([.init(minutes: 20, 0.5, variation: 0), .init(minutes: 10, 0.9, variation: 0)])
    let low = athlete.steadyHeartRate(at: 0.5), high = athlete.steadyHeartRate(at: 0.9)
    #expect(abs(truth.heartRate[1199] - low) < 0.01)
    let level = low + (high - low) * 0.8
    let wanted = try #require(HeartRateResponse.time(from: low, to: level, towards: high))
    let reached = try #require((1200..<1800).first { truth.heartRate[$0] >= level })
    #expect(abs(Double(reached - 1199) - wanted) <= 1)
  }

  @Test func `drift begins after ten minutes and adds what it says`() {
    let steady = calm([.init(minutes: 70, 0.5, variation: 0)], drift: 12)
    let still = calm([.init(minutes: 70, 0.5, variation: 0)])
    #expect(abs(steady.heartRate[599] - still.heartRate[599]) < 0.01)
    // Half of 12 bpm in the hour that follows, less what the heart lags behind.
    let added = steady.heartRate[4199] - still.heartRate[4199]
    #expect(added > 5.8 && added < 6)
  }

  @Test func `it never beats faster than its maximum`() {
    var generator = SplitMix64(seed: 3)
    let athlete = SimulatedAthlete()
    let truth = SimulatedTruth(
      SimulatedWorkout(name: "Test", .running, steps: [.init(minutes: 15, 1.5)]), by: athlete, using: &generator)
    #expect(truth.heartRate.max() ?? 0 <= athlete.maximumHeartRate)
  }
}

struct `The simulated movement` {
  @Test func `distance is the sum of speed, and nothing moves backwards`() {
    var generator = SplitMix64(seed: 11)
    let workout = SimulatedWorkout(
      name: "Test", .cycling, terrain: .hilly, steps: [.init(minutes: 30, 0.7), .stand(seconds: 60)])
    let truth = SimulatedTruth(workout, by: SimulatedAthlete(), using: &generator)
    for second in 1..<truth.count {
      #expect(truth.speed[second] >= 0)
      #expect(abs(truth.distance[second] - truth.distance[second - 1] - truth.speed[second - 1]) < 1e-9)
    }
    #expect(truth.speed.last == 0)
  }

  @Test func `rides outdoors coast, and then the pedals stand`() {
    var generator = SplitMix64(seed: 12)
    let truth = SimulatedTruth(
      SimulatedWorkout(name: "Test", .cycling, steps: [.init(minutes: 30, 0.6)]), by: SimulatedAthlete(),
      using: &generator)
    let coasting = (0..<truth.count).filter { truth.power[$0] == 0 }
    #expect(coasting.count > 10)
    #expect(coasting.count < truth.count / 5)
    #expect(coasting.allSatisfy { truth.cadence[$0] == 0 })
  }

  @Test func `every number stays in bounds in random workouts`() {
    for seed in UInt64(0)..<60 {
      var generator = SplitMix64(seed: seed)
      let athlete = SimulatedAthlete.random(using: &generator)
      let truth = SimulatedTruth(.random(using: &generator), by: athlete, using: &generator)
      #expect(truth.heartRate.allSatisfy { $0 > 35 && $0 < 225 }, "seed \(seed)")
      #expect(truth.power.allSatisfy { $0 >= 0 && $0 < 1000 }, "seed \(seed)")
      #expect(truth.cadence.allSatisfy { $0 >= 0 && $0 < 240 }, "seed \(seed)")
      #expect(truth.speed.allSatisfy { $0 >= 0 && $0 < 20 }, "seed \(seed)")
    }
  }
}

struct `Chance under a seed` {
  @Test func `the numbers are those of SplitMix64`() {
    var ours = SplitMix64(seed: 1_234_567)
    var tests = SeededGenerator(seed: 1_234_567)
    // A first number known from other implementations.
    #expect(ours.next() == 6_457_827_717_110_365_317)
    _ = tests.next()
    #expect((0..<100).allSatisfy { _ in ours.next() == tests.next() })
  }

  @Test func `the same seed gives the same bytes, another seed others`() throws {
    func bytes(_ seed: UInt64) throws -> [[UInt8]] {
      try SampleWorkouts.all(endingOn: day, seed: seed).map { try FITWriter.encode($0.recording) }
    }
    let first = try bytes(5)
    #expect(try first == bytes(5))
    #expect(try zip(first, bytes(6)).allSatisfy { $0 != $1 })
  }

  @Test func `a later day moves the samples and changes nothing else`() {
    let now = SampleWorkouts.all(endingOn: day), later = SampleWorkouts.all(endingOn: day + 3 * 86_400_000)
    for (a, b) in zip(now, later) {
      #expect(b.recording.span.start - a.recording.span.start == 3 * 86_400_000)
      #expect(a.recording.series.map(\.values.count) == b.recording.series.map(\.values.count))
      #expect(a.recording.activities.map(\.totals) == b.recording.activities.map(\.totals))
    }
  }
}
