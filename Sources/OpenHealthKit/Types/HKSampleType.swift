// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A type of samples, which have a start and an end.
open class HKSampleType: HKObjectType, @unchecked Sendable {
  /// Whether samples can be only so long. Those of quantities can.
  open var isMaximumDurationRestricted: Bool { false }

  /// How long a sample can be, in seconds: four days. Traps where `isMaximumDurationRestricted` is false.
  open var maximumAllowedDuration: TimeInterval {
    preconditionFailure("Samples of \(identifier) can have any duration; ask isMaximumDurationRestricted before.")
  }

  /// Whether samples must have some length. Those of no type here must.
  open var isMinimumDurationRestricted: Bool { false }

  /// How short a sample can be, in seconds. Traps where `isMinimumDurationRestricted` is false.
  open var minimumAllowedDuration: TimeInterval {
    preconditionFailure("Samples of \(identifier) can have any duration; ask isMinimumDurationRestricted before.")
  }
}

/// A type of measured numbers.
open class HKQuantityType: HKSampleType, @unchecked Sendable {
  let traits: QuantityTraits

  init(identifier: String, traits: QuantityTraits) {
    self.traits = traits
    super.init(identifier: identifier)
  }

  /// Decodes a type; nil where there is none of the identifier.
  public required init?(coder: NSCoder) {
    guard let text = coder.decodeObject(of: NSString.self, forKey: "HKIdentifier"),
      let traits = QuantityTraits.byIdentifier[String(describing: text)]
    else { return nil }
    self.traits = traits
    super.init(coder: coder)
  }

  /// Whether samples are summed or averaged.
  open var aggregationStyle: HKQuantityAggregationStyle { traits.style }

  /// Whether the type's quantities can be given in a unit.
  open func `is`(compatibleWith unit: HKUnit) -> Bool { traits.unit.converts(to: unit) }

  /// Always: a sample of a quantity lasts at most four days.
  open override var isMaximumDurationRestricted: Bool { true }

  /// Four days in seconds.
  open override var maximumAllowedDuration: TimeInterval { 345_600 }

  override class func has(_ identifier: String) -> Bool { QuantityTraits.byIdentifier[identifier] != nil }
}

extension InstanceFactory where Self: HKQuantityType {
  /// The type of an identifier. Traps where there is none, as Apple's raises an exception; `quantityType(forIdentifier:)`
  /// answers nil instead.
  public init(_ identifier: HKQuantityTypeIdentifier) {
    self = asked(known(HKObjectType.quantityType(forIdentifier: identifier), identifier.rawValue))
  }
}

/// A type of samples that have one of several values.
open class HKCategoryType: HKSampleType, @unchecked Sendable {
  override class func has(_ identifier: String) -> Bool { HKCategoryTypeIdentifier.all.contains(identifier) }
}

extension InstanceFactory where Self: HKCategoryType {
  /// The type of an identifier. Traps where there is none, as Apple's raises an exception.
  public init(_ identifier: HKCategoryTypeIdentifier) {
    self = asked(known(HKObjectType.categoryType(forIdentifier: identifier), identifier.rawValue))
  }
}

/// A type of samples that bring others together.
open class HKCorrelationType: HKSampleType, @unchecked Sendable {
  override class func has(_ identifier: String) -> Bool { HKCorrelationTypeIdentifier.all.contains(identifier) }
}

extension InstanceFactory where Self: HKCorrelationType {
  /// The type of an identifier. Traps where there is none, as Apple's raises an exception.
  public init(_ identifier: HKCorrelationTypeIdentifier) {
    self = asked(known(HKObjectType.correlationType(forIdentifier: identifier), identifier.rawValue))
  }
}

/// The type of workouts.
open class HKWorkoutType: HKSampleType, @unchecked Sendable {
  override class func has(_ identifier: String) -> Bool { identifier == TypeTable.workout.identifier }
}

/// A type of samples that hold many values over time.
open class HKSeriesType: HKSampleType, @unchecked Sendable {
  /// Routes of workouts.
  open class func workoutRoute() -> Self { asked(TypeTable.route) }

  /// Times of heartbeats.
  open class func heartbeat() -> Self { asked(TypeTable.heartbeat) }

  override class func has(_ identifier: String) -> Bool {
    identifier == TypeTable.route.identifier || identifier == TypeTable.heartbeat.identifier
  }
}
