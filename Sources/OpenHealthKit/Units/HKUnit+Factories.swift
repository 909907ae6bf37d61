// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Foundation

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Grams of a mole of glucose, with which blood glucose in `mmol` converts to `mg`.
public let HKUnitMolarMassBloodGlucose: Double = 180.15588000005408

// MARK: Mass

extension HKUnit {
  /// A gram: `g`.
  public class func gram() -> Self { of(.gram) }

  /// The same with a metric prefix.
  public class func gramUnit(with prefix: HKMetricPrefix) -> Self { of(.gram, prefix) }

  /// An ounce, 1/16 of a pound: `oz`.
  public class func ounce() -> Self { of(.ounce) }

  /// A pound, 0.45359237 kg: `lb`.
  public class func pound() -> Self { of(.pound) }

  /// A stone, 14 pounds: `st`.
  public class func stone() -> Self { of(.stone) }

  /// A mole of a substance: `mol<molar mass>`. It converts to masses.
  ///
  /// - Parameter gramsPerMole: the molar mass, above 0; `HKUnitMolarMassBloodGlucose` for glucose.
  public class func moleUnit(withMolarMass gramsPerMole: Double) -> Self {
    moleUnit(with: .none, molarMass: gramsPerMole)
  }

  /// The same with a metric prefix.
  public class func moleUnit(with prefix: HKMetricPrefix, molarMass gramsPerMole: Double) -> Self {
    precondition(gramsPerMole > 0 && gramsPerMole.isFinite, "A molar mass is a number above 0.")
    return of(.mole, prefix, molarMass: gramsPerMole)
  }
}

// MARK: Length

extension HKUnit {
  /// A metre: `m`.
  public class func meter() -> Self { of(.meter) }

  /// The same with a metric prefix.
  public class func meterUnit(with prefix: HKMetricPrefix) -> Self { of(.meter, prefix) }

  /// An inch, 0.0254 m: `in`.
  public class func inch() -> Self { of(.inch) }

  /// A foot, 0.3048 m: `ft`.
  public class func foot() -> Self { of(.foot) }

  /// A yard, 0.9144 m: `yd`.
  public class func yard() -> Self { of(.yard) }

  /// A mile, 1609.344 m: `mi`.
  public class func mile() -> Self { of(.mile) }
}

// MARK: Volume

extension HKUnit {
  /// A litre: `L`.
  public class func liter() -> Self { of(.liter) }

  /// The same with a metric prefix.
  public class func literUnit(with prefix: HKMetricPrefix) -> Self { of(.liter, prefix) }

  /// A US fluid ounce, 0.0295735295625 L: `fl_oz_us`.
  public class func fluidOunceUS() -> Self { of(.fluidOunceUS) }

  /// An imperial fluid ounce, 0.0284130625 L: `fl_oz_imp`.
  public class func fluidOunceImperial() -> Self { of(.fluidOunceImperial) }

  /// A US pint, 0.473176473 L: `pt_us`.
  public class func pintUS() -> Self { of(.pintUS) }

  /// An imperial pint, 0.56826125 L: `pt_imp`.
  public class func pintImperial() -> Self { of(.pintImperial) }

  /// A US cup, 0.2365882365 L: `cup_us`.
  public class func cupUS() -> Self { of(.cupUS) }

  /// An imperial cup, 0.284130625 L: `cup_imp`.
  public class func cupImperial() -> Self { of(.cupImperial) }
}

// MARK: Pressure and sound

extension HKUnit {
  /// A pascal: `Pa`.
  public class func pascal() -> Self { of(.pascal) }

  /// The same with a metric prefix.
  public class func pascalUnit(with prefix: HKMetricPrefix) -> Self { of(.pascal, prefix) }

  /// A millimetre of mercury, 133.3224 Pa: `mmHg`.
  public class func millimeterOfMercury() -> Self { of(.millimeterOfMercury) }

  /// An inch of mercury, 3386.38816 Pa: `inHg`.
  public class func inchesOfMercury() -> Self { of(.inchOfMercury) }

  /// A centimetre of water, 98.0665 Pa: `cmAq`.
  public class func centimeterOfWater() -> Self { of(.centimeterOfWater) }

  /// An atmosphere, 101325 Pa: `atm`.
  public class func atmosphere() -> Self { of(.atmosphere) }

  /// Decibels of A-weighted sound pressure over 20 µPa: `dBASPL`. By itself it converts to pressure, 94 dB to about 1 Pa;
  /// multiplied with anything it converts only to itself.
  public class func decibelAWeightedSoundPressureLevel() -> Self { of(.soundPressureLevel) }

  /// Decibels of hearing level: `dBHL`. Converts to nothing else.
  public class func decibelHearingLevel() -> Self { of(.hearingLevel) }
}

