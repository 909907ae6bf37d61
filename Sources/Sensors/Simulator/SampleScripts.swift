// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Workouts

/// A sample before it is recorded.
struct SampleScript {
  var workout: SimulatedWorkout
  var watch: Watch
  /// Days before the day on which the set ends.
  var daysBefore: Int
  /// Minutes after midnight.
  var minute: Int

  init(_ workout: SimulatedWorkout, _ watch: Watch, daysBefore: Int, at hour: Int, _ minute: Int) {
    self.workout = workout
    self.watch = watch
    self.daysBefore = daysBefore
    self.minute = hour * 60 + minute
  }
}

extension SampleWorkouts {
  /// The scripts, in order of date.
  static var scripts: [SampleScript] {
    [
      SampleScript(
        longRun, Watch(lapDistance: 1000, flaws: [.spike(2210..<2213, height: 46)]), daysBefore: 13, at: 8, 10),
      SampleScript(intervals(recovery: 0.30, seconds: 150), Watch(), daysBefore: 11, at: 18, 5),
      SampleScript(recoveryRide, Watch(autoPauses: true), daysBefore: 10, at: 17, 30),
      SampleScript(
        tempoRun, Watch(lapDistance: 1000, flaws: [.dropout(1330..<1365, isMarked: true)]), daysBefore: 8, at: 12, 15),
      SampleScript(
        strengthCircuit,
        Watch(
          heartRateSensor: .optical,
          flaws: [
            .dropout(1000..<1048, isMarked: false), .cadenceLock(1369..<1421), .dropout(1800..<1822, isMarked: true),
            .cadenceLock(2059..<2112),
          ]), daysBefore: 7, at: 19, 0),
      SampleScript(thresholdRide, Watch(hasPowerMeter: true), daysBefore: 6, at: 17, 45),
      SampleScript(
        intervals(recovery: 0.78, seconds: 90, name: "6 × 3 minutes, short recoveries"), Watch(), daysBefore: 4,
        at: 18, 10),
      SampleScript(
        walk, Watch(heartRateSensor: .optical, isSmartRecording: true), daysBefore: 3, at: 12, 20),
      SampleScript(
        triathlon, Watch(hasPowerMeter: true, flaws: [.lateSensor(until: 742)]), daysBefore: 1, at: 7, 30),
    ]
  }

  /// Easy throughout; drift alone carries the end into zone 3.
  private static var longRun: SimulatedWorkout {
    SimulatedWorkout(
      name: "Easy long run", .running, "street",
      steps: [
        .init(minutes: 50, 0.564, variation: 0.008),
        // A fountain.
        .stand(seconds: 95, stopsTimer: true),
        .init(minutes: 52, 0.564, variation: 0.008),
      ])
  }

  private static func intervals(recovery: Double, seconds: Int, name: String = "6 × 3 minutes") -> SimulatedWorkout {
    var steps: [SimulatedWorkout.Step] = [.init(minutes: 12, 0.45, to: 0.62, lap: "warmup")]
    for repeatNumber in 1...6 {
      steps.append(.init(minutes: 3, 0.99, lap: "interval"))
      if repeatNumber < 6 { steps.append(.init(seconds: seconds, recovery, lap: "recovery")) }
    }
    steps.append(.init(minutes: 10, 0.48, to: 0.38, lap: "cooldown"))
    return SimulatedWorkout(name: name, .running, "track", terrain: .flat, steps: steps)
  }

  /// Easy but for a bridge and a gap in the traffic.
  private static var recoveryRide: SimulatedWorkout {
    SimulatedWorkout(
      name: "Recovery ride", .cycling, "road", temperature: 19,
      steps: [
        .init(minutes: 9, 0.36), .stand(seconds: 42), .init(minutes: 6, 0.37), .init(seconds: 52, 0.94),
        .init(minutes: 7, 0.36), .stand(seconds: 65), .init(minutes: 8, 0.37), .init(seconds: 48, 0.98),
        .init(minutes: 3, 0.35), .stand(seconds: 24), .init(minutes: 9, 0.34),
      ])
  }

  private static var tempoRun: SimulatedWorkout {
    SimulatedWorkout(
      name: "Tempo run", .running, "street",
      steps: [
        .init(minutes: 12, 0.45, to: 0.58), .init(minutes: 21.5, 0.85), .init(minutes: 9, 0.45, to: 0.38),
      ])
  }

  /// Three rounds; step-ups to a beat are where the light on the wrist loses its way.
  private static var strengthCircuit: SimulatedWorkout {
    var steps: [SimulatedWorkout.Step] = [.init(minutes: 6, 0.25, to: 0.4, rhythm: 90, lap: "warmup")]
    for _ in 1...3 {
      for (effort, rhythm) in [(1.0, 24.0), (1.05, 30), (0.9, 20), (0.95, 156), (1.0, 18), (1.1, 36)] {
        steps.append(.init(seconds: 60, effort, rhythm: rhythm, lap: "active"))
        steps.append(.stand(seconds: 45, lap: "rest"))
      }
      steps.append(.stand(seconds: 60, lap: "rest"))
    }
    steps.append(.init(minutes: 5, 0.15, rhythm: 0, lap: "cooldown"))
    return SimulatedWorkout(
      name: "Strength circuit", .training, "strength_training", temperature: 21, terrain: .indoors, steps: steps)
  }

  private static var thresholdRide: SimulatedWorkout {
    var steps: [SimulatedWorkout.Step] = [.init(minutes: 12, 0.45, to: 0.72, lap: "warmup")]
    for share in [0.96, 0.98, 0.97] {
      steps.append(.init(minutes: 12, share, variation: 0.006, lap: "interval"))
      steps.append(.init(minutes: 5, 0.5, lap: "recovery"))
    }
    steps.append(.init(minutes: 8, 0.5, to: 0.4, lap: "cooldown"))
    return SimulatedWorkout(
      name: "FTP intervals 3 × 12 minutes", .cycling, "indoor_cycling", temperature: 20, terrain: .indoors,
      steps: steps)
  }

  private static var walk: SimulatedWorkout {
    SimulatedWorkout(
      name: "Lunch walk", .walking, terrain: .hilly,
      steps: [
        .init(minutes: 19, 0.36, variation: 0.02), .stand(seconds: 30), .init(minutes: 21, 0.37, variation: 0.02),
      ]
    )
  }

  /// The strap goes on in the first transition.
  private static var triathlon: SimulatedWorkout {
    SimulatedWorkout(
      name: "Sprint triathlon", temperature: 17,
      legs: [
        .init(sport: .swimming, subSport: "open_water", terrain: .flat, steps: [.init(seconds: 660, 0.92)]),
        .init(
          sport: .transition, subSport: "swim_to_bike_transition", terrain: .flat, steps: [.init(seconds: 140, 0.5)]),
        .init(sport: .cycling, subSport: "road", steps: [.init(minutes: 36, 0.88, variation: 0.03)]),
        .init(
          sport: .transition, subSport: "bike_to_run_transition", terrain: .flat, steps: [.init(seconds: 75, 0.45)]),
        .init(sport: .running, subSport: "street", terrain: .flat, steps: [.init(minutes: 21, 0.92, to: 0.96)]),
      ])
  }
}
