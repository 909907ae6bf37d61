// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

/// Markup. A text put into it is escaped; only other markup goes in as it is.
///
///     let row: HTML = "<td>\(name)</td>"   // name may hold anything
struct HTML: Sendable, Equatable, ExpressibleByStringInterpolation {
  /// The markup.
  private(set) var text: String

  /// Markup written in the program.
  init(stringLiteral value: String) { text = value }

  /// Markup with texts and other markup put in.
  init(stringInterpolation: StringInterpolation) { text = stringInterpolation.text }

  /// Nothing.
  init() { text = "" }

  /// Markup that was made before, never a text from outside.
  init(markup: String) { text = markup }

  /// A text, escaped.
  init(escaping value: some StringProtocol) {
    text = ""
    text.reserveCapacity(value.utf8.count)
    for scalar in value.unicodeScalars {
      switch scalar {
      case "&": text += "&amp;"
      case "<": text += "&lt;"
      case ">": text += "&gt;"
      case "\"": text += "&quot;"
      case "'": text += "&#39;"
      // Control characters are no part of HTML; a name that holds one is shown without it.
      case "\u{0}"..."\u{8}", "\u{B}"..."\u{1F}", "\u{7F}"..."\u{9F}": break
      default: text.unicodeScalars.append(scalar)
      }
    }
  }

  static func + (a: HTML, b: HTML) -> HTML { "\(a)\(b)" }
  static func += (a: inout HTML, b: HTML) { a.text += b.text }

  /// What a literal with insertions is made of.
  struct StringInterpolation: StringInterpolationProtocol {
    var text = ""

    init(literalCapacity: Int, interpolationCount: Int) { text.reserveCapacity(literalCapacity * 2) }
    mutating func appendLiteral(_ literal: String) { text += literal }
    mutating func appendInterpolation(_ value: String) { text += HTML(escaping: value).text }
    mutating func appendInterpolation(_ value: Substring) { text += HTML(escaping: value).text }
    mutating func appendInterpolation(_ value: Int) { text += String(value) }
    mutating func appendInterpolation(_ value: HTML) { text += value.text }
    mutating func appendInterpolation(_ value: HTML?) { text += value?.text ?? "" }
    mutating func appendInterpolation(_ values: [HTML]) { for value in values { text += value.text } }
  }
}
