// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

extension UnitSymbol {
  /// How many base units (kilogram, metre, second, ampere, kelvin, …) one of it is.
  ///
  /// Pound, yard and mile are the international ones. Ounce and stone are what they are by definition, a sixteenth of a
  /// pound and fourteen pounds; Apple's header rounds both. A calorie is the thermochemical one.
  var scale: UnitScale { Self.scales[self] ?? definition }

  /// Taken apart into primes once.
  private static let scales = Dictionary(uniqueKeysWithValues: allCases.map { ($0, $0.definition) })

  private var definition: UnitScale {
    switch self {
    case .gram: UnitScale(1, tenTo: -3)
    case .mole: UnitScale(1, tenTo: -3)  // times the molar mass
    case .pound: Self.poundScale
    case .ounce: Self.poundScale * UnitScale(16).raised(to: -1)
    case .stone: Self.poundScale * UnitScale(14)
    case .inch: UnitScale(254, tenTo: -4)
    case .foot: UnitScale(3048, tenTo: -4)
    case .yard: UnitScale(9144, tenTo: -4)
    case .mile: UnitScale(1_609_344, tenTo: -3)
    case .liter: UnitScale(1, tenTo: -3)
    case .fluidOunceUS: UnitScale(295_735_295_625, tenTo: -16)
    case .fluidOunceImperial: UnitScale(284_130_625, tenTo: -13)
    case .pintUS: UnitScale(473_176_473, tenTo: -12)
    case .pintImperial: UnitScale(56_826_125, tenTo: -11)
    case .cupUS: UnitScale(2_365_882_365, tenTo: -13)
    case .cupImperial: UnitScale(284_130_625, tenTo: -12)
    case .millimeterOfMercury: UnitScale(1_333_224, tenTo: -4)
    case .inchOfMercury: UnitScale(338_638_816, tenTo: -5)
    case .centimeterOfWater: UnitScale(980_665, tenTo: -4)
    case .atmosphere: UnitScale(101_325)
    case .minute: UnitScale(60)
    case .hour: UnitScale(3600)
    case .day: UnitScale(86400)
    case .smallCalorie: UnitScale(4184, tenTo: -3)
    case .largeCalorie, .kilocalorie: UnitScale(4184)
    case .degreeFahrenheit: UnitScale(5) * UnitScale(9).raised(to: -1)
    case .degree: UnitScale(.pi) * UnitScale(180).raised(to: -1)
    case .meter, .second, .pascal, .joule, .watt, .volt, .siemen, .hertz, .diopter, .kelvin, .degreeCelsius, .radian,
      .lux, .soundPressureLevel, .hearingLevel, .internationalUnit, .count, .percent, .prismDiopter, .appleEffortScore:
      UnitScale()
    }
  }

  private static let poundScale = UnitScale(45_359_237, tenTo: -8)
}
