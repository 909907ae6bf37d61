// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import CoachService
import Workouts

/// Days and times of day as the page writes them, from the civil time at the place of the workout.
enum Dates {
  /// `Thursday 19 November 2026, 18:04`, `2026年11月19日(周四) 18:04`; in UTC it says so.
  static func full(_ time: ZonedTime) -> String {
    let c = time.civil
    let utc = time.offsetSeconds == nil ? " UTC" : ""
    if Language.current == .english {
      return "\(weekday(c.weekday)) \(c.day) \(month(c.month)) \(c.year), \(c.timeText)\(utc)"
    }
    return "\(day(c.year, c.month, c.day))(\(shortWeekday(c.weekday))) \(c.timeText)\(utc)"
  }

  /// `Thu 19`, `19日(周四)`.
  static func short(_ time: ZonedTime) -> String {
    let weekday = shortWeekday(time.civil.weekday)
    return Language.current == .english ? "\(weekday) \(time.civil.day)" : "\(time.civil.day)日(\(weekday))"
  }

  /// `19 November 2026`, `2026年11月19日`.
  static func day(_ time: ZonedTime) -> String { day(time.civil.year, time.civil.month, time.civil.day) }

  /// `19 November 2026`, for a day of the history.
  static func day(_ day: Day) -> String {
    let (year, month, day) = day.civil
    return self.day(year, month, day)
  }

  /// The day that a form named, `2026-11-19`, for a person; any other text as it is.
  static func day(_ text: String) -> String { Day(iso8601: text).map { day($0) } ?? text }

  /// Whether a text from a form is a day, `2026-11-19`.
  static func isDay(_ text: String) -> Bool { text.wholeMatch(of: /[0-9]{4}-[0-9]{2}-[0-9]{2}/) != nil }

  /// `November 2026`, `2026年11月`.
  static func monthAndYear(_ time: ZonedTime) -> String {
    let (year, month) = (time.civil.year, self.month(time.civil.month))
    return Language.current == .english ? "\(month) \(year)" : "\(year)年\(month)"
  }

  /// A day for programs, `2026-11-19`, to group by month or to put into a `time` element.
  static func machine(_ time: ZonedTime) -> String { time.civil.dayText }

  private static func day(_ year: Int, _ month: Int, _ day: Int) -> String {
    let name = self.month(month)
    return Language.current == .english ? "\(day) \(name) \(year)" : "\(year)年\(name)\(day)日"
  }

  /// The full name of a month from 1: `November`, `11月`.
  static func month(_ number: Int) -> String {
    let number = max(1, min(12, number))
    return Language.current == .english ? englishMonths[number - 1] : "\(number)月"
  }

  /// A weekday in short, 1 for Monday: `Thu`, `周四`, `木`.
  static func shortWeekday(_ number: Int) -> String {
    let name = weekday(max(1, min(7, number)))
    return Language.current == .english ? String(name.prefix(3)) : name
  }
}
