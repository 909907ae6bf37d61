// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

/// A sentence with what is put into it held apart, so that a page can say it in another language: the English text with
/// `%1`, `%2`, … is the key under which the words of that language are found.
///
///     let wording: Wording = "chosen for \(sport)"   // key "chosen for %1"
///
/// Documents hold the English sentence.
public struct Wording: Sendable, ExpressibleByStringInterpolation, CustomStringConvertible {
  /// The English text with its places.
  public private(set) var key: String
  /// What is put in, in the order of the places.
  public private(set) var values: [Value]

  /// Something put in: a name or a number as it is, or a wording of its own.
  public enum Value: Sendable {
    case text(String)
    case wording(Wording)
  }

  /// A text without places.
  public init(stringLiteral value: String) { self.init(key: value) }

  /// A text that stands elsewhere, such as a name of the engines.
  public init(key: String) {
    self.key = key
    values = []
  }

  /// A text with places.
  public init(stringInterpolation: StringInterpolation) {
    key = stringInterpolation.key
    values = stringInterpolation.values
  }

  /// What a literal with places is made of.
  public struct StringInterpolation: StringInterpolationProtocol {
    var key = ""
    var values: [Value] = []

    /// An empty text.
    public init(literalCapacity: Int, interpolationCount: Int) {}
    /// Adds words.
    public mutating func appendLiteral(_ literal: String) { key += literal }
    /// Adds a place with a wording of its own.
    public mutating func appendInterpolation(_ wording: Wording) { put(.wording(wording)) }
    /// Adds a place with a name or a number.
    public mutating func appendInterpolation(_ value: some CustomStringConvertible) {
      put(.text(String(describing: value)))
    }

    private mutating func put(_ value: Value) {
      values.append(value)
      key += "%\(values.count)"
    }
  }

  /// The sentence in English.
  public var description: String {
    var text = "", rest = key[...]
    while let sign = rest.firstIndex(of: "%") {
      text += rest[..<sign]
      rest = rest[rest.index(after: sign)...]
      if let place = rest.first?.wholeNumberValue, values.indices.contains(place - 1) {
        text += values[place - 1].description
        rest = rest.dropFirst()
      } else {
        text += "%"
      }
    }
    return text + rest
  }
}

extension Wording.Value: CustomStringConvertible {
  /// In English.
  public var description: String {
    switch self {
    case .text(let text): text
    case .wording(let wording): wording.description
    }
  }
}

extension Wording: Equatable, Codable {
  /// Whether both say the same.
  public static func == (a: Wording, b: Wording) -> Bool { a.description == b.description }

  /// Writes the English sentence.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }

  /// Reads an English sentence.
  public init(from decoder: any Decoder) throws {
    self.init(key: try decoder.singleValueContainer().decode(String.self))
  }
}
