// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthKit
import TestSupport
import Testing

@testable import OpenHealthKit

struct `The text of a unit` {
  @Test(arguments: [
    ("kg/m.s^2", "kg/(m.s^2)"),
    ("ml/kg*min", "ml/(kg*min)"),
    ("ml/kg*min", "mL/min·kg"),
    ("m*s", "s·m"),
    ("(m.s)^2", "m^2*s^2"),
    ("(m/s)^-2", "s^2/m^2"),
    ("m^-1", "(m^-1)"),
    ("kcal/(kg*hr)", "kcal/hr·kg"),
    ("m.m", "m^2"),
    ("m.m^-1", "()"),
    ("m^0", "()"),
    ("((m))", "m"),
    ("cm^3", "ml"),
    ("kJ/s", "kW"),
    ("kcal", "Cal"),
    ("J/s", "W"),
    ("s^-1", "Hz"),
    ("hr/min.min", "min^-1.hr/min"),
    ("mi.hr", "mi.min.hr/min"),
    ("V.S.V", "W"),
  ]) func `means the same however it is written`(a: String, b: String) {
    let (left, right) = (HKUnit(from: a), HKUnit(from: b))
    #expect(left == right)
    #expect(left.hash == right.hash)
    #expect(Set([left, right]).count == 1)
  }

  @Test(arguments: [
    ("m", "ft"), ("count", "%"), ("count/s", "Hz"), ("degC", "K"), ("degF", "degC"), ("m/s", "s/m"),
    ("mol<18>", "mol<19>"),
    ("g", "kg"), ("dBASPL", "dBHL"), ("Pa", "dBASPL"),
  ]) func `differs where the meaning does`(a: String, b: String) {
    #expect(HKUnit(from: a) != HKUnit(from: b))
  }

  @Test(arguments: [
    ("count/min", "count/min"), ("ml/kg*min", "mL/min·kg"), ("kcal/(kg.hr)", "kcal/hr·kg"), ("m/s", "m/s"),
    ("km/hr", "km/hr"), ("%", "%"), ("degF", "degF"), ("m.m", "m^2"), ("m/s.s", "m/s^2"), ("s^-1", "s^-1"),
    ("m/m", "()"),
    ("dL/L", "dL/L"), ("mmol<180.15588000005408>/L", "mmol<180.15588000005408>/L"),
  ]) func `is written in one way`(text: String, written: String) {
    let unit = HKUnit(from: text)
    #expect(unit.unitString == written)
    #expect(unit.description == written)
    #expect(HKUnit(from: written) == unit)
  }

  @Test func `that cancels is null`() {
    #expect(HKUnit(from: "dL/L").isNull())
    #expect(HKUnit(from: "()").isNull())
    #expect(HKUnit.meter().unitDivided(by: .meter()).isNull())
    #expect(HKUnit.meter().unitRaised(toPower: 0).isNull())
    for text in ["%", "count", "rad", "Hz", "degC", "dBASPL", "count/min"] { #expect(!HKUnit(from: text).isNull()) }
    #expect(HKQuantity(unit: HKUnit(from: "dL/L"), doubleValue: 5).doubleValue(for: HKUnit(from: "()")) == 0.5)
  }

  @Test func `comes from calculating with units`() {
    let beats = HKUnit.count().unitDivided(by: .minute())
    #expect(beats == HKUnit(from: "count/min"))
    #expect(beats.reciprocal() == HKUnit(from: "min/count"))
    #expect(beats.unitMultiplied(by: .minute()) == .count())
    #expect(HKUnit.meter().unitRaised(toPower: 3).unitString == "m^3")
    let vo2 = HKUnit.literUnit(with: .milli).unitDivided(by: .gramUnit(with: .kilo).unitMultiplied(by: .minute()))
    #expect(vo2 == HKUnit(from: "ml/kg*min"))
  }

  @Test(arguments: [
    ("", "missing"), (" ", "no symbol"), ("count / min", "no symbol"), ("bpm", "no symbol"), ("µg", "no symbol"),
    ("kmin", "no symbol"), ("kkg", "no symbol"), ("Count", "no symbol"), ("k", "no symbol"), ("m/", "missing"),
    ("/s", "missing"), ("m..s", "missing"), ("m*", "missing"), ("1/s", "no symbol"), ("m/s/s", "at most one /"),
    ("(m/s)/s", "at most one /"), ("m/(s/kg)", "at most one /"), ("m^", "no power"), ("m^x", "no power"),
    ("m^1.5", "no symbol"), ("m^+2", "no power"), ("m^1000", "no power"), ("((m^999)^999)^999", "no power"),
    ("m^999.m", "no power"), ("m^99999999999999999999", "no power"), ("m^-9223372036854775808", "no power"),
    ("(m", "parenthesis"), ("m)", "parenthesis"), ("mol", "molar mass"), ("mol<>", "molar mass"),
    ("mol<0>", "molar mass"),
    ("mol<-1>", "molar mass"), ("mol<nan>", "molar mass"), ("mol<1e999>", "molar mass"), ("mol<0x10>", "molar mass"),
    ("mol<18", "molar mass"), ("g<18>", "parenthesis"), ("m(s)", "parenthesis"),
  ]) func `that is none is refused with a reason`(text: String, says: String) {
    let error = #expect(throws: UnitTextError.self) { try HKUnit.unit(reading: text) }
    #expect(error?.description.contains(says) == true, "\(String(describing: error))")
  }

  @Test func `with parentheses without end is refused and not followed down`() {
    #expect(throws: UnitTextError.unbalanced) { try HKUnit.unit(reading: String(repeating: "(", count: 1_000_000)) }
  }

  @Test func `that is none stops the program in HKUnit(from:), as on Apple's systems`() async {
    await #expect(processExitsWith: .failure) { _ = HKUnit(from: "bpm") }
  }

  @Test func `survives any damage without a trap`() {
    let alphabet = Array("gmLlPasJKSHzmolVWradlx.*·/^()<>%0123456789-_dBcunt ")
    for seed in 0..<20000 as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      let text = String(
        (0..<Int.random(in: 0..<12, using: &random)).map { _ in alphabet.randomElement(using: &random) ?? "m" })
      guard let unit = try? HKUnit.unit(reading: text) else { continue }
      #expect(HKUnit(from: unit.unitString) == unit, "seed \(seed): \(text)")
    }
  }

