// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

/// Bytes of a text in the making: numbers with a decimal point whatever the user's language, times in UTC.
struct TextOutput {
  /// What was written so far, in UTF-8.
  private(set) var bytes: [UInt8] = []

  /// Appends a text as it is.
  mutating func write(_ text: String) { bytes.append(contentsOf: text.utf8) }

  /// Appends a whole number.
  mutating func write(_ number: Int64) { write(String(number)) }

  /// Appends a number with at most so many decimals, zeros at the end left out. Nothing is written for what is not
  /// finite or too large to be meant.
  mutating func write(_ number: Double, decimals: Int) {
    var scale = 1.0
    for _ in 0..<decimals { scale *= 10 }
    let scaled = (number * scale).rounded()
    guard scaled.isFinite, abs(scaled) < 9e18 else { return }
    let whole = Int64(abs(scaled)), unit = Int64(scale)
    if scaled < 0 { write("-") }
    write(whole / unit)
    var fraction = whole % unit
    guard fraction != 0 else { return }
    var digits: [UInt8] = []
    for _ in 0..<decimals {
      digits.append(UInt8(fraction % 10) + 0x30)
      fraction /= 10
    }
    bytes.append(UInt8(ascii: "."))
    bytes.append(contentsOf: digits.drop { $0 == 0x30 }.reversed())
  }

  /// Appends a moment as `2026-05-28T20:26:40Z`, with milliseconds where there are any.
  mutating func write(time milliseconds: Int64) {
    let (seconds, fraction) = Self.divide(milliseconds, 1000)
    let (days, second) = Self.divide(seconds, 86_400)
    // The civil date of a day: eras of 400 years, years that start in March.
    let (era, dayOfEra) = Self.divide(days + 719_468, 146_097)
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let month = (5 * dayOfYear + 2) / 153
    let year = era * 400 + yearOfEra + (month >= 10 ? 1 : 0)
    write(year, digits: 4)
    write("-")
    write(month < 10 ? month + 3 : month - 9, digits: 2)
    write("-")
    write(dayOfYear - (153 * month + 2) / 5 + 1, digits: 2)
    write("T")
    write(second / 3600, digits: 2)
    write(":")
    write(second / 60 % 60, digits: 2)
    write(":")
    write(second % 60, digits: 2)
    if fraction != 0 {
      write(".")
      write(fraction, digits: 3)
    }
    write("Z")
  }

  private mutating func write(_ number: Int64, digits: Int) {
    let text = String(max(0, number))
    write(String(repeating: "0", count: max(0, digits - text.utf8.count)) + text)
  }

  private static func divide(_ a: Int64, _ b: Int64) -> (quotient: Int64, remainder: Int64) {
    let remainder = ((a % b) + b) % b
    return ((a - remainder) / b, remainder)
  }

  /// Appends a text as an element's content or an attribute's value. What XML can't hold is left out.
  mutating func write(escaped text: String) {
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": write("&amp;")
      case "<": write("&lt;")
      case ">": write("&gt;")
      case "\"": write("&quot;")
      case "\u{0}"..<"\u{9}", "\u{B}", "\u{C}", "\u{E}"..<"\u{20}", "\u{FFFE}", "\u{FFFF}": break
      default: bytes.append(contentsOf: String(scalar).utf8)
      }
    }
  }
}
