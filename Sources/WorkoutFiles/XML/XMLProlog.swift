// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

/// Finds the root element of a document, so that the parser never sees what comes before it.
///
/// White space and a byte-order mark before the declaration are common and harmless. A document type declaration is
/// skipped as a whole: none of its entities is ever known, nothing is loaded, and one that is itself broken, as in some
/// Apple Health exports, breaks nothing.
struct XMLProlog {
  /// What a search found.
  enum Result: Equatable {
    /// The root element starts at `offset`.
    case root(offset: Int, encoding: XMLEncoding)
    /// The document goes on after the bytes searched.
    case needsMore
    /// This is no XML document.
    case malformed(offset: Int)
  }

  private let bytes: UnsafeRawBufferPointer
  private var position = 0
  private var encoding = XMLEncoding.utf8

  /// Searches from the first byte of a document.
  static func search(_ bytes: UnsafeRawBufferPointer) -> Result {
    // UTF-16 goes to the parser as it is, which stops at a document type declaration.
    if bytes.count >= 2, bytes[0] == 0xFF && bytes[1] == 0xFE || bytes[0] == 0xFE && bytes[1] == 0xFF {
      return .root(offset: 0, encoding: .utf16)
    }
    var search = XMLProlog(bytes: bytes)
    return search.run()
  }

  private init(bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  private mutating func run() -> Result {
    if starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    while position < bytes.count {
      let byte = bytes[position]
      if byte <= 0x20 {
        position += 1
        continue
      }
      guard byte == UInt8(ascii: "<") else { return .malformed(offset: position) }
      guard position + 1 < bytes.count else { return .needsMore }
      let isSkipped: Bool
      switch bytes[position + 1] {
      case UInt8(ascii: "?"):
        let start = position
        isSkipped = skip(past: "?>")
        if isSkipped { readEncoding(start..<position) }
      case UInt8(ascii: "!"):
        guard position + 9 <= bytes.count else { return .needsMore }
        if starts(with: Array("<!--".utf8)) {
          position += 4
          isSkipped = skip(past: "-->")
        } else if starts(with: Array("<!DOCTYPE".utf8)) {
          isSkipped = skipDocumentType()
        } else {
          return .malformed(offset: position)
        }
      default: return .root(offset: position, encoding: encoding)
      }
      if !isSkipped { return .needsMore }
    }
    return .needsMore
  }

  private func starts(with prefix: [UInt8]) -> Bool {
    position + prefix.count <= bytes.count && bytes[position..<position + prefix.count].elementsEqual(prefix)
  }

  /// Moves behind the next `mark`; `false` if there is none yet.
  private mutating func skip(past mark: StaticString) -> Bool {
    let count = mark.utf8CodeUnitCount
    while position + count <= bytes.count {
      if (0..<count).allSatisfy({ bytes[position + $0] == mark.utf8Start[$0] }) {
        position += count
        return true
      }
      position += 1
    }
    return false
  }

  /// Moves behind a document type declaration; `false` if it doesn't end yet. Its inner part ends with `]`, perhaps
  /// white space, and `>`, whatever else may be broken in it.
  private mutating func skipDocumentType() -> Bool {
    var quote: UInt8?, isInside = false
    while position < bytes.count {
      let byte = bytes[position]
      if isInside {
        if byte == UInt8(ascii: "<"), starts(with: Array("<!--".utf8)) {
          position += 4
          guard skip(past: "-->") else { return false }
          continue
        }
        if byte == UInt8(ascii: "]") {
          var end = position + 1
          while end < bytes.count, bytes[end] <= 0x20 { end += 1 }
          guard end < bytes.count else { return false }
          if bytes[end] == UInt8(ascii: ">") {
            position = end + 1
            return true
          }
        }
      } else if let open = quote {
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if byte == UInt8(ascii: "[") {
        isInside = true
      } else if byte == UInt8(ascii: ">") {
        position += 1
        return true
      }
      position += 1
    }
    return false
  }

  /// Takes the encoding from an XML declaration. Text that could be read up to here as bytes is no UTF-16, whatever the
  /// declaration says.
  private mutating func readEncoding(_ declaration: Range<Int>) {
    let text = String(decoding: bytes[declaration], as: UTF8.self).lowercased()
    guard text.hasPrefix("<?xml"), text.contains("encoding") else { return }
    if ["iso-8859-1", "windows-1252", "latin1", "iso8859-1"].contains(where: text.contains) { encoding = .latin1 }
  }
}

/// How a document's bytes stand for characters.
enum XMLEncoding {
  /// UTF-8, which also stands for all that isn't one of the others.
  case utf8
  /// One byte for each of the first 256 characters.
  case latin1
  /// Two bytes for a character, in the order that the first two bytes tell.
  case utf16
}
