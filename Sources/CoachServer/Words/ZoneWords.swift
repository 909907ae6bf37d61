// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import CoachService
import Workouts
import Zones

/// Words for zones and the numbers they hang on.
enum ZoneWords {
  /// Why something about zones was not taken, with what to do on the page instead of the options of a command.
  static func sentence(_ error: any Error) -> String {
    switch error as? ZoneError {
    case .percentOfWhat: "Say of what the percentages are: choose it beside the limits."
    case .missingAnchor(let text): "\(Names.fullSentence(onPage(text))) State it under “Your numbers” first."
    case .looksLikePercent(let quantity, let values):
      "\(list(values)) look like percent, not \(unitName(quantity)). Choose of what they are percent, "
        + "or give limits in \(unitName(quantity)) such as \(example(quantity))."
    case .implausible(.heartRate, let values):
      "\(list(values)) can’t all be limits in beats per minute, which lie between 40 and 250; give limits such as "
        + "120,140,160,180, or choose a scheme."
    case .notPercent(let values):
      "\(list(values)) can’t be percentages of one thing; give 2 to 8 ascending ones between 10 and 300, for example "
        + "60%,70%,80%,90%."
    case .otherQuantity(_, let its, let wanted):
      "These sort \(Names.quantity(its.rawValue).lowercased()), but \(Names.quantity(wanted.rawValue).lowercased()) is "
        + "chosen. Choose one of the two."
    case let other?: Names.fullSentence(other.description)
    case nil: (error as? LibraryError).map { Names.fullSentence(onPage("\($0)")) } ?? "\(error)"
    }
  }

  /// A sentence with the options of the command line put into words.
  private static func onPage(_ text: String) -> String {
    AnchorKind.allCases.reduce(text) { $0.replacing($1.option, with: $1.name) }
      .replacing("; `zonecoach zones custom` lists them", with: "")
      .replacing("; `zonecoach zones export` writes such", with: "; Export on this page writes such")
  }

  private static func list(_ values: [Double]) -> String { values.map(number).joined(separator: ",") }

  private static func example(_ quantity: Quantity) -> String {
    switch quantity {
    case .heartRate: "120,140,160,180"
    case .power: "140W,190W,225W,265W"
    default: "6:00,5:20,4:45"
    }
  }

  private static func unitName(_ quantity: Quantity) -> String {
    switch quantity {
    case .heartRate: "beats per minute"
    case .power: "watts"
    default: "minutes a kilometre"
    }
  }

  /// A number with at most two decimals.
  static func number(_ value: Double) -> String {
    let hundredths = (value * 100).rounded() / 100
    if hundredths == hundredths.rounded() { return Format.decimals(hundredths, 0) }
    return Format.decimals(hundredths, (hundredths * 10).rounded() / 10 == hundredths ? 1 : 2)
  }

  /// A limit for a person: whole beats or watts, rounded up to the first that is in the zone; speed as pace.
  static func limit(_ value: Double, _ quantity: String, sport: String?) -> String {
    guard quantity == "speed" else { return Format.decimals(value.rounded(.up), 0) }
    return Format.effort(meters: value, seconds: 1, sport: sport ?? "running")?.value ?? Format.absent
  }

  /// A zone's limits with their unit.
  static func range(from low: Double?, to high: Double?, _ quantity: String, sport: String? = nil) -> String {
    guard quantity == "speed" else { return "\(ZoneSet.range(from: low, to: high)) \(Names.unit(quantity, "W"))" }
    let unit = Format.effort(meters: 1, seconds: 1, sport: sport ?? "running")?.unit ?? ""
    switch (low, high) {
    case (nil, let high?): return "slower than \(limit(high, quantity, sport: sport)) \(unit)"
    case (let low?, nil): return "\(limit(low, quantity, sport: sport)) \(unit) and faster"
    case (let low?, let high?):
      return "\(limit(low, quantity, sport: sport))–\(limit(high, quantity, sport: sport)) \(unit)"
    case (nil, nil): return "all"
    }
  }

  /// The ranges between limits, the lowest first.
  static func ranges(_ boundaries: [Double], _ quantity: String) -> [String] {
    let edges: [Double?] = [nil] + boundaries.map { $0 } + [nil]
    return zip(edges, edges.dropFirst()).map { range(from: $0, to: $1, quantity) }
  }

  /// Limits in a row: `133 · 146 · 160 bpm`, `5:34 · 4:47 /km`.
  static func limits(_ boundaries: [Double], _ quantity: String) -> String {
    let unit = quantity == "speed" ? "/km" : Names.unit(quantity, "W")
    return "\(boundaries.map { limit($0, quantity, sport: nil) }.joined(separator: " · ")) \(unit)"
  }

  /// An anchor's value with its unit; critical speed as pace.
  static func value(_ value: Double, of kind: AnchorKind, sport: String? = nil) -> String {
    switch kind {
    case .age: "\(number(value)) years"
    case .maximumHeartRate, .restingHeartRate, .thresholdHeartRate: "\(number(value)) bpm"
    case .functionalThresholdPower, .criticalPower: "\(number(value)) W"
    case .firstThreshold, .secondThreshold: number(value)
    case .criticalSpeed:
      Format.effort(meters: value, seconds: 1, sport: sport ?? "running").map { "\($0.value) \($0.unit)" } ?? ""
    }
  }

  /// How a number is known.
  static func provenance(_ provenance: Anchor.Provenance) -> String {
    switch provenance {
    case .measured: "measured"
    case .stated: "stated by you"
    case .imported: "from a device or program"
    case .estimated: "estimated"
    }
  }

  /// A sport within a sentence, `all sports` for none.
  static func sport(_ code: String?) -> String { code.map { Names.sport($0).lowercased() } ?? "all sports" }

  /// What holds for a quantity and a sport, as a heading. Power for all sports is that of a bicycle.
  static func heading(_ quantity: String, sport: String?) -> String {
    let what = quantity == "speed" ? "Pace" : Names.quantity(quantity)
    return sport.map { "\(what), \(ZoneWords.sport($0))" } ?? what
  }

  /// The sports that forms offer: the common ones, and those of the workouts and of the history.
  static func sports(_ entries: [WorkoutEntry], _ history: ZoneHistory) -> [String] {
    let common = ["running", "cycling", "swimming", "walking", "hiking", "rowing"]
    let known =
      entries.map(\.sport) + history.choices.compactMap { $0.sport?.rawValue }
      + history.anchors.compactMap { $0.sport?.rawValue }
    let more = Set(known).subtracting(common + ["generic", "multisport", "transition", "", "all", "unknown"]).sorted()
    return common + more
  }
}
