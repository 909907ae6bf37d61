// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

/// What is measured by a number. The raw value is "HKQuantityTypeIdentifier" and the name with a capital.
///
/// Each says the unit that the type is measured in and whether its samples are summed or averaged.
public struct HKQuantityTypeIdentifier: RawRepresentable, Hashable, Sendable {
  /// The name that is stored and exported.
  public var rawValue: String

  /// An identifier of any name; only those below have a type.
  public init(rawValue: String) { self.rawValue = rawValue }
}

// MARK: Heart

extension HKQuantityTypeIdentifier {
  /// Heart rate (`count/s`), averaged over time.
  public static let heartRate = HKQuantityTypeIdentifier(
    rawValue: "HKQuantityTypeIdentifierHeartRate")
  /// Resting heart rate (`count/min`), averaged over time.
  public static let restingHeartRate = HKQuantityTypeIdentifier(
    rawValue: "HKQuantityTypeIdentifierRestingHeartRate")
  /// Average heart rate while walking (`count/min`), averaged over time.
  public static let walkingHeartRateAverage = HKQuantityTypeIdentifier(
    rawValue: "HKQuantityTypeIdentifierWalkingHeartRateAverage")
  /// Standard deviation of the times between beats (`ms`), averaged over samples.
  public static let heartRateVariabilitySDNN = HKQuantityTypeIdentifier(
    rawValue: "HKQuantityTypeIdentifierHeartRateVariabilitySDNN")
  /// Root mean square of the differences between successive times between beats (`ms`), averaged over samples.
  public static let heartRateVariabilityRMSSD = HKQuantityTypeIdentifier(
    rawValue: "HKQuantityTypeIdentifierHeartRateVariabilityRMSSD")
  /// Fall of heart rate in the first minute after exercise (`count/min`), averaged over samples.
  public static let heartRateRecoveryOneMinute = HKQuantityTypeIdentifier(
    rawValue: "HKQuantityTypeIdentifierHeartRateRecoveryOneMinute")
  /// Greatest oxygen uptake (`ml/(kg*min)`), averaged over samples.
  public static let vo2Max = HKQuantityTypeIdentifier(
    rawValue: "HKQuantityTypeIdentifierVO2Max")
  /// Breaths (`count/s`), averaged over samples.
  public static let respiratoryRate = HKQuantityTypeIdentifier(
    rawValue: "HKQuantityTypeIdentifierRespiratoryRate")
  /// Oxygen saturation of the blood (`%`), averaged over samples.
  public static let oxygenSaturation = HKQuantityTypeIdentifier(
    rawValue: "HKQuantityTypeIdentifierOxygenSaturation")
}

// MARK: Cycling

extension HKQuantityTypeIdentifier {
  /// Power of a ride (`W`), averaged over time.
  public static let cyclingPower = HKQuantityTypeIdentifier(
    rawValue: "HKQuantityTypeIdentifierCyclingPower")
  /// Revolutions of the cranks (`count/min`), averaged over time.
  public static let cyclingCadence = HKQuantityTypeIdentifier(
    rawValue: "HKQuantityTypeIdentifierCyclingCadence")
  /// Speed of a ride (`m/s`), averaged over time.
  public static let cyclingSpeed = HKQuantityTypeIdentifier(
    rawValue: "HKQuantityTypeIdentifierCyclingSpeed")
  /// Functional threshold power (`W`), averaged over samples.
  public static let cyclingFunctionalThresholdPower = HKQuantityTypeIdentifier(
    rawValue: "HKQuantityTypeIdentifierCyclingFunctionalThresholdPower")
}

// MARK: On foot and water

extension HKQuantityTypeIdentifier {
  /// Power of a run (`W`), averaged over samples.
  public static let runningPower = HKQuantityTypeIdentifier(
    rawValue: "HKQuantityTypeIdentifierRunningPower")
  /// Speed of a run (`m/s`), averaged over samples.
  public static let runningSpeed = HKQuantityTypeIdentifier(
    rawValue: "HKQuantityTypeIdentifierRunningSpeed")
  /// Length of a stride (`m`), averaged over samples.
  public static let runningStrideLength = HKQuantityTypeIdentifier(
    rawValue: "HKQuantityTypeIdentifierRunningStrideLength")
  /// Movement of the trunk up and down (`cm`), averaged over samples.
  public static let runningVerticalOscillation = HKQuantityTypeIdentifier(
    rawValue: "HKQuantityTypeIdentifierRunningVerticalOscillation")
  /// Time of a foot on the ground (`ms`), averaged over samples.
  public static let runningGroundContactTime = HKQuantityTypeIdentifier(
    rawValue: "HKQuantityTypeIdentifierRunningGroundContactTime")
  /// Speed of walking (`m/s`), averaged over samples.
  public static let walkingSpeed = HKQuantityTypeIdentifier(
    rawValue: "HKQuantityTypeIdentifierWalkingSpeed")
  /// Speed of rowing (`m/s`), averaged over samples.
  public static let rowingSpeed = HKQuantityTypeIdentifier(
    rawValue: "HKQuantityTypeIdentifierRowingSpeed")
  /// Speed of paddling (`m/s`), averaged over samples.
  public static let paddleSportsSpeed = HKQuantityTypeIdentifier(
    rawValue: "HKQuantityTypeIdentifierPaddleSportsSpeed")
}

// MARK: Body

