// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

/// A language of the page.
enum Language: String, CaseIterable, Sendable {
  case english = "en"
  case chinese = "zh-Hans"
  case japanese = "ja"

  /// The language of the answer that is being written.
  @TaskLocal static var current = Language.english

  /// The first of a browser's languages that we speak, from a header such as `zh-CN,zh;q=0.9,en;q=0.8`.
  static func preferred(_ header: String?) -> Language {
    let wanted = (header ?? "").split(separator: ",").map { part -> (tag: String, weight: Double) in
      let fields = part.split(separator: ";").map { $0.filter { $0 != " " }.lowercased() }
      let weight = fields.dropFirst().first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) } ?? 1
      return (fields.first ?? "", weight)
    }
    let order = wanted.enumerated().sorted { ($1.element.weight, $0.offset) < ($0.element.weight, $1.offset) }
    for (_, (tag, weight)) in order where weight > 0 {
      switch tag.split(separator: "-").first {
      case "en": return .english
      case "zh": return .chinese
      case "ja": return .japanese
      default: continue
      }
    }
    return .english
  }
}
