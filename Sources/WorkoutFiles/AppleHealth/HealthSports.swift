// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Workouts

/// Apple's kinds of workouts in our names of sports.
enum HealthSports {
  /// The sport of an activity type; one without a counterpart keeps its own words.
  static func sport(_ type: String) -> (sport: Sport, subSport: String?) {
    let prefix = "HKWorkoutActivityType"
    let name = type.hasPrefix(prefix) ? String(type.dropFirst(prefix.count)) : type
    if let known = table[name] { return (Sport(rawValue: known.0), known.1) }
    return (Sport(rawValue: name.isEmpty ? "generic" : words(name)), nil)
  }

  /// The finer word for a sport that was done indoors, in a pool, or in open water.
  static func place(_ sport: Sport, isIndoor: Bool?, swimmingLocation: Int?) -> String? {
    switch sport {
    case .running: isIndoor == true ? "indoor_running" : nil
    case .cycling: isIndoor == true ? "indoor_cycling" : nil
    case .walking: isIndoor == true ? "indoor_walking" : nil
    case .rowing: isIndoor == true ? "indoor_rowing" : nil
    case .swimming:
      switch swimmingLocation {
      case 1: "lap_swimming"
      case 2: "open_water"
      default: nil
      }
    default: nil
    }
  }

  /// `MindAndBody` as `mind_and_body`.
  private static func words(_ name: String) -> String {
    var result = "", wasLower = false
    for character in name.prefix(100) {
      if character.isUppercase, wasLower { result += "_" }
      wasLower = character.isLowercase || character.isNumber
      result += character.isLetter || character.isNumber ? character.lowercased() : "_"
    }
    return result
  }

  private static let table: [String: (String, String?)] = [
    "Running": ("running", nil), "TrackAndField": ("running", "track"),
    "WheelchairRunPace": ("wheelchair_push_run", nil),
    "Walking": ("walking", nil), "WheelchairWalkPace": ("wheelchair_push_walk", nil), "Hiking": ("hiking", nil),
    "Cycling": ("cycling", nil), "HandCycling": ("cycling", "hand_cycling"), "Swimming": ("swimming", nil),
    "Rowing": ("rowing", nil), "PaddleSports": ("paddling", nil), "Sailing": ("sailing", nil),
    "SurfingSports": ("surfing", nil), "WaterSports": ("water_sport", nil), "UnderwaterDiving": ("diving", nil),
    "TraditionalStrengthTraining": ("training", "strength_training"),
    "FunctionalStrengthTraining": ("training", "strength_training"), "CoreTraining": ("training", "strength_training"),
    "CrossTraining": ("training", "cardio_training"), "MixedCardio": ("training", "cardio_training"),
    "MixedMetabolicCardioTraining": ("training", "cardio_training"), "Yoga": ("training", "yoga"),
    "Pilates": ("training", "pilates"), "Flexibility": ("training", "flexibility_training"),
    "HighIntensityIntervalTraining": ("hiit", nil), "Elliptical": ("fitness_equipment", "elliptical"),
    "StairClimbing": ("fitness_equipment", "stair_climbing"), "Stairs": ("floor_climbing", nil),
    "Climbing": ("rock_climbing", nil), "CrossCountrySkiing": ("cross_country_skiing", nil),
    "DownhillSkiing": ("alpine_skiing", nil), "Snowboarding": ("snowboarding", nil),
    "SnowSports": ("winter_sport", nil),
    "AmericanFootball": ("american_football", nil), "Soccer": ("soccer", nil), "Basketball": ("basketball", nil),
    "Baseball": ("baseball", nil), "Tennis": ("tennis", nil), "TableTennis": ("racket", "table_tennis"),
    "Badminton": ("racket", "badminton"), "Squash": ("racket", "squash"), "Racquetball": ("racket", "racquetball"),
    "Pickleball": ("racket", "pickleball"), "Golf": ("golf", nil), "Hockey": ("hockey", nil), "Rugby": ("rugby", nil),
    "Cricket": ("cricket", nil), "Lacrosse": ("lacrosse", nil), "Volleyball": ("volleyball", nil),
    "Boxing": ("boxing", nil), "Kickboxing": ("boxing", nil), "JumpRope": ("jump_rope", nil),
    "EquestrianSports": ("horseback_riding", nil), "Fishing": ("fishing", nil), "Hunting": ("hunting", nil),
    "Archery": ("archery", nil), "DiscSports": ("disc_golf", nil), "Dance": ("dance", nil),
    "DanceInspiredTraining": ("dance", nil), "CardioDance": ("dance", nil), "SocialDance": ("dance", nil),
    "MartialArts": ("mixed_martial_arts", nil), "FitnessGaming": ("video_gaming", nil),
    "SwimBikeRun": ("multisport", nil), "Transition": ("transition", nil), "Other": ("generic", nil),
  ]
}
