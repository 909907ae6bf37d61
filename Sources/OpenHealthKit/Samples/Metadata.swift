// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What is said of an object beyond its measurements: texts, numbers, dates and quantities by name.
enum Metadata {
  /// `metadata`, of which every value can be stored. Traps where one can't, as Apple's raises an exception.
  static func valid(_ metadata: [String: Any]?) -> [String: Any]? {
    for (key, value) in metadata ?? [:] {
      precondition(!key.isEmpty, "A key of metadata has at least one character.")
      precondition(
        isStorable(value),
        "Metadata holds String, number, Date and HKQuantity; \(key) is of type \(Swift.type(of: value)).")
    }
    return metadata
  }

  /// Whether a value is a text, a number (finite or not), a date or a quantity.
  static func isStorable(_ value: Any) -> Bool {
    switch value {
    case is String, is NSString, is NSNumber, is Bool, is any BinaryInteger, is any BinaryFloatingPoint, is Date,
      is NSDate,
      is HKQuantity:
      true
    default: false
    }
  }
}

extension NSCoder {
  func encode(metadata: [String: Any]?, forKey key: String) {
    if let metadata { encode(NSDictionary(dictionary: metadata), forKey: key) }
  }

  /// The metadata, without values that metadata can't hold.
  func decodeMetadata(forKey key: String) -> [String: Any]? {
    guard containsValue(forKey: key) else { return nil }
    let classes = [NSDictionary.self, NSString.self, NSNumber.self, NSDate.self, HKQuantity.self] as [AnyClass]
    let decoded = decodeObject(of: classes, forKey: key)
    let metadata = (decoded as? [String: Any]) ?? ((decoded as? NSDictionary) as? [String: Any])
    return metadata?.filter { Metadata.isStorable($0.value) }
  }
}
