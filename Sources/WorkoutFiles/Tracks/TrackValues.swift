// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Workouts

/// What is no value by the rules of the formats, turned into "not a number".
enum TrackValues {
  /// 255 is FIT's "invalid", copied by converters. 0 is kept as written.
  static func heartRate(_ value: Double) -> Double { value >= 0 && value < 255 ? value : .nan }
  static func power(_ value: Double) -> Double { value < 65_535 ? value : .nan }
  static func cadence(_ value: Double) -> Double { value >= 0 && value < 255 ? value : .nan }
  /// Nothing that moves by its own strength is faster than 200 m/s; programs that write metres an hour are.
  static func speed(_ value: Double) -> Double { value >= 0 && value <= 200 ? value : .nan }
  static func altitude(_ value: Double) -> Double { value > -1000 && value < 20_000 ? value : .nan }
  static func temperature(_ value: Double) -> Double { value > -100 && value < 100 ? value : .nan }
  static func latitude(_ value: Double) -> Double { abs(value) <= 90 ? value : .nan }
  static func longitude(_ value: Double) -> Double { abs(value) <= 180 ? value : .nan }
}

/// Names of recorders.
enum TrackDevice {
  /// Takes apart what programs write as one name: maker, product, version. Some add the serial number, which is left
  /// out: names are shown, serial numbers are not.
  static func parts(_ name: String) -> (manufacturer: String?, product: String?, software: String?) {
    var words = name.split(separator: " ").map(String.init)
    var software: String?
    if let place = words.firstIndex(where: { $0.hasPrefix("(Unit") }) { words.removeSubrange(place...) }
    if let place = words.firstIndex(of: "Software"), words.count > place + 2, words[place + 1] == "Version" {
      software = words[place + 2]
      words.removeSubrange(place...)
    }
    var manufacturer: String?
    if words.count > 1, let first = words.first?.lowercased(),
      ["garmin", "wahoo", "polar", "suunto", "coros", "bryton", "sigma", "lezyne", "hammerhead", "zwift"]
        .contains(first), words[1] != "Connect"
    {
      manufacturer = first
      words.removeFirst()
    }
    return (manufacturer, words.isEmpty ? nil : words.joined(separator: " "), software)
  }
}
