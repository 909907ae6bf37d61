// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

/// A rule for the clocks of a zone in every year, as the environment variable `TZ` of POSIX has it
/// (`CET-1CEST,M3.5.0,M10.5.0/3`), with the wider hours of RFC 8536.
struct PosixZone: Sendable {
  /// Seconds east of UTC.
  private let standard: Int
  /// When the clocks are another time, if they ever are.
  private let summer: (offset: Int, start: Change, end: Change)?

  /// A day of the year and the time on the clock then.
  private struct Change: Sendable {
    enum Day: Sendable {
      /// Counted from 1, without 29 February.
      case julian(Int)
      /// Counted from 0, with it.
      case ordinal(Int)
      /// A day of the week, 0 for Sunday, in a week of a month; the fifth is the last.
      case weekday(month: Int, week: Int, day: Int)
    }

    var day: Day
    var seconds: Int

    /// The moment in a year on a clock that shows UTC, in seconds since 1970.
    func moment(in year: Int) -> Int64 {
      let first = Self.days(year, 1)
      let isLeap = Self.days(year + 1, 1) - first == 366
      let number =
        switch day {
        case .julian(let place): first + place - 1 + (isLeap && place >= 60 ? 1 : 0)
        case .ordinal(let place): first + place
        case .weekday(let month, let week, let day): Self.days(year, month, week: week, day: day)
        }
      return Int64(number) * 86_400 + Int64(seconds)
    }

    /// Days since 1970 of the first of a month.
    private static func days(_ year: Int, _ month: Int) -> Int {
      let shifted = month > 2 ? year : year - 1
      let era = shifted >= 0 ? shifted / 400 : (shifted - 399) / 400
      let yearOfEra = shifted - era * 400
      return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + (153 * ((month + 9) % 12) + 2) / 5
        - 719_468
    }

    private static func days(_ year: Int, _ month: Int, week: Int, day: Int) -> Int {
      let first = days(year, month), next = month == 12 ? days(year + 1, 1) : days(year, month + 1)
      // 1970 began on a Thursday.
      let weekday = ((first + 4) % 7 + 7) % 7
      var number = first + (day - weekday + 7) % 7 + 7 * (week - 1)
      if number >= next { number -= 7 }
      return number
    }
  }

  /// Reads a rule; `nil` if it isn't one.
  init?(_ text: String) {
    var scanner = Scanner(rest: Array(text.utf8)[...])
    guard scanner.name(), let west = scanner.time(upTo: 24) else { return nil }
    standard = -west
    guard !scanner.rest.isEmpty else {
      summer = nil
      return
    }
    guard scanner.name() else { return nil }
    let offset: Int
    if scanner.rest.first == UInt8(ascii: ",") {
      offset = standard + 3600
    } else {
      guard let west = scanner.time(upTo: 24) else { return nil }
      offset = -west
    }
    guard let start = scanner.change(), let end = scanner.change(), scanner.rest.isEmpty else { return nil }
    summer = (offset, start, end)
  }

  /// Seconds east of UTC at a moment, given in seconds since 1970.
  func offset(at time: Int64) -> Int {
    guard let summer else { return standard }
    // The calendar is asked for a hundred thousand years and no more.
    let time = min(max(time, -3_000_000_000_000), 3_000_000_000_000)
    let local = time + Int64(standard)
    // Years of the calendar begin near whole 365.2425 days; the right one is beside the estimate.
    let estimate = 1970 + Int((Double(local) / 31_556_952).rounded(.down))
    let newYear = Change(day: .ordinal(0), seconds: 0)
    let year =
      local < newYear.moment(in: estimate)
      ? estimate - 1 : local >= newYear.moment(in: estimate + 1) ? estimate + 1 : estimate
    let start = summer.start.moment(in: year) - Int64(standard),
      end = summer.end.moment(in: year) - Int64(summer.offset)
    let isSummer = start < end ? start <= time && time < end : !(end <= time && time < start)
    return isSummer ? summer.offset : standard
  }

  private struct Scanner {
    var rest: ArraySlice<UInt8>

    mutating func take(_ byte: Unicode.Scalar) -> Bool {
      guard rest.first == UInt8(ascii: byte) else { return false }
      rest.removeFirst()
      return true
    }

    /// Three letters or more, or letters, digits and signs between angle brackets.
    mutating func name() -> Bool {
      if take("<") {
        guard let end = rest.firstIndex(of: UInt8(ascii: ">")), end > rest.startIndex else { return false }
        rest = rest[(end + 1)...]
        return true
      }
      let letters = rest.prefix { ($0 | 0x20) &- UInt8(ascii: "a") < 26 }
      rest = rest.dropFirst(letters.count)
      return letters.count >= 3
    }

    mutating func number(_ range: ClosedRange<Int>) -> Int? {
      let digits = rest.prefix { $0 &- 0x30 < 10 }
      guard (1...3).contains(digits.count) else { return nil }
      rest = rest.dropFirst(digits.count)
      let value = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
      return range.contains(value) ? value : nil
    }

    /// `[+-]hh[:mm[:ss]]` in seconds.
    mutating func time(upTo hours: Int) -> Int? {
      let isNegative = take("-")
      if !isNegative { _ = take("+") }
      guard let hour = number(0...hours) else { return nil }
      var seconds = hour * 3600
      for factor in [60, 1] where take(":") {
        guard let part = number(0...59) else { return nil }
        seconds += part * factor
      }
      return isNegative ? -seconds : seconds
    }

    /// `,date[/time]`.
    mutating func change() -> Change? {
      guard take(",") else { return nil }
      let day: Change.Day
      if take("M") {
        guard let month = number(1...12), take("."), let week = number(1...5), take("."), let weekday = number(0...6)
        else { return nil }
        day = .weekday(month: month, week: week, day: weekday)
      } else if take("J") {
        guard let place = number(1...365) else { return nil }
        day = .julian(place)
      } else {
        guard let place = number(0...365) else { return nil }
        day = .ordinal(place)
      }
      guard take("/") else { return Change(day: day, seconds: 7200) }
      guard let seconds = time(upTo: 167) else { return nil }
      return Change(day: day, seconds: seconds)
    }
  }
}
