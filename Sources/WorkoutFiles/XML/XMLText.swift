// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

/// Text of an element or attribute, in UTF-8, without the white space around it.
///
/// It points into the parser's memory: take out what you need before the call that brought it returns.
struct XMLText {
  /// The bytes.
  let bytes: UnsafeBufferPointer<UInt8>

  /// Text in a buffer.
  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    var start = 0, end = bytes.count
    while start < end, Self.isSpace(bytes[start]) { start += 1 }
    while end > start, Self.isSpace(bytes[end - 1]) { end -= 1 }
    self.bytes = UnsafeBufferPointer(rebasing: bytes[start..<end])
  }

  /// Text that ends with a zero byte.
  init(_ start: UnsafePointer<CChar>) {
    var count = 0
    while start[count] != 0 { count += 1 }
    self.init(
      UnsafeBufferPointer(start: UnsafeRawPointer(start).assumingMemoryBound(to: UInt8.self), count: count))
  }

  /// Whether there is nothing but white space.
  var isEmpty: Bool { bytes.isEmpty }

  /// A copy.
  var string: String { String(decoding: bytes, as: UTF8.self) }

  /// Whether the text is `word`, upper and lower case of ASCII letters taken as equal.
  func isSame(as word: StaticString) -> Bool {
    guard word.utf8CodeUnitCount == bytes.count else { return false }
    for i in 0..<bytes.count where Self.lower(bytes[i]) != Self.lower(word.utf8Start[i]) { return false }
    return true
  }

  /// The text as a decimal number, or `nil` if it is none or not finite. A comma stands for the point, as some programs
  /// write it in their user's language.
  var number: Double? {
    var i = 0
    let count = bytes.count
    var isNegative = false
    if i < count, bytes[i] == UInt8(ascii: "-") || bytes[i] == UInt8(ascii: "+") {
      isNegative = bytes[i] == UInt8(ascii: "-")
      i += 1
    }
    var mantissa: UInt64 = 0, digits = 0, exponent = 0, sawDigit = false, sawPoint = false
    while i < count {
      let byte = bytes[i]
      if byte &- 0x30 < 10 {
        sawDigit = true
        if digits < 18 {
          mantissa = mantissa * 10 + UInt64(byte - 0x30)
          if mantissa != 0 { digits += 1 }
          if sawPoint { exponent -= 1 }
        } else {
          // More digits than any sensor has: they only tell how long the number is.
          if !sawPoint { exponent += 1 }
        }
      } else if (byte == UInt8(ascii: ".") || byte == UInt8(ascii: ",")) && !sawPoint {
        sawPoint = true
      } else {
        break
      }
      i += 1
    }
    guard sawDigit else { return nil }
    if i < count {
      guard bytes[i] | 0x20 == UInt8(ascii: "e"), let written = Self.exponent(bytes, from: i + 1) else { return nil }
      exponent += written
    }
    let magnitude = Self.scaled(mantissa, exponent)
    guard magnitude.isFinite else { return nil }
    return isNegative ? -magnitude : magnitude
  }

  /// The whole number after the `e` of a decimal number, to the end of the text.
  private static func exponent(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    var i = start
    var isNegative = false
    if i < bytes.count, bytes[i] == UInt8(ascii: "-") || bytes[i] == UInt8(ascii: "+") {
      isNegative = bytes[i] == UInt8(ascii: "-")
      i += 1
    }
    guard i < bytes.count else { return nil }
    var value = 0
    while i < bytes.count {
      guard bytes[i] &- 0x30 < 10 else { return nil }
      value = min(value * 10 + Int(bytes[i] - 0x30), 10_000)
      i += 1
    }
    return isNegative ? -value : value
  }

  /// `mantissa` times ten to the `exponent`. Exact wherever one division of exact numbers suffices, which takes in all
  /// that programs write on purpose; else what the standard library makes of it.
  private static func scaled(_ mantissa: UInt64, _ exponent: Int) -> Double {
    if exponent == 0 { return Double(mantissa) }
    if mantissa == 0 { return 0 }
    if mantissa <= 1 << 53 {
      if exponent < 0, exponent >= -22 { return Double(mantissa) / powersOfTen[-exponent] }
      if exponent > 0, exponent <= 22 { return Double(mantissa) * powersOfTen[exponent] }
    }
    return Double("\(mantissa)e\(exponent)") ?? .infinity
  }

  private static let powersOfTen: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20,
    1e21, 1e22,
  ]

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 }
  private static func lower(_ byte: UInt8) -> UInt8 { byte &- 0x41 < 26 ? byte | 0x20 : byte }
}
