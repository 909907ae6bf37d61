// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A type of health data. Types are equal when class and identifier are.
// NB: unchecked because NSObject isn't Sendable; everything stored is constant.
open class HKObjectType: NSObject, NSSecureCoding, NSCopying, InstanceFactory, @unchecked Sendable {
  /// The name that is stored and exported, such as "HKQuantityTypeIdentifierHeartRate".
  public let identifier: String

  init(identifier: String) {
    self.identifier = identifier
    super.init()
  }

  /// The type of this identifier; nil where there is none.
  open class func quantityType(forIdentifier identifier: HKQuantityTypeIdentifier) -> HKQuantityType? {
    TypeTable.quantities[identifier.rawValue]
  }

  /// The type of this identifier; nil where there is none.
  open class func categoryType(forIdentifier identifier: HKCategoryTypeIdentifier) -> HKCategoryType? {
    TypeTable.categories[identifier.rawValue]
  }

  /// The type of this identifier; nil where there is none.
  open class func characteristicType(forIdentifier identifier: HKCharacteristicTypeIdentifier) -> HKCharacteristicType?
  {
    TypeTable.characteristics[identifier.rawValue]
  }

  /// The type of this identifier; nil where there is none.
  open class func correlationType(forIdentifier identifier: HKCorrelationTypeIdentifier) -> HKCorrelationType? {
    TypeTable.correlations[identifier.rawValue]
  }

  /// The type of all workouts.
  open class func workoutType() -> HKWorkoutType { TypeTable.workout }

  /// The identifier.
  open override var description: String { identifier }

  /// Whether the other object is the same type.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? HKObjectType else { return false }
    return self === other || (identifier == other.identifier && type(of: self) == type(of: other))
  }

  /// Equal for equal types.
  open override var hash: Int { identifier.hashValue }

  /// The type itself, which can't change.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  /// Types are coded as their identifiers.
  public static var supportsSecureCoding: Bool { true }

  /// Codes the identifier.
  open func encode(with coder: NSCoder) { coder.encode(identifier as NSString, forKey: "HKIdentifier") }

  /// Decodes a type; nil where the class has none of the identifier.
  public required init?(coder: NSCoder) {
    guard let text = coder.decodeObject(of: NSString.self, forKey: "HKIdentifier") else { return nil }
    let identifier = String(describing: text)
    guard Self.has(identifier) else { return nil }
    self.identifier = identifier
    super.init()
  }

  /// Whether the class has a type of this identifier. The abstract ones have none.
  class func has(_ identifier: String) -> Bool { false }
}

/// A type of what has no time, as the date of birth.
open class HKCharacteristicType: HKObjectType, @unchecked Sendable {
  override class func has(_ identifier: String) -> Bool { HKCharacteristicTypeIdentifier.all.contains(identifier) }
}

extension InstanceFactory where Self: HKCharacteristicType {
  /// The type of an identifier. Traps where there is none, as Apple's raises an exception.
  public init(_ identifier: HKCharacteristicTypeIdentifier) {
    self = asked(known(HKObjectType.characteristicType(forIdentifier: identifier), identifier.rawValue))
  }
}

/// `type`, which there must be.
func known<Known>(_ type: Known?, _ identifier: String) -> Known {
  guard let type else { preconditionFailure("There is no type with the identifier “\(identifier)”.") }
  return type
}
