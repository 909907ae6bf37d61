// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

/// The UUID of an object, in the text of a predicate.
public let HKPredicateKeyPathUUID: String = "UUID"
/// The source of an object, in the text of a predicate.
public let HKPredicateKeyPathSource: String = "source"
/// The revision of an object's source, in the text of a predicate.
public let HKPredicateKeyPathSourceRevision: String = "sourceRevision"
/// The device of an object, in the text of a predicate.
public let HKPredicateKeyPathDevice: String = "device"
/// Metadata of an object, followed by a point and a key, in the text of a predicate.
public let HKPredicateKeyPathMetadata: String = "metadata"
/// The workout to which a sample was added, in the text of a predicate.
public let HKPredicateKeyPathWorkout: String = "workout"
/// The quantity of a sample, in the text of a predicate.
public let HKPredicateKeyPathQuantity: String = "quantity"
/// The value of a category sample, in the text of a predicate.
public let HKPredicateKeyPathCategoryValue: String = "value"
/// The start of a sample, in the text of a predicate.
public let HKPredicateKeyPathStartDate: String = "startDate"
/// The end of a sample, in the text of a predicate.
public let HKPredicateKeyPathEndDate: String = "endDate"
/// The duration of a workout, in the text of a predicate.
public let HKPredicateKeyPathWorkoutDuration: String = "duration"
/// The distance of a workout, in the text of a predicate.
public let HKPredicateKeyPathWorkoutTotalDistance: String = "totalDistance"
/// The energy of a workout, in the text of a predicate.
public let HKPredicateKeyPathWorkoutTotalEnergyBurned: String = "totalEnergyBurned"
/// The strokes of a workout, in the text of a predicate.
public let HKPredicateKeyPathWorkoutTotalSwimmingStrokeCount: String = "totalSwimmingStrokeCount"
/// The flights of a workout, in the text of a predicate.
public let HKPredicateKeyPathWorkoutTotalFlightsClimbed: String = "totalFlightsClimbed"
/// The activity of a workout, in the text of a predicate.
public let HKPredicateKeyPathWorkoutType: String = "workoutActivityType"
