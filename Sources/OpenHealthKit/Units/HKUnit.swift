// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A unit of measurement: a symbol such as `kg`, or symbols multiplied, divided and raised to powers.
///
/// Units are equal when they mean the same, however they are written: `HKUnit(from: "kg/m.s^2")` is
/// `HKUnit(from: "kg/(m.s^2)")`, a millilitre is a cubic centimetre, a kilojoule a second a kilowatt.
///
/// Units convert when their dimensions are the same. Apple leaves open whether that goes for symbols of the SI that stand
/// for others; here it does: `W` is `J/s`, `Hz` is `s^-1`, `D` is `m^-1`. `count`, `%`, `rad`, `lx`, `IU`, `pD`, `dBHL` and
/// `appleEffortScore` convert to no other dimension, so that neither `Hz` and `count/s` nor `count` and `%` convert.
///
/// `HKUnit(from:)` reads the text of a unit, and traps where it isn't one.
// NB: unchecked because NSObject isn't Sendable; everything stored is constant.
open class HKUnit: NSObject, NSSecureCoding, NSCopying, InstanceFactory, @unchecked Sendable {
  let factors: PowerProduct<UnitFactor>
  let meaning: UnitMeaning
  private let fraction: (above: Double, below: Double)
  private let text: String
  private let hashOfMeaning: Int

  init(factors: PowerProduct<UnitFactor>) {
    self.factors = factors
    meaning = UnitMeaning(of: factors)
    fraction = meaning.scale.fraction
    text = factors.text
    hashOfMeaning = meaning.hashValue
    super.init()
  }

  /// The unit's text, which `HKUnit(from:)` reads as an equal unit: `count/min`, `mL/min·kg`, `s^-1`; `()` where
  /// everything cancelled.
  open var unitString: String { text }

  /// Whether all dimensions cancelled, as in `dL/L`.
  open func isNull() -> Bool { meaning.dimension.isEmpty }

  /// This unit times another. Traps where a symbol's power goes beyond 999.
  open func unitMultiplied(by unit: HKUnit) -> HKUnit { Self.unit(of: factors * unit.factors) }

  /// This unit divided by another. Traps where a symbol's power goes beyond 999.
  open func unitDivided(by unit: HKUnit) -> HKUnit { Self.unit(of: factors * unit.factors.raised(to: -1)) }

  /// This unit raised to a power from -999 to 999, as long as no symbol's power goes beyond 999; else it traps.
  open func unitRaised(toPower power: Int) -> HKUnit {
    precondition(UnitParser.powers.contains(power), "The power of a unit is from -999 to 999.")
    return Self.unit(of: factors.raised(to: power))
  }

  /// One divided by this unit.
  open func reciprocal() -> HKUnit { unitRaised(toPower: -1) }

  /// The text of the unit.
  open override var description: String { text }

  /// Whether the other object is a unit of the same meaning.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? HKUnit else { return false }
    return self === other || (hashOfMeaning == other.hashOfMeaning && meaning == other.meaning)
  }

  /// Equal for units of the same meaning.
  open override var hash: Int { hashOfMeaning }

  /// The unit itself, which can't change.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  /// Units are coded as their text.
  public static var supportsSecureCoding: Bool { true }

  /// Codes the unit as its text.
  open func encode(with coder: NSCoder) { coder.encode(text as NSString, forKey: "HKUnitString") }

  /// Decodes a unit; nil where there is no text of one.
  public required convenience init?(coder: NSCoder) {
    guard let text = coder.decodeObject(of: NSString.self, forKey: "HKUnitString"),
      let factors = try? UnitParser.factors(of: String(describing: text))
    else { return nil }
    self.init(factors: factors)
  }

  /// Units of these factors, made once as long as there are few.
  class func unit(of factors: PowerProduct<UnitFactor>) -> HKUnit {
    precondition(
      factors.powers.values.allSatisfy(UnitParser.powers.contains), "The power of a unit goes beyond 999.")
    return UnitTable.unit(of: factors)
  }
}

extension HKUnit {
  /// The unit that a text stands for, as `HKUnit(from:)` reads it, for text that comes from outside.
  package static func unit(reading text: String) throws(UnitTextError) -> HKUnit { try UnitTable.unit(reading: text) }

  /// Whether numbers in this unit can be given in the other one.
  func converts(to unit: HKUnit) -> Bool { self === unit || meaning.dimension == unit.meaning.dimension }

  /// `value` in this unit as a number in `unit`, which this one converts to.
  func convert(_ value: Double, to unit: HKUnit) -> Double {
    if isEqual(unit) { return value }
    let (from, to) = (meaning.curve, unit.meaning.curve)
    if from == .proportional && to == .proportional { return scaled(value, to: unit) }
    let pivot = from == .proportional ? proportional(value) - to.zero : from.pivot(value)
    return to == .proportional ? unit.reciprocally(pivot + from.zero) : to.value(pivot: pivot)
  }

  private func scaled(_ value: Double, to unit: HKUnit) -> Double {
    let above = fraction.above * unit.fraction.below
    let below = fraction.below * unit.fraction.above
    if above.isFinite && below.isFinite { return value * above / below }
    return value * exp(meaning.scale.logarithm - unit.meaning.scale.logarithm)
  }

  private func proportional(_ value: Double) -> Double { value * fraction.above / fraction.below }

  private func reciprocally(_ value: Double) -> Double { value * fraction.below / fraction.above }
}

extension InstanceFactory where Self: HKUnit {
  /// The unit that a text stands for.
  ///
  /// Symbols with prefixes: `g m L Pa s J K S Hz mol<molar mass> V W rad lx` (`l` is `L`), prefixes
  /// `f p n mc m c d da h k M G T`, where `mc` is micro. Symbols without: `oz lb st in ft yd mi mmHg inHg cmAq atm dBASPL
  /// dBHL fl_oz_us fl_oz_imp pt_us pt_imp cup_us cup_imp min hr d cal Cal kcal degC degF IU count % D pD deg
  /// appleEffortScore`. Between them `.`, `*` or `·`, one `/`, `^` with a whole power, parentheses. Multiplication binds
  /// before division: `ml/kg*min` is `ml/(kg*min)`.
  ///
  /// Traps where the text is no unit, as Apple's raises an exception; it never guesses.
  public init(from string: String) {
    do { self = asked(try UnitTable.unit(reading: string)) } catch {
      preconditionFailure("“\(string)” is no unit: \(error)")
    }
  }
}
