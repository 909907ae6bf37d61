// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A sample that has one of several values.
open class HKCategorySample: HKSample, @unchecked Sendable {
  /// What was noticed.
  public let categoryType: HKCategoryType
  /// The value, a raw value of the enumeration that belongs to the type.
  public let value: Int

  /// A value from `startDate` to `endDate`. Traps where it ends before it starts.
  public convenience init(type: HKCategoryType, value: Int, start startDate: Date, end endDate: Date) {
    self.init(type: type, value: value, start: startDate, end: endDate, device: nil, metadata: nil)
  }

  /// A value with what else is said of it. Traps where it ends before it starts, or metadata can't be stored.
  public convenience init(
    type: HKCategoryType, value: Int, start startDate: Date, end endDate: Date, metadata: [String: Any]?
  ) {
    self.init(type: type, value: value, start: startDate, end: endDate, device: nil, metadata: metadata)
  }

  /// A value with the device that noticed it. Traps where it ends before it starts, or metadata can't be stored.
  public convenience init(
    type: HKCategoryType, value: Int, start startDate: Date, end endDate: Date, device: HKDevice?,
    metadata: [String: Any]?
  ) {
    self.init(
      type: type, value: value, start: startDate, end: endDate,
      identity: ObjectIdentity(metadata: metadata, device: device))
  }

  package init(type: HKCategoryType, value: Int, start: Date, end: Date, identity: ObjectIdentity) {
    categoryType = type
    self.value = value
    super.init(type: type, start: start, end: end, identity)
  }

  /// Codes the value after what all samples have.
  open override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    coder.encode(value, forKey: "HKValue")
  }

  /// Decodes a sample; nil where something is missing or such a sample can't be.
  public required init?(coder: NSCoder) {
    guard let type = coder.decodeObject(of: HKCategoryType.self, forKey: "HKSampleType"),
      coder.containsValue(forKey: "HKValue")
    else { return nil }
    categoryType = type
    value = coder.decodeInteger(forKey: "HKValue")
    super.init(coder: coder)
  }
}
