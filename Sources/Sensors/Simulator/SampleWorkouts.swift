// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

public import Workouts

/// A simulated workout that shows something.
public struct SampleWorkout: Sendable {
  /// What it is called, for example "Easy long run"; also the name of the recording.
  public var name: String
  /// What the watch recorded.
  public var recording: Recording
}

/// A set of workouts to try things on: two weeks of one athlete, the same for the same day, offset and seed.
public enum SampleWorkouts {
  /// The seed of the published set.
  public static let seed: UInt64 = 0x5A6F_6E65

  /// All samples, the earliest first, over the two weeks before a day.
  ///
  /// - Parameters:
  ///   - day: any moment of the day after which nothing happens; the last workout is on the day before.
  ///   - utcOffsetSeconds: where the athlete lives; decides when a day begins.
  ///   - seed: the chance in it.
  public static func all(
    endingOn day: Instant, utcOffsetSeconds: Int = 0, seed: UInt64 = SampleWorkouts.seed
  ) -> [SampleWorkout] {
    let offset = Int64(utcOffsetSeconds)
    let local = floorDivide(day.millisecondsSince1970, 1000) + offset
    let midnight = floorDivide(local, 86_400) * 86_400 - offset
    return scripts.enumerated().map { place, sample in
      // A seed for each, so that changing one sample leaves the others alone.
      var generator = SplitMix64(seed: seed &+ UInt64(place) &* 0x1000_0001)
      var watch = sample.watch
      watch.utcOffsetSeconds = utcOffsetSeconds
      let seconds = midnight - Int64(sample.daysBefore) * 86_400 + Int64(sample.minute) * 60
      let start = Instant(secondsSince1970: seconds + Int64(generator.whole(in: 0...59)))
      let truth = SimulatedTruth(sample.workout, by: SimulatedAthlete(), using: &generator)
      let recording = watch.record(truth, startingAt: start, using: &generator)
      return SampleWorkout(name: sample.workout.name, recording: recording)
    }
  }

  /// A ride at 65 % of threshold with a record each second, for measuring speed: heart rate, power, cadence, speed,
  /// altitude, distance and temperature.
  public static func steadyRide(
    records: Int, startingAt start: Instant, seed: UInt64 = SampleWorkouts.seed
  ) -> Recording {
    var generator = SplitMix64(seed: seed)
    let workout = SimulatedWorkout(
      name: "Steady ride", .cycling, "road", steps: [SimulatedWorkout.Step(seconds: records, 0.65)])
    let truth = SimulatedTruth(workout, by: SimulatedAthlete(), using: &generator)
    return Watch(hasPowerMeter: true).record(truth, startingAt: start, using: &generator)
  }

  private static func floorDivide(_ a: Int64, _ b: Int64) -> Int64 { a >= 0 ? a / b : (a - b + 1) / b }
}
