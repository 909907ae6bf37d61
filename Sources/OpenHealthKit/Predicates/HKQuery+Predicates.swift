// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// How predicates of time take samples that reach over the edge.
public struct HKQueryOptions: OptionSet, Sendable {
  /// The bits.
  public let rawValue: UInt

  /// Options from their bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// The start lies in the time, or at its start.
  public static let strictStartDate = HKQueryOptions(rawValue: 1)
  /// The end lies in the time, or at its start.
  public static let strictEndDate = HKQueryOptions(rawValue: 2)
}

extension HKQuery {
  private static func predicate(_ condition: SampleCondition) -> NSPredicate { HealthPredicate(condition) }

  private static func comparison(_ kind: Operator) -> SampleCondition.Comparison {
    guard let comparison = SampleCondition.Comparison(kind) else {
      preconditionFailure("Predicates of HealthKit compare by <, <=, ==, !=, >= and >, texts also by their parts.")
    }
    return comparison
  }

  /// Samples in a time from `startDate` up to `endDate`; nil for no limit.
  ///
  /// Apple leaves open what happens at the edges. Here, without options, a sample is taken if it starts before the end and
  /// ends at the start or later; with a strict date, if that lies in the time, whose start belongs to it and whose end
  /// doesn't.
  public class func predicateForSamples(
    withStart startDate: Date?, end endDate: Date?, options: HKQueryOptions = []
  ) -> NSPredicate {
    predicate(time(startDate, endDate, options))
  }

  private static func time(_ start: Date?, _ end: Date?, _ options: HKQueryOptions) -> SampleCondition {
    var parts: [SampleCondition] = []
    let strictStart = options.contains(.strictStartDate), strictEnd = options.contains(.strictEndDate)
    if let start {
      if strictStart { parts.append(.start(.greaterOrEqual, start)) }
      if strictEnd || !strictStart { parts.append(.end(.greaterOrEqual, start)) }
    }
    if let end {
      if strictEnd { parts.append(.end(.less, end)) }
      if strictStart || !strictEnd { parts.append(.start(.less, end)) }
    }
    return .all(parts)
  }

  /// The object of a UUID.
  public class func predicateForObject(with uuid: UUID) -> NSPredicate { predicate(.names([uuid])) }

  /// The objects of UUIDs.
  public class func predicateForObjects(with uuids: Set<UUID>) -> NSPredicate { predicate(.names(uuids)) }

  /// Objects that a source saved.
  public class func predicateForObjects(from source: HKSource) -> NSPredicate {
    predicate(.sources([source.bundleIdentifier]))
  }

  /// Objects that one of the sources saved.
  public class func predicateForObjects(from sources: Set<HKSource>) -> NSPredicate {
    predicate(.sources(Set(sources.map(\.bundleIdentifier))))
  }

  /// Objects that one of the devices measured.
  public class func predicateForObjects(from devices: Set<HKDevice>) -> NSPredicate { predicate(.devices(devices)) }

  /// Objects that a source saved in one of these versions.
  public class func predicateForObjects(from sourceRevisions: Set<HKSourceRevision>) -> NSPredicate {
    predicate(.revisions(sourceRevisions))
  }

  /// Samples that were added to a workout.
  public class func predicateForObjects(from workout: HKWorkout) -> NSPredicate { predicate(.workout(workout.uuid)) }

  /// Objects whose metadata has a key.
  public class func predicateForObjects(withMetadataKey key: String) -> NSPredicate { predicate(.hasMetadata(key)) }

  /// Objects whose metadata has one of the values under a key.
  public class func predicateForObjects(withMetadataKey key: String, allowedValues: [Any]) -> NSPredicate {
    predicate(.metadataAmong(key, Set(allowedValues.map(value))))
  }

  /// Objects whose metadata has a value under a key that compares so to another.
  public class func predicateForObjects(
    withMetadataKey key: String, operatorType: NSComparisonPredicate.Operator, value: Any
  ) -> NSPredicate { predicate(.metadata(key, comparison(operatorType), Self.value(value))) }

  private static func value(_ value: Any) -> MetadataValue {
    guard let known = MetadataValue(value) else {
      preconditionFailure("Metadata holds texts, numbers, dates and quantities, not \(type(of: value)).")
    }
    return known
  }

  /// Objects whose device has one of the values for one of the properties `HKDevicePropertyKey…`.
  public class func predicateForObjects(withDeviceProperty key: String, allowedValues: Set<String>) -> NSPredicate {
    predicate(.deviceProperty(key, allowedValues))
  }

  /// Quantity samples that compare so to a quantity. Those in units that don't convert are unlike it.
  public class func predicateForQuantitySamples(
    with operatorType: NSComparisonPredicate.Operator, quantity: HKQuantity
  ) -> NSPredicate { predicate(.quantity(comparison(operatorType), quantity)) }

  /// Category samples whose value compares so to a number.
  public class func predicateForCategorySamples(
    with operatorType: NSComparisonPredicate.Operator, value: Int
  ) -> NSPredicate { predicate(.category(comparison(operatorType), Double(value))) }

  // MARK: workouts

  /// Workouts of an activity.
  public class func predicateForWorkouts(with workoutActivityType: HKWorkoutActivityType) -> NSPredicate {
    predicate(.activityType(.equal, workoutActivityType.rawValue))
  }

  /// Workouts whose duration compares so to some seconds.
  public class func predicateForWorkouts(
    with operatorType: NSComparisonPredicate.Operator, duration: TimeInterval
  ) -> NSPredicate { predicate(.duration(comparison(operatorType), duration)) }

