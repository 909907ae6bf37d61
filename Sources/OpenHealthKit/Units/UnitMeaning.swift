// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What a unit measures and how its numbers are read. Units of one meaning are equal, however they are written.
///
/// Units convert into each other when their dimensions are the same in the SI: `J/s` to `W`, `L` to `m^3`, `Hz` to
/// `s^-1`. A count is a dimension of its own, so `Hz` does not convert to `count/s`.
struct UnitMeaning: Hashable, Sendable {
  /// How numbers on the unit's scale stand to those in the SI's unit.
  enum Curve: Hashable, Sendable {
    /// Zero is zero.
    case proportional
    /// Degrees from the freezing point of water, and Fahrenheit's. Only where the unit is a temperature by itself; in
    /// `degC/min` a degree is a difference.
    case celsius, fahrenheit
    /// Twenty times the decimal logarithm of the pressure over 20 µPa. Only by itself.
    case soundPressureLevel
  }

  let dimension: PowerProduct<BaseDimension>
  let scale: UnitScale
  let curve: Curve

  init(of factors: PowerProduct<UnitFactor>) {
    switch factors.powers {
    case [UnitFactor(.degreeCelsius): 1]: self.init(UnitSymbol.kelvin.dimension, .celsius)
    case [UnitFactor(.degreeFahrenheit): 1]: self.init(UnitSymbol.kelvin.dimension, .fahrenheit)
    case [UnitFactor(.soundPressureLevel): 1]: self.init(UnitSymbol.pascal.dimension, .soundPressureLevel)
    default:
      var dimension = PowerProduct<BaseDimension>()
      var scale = UnitScale()
      for (factor, power) in factors.powers {
        dimension = dimension * factor.symbol.dimension.raised(to: power)
        scale = scale * factor.scale.raised(to: power)
      }
      self.init(dimension, .proportional, scale: scale)
    }
  }

  private init(_ dimension: PowerProduct<BaseDimension>, _ curve: Curve, scale: UnitScale = UnitScale()) {
    self.dimension = dimension
    self.scale = scale
    self.curve = curve
  }
}

extension UnitMeaning.Curve {
  /// The number in kelvins less 273.15, or in pascals.
  func pivot(_ value: Double) -> Double {
    switch self {
    case .proportional, .celsius: value
    case .fahrenheit: (value - 32) * 5 / 9
    case .soundPressureLevel: 20e-6 * pow(10, value / 20)
    }
  }

  /// The number on this scale for one in degrees Celsius, or in pascals.
  func value(pivot: Double) -> Double {
    switch self {
    case .proportional, .celsius: pivot
    case .fahrenheit: pivot * 9 / 5 + 32
    case .soundPressureLevel: 20 * log10(pivot / 20e-6)
    }
  }

  /// What a proportional unit of the same dimension has at the pivot's zero.
  var zero: Double {
    switch self {
    case .celsius, .fahrenheit: 273.15
    case .proportional, .soundPressureLevel: 0
    }
  }
}
