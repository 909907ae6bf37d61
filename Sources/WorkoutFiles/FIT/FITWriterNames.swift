// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Workouts

/// The FIT profile's numbers for the names that recordings use.
enum FITWriterNames {
  /// The number of a sport; `sport_97` is 97, an unknown name is generic.
  static func sport(_ sport: Sport) -> Int64 { number(sport.rawValue, in: sports, prefix: "sport_") ?? 0 }

  /// The number of a finer sport; `sub_sport_200` is 200.
  static func subSport(_ name: String) -> Int64? { number(name, in: subSports, prefix: "sub_sport_") }

  /// The number of a maker, by name or as a number in digits.
  static func manufacturer(_ name: String) -> Int64? { number(name, in: manufacturers, prefix: "") }

  /// The number of a lap's purpose.
  static func intensity(_ name: String) -> Int64? {
    ["active", "rest", "warmup", "cooldown", "recovery", "interval", "other"].firstIndex(of: name).map(Int64.init)
  }

  /// The number of what ended a lap.
  static func trigger(_ trigger: Lap.Trigger) -> Int64? {
    switch trigger {
    case .manual: 0
    case .time: 1
    case .distance: 2
    case .position: 4
    case .sessionEnd: 7
    case .equipment: 8
    case .unknown: nil
    }
  }

  /// The number of how heart-rate limits were made.
  static func heartRateCalculation(_ calculation: DeviceZoneLimits.Calculation) -> Int64? {
    switch calculation {
    case .custom: 0
    case .percentMaximum: 1
    case .percentReserve: 2
    case .percentThreshold: 3
    case .percentFTP, .unknown: nil
    }
  }

  /// The number of how power limits were made.
  static func powerCalculation(_ calculation: DeviceZoneLimits.Calculation) -> Int64? {
    switch calculation {
    case .custom: 0
    case .percentFTP: 1
    default: nil
    }
  }

  /// How a kind of sensor is connected (1 ANT+, 5 inside the recorder) and its type there.
  static func deviceType(_ sensor: SeriesSource.Sensor) -> (source: Int64, type: Int64)? {
    switch sensor {
    case .chestStrap: (1, 120)
    case .powerMeter: (1, 11)
    case .motion: (1, 124)
    case .optical: (5, 10)
    case .unknown: nil
    }
  }

  private static func number(_ name: String, in table: [String: Int64], prefix: String) -> Int64? {
    if let number = table[name] { return number }
    return name.hasPrefix(prefix) ? Int64(name.dropFirst(prefix.count)) : nil
  }

  // The names below are those that recorders commonly write; anything else travels by its number (`sport_97`).

  /// Sports, by kind.
  private static let sports: [String: Int64] = [
    "generic": 0, "all": 254, "multisport": 18, "transition": 3,
    // On foot.
    "running": 1, "walking": 11, "hiking": 17, "mountaineering": 16, "snowshoeing": 35, "floor_climbing": 48,
    // On wheels.
    "cycling": 2, "e_biking": 21, "inline_skating": 30, "wheelchair_push_walk": 65, "wheelchair_push_run": 66,
    // On and in water.
    "swimming": 5, "rowing": 15, "paddling": 19, "sailing": 32, "stand_up_paddleboarding": 37, "surfing": 38,
    "kayaking": 41, "diving": 53, "snorkeling": 82, "canoeing": 88,
    // On snow and ice.
    "cross_country_skiing": 12, "alpine_skiing": 13, "snowboarding": 14, "ice_skating": 33,
    // In the gym, and games.
    "fitness_equipment": 4, "training": 10, "golf": 25, "rock_climbing": 31, "boxing": 47, "hiit": 62, "racket": 64,
    "meditation": 67, "team_sport": 70, "dance": 83, "jump_rope": 84,
  ]

  /// Finer sports, by kind.
  private static let subSports: [String: Int64] = [
    "generic": 0, "all": 254,
    // On foot.
    "treadmill": 1, "street": 2, "trail": 3, "track": 4, "indoor_walking": 27, "indoor_running": 45, "ultra": 67,
    "rucking": 124,
    // On wheels.
    "spin": 5, "indoor_cycling": 6, "road": 7, "mountain": 8, "cyclocross": 11, "track_cycling": 13,
    "e_bike_fitness": 28, "gravel_cycling": 46, "e_bike_mountain": 47, "commuting": 48, "virtual_activity": 58,
    // Water and snow.
    "indoor_rowing": 14, "lap_swimming": 17, "open_water": 18, "skate_skiing": 42,
    // In the gym.
    "elliptical": 15, "stair_climbing": 16, "flexibility_training": 19, "strength_training": 20, "cardio_training": 26,
    "yoga": 43, "pilates": 44, "indoor_climbing": 68, "bouldering": 69, "hiit": 70, "tabata": 75, "pickleball": 84,
    "padel": 85,
    // Several sports in a row, and the ways between them.
    "bike_to_run_transition": 32, "swim_to_bike_transition": 34, "triathlon": 78, "duathlon": 79, "brick": 80,
    "swim_run": 81,
  ]

  /// Makers of recorders and sensors.
  private static let manufacturers: [String: Int64] = [
    "development": 255,
    // Recorders and watches.
    "garmin": 1, "suunto": 23, "wahoo_fitness": 32, "sigmasport": 70, "tomtom": 71, "polar_electro": 123,
    "lezyne": 258, "bryton": 267, "hammerhead": 289, "coros": 294, "zepp": 339, "huawei": 348,
    // Sensors and machines.
    "srm": 6, "quarq": 7, "saris": 9, "dynastream": 15, "concept2": 40, "shimano": 41, "4iiiis": 51,
    "stages_cycling": 69, "moxy": 76, "elite": 86, "tacx": 89, "stryd": 95, "igpsport": 115, "coospo": 135,
    "bosch": 137, "favero_electronics": 263, "sram": 268, "greenteg": 303, "peloton": 340,
    // Apps.
    "peaksware": 28, "zwift": 260, "strava": 265, "trainer_road": 281, "mywhoosh": 331, "runna": 337,
  ]
}
