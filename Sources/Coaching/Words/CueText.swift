// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Workouts

/// Languages that the coach speaks.
public enum CoachLanguage: String, Hashable, Sendable, Codable, CaseIterable {
  /// English.
  case english = "en"
  /// Chinese in simplified characters.
  case chinese = "zh-Hans"
  /// Japanese.
  case japanese = "ja"

  /// The language of a locale or a tag such as `ja`, `zh_CN.UTF-8`, `en-GB`; `nil` for any other.
  public init?(tag: String) {
    switch tag.prefix(2).lowercased() {
    case "en": self = .english
    case "zh": self = .chinese
    case "ja": self = .japanese
    default: return nil
    }
  }
}

/// What a cue says in a language.
public struct CueText: Hashable, Sendable {
  /// To be read.
  public var shown: String
  /// To be spoken: the same in few words.
  public var spoken: String

  init(_ shown: String, spoken: String? = nil) {
    self.shown = shown
    self.spoken = spoken ?? shown
  }
}

extension Cue {
  /// What the cue says.
  ///
  /// State first, then what can be done; present tense; nothing that scolds.
  ///
  /// - Parameter numbers: whether times, beats and watts are wanted.
  public func text(in language: CoachLanguage = .english, numbers: Bool = true) -> CueText {
    switch language {
    case .english: EnglishCues(cue: self, numbers: numbers).text
    case .chinese: ChineseCues(cue: self, numbers: numbers).text
    case .japanese: JapaneseCues(cue: self, numbers: numbers).text
    }
  }

  /// The zone that too much of leads out of.
  var highestZone: Int? { zones?.upperBound }
  /// The zone to build toward.
  var lowestZone: Int? { zones?.lowerBound }
  /// How far off, in whole beats or watts, at least 1.
  var wholeDistance: Int? {
    distance.flatMap { $0.isFinite && abs($0) < 10_000 ? max(1, Int($0.rounded(.up))) : nil }
  }
}

/// Times as "1:50".
func clockText(_ time: Milliseconds) -> String {
  let seconds = max(0, time) / 1000
  let rest = seconds % 60
  return "\(seconds / 60):\(rest < 10 ? "0" : "")\(rest)"
}
