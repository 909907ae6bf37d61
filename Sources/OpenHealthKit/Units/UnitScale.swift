// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// By how much a unit is larger than the SI's base units of its dimension: an exact product of prime numbers and of the
/// few numbers that aren't fractions.
///
/// Being exact, it says without tolerance whether two units mean the same: a millilitre and a cubic centimetre do, and
/// so do a kilocalorie and a thousand small ones.
struct UnitScale: Hashable, Sendable {
  enum Number: Hashable, Sendable {
    case prime(Int)
    /// π.
    case pi
    /// Grams per mole.
    case molarMass(Double)
  }

  private var numbers = PowerProduct<Number>()

  /// One.
  init() {}

  /// A whole number above 0 times a power of ten.
  init(_ whole: Int, tenTo exponent: Int = 0) {
    numbers = PowerProduct(.prime(2), power: exponent) * PowerProduct(.prime(5), power: exponent)
    var rest = whole
    var divisor = 2
    while divisor * divisor <= rest {
      while rest % divisor == 0 {
        numbers = numbers * PowerProduct(.prime(divisor))
        rest /= divisor
      }
      divisor += 1
    }
    if rest > 1 { numbers = numbers * PowerProduct(.prime(rest)) }
  }

  init(_ number: Number) { numbers = PowerProduct(number) }

  static func * (lhs: Self, rhs: Self) -> Self {
    var product = lhs
    product.numbers = lhs.numbers * rhs.numbers
    return product
  }

  func raised(to exponent: Int) -> Self {
    var result = self
    result.numbers = numbers.raised(to: exponent)
    return result
  }

  /// What the powers above 0 make, and what those below 0 make. Apart, so that whole numbers stay whole as long as a
  /// `Double` holds them. Multiplied in a fixed order: the same unit has the same fraction in every run.
  var fraction: (above: Double, below: Double) {
    var fraction = (above: 1.0, below: 1.0)
    for (value, power) in numbers.powers.map({ ($0.key.value, $0.value) }).sorted(by: { $0.0 < $1.0 }) {
      if power > 0 { fraction.above *= pow(value, Double(power)) } else { fraction.below *= pow(value, Double(-power)) }
    }
    return fraction
  }

  /// The natural logarithm, for numbers beyond the reach of `Double`.
  var logarithm: Double {
    numbers.powers.map { Double($0.value) * log($0.key.value) }.sorted().reduce(0, +)
  }
}

extension UnitScale.Number {
  var value: Double {
    switch self {
    case .prime(let prime): Double(prime)
    case .pi: .pi
    case .molarMass(let mass): mass
    }
  }
}
