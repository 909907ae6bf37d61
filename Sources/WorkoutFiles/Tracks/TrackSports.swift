// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Workouts

/// Names of sports as programs write them into TCX and GPX files.
enum TrackSports {
  /// The sport of a word or of one of Strava's numbers. A word that no table lists is kept as it is, in the notation of
  /// `Sport`; a bare number that isn't listed tells nothing,
  /// nor does a word of one or two letters.
  static func sport(_ text: String) -> (Sport, String?) {
    var key = ""
    // "Mountain biking", "mountain_biking" and "MountainBiking" are one word.
    var wasLower = false
    for character in text.unicodeScalars {
      if character.properties.isAlphabetic || character.properties.numericType != nil {
        let isUpper = character.properties.isUppercase
        if isUpper, wasLower { key += "_" }
        key += character.properties.lowercaseMapping
        wasLower = !isUpper
      } else {
        if !key.isEmpty, !key.hasSuffix("_") { key += "_" }
        wasLower = false
      }
    }
    while key.hasSuffix("_") { key.removeLast() }
    if let known = words[key] { return known }
    if key.count < 3 || key.count > 40 || Int(key) != nil { return (.generic, nil) }
    return (Sport(rawValue: key), nil)
  }

  private static func named(_ sport: String, _ subSport: String? = nil) -> (Sport, String?) {
    (Sport(rawValue: sport), subSport)
  }

  private static let words: [String: (Sport, String?)] = [
    // Strava's numbers.
    "1": (.cycling, nil), "2": named("alpine_skiing"), "3": named("cross_country_skiing", "backcountry"),
    "4": (.hiking, nil), "5": named("ice_skating"), "6": named("inline_skating"), "7": named("cross_country_skiing"),
    "9": (.running, nil), "10": (.walking, nil), "11": (.training, nil), "12": named("snowboarding"),
    "13": named("snowshoeing"), "14": named("kitesurfing"), "15": named("windsurfing"), "16": (.swimming, nil),
    "17": (.cycling, "virtual_activity"), "18": named("e_biking"), "21": named("canoeing"), "22": named("kayaking"),
    "23": (.rowing, nil), "24": named("stand_up_paddleboarding"), "25": named("surfing"),
    // Words.
    "run": (.running, nil), "jogging": (.running, nil), "trail_run": (.running, "trail"),
    "trail_running": (.running, "trail"), "treadmill": (.running, "treadmill"),
    "treadmill_running": (.running, "treadmill"), "track_running": (.running, "track"),
    "street_running": (.running, "street"), "indoor_running": (.running, "indoor_running"),
    "virtual_run": (.running, "virtual_activity"),
    "ride": (.cycling, nil), "biking": (.cycling, nil), "bike": (.cycling, nil), "bicycling": (.cycling, nil),
    "road_biking": (.cycling, "road"), "road_cycling": (.cycling, "road"), "road_ride": (.cycling, "road"),
    "mountain_biking": (.cycling, "mountain"), "mountain_bike": (.cycling, "mountain"),
    "mountain_bike_ride": (.cycling, "mountain"), "gravel_cycling": (.cycling, "gravel_cycling"),
    "gravel_ride": (.cycling, "gravel_cycling"), "indoor_cycling": (.cycling, "indoor_cycling"),
    "virtual_ride": (.cycling, "virtual_activity"), "cyclocross": (.cycling, "cyclocross"),
    "track_cycling": (.cycling, "track_cycling"), "e_bike_ride": named("e_biking"), "ebikeride": named("e_biking"),
    "walk": (.walking, nil), "hike": (.hiking, nil), "swim": (.swimming, nil),
    "lap_swimming": (.swimming, "lap_swimming"), "open_water_swimming": (.swimming, "open_water"),
    "row": (.rowing, nil), "indoor_rowing": (.rowing, "indoor_rowing"), "multi_sport": (.multisport, nil),
    "nordic_ski": named("cross_country_skiing"), "nordic_skiing": named("cross_country_skiing"),
    "alpine_ski": named("alpine_skiing"), "skiing": named("alpine_skiing"), "snowboard": named("snowboarding"),
    "inline_skate": named("inline_skating"), "ice_skate": named("ice_skating"), "snowshoe": named("snowshoeing"),
    "strength_training": (.training, "strength_training"), "workout": (.training, nil),
    "weight_training": (.training, "strength_training"), "yoga": (.training, "yoga"),
    "other": (.generic, nil), "unknown": (.generic, nil), "uncategorized": (.generic, nil),
  ]
}
