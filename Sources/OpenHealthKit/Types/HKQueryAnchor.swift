// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// How far a program has read what was saved and deleted. It can be stored and used in a later run.
// NB: unchecked because NSObject isn't Sendable; everything stored is constant.
open class HKQueryAnchor: NSObject, NSSecureCoding, @unchecked Sendable {
  /// The number of the newest change that was read; 0 before the first.
  package let value: Int

  /// An anchor from a number that an older program stored.
  public init(fromValue value: Int) {
    self.value = value
    super.init()
  }

  /// Whether the other object is an anchor at the same place.
  open override func isEqual(_ object: Any?) -> Bool { value == (object as? HKQueryAnchor)?.value }

  /// Equal for equal anchors.
  open override var hash: Int { value.hashValue }

  /// Anchors are coded as their numbers.
  public static var supportsSecureCoding: Bool { true }

  /// Codes the number.
  open func encode(with coder: NSCoder) { coder.encode(value, forKey: "HKAnchorValue") }

  /// Decodes an anchor; nil where there is no number.
  public required convenience init?(coder: NSCoder) {
    guard coder.containsValue(forKey: "HKAnchorValue") else { return nil }
    self.init(fromValue: coder.decodeInteger(forKey: "HKAnchorValue"))
  }
}
