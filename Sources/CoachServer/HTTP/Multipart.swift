// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

/// A form with files, as browsers send it without script (RFC 7578).
enum Multipart {
  /// One part.
  struct Part: Sendable, Equatable {
    /// The field's name.
    var name: String
    /// The file's name, or `nil` for a plain field.
    var fileName: String?
    /// The content.
    var bytes: ArraySlice<UInt8>
  }

  /// The boundary that a `Content-Type` announces.
  static func boundary(contentType: String) -> String? {
    guard contentType.lowercased().hasPrefix("multipart/form-data") else { return nil }
    for parameter in contentType.split(separator: ";").dropFirst() {
      let pair = parameter.split(separator: "=", maxSplits: 1)
      guard pair.count == 2, trimmed(pair[0]).lowercased() == "boundary" else { continue }
      let value = trimmed(pair[1]).replacing("\"", with: "")
      return value.isEmpty || value.utf8.count > 200 ? nil : value
    }
    return nil
  }

  /// The parts of a body; what is not in the form of one is left out.
  static func parts(of body: [UInt8], boundary: String) -> [Part] {
    let delimiter = Array("--\(boundary)".utf8)
    var parts: [Part] = []
    guard var from = find(delimiter, in: body, from: 0) else { return [] }
    while true {
      var at = from + delimiter.count
      if at + 1 < body.count, body[at] == UInt8(ascii: "-"), body[at + 1] == UInt8(ascii: "-") { break }
      at = skipLineEnd(body, at)
      guard let next = find([13, 10] + delimiter, in: body, from: max(at - 2, 0)) else { break }
      if let part = part(in: body, from: at, to: next) { parts.append(part) }
      from = next + 2
    }
    return parts
  }

  private static func part(in body: [UInt8], from: Int, to: Int) -> Part? {
    guard let headEnd = find([13, 10, 13, 10], in: body, from: from), headEnd + 4 <= to else { return nil }
    let head = String(decoding: body[from..<headEnd], as: UTF8.self)
    for line in head.split(whereSeparator: \.isNewline) where line.lowercased().hasPrefix("content-disposition:") {
      guard let name = parameter("name", of: line) else { return nil }
      return Part(name: name, fileName: parameter("filename", of: line), bytes: body[headEnd + 4..<to])
    }
    return nil
  }

  /// A quoted parameter of a header line. Browsers write a quotation mark in a name as `%22`.
  private static func parameter(_ name: String, of line: Substring) -> String? {
    var rest = line
    while let semicolon = rest.firstIndex(of: ";") {
      rest = rest[rest.index(after: semicolon)...]
      let field = rest.drop { $0 == " " }
      guard field.lowercased().hasPrefix("\(name)=\"") else { continue }
      let value = field.dropFirst(name.count + 2)
      guard let end = value.firstIndex(of: "\"") else { return nil }
      return String(value[..<end]).replacing("%22", with: "\"")
    }
    return nil
  }

  private static func skipLineEnd(_ body: [UInt8], _ at: Int) -> Int {
    at + 1 < body.count && body[at] == 13 && body[at + 1] == 10 ? at + 2 : at
  }

  private static func find(_ needle: [UInt8], in body: [UInt8], from: Int) -> Int? {
    guard let first = needle.first, body.count >= needle.count else { return nil }
    return body.withUnsafeBufferPointer { bytes in
      var at = from
      while at <= bytes.count - needle.count {
        if bytes[at] == first {
          var k = 1
          while k < needle.count && bytes[at + k] == needle[k] { k += 1 }
          if k == needle.count { return at }
        }
        at += 1
      }
      return nil
    }
  }

  private static func trimmed(_ text: some StringProtocol) -> String {
    String(text.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}
