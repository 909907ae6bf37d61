// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Workouts

/// How effort becomes movement, second by second.
struct Motion {
  let athlete: SimulatedAthlete
  private(set) var sport: Sport = .generic
  private(set) var power = 0.0
  private(set) var cadence = 0.0
  private(set) var speed = 0.0
  private(set) var distance = 0.0
  private(set) var altitude = 212.0
  private var terrain: SimulatedWorkout.Terrain = .flat
  /// Seconds of coasting left.
  private var coasting = 0
  /// Slow and fast changes of power or pace, as a fraction.
  private var slow = WanderingNoise(deviation: 0.03, memory: 0.95)
  private var fast = WanderingNoise(deviation: 0.06, memory: 0.3)
  private var barometer = WanderingNoise(deviation: 0.15, memory: 0.98)

  init(athlete: SimulatedAthlete) { self.athlete = athlete }

  /// Changes to the sport and ground of a leg.
  mutating func begin(_ leg: SimulatedWorkout.Leg) {
    sport = leg.sport
    terrain = leg.terrain
    speed = 0
    coasting = 0
  }

  /// Lets one second pass.
  mutating func advance(
    effort: Double, step: SimulatedWorkout.Step, using generator: inout some RandomNumberGenerator
  ) {
    distance += speed
    altitude = terrain.altitude(at: distance) + barometer.next(using: &generator)
    let drift = slow.next(using: &generator), jitter = fast.next(using: &generator)
    if step.isStill {
      power = 0
      cadence = 0
      // Brakes, or a stride or two, and the athlete stands.
      speed = max(0, speed - 2.5)
      return
    }
    switch sport {
    case .cycling: ride(effort, variation: drift + jitter, using: &generator)
    case .running: walkOrRun(effort, variation: drift + jitter / 4, steps: { 139 + 9 * $0 })
    case .walking, .hiking: walkOrRun(effort, variation: drift + jitter / 4, steps: { 70 + 28 * $0 })
    case .transition: walkOrRun(effort, variation: drift, steps: { 70 + 28 * $0 })
    case .swimming:
      speed = max(0, athlete.thresholdSwimmingSpeed * effort * (1 + drift + jitter / 4))
      cadence = 18 + 14 * speed + 10 * drift
    default:
      speed = 0
      cadence = 0
    }
    if let rhythm = step.rhythm { cadence = max(0, rhythm + 12 * drift) }
  }

  private mutating func walkOrRun(_ effort: Double, variation: Double, steps: (Double) -> Double) {
    // Uphill costs speed at the same effort: about 3 % per 1 % of slope.
    let slope = min(max(terrain.slope(at: distance), -0.1), 0.2)
    let asked = max(0, athlete.thresholdRunningSpeed * effort * (1 + variation) * (1 - 3 * slope))
    // Beyond 2.3 m/s nobody walks.
    let goal = sport == .walking || sport == .hiking ? min(asked, 2.3) : asked
    speed += (goal - speed) * 0.5
    cadence = max(0, steps(speed) + 25 * variation)
  }

  /// A bicycle with rider: power against air, tyres and slope.
  private mutating func ride(
    _ effort: Double, variation: Double, using generator: inout some RandomNumberGenerator
  ) {
    let slope = terrain.slope(at: distance)
    if coasting > 0 {
      coasting -= 1
    } else if terrain != .indoors, effort < 0.9, generator.happens(slope < -0.01 ? 0.02 : 0.004) {
      coasting = generator.whole(in: 2...8)
    }
    let pedals = coasting == 0
    // A trainer holds power steadier than a road does.
    let jitter = terrain == .indoors ? variation * 0.5 : variation
    power = pedals ? max(0, athlete.functionalThresholdPower * effort * (1 + jitter + 4 * slope)) : 0
    cadence = pedals ? min(max(62, 88 - 200 * slope + 30 * variation), 115) : 0
    // 9 kg of bicycle, rolling resistance 0.005, drag area 0.32 m², air of 1.2 kg/m³.
    let mass = athlete.bodyMass + 9
    let push = power / max(speed, 2)
    let resistance = mass * 9.81 * (0.005 + slope) + 0.5 * 1.2 * 0.32 * speed * speed
    speed = min(max(speed + (push - resistance) / mass, pedals ? 1 : 0), 19)
  }
}