  @Test func `of a random compound is read as what was written, and converts there and back`() {
    for seed in 0..<5000 as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      let unit = randomUnit(&random)
      let again = HKUnit(from: unit.unitString)
      #expect(again == unit && again.hash == unit.hash, "seed \(seed): \(unit)")
      #expect(again.unitString == unit.unitString, "seed \(seed)")
      #expect(unit.reciprocal().reciprocal() == unit, "seed \(seed)")
      #expect(unit.unitDivided(by: unit).isNull(), "seed \(seed)")
      let other = sibling(of: unit, &random)
      #expect(HKQuantity(unit: unit, doubleValue: 1).is(compatibleWith: other), "seed \(seed): \(unit), \(other)")
      let value = Double.random(in: -1000...1000, using: &random)
      let there = HKQuantity(unit: unit, doubleValue: value).doubleValue(for: other)
      let back = HKQuantity(unit: other, doubleValue: there).doubleValue(for: unit)
      #expect(isClose(back, value), "seed \(seed): \(unit), \(other), \(value), \(back)")
    }
  }

  @Test func `is read by many threads at once, as one unit`() async {
    let texts = (0..<300).map { "m^\($0 % 90)*mol<\($0 + 1)>/s" }
    let read = await withTaskGroup(of: [HKUnit].self) { group in
      for _ in 0..<8 {
        group.addTask { texts.map { HKUnit(from: $0).unitMultiplied(by: .second()) } }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(read.count == 8)
    for units in read { #expect(units == read[0]) }
  }

  @Test func `and calculating keep the laws of products`() {
    for seed in 0..<2000 as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      let (a, b, c) = (randomUnit(&random), randomUnit(&random), randomUnit(&random))
      #expect(a.unitMultiplied(by: b) == b.unitMultiplied(by: a), "seed \(seed)")
      #expect(
        a.unitMultiplied(by: b).unitMultiplied(by: c) == a.unitMultiplied(by: b.unitMultiplied(by: c)), "seed \(seed)")
      #expect(a.unitDivided(by: b).unitDivided(by: c) == a.unitDivided(by: b.unitMultiplied(by: c)), "seed \(seed)")
      #expect(
        a.unitMultiplied(by: b).unitRaised(toPower: 2)
          == a.unitRaised(toPower: 2).unitMultiplied(by: b.unitRaised(toPower: 2)), "seed \(seed)")
    }
  }

  /// A product of two to four symbols with prefixes and powers.
  private func randomUnit(_ random: inout SeededGenerator) -> HKUnit {
    var product = PowerProduct<UnitFactor>()
    for _ in 0..<Int.random(in: 2...4, using: &random) {
      let symbol = UnitSymbol.allCases.randomElement(using: &random) ?? .meter
      let prefix = symbol.takesPrefix ? HKMetricPrefix.all.randomElement(using: &random) ?? .none : .none
      let mass = symbol == .mole ? Double.random(in: 0.1...500, using: &random) : nil
      let power = Int.random(in: -3...3, using: &random)
      product = product * PowerProduct(UnitFactor(symbol, prefix: prefix, molarMass: mass), power: power)
    }
    return HKUnit.unit(of: product)
  }

  /// A unit of the same dimension: each symbol replaced by a random one of its kind.
  private func sibling(of unit: HKUnit, _ random: inout SeededGenerator) -> HKUnit {
    var product = PowerProduct<UnitFactor>()
    for (factor, power) in unit.factors.powers {
      let kind = UnitSymbol.allCases.filter { $0.dimension == factor.symbol.dimension && $0 != .mole }
      let symbol = kind.randomElement(using: &random) ?? factor.symbol
      product = product * PowerProduct(UnitFactor(symbol), power: power)
    }
    // A lone degree is a point on a scale and converts by another rule than a difference; the tests of scales have it.
    return unit.meaning.curve == .proportional && UnitMeaning(of: product).curve == .proportional
      ? HKUnit.unit(of: product) : unit
  }
}
