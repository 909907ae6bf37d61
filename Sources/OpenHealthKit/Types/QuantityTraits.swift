// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

/// What the types of quantities are measured in and how their samples add up.
struct QuantityTraits: Sendable {
  let unit: HKUnit
  let style: HKQuantityAggregationStyle

  /// By the identifier's raw value.
  static let byIdentifier = Dictionary(uniqueKeysWithValues: all.map { ($0.0.rawValue, $0.1) })

  private static let all: [(HKQuantityTypeIdentifier, QuantityTraits)] = [
    (.heartRate, traits("count/s", .discreteTemporallyWeighted)),
    (.restingHeartRate, traits("count/min", .discreteTemporallyWeighted)),
    (.walkingHeartRateAverage, traits("count/min", .discreteTemporallyWeighted)),
    (.heartRateVariabilitySDNN, traits("ms", .discreteArithmetic)),
    (.heartRateVariabilityRMSSD, traits("ms", .discreteArithmetic)),
    (.heartRateRecoveryOneMinute, traits("count/min", .discreteArithmetic)),
    (.vo2Max, traits("ml/(kg*min)", .discreteArithmetic)),
    (.respiratoryRate, traits("count/s", .discreteArithmetic)),
    (.oxygenSaturation, traits("%", .discreteArithmetic)),
    (.cyclingPower, traits("W", .discreteTemporallyWeighted)),
    (.cyclingCadence, traits("count/min", .discreteTemporallyWeighted)),
    (.cyclingSpeed, traits("m/s", .discreteTemporallyWeighted)),
    (.cyclingFunctionalThresholdPower, traits("W", .discreteArithmetic)),
    (.runningPower, traits("W", .discreteArithmetic)),
    (.runningSpeed, traits("m/s", .discreteArithmetic)),
    (.runningStrideLength, traits("m", .discreteArithmetic)),
    (.runningVerticalOscillation, traits("cm", .discreteArithmetic)),
    (.runningGroundContactTime, traits("ms", .discreteArithmetic)),
    (.walkingSpeed, traits("m/s", .discreteArithmetic)),
    (.rowingSpeed, traits("m/s", .discreteArithmetic)),
    (.paddleSportsSpeed, traits("m/s", .discreteArithmetic)),
    (.bodyMass, traits("kg", .discreteArithmetic)),
    (.leanBodyMass, traits("kg", .discreteArithmetic)),
    (.height, traits("m", .discreteArithmetic)),
    (.bodyMassIndex, traits("count", .discreteArithmetic)),
    (.bodyFatPercentage, traits("%", .discreteArithmetic)),
    (.workoutEffortScore, traits("appleEffortScore", .discreteArithmetic)),
    (.estimatedWorkoutEffortScore, traits("appleEffortScore", .discreteArithmetic)),
    (.physicalEffort, traits("kcal/(kg*hr)", .discreteArithmetic)),
    (.activeEnergyBurned, traits("kcal", .cumulative)),
    (.basalEnergyBurned, traits("kcal", .cumulative)),
    (.stepCount, traits("count", .cumulative)),
    (.flightsClimbed, traits("count", .cumulative)),
    (.swimmingStrokeCount, traits("count", .cumulative)),
    (.pushCount, traits("count", .cumulative)),
    (.distanceWalkingRunning, traits("m", .cumulative)),
    (.distanceCycling, traits("m", .cumulative)),
    (.distanceSwimming, traits("m", .cumulative)),
    (.distanceWheelchair, traits("m", .cumulative)),
    (.distanceRowing, traits("m", .cumulative)),
    (.distancePaddleSports, traits("m", .cumulative)),
    (.distanceSkatingSports, traits("m", .cumulative)),
    (.distanceCrossCountrySkiing, traits("m", .cumulative)),
    (.distanceDownhillSnowSports, traits("m", .cumulative)),
    (.appleExerciseTime, traits("min", .cumulative)),
    (.appleMoveTime, traits("min", .cumulative)),
    (.appleStandTime, traits("min", .cumulative)),
  ]

  private static func traits(_ unit: String, _ style: HKQuantityAggregationStyle) -> QuantityTraits {
    QuantityTraits(unit: HKUnit(from: unit), style: style)
  }
}
