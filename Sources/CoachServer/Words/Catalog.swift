// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
internal import PageFiles

/// The words of other languages by their English keys, from `zh-Hans.json` and `ja.json`.
enum Catalog {
  /// The words of one language.
  struct Words: Decodable, Sendable {
    /// What pages say.
    var page: [String: String]
    /// What scripts say.
    var script: [String: String]
  }

  /// All languages but English, which is its own key.
  static let words: [Language: Words] = Dictionary(
    uniqueKeysWithValues: Language.allCases.filter { $0 != .english }.map { language in
      guard let file = PageFiles.all.first(where: { $0.name == "\(language.rawValue).json" }),
        let words = try? JSONDecoder().decode(Words.self, from: Data(file.bytes))
      else { preconditionFailure("the words of \(language.rawValue) are part of the program") }
      return (language, words)
    })

  /// Whether the language of the answer has words for a key.
  static func has(_ key: String) -> Bool { words[Language.current]?.page[key] != nil }

  /// A text in the language of the answer; in English where the language has none.
  static func text(_ key: String) -> Template {
    Template(words[Language.current]?.page[key] ?? key)
  }
}
