// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Foundation

// What came before statistics. Apps still use it.
extension HKWorkout {
  /// The types that totals can be given of.
  static let totalTypes: [HKQuantityTypeIdentifier] = [
    .activeEnergyBurned, .distanceWalkingRunning, .swimmingStrokeCount, .flightsClimbed,
  ]

  /// The types of distances; a workout has one of them, as a rule.
  static let distances: [HKQuantityTypeIdentifier] = [
    .distanceWalkingRunning, .distanceCycling, .distanceSwimming, .distanceWheelchair, .distanceRowing,
    .distancePaddleSports, .distanceSkatingSports, .distanceCrossCountrySkiing, .distanceDownhillSnowSports,
  ]

  private func sum(_ identifier: HKQuantityTypeIdentifier) -> HKQuantity? {
    contents.totals[identifier] ?? contents.statistics[HKQuantityType(identifier)]?.sumQuantity()
  }

  /// Active energy burned: what the workout was made with, else the sum of its samples.
  @available(*, deprecated, message: "Use statistics(for:) with activeEnergyBurned.")
  public var totalEnergyBurned: HKQuantity? { sum(.activeEnergyBurned) }

  /// Distance: what the workout was made with, else the sum of the distance that fits its activity, else of any.
  @available(*, deprecated, message: "Use statistics(for:) with the type of distance.")
  public var totalDistance: HKQuantity? {
    if let given = contents.totals[.distanceWalkingRunning] { return given }
    let fitting = workoutActivityType.distance.map { [$0] } ?? []
    return (fitting + Self.distances).lazy.compactMap { self.sum($0) }.first
  }

  /// Strokes: what the workout was made with, else the sum of its samples.
  @available(*, deprecated, message: "Use statistics(for:) with swimmingStrokeCount.")
  public var totalSwimmingStrokeCount: HKQuantity? { sum(.swimmingStrokeCount) }

  /// Flights: what the workout was made with, else the sum of its samples.
  @available(*, deprecated, message: "Use statistics(for:) with flightsClimbed.")
  public var totalFlightsClimbed: HKQuantity? { sum(.flightsClimbed) }
}

extension HKWorkoutActivityType {
  /// The distance that is measured in an activity; nil where none is, as a rule.
  package var distance: HKQuantityTypeIdentifier? {
    switch self {
    case .running, .walking, .hiking, .trackAndField: .distanceWalkingRunning
    case .cycling, .handCycling: .distanceCycling
    case .swimming: .distanceSwimming
    case .wheelchairWalkPace, .wheelchairRunPace: .distanceWheelchair
    case .rowing: .distanceRowing
    case .paddleSports: .distancePaddleSports
    case .skatingSports: .distanceSkatingSports
    case .crossCountrySkiing: .distanceCrossCountrySkiing
    case .downhillSkiing, .snowboarding: .distanceDownhillSnowSports
    default: nil
    }
  }
}
