// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

/// Scripts and styles without what only their readers need: lines of comment, indentation, empty lines.
///
/// It looks at whole lines and understands nothing else, so a script must not write a text over several lines; a test sees
/// to that. Nothing is renamed or joined: what a browser shows as an error is still readable.
enum Slim {
  /// A file as it is sent; of other kinds than scripts and styles, as it is.
  static func file(_ name: String, _ bytes: [UInt8]) -> [UInt8] {
    guard name.hasSuffix(".js") || name.hasSuffix(".css") else { return bytes }
    var out = ""
    var isComment = false
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
      let text = line.drop { $0 == " " || $0 == "\t" }
      if isComment {
        isComment = !text.contains("*/")
        continue
      }
      if text.isEmpty || text.hasPrefix("//") { continue }
      if text.hasPrefix("/*") {
        guard let end = text.firstRange(of: "*/") else {
          isComment = true
          continue
        }
        if end.upperBound == text.endIndex { continue }
      }
      out += text
      out += "\n"
    }
    return Array(out.utf8)
  }
}
