// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import CoachService
import Workouts
import Zones

/// A wording of the library in the language of the answer.
///
/// Names of the engines stand in small letters within a sentence; the catalog has them with a large one where it has both.
func told(_ wording: Wording) -> String {
  let large = Names.sentence(wording.key)
  if wording.values.isEmpty, !Catalog.has(wording.key), Catalog.has(large) { return t(Phrase(key: large)) }
  return t(
    Phrase(
      key: wording.key,
      wording.values.map { value in
        switch value {
        case .text(let text): .text(text)
        case .wording(let inner): .text(told(inner))
        }
      }))
}

/// Why something about zones was not taken.
enum ErrorWords {
  /// A sentence, with what to do on the page instead of the options of a command.
  static func sentence(_ error: any Error) -> String {
    if let error = error as? ZoneError { return Names.fullSentence(zones(error)) }
    if let error = error as? LibraryError { return Names.fullSentence(onPage(told(error.wording))) }
    return "\(error)"
  }

  private static func zones(_ error: ZoneError) -> String {
    switch error {
    case .tooFew(let n), .tooMany(let n):
      n == 1
        ? t("1 boundary makes 2 zones; give 2 to 8 boundaries for 3 to 9 zones, for example 120,140,160,180 for five")
        : t(
          "\(n) boundaries make \(n + 1) zones; give 2 to 8 boundaries for 3 to 9 zones, for example 120,140,160,180 for five"
        )
    case .notAscending(let a, let b, let all):
      a == b
        ? t("boundaries must ascend, but \(ZoneWords.number(a)) stands twice; give \(list(Set(all).sorted()))")
        : t(
          "boundaries must ascend, but \(ZoneWords.number(b)) follows \(ZoneWords.number(a)); give \(list(Set(all).sorted())), if that is what you mean"
        )
    case .notPositive(let value): t("a boundary must be a number above 0, not \(ZoneWords.number(value)); leave it out")
    case .notANumber(let text):
      t("“\(text)” is no number; give boundaries with commas between, for example 120,140,160,180")
    case .looksLikePercent(let quantity, let values):
      t(
        "\(list(values)) look like percent, not \(unit(quantity)). Choose of what they are percent, or give limits in \(unit(quantity)) such as \(example(quantity))."
      )
    case .mixedUnits(let quantity, let values):
      t(
        "\(list(values)) mix percent and \(unit(quantity)); give all of them in \(unit(quantity)), or all in percent with a % after each"
      )
    case .implausible(.heartRate, let values):
      t(
        "\(list(values)) can’t all be limits in beats per minute, which lie between 40 and 250; give limits such as 120,140,160,180, or choose a scheme."
      )
    case .implausible(let quantity, let values):
      t("\(list(values)) can’t all be \(unit(quantity)); give limits such as \(example(quantity))")
    case .notPercent(let values):
      t(
        "\(list(values)) can’t be percentages of one thing; give 2 to 8 ascending ones between 10 and 300, for example 60%,70%,80%,90%."
      )
    case .otherQuantity(_, let its, let wanted):
      t("These sort \(quantity(its)), but \(quantity(wanted)) is chosen. Choose one of the two.")
    case .percentOfWhat: t("Say of what the percentages are: choose it beside the limits.")
    case .wrongNameCount(let names, let zones):
      t("\(names) names for \(zones) zones; give \(zones), the lowest zone first, or none")
    case .badName: t("a zone's name has 1 to 40 characters")
    case .missingAnchor(let text):
      Language.current == .english
        ? "\(Names.fullSentence(onPage(text))) State it under “Your numbers” first."
        : t("A number that these zones hang on is missing. State it under “Your numbers” first.")
    case .implausibleAnchor(let name, let value):
      Language.current == .english
        ? "\(name) of \(ZoneWords.number(value)) can't be right"
        : t("\(told(Wording(key: name))) of \(ZoneWords.number(value)) can't be right")
    case .unknownScheme(let name): t("there is no zone scheme “\(name)”")
    }
  }

  /// A sentence with the options of the command line put into words.
  private static func onPage(_ text: String) -> String {
    AnchorKind.allCases.reduce(text) { $0.replacing($1.option, with: $1.name) }
      .replacing("; `zonecoach zones custom` lists them", with: "")
      .replacing("; `zonecoach zones export` writes such", with: "; Export on this page writes such")
  }

  private static func quantity(_ quantity: Quantity) -> String { Names.quantity(quantity.rawValue).lowercased() }
  private static func list(_ values: [Double]) -> String { values.map(ZoneWords.number).joined(separator: ",") }

  private static func example(_ quantity: Quantity) -> String {
    switch quantity {
    case .heartRate: "120,140,160,180"
    case .power: "140W,190W,225W,265W"
    default: "6:00,5:20,4:45"
    }
  }

  private static func unit(_ quantity: Quantity) -> String {
    switch quantity {
    case .heartRate: t("beats per minute")
    case .power: t("watts")
    default: t("minutes a kilometre")
    }
  }
}
