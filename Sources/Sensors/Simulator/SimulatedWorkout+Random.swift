// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

public import Workouts

extension SimulatedWorkout {
  /// Any workout: one to four legs of any sport, each of one to five steps of at most `longestStep` seconds, standing
  /// included. For tests of laws that hold for every workout.
  public static func random(
    longestStep: Int = 240, using generator: inout some RandomNumberGenerator
  ) -> SimulatedWorkout {
    let sports: [(sport: Sport, subSport: String?)] = [
      (.running, "trail"), (.running, nil), (.cycling, "road"), (.cycling, "indoor_cycling"), (.walking, nil),
      (.swimming, "open_water"), (.training, "strength_training"), (.hiking, nil), (.rowing, nil),
    ]
    let legs = (0..<(generator.happens(0.7) ? 1 : generator.whole(in: 2...4))).map { _ in
      let kind = sports[generator.whole(in: 0...sports.count - 1)]
      let terrain = Terrain.allCases[generator.whole(in: 0...Terrain.allCases.count - 1)]
      let steps = (0..<generator.whole(in: 1...5)).map { _ in
        randomStep(longest: max(1, longestStep), using: &generator)
      }
      return Leg(sport: kind.sport, subSport: kind.subSport, terrain: terrain, steps: steps)
    }
    return SimulatedWorkout(
      name: "Random workout", temperature: generator.number(in: -10...38), legs: legs)
  }

  private static func randomStep(longest: Int, using generator: inout some RandomNumberGenerator) -> Step {
    let seconds = generator.whole(in: 1...longest)
    let purposes = [nil, nil, "warmup", "interval", "recovery", "cooldown", "active", "rest"]
    let purpose = purposes[generator.whole(in: 0...purposes.count - 1)]
    if generator.happens(0.2) {
      return .stand(seconds: seconds, stopsTimer: generator.happens(0.5), lap: purpose)
    }
    let from = generator.number(in: 0.1...1.4), to = generator.happens(0.5) ? from : generator.number(in: 0.1...1.4)
    return Step(
      seconds: seconds, from, to: to, variation: generator.number(in: 0...0.1),
      rhythm: generator.happens(0.1) ? generator.number(in: 20...170) : nil, lap: purpose)
  }
}

extension Watch {
  /// Any watch, with any faults, for a workout of this length in seconds.
  public static func random(duration: Int, using generator: inout some RandomNumberGenerator) -> Watch {
    let sensors: [SeriesSource.Sensor?] = [.chestStrap, .chestStrap, .optical, .optical, nil]
    let flaws: [Flaw] = (0..<generator.whole(in: 0...4)).map { _ in
      let start = generator.whole(in: 0...max(1, duration))
      let length = generator.whole(in: 1...120)
      return switch generator.whole(in: 0...3) {
      case 0: .lateSensor(until: start / 3)
      case 1: .dropout(start..<start + length, isMarked: generator.happens(0.5))
      case 2: .spike(start..<start + 1 + length % 4, height: generator.number(in: 20...60))
      default: .cadenceLock(start..<start + length)
      }
    }
    return Watch(
      heartRateSensor: sensors[generator.whole(in: 0...sensors.count - 1)], hasPowerMeter: generator.happens(0.5),
      isSmartRecording: generator.happens(0.3), autoPauses: generator.happens(0.5),
      lapDistance: generator.happens(0.3) ? generator.number(in: 100...1000) : nil, flaws: flaws,
      // Every half hour from UTC−11 to UTC+14 is somebody's time.
      utcOffsetSeconds: generator.whole(in: -22...28) * 1800)
  }
}

extension Recording {
  /// Any recording a simulated watch could make, of any athlete: the same for the same seed and start.
  public static func simulated(
    seed: UInt64, startingAt start: Instant, longestStep: Int = 240
  ) -> Recording {
    var generator = SplitMix64(seed: seed)
    let athlete = SimulatedAthlete.random(using: &generator)
    let workout = SimulatedWorkout.random(longestStep: longestStep, using: &generator)
    let watch = Watch.random(duration: workout.duration, using: &generator)
    let truth = SimulatedTruth(workout, by: athlete, using: &generator)
    return watch.record(truth, startingAt: start, using: &generator)
  }
}
