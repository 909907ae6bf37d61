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

  // The names are those by which the reader calls the numbers, so that whatever was read can be written.

  private static let sports = numbers(FITProfile.sportName, through: 254)
  private static let subSports = numbers(FITProfile.subSportName, through: 254)
  private static let manufacturers = numbers(FITProfile.manufacturerName, through: 65_534)

  /// The number of each name.
  private static func numbers(_ name: (Int) -> String?, through last: Int) -> [String: Int64] {
    var result: [String: Int64] = [:]
    for number in 0...last {
      if let name = name(number) { result[name] = Int64(number) }
    }
    return result
  }
}
