// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import CoachService
import Workouts

/// Days and times of day as the page writes them, from the civil time at the place of the workout.
enum Dates {
  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
  ]
  private static let weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]

  /// `Thursday 19 November 2026, 18:04`; in UTC it says so.
  static func full(_ time: ZonedTime) -> String {
    let c = time.civil
    return "\(weekday(c)) \(c.day) \(month(c)) \(c.year), \(c.timeText)" + (time.offsetSeconds == nil ? " UTC" : "")
  }

  /// `Thu 19`.
  static func short(_ time: ZonedTime) -> String { "\(weekday(time.civil).prefix(3)) \(time.civil.day)" }

  /// `19 November 2026`.
  static func day(_ time: ZonedTime) -> String { "\(time.civil.day) \(month(time.civil)) \(time.civil.year)" }

  /// `19 November 2026`, for a day of the history.
  static func day(_ day: Day) -> String {
    let (year, month, day) = day.civil
    return "\(day) \(months[month - 1]) \(year)"
  }

  /// Whether a text from a form is a day, `2026-11-19`.
  static func isDay(_ text: String) -> Bool { text.wholeMatch(of: /[0-9]{4}-[0-9]{2}-[0-9]{2}/) != nil }

  /// `November 2026`.
  static func monthAndYear(_ time: ZonedTime) -> String { "\(month(time.civil)) \(time.civil.year)" }

  /// A day for programs, `2026-11-19`, to group by month or to put into a `time` element.
  static func machine(_ time: ZonedTime) -> String { time.civil.dayText }

  private static func month(_ c: CivilTime) -> String { months[max(1, min(12, c.month)) - 1] }
  private static func weekday(_ c: CivilTime) -> String { weekdays[max(1, min(7, c.weekday)) - 1] }
}
