// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

/// A symbol with its prefix: kg, mmol<180.15588000005408>, hr.
struct UnitFactor: Hashable, Sendable {
  let symbol: UnitSymbol
  let prefix: HKMetricPrefix
  /// Grams per mole; only moles have it.
  let molarMass: Double?

  init(_ symbol: UnitSymbol, prefix: HKMetricPrefix = .none, molarMass: Double? = nil) {
    self.symbol = symbol
    self.prefix = prefix
    self.molarMass = molarMass
  }

  /// As it stands in a unit's text.
  var text: String { prefix.symbol + symbol.rawValue + (molarMass.map { "<\(shortest($0))>" } ?? "") }

  var scale: UnitScale {
    let scale = symbol.scale * UnitScale(1, tenTo: prefix.exponent)
    return molarMass.map { scale * UnitScale(.molarMass($0)) } ?? scale
  }
}

extension PowerProduct<UnitFactor> {
  /// The text that `HKUnit(from:)` reads as the same unit: what is multiplied, `·` between; then what is divided by,
  /// after one `/`. Amounts and energies come before lengths, times, and masses. "()" where everything cancelled.
  var text: String {
    let sorted = powers.sorted { lhs, rhs in
      (lhs.key.symbol.place, lhs.key.text) < (rhs.key.symbol.place, rhs.key.text)
    }
    let above = sorted.filter { $0.value > 0 }
    guard !sorted.isEmpty else { return "()" }
    guard !above.isEmpty else { return Self.text(sorted, sign: 1) }
    let below = sorted.filter { $0.value < 0 }
    return Self.text(above, sign: 1) + (below.isEmpty ? "" : "/" + Self.text(below, sign: -1))
  }

  private static func text(_ factors: [(key: UnitFactor, value: Int)], sign: Int) -> String {
    factors.map { $0.value * sign == 1 ? $0.key.text : "\($0.key.text)^\($0.value * sign)" }.joined(separator: "·")
  }
}

/// A number without a needless ".0".
func shortest(_ value: Double) -> String {
  value == value.rounded() && abs(value) < 1e15 ? String(Int64(value)) : String(value)
}
