// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

public import Workouts

/// Somebody to simulate: the numbers that decide how heart, legs and arms answer to effort.
///
/// Effort is told as *intensity*, a fraction of threshold: of threshold power on a bike, of threshold speed on foot and
/// in the water. 1 can be held for about an hour.
public struct SimulatedAthlete: Hashable, Sendable {
  /// Years.
  public var age = 38.0
  /// Beats per minute lying down.
  public var restingHeartRate = 50.0
  /// Highest heart rate in beats per minute, when running.
  public var maximumHeartRate = 190.0
  /// Heart rate at threshold in beats per minute.
  public var thresholdHeartRate = 169.0
  /// Functional threshold power on a bike in watts.
  public var functionalThresholdPower = 260.0
  /// Threshold speed on the flat in metres per second.
  public var thresholdRunningSpeed = 4.2
  /// Threshold speed in the water in metres per second.
  public var thresholdSwimmingSpeed = 1.25
  /// Kilograms.
  public var bodyMass = 70.0
  /// Seconds in which heart rate closes 63 % of the distance to where it is going; see `HeartRateResponse`.
  public var timeConstant = 50.0
  /// Cardiac drift: beats per minute that an hour at threshold adds to the heart rate of the same effort. It begins
  /// after ten minutes and is proportional to intensity.
  public var driftPerHour = 12.0
  /// Standard deviation of heart rate around its course, in beats per minute; 0 makes the heart follow exactly.
  public var heartRateNoise = 0.9

  /// The athlete of the samples: 38 years, heart rate 50 to 190 with threshold at 169, 260 W, 70 kg.
  public init() {}

  /// Somebody else, plausible throughout.
  ///
  /// Maximum heart rate follows age as in Nes 2013 (211 − 0.64 · age) with a spread of 8 bpm; the time constant
  /// spreads by 6 s.
  public static func random(using generator: inout some RandomNumberGenerator) -> SimulatedAthlete {
    var athlete = SimulatedAthlete()
    athlete.age = generator.number(in: 18...70).rounded()
    athlete.maximumHeartRate = (211 - 0.64 * athlete.age + 8 * generator.deviation()).rounded()
    athlete.restingHeartRate = generator.number(in: 40...70).rounded()
    athlete.thresholdHeartRate = (athlete.maximumHeartRate * generator.number(in: 0.86...0.92)).rounded()
    athlete.bodyMass = generator.number(in: 50...95).rounded()
    athlete.functionalThresholdPower = (athlete.bodyMass * generator.number(in: 2.2...4.4)).rounded()
    athlete.thresholdRunningSpeed = generator.number(in: 2.9...4.8)
    athlete.thresholdSwimmingSpeed = generator.number(in: 0.8...1.4)
    athlete.timeConstant = 50 + 6 * generator.deviation()
    return athlete
  }

  /// The heart rate that an intensity leads to in the long run, drift aside, in beats per minute.
  ///
  /// Linear from standing still (a little above rest) to threshold, and flat at the maximum.
  public func steadyHeartRate(at intensity: Double) -> Double {
    let standing = restingHeartRate + 0.13 * (thresholdHeartRate - restingHeartRate)
    return min(standing + (thresholdHeartRate - standing) * max(intensity, 0), maximumHeartRate)
  }

  /// Highest heart rate in a sport: on a bike and above all in the water fewer beats are reached than on foot.
  public func maximumHeartRate(in sport: Sport) -> Double {
    switch sport {
    case .cycling, .rowing: maximumHeartRate - 5
    case .swimming: maximumHeartRate - 12
    default: maximumHeartRate
    }
  }

  /// What a watch knows of the athlete.
  public var profile: AthleteProfile {
    var profile = AthleteProfile()
    profile.age = age
    profile.restingHeartRate = restingHeartRate
    profile.maximumHeartRate = maximumHeartRate
    profile.thresholdHeartRate = thresholdHeartRate
    profile.functionalThresholdPower = functionalThresholdPower
    return profile
  }

  /// The limits that a watch sets for heart rate in a sport: 50, 60, 70, 80, 90 and 100 % of its maximum, rounded to
  /// beats; values below the first lie below zone 1.
  public func heartRateLimits(in sport: Sport) -> DeviceZoneLimits {
    let maximum = maximumHeartRate(in: sport)
    var limits = DeviceZoneLimits(
      quantity: .heartRate, bounds: stride(from: 50.0, through: 100, by: 10).map { (maximum * $0 / 100).rounded() },
      firstBoundStartsZone1: true)
    limits.calculation = .percentMaximum
    limits.maximumHeartRate = maximum
    limits.restingHeartRate = restingHeartRate
    limits.thresholdHeartRate = thresholdHeartRate
    return limits
  }

  /// The limits that a watch sets for power: Coggan's seven zones, from 0 W to the 4000 W that mean "no limit".
  public var powerLimits: DeviceZoneLimits {
    let shares = [0.55, 0.75, 0.90, 1.05, 1.20, 1.50]
    var limits = DeviceZoneLimits(
      quantity: .power, bounds: [0] + shares.map { (functionalThresholdPower * $0).rounded() } + [4000],
      firstBoundStartsZone1: true)
    limits.calculation = .percentFTP
    limits.functionalThresholdPower = functionalThresholdPower
    return limits
  }
}