  /// Workouts whose energy compares so to a quantity.
  public class func predicateForWorkouts(
    with operatorType: NSComparisonPredicate.Operator, totalEnergyBurned: HKQuantity
  ) -> NSPredicate { predicate(.total(.energy, comparison(operatorType), totalEnergyBurned)) }

  /// Workouts whose distance compares so to a quantity.
  public class func predicateForWorkouts(
    with operatorType: NSComparisonPredicate.Operator, totalDistance: HKQuantity
  ) -> NSPredicate { predicate(.total(.distance, comparison(operatorType), totalDistance)) }

  /// Workouts whose strokes compare so to a quantity.
  public class func predicateForWorkouts(
    with operatorType: NSComparisonPredicate.Operator, totalSwimmingStrokeCount: HKQuantity
  ) -> NSPredicate { predicate(.total(.strokes, comparison(operatorType), totalSwimmingStrokeCount)) }

  /// Workouts whose flights compare so to a quantity.
  public class func predicateForWorkouts(
    with operatorType: NSComparisonPredicate.Operator, totalFlightsClimbed: HKQuantity
  ) -> NSPredicate { predicate(.total(.flights, comparison(operatorType), totalFlightsClimbed)) }

  /// Workouts some activity of which a predicate holds for.
  public class func predicateForWorkouts(activityPredicate: NSPredicate) -> NSPredicate {
    predicate(.someActivity(SampleCondition(activityPredicate)))
  }

  private static func statistic(
    _ kind: SampleCondition.StatisticKind, _ operatorType: Operator, _ type: HKQuantityType, _ quantity: HKQuantity
  ) -> NSPredicate { predicate(.statistic(type, kind, comparison(operatorType), quantity)) }

  /// Workouts whose average of a type compares so to a quantity.
  public class func predicateForWorkouts(
    operatorType: NSComparisonPredicate.Operator, quantityType: HKQuantityType, averageQuantity: HKQuantity
  ) -> NSPredicate { statistic(.average, operatorType, quantityType, averageQuantity) }

  /// Workouts whose least of a type compares so to a quantity.
  public class func predicateForWorkouts(
    operatorType: NSComparisonPredicate.Operator, quantityType: HKQuantityType, minimumQuantity: HKQuantity
  ) -> NSPredicate { statistic(.minimum, operatorType, quantityType, minimumQuantity) }

  /// Workouts whose greatest of a type compares so to a quantity.
  public class func predicateForWorkouts(
    operatorType: NSComparisonPredicate.Operator, quantityType: HKQuantityType, maximumQuantity: HKQuantity
  ) -> NSPredicate { statistic(.maximum, operatorType, quantityType, maximumQuantity) }

  /// Workouts whose sum of a type compares so to a quantity.
  public class func predicateForWorkouts(
    operatorType: NSComparisonPredicate.Operator, quantityType: HKQuantityType, sumQuantity: HKQuantity
  ) -> NSPredicate { statistic(.sum, operatorType, quantityType, sumQuantity) }

  // MARK: activities

  /// Activities in which this is done.
  public class func predicateForWorkoutActivities(workoutActivityType: HKWorkoutActivityType) -> NSPredicate {
    predicate(.activityType(.equal, workoutActivityType.rawValue))
  }

  /// Activities whose duration compares so to some seconds.
  public class func predicateForWorkoutActivities(
    operatorType: NSComparisonPredicate.Operator, duration: TimeInterval
  ) -> NSPredicate { predicate(.duration(comparison(operatorType), duration)) }

  /// Activities in a time, as `predicateForSamples(withStart:end:options:)` takes samples.
  public class func predicateForWorkoutActivities(
    start startDate: Date?, end endDate: Date?, options: HKQueryOptions = []
  ) -> NSPredicate { predicate(time(startDate, endDate, options)) }

  /// Activities whose average of a type compares so to a quantity.
  public class func predicateForWorkoutActivities(
    operatorType: NSComparisonPredicate.Operator, quantityType: HKQuantityType, averageQuantity: HKQuantity
  ) -> NSPredicate { statistic(.average, operatorType, quantityType, averageQuantity) }

  /// Activities whose least of a type compares so to a quantity.
  public class func predicateForWorkoutActivities(
    operatorType: NSComparisonPredicate.Operator, quantityType: HKQuantityType, minimumQuantity: HKQuantity
  ) -> NSPredicate { statistic(.minimum, operatorType, quantityType, minimumQuantity) }

  /// Activities whose greatest of a type compares so to a quantity.
  public class func predicateForWorkoutActivities(
    operatorType: NSComparisonPredicate.Operator, quantityType: HKQuantityType, maximumQuantity: HKQuantity
  ) -> NSPredicate { statistic(.maximum, operatorType, quantityType, maximumQuantity) }

  /// Activities whose sum of a type compares so to a quantity.
  public class func predicateForWorkoutActivities(
    operatorType: NSComparisonPredicate.Operator, quantityType: HKQuantityType, sumQuantity: HKQuantity
  ) -> NSPredicate { statistic(.sum, operatorType, quantityType, sumQuantity) }

  /// Samples of effort that were related to a workout or, where one is named, to that activity of it.
  public class func predicateForWorkoutEffortSamplesRelated(
    workout: HKWorkout, activity: HKWorkoutActivity?
  ) -> NSPredicate { predicate(.effort(workout: workout.uuid, activity: activity?.uuid)) }
}
