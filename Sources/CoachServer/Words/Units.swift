// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import CoachService

/// Units of distances, pace, speed and height as the athlete reads them. What is stored stays metric.
struct Units: Equatable {
  /// How many metres a kilometre or a mile has.
  var metres: Double
  /// `km`, `mi`.
  var distance: String
  /// `/km`, `/mi`.
  var pace: String
  /// `km/h`, `mph`.
  var speed: String
  /// `m`, `ft`.
  var height: String
  /// How many of the height's unit a metre has.
  var heights: Double

  static let metric = Units(metres: 1000, distance: "km", pace: "/km", speed: "km/h", height: "m", heights: 1)
  static let miles = Units(
    metres: 1609.344, distance: "mi", pace: "/mi", speed: "mph", height: "ft", heights: 1 / 0.3048)

  /// Those of the athlete whose page is written.
  static var current: Units { PagePreferences.current.units == .miles ? miles : metric }
}

extension PagePreferences {
  /// How the athlete whose answer is being written wants pages.
  @TaskLocal static var current = PagePreferences()
}
