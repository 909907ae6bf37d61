// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// The numbers of statistics, over all sources or of one; nil where one wasn't asked for or there is none.
package struct StatisticsNumbers: Hashable, Sendable {
  package var average: HKQuantity?
  package var minimum: HKQuantity?
  package var maximum: HKQuantity?
  package var mostRecent: HKQuantity?
  package var mostRecentInterval: DateInterval?
  package var sum: HKQuantity?
  package var duration: HKQuantity?

  package init() {}

  private var quantities: [(key: String, quantity: HKQuantity?)] {
    [
      ("Average", average), ("Minimum", minimum), ("Maximum", maximum), ("MostRecent", mostRecent), ("Sum", sum),
      ("Duration", duration),
    ]
  }

  func encode(with coder: NSCoder, prefix: String) {
    for (key, quantity) in quantities {
      if let quantity { coder.encode(quantity, forKey: prefix + key) }
    }
    if let mostRecentInterval {
      coder.encode(date: mostRecentInterval.start, forKey: prefix + "MostRecentStart")
      coder.encode(date: mostRecentInterval.end, forKey: prefix + "MostRecentEnd")
    }
  }

  init(coder: NSCoder, prefix: String) {
    func quantity(_ key: String) -> HKQuantity? {
      guard coder.containsValue(forKey: prefix + key) else { return nil }
      return coder.decodeObject(of: HKQuantity.self, forKey: prefix + key)
    }
    average = quantity("Average")
    minimum = quantity("Minimum")
    maximum = quantity("Maximum")
    mostRecent = quantity("MostRecent")
    sum = quantity("Sum")
    duration = quantity("Duration")
    if let start = coder.decodeDate(forKey: prefix + "MostRecentStart"),
      let end = coder.decodeDate(forKey: prefix + "MostRecentEnd"), end >= start
    {
      mostRecentInterval = DateInterval(start: start, end: end)
    }
  }
}

extension NSCoder {
  /// The objects of an array; nil where there is none.
  func decodeArray<Element: NSObject & NSCoding>(of type: Element.Type, forKey key: String) -> [Element]? {
    guard containsValue(forKey: key) else { return nil }
    let decoded = decodeObject(of: [NSArray.self, type], forKey: key)
    return (decoded as? NSArray)?.compactMap { $0 as? Element } ?? (decoded as? [Any])?.compactMap { $0 as? Element }
  }
}
