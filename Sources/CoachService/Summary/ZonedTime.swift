// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
public import Workouts

/// A moment with the offset of the place where it was recorded, written in ISO 8601.
///
/// Without a known offset it is written in UTC with `Z`; milliseconds are written only where there are some.
public struct ZonedTime: Hashable, Sendable, Codable {
  /// The moment.
  public var instant: Instant
  /// Seconds east of UTC, or `nil` if not known.
  public var offsetSeconds: Int?

  /// A moment at a place.
  public init(_ instant: Instant, offsetSeconds: Int?) {
    self.instant = instant
    self.offsetSeconds = offsetSeconds
  }

  /// The calendar day and the time of day at the place, or in UTC where the offset is not known.
  ///
  /// An offset counts by its whole minutes, as ISO 8601 writes it, so that the text names the same moment.
  public var civil: CivilTime {
    CivilTime(millisecondsSince1970: instant.millisecondsSince1970 + Int64((offsetSeconds ?? 0) / 60) * 60_000)
  }

  /// The moment in ISO 8601, for example `2026-11-19T18:04:00+01:00`.
  public var iso8601: String {
    let c = civil
    var text = "\(c.dayText)T\(twoDigits(c.hour)):\(twoDigits(c.minute)):\(twoDigits(c.second))"
    if c.millisecond != 0 {
      let digits = String(c.millisecond)
      text += "." + String(repeating: "0", count: 3 - digits.count) + digits
    }
    guard let offsetSeconds else { return text + "Z" }
    let minutes = abs(offsetSeconds) / 60
    return text + (offsetSeconds < 0 ? "-" : "+") + twoDigits(minutes / 60) + ":" + twoDigits(minutes % 60)
  }

  /// Writes ISO 8601.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(iso8601)
  }

  /// Reads ISO 8601 as `encode(to:)` writes it.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let date = try? Date(text, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: text.contains("."))),
      let ms = milliseconds(seconds: date.timeIntervalSince1970)
    else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a time in ISO 8601")
    }
    instant = Instant(millisecondsSince1970: ms)
    if text.hasSuffix("Z") {
      offsetSeconds = nil
    } else {
      let tail = text.utf8.suffix(6).map { Int($0) - 48 }
      guard tail.count == 6 else {
        throw DecodingError.dataCorruptedError(in: container, debugDescription: "no offset")
      }
      let seconds = ((tail[1] * 10 + tail[2]) * 60 + tail[4] * 10 + tail[5]) * 60
      offsetSeconds = text.utf8.dropLast(5).last == UInt8(ascii: "-") ? -seconds : seconds
    }
  }
}

/// A day of the Gregorian calendar and a time of day, without a zone.
public struct CivilTime: Hashable, Sendable {
  /// The year.
  public var year: Int
  /// The month, 1 to 12.
  public var month: Int
  /// The day of the month, 1 to 31.
  public var day: Int
  /// The hour, 0 to 23.
  public var hour: Int
  /// The minute, 0 to 59.
  public var minute: Int
  /// The second, 0 to 59.
  public var second: Int
  /// The millisecond, 0 to 999.
  public var millisecond: Int
  /// The day of the week, 1 for Monday to 7 for Sunday.
  public var weekday: Int

  /// The civil time so many milliseconds after 1970-01-01T00:00 on the same clock.
  public init(millisecondsSince1970 total: Int64) {
    let date = Day(of: Instant(millisecondsSince1970: total), utcOffsetSeconds: nil)
    (year, month, day) = date.civil
    weekday = date.weekday
    let inDay = Int(total - Int64(date.daysSince1970) * 86_400_000)
    hour = inDay / 3_600_000
    minute = inDay / 60_000 % 60
    second = inDay / 1000 % 60
    millisecond = inDay % 1000
  }

  /// The day as `YYYY-MM-DD`.
  public var dayText: String {
    let digits = String(year)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits + "-\(twoDigits(month))-\(twoDigits(day))"
  }

  /// The time of day as `HH:MM`.
  public var timeText: String { "\(twoDigits(hour)):\(twoDigits(minute))" }
}

private func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }
