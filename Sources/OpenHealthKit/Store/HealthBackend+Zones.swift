// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthDatabase
import Workouts
import ZoneStorage
import Zones

extension HealthBackend {
  /// The zones that a person chose in the app, else the system's; for types without zones none.
  ///
  /// The system's of heart rate are five of heart-rate reserve, at 60, 70, 80 and 90 %: from the maximum that the person
  /// gave, else Nes' 211 − 0.64 · age, and the latest resting heart rate, else 60. Without maximum and age there are none.
  /// Those of cycling power are six at 55, 75, 90, 105 and 120 % of the latest functional threshold power, if there is one.
  func preferredZones(for type: HKQuantityType) throws(HKError) -> HKWorkoutZoneConfiguration? {
    guard let unit = type.zoneUnit else { return nil }
    let isPower = type == HKQuantityType(.cyclingPower)
    let sample = HKQuantityType(isPower ? .cyclingFunctionalThresholdPower : .restingHeartRate)
    let latest = try latestSample(of: sample)
    let today = Day(of: now.instant, utcOffsetSeconds: TimeZone.current.secondsFromGMT(for: now))
    let history = try read { try $0.zoneHistory(of: $1) }
    let sport: Sport = isPower ? .cycling : .generic
    func made(
      _ boundaries: [Double], _ source: HKWorkoutZoneConfiguration.Source
    ) throws(HKError) -> HKWorkoutZoneConfiguration? {
      // Zones that the app allows and HealthKit doesn't, as two or ten of them, don't count.
      try? HKWorkoutZoneConfiguration(
        quantityType: type, zoneBoundaries: boundaries.map { HKQuantity(unit: unit, doubleValue: $0) }, source: source)
    }
    if let chosen = history.chosen(isPower ? .power : .heartRate, sport: sport, on: today),
      let zones = try made(chosen.zones.boundaries.values, .user)
    {
      return zones
    }
    var anchors = history.anchors(on: today, sport: isPower ? .cycling : nil, standingIn: true)
    if let latest {
      let kind: AnchorKind = isPower ? .functionalThresholdPower : .restingHeartRate
      let day = Day(of: latest.endDate.instant, utcOffsetSeconds: TimeZone.current.secondsFromGMT(for: latest.endDate))
      if anchors[kind]?.since.map({ $0 <= day }) ?? true {
        try? anchors.set(kind, Anchor(latest.quantity.doubleValue(for: unit), .measured, since: day))
      }
    }
    if isPower {
      guard let threshold = anchors[.functionalThresholdPower]?.value else { return nil }
      return try made([55, 75, 90, 105, 120].map { threshold * $0 / 100 }, .system)
    }
    guard let top = anchors.maximumHeartRate?.value, let rest = anchors.restingHeartRate?.value, top > rest else {
      return nil
    }
    return try made([60, 70, 80, 90].map { rest + (top - rest) * $0 / 100 }, .system)
  }

  /// The newest sample of a type by anybody: what the system computes with, it knows without a program's permission.
  private func latestSample(of type: HKQuantityType) throws(HKError) -> HKQuantitySample? {
    try read { access, athlete in
      let reader = SampleReader(self, access, athlete)
      var found: HKQuantitySample?
      let everything = Visibility(program: program, seesOthers: true, from: -.infinity)
      try reader.chunks(of: type, SamplePlan(nil), everything, order: .latestEnd, withNames: true) { chunk, _ in
        if let found, chunk.end(chunk.latest) < found.endDate.timeIntervalSinceReferenceDate { return false }
        if let sample = chunk.sample(chunk.latest) as? HKQuantitySample,
          found.map({ $0.endDate <= sample.endDate }) ?? true
        {
          found = sample
        }
        return true
      }
      return found
    }
  }
}
