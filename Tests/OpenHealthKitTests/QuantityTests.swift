// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthKit
import Testing

struct `A quantity` {
  @Test(
    arguments: [
      (60.0, "count/min", 1.0, "count/s"), (2.5, "count/s", 150, "count/min"), (26.2, "mi", 42.1648128, "km"),
      (10, "m/s", 36, "km/hr"), (1, "mi/hr", 0.44704, "m/s"),
      (100, "mg/dL", 5.55074860726, "mmol<180.15588000005408>/L"),
      (1, "kcal/(kg*hr)", 4184.0 / 3600, "W/kg"), (1, "atm", 1013.25, "hPa"), (180, "deg", Double.pi, "rad"),
      (16, "oz", 1, "lb"), (14, "lb", 1, "st"), (1, "d", 86_400_000, "ms"), (1, "kcal", 1000, "cal"),
    ] as [(Double, String, Double, String)]) func `is given in any unit of its dimension`(
      value: Double, from: String, expected: Double, to: String
    )
  {
    let quantity = HKQuantity(unit: HKUnit(from: from), doubleValue: value)
    #expect(quantity.is(compatibleWith: HKUnit(from: to)))
    #expect(isClose(quantity.doubleValue(for: HKUnit(from: to)), expected))
  }

  @Test(
    arguments: [
      (37.0, "degC", 98.6, "degF"), (0, "degC", 273.15, "K"), (-40, "degF", -40, "degC"), (0, "K", -459.67, "degF"),
      (0, "K", -273.15, "degC"), (310.15, "K", 37, "degC"), (212, "degF", 373.15, "K"), (300_000, "mK", 26.85, "degC"),
      (94, "dBASPL", 1.0023744672545447, "Pa"), (0, "dBASPL", 20, "mcPa"), (2, "Pa", 100, "dBASPL"),
      (60, "dBASPL", 60, "dBASPL"),
    ] as [(Double, String, Double, String)]) func `is moved along scales with a zero of their own`(
      value: Double, from: String, expected: Double, to: String
    )
  {
    let there = HKQuantity(unit: HKUnit(from: from), doubleValue: value).doubleValue(for: HKUnit(from: to))
    #expect(abs(there - expected) < 1e-9)
    let back = HKQuantity(unit: HKUnit(from: to), doubleValue: there).doubleValue(for: HKUnit(from: from))
    #expect(abs(back - value) < 1e-9 * max(1, abs(value)))
  }

  @Test func `of a temperature in a product is a difference`() {
    let rate = HKQuantity(unit: HKUnit(from: "degF/min"), doubleValue: 9)
    #expect(isClose(rate.doubleValue(for: HKUnit(from: "degC/min")), 5))
    #expect(isClose(rate.doubleValue(for: HKUnit(from: "K/min")), 5))
    #expect(!HKQuantity(unit: HKUnit(from: "dBASPL/s"), doubleValue: 1).is(compatibleWith: HKUnit(from: "Pa/s")))
  }

  @Test(arguments: [
    ("count", "%"), ("count/s", "Hz"), ("count", "()"), ("%", "dL/L"), ("m", "s"), ("m/s", "s/m"), ("W", "J"),
    ("rad", "()"),
    ("dBHL", "dBASPL"), ("IU", "g"), ("pD", "D"), ("appleEffortScore", "count"), ("lx", "W"),
  ]) func `does not convert to what is something else`(from: String, to: String) {
    #expect(!HKQuantity(unit: HKUnit(from: from), doubleValue: 1).is(compatibleWith: HKUnit(from: to)))
    #expect(!HKQuantity(unit: HKUnit(from: to), doubleValue: 1).is(compatibleWith: HKUnit(from: from)))
  }

  @Test(arguments: [("Hz", "s^-1"), ("W", "J/s"), ("L", "dm^3"), ("D", "m^-1"), ("Pa", "J/m^3"), ("mol<18>", "g")])
  func `converts where the SI defines one by the other`(from: String, to: String) {
    #expect(HKQuantity(unit: HKUnit(from: from), doubleValue: 1).is(compatibleWith: HKUnit(from: to)))
  }