// MARK: Time

extension HKUnit {
  /// A second: `s`.
  public class func second() -> Self { of(.second) }

  /// The same with a metric prefix.
  public class func secondUnit(with prefix: HKMetricPrefix) -> Self { of(.second, prefix) }

  /// A minute, 60 s: `min`.
  public class func minute() -> Self { of(.minute) }

  /// An hour, 3600 s: `hr`.
  public class func hour() -> Self { of(.hour) }

  /// A day of 86400 s: `d`.
  public class func day() -> Self { of(.day) }

  /// A hertz, one a second: `Hz`. Does not convert to counts a second.
  public class func hertz() -> Self { of(.hertz) }

  /// The same with a metric prefix.
  public class func hertzUnit(with prefix: HKMetricPrefix) -> Self { of(.hertz, prefix) }
}

// MARK: Energy and power

extension HKUnit {
  /// A joule: `J`.
  public class func joule() -> Self { of(.joule) }

  /// The same with a metric prefix.
  public class func jouleUnit(with prefix: HKMetricPrefix) -> Self { of(.joule, prefix) }

  /// A kilocalorie, 4184 J: `kcal`.
  public class func kilocalorie() -> Self { of(.kilocalorie) }

  /// A small calorie, 4.184 J: `cal`.
  public class func smallCalorie() -> Self { of(.smallCalorie) }

  /// A large calorie, 4184 J: `Cal`. It equals the kilocalorie.
  public class func largeCalorie() -> Self { of(.largeCalorie) }

  /// A kilocalorie under its old name.
  @available(*, deprecated, message: "Use smallCalorie() or largeCalorie().")
  public class func calorie() -> Self { of(.kilocalorie) }

  /// A watt, one joule a second: `W`.
  public class func watt() -> Self { of(.watt) }

  /// The same with a metric prefix.
  public class func wattUnit(with prefix: HKMetricPrefix) -> Self { of(.watt, prefix) }
}

// MARK: Temperature

extension HKUnit {
  /// A degree Celsius: `degC`, kelvins less 273.15. In a product it is a difference, as in `degC/min`.
  public class func degreeCelsius() -> Self { of(.degreeCelsius) }

  /// A degree Fahrenheit: `degF`, 1.8 times the kelvins less 459.67. In a product it is a difference.
  public class func degreeFahrenheit() -> Self { of(.degreeFahrenheit) }

  /// A kelvin: `K`.
  public class func kelvin() -> Self { of(.kelvin) }
}

// MARK: Electricity, light, angles

extension HKUnit {
  /// A siemens: `S`.
  public class func siemen() -> Self { of(.siemen) }

  /// The same with a metric prefix.
  public class func siemenUnit(with prefix: HKMetricPrefix) -> Self { of(.siemen, prefix) }

  /// A volt: `V`.
  public class func volt() -> Self { of(.volt) }

  /// The same with a metric prefix.
  public class func voltUnit(with prefix: HKMetricPrefix) -> Self { of(.volt, prefix) }

  /// A lux: `lx`.
  public class func lux() -> Self { of(.lux) }

  /// The same with a metric prefix.
  public class func luxUnit(with prefix: HKMetricPrefix) -> Self { of(.lux, prefix) }

  /// A dioptre, one per metre: `D`.
  public class func diopter() -> Self { of(.diopter) }

  /// A prism dioptre: `pD`. Converts to nothing else.
  public class func prismDiopter() -> Self { of(.prismDiopter) }

  /// A radian: `rad`.
  public class func radianAngle() -> Self { of(.radian) }

  /// The same with a metric prefix.
  public class func radianAngleUnit(with prefix: HKMetricPrefix) -> Self { of(.radian, prefix) }

  /// A degree of angle, π/180 rad: `deg`.
  public class func degreeAngle() -> Self { of(.degree) }
}

// MARK: Scalars

extension HKUnit {
  /// A count: `count`. Not convertible to percent.
  public class func count() -> Self { of(.count) }

  /// A percentage, written as a fraction from 0 to 1: `%`. Not convertible to counts.
  public class func percent() -> Self { of(.percent) }

  /// An international unit: `IU`.
  public class func internationalUnit() -> Self { of(.internationalUnit) }

  /// Apple's score of effort from 1 to 10: `appleEffortScore`.
  public class func appleEffortScore() -> Self { of(.appleEffortScore) }
}

extension HKUnit {
  private class func of(_ symbol: UnitSymbol, _ prefix: HKMetricPrefix = .none, molarMass: Double? = nil) -> Self {
    asked(UnitTable.unit(of: PowerProduct(UnitFactor(symbol, prefix: prefix, molarMass: molarMass))))
  }
}
