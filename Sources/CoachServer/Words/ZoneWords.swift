// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import CoachService
import Workouts
import Zones

/// Words for zones and the numbers they hang on.
enum ZoneWords {
  /// Why something about zones was not taken.
  static func sentence(_ error: any Error) -> String { ErrorWords.sentence(error) }

  /// A published scheme as the page calls it.
  static func scheme(_ id: String) -> String {
    (try? ZoneScheme.named(id)).map { t(Phrase(key: $0.title)) } ?? id
  }

  /// What a number that zones hang on is called, within a sentence.
  static func name(_ kind: AnchorKind) -> String { told(Wording(key: kind.name)) }

  /// A note of a number: a formula or a stand-in of ours, or what was typed.
  static func note(_ note: String) -> String { t(Phrase(key: note)) }

  /// A zone's name: the athlete's own, else that of the zones. `count` counts the zones with numbers from 1.
  static func zoneName(_ name: String, number: Int, scheme: String?, count: Int) -> String {
    if number >= 1, let own = PagePreferences.current.zoneName(number, of: count) { return own }
    if number == 0, name.isEmpty || name == "Below zone 1" { return t("Below zone 1") }
    if name.isEmpty || name == "Zone \(number)" { return t("Zone \(number)") }
    // Names in a file or of one's own stay as they are.
    return scheme == nil ? name : t(Phrase(key: name))
  }

  /// Where zones come from, without the numbers they hang on.
  static func provenance(_ text: String, scheme: String?, source: String?) -> String {
    if let scheme, (try? ZoneScheme.named(scheme))?.title == text { return self.scheme(scheme) }
    switch text {
    case "Limits set one by one": return t("Limits set one by one")
    case "Limits given with the command": return t("Limits given with the command")
    case "Percentages of your own": return t("Percentages of your own")
    case "Zones set on the device": return t("Zones set on the device")
    case "Zones set on the device, one by one": return t("Zones set on the device, one by one")
    case "Zones set on the device, as percent of maximum heart rate":
      return t("Zones set on the device, as percent of maximum heart rate")
    case "Zones set on the device, as percent of heart-rate reserve":
      return t("Zones set on the device, as percent of heart-rate reserve")
    case "Zones set on the device, as percent of threshold heart rate":
      return t("Zones set on the device, as percent of threshold heart rate")
    case "Zones set on the device, as percent of FTP": return t("Zones set on the device, as percent of FTP")
    default: return text
    }
  }

  /// Where zones come from, with the numbers they hang on.
  static func provenance(_ group: ZoneGroupSummary) -> String {
    if Language.current == .english { return group.provenance }
    let numbers = AnchorKind.allCases.compactMap { kind in
      group.anchors[kind.rawValue].map { "\(name(kind)) \(value($0, of: kind))" }
    }
    let short = ChipList.short(group)
    return numbers.isEmpty ? short : t("\(short) (\(numbers.joined(separator: Format.semicolon)))")
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
    guard quantity == "speed" else {
      let unit = Names.unit(quantity, "W")
      return switch (low, high) {
      case (nil, let high?): t("up to \(Int(high.rounded(.up)) - 1) \(unit)")
      case (let low?, nil): t("\(Int(low.rounded(.up))) and up \(unit)")
      default: "\(range(from: low, to: high)) \(unit)"
      }
    }
    let unit = Format.effort(meters: 1, seconds: 1, sport: sport ?? "running")?.unit ?? ""
    switch (low, high) {
    case (nil, let high?): return t("slower than \(limit(high, quantity, sport: sport)) \(unit)")
    case (let low?, nil): return t("\(limit(low, quantity, sport: sport)) \(unit) and faster")
    case (let low?, let high?):
      return "\(limit(low, quantity, sport: sport))–\(limit(high, quantity, sport: sport)) \(unit)"
    case (nil, nil): return t("all")
    }
  }

  /// The whole numbers between two limits: `up to 136`, `137–147`, `170 and up`.
  static func range(from low: Double?, to high: Double?) -> String {
    switch (low, high) {
    case (nil, let high?): t("up to \(Int(high.rounded(.up)) - 1)")
    case (let low?, nil): t("\(Int(low.rounded(.up))) and up")
    case (_?, _?): ZoneSet.range(from: low, to: high)
    case (nil, nil): t("all")
    }
  }

  /// The ranges between limits, the lowest first.
  static func ranges(_ boundaries: [Double], _ quantity: String) -> [String] {
    let edges: [Double?] = [nil] + boundaries.map { $0 } + [nil]
    return zip(edges, edges.dropFirst()).map { range(from: $0, to: $1, quantity) }
  }

  /// Limits in a row: `133 · 146 · 160 bpm`, `5:34 · 4:47 /km`.
  static func limits(_ boundaries: [Double], _ quantity: String) -> String {
    let unit = quantity == "speed" ? Units.current.pace : Names.unit(quantity, "W")
    return "\(boundaries.map { limit($0, quantity, sport: nil) }.joined(separator: " · ")) \(unit)"
  }

  /// An anchor's value with its unit; critical speed as pace.
  static func value(_ value: Double, of kind: AnchorKind, sport: String? = nil) -> String {
    switch kind {
    case .age: t("\(number(value)) years")
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
    case .measured: t("measured")
    case .stated: t("stated by you")
    case .imported: t("from a device or program")
    case .estimated: t("estimated")
    }
  }

  /// A sport within a sentence, `all sports` for none.
  static func sport(_ code: String?) -> String { code.map { Names.sport($0).lowercased() } ?? t("all sports") }

  /// What holds for a quantity and a sport, as a heading. Power for all sports is that of a bicycle.
  static func heading(_ quantity: String, sport: String?) -> String {
    let what = quantity == "speed" ? t("Pace") : Names.quantity(quantity)
    return sport.map { t("\(what), \(ZoneWords.sport($0))") } ?? what
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
