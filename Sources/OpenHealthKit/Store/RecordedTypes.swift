// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Foundation
package import Workouts

/// How what recordings measured reads as samples of HealthKit's types.
struct RecordedType: Sendable {
  /// What recordings call it.
  var quantity: Quantity
  /// The sports in which it is that; nil for all.
  var sports: Set<Sport>?
  /// Whether samples are what was added since the value before, as for distances.
  var isIncrement = false

  /// The unit of the samples.
  var unit: HKUnit { HKUnit(from: quantity.unit) }

  func fits(_ sport: Sport) -> Bool { sports?.contains(sport) ?? true }

  /// What a type is in recordings; nil where they don't have it.
  static func of(_ type: HKSampleType) -> RecordedType? { all[type.identifier] }

  private static let all: [String: RecordedType] = {
    func sports(_ type: HKWorkoutActivityType...) -> Set<Sport> {
      Set(WorkoutSports.all.filter { type.contains($0.type) }.map(\.sport))
    }
    let onFoot: Set<Sport> = sports(.running, .walking, .hiking)
    var table: [HKQuantityTypeIdentifier: RecordedType] = [
      .heartRate: RecordedType(quantity: .heartRate),
      .respiratoryRate: RecordedType(quantity: .respirationRate),
      .cyclingPower: RecordedType(quantity: .power, sports: sports(.cycling, .handCycling)),
      .runningPower: RecordedType(quantity: .power, sports: onFoot),
      .cyclingCadence: RecordedType(quantity: .cadence, sports: sports(.cycling, .handCycling)),
      .cyclingSpeed: RecordedType(quantity: .speed, sports: sports(.cycling, .handCycling)),
      .runningSpeed: RecordedType(quantity: .speed, sports: sports(.running)),
      .walkingSpeed: RecordedType(quantity: .speed, sports: sports(.walking, .hiking)),
      .rowingSpeed: RecordedType(quantity: .speed, sports: sports(.rowing)),
      .paddleSportsSpeed: RecordedType(quantity: .speed, sports: sports(.paddleSports)),
    ]
    for distance in HKWorkout.distances {
      let its = WorkoutSports.all.filter { $0.type.distance == distance }.map(\.sport)
      table[distance] = RecordedType(quantity: .distance, sports: Set(its), isIncrement: true)
    }
    return Dictionary(uniqueKeysWithValues: table.map { ($0.key.rawValue, $0.value) })
  }()

  /// All types that recordings have.
  static let types: [HKQuantityType] = all.keys.sorted().compactMap { TypeTable.quantities[$0] }

  /// Under which type the deletion of what was measured is told.
  var tombstone: String { "series." + quantity.rawValue }
}

/// Sports of recordings and activities of HealthKit.
package enum WorkoutSports {
  /// Each sport with the activity it reads as; of several sports for one activity the first is written.
  static let all: [(sport: Sport, type: HKWorkoutActivityType)] = [
    (.running, .running), (.cycling, .cycling), (.swimming, .swimming), (.walking, .walking), (.hiking, .hiking),
    (.rowing, .rowing), (.training, .traditionalStrengthTraining), (.transition, .transition),
    (.multisport, .swimBikeRun), (.generic, .other), (Sport(rawValue: "fitness_equipment"), .mixedCardio),
    (Sport(rawValue: "basketball"), .basketball), (Sport(rawValue: "soccer"), .soccer),
    (Sport(rawValue: "tennis"), .tennis), (Sport(rawValue: "american_football"), .americanFootball),
    (Sport(rawValue: "cross_country_skiing"), .crossCountrySkiing),
    (Sport(rawValue: "alpine_skiing"), .downhillSkiing), (Sport(rawValue: "snowboarding"), .snowboarding),
    (Sport(rawValue: "mountaineering"), .climbing), (Sport(rawValue: "rock_climbing"), .climbing),
    (Sport(rawValue: "paddling"), .paddleSports), (Sport(rawValue: "kayaking"), .paddleSports),
    (Sport(rawValue: "rafting"), .paddleSports), (Sport(rawValue: "stand_up_paddleboarding"), .paddleSports),
    (Sport(rawValue: "e_biking"), .cycling), (Sport(rawValue: "boxing"), .boxing),
    (Sport(rawValue: "golf"), .golf), (Sport(rawValue: "horseback_riding"), .equestrianSports),
    (Sport(rawValue: "hunting"), .hunting), (Sport(rawValue: "fishing"), .fishing),
    (Sport(rawValue: "inline_skating"), .skatingSports), (Sport(rawValue: "ice_skating"), .skatingSports),
    (Sport(rawValue: "sailing"), .sailing), (Sport(rawValue: "windsurfing"), .surfingSports),
    (Sport(rawValue: "kitesurfing"), .surfingSports), (Sport(rawValue: "surfing"), .surfingSports),
    (Sport(rawValue: "wakeboarding"), .waterSports), (Sport(rawValue: "water_skiing"), .waterSports),
    (Sport(rawValue: "snowshoeing"), .snowSports), (Sport(rawValue: "hiit"), .highIntensityIntervalTraining),
    (Sport(rawValue: "racket"), .racquetball), (Sport(rawValue: "wheelchair_push_walk"), .wheelchairWalkPace),
    (Sport(rawValue: "wheelchair_push_run"), .wheelchairRunPace), (Sport(rawValue: "floor_climbing"), .stairClimbing),
    (Sport(rawValue: "diving"), .underwaterDiving), (Sport(rawValue: "meditation"), .mindAndBody),
    (Sport(rawValue: "jumpmaster"), .other), (Sport(rawValue: "dance"), .socialDance),
    (Sport(rawValue: "jump_rope"), .jumpRope), (Sport(rawValue: "volleyball"), .volleyball),
    (Sport(rawValue: "baseball"), .baseball), (Sport(rawValue: "cricket"), .cricket),
    (Sport(rawValue: "rugby"), .rugby), (Sport(rawValue: "hockey"), .hockey), (Sport(rawValue: "lacrosse"), .lacrosse),
    (Sport(rawValue: "water_tubing"), .waterSports), (Sport(rawValue: "mixed_martial_arts"), .martialArts),
  ]

  private static let types = Dictionary(all.map { ($0.sport, $0.type) }) { first, _ in first }
  private static let sports = Dictionary(all.map { ($0.type, $0.sport) }) { first, _ in first }

  /// Sports that no table lists are other.
  package static func type(of sport: Sport, subSport: String?) -> HKWorkoutActivityType {
    switch (sport, subSport) {
    case (.training, "cardio_training"): .mixedCardio
    case (.training, "yoga"), (Sport(rawValue: "fitness_equipment"), "yoga"): .yoga
    case (.training, "pilates"), (Sport(rawValue: "fitness_equipment"), "pilates"): .pilates
    case (Sport(rawValue: "fitness_equipment"), "elliptical"): .elliptical
    case (Sport(rawValue: "fitness_equipment"), "indoor_rowing"): .rowing
    case (Sport(rawValue: "fitness_equipment"), "stair_climbing"): .stairClimbing
    default: types[sport] ?? .other
    }
  }

  /// Activities that no table lists keep their number in the name.
  static func sport(of type: HKWorkoutActivityType) -> Sport {
    sports[type] ?? Sport(rawValue: "activity_\(type.rawValue)")
  }
}
