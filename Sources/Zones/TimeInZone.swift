// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

public import Workouts

/// How long a signal was in each zone, and how long it was unknown; in milliseconds, exact.
public struct TimeInZone: Hashable, Sendable, Codable {
  /// Time in each zone, the lowest first.
  public var zones: [Milliseconds]
  /// Active time over which the signal was unknown.
  public var unknown: Milliseconds

  /// No time at all.
  public init(zoneCount: Int) {
    zones = [Milliseconds](repeating: 0, count: zoneCount)
    unknown = 0
  }

  /// Active time over which the signal was known.
  public var known: Milliseconds { zones.reduce(0, +) }

  /// All active time: `known` and `unknown`.
  public var active: Milliseconds { known + unknown }

  /// The known share of active time, 0 to 1, or `nil` if there is no active time.
  public var coverage: Double? { active > 0 ? Double(known) / Double(active) : nil }

  /// Credits a span.
  @inlinable public mutating func add(_ span: HeldSpan, _ boundaries: ZoneBoundaries) {
    if span.isKnown {
      zones[boundaries.index(of: span.value)] += span.duration
    } else {
      unknown += span.duration
    }
  }

  /// Adds the times of another part under the same boundaries.
  ///
  /// - Precondition: both have equally many zones.
  public static func + (a: TimeInZone, b: TimeInZone) -> TimeInZone {
    precondition(a.zones.count == b.zones.count, "zone totals under different zone sets do not add up")
    var sum = a
    for i in sum.zones.indices { sum.zones[i] += b.zones[i] }
    sum.unknown += b.unknown
    return sum
  }

  /// Each zone's share of known time in whole percent, summing to 100: the largest remainders are rounded up, of equal
  /// ones the lower zone's. All zero if nothing is known.
  public var percentages: [Int] { wholePercentages(of: zones) }
}

/// Shares of a sum in whole percent that add up to 100 (largest-remainder method); all zero for a sum of zero.
public func wholePercentages(of parts: [Milliseconds]) -> [Int] {
  let sum = parts.reduce(0, +)
  guard sum > 0 else { return parts.map { _ in 0 } }
  var result = parts.map { Int($0 * 100 / sum) }
  let missing = 100 - result.reduce(0, +)
  let byRemainder = parts.indices.sorted {
    let a = parts[$0] * 100 % sum, b = parts[$1] * 100 % sum
    return a != b ? a > b : $0 < $1
  }
  for i in byRemainder.prefix(missing) { result[i] += 1 }
  return result
}
