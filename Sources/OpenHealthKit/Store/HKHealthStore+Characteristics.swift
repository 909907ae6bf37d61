// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

public import Foundation
import HealthDatabase
import Workouts
import ZoneStorage
import Zones

extension HKHealthStore {
  /// The year in which the person was born, by Gregorian calendar; the app knows an age, not a day, so the year can be one
  /// too late.
  ///
  /// - Throws: `HKError` with the code `errorNoData` where it isn't known or this program may not read it.
  public func dateOfBirthComponents() throws -> DateComponents {
    let health = health
    let type = HKCharacteristicType(.dateOfBirth)
    health.noteReading(type)
    guard health.mayRead(type), let year = try health.yearOfBirth() else { throw HKError(.errorNoData) }
    return DateComponents(calendar: Calendar(identifier: .gregorian), year: year)
  }

  /// The person's sex: not set, as the app doesn't ask for it.
  public func biologicalSex() throws -> HKBiologicalSexObject {
    health.noteReading(HKCharacteristicType(.biologicalSex))
    return HKBiologicalSexObject(.notSet)
  }

  /// The person's blood type: not set, as the app doesn't ask for it.
  public func bloodType() throws -> HKBloodTypeObject {
    health.noteReading(HKCharacteristicType(.bloodType))
    return HKBloodTypeObject(.notSet)
  }

  /// The person's skin type: not set, as the app doesn't ask for it.
  public func fitzpatrickSkinType() throws -> HKFitzpatrickSkinTypeObject {
    health.noteReading(HKCharacteristicType(.fitzpatrickSkinType))
    return HKFitzpatrickSkinTypeObject(.notSet)
  }

  /// Whether the person uses a wheelchair: not set, as the app doesn't ask for it.
  public func wheelchairUse() throws -> HKWheelchairUseObject {
    health.noteReading(HKCharacteristicType(.wheelchairUse))
    return HKWheelchairUseObject(.notSet)
  }

  /// What the person's goal for a day is counted in: energy.
  public func activityMoveMode() throws -> HKActivityMoveModeObject {
    health.noteReading(HKCharacteristicType(.activityMoveMode))
    return HKActivityMoveModeObject(.activeEnergy)
  }

  /// In which units the person reads types: those of the app.
  ///
  /// - Throws: `HKError` with the code `errorAuthorizationNotDetermined` where reading one of the types wasn't asked for.
  public func preferredUnits(for quantityTypes: Set<HKQuantityType>) async throws -> [HKQuantityType: HKUnit] {
    try await waiting { try $0.preferredUnits(for: quantityTypes) }
  }

  /// In which units the person reads types.
  public func preferredUnits(
    for quantityTypes: Set<HKQuantityType>,
    completion: @escaping @Sendable ([HKQuantityType: HKUnit], (any Error)?) -> Void
  ) {
    calling({ completion((try? $0.get()) ?? [:], $0.failure) }) { try $0.preferredUnits(for: quantityTypes) }
  }
}

extension HealthBackend {
  fileprivate func yearOfBirth() throws -> Int? {
    let today = Day(of: now.instant, utcOffsetSeconds: TimeZone.current.secondsFromGMT(for: now))
    let history = try read { try $0.zoneHistory(of: $1) }
    let age = history.anchors(on: today, sport: nil, standingIn: true)[.age]?.value
    return age.map { today.civil.year - Int($0.rounded(.down)) }
  }

  fileprivate func preferredUnits(for types: Set<HKQuantityType>) throws(HKError) -> [HKQuantityType: HKUnit] {
    if permissions == nil {
      let known = try decided()
      guard types.allSatisfy({ known.wasAsked(.read, $0.identifier) }) else {
        throw HKError(.errorAuthorizationNotDetermined)
      }
    }
    return Dictionary(uniqueKeysWithValues: types.map { ($0, Self.preferredUnit($0)) })
  }

  private static func preferredUnit(_ type: HKQuantityType) -> HKUnit {
    switch HKQuantityTypeIdentifier(rawValue: type.identifier) {
    case .heartRate, .respiratoryRate: HKUnit(from: "count/min")
    case let identifier where HKWorkout.distances.contains(identifier): HKUnit(from: "km")
    case .cyclingSpeed, .runningSpeed, .walkingSpeed, .rowingSpeed, .paddleSportsSpeed: HKUnit(from: "km/hr")
    case .height: HKUnit(from: "cm")
    default: type.traits.unit
    }
  }
}
