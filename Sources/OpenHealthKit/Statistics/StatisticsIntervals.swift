// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// Time cut into equal intervals of the calendar, both ways from an anchor.
package struct StatisticsIntervals: Sendable {
  package let anchorDate: Date
  package let components: DateComponents
  private let calendar: Calendar
  /// About how long one is, in seconds.
  private let length: TimeInterval

  /// Intervals of a length in whole days, hours or whatever the components say; nil where that isn't above 0.
  package init?(anchorDate: Date, components: DateComponents, calendar: Calendar = .current) {
    self.anchorDate = anchorDate
    self.components = components
    self.calendar = components.calendar ?? calendar
    guard let next = Self.date(1, from: anchorDate, by: components, self.calendar), next > anchorDate else {
      return nil
    }
    length = next.timeIntervalSince(anchorDate)
  }

  /// The interval that holds a date, which belongs to the one that it begins.
  package func interval(holding date: Date) -> DateInterval {
    let number = self.number(holding: date)
    return DateInterval(start: start(number), end: start(number + 1))
  }

  /// The interval after another.
  package func interval(after interval: DateInterval) -> DateInterval { self.interval(holding: interval.end) }

  private func number(holding date: Date) -> Int {
    let estimate = (date.timeIntervalSince(anchorDate) / length).rounded(.down)
    precondition(abs(estimate) < 1e12, "Statistics by interval can't go that far from their anchor.")
    var number = Int(estimate)
    // Days and months differ in length, so the estimate may be off.
    while start(number) > date { number -= max(1, Int(start(number).timeIntervalSince(date) / (2 * length))) }
    while true {
      let next = start(number + 1)
      if next > date { return number }
      number += max(1, Int(date.timeIntervalSince(next) / (2 * length)))
    }
  }

  private func start(_ number: Int) -> Date {
    Self.date(number, from: anchorDate, by: components, calendar)
      ?? anchorDate.addingTimeInterval(Double(number) * length)
  }

  private static func date(_ times: Int, from anchor: Date, by one: DateComponents, _ calendar: Calendar) -> Date? {
    var sum = DateComponents()
    sum.year = one.year.map { $0 * times }
    sum.quarter = one.quarter.map { $0 * times }
    sum.month = one.month.map { $0 * times }
    sum.weekOfYear = one.weekOfYear.map { $0 * times }
    sum.weekday = one.weekday.map { $0 * times }
    sum.day = one.day.map { $0 * times }
    sum.hour = one.hour.map { $0 * times }
    sum.minute = one.minute.map { $0 * times }
    sum.second = one.second.map { $0 * times }
    sum.nanosecond = one.nanosecond.map { $0 * times }
    return calendar.date(byAdding: sum, to: anchor)
  }
}
