// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

public import Foundation

// SAFETY: the predicate doesn't change; one of blocks must be safe to call from any thread, as Apple's must.
/// Samples of a type that a predicate holds for, with the class that they are of.
public struct HKSamplePredicate<Sample: HKSample>: Equatable, Hashable, @unchecked Sendable {
  /// What is asked for.
  public let sampleType: HKSampleType
  /// Which of them; nil for all.
  public let nsPredicate: NSPredicate?

  init(_ type: HKSampleType, _ predicate: NSPredicate?) {
    sampleType = type
    nsPredicate = predicate
  }

  var question: SampleQuestion {
    SampleQuestion(type: sampleType, condition: nsPredicate.map { SampleCondition($0) })
  }
}

extension HKSamplePredicate where Sample == HKQuantitySample {
  /// Quantity samples of a type.
  public static func quantitySample(
    type: HKQuantityType, predicate: NSPredicate? = nil
  ) -> HKSamplePredicate<HKQuantitySample> { .init(type, predicate) }
}

extension HKSamplePredicate where Sample == HKCategorySample {
  /// Category samples of a type.
  public static func categorySample(
    type: HKCategoryType, predicate: NSPredicate? = nil
  ) -> HKSamplePredicate<HKCategorySample> { .init(type, predicate) }
}

extension HKSamplePredicate where Sample == HKWorkout {
  /// Workouts.
  public static func workout(_ predicate: NSPredicate? = nil) -> HKSamplePredicate<HKWorkout> {
    .init(HKObjectType.workoutType(), predicate)
  }
}

extension HKSamplePredicate where Sample == HKCorrelation {
  /// Correlations of a type.
  public static func correlation(
    type: HKCorrelationType, predicate: NSPredicate? = nil
  ) -> HKSamplePredicate<HKCorrelation> { .init(type, predicate) }
}

extension HKSamplePredicate where Sample == HKSample {
  /// Samples of any type.
  public static func sample(type: HKSampleType, predicate: NSPredicate? = nil) -> HKSamplePredicate<HKSample> {
    .init(type, predicate)
  }
}
