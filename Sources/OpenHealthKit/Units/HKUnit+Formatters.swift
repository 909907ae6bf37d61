// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

public import Foundation

extension InstanceFactory where Self: HKUnit {
  /// The unit of a formatter of masses.
  public init(from massFormatterUnit: MassFormatter.Unit) {
    let pair = FormatterUnits.masses.first { $0.0 == massFormatterUnit }
    self = asked(FormatterUnits.unit(pair?.1))
  }

  /// The unit of a formatter of lengths.
  public init(from lengthFormatterUnit: LengthFormatter.Unit) {
    let pair = FormatterUnits.lengths.first { $0.0 == lengthFormatterUnit }
    self = asked(FormatterUnits.unit(pair?.1))
  }

  /// The unit of a formatter of energies.
  public init(from energyFormatterUnit: EnergyFormatter.Unit) {
    let pair = FormatterUnits.energies.first { $0.0 == energyFormatterUnit }
    self = asked(FormatterUnits.unit(pair?.1))
  }
}

extension HKUnit {
  /// The formatter's unit that means the same. Traps where there is none.
  public class func massFormatterUnit(from unit: HKUnit) -> MassFormatter.Unit {
    FormatterUnits.unit(unit, in: FormatterUnits.masses, of: "masses")
  }

  /// The formatter's unit that means the same. Traps where there is none.
  public class func lengthFormatterUnit(from unit: HKUnit) -> LengthFormatter.Unit {
    FormatterUnits.unit(unit, in: FormatterUnits.lengths, of: "lengths")
  }

  /// The formatter's unit that means the same. Traps where there is none.
  public class func energyFormatterUnit(from unit: HKUnit) -> EnergyFormatter.Unit {
    FormatterUnits.unit(unit, in: FormatterUnits.energies, of: "energies")
  }
}

private enum FormatterUnits {
  static let masses: [(MassFormatter.Unit, HKUnit)] = [
    (.gram, .gram()), (.kilogram, .gramUnit(with: .kilo)), (.ounce, .ounce()), (.pound, .pound()), (.stone, .stone()),
  ]

  static let lengths: [(LengthFormatter.Unit, HKUnit)] = [
    (.millimeter, .meterUnit(with: .milli)), (.centimeter, .meterUnit(with: .centi)), (.meter, .meter()),
    (.kilometer, .meterUnit(with: .kilo)), (.inch, .inch()), (.foot, .foot()), (.yard, .yard()), (.mile, .mile()),
  ]

  static let energies: [(EnergyFormatter.Unit, HKUnit)] = [
    (.joule, .joule()), (.kilojoule, .jouleUnit(with: .kilo)), (.calorie, .smallCalorie()),
    (.kilocalorie, .kilocalorie()),
  ]

  static func unit(_ unit: HKUnit?) -> HKUnit {
    guard let unit else { preconditionFailure("There is no unit for this unit of a formatter.") }
    return unit
  }

  static func unit<Unit>(_ unit: HKUnit, in pairs: [(Unit, HKUnit)], of what: String) -> Unit {
    guard let pair = pairs.first(where: { $0.1 == unit }) else {
      preconditionFailure("A formatter of \(what) has no unit for \(unit).")
    }
    return pair.0
  }
}
