// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthKit
import TestSupport
import Testing
import Zones

@testable import OpenHealthKit

/// Questions that Apple leaves open are named by their numbers in docs/healthkit.md.
struct `Zones of a workout` {
  static let beats = HKUnit(from: "count/min")
  static let heartRate = HKQuantityType(.heartRate)

  static func boundaries(_ values: [Double], _ unit: HKUnit = beats) -> [HKQuantity] {
    values.map { HKQuantity(unit: unit, doubleValue: $0) }
  }

  static func configuration(_ values: Double..., unit: HKUnit = beats) throws -> HKWorkoutZoneConfiguration {
    try HKWorkoutZoneConfiguration(quantityType: heartRate, zoneBoundaries: boundaries(values, unit))
  }

  @Test func `lie between boundaries, open at both ends`() throws {
    let zones = try Self.configuration(136.8, 147.6, 158.4, 169.2).zones
    #expect(zones.map(\.index) == [0, 1, 2, 3, 4])
    #expect(zones[0].minimum == nil && zones[4].maximum == nil)
    #expect(zones[1].minimum?.description == "136.8 count/min")
    #expect(zones[1].maximum?.description == "147.6 count/min")
    for (zone, next) in zip(zones, zones.dropFirst()) { #expect(zone.maximum == next.minimum) }
  }

  @Test func `made by an app are the app's`() throws {
    let configuration = try Self.configuration(120, 140)
    #expect(configuration.source == .app)
    #expect(configuration.quantityType == Self.heartRate)
  }

  @Test func `question 1: a value on a boundary belongs to the higher zone`() throws {
    let boundaries = try Self.configuration(120, 140, 160).boundaries
    #expect([119.999, 120, 139.999, 140, 160, 500].map(boundaries.index(of:)) == [0, 1, 1, 2, 3, 3])
  }

  @Test func `are computed in beats per minute whatever unit they come in`() throws {
    #expect(try Self.configuration(2, 2.5, unit: HKUnit(from: "count/s")).boundaries.values == [120, 150])
  }

  @Test(arguments: [1, 0, 9, 20]) func `question 23: are three to nine`(count: Int) {
    let values = (0..<count).map { 100 + Double($0) }
    #expect(refusal(values).contains("3 to 9 zones"))
  }

  @Test(arguments: 2...8) func `question 23: three to nine are taken`(count: Int) throws {
    let values = (0..<count).map { 100 + Double($0) }
    let made = try HKWorkoutZoneConfiguration(quantityType: Self.heartRate, zoneBoundaries: Self.boundaries(values))
    #expect(made.zones.count == count + 1)
  }

  @Test(
    arguments: [
      ([120, 120], "above the one before"), ([140, 120], "above the one before"),
      ([100, 120, 110], "above the one before"),
      ([0, 120], "above 0"), ([-5, 120], "above 0"), ([Double.nan, 120], "above 0"), ([120, .infinity], "above 0"),
    ] as [([Double], String)]) func `question 23: have ascending numbers above 0`(values: [Double], says: String)
  {
    #expect(refusal(values).contains(says))
    #expect(refusal(values).filter(\.isNumber).allSatisfy { $0 == "0" }, "an error holds no values")
  }

  @Test func `question 23: ascend in one unit, not by number`() throws {
    let mixed = [
      HKQuantity(unit: Self.beats, doubleValue: 120), HKQuantity(unit: HKUnit(from: "count/s"), doubleValue: 3),
    ]
    let made = try HKWorkoutZoneConfiguration(quantityType: Self.heartRate, zoneBoundaries: mixed)
    #expect(made.boundaries.values == [120, 180])
    #expect(throws: HKError.self) {
      try HKWorkoutZoneConfiguration(quantityType: Self.heartRate, zoneBoundaries: mixed.reversed())
    }
  }

