// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

/// Factors with whole powers, such as m¹·s⁻². Equal when the same factors have the same powers; a factor with power 0
/// isn't there.
struct PowerProduct<Factor: Hashable & Sendable>: Hashable, Sendable {
  private(set) var powers: [Factor: Int]

  /// The product of nothing.
  init() { powers = [:] }

  /// One factor.
  init(_ factor: Factor, power: Int = 1) { powers = power == 0 ? [:] : [factor: power] }

  /// Whether everything cancelled.
  var isEmpty: Bool { powers.isEmpty }

  static func * (lhs: Self, rhs: Self) -> Self {
    var product = lhs
    for (factor, power) in rhs.powers {
      let sum = product.powers[factor, default: 0] + power
      product.powers[factor] = sum == 0 ? nil : sum
    }
    return product
  }

  func raised(to exponent: Int) -> Self {
    var result = self
    result.powers = exponent == 0 ? [:] : powers.mapValues { $0 * exponent }
    return result
  }
}
