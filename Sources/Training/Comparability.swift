// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

public import Zones

/// Whether times in zone of several workouts can be compared, and how.
///
/// Zone 2 of one set and zone 2 of another have nothing in common but the number, so numbers of zones are never compared
/// across sets.
public enum Comparability: Hashable, Sendable {
  /// A: the same limits were used when they were recorded, by the same rule, and at least 90 % is known of each. What
  /// was recorded can be compared as it is.
  case direct
  /// B: of one person, counted anew under one set of limits from what is kept of each.
  case recounted
  /// C: of several people, each under limits of their own made in the same way; only shares and minutes say something.
  case relative
  /// Not at all.
  case impossible(Reason)

  /// Why workouts can't be compared.
  public enum Reason: Hashable, Sendable {
    /// Fewer than two are left that can.
    case tooFew
    /// Zones made from measured numbers beside zones made from estimates.
    case anchorClassesDiffer
    /// Several people, and zones that were not made in the same way for each.
    case schemesDiffer
  }

  /// The letter of the class, or `nil`.
  public var letter: String? {
    switch self {
    case .direct: "A"
    case .recounted: "B"
    case .relative: "C"
    case .impossible: nil
    }
  }

  /// Coverage below which a workout is compared with nothing.
  public static let leastCoverage = 0.8
  /// Coverage from which what was recorded can be compared as it is.
  public static let directCoverage = 0.9

  /// What has to be known of a workout.
  public struct Side: Hashable, Sendable {
    /// Whose it is.
    public var athlete: String
    /// The limits it was recorded with, if any.
    public var recorded: ZoneBoundaries?
    /// The version of the rule by which that was counted.
    public var algorithmVersion: Int?
    /// The zones it would be counted under.
    public var zones: ZoneSet
    /// The known share of its active time, 0 to 1.
    public var coverage: Double

    /// What has to be known of a workout.
    public init(
      athlete: String, recorded: ZoneBoundaries?, algorithmVersion: Int?, zones: ZoneSet, coverage: Double
    ) {
      self.athlete = athlete
      self.recorded = recorded
      self.algorithmVersion = algorithmVersion
      self.zones = zones
      self.coverage = coverage
    }
  }

  /// How workouts can be compared of which each, alone, could be.
  public init(_ sides: [Side]) {
    guard let first = sides.first, sides.count >= 2 else {
      self = .impossible(.tooFew)
      return
    }
    let people = Set(sides.map(\.athlete))
    if people.count > 1 {
      guard sides.allSatisfy({ $0.zones.scheme == first.zones.scheme && $0.zones.names == first.zones.names }) else {
        self = .impossible(.schemesDiffer)
        return
      }
      // Limits set one by one are made in the same way only if they are the same.
      if first.zones.scheme == nil, sides.contains(where: { $0.zones.boundaries != first.zones.boundaries }) {
        self = .impossible(.schemesDiffer)
        return
      }
      guard sides.allSatisfy({ $0.zones.isEstimated == first.zones.isEstimated }) else {
        self = .impossible(.anchorClassesDiffer)
        return
      }
      self = .relative
      return
    }
    let isDirect = sides.allSatisfy {
      $0.recorded == first.zones.boundaries && $0.zones.boundaries == first.zones.boundaries
        && $0.algorithmVersion == first.algorithmVersion && $0.coverage >= Self.directCoverage
    }
    self = isDirect ? .direct : .recounted
  }
}
