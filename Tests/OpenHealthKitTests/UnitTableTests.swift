// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthKit
import Testing

@testable import OpenHealthKit

struct `Every symbol of a unit` {
  /// A symbol, the factory that makes its unit, and how many of a unit of the SI it is.
  struct Row: Sendable, CustomTestStringConvertible {
    var symbol: String
    var made: HKUnit
    var factor: Double
    var base: String

    init(_ symbol: String, _ made: HKUnit, _ factor: Double, _ base: String) {
      self.symbol = symbol
      self.made = made
      self.factor = factor
      self.base = base
    }

    var testDescription: String { symbol }
  }

  static let table: [Row] = [
    Row("g", .gram(), 1e-3, "kg"),
    Row("oz", .ounce(), 0.028349523125, "kg"),
    Row("lb", .pound(), 0.45359237, "kg"),
    Row("st", .stone(), 6.35029318, "kg"),
    Row("mol<180.15588000005408>", .moleUnit(withMolarMass: HKUnitMolarMassBloodGlucose), 180.15588000005408, "g"),
    Row("m", .meter(), 1, "m"),
    Row("in", .inch(), 0.0254, "m"),
    Row("ft", .foot(), 0.3048, "m"),
    Row("yd", .yard(), 0.9144, "m"),
    Row("mi", .mile(), 1609.344, "m"),
    Row("L", .liter(), 1e-3, "m^3"),
    Row("l", .liter(), 1e-3, "m^3"),
    Row("fl_oz_us", .fluidOunceUS(), 0.0295735295625, "L"),
    Row("fl_oz_imp", .fluidOunceImperial(), 0.0284130625, "L"),
    Row("pt_us", .pintUS(), 0.473176473, "L"),
    Row("pt_imp", .pintImperial(), 0.56826125, "L"),
    Row("cup_us", .cupUS(), 0.2365882365, "L"),
    Row("cup_imp", .cupImperial(), 0.284130625, "L"),
    Row("Pa", .pascal(), 1, "kg/m*s^2"),
    Row("mmHg", .millimeterOfMercury(), 133.3224, "Pa"),
    Row("inHg", .inchesOfMercury(), 3386.38816, "Pa"),
    Row("cmAq", .centimeterOfWater(), 98.0665, "Pa"),
    Row("atm", .atmosphere(), 101325, "Pa"),
    Row("s", .second(), 1, "s"),
    Row("min", .minute(), 60, "s"),
    Row("hr", .hour(), 3600, "s"),
    Row("d", .day(), 86400, "s"),
    Row("Hz", .hertz(), 1, "s^-1"),
    Row("J", .joule(), 1, "kg*m^2/s^2"),
    Row("cal", .smallCalorie(), 4.184, "J"),
    Row("Cal", .largeCalorie(), 4184, "J"),
    Row("kcal", .kilocalorie(), 4184, "J"),
    Row("W", .watt(), 1, "J/s"),
    Row("K", .kelvin(), 1, "K"),
    Row("S", .siemen(), 1, "W/V^2"),
    Row("V", .volt(), 1, "W^1.V/W"),
    Row("lx", .lux(), 1, "lx"),
    Row("D", .diopter(), 1, "m^-1"),
    Row("pD", .prismDiopter(), 1, "pD"),
    Row("rad", .radianAngle(), 1, "rad"),
    Row("deg", .degreeAngle(), Double.pi / 180, "rad"),
    Row("count", .count(), 1, "count"),
    Row("%", .percent(), 1, "%"),
    Row("IU", .internationalUnit(), 1, "IU"),
    Row("dBHL", .decibelHearingLevel(), 1, "dBHL"),
    Row("appleEffortScore", .appleEffortScore(), 1, "appleEffortScore"),
  ]

