// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import OpenHealthKit
import Workouts

/// How quantities of the app are called in HealthKit, in which live workouts are recorded.
enum LiveTypes {
  /// The type of a quantity; `nil` where HealthKit has none for the sport.
  static func type(of quantity: Quantity, in sport: Sport) -> HKQuantityType? {
    let identifier: HKQuantityTypeIdentifier? =
      switch (quantity, sport) {
      case (.heartRate, _): .heartRate
      case (.power, .running), (.power, .walking), (.power, .hiking): .runningPower
      case (.power, _): .cyclingPower
      case (.cadence, .cycling): .cyclingCadence
      case (.speed, .cycling): .cyclingSpeed
      case (.speed, .running): .runningSpeed
      case (.speed, .walking), (.speed, .hiking): .walkingSpeed
      case (.speed, .rowing): .rowingSpeed
      case (.distance, .cycling): .distanceCycling
      case (.distance, .rowing): .distanceRowing
      case (.distance, .running), (.distance, .walking), (.distance, .hiking): .distanceWalkingRunning
      default: nil
      }
    return identifier.map { HKQuantityType($0) }
  }

  /// The unit of a quantity.
  static func unit(of quantity: Quantity) -> HKUnit { HKUnit(from: quantity.unit) }
}
