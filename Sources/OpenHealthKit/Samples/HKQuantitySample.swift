// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A measured number.
///
/// What an initialiser makes is an `HKCumulativeQuantitySample` or an `HKDiscreteQuantitySample`, as the type's
/// `aggregationStyle` says.
open class HKQuantitySample: HKSample, InstanceFactory, @unchecked Sendable {
  /// What was measured.
  public let quantityType: HKQuantityType
  /// The number and its unit: the sum of a cumulative sample, the average of a discrete one.
  public let quantity: HKQuantity

  /// How many numbers the sample holds: 1.
  open var count: Int { 1 }

  fileprivate init(type: HKQuantityType, quantity: HKQuantity, start: Date, end: Date, identity: ObjectIdentity) {
    if let fault = Self.fault(type: type, quantity: quantity) { preconditionFailure(fault) }
    quantityType = type
    self.quantity = quantity
    super.init(type: type, start: start, end: end, identity)
  }

  fileprivate static func fault(type: HKQuantityType, quantity: HKQuantity) -> String? {
    type.is(compatibleWith: quantity.unit)
      ? nil : "A sample of \(type.identifier) can't be given in \(quantity.unit); use for example \(type.traits.unit)."
  }

  /// A sample of the class that fits the type.
  ///
  /// - Throws: `HKError` with the code `errorInvalidArgument` where an initialiser would trap, for data from outside.
  package static func sample(
    type: HKQuantityType, quantity: HKQuantity, start: Date, end: Date, identity: ObjectIdentity = ObjectIdentity()
  ) throws(HKError) -> HKQuantitySample {
    if let fault = fault(type: type, quantity: quantity) ?? fault(type: type, start: start, end: end) {
      throw .invalid(fault)
    }
    return made(type, quantity, start, end, identity)
  }

  fileprivate static func made(
    _ type: HKQuantityType, _ quantity: HKQuantity, _ start: Date, _ end: Date, _ identity: ObjectIdentity
  ) -> HKQuantitySample {
    switch type.aggregationStyle {
    case .cumulative:
      HKCumulativeQuantitySample(type: type, quantity: quantity, start: start, end: end, identity: identity)
    default: HKDiscreteQuantitySample(type: type, quantity: quantity, start: start, end: end, identity: identity)
    }
  }

  /// Whether samples of types with this style are of the class.
  class func holds(_ style: HKQuantityAggregationStyle) -> Bool { false }

  /// Codes the quantity after what all samples have.
  open override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    coder.encode(quantity, forKey: "HKQuantity")
  }

  /// Decodes a sample; nil where something is missing or such a sample can't be.
  public required init?(coder: NSCoder) {
    guard let type = coder.decodeObject(of: HKQuantityType.self, forKey: "HKSampleType"),
      let quantity = coder.decodeObject(of: HKQuantity.self, forKey: "HKQuantity"),
      Self.fault(type: type, quantity: quantity) == nil, Self.holds(type.aggregationStyle)
    else { return nil }
    quantityType = type
    self.quantity = quantity
    super.init(coder: coder)
  }
}

extension InstanceFactory where Self: HKQuantitySample {
  /// A number measured from `startDate` to `endDate`. Traps as `init(type:quantity:start:end:device:metadata:)` does.
  public init(type quantityType: HKQuantityType, quantity: HKQuantity, start startDate: Date, end endDate: Date) {
    self.init(type: quantityType, quantity: quantity, start: startDate, end: endDate, device: nil, metadata: nil)
  }

  /// A number with what else is said of it. Traps as `init(type:quantity:start:end:device:metadata:)` does.
  public init(
    type quantityType: HKQuantityType, quantity: HKQuantity, start startDate: Date, end endDate: Date,
    metadata: [String: Any]?
  ) {
    self.init(type: quantityType, quantity: quantity, start: startDate, end: endDate, device: nil, metadata: metadata)
  }

  /// A number with the device that measured it and what else is said of it.
  ///
  /// Traps, as Apple's raises an exception, where the quantity is in a unit of something else, the start lies after the
  /// end, both are more than the type's `maximumAllowedDuration` apart, or metadata holds anything but texts, numbers,
  /// dates and quantities.
  public init(
    type quantityType: HKQuantityType, quantity: HKQuantity, start startDate: Date, end endDate: Date,
    device: HKDevice?, metadata: [String: Any]?
  ) {
    let identity = ObjectIdentity(metadata: metadata, device: device)
    self = asked(HKQuantitySample.made(quantityType, quantity, startDate, endDate, identity))
  }
}

/// A number that adds to others, as steps do.
open class HKCumulativeQuantitySample: HKQuantitySample, @unchecked Sendable {
  /// The sum of the sample's numbers.
  open var sumQuantity: HKQuantity { quantity }

  override class func holds(_ style: HKQuantityAggregationStyle) -> Bool { style == .cumulative }
}

/// A number that is averaged with others, as heart rate is.
open class HKDiscreteQuantitySample: HKQuantitySample, @unchecked Sendable {
  /// The average of the sample's numbers.
  open var averageQuantity: HKQuantity { quantity }
  /// The least of the sample's numbers.
  open var minimumQuantity: HKQuantity { quantity }
  /// The greatest of the sample's numbers.
  open var maximumQuantity: HKQuantity { quantity }
  /// The newest of the sample's numbers.
  open var mostRecentQuantity: HKQuantity { quantity }
  /// When the newest of the sample's numbers held.
  open var mostRecentQuantityDateInterval: DateInterval { DateInterval(start: startDate, end: endDate) }

  override class func holds(_ style: HKQuantityAggregationStyle) -> Bool { style != .cumulative }
}
