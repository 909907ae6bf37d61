// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Swift's values as the objects that archives hold.
extension NSCoder {
  func encode(text: String?, forKey key: String) {
    if let text { encode(text as NSString, forKey: key) }
  }

  func decodeText(forKey key: String) -> String? {
    // NB: asking for what isn't there makes the whole archive unreadable, not nil.
    guard containsValue(forKey: key) else { return nil }
    return decodeObject(of: NSString.self, forKey: key).map { String(describing: $0) }
  }

  func encode(uuid: UUID, forKey key: String) { encode(text: uuid.uuidString, forKey: key) }

  func decodeUUID(forKey key: String) -> UUID? { decodeText(forKey: key).flatMap(UUID.init(uuidString:)) }

  /// Dates are coded as seconds since the reference date, which a `Date` is made of.
  func encode(date: Date, forKey key: String) { encode(date.timeIntervalSinceReferenceDate, forKey: key) }

  func decodeDate(forKey key: String) -> Date? {
    guard containsValue(forKey: key) else { return nil }
    let seconds = decodeDouble(forKey: key)
    return seconds.isFinite ? Date(timeIntervalSinceReferenceDate: seconds) : nil
  }
}
