// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthKit
import Testing

@testable import OpenHealthKit

struct `The types of health data` {
  /// Identifier, unit, style, raw value's end.
  static let quantities: [(HKQuantityTypeIdentifier, String, HKQuantityAggregationStyle, String)] = [
    (.heartRate, "count/s", .discreteTemporallyWeighted, "HeartRate"),
    (.restingHeartRate, "count/min", .discreteTemporallyWeighted, "RestingHeartRate"),
    (.walkingHeartRateAverage, "count/min", .discreteTemporallyWeighted, "WalkingHeartRateAverage"),
    (.cyclingPower, "W", .discreteTemporallyWeighted, "CyclingPower"),
    (.cyclingCadence, "count/min", .discreteTemporallyWeighted, "CyclingCadence"),
    (.cyclingSpeed, "m/s", .discreteTemporallyWeighted, "CyclingSpeed"),
    (.cyclingFunctionalThresholdPower, "W", .discreteArithmetic, "CyclingFunctionalThresholdPower"),
    (.runningPower, "W", .discreteArithmetic, "RunningPower"),
    (.runningSpeed, "m/s", .discreteArithmetic, "RunningSpeed"),
    (.heartRateVariabilitySDNN, "ms", .discreteArithmetic, "HeartRateVariabilitySDNN"),
    (.heartRateVariabilityRMSSD, "ms", .discreteArithmetic, "HeartRateVariabilityRMSSD"),
    (.heartRateRecoveryOneMinute, "count/min", .discreteArithmetic, "HeartRateRecoveryOneMinute"),
    (.vo2Max, "ml/(kg*min)", .discreteArithmetic, "VO2Max"),
    (.respiratoryRate, "count/s", .discreteArithmetic, "RespiratoryRate"),
    (.oxygenSaturation, "%", .discreteArithmetic, "OxygenSaturation"),
    (.bodyMass, "kg", .discreteArithmetic, "BodyMass"),
    (.leanBodyMass, "kg", .discreteArithmetic, "LeanBodyMass"),
    (.height, "m", .discreteArithmetic, "Height"),
    (.bodyMassIndex, "count", .discreteArithmetic, "BodyMassIndex"),
    (.bodyFatPercentage, "%", .discreteArithmetic, "BodyFatPercentage"),
    (.workoutEffortScore, "appleEffortScore", .discreteArithmetic, "WorkoutEffortScore"),
    (.estimatedWorkoutEffortScore, "appleEffortScore", .discreteArithmetic, "EstimatedWorkoutEffortScore"),
    (.physicalEffort, "kcal/(kg*hr)", .discreteArithmetic, "PhysicalEffort"),
    (.runningStrideLength, "m", .discreteArithmetic, "RunningStrideLength"),
    (.runningVerticalOscillation, "cm", .discreteArithmetic, "RunningVerticalOscillation"),
    (.runningGroundContactTime, "ms", .discreteArithmetic, "RunningGroundContactTime"),
    (.walkingSpeed, "m/s", .discreteArithmetic, "WalkingSpeed"),
    (.rowingSpeed, "m/s", .discreteArithmetic, "RowingSpeed"),
    (.paddleSportsSpeed, "m/s", .discreteArithmetic, "PaddleSportsSpeed"),
    (.activeEnergyBurned, "kcal", .cumulative, "ActiveEnergyBurned"),
    (.basalEnergyBurned, "kcal", .cumulative, "BasalEnergyBurned"),
    (.stepCount, "count", .cumulative, "StepCount"),
    (.flightsClimbed, "count", .cumulative, "FlightsClimbed"),
    (.swimmingStrokeCount, "count", .cumulative, "SwimmingStrokeCount"),
    (.pushCount, "count", .cumulative, "PushCount"),
    (.distanceWalkingRunning, "m", .cumulative, "DistanceWalkingRunning"),
    (.distanceCycling, "m", .cumulative, "DistanceCycling"),
    (.distanceSwimming, "m", .cumulative, "DistanceSwimming"),
    (.distanceWheelchair, "m", .cumulative, "DistanceWheelchair"),
    (.distanceRowing, "m", .cumulative, "DistanceRowing"),
    (.distancePaddleSports, "m", .cumulative, "DistancePaddleSports"),
    (.distanceSkatingSports, "m", .cumulative, "DistanceSkatingSports"),
    (.distanceCrossCountrySkiing, "m", .cumulative, "DistanceCrossCountrySkiing"),
    (.distanceDownhillSnowSports, "m", .cumulative, "DistanceDownhillSnowSports"),
    (.appleExerciseTime, "min", .cumulative, "AppleExerciseTime"),
    (.appleMoveTime, "min", .cumulative, "AppleMoveTime"),
    (.appleStandTime, "min", .cumulative, "AppleStandTime"),
  ]

