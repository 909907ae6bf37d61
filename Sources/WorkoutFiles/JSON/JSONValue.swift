// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

/// A JSON document as it stands in its text: every value knows its line, so that an error can name it.
package struct JSONValue: Sendable {
  /// The value.
  package var content: Content
  /// The line on which it begins, from 1.
  package var line: Int

  /// The kinds of values.
  package enum Content: Sendable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([JSONValue])
    /// Members in order; a name that comes twice is there twice.
    case object([Member])
  }

  /// A member of an object.
  package struct Member: Sendable {
    package var name: String
    package var value: JSONValue
  }

  /// Whether it is `null`.
  package var isNull: Bool { if case .null = content { true } else { false } }
  /// The number, if it is one.
  package var number: Double? { if case .number(let number) = content { number } else { nil } }
  /// The text, if it is one.
  package var string: String? { if case .string(let string) = content { string } else { nil } }
  /// The elements, if it is an array.
  package var array: [JSONValue]? { if case .array(let array) = content { array } else { nil } }
  /// The members, if it is an object.
  package var object: [Member]? { if case .object(let object) = content { object } else { nil } }

  /// The member of that name, the last if there are several; `nil` where there is none or it is `null`.
  package subscript(_ name: String) -> JSONValue? {
    guard let value = object?.last(where: { $0.name == name })?.value, !value.isNull else { return nil }
    return value
  }
}

/// Why a text is no JSON document.
package struct JSONFailure: Error, Hashable, Sendable {
  /// What is wrong, for a person.
  package var reason: String
  /// Where, from 1.
  package var line: Int
}

/// Reads JSON as RFC 8259 has it. Depth is bounded, and nothing traps.
package struct JSONParser {
  /// Arrays and objects inside one another.
  static let deepest = 64

  private let bytes: [UInt8]
  private var place = 0
  private var line = 1

  /// Reads a document.
  package static func parse(_ bytes: [UInt8]) throws(JSONFailure) -> JSONValue {
    var parser = JSONParser(bytes: bytes)
    // Editors of some systems put a mark of the encoding in front.
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { parser.place = 3 }
    let value = try parser.value(depth: 0)
    parser.skipSpace()
    if parser.place < bytes.count { throw parser.failure("something follows the end of the document") }
    return value
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private func failure(_ reason: String) -> JSONFailure { JSONFailure(reason: reason, line: line) }

  private var next: UInt8? { place < bytes.count ? bytes[place] : nil }

  private mutating func skipSpace() {
    while let byte = next, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D {
      if byte == 0x0A { line += 1 }
      place += 1
    }
  }

  private mutating func value(depth: Int) throws(JSONFailure) -> JSONValue {
    guard depth < Self.deepest else { throw failure("values lie too deep in one another") }
    skipSpace()
    let line = line
    guard let byte = next else { throw failure("the document ends where a value should be") }
    let content: JSONValue.Content
    switch byte {
    case UInt8(ascii: "{"): content = .object(try members(depth: depth))
    case UInt8(ascii: "["): content = .array(try elements(depth: depth))
    case UInt8(ascii: "\""): content = .string(try text())
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): content = .number(try number())
    default:
      if take("true") {
        content = .bool(true)
      } else if take("false") {
        content = .bool(false)
      } else if take("null") {
        content = .null
      } else {
        throw failure("this is no value; texts stand between quotation marks")
      }
    }
    return JSONValue(content: content, line: line)
  }

  private mutating func take(_ word: StaticString) -> Bool {
    let count = word.utf8CodeUnitCount
    guard bytes.count - place >= count else { return false }
    for offset in 0..<count where bytes[place + offset] != word.utf8Start[offset] { return false }
    place += count
    return true
  }

  private mutating func members(depth: Int) throws(JSONFailure) -> [JSONValue.Member] {
    place += 1
    var members: [JSONValue.Member] = []
    skipSpace()
    if next == UInt8(ascii: "}") {
      place += 1
      return members
    }
    while true {
      skipSpace()
      guard next == UInt8(ascii: "\"") else { throw failure("a name between quotation marks is missing here") }
      let name = try text()
      skipSpace()
      guard next == UInt8(ascii: ":") else { throw failure("a colon is missing after “\(name.prefix(40))”") }
      place += 1
      members.append(.init(name: name, value: try value(depth: depth + 1)))
      skipSpace()
      switch next {
      case UInt8(ascii: ","): place += 1
      case UInt8(ascii: "}"):
        place += 1
        return members
      default: throw failure("a comma or the closing } is missing here")
      }
    }
  }

  private mutating func elements(depth: Int) throws(JSONFailure) -> [JSONValue] {
    place += 1
    var elements: [JSONValue] = []
    skipSpace()
    if next == UInt8(ascii: "]") {
      place += 1
      return elements
    }
    while true {
      elements.append(try value(depth: depth + 1))
      skipSpace()
      switch next {
      case UInt8(ascii: ","): place += 1
      case UInt8(ascii: "]"):
        place += 1
        return elements
      default: throw failure("a comma or the closing ] is missing here")
      }
    }
  }

  private mutating func number() throws(JSONFailure) -> Double {
    let start = place
    while let byte = next, byte.isOfNumber { place += 1 }
    let digits = bytes[start..<place]
    // What Swift reads beyond JSON's numbers (hexadecimal, inf) has other characters; a leading zero hasn't.
    let unsigned = digits.first == UInt8(ascii: "-") ? digits.dropFirst() : digits
    let hasLeadingZero =
      unsigned.first == UInt8(ascii: "0") && unsigned.dropFirst().first.map { $0 >= 0x30 && $0 <= 0x39 } ?? false
    guard !hasLeadingZero, let number = Double(String(decoding: digits, as: UTF8.self)), number.isFinite,
      unsigned.first.map({ $0 >= 0x30 && $0 <= 0x39 }) ?? false
    else { throw failure("this is no number") }
    return number
  }

  private mutating func text() throws(JSONFailure) -> String {
    place += 1
    var text: [UInt8] = []
    while let byte = next {
      place += 1
      switch byte {
      case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
      case UInt8(ascii: "\\"): try escape(into: &text)
      case 0..<0x20: throw failure("a text ends at the end of its line at the latest; its closing \" is missing")
      default: text.append(byte)
      }
    }
    throw failure("the document ends inside a text")
  }

  private mutating func escape(into text: inout [UInt8]) throws(JSONFailure) {
    guard let byte = next else { throw failure("the document ends inside a text") }
    place += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "u"):
      var unit = try hexadecimal()
      if (0xD800..<0xDC00).contains(unit), take("\\u") {
        let low = try hexadecimal()
        unit = (0xDC00..<0xE000).contains(low) ? 0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00) : 0xFFFD
      }
      text += Array(String(Unicode.Scalar(unit) ?? "\u{FFFD}").utf8)
    default: throw failure("there is no “\\\(Character(Unicode.Scalar(byte)))” in texts")
    }
  }

  private mutating func hexadecimal() throws(JSONFailure) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = next, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
        throw failure("four hexadecimal digits are missing after “\\u”")
      }
      value = value << 4 | UInt32(digit)
      place += 1
    }
    return value
  }
}

extension UInt8 {
  fileprivate var isOfNumber: Bool {
    switch self {
    case 0x30...0x39, UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"):
      true
    default: false
    }
  }
}
