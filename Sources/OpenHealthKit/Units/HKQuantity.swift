// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A number in a unit.
///
/// Apple leaves open when quantities in different units are equal; here they are not, unless the units mean the same:
/// 1 km does not equal 1000 m. `compare` converts.
// NB: unchecked because NSObject isn't Sendable; everything stored is constant.
open class HKQuantity: NSObject, NSSecureCoding, NSCopying, @unchecked Sendable {
  let unit: HKUnit
  let value: Double

  /// `value` in `unit`. Any number is taken; what uses the quantity says which it can use.
  public init(unit: HKUnit, doubleValue value: Double) {
    self.unit = unit
    self.value = value
    super.init()
  }

  /// Whether the quantity can be given in a unit.
  open func `is`(compatibleWith unit: HKUnit) -> Bool { self.unit.converts(to: unit) }

  /// The number in a unit. Traps where the quantity can't be given in it; ask `is(compatibleWith:)` before.
  open func doubleValue(for unit: HKUnit) -> Double {
    precondition(self.unit.converts(to: unit), "A quantity in \(self.unit) can't be given in \(unit).")
    return self.unit.convert(value, to: unit)
  }

  /// Whether this quantity is less than (`orderedAscending`), equal to or greater than the other one, which is converted
  /// to this one's unit. Traps where that can't be. A value that is no number is neither less nor greater.
  open func compare(_ quantity: HKQuantity) -> ComparisonResult {
    precondition(
      quantity.unit.converts(to: unit), "Quantities in \(unit) and \(quantity.unit) can't be compared.")
    let other = quantity.unit.convert(quantity.value, to: unit)
    return value < other ? .orderedAscending : value > other ? .orderedDescending : .orderedSame
  }

  /// The number and the unit's text: "136.8 count/min".
  open override var description: String {
    "\(shortest(value)) \(unit)"
  }

  /// Whether the other object is the same number in a unit of the same meaning.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? HKQuantity else { return false }
    return self === other || (value == other.value && unit == other.unit)
  }

  /// Equal for equal quantities.
  open override var hash: Int {
    var hasher = Hasher()
    hasher.combine(value)
    hasher.combine(unit)
    return hasher.finalize()
  }

  /// The quantity itself, which can't change.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  /// Quantities are coded as number and unit.
  public static var supportsSecureCoding: Bool { true }

  /// Codes number and unit.
  open func encode(with coder: NSCoder) {
    coder.encode(value, forKey: "HKQuantityValue")
    coder.encode(unit, forKey: "HKQuantityUnit")
  }

  /// Decodes a quantity; nil where there is no unit or no number.
  public required convenience init?(coder: NSCoder) {
    guard coder.containsValue(forKey: "HKQuantityValue"),
      let unit = coder.decodeObject(of: HKUnit.self, forKey: "HKQuantityUnit")
    else { return nil }
    self.init(unit: unit, doubleValue: coder.decodeDouble(forKey: "HKQuantityValue"))
  }
}
