// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A predicate that the store can read. It evaluates as any other; what only a store knows, such as which workout a sample
/// belongs to, is false where it is evaluated without one.
final class HealthPredicate: NSPredicate {
  let condition: SampleCondition

  init(_ condition: SampleCondition) {
    self.condition = condition
    super.init { object, _ in object.map { condition.holds($0) } ?? false }
  }

  required init?(coder: NSCoder) { nil }

  override func copy() -> Any { self }

  override func copy(with zone: NSZone?) -> Any { self }

  override func isEqual(_ object: Any?) -> Bool { condition == (object as? HealthPredicate)?.condition }

  override var hash: Int { condition.hashValue }

  override var predicateFormat: String { "HealthKit \(condition)" }
}
