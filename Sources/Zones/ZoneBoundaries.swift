// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

/// Where zones meet: `n` ascending boundaries make `n + 1` zones.
///
/// Zones are half-open. A value on a boundary belongs to the zone above it, the lowest zone reaches down without limit
/// and the highest up, so that every number lies in exactly one zone.
public struct ZoneBoundaries: Hashable, Sendable {
  /// The boundaries, strictly ascending, in the unit of the quantity.
  public let values: [Double]

  /// How many zones a set may have. HealthKit takes no other number.
  public static let allowedZoneCount = 3...9

  /// Takes boundaries in ascending order.
  ///
  /// - Throws: `ZoneError.tooFew`, `.tooMany` for other than 2 to 8 boundaries, `.notAscending`, `.notPositive`.
  public init(_ values: [Double]) throws(ZoneError) {
    guard values.count + 1 >= Self.allowedZoneCount.lowerBound else { throw .tooFew(values.count) }
    guard values.count + 1 <= Self.allowedZoneCount.upperBound else { throw .tooMany(values.count) }
    if let odd = values.first(where: { !$0.isFinite || $0 <= 0 }) { throw .notPositive(odd) }
    if let fall = zip(values, values.dropFirst()).first(where: { $0 >= $1 }) {
      throw .notAscending(fall.0, fall.1, of: values)
    }
    self.values = values
  }

  /// How many zones there are.
  @inlinable public var zoneCount: Int { values.count + 1 }

  /// The index, from 0, of the zone that holds `value`.
  @inlinable public func index(of value: Double) -> Int {
    var index = 0
    while index < values.count && value >= values[index] { index += 1 }
    return index
  }

  /// The lower limit of a zone, which belongs to it, or `nil` for the lowest.
  @inlinable public func lowerBound(of index: Int) -> Double? { index == 0 ? nil : values[index - 1] }

  /// The upper limit of a zone, which belongs to the next, or `nil` for the highest.
  @inlinable public func upperBound(of index: Int) -> Double? { index < values.count ? values[index] : nil }
}
