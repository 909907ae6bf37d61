// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

/// How samples of a quantity are brought together.
public enum HKQuantityAggregationStyle: Int, Sendable {
  /// Summed: steps, energy, distance.
  case cumulative = 0
  /// Averaged with each sample counting the same.
  case discreteArithmetic
  /// Averaged with each sample counting for as long as it holds.
  case discreteTemporallyWeighted
  /// Averaged by energy, as sound levels are.
  case discreteEquivalentContinuousLevel
}
