// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

/// A date and time as XML files write it: `2015-05-10T14:13:32.000Z`, with an offset, or with no zone at all.
struct TrackTime: Equatable {
  /// Milliseconds since 1970, fractions rounded half up. A time without a zone is taken for UTC.
  var milliseconds: Int64
  /// Seconds east of UTC, where an offset is written as hours and minutes; `nil` for `Z`, which tells no place.
  var offsetSeconds: Int?
  /// Whether the text ends without any zone.
  var lacksZone: Bool

  /// Recorders without a clock write dates from before there were any of their kind; those are no times.
  static let earliest: Int64 = 631_152_000_000  // 1990-01-01

  /// Reads a text to its end; `nil` if it is no date and time, or one of before 1990.
  init?(_ text: XMLText) {
    var scanner = Scanner(bytes: text.bytes)
    guard let year = scanner.number(4), scanner.skip("-"), let month = scanner.number(2), scanner.skip("-"),
      let day = scanner.number(2), scanner.skip("T") || scanner.skip("t") || scanner.skip(" "),
      let hour = scanner.number(2), scanner.skip(":"), let minute = scanner.number(2),
      (1...12).contains(month), (1...31).contains(day), hour <= 24, minute < 60
    else { return nil }
    var second = 0, fraction = 0
    if scanner.skip(":") {
      guard let value = scanner.number(2), value <= 60 else { return nil }
      second = value
      if scanner.skip(".") || scanner.skip(",") { fraction = scanner.thousandths() }
    }
    offsetSeconds = nil
    lacksZone = false
    if scanner.skip("Z") || scanner.skip("z") {
      // An old program wrote the letter twice.
      while scanner.skip("Z") {}
    } else if scanner.isAtEnd {
      lacksZone = true
    } else {
      let isEast = scanner.skip("+")
      guard isEast || scanner.skip("-"), let hours = scanner.number(2) else { return nil }
      _ = scanner.skip(":")
      let minutes = scanner.isAtEnd ? 0 : scanner.number(2) ?? 60
      guard hours <= 18, minutes < 60 else { return nil }
      offsetSeconds = (hours * 3600 + minutes * 60) * (isEast ? 1 : -1)
    }
    guard scanner.isAtEnd else { return nil }
    let days = Self.days(year: year, month: month, day: day)
    let seconds = days * 86_400 + Int64(hour * 3600 + minute * 60 + second - (offsetSeconds ?? 0))
    milliseconds = seconds * 1000 + Int64(fraction)
    guard milliseconds >= Self.earliest else { return nil }
  }

  /// Days from 1970-01-01 to a day of the Gregorian calendar: years are counted from March, so that the leap day is
  /// the last of its year.
  private static func days(year: Int, month: Int, day: Int) -> Int64 {
    let year = month <= 2 ? year - 1 : year
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    return Int64(year * 365 + year / 4 - year / 100 + year / 400 + dayOfYear - 719_468)
  }

  /// Takes a text apart from left to right.
  private struct Scanner {
    let bytes: UnsafeBufferPointer<UInt8>
    var position = 0

    var isAtEnd: Bool { position == bytes.count }

    mutating func skip(_ character: Unicode.Scalar) -> Bool {
      guard position < bytes.count, bytes[position] == UInt8(ascii: character) else { return false }
      position += 1
      return true
    }

    /// A number of exactly so many digits.
    mutating func number(_ digits: Int) -> Int? {
      guard position + digits <= bytes.count else { return nil }
      var value = 0
      for _ in 0..<digits {
        guard bytes[position] &- 0x30 < 10 else { return nil }
        value = value * 10 + Int(bytes[position] - 0x30)
        position += 1
      }
      return value
    }

    /// Any number of decimals, in thousandths.
    mutating func thousandths() -> Int {
      var value = 0, count = 0
      while position < bytes.count, bytes[position] &- 0x30 < 10 {
        let digit = Int(bytes[position] - 0x30)
        if count < 3 { value = value * 10 + digit } else if count == 3, digit >= 5 { value += 1 }
        count += 1
        position += 1
      }
      while count < 3 {
        value *= 10
        count += 1
      }
      return value
    }
  }
}
