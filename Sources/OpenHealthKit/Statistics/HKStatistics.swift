// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// What samples of one type say together.
///
/// Apple leaves open how; here an average of quantities that are weighted by time, such as heart rate, lets each value count
/// for as long as it holds: until the next one starts, at most 15 s (5 s for power) or, where it lasts longer by itself, its
/// length. Where samples of several sources overlap, a sum counts the time that is covered already once: of a sample that
/// starts later, only the part after it.
// NB: unchecked because NSObject isn't Sendable; everything stored is constant.
open class HKStatistics: NSObject, NSSecureCoding, NSCopying, @unchecked Sendable {
  /// What was measured.
  public let quantityType: HKQuantityType
  /// Start of the time that was looked at.
  public let startDate: Date
  /// End of the time that was looked at.
  public let endDate: Date
  /// Who saved the samples, by bundle identifier; nil unless the numbers were asked for by source.
  public let sources: [HKSource]?

  let numbers: StatisticsNumbers
  let numbersBySource: [HKSource: StatisticsNumbers]

  package init(
    type: HKQuantityType, start: Date, end: Date, numbers: StatisticsNumbers,
    bySource: [HKSource: StatisticsNumbers]? = nil
  ) {
    quantityType = type
    startDate = start
    endDate = end
    self.numbers = numbers
    numbersBySource = bySource ?? [:]
    sources = bySource.map { $0.keys.sorted { $0.bundleIdentifier < $1.bundleIdentifier } }
    super.init()
  }

  /// The average; nil where it wasn't asked for, the type is summed, or there are no samples.
  @discardableResult
  open func averageQuantity() -> HKQuantity? { numbers.average }
  /// The average of a source's samples.
  @discardableResult
  open func averageQuantity(for source: HKSource) -> HKQuantity? { numbersBySource[source]?.average }
  /// The least.
  @discardableResult
  open func minimumQuantity() -> HKQuantity? { numbers.minimum }
  /// The least of a source's samples.
  @discardableResult
  open func minimumQuantity(for source: HKSource) -> HKQuantity? { numbersBySource[source]?.minimum }
  /// The greatest.
  @discardableResult
  open func maximumQuantity() -> HKQuantity? { numbers.maximum }
  /// The greatest of a source's samples.
  @discardableResult
  open func maximumQuantity(for source: HKSource) -> HKQuantity? { numbersBySource[source]?.maximum }
  /// The newest: that of the sample which starts last.
  @discardableResult
  open func mostRecentQuantity() -> HKQuantity? { numbers.mostRecent }
  /// The newest of a source's samples.
  @discardableResult
  open func mostRecentQuantity(for source: HKSource) -> HKQuantity? { numbersBySource[source]?.mostRecent }
  /// When the newest held.
  @discardableResult
  open func mostRecentQuantityDateInterval() -> DateInterval? { numbers.mostRecentInterval }
  /// When the newest of a source's samples held.
  @discardableResult
  open func mostRecentQuantityDateInterval(for source: HKSource) -> DateInterval? {
    numbersBySource[source]?.mostRecentInterval
  }
  /// The sum; nil where it wasn't asked for, the type is averaged, or there are no samples.
  @discardableResult
  open func sumQuantity() -> HKQuantity? { numbers.sum }
  /// The sum of a source's samples.
  @discardableResult
  open func sumQuantity(for source: HKSource) -> HKQuantity? { numbersBySource[source]?.sum }
  /// How long samples last together, in seconds; time in which several do counts once.
  @discardableResult
  open func duration() -> HKQuantity? { numbers.duration }
  /// How long a source's samples last together.
  @discardableResult
  open func duration(for source: HKSource) -> HKQuantity? { numbersBySource[source]?.duration }

  /// Whether the other object says the same of the same type and time.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? HKStatistics else { return false }
    return self === other
      || quantityType == other.quantityType && startDate == other.startDate && endDate == other.endDate
        && numbers == other.numbers && numbersBySource == other.numbersBySource && sources == other.sources
  }

  /// Equal for equal statistics.
  open override var hash: Int {
    var hasher = Hasher()
    hasher.combine(quantityType)
    hasher.combine(startDate)
    hasher.combine(endDate)
    return hasher.finalize()
  }

  /// The statistics themselves, which can't change.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  /// Statistics are coded with all their numbers.
  public static var supportsSecureCoding: Bool { true }

  /// Codes type, time and numbers.
  open func encode(with coder: NSCoder) {
    coder.encode(quantityType, forKey: "HKQuantityType")
    coder.encode(date: startDate, forKey: "HKStartDate")
    coder.encode(date: endDate, forKey: "HKEndDate")
    numbers.encode(with: coder, prefix: "HK")
    guard let sources else { return }
    coder.encode(NSArray(array: sources), forKey: "HKSources")
    for (index, source) in sources.enumerated() {
      numbersBySource[source]?.encode(with: coder, prefix: "HK\(index)")
    }
  }

  /// Decodes statistics; nil where type or time is missing.
  public required init?(coder: NSCoder) {
    guard let type = coder.decodeObject(of: HKQuantityType.self, forKey: "HKQuantityType"),
      let start = coder.decodeDate(forKey: "HKStartDate"), let end = coder.decodeDate(forKey: "HKEndDate")
    else { return nil }
    quantityType = type
    startDate = start
    endDate = end
    numbers = StatisticsNumbers(coder: coder, prefix: "HK")
    var bySource: [HKSource: StatisticsNumbers] = [:]
    sources = coder.decodeArray(of: HKSource.self, forKey: "HKSources")
    for (index, source) in (sources ?? []).enumerated() {
      bySource[source] = StatisticsNumbers(coder: coder, prefix: "HK\(index)")
    }
    numbersBySource = bySource
    super.init()
  }
}
