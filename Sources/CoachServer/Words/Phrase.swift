// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

/// A text of the page as it is written in English. What is put in becomes `%1`, `%2`, …; under that key the words of other
/// languages are found, where the places may come in another order.
///
///     t("\(done) of \(all)")   // "%1 of %2"
struct Phrase: ExpressibleByStringInterpolation {
  /// The English text with its places.
  let key: String
  /// What is put in.
  let values: [Value]

  /// Something put in: text, or in pages markup.
  enum Value {
    case text(String)
    case markup(HTML)
  }

  /// A text without places.
  init(stringLiteral value: String) {
    key = value
    values = []
  }

  /// A text with places.
  init(stringInterpolation: StringInterpolation) {
    key = stringInterpolation.key
    values = stringInterpolation.values
  }

  /// A key that stands elsewhere.
  init(key: String, _ values: [Value] = []) {
    self.key = key
    self.values = values
  }

  /// What a literal with places is made of.
  struct StringInterpolation: StringInterpolationProtocol {
    var key = ""
    var values: [Value] = []

    init(literalCapacity: Int, interpolationCount: Int) {}
    mutating func appendLiteral(_ literal: String) { key += literal }
    mutating func appendInterpolation(_ value: String) { put(.text(value)) }
    mutating func appendInterpolation(_ value: Int) { put(.text(String(value))) }
    mutating func appendInterpolation(_ value: HTML) { put(.markup(value)) }

    private mutating func put(_ value: Value) {
      values.append(value)
      key += "%\(values.count)"
    }
  }
}

/// A text in the language of the answer. Markup can't be put in; for that there is `th`.
func t(_ phrase: Phrase) -> String {
  Catalog.text(phrase.key).filled { index in
    guard case .text(let text)? = phrase.values.dropFirst(index).first else { return "" }
    return text
  }
}

/// The same as markup: texts are escaped, markup goes in as it is.
func th(_ phrase: Phrase) -> HTML {
  let text = Catalog.text(phrase.key)
  return text.pieces.reduce(into: HTML()) { html, piece in
    switch piece {
    case .words(let words): html += HTML(escaping: words)
    case .place(let index):
      switch phrase.values.dropFirst(index).first {
      case .text(let text)?: html += HTML(escaping: text)
      case .markup(let markup)?: html += markup
      case nil: break
      }
    }
  }
}

/// A text with numbered places.
struct Template {
  /// A part of it.
  enum Piece {
    case words(Substring)
    /// A place, from 0.
    case place(Int)
  }

  /// Its parts in order.
  let pieces: [Piece]

  /// Takes a text apart; `%` stands for itself unless a digit from 1 to 9 follows.
  init(_ text: String) {
    var pieces: [Piece] = []
    var rest = text[...]
    while let sign = rest.firstIndex(of: "%") {
      let after = rest.index(after: sign)
      guard after < rest.endIndex, let digit = rest[after].wholeNumberValue, digit > 0 else {
        pieces.append(.words(rest[...sign]))
        rest = rest[after...]
        continue
      }
      pieces.append(.words(rest[..<sign]))
      pieces.append(.place(digit - 1))
      rest = rest[rest.index(after: after)...]
    }
    pieces.append(.words(rest))
    self.pieces = pieces.filter { if case .words("") = $0 { false } else { true } }
  }

  /// The text with its places filled.
  func filled(_ value: (Int) -> String) -> String {
    pieces.reduce(into: "") { text, piece in
      switch piece {
      case .words(let words): text += words
      case .place(let index): text += value(index)
      }
    }
  }
}
