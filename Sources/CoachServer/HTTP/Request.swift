// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

/// One request, without its socket.
struct Request: Sendable {
  /// `GET`, `POST`, `DELETE`; `HEAD` has become `GET` before a route sees it.
  var method: String
  /// The decoded path, beginning with a slash.
  var path: String
  /// The decoded query.
  var query: [String: String] = [:]
  /// All decoded values of each field of the query, in order: one name may stand several times.
  var queryValues: [String: [String]] = [:]
  /// Header fields under lower-case names.
  var headers: [String: String] = [:]
  /// The body, empty if there is none.
  var body: [UInt8] = []
  /// Whether it came over TLS, from the network.
  var isLAN = false
  /// The body in a file, where it is too large for memory.
  var upload: Upload?

  /// The path's parts, without empty ones.
  var segments: [String] { path.split(separator: "/").map(String.init) }

  /// The fields of a form sent as `application/x-www-form-urlencoded`.
  var form: [String: String] { URLCoding.form(body) }
}

/// Percent-encoding as URLs and forms use it.
enum URLCoding {
  /// Decodes `%41`, and in forms `+`; what is not an escape stays as it is.
  static func decode(_ text: some StringProtocol, plusIsSpace: Bool = false) -> String {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let first = rest.popFirst() {
      if first == UInt8(ascii: "%"), let high = rest.first.flatMap(hexValue),
        let low = rest.dropFirst().first.flatMap(hexValue)
      {
        bytes.append(high * 16 + low)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(plusIsSpace && first == UInt8(ascii: "+") ? UInt8(ascii: " ") : first)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Encodes all but letters, digits and `-._~`.
  static func encode(_ text: String) -> String {
    var out = ""
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "~"):
        out.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = Array("0123456789ABCDEF")
        out += "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
      }
    }
    return out
  }

  /// The fields of a form; of two with one name the last counts.
  static func form(_ body: [UInt8]) -> [String: String] {
    var fields: [String: String] = [:]
    for pair in String(decoding: body, as: UTF8.self).split(separator: "&") {
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      fields[decode(parts[0], plusIsSpace: true)] = parts.count > 1 ? decode(parts[1], plusIsSpace: true) : ""
    }
    return fields
  }

  private static func hexValue(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
