// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

/// A day of the Gregorian calendar, without a time zone.
///
/// A workout belongs to the local day of its start. Days are counted, so that a day of 23 or 25 hours is one day.
public struct Day: Hashable, Comparable, Sendable {
  /// Days since 1970-01-01, negative before.
  public var daysSince1970: Int

  /// The day so many days after 1970-01-01.
  public init(daysSince1970: Int) { self.daysSince1970 = daysSince1970 }

  /// The local day of a moment at an offset in seconds east of UTC; UTC where the offset is not known.
  public init(of instant: Instant, utcOffsetSeconds: Int?) {
    // ISO 8601 writes whole minutes of an offset.
    let local = instant.millisecondsSince1970 + Int64((utcOffsetSeconds ?? 0) / 60) * 60_000
    self.init(daysSince1970: Int((Double(local) / 86_400_000).rounded(.down)))
  }

  /// The day of a year, a month from 1 and a day from 1, or `nil` if the calendar has no such day.
  public init?(year: Int, month: Int, day: Int) {
    guard (-9999...9999).contains(year), (1...12).contains(month), (1...31).contains(day) else { return nil }
    // Years counted from March, so that leap days end them (Howard Hinnant, "chrono-compatible low-level date
    // algorithms", 2013).
    let marchYear = month <= 2 ? year - 1 : year
    let era = (marchYear >= 0 ? marchYear : marchYear - 399) / 400
    let yearOfEra = marchYear - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    self.init(daysSince1970: era * 146_097 + dayOfEra - 719_468)
    let (y, m, d) = civil
    guard (y, m, d) == (year, month, day) else { return nil }
  }

  /// The day that `YYYY-MM-DD` names, or `nil` for any other text.
  public init?(iso8601 text: some StringProtocol) {
    let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].count == 4, parts[1].count == 2, parts[2].count == 2 else { return nil }
    var numbers: [Int] = []
    for part in parts {
      guard part.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else { return nil }
      numbers.append(part.reduce(0) { $0 * 10 + Int($1) - 48 })
    }
    self.init(year: numbers[0], month: numbers[1], day: numbers[2])
  }

  /// Year, month from 1 and day of the month from 1.
  public var civil: (year: Int, month: Int, day: Int) {
    let shifted = daysSince1970 + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let marchMonth = (5 * dayOfYear + 2) / 153
    let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * marchMonth + 2) / 5 + 1)
  }

  /// The day of the week, 1 for Monday to 7 for Sunday.
  public var weekday: Int { ((daysSince1970 + 3) % 7 + 7) % 7 + 1 }

  /// Whether `a` is earlier.
  public static func < (a: Day, b: Day) -> Bool { a.daysSince1970 < b.daysSince1970 }

  /// The day so many days later.
  public static func + (day: Day, count: Int) -> Day { Day(daysSince1970: day.daysSince1970 + count) }

  /// The day so many days earlier.
  public static func - (day: Day, count: Int) -> Day { Day(daysSince1970: day.daysSince1970 - count) }
}

extension Day: CustomStringConvertible, LosslessStringConvertible, Codable {
  /// The day that `YYYY-MM-DD` names, or `nil` for any other text.
  public init?(_ description: String) { self.init(iso8601: description) }

  /// `YYYY-MM-DD`.
  public var description: String {
    let (year, month, day) = civil
    func digits(_ number: Int, _ count: Int) -> String {
      let text = String(number)
      return String(repeating: "0", count: max(0, count - text.count)) + text
    }
    return "\(digits(year, 4))-\(digits(month, 2))-\(digits(day, 2))"
  }

  /// Writes `YYYY-MM-DD`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }

  /// Reads `YYYY-MM-DD`.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let day = Day(iso8601: text) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a day as YYYY-MM-DD")
    }
    self = day
  }
}
