// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

public import Workouts

/// What is known of the time in a zone where only totals under other limits are left: never a point, unless the limits
/// allow it.
public struct ZoneTimeBounds: Hashable, Sendable {
  /// No less than this.
  public var least: Milliseconds
  /// No more than this.
  public var most: Milliseconds

  /// Both ends.
  public init(least: Milliseconds, most: Milliseconds) {
    self.least = least
    self.most = most
  }

  /// Whether both ends are the same.
  public var isExact: Bool { least == most }
}

extension TimeInZone {
  /// What the totals say of the zones under other limits: zones that lie inside are there for certain, zones that only
  /// touch may be.
  ///
  /// Exact where the other limits are among these (coarser zones).
  ///
  /// - Precondition: `limits` are those that this time was counted under.
  public func bounds(under limits: ZoneBoundaries, in others: ZoneBoundaries) -> [ZoneTimeBounds] {
    precondition(zones.count == limits.zoneCount, "totals and limits belong together")
    return (0..<others.zoneCount).map { target in
      let low = others.lowerBound(of: target) ?? -.infinity, high = others.upperBound(of: target) ?? .infinity
      var bounds = ZoneTimeBounds(least: 0, most: 0)
      for (zone, duration) in zones.enumerated() {
        let from = limits.lowerBound(of: zone) ?? -.infinity, to = limits.upperBound(of: zone) ?? .infinity
        if from >= low, to <= high { bounds.least += duration }
        if from < high, to > low { bounds.most += duration }
      }
      return bounds
    }
  }
}