extension HKQuantityTypeIdentifier {
  /// Mass of the body (`kg`), averaged over samples.
  public static let bodyMass = HKQuantityTypeIdentifier(
    rawValue: "HKQuantityTypeIdentifierBodyMass")
  /// Mass of the body without fat (`kg`), averaged over samples.
  public static let leanBodyMass = HKQuantityTypeIdentifier(
    rawValue: "HKQuantityTypeIdentifierLeanBodyMass")
  /// Height of the body (`m`), averaged over samples.
  public static let height = HKQuantityTypeIdentifier(
    rawValue: "HKQuantityTypeIdentifierHeight")
  /// Body mass index (`count`), averaged over samples.
  public static let bodyMassIndex = HKQuantityTypeIdentifier(
    rawValue: "HKQuantityTypeIdentifierBodyMassIndex")
  /// Share of fat, from 0 to 1 (`%`), averaged over samples.
  public static let bodyFatPercentage = HKQuantityTypeIdentifier(
    rawValue: "HKQuantityTypeIdentifierBodyFatPercentage")
}

// MARK: Effort and energy

extension HKQuantityTypeIdentifier {
  /// Effort of a workout as the person or the app rates it (`appleEffortScore`), averaged over samples.
  public static let workoutEffortScore = HKQuantityTypeIdentifier(
    rawValue: "HKQuantityTypeIdentifierWorkoutEffortScore")
  /// Effort of a workout as the system estimates it (`appleEffortScore`), averaged over samples.
  public static let estimatedWorkoutEffortScore = HKQuantityTypeIdentifier(
    rawValue: "HKQuantityTypeIdentifierEstimatedWorkoutEffortScore")
  /// Intensity of what the person does (`kcal/(kg*hr)`), averaged over samples.
  public static let physicalEffort = HKQuantityTypeIdentifier(
    rawValue: "HKQuantityTypeIdentifierPhysicalEffort")
  /// Energy used by activity (`kcal`), summed.
  public static let activeEnergyBurned = HKQuantityTypeIdentifier(
    rawValue: "HKQuantityTypeIdentifierActiveEnergyBurned")
  /// Energy used at rest (`kcal`), summed.
  public static let basalEnergyBurned = HKQuantityTypeIdentifier(
    rawValue: "HKQuantityTypeIdentifierBasalEnergyBurned")
}

// MARK: Counts

extension HKQuantityTypeIdentifier {
  /// Steps (`count`), summed.
  public static let stepCount = HKQuantityTypeIdentifier(
    rawValue: "HKQuantityTypeIdentifierStepCount")
  /// Flights of stairs (`count`), summed.
  public static let flightsClimbed = HKQuantityTypeIdentifier(
    rawValue: "HKQuantityTypeIdentifierFlightsClimbed")
  /// Strokes of swimming (`count`), summed.
  public static let swimmingStrokeCount = HKQuantityTypeIdentifier(
    rawValue: "HKQuantityTypeIdentifierSwimmingStrokeCount")
  /// Pushes of a wheelchair (`count`), summed.
  public static let pushCount = HKQuantityTypeIdentifier(
    rawValue: "HKQuantityTypeIdentifierPushCount")
}

// MARK: Distances

extension HKQuantityTypeIdentifier {
  /// Distance on foot (`m`), summed.
  public static let distanceWalkingRunning = HKQuantityTypeIdentifier(
    rawValue: "HKQuantityTypeIdentifierDistanceWalkingRunning")
  /// Distance of cycling (`m`), summed.
  public static let distanceCycling = HKQuantityTypeIdentifier(
    rawValue: "HKQuantityTypeIdentifierDistanceCycling")
  /// Distance of swimming (`m`), summed.
  public static let distanceSwimming = HKQuantityTypeIdentifier(
    rawValue: "HKQuantityTypeIdentifierDistanceSwimming")
  /// Distance in a wheelchair (`m`), summed.
  public static let distanceWheelchair = HKQuantityTypeIdentifier(
    rawValue: "HKQuantityTypeIdentifierDistanceWheelchair")
  /// Distance of rowing (`m`), summed.
  public static let distanceRowing = HKQuantityTypeIdentifier(
    rawValue: "HKQuantityTypeIdentifierDistanceRowing")
  /// Distance of paddling (`m`), summed.
  public static let distancePaddleSports = HKQuantityTypeIdentifier(
    rawValue: "HKQuantityTypeIdentifierDistancePaddleSports")
  /// Distance of skating (`m`), summed.
  public static let distanceSkatingSports = HKQuantityTypeIdentifier(
    rawValue: "HKQuantityTypeIdentifierDistanceSkatingSports")
  /// Distance of cross-country skiing (`m`), summed.
  public static let distanceCrossCountrySkiing = HKQuantityTypeIdentifier(
    rawValue: "HKQuantityTypeIdentifierDistanceCrossCountrySkiing")
  /// Distance of downhill snow sports (`m`), summed.
  public static let distanceDownhillSnowSports = HKQuantityTypeIdentifier(
    rawValue: "HKQuantityTypeIdentifierDistanceDownhillSnowSports")
}

// MARK: Times

extension HKQuantityTypeIdentifier {
  /// Time of exercise (`min`), summed.
  public static let appleExerciseTime = HKQuantityTypeIdentifier(
    rawValue: "HKQuantityTypeIdentifierAppleExerciseTime")
  /// Time of movement (`min`), summed.
  public static let appleMoveTime = HKQuantityTypeIdentifier(
    rawValue: "HKQuantityTypeIdentifierAppleMoveTime")
  /// Time standing (`min`), summed.
  public static let appleStandTime = HKQuantityTypeIdentifier(
    rawValue: "HKQuantityTypeIdentifierAppleStandTime")
}