  @Test(arguments: table)
  func `is read, made, written and converted`(row: Row) {
    let read = HKUnit(from: row.symbol)
    #expect(read == row.made)
    #expect(read === row.made, "units of one spelling are one instance")
    #expect(HKUnit(from: read.unitString) == read)
    #expect(read.unitString == (row.symbol == "l" ? "L" : row.symbol))
    let base = HKUnit(from: row.base)
    for value in [0, 1, 3.5, 1e6, -2] {
      let there = HKQuantity(unit: read, doubleValue: value).doubleValue(for: base)
      #expect(isClose(there, value * row.factor))
      #expect(isClose(HKQuantity(unit: base, doubleValue: there).doubleValue(for: read), value))
    }
  }

  @Test func `is in the table, but for those with scales of their own`() {
    let told = Set(Self.table.map { String($0.symbol.prefix { $0 != "<" }) })
    let own: Set = ["degC", "degF", "dBASPL"]
    #expect(Set(UnitSymbol.allCases.map(\.rawValue)).subtracting(told) == own)
  }

  @Test func `of the SI takes every prefix, and no other does`() {
    let exponents: [(HKMetricPrefix, String, Int)] = [
      (.none, "", 0), (.femto, "f", -15), (.pico, "p", -12), (.nano, "n", -9), (.micro, "mc", -6), (.milli, "m", -3),
      (.centi, "c", -2), (.deci, "d", -1), (.deca, "da", 1), (.hecto, "h", 2), (.kilo, "k", 3), (.mega, "M", 6),
      (.giga, "G", 9), (.tera, "T", 12),
    ]
    let makers: [(String, (HKMetricPrefix) -> HKUnit)] = [
      ("g", HKUnit.gramUnit), ("m", HKUnit.meterUnit), ("L", HKUnit.literUnit), ("Pa", HKUnit.pascalUnit),
      ("s", HKUnit.secondUnit), ("J", HKUnit.jouleUnit), ("S", HKUnit.siemenUnit), ("Hz", HKUnit.hertzUnit),
      ("V", HKUnit.voltUnit), ("W", HKUnit.wattUnit), ("rad", HKUnit.radianAngleUnit), ("lx", HKUnit.luxUnit),
      ("mol<18>", { .moleUnit(with: $0, molarMass: 18) }),
    ]
    for (prefix, letter, exponent) in exponents {
      for (symbol, make) in makers {
        let unit = make(prefix)
        #expect(HKUnit(from: letter + symbol) == unit)
        #expect(unit.unitString == letter + symbol)
        let plain = HKQuantity(unit: unit, doubleValue: 7).doubleValue(for: HKUnit(from: symbol))
        #expect(isClose(plain, 7 * pow(10, Double(exponent))))
      }
      #expect(HKUnit(from: letter + "K").unitString == letter + "K")
      #expect(HKUnit(from: letter + "l").unitString == letter + "L")
    }
    for symbol in UnitSymbol.allCases where !symbol.takesPrefix {
      #expect(throws: UnitTextError.self) { try HKUnit.unit(reading: "G" + symbol.rawValue) }
    }
  }

  @Test func `is matched whole before a prefix is looked for`() {
    #expect(HKUnit(from: "min") == .minute())
    #expect(HKUnit(from: "ft") == .foot())
    #expect(HKUnit(from: "d") == .day())
    #expect(HKUnit(from: "pt_us") == .pintUS())
    #expect(HKUnit(from: "mmHg") == .millimeterOfMercury())
    #expect(HKUnit(from: "Pa") == .pascal())
    #expect(HKUnit(from: "pD") == .prismDiopter())
    #expect(HKUnit(from: "mmol<2>") == .moleUnit(with: .milli, molarMass: 2))
    #expect(HKUnit(from: "mcg") == .gramUnit(with: .micro))
    #expect(HKUnit(from: "dam") == .meterUnit(with: .deca))
    #expect(HKUnit(from: "dm") == .meterUnit(with: .deci))
  }
}

/// Whether two numbers are the same to some twelve digits.
func isClose(_ a: Double, _ b: Double) -> Bool { a == b || abs(a - b) <= 4e-13 * max(abs(a), abs(b)) }