  @Test func `question 22: are of heart rate or cycling power, in units of these`() throws {
    let watts = Self.boundaries([150, 200, 250], .watt())
    #expect(
      try HKWorkoutZoneConfiguration(quantityType: HKQuantityType(.cyclingPower), zoneBoundaries: watts).zones.count
        == 4)
    for type in [HKQuantityType(.runningPower), HKQuantityType(.restingHeartRate), HKQuantityType(.cyclingSpeed)] {
      #expect(refusal([120, 140], of: type).contains("Only heart rate and cycling power"))
    }
    #expect(refusal([150, 200, 250], .watt()).contains("can't be given in W"))
    #expect(refusal([1, 2], .hertz()).contains("can't be given in Hz"))
  }

  @Test func `question 24: keep the quantities that they were given`() throws {
    let given = Self.boundaries([2, 2.5], HKUnit(from: "count/s"))
    let made = try HKWorkoutZoneConfiguration(quantityType: Self.heartRate, zoneBoundaries: given)
    #expect(made.zones[0].maximum === given[0] && made.zones[2].minimum === given[1])
  }

  @Test func `question 27: are equal by type, source and boundaries in one unit`() throws {
    let minutes = try Self.configuration(120, 150)
    #expect(minutes == (try Self.configuration(2, 2.5, unit: HKUnit(from: "count/s"))))
    #expect(!(minutes == (try Self.configuration(120, 151))))
    #expect(!(minutes == (try Self.configuration(120, 150, 170))))
    let user = try HKWorkoutZoneConfiguration(
      quantityType: Self.heartRate, zoneBoundaries: Self.boundaries([120, 150]), source: .user)
    #expect(user.source == .user && !(minutes == user))
    let tenths = try Self.configuration(0.1 + 0.2, 1)
    #expect(!(tenths == (try Self.configuration(0.3, 1))), "within one unit numbers are taken as they are")
  }

  @Test func `question 27: are equal after conversion of any boundaries`() throws {
    for seed in 0..<2000 as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      let values = Array(
        Set((0..<Int.random(in: 2...8, using: &random)).map { _ in Double.random(in: 60...220, using: &random) })
      ).sorted()
      guard values.count >= 2 else { continue }
      let given = Self.boundaries(values)
      let seconds = given.map {
        HKQuantity(unit: HKUnit(from: "count/s"), doubleValue: $0.doubleValue(for: HKUnit(from: "count/s")))
      }
      let a = try HKWorkoutZoneConfiguration(quantityType: Self.heartRate, zoneBoundaries: given)
      let b = try HKWorkoutZoneConfiguration(quantityType: Self.heartRate, zoneBoundaries: seconds)
      #expect(a == b && b == a, "seed \(seed)")
    }
  }

  @Test func `have sources that are coded by their names`() throws {
    for (source, text) in [(HKWorkoutZoneConfiguration.Source.system, "system"), (.user, "user"), (.app, "app")] {
      let data = try JSONEncoder().encode(source)
      #expect(String(decoding: data, as: UTF8.self) == "{\"\(text)\":{}}")
      #expect(try JSONDecoder().decode(HKWorkoutZoneConfiguration.Source.self, from: data) == source)
    }
  }

  @Test func `and their durations are groups with every zone`() throws {
    let configuration = try Self.configuration(120, 140)
    let group = HKWorkoutZoneGroup(configuration: configuration, seconds: [60, 0, 1.5])
    #expect(group.zoneDurations.map(\.duration) == [60, 0, 1.5])
    #expect(group.zoneDurations.map(\.zone.index) == [0, 1, 2])
    #expect(group.configuration == configuration)
  }

  @Test func `question 16: an update's durations are the entries of its group`() throws {
    let group = HKWorkoutZoneGroup(configuration: try Self.configuration(120, 140), seconds: [60, 20, 0])
    let date = Date(timeIntervalSinceReferenceDate: 80)
    let update = HKLiveWorkoutZoneUpdate(group: group, previous: 1, current: 2, lastSampleProcessed: date)
    #expect(update.previousZoneDuration?.duration == 20 && update.previousZoneDuration?.zone.index == 1)
    #expect(update.currentZoneDuration?.duration == 0 && update.currentZoneDuration?.zone.index == 2)
    #expect(update.zoneGroup?.zoneDurations.map(\.duration) == [60, 20, 0])
    #expect(update.lastSampleProcessedDate == date)
  }

  @Test func `question 14: an update at the first zone has no previous one`() throws {
    let group = HKWorkoutZoneGroup(configuration: try Self.configuration(120, 140), seconds: [0, 0, 0])
    let update = HKLiveWorkoutZoneUpdate(group: group, previous: nil, current: 0, lastSampleProcessed: Date())
    #expect(update.previousZoneDuration == nil && update.currentZoneDuration?.duration == 0)
    let silent = HKLiveWorkoutZoneUpdate(group: group, previous: 0, current: nil, lastSampleProcessed: nil)
    #expect(silent.currentZoneDuration == nil && silent.lastSampleProcessedDate == nil)
  }

  /// The sentence with which boundaries are refused, always with the code for an invalid argument.
  private func refusal(
    _ values: [Double], _ unit: HKUnit = beats, of type: HKQuantityType = heartRate
  ) -> String {
    do {
      _ = try HKWorkoutZoneConfiguration(quantityType: type, zoneBoundaries: Self.boundaries(values, unit))
      return "taken"
    } catch {
      return HKError.errorInvalidArgument ~= error ? error.localizedDescription : "another error"
    }
  }
}
