// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

/// Replaces bytes that no XML document may have, so that one bad byte doesn't end the reading of a whole file.
///
/// Every bad byte is replaced by one other byte, so places in the file stay what they are: a control character by a
/// space, also where it is written as a reference (`&#0;`), and a byte that is no UTF-8 by a question mark.
struct XMLCleaner {
  /// How many bytes or references were replaced.
  private(set) var replacedCount = 0
  /// Whether bytes above 127 have to be UTF-8.
  var checksUTF8 = true

  /// What is the matter at a place.
  private enum Finding {
    /// The next `count` bytes are fine.
    case fine(count: Int)
    /// The next `count` bytes can't stay.
    case bad(count: Int, replacement: UInt8)
    /// That depends on bytes that aren't there yet.
    case open
  }

  /// Calls `body` with the bytes fit for the parser, and returns how many bytes at the end have to be looked at again
  /// together with those that follow; none if the document ends here.
  mutating func clean(
    _ bytes: UnsafeRawBufferPointer, isLast: Bool, _ body: (UnsafeRawBufferPointer) -> Void
  ) -> Int {
    var copy: UnsafeMutableRawBufferPointer?
    defer { copy?.deallocate() }
    var position = 0
    while true {
      position = Self.firstSpecial(bytes, from: position)
      if position >= bytes.count { break }
      switch look(bytes, at: position, isLast: isLast) {
      case .fine(let count): position += count
      case .open:
        body(UnsafeRawBufferPointer(rebasing: (copy.map { UnsafeRawBufferPointer($0) } ?? bytes)[..<position]))
        return bytes.count - position
      case .bad(let count, let replacement):
        replacedCount += 1
        let target =
          copy ?? UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
        if copy == nil {
          target.copyMemory(from: bytes)
          copy = target
        }
        for i in position..<position + count { target[i] = replacement }
        position += count
      }
    }
    body(copy.map { UnsafeRawBufferPointer($0) } ?? bytes)
    return 0
  }

  /// The first byte from `start` on that isn't a plain character.
  private static func firstSpecial(_ bytes: UnsafeRawBufferPointer, from start: Int) -> Int {
    guard let base = bytes.baseAddress else { return bytes.count }
    let ones: UInt64 = 0x0101_0101_0101_0101, highs: UInt64 = 0x8080_8080_8080_8080
    var i = start
    while i < bytes.count {
      if i + 8 <= bytes.count {
        let word = base.loadUnaligned(fromByteOffset: i, as: UInt64.self)
        // Bytes below 0x20 or equal to "&" borrow from their highest bit; bytes above 127 have it.
        let ampersand = word ^ (ones &* 0x26)
        let marks = word | (word &- ones &* 0x20) | ((ampersand &- ones) & ~ampersand)
        if marks & highs == 0 {
          i += 8
          continue
        }
      }
      // Some byte of these eight may be special.
      let end = min(i + 8, bytes.count)
      while i < end {
        let byte = bytes[i]
        if byte >= 0x80 || byte == 0x26 || byte < 0x20 && byte != 0x0A && byte != 0x0D && byte != 0x09 { return i }
        i += 1
      }
    }
    return i
  }

  private func look(_ bytes: UnsafeRawBufferPointer, at position: Int, isLast: Bool) -> Finding {
    let byte = bytes[position]
    if byte < 0x20 { return .bad(count: 1, replacement: 0x20) }
    if byte == UInt8(ascii: "&") { return reference(bytes, at: position, isLast: isLast) }
    guard checksUTF8 else { return .fine(count: 1) }
    // The length and the range of the second byte follow from the first.
    let count: Int, second: ClosedRange<UInt8>
    switch byte {
    case 0xC2...0xDF: (count, second) = (2, 0x80...0xBF)
    case 0xE0: (count, second) = (3, 0xA0...0xBF)
    case 0xED: (count, second) = (3, 0x80...0x9F)
    case 0xE1...0xEF: (count, second) = (3, 0x80...0xBF)
    case 0xF0: (count, second) = (4, 0x90...0xBF)
    case 0xF1...0xF3: (count, second) = (4, 0x80...0xBF)
    case 0xF4: (count, second) = (4, 0x80...0x8F)
    default: return .bad(count: 1, replacement: UInt8(ascii: "?"))
    }
    for i in 1..<count {
      guard position + i < bytes.count else {
        return isLast ? .bad(count: 1, replacement: UInt8(ascii: "?")) : .open
      }
      let next = bytes[position + i]
      guard i == 1 ? second.contains(next) : next & 0xC0 == 0x80 else {
        return .bad(count: 1, replacement: UInt8(ascii: "?"))
      }
    }
    // U+FFFE and U+FFFF are no characters.
    if byte == 0xEF, bytes[position + 1] == 0xBF, bytes[position + 2] >= 0xBE {
      return .bad(count: 3, replacement: UInt8(ascii: "?"))
    }
    return .fine(count: count)
  }

  /// A reference by number has to be to a character that a document may have.
  private func reference(_ bytes: UnsafeRawBufferPointer, at position: Int, isLast: Bool) -> Finding {
    // Nothing sensible is longer: leading zeros, seven digits.
    let longest = 16
    var i = position + 1
    func missing() -> Finding { isLast ? .fine(count: 1) : .open }
    guard i < bytes.count else { return missing() }
    guard bytes[i] == UInt8(ascii: "#") else { return .fine(count: 1) }
    i += 1
    guard i < bytes.count else { return missing() }
    let isHexadecimal = bytes[i] == UInt8(ascii: "x")
    if isHexadecimal { i += 1 }
    var value = 0
    while i - position < longest {
      guard i < bytes.count else { return missing() }
      if bytes[i] == UInt8(ascii: ";") {
        let isCharacter =
          value >= 0x20 && value < 0xD800 || value >= 0xE000 && value < 0xFFFE || value >= 0x1_0000 && value < 0x11_0000
          || value == 9 || value == 10 || value == 13
        return isCharacter ? .fine(count: i + 1 - position) : .bad(count: i + 1 - position, replacement: 0x20)
      }
      guard let digit = Character(Unicode.Scalar(bytes[i])).hexDigitValue, isHexadecimal || digit < 10 else {
        return .fine(count: 1)
      }
      value = min(value * (isHexadecimal ? 16 : 10) + digit, 0x1000_0000)
      i += 1
    }
    return .fine(count: 1)
  }
}
