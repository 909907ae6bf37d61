// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

/// Which numbers statistics hold.
public struct HKStatisticsOptions: OptionSet, Sendable {
  /// The bits.
  public let rawValue: UInt

  /// Options from their bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// Each number for each source, too.
  public static var separateBySource: Self { Self(rawValue: 1) }
  /// The average; for quantities that are averaged.
  public static var discreteAverage: Self { Self(rawValue: 2) }
  /// The least; for quantities that are averaged.
  public static var discreteMin: Self { Self(rawValue: 4) }
  /// The greatest; for quantities that are averaged.
  public static var discreteMax: Self { Self(rawValue: 8) }
  /// The sum; for quantities that are summed.
  public static var cumulativeSum: Self { Self(rawValue: 16) }
  /// The newest.
  public static var mostRecent: Self { Self(rawValue: 32) }
  /// How long samples last together.
  public static var duration: Self { Self(rawValue: 64) }

  /// All numbers that statistics of a type can hold, over all sources together.
  package static func all(of type: HKQuantityType) -> Self {
    type.aggregationStyle == .cumulative
      ? [.cumulativeSum, .mostRecent, .duration]
      : [.discreteAverage, .discreteMin, .discreteMax, .mostRecent, .duration]
  }

  /// Why there are no such statistics of a type; nil where there are. Apple raises an exception there.
  package func fault(for type: HKQuantityType) -> String? {
    let wrong: Self =
      type.aggregationStyle == .cumulative ? [.discreteAverage, .discreteMin, .discreteMax] : .cumulativeSum
    guard !isDisjoint(with: wrong) else { return nil }
    return type.aggregationStyle == .cumulative
      ? "Samples of \(type.identifier) are summed: use cumulativeSum, not discrete options."
      : "Samples of \(type.identifier) are averaged: use discrete options, not cumulativeSum."
  }
}
