// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import CoachService
import Workouts

extension Dates {
  static let englishMonths = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
  ]
  private static let weekdayNames: [Language: [String]] = [
    .english: ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"],
    .chinese: ["周一", "周二", "周三", "周四", "周五", "周六", "周日"],
    .japanese: ["月", "火", "水", "木", "金", "土", "日"],
  ]

  /// A weekday from 1 for Monday, in full: `Friday`, `周五`, `金`.
  static func weekday(_ number: Int) -> String { weekdayNames[Language.current]?[(number + 6) % 7] ?? "" }

  /// `Friday 20 November`, `11月20日(周五)`.
  static func weekdayAndDay(_ day: Day) -> String {
    let (_, month, number) = day.civil
    return Language.current == .english
      ? "\(weekday(day.weekday)) \(number) \(englishMonths[month - 1])" : "\(month)月\(number)日(\(weekday(day.weekday)))"
  }

  /// `20 November`, `11月20日`.
  static func dayAndMonth(_ day: Day) -> String {
    let (_, month, number) = day.civil
    return Language.current == .english ? "\(number) \(englishMonths[month - 1])" : "\(month)月\(number)日"
  }

  /// `Mon 16`, the weekday marked up.
  static func shortWeekday(_ day: Day) -> HTML {
    let name = weekday(day.weekday), number = day.civil.day
    return "<b>\(Language.current == .english ? String(name.prefix(3)) : name)</b> \(number)"
  }

  /// `Today, 18:04`, `Yesterday, 18:04`, `Thursday 19 November, 18:04`; days of other years with the year.
  static func relative(_ time: ZonedTime, today: Day) -> String {
    let day = time.day, clock = time.civil.timeText
    if day == today { return t("Today, \(clock)") }
    if day.daysSince1970 == today.daysSince1970 - 1 { return t("Yesterday, \(clock)") }
    let words = weekdayAndDay(day)
    if day.civil.year == today.civil.year {
      return Language.current == .english ? "\(words), \(clock)" : "\(words) \(clock)"
    }
    let year = String(day.civil.year)
    return Language.current == .english ? "\(words) \(year), \(clock)" : "\(year)年\(words) \(clock)"
  }
}
