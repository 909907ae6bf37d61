// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Workouts

/// What really happened in a simulated workout, once a second, before any watch measures it.
///
/// Entry `i` of every column is the state `i` seconds after the start; all columns have one entry per second.
public struct SimulatedTruth: Sendable {
  /// The script.
  public let workout: SimulatedWorkout
  /// Who followed it.
  public let athlete: SimulatedAthlete
  /// Beats per minute.
  public private(set) var heartRate: [Double] = []
  /// Watts; 0 outside of cycling.
  public private(set) var power: [Double] = []
  /// Revolutions, strokes, steps or repetitions a minute.
  public private(set) var cadence: [Double] = []
  /// Metres per second.
  public private(set) var speed: [Double] = []
  /// Metres since the start.
  public private(set) var distance: [Double] = []
  /// Metres above sea level.
  public private(set) var altitude: [Double] = []
  /// Degrees Celsius at the wrist.
  public private(set) var temperature: [Double] = []
  /// Kilocalories spent since the start.
  public private(set) var energy: [Double] = []
  /// The legs' seconds.
  public private(set) var legs: [Range<Int>] = []
  /// The steps' seconds, over all legs.
  public private(set) var steps: [(seconds: Range<Int>, step: SimulatedWorkout.Step)] = []

  /// How many seconds the workout lasts.
  public var count: Int { heartRate.count }

  /// Lets an athlete follow a script.
  public init(
    _ workout: SimulatedWorkout, by athlete: SimulatedAthlete, using generator: inout some RandomNumberGenerator
  ) {
    self.workout = workout
    self.athlete = athlete
    var body = Body(athlete: athlete, motion: Motion(athlete: athlete), temperature: workout.temperature)
    for leg in workout.legs {
      let legStart = count
      body.motion.begin(leg)
      for step in leg.steps {
        let stepStart = count
        var freedom = WanderingNoise(deviation: step.variation, memory: 0.97)
        for second in 0..<step.duration {
          let progress = Double(second) / Double(step.duration)
          let planned = step.intensity + (step.finalIntensity - step.intensity) * progress
          let effort = max(0, planned + freedom.next(using: &generator))
          body.advance(effort: effort, step: step, using: &generator)
          append(body)
        }
        steps.append((stepStart..<count, step))
      }
      legs.append(legStart..<count)
    }
  }

  private mutating func append(_ body: Body) {
    heartRate.append(body.shownHeartRate)
    power.append(body.motion.power)
    cadence.append(body.motion.cadence)
    speed.append(body.motion.speed)
    distance.append(body.motion.distance)
    altitude.append(body.motion.altitude)
    temperature.append(body.temperature)
    energy.append(body.energy)
  }
}

/// The athlete in motion.
private struct Body {
  let athlete: SimulatedAthlete
  var motion: Motion
  var temperature: Double
  var energy = 0.0
  var shownHeartRate: Double
  private let outside: Double
  private var heart: HeartRateResponse
  private var noise: WanderingNoise
  private var drift = 0.0
  private var seconds = 0

  init(athlete: SimulatedAthlete, motion: Motion, temperature: Double) {
    self.athlete = athlete
    self.motion = motion
    self.temperature = temperature
    outside = temperature
    let standing = athlete.steadyHeartRate(at: 0.08)
    heart = HeartRateResponse(heartRate: standing, timeConstant: athlete.timeConstant)
    noise = WanderingNoise(deviation: athlete.heartRateNoise, memory: 0.85)
    shownHeartRate = standing
  }

  /// One second of effort. The state after it is that of the next moment, so the first moment is the start itself.
  mutating func advance(
    effort: Double, step: SimulatedWorkout.Step, using generator: inout some RandomNumberGenerator
  ) {
    motion.advance(effort: effort, step: step, using: &generator)
    let felt = step.isStill ? 0 : motion.sport == .cycling ? motion.power / athlete.functionalThresholdPower : effort
    if seconds >= 600 { drift += athlete.driftPerHour / 3600 * felt }
    let goal = min(athlete.steadyHeartRate(at: felt) + drift, athlete.maximumHeartRate)
    heart.advance(towards: goal)
    shownHeartRate = min(heart.heartRate + noise.next(using: &generator), athlete.maximumHeartRate)
    energy += kilocalories(felt: felt)
    // A sensor on the wrist warms up by some degrees within a quarter of an hour.
    temperature += (outside + 4 - temperature) / 900
    seconds += 1
  }

  /// Energy of one second: on a bike work at 24 % efficiency, on foot 1 kcal per kilogram and kilometre (walking 0.75),
  /// else by intensity up to ten times rest, which is 1 kcal per kilogram and hour.
  private func kilocalories(felt: Double) -> Double {
    let rest = athlete.bodyMass / 3600
    return switch motion.sport {
    case .cycling: rest + motion.power / 0.24 / 4184
    case .running: rest + motion.speed / 1000 * athlete.bodyMass
    case .walking, .hiking: rest + motion.speed / 1000 * athlete.bodyMass * 0.75
    default: rest * (1 + 9 * felt)
    }
  }
}
