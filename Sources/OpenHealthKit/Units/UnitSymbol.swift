// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

/// The symbols that a unit's text is made of. The raw value is the symbol as it is written.
enum UnitSymbol: String, CaseIterable, Hashable, Sendable {
  // With prefixes.
  case gram = "g"
  case meter = "m"
  case liter = "L"
  case pascal = "Pa"
  case second = "s"
  case joule = "J"
  case kelvin = "K"
  case siemen = "S"
  case hertz = "Hz"
  case mole = "mol"
  case volt = "V"
  case watt = "W"
  case radian = "rad"
  case lux = "lx"
  // Without.
  case ounce = "oz"
  case pound = "lb"
  case stone = "st"
  case inch = "in"
  case foot = "ft"
  case yard = "yd"
  case mile = "mi"
  case millimeterOfMercury = "mmHg"
  case inchOfMercury = "inHg"
  case centimeterOfWater = "cmAq"
  case atmosphere = "atm"
  case soundPressureLevel = "dBASPL"
  case hearingLevel = "dBHL"
  case fluidOunceUS = "fl_oz_us"
  case fluidOunceImperial = "fl_oz_imp"
  case pintUS = "pt_us"
  case pintImperial = "pt_imp"
  case cupUS = "cup_us"
  case cupImperial = "cup_imp"
  case minute = "min"
  case hour = "hr"
  case day = "d"
  case smallCalorie = "cal"
  case largeCalorie = "Cal"
  case kilocalorie = "kcal"
  case degreeCelsius = "degC"
  case degreeFahrenheit = "degF"
  case internationalUnit = "IU"
  case count
  case percent = "%"
  case diopter = "D"
  case prismDiopter = "pD"
  case degree = "deg"
  case appleEffortScore

  /// Whether metric prefixes can stand before it.
  var takesPrefix: Bool {
    switch self {
    case .gram, .meter, .liter, .pascal, .second, .joule, .kelvin, .siemen, .hertz, .mole, .volt, .watt, .radian, .lux:
      true
    default: false
    }
  }

  /// Which kind it is of when factors are put in order for a unit's text: counts, energy and amounts first, time, mass.
  var place: Int {
    switch dimension.powers {
    case [.time: 1]: 2
    case [.mass: 1] where self != .mole: 3
    case [.length: 1]: 1
    default: 0
    }
  }
}

/// What is measured, each independent of the others. The first five are those of the SI; the rest can't be converted
/// to anything else, as a count can't be to a percentage.
enum BaseDimension: Hashable, Sendable {
  case mass, length, time, current, temperature
  case count, percent, angle, illuminance, internationalUnit, prismDiopter, soundPressureLevel, hearingLevel,
    effortScore
}

extension UnitSymbol {
  var dimension: PowerProduct<BaseDimension> {
    switch self {
    // An amount of a substance of known molar mass is a mass.
    case .gram, .mole, .ounce, .pound, .stone: Self.of(.mass)
    case .meter, .inch, .foot, .yard, .mile: Self.of(.length)
    case .liter, .fluidOunceUS, .fluidOunceImperial, .pintUS, .pintImperial, .cupUS, .cupImperial: Self.of(.length, 3)
    case .pascal, .millimeterOfMercury, .inchOfMercury, .centimeterOfWater, .atmosphere:
      Self.of(.mass) * Self.of(.length, -1) * Self.of(.time, -2)
    case .second, .minute, .hour, .day: Self.of(.time)
    case .joule, .smallCalorie, .largeCalorie, .kilocalorie: Self.energy
    case .watt: Self.energy * Self.of(.time, -1)
    case .volt: Self.energy * Self.of(.time, -1) * Self.of(.current, -1)
    case .siemen: Self.energy.raised(to: -1) * Self.of(.time) * Self.of(.current, 2)
    case .hertz: Self.of(.time, -1)
    case .diopter: Self.of(.length, -1)
    case .kelvin, .degreeCelsius, .degreeFahrenheit: Self.of(.temperature)
    case .radian, .degree: Self.of(.angle)
    case .lux: Self.of(.illuminance)
    case .soundPressureLevel: Self.of(.soundPressureLevel)
    case .hearingLevel: Self.of(.hearingLevel)
    case .internationalUnit: Self.of(.internationalUnit)
    case .count: Self.of(.count)
    case .percent: Self.of(.percent)
    case .prismDiopter: Self.of(.prismDiopter)
    case .appleEffortScore: Self.of(.effortScore)
    }
  }

  private static let energy = of(.mass) * of(.length, 2) * of(.time, -2)

  private static func of(_ base: BaseDimension, _ power: Int = 1) -> PowerProduct<BaseDimension> {
    PowerProduct(base, power: power)
  }
}
