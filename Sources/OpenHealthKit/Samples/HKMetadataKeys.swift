// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

// swift-format-ignore-file: AlwaysUseLowerCamelCase

// The values of these keys are what Apple's Health exports hold.

/// Whether a workout was indoors (Bool).
public let HKMetadataKeyIndoorWorkout: String = "HKIndoorWorkout"

/// Name of the time zone where it was (String).
public let HKMetadataKeyTimeZone: String = "HKTimeZone"

/// Temperature of the air (quantity).
public let HKMetadataKeyWeatherTemperature: String = "HKWeatherTemperature"

/// Humidity of the air (quantity in %).
public let HKMetadataKeyWeatherHumidity: String = "HKWeatherHumidity"

/// Height climbed (quantity of length).
public let HKMetadataKeyElevationAscended: String = "HKElevationAscended"

/// Mean intensity (quantity in kcal/(kg·hr)).
public let HKMetadataKeyAverageMETs: String = "HKAverageMETs"

/// Whether the person typed it in (Bool).
public let HKMetadataKeyWasUserEntered: String = "HKWasUserEntered"

/// Length of a pool's lap (quantity of length).
public let HKMetadataKeyLapLength: String = "HKLapLength"

/// Raw value of `HKWorkoutSwimmingLocationType` (number).
public let HKMetadataKeySwimmingLocationType: String = "HKSwimmingLocationType"

/// How oxygen uptake was found (number).
public let HKMetadataKeyVO2MaxTestType: String = "HKVO2MaxTestType"

/// Whether the person moved: 0 not known, 1 at rest, 2 active (number).
public let HKMetadataKeyHeartRateMotionContext: String = "HKMetadataKeyHeartRateMotionContext"

/// What the object is known by elsewhere (String).
public let HKMetadataKeySyncIdentifier: String = "HKMetadataKeySyncIdentifier"

/// Which of several objects with one sync identifier is newest: the greatest (number).
public let HKMetadataKeySyncVersion: String = "HKMetadataKeySyncVersion"

// These have not been seen in an export; their values follow the same pattern.

/// Name of a class or brand (String).
public let HKMetadataKeyWorkoutBrandName: String = "HKWorkoutBrandName"

/// Whether it was done in a group (Bool).
public let HKMetadataKeyGroupFitness: String = "HKGroupFitness"

/// Whether it was coached (Bool).
public let HKMetadataKeyCoachedWorkout: String = "HKCoachedWorkout"

/// Mean speed (quantity).
public let HKMetadataKeyAverageSpeed: String = "HKAverageSpeed"

/// Greatest speed (quantity).
public let HKMetadataKeyMaximumSpeed: String = "HKMaximumSpeed"

/// Height descended (quantity of length).
public let HKMetadataKeyElevationDescended: String = "HKElevationDescended"

/// Weather (number).
public let HKMetadataKeyWeatherCondition: String = "HKWeatherCondition"

/// Stroke of swimming (number).
public let HKMetadataKeySwimmingStrokeStyle: String = "HKSwimmingStrokeStyle"

/// Distance that an indoor bike told (quantity of length).
public let HKMetadataKeyIndoorBikeDistance: String = "HKIndoorBikeDistance"

/// Distance that a cross trainer told (quantity of length).
public let HKMetadataKeyCrossTrainerDistance: String = "HKCrossTrainerDistance"

/// Time that a machine told (quantity of time).
public let HKMetadataKeyFitnessMachineDuration: String = "HKFitnessMachineDuration"

/// Strokes and seconds of a length (number).
public let HKMetadataKeySWOLFScore: String = "HKSWOLFScore"

/// Raw value of `HKWorkoutActivityType` (number).
public let HKMetadataKeyActivityType: String = "HKActivityType"

/// What the object is known by elsewhere (String).
public let HKMetadataKeyExternalUUID: String = "HKExternalUUID"

/// Where the sensor is: 0 other, 1 chest, 2 wrist, 3 finger, 4 hand, 5 ear lobe, 6 foot (number).
public let HKMetadataKeyHeartRateSensorLocation: String = "HKHeartRateSensorLocation"

/// How threshold power was found: 1 60 minutes, 2 20 minutes, 3 ramp, 4 predicted (number).
public let HKMetadataKeyCyclingFunctionalThresholdPowerTestType: String = "HKCyclingFunctionalThresholdPowerTestType"