  @Test(arguments: quantities)
  func `of quantities have unit, style and name`(
    identifier: HKQuantityTypeIdentifier, unit: String, style: HKQuantityAggregationStyle, end: String
  ) throws {
    let type = HKQuantityType(identifier)
    #expect(type.identifier == "HKQuantityTypeIdentifier" + end)
    #expect(identifier.rawValue == type.identifier)
    #expect(type.aggregationStyle == style)
    #expect(type.is(compatibleWith: HKUnit(from: unit)))
    #expect(!type.is(compatibleWith: HKUnit(from: "IU")))
    #expect(type === HKObjectType.quantityType(forIdentifier: identifier), "one instance of each type")
    #expect(type === HKQuantityType.quantityType(forIdentifier: HKQuantityTypeIdentifier(rawValue: type.identifier)))
    #expect(type.isMaximumDurationRestricted && type.maximumAllowedDuration == 345_600)
    #expect(!type.isMinimumDurationRestricted)
    #expect(try archived(type) == type)
  }

  @Test func `of quantities are all in the table`() {
    #expect(Set(Self.quantities.map(\.0.rawValue)) == Set(QuantityTraits.byIdentifier.keys))
  }

  @Test func `of other kinds have their names`() throws {
    let names: [(HKObjectType, String)] = [
      (HKObjectType.workoutType(), "HKWorkoutTypeIdentifier"),
      (HKSeriesType.workoutRoute(), "HKWorkoutRouteTypeIdentifier"),
      (HKSeriesType.heartbeat(), "HKDataTypeIdentifierHeartbeatSeries"),
      (HKCharacteristicType(.dateOfBirth), "HKCharacteristicTypeIdentifierDateOfBirth"),
      (HKCharacteristicType(.biologicalSex), "HKCharacteristicTypeIdentifierBiologicalSex"),
      (HKCharacteristicType(.bloodType), "HKCharacteristicTypeIdentifierBloodType"),
      (HKCharacteristicType(.fitzpatrickSkinType), "HKCharacteristicTypeIdentifierFitzpatrickSkinType"),
      (HKCharacteristicType(.wheelchairUse), "HKCharacteristicTypeIdentifierWheelchairUse"),
      (HKCharacteristicType(.activityMoveMode), "HKCharacteristicTypeIdentifierActivityMoveMode"),
      (HKCategoryType(.sleepAnalysis), "HKCategoryTypeIdentifierSleepAnalysis"),
      (HKCorrelationType(.bloodPressure), "HKCorrelationTypeIdentifierBloodPressure"),
    ]
    for (type, name) in names {
      #expect(type.identifier == name)
      #expect(type.description == name)
      let back = try archived(type)
      #expect(back == type && back.hash == type.hash)
      #expect(type.copy() as? HKObjectType === type)
    }
    #expect(Set(names.map(\.0)).count == names.count)
    #expect(HKObjectType.workoutType() === HKQuantityType.workoutType())
    #expect(HKObjectType.characteristicType(forIdentifier: .dateOfBirth) === HKCharacteristicType(.dateOfBirth))
    #expect(!HKObjectType.workoutType().isMaximumDurationRestricted)
  }

  @Test func `that nobody knows are nil, and stop the program where an instance is asked for`() async {
    #expect(HKObjectType.quantityType(forIdentifier: HKQuantityTypeIdentifier(rawValue: "Mood")) == nil)
    #expect(HKObjectType.categoryType(forIdentifier: HKCategoryTypeIdentifier(rawValue: "Mood")) == nil)
    #expect(HKObjectType.correlationType(forIdentifier: HKCorrelationTypeIdentifier(rawValue: "Mood")) == nil)
    #expect(HKObjectType.characteristicType(forIdentifier: HKCharacteristicTypeIdentifier(rawValue: "Mood")) == nil)
    await #expect(processExitsWith: .failure) { _ = HKQuantityType(HKQuantityTypeIdentifier(rawValue: "Mood")) }
    await #expect(processExitsWith: .failure) { _ = HKObjectType.workoutType().maximumAllowedDuration }
    await #expect(processExitsWith: .failure) { _ = HKQuantityType(.heartRate).minimumAllowedDuration }
  }
}

/// The object as it comes back from an archive.
func archived<Object: NSObject & NSSecureCoding>(_ object: Object) throws -> Object {
  let data = try NSKeyedArchiver.archivedData(withRootObject: object, requiringSecureCoding: true)
  return try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: Object.self, from: data))
}
