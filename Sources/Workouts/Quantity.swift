// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

/// What a series of values measures. Each has one unit throughout the program.
public enum Quantity: String, Hashable, Sendable, Codable, CaseIterable {
  /// Heart rate in beats per minute.
  case heartRate
  /// Mechanical power in watts, of a ride or, from a foot pod or watch, of a run.
  case power
  /// Revolutions, strokes or steps a minute. For running and walking both feet count.
  case cadence
  /// Speed over ground in metres per second.
  case speed
  /// Distance from the start of the recording in metres.
  case distance
  /// Height above sea level in metres.
  case altitude
  /// Temperature of the surroundings in degrees Celsius.
  case temperature
  /// Temperature of the body's core in degrees Celsius.
  case coreTemperature
  /// Breaths per minute.
  case respirationRate
  /// Right leg's share of the power in percent.
  case rightBalance
  /// Latitude in degrees, north positive.
  case latitude
  /// Longitude in degrees, east positive.
  case longitude
  /// Time from one heartbeat to the next in milliseconds.
  case beatInterval

  /// The unit of every value of this quantity, in the notation of the Unified Code for Units of Measure as Apple's
  /// Health export writes it.
  public var unit: String {
    switch self {
    case .heartRate, .cadence, .respirationRate: "count/min"
    case .power: "W"
    case .speed: "m/s"
    case .distance, .altitude: "m"
    case .temperature, .coreTemperature: "degC"
    case .rightBalance: "%"
    case .latitude, .longitude: "deg"
    case .beatInterval: "ms"
    }
  }

  /// Whether `value` can be a real measurement. Where it can't, the sensor was there but told nothing.
  ///
  /// Heart rate counts from 20 to 250 a minute: 0 stands for "no strap" in many files. Power counts from 0, which is
  /// coasting, to 3000 W.
  @inlinable public func isPlausible(_ value: Double) -> Bool {
    switch self {
    case .heartRate: value >= 20 && value <= 250
    case .power: value >= 0 && value <= 3000
    default: value.isFinite
    }
  }
}
