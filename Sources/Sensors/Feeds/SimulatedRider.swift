// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

public import Workouts

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Somebody who trains as they are told, for trying a plan without a sensor: aims at the target of the moment, misses it a
/// little at first, and listens to the coach.
///
/// The same seed rides the same workout, second for second.
public struct SimulatedRider: Sendable {
  /// What the rider aims at.
  public enum Aim: Hashable, Sendable {
    /// Beats per minute that shall be reached.
    case heartRate(Double)
    /// Watts.
    case power(Double)
    /// A fraction of threshold; about 0.65 for an easy hour, 0 for standing still.
    case intensity(Double)
  }

  private let athlete: SimulatedAthlete
  private var generator: SplitMix64
  private var heart: HeartRateResponse
  private var aim: Aim?
  /// By which factor the rider misses the target.
  private var error = 1.0
  private var second = 0
  /// Metres since the start.
  public private(set) var distance = 0.0
  private let sport: Sport

  /// A rider at rest.
  public init(_ athlete: SimulatedAthlete = SimulatedAthlete(), sport: Sport, seed: UInt64) {
    self.athlete = athlete
    self.sport = sport
    generator = SplitMix64(seed: seed)
    heart = HeartRateResponse(heartRate: athlete.steadyHeartRate(at: 0), timeConstant: athlete.timeConstant)
  }

  /// The coach asks for less or for more, and the rider goes most of the way.
  public mutating func hear(less: Bool) {
    error = less ? min(error, 1) * 0.97 : max(error, 1) * 1.03
  }

  /// Rides a second; the readings are those of the moment after it.
  public mutating func ride(_ aim: Aim) -> [SensorReading] {
    if aim != self.aim {
      self.aim = aim
      error = 1 + 0.05 * generator.deviation()
    }
    let intensity = max(0, self.intensity(for: aim) * error * (1 + 0.02 * generator.deviation()))
    second += 1
    heart.advance(towards: athlete.steadyHeartRate(at: intensity))
    let rate = (heart.heartRate + athlete.heartRateNoise * generator.deviation()).rounded()
    let time = Milliseconds(second) * 1_000
    var readings = [
      SensorReading(.heartRate, min(max(rate, 35), athlete.maximumHeartRate), at: time, kind: .simulation)
    ]
    let speed: Double
    if sport == .cycling {
      let watts = (athlete.functionalThresholdPower * intensity).rounded()
      readings.append(SensorReading(.power, watts, at: time, kind: .simulation))
      let cadence = watts == 0 ? 0 : (88 + 3 * generator.deviation()).rounded()
      readings.append(SensorReading(.cadence, cadence, at: time, kind: .simulation))
      // On the flat about 200 W for 33 km/h, growing with the cube root.
      speed = watts <= 0 ? 0 : 9.2 * cbrt(watts / 200)
    } else {
      speed = athlete.thresholdRunningSpeed * min(intensity, 1.3)
    }
    distance += speed
    readings.append(SensorReading(.speed, speed, at: time, kind: .simulation))
    return readings
  }

  /// The effort that leads to what is aimed at; heart rate is brought there faster than it would go by itself.
  private func intensity(for aim: Aim) -> Double {
    switch aim {
    case .intensity(let intensity): return intensity
    case .power(let watts): return watts / athlete.functionalThresholdPower
    case .heartRate(let rate):
      let standing = athlete.steadyHeartRate(at: 0)
      let steady = (rate - standing) / (athlete.thresholdHeartRate - standing)
      let missing = (rate - heart.heartRate) / (athlete.thresholdHeartRate - standing)
      return min(max(steady + 0.5 * missing, 0), 1.25)
    }
  }
}