  @Test func `is compared across units`() {
    let kilometer = HKQuantity(unit: HKUnit(from: "km"), doubleValue: 1)
    let mile = HKQuantity(unit: .mile(), doubleValue: 1)
    let meters = HKQuantity(unit: .meter(), doubleValue: 1000)
    #expect(kilometer.compare(mile) == .orderedAscending)
    #expect(mile.compare(kilometer) == .orderedDescending)
    #expect(kilometer.compare(meters) == .orderedSame)
    #expect(kilometer != meters, "equality does not convert")
    #expect(kilometer.compare(HKQuantity(unit: .meter(), doubleValue: .nan)) == .orderedSame)
  }

  @Test func `equals the same number in a unit of the same meaning`() {
    let a = HKQuantity(unit: HKUnit(from: "ml/kg*min"), doubleValue: 50)
    let b = HKQuantity(unit: HKUnit(from: "mL/(min.kg)"), doubleValue: 50)
    #expect(a == b && a.hash == b.hash)
    #expect(a != HKQuantity(unit: HKUnit(from: "ml/kg*min"), doubleValue: 51))
    #expect(HKQuantity(unit: .meter(), doubleValue: 0.0).hash == HKQuantity(unit: .meter(), doubleValue: -0.0).hash)
  }

  @Test func `is described by number and unit`() {
    #expect(HKQuantity(unit: HKUnit(from: "count/min"), doubleValue: 136.8).description == "136.8 count/min")
    #expect(HKQuantity(unit: .watt(), doubleValue: 250).description == "250 W")
    #expect(HKQuantity(unit: .watt(), doubleValue: .nan).description == "nan W")
  }

  @Test func `keeps numbers beyond the reach of a product of factors`() {
    let ratio = HKQuantity(unit: HKUnit(from: "mi^200"), doubleValue: 1).doubleValue(for: HKUnit(from: "km^200"))
    #expect(abs(ratio / pow(1.609344, 200) - 1) < 1e-10)
  }

  @Test func `in no unit of its dimension stops the program, as on Apple's systems`() async {
    await #expect(processExitsWith: .failure) {
      _ = HKQuantity(unit: .count(), doubleValue: 1).doubleValue(for: .percent())
    }
    await #expect(processExitsWith: .failure) {
      _ = HKQuantity(unit: .count(), doubleValue: 1).compare(HKQuantity(unit: .second(), doubleValue: 1))
    }
    await #expect(processExitsWith: .failure) { _ = HKUnit.moleUnit(withMolarMass: 0) }
    await #expect(processExitsWith: .failure) { _ = HKUnit.meter().unitRaised(toPower: 1000) }
    await #expect(processExitsWith: .failure) { _ = HKUnit.massFormatterUnit(from: .meter()) }
  }

  @Test func `and its unit come back from an archive`() throws {
    for text in ["count/min", "mmol<180.15588000005408>/L", "()", "mL/min·kg", "degF"] {
      let quantity = HKQuantity(unit: HKUnit(from: text), doubleValue: 136.8)
      let data = try NSKeyedArchiver.archivedData(withRootObject: quantity, requiringSecureCoding: true)
      let back = try NSKeyedUnarchiver.unarchivedObject(ofClass: HKQuantity.self, from: data)
      #expect(back == quantity)
      #expect(quantity.copy() as? HKQuantity === quantity)
    }
  }

  @Test func `has the units of formatters`() {
    let masses: [(MassFormatter.Unit, String)] = [
      (.gram, "g"), (.kilogram, "kg"), (.ounce, "oz"), (.pound, "lb"), (.stone, "st"),
    ]
    for (unit, text) in masses {
      #expect(HKUnit(from: unit) == HKUnit(from: text))
      #expect(HKUnit.massFormatterUnit(from: HKUnit(from: text)) == unit)
    }
    let lengths: [(LengthFormatter.Unit, String)] = [
      (.millimeter, "mm"), (.centimeter, "cm"), (.meter, "m"), (.kilometer, "km"), (.inch, "in"), (.foot, "ft"),
      (.yard, "yd"), (.mile, "mi"),
    ]
    for (unit, text) in lengths {
      #expect(HKUnit(from: unit) == HKUnit(from: text))
      #expect(HKUnit.lengthFormatterUnit(from: HKUnit(from: text)) == unit)
    }
    let energies: [(EnergyFormatter.Unit, String)] = [
      (.joule, "J"), (.kilojoule, "kJ"), (.calorie, "cal"), (.kilocalorie, "kcal"),
    ]
    for (unit, text) in energies {
      #expect(HKUnit(from: unit) == HKUnit(from: text))
      #expect(HKUnit.energyFormatterUnit(from: HKUnit(from: text)) == unit)
    }
  }
}
