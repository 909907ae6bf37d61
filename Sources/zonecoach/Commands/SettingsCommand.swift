// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import CoachService
import Coaching

/// `zonecoach settings`: how the coach is, and how pages are.
enum SettingsCommand: Command {
  static let name = "settings"
  static let abstract = "Shows and changes how the coach speaks and how pages look."
  static let synopsis = "zonecoach settings [NAME VALUE | reset [NAME]] [--json]"
  static let options = [Option("--json", nil, "one JSON object")]
  static let discussion = """
    Without words it lists what can be set. Each number has bounds within which the
    coach stays useful.

      zonecoach settings
      zonecoach settings language ja
      zonecoach settings page.units mi
      zonecoach settings verbosity key-moments
      zonecoach settings heart-rate.dwell 30
      zonecoach settings reset heart-rate.dwell
    """

  static func run(_ arguments: Arguments) throws -> ExitStatus {
    let library = try WorkoutLibrary(folder: arguments.dataFolder, athlete: arguments.athlete)
    var preferences = library.coachPreferences, page = library.pagePreferences
    switch arguments.words.count {
    case 0: break
    case 1 where arguments.words[0] == "reset":
      preferences = CoachPreferences()
      page = PagePreferences()
      try keep(preferences, page, library)
    case 2:
      let isReset = arguments.words[0] == "reset"
      let name = arguments.words[isReset ? 1 : 0], value = isReset ? nil : arguments.words[1]
      if name.hasPrefix("page.") {
        try set(name, value, &page)
      } else {
        try set(name, value, &preferences)
        if name == "language" { page.cueLanguage = value == nil ? nil : preferences.language.rawValue }
      }
      try keep(preferences, page, library)
    default: throw UsageError("settings takes a name and a value, or reset.")
    }
    if arguments.has("--json") {
      Terminal.print(try JSONDocument.encode(Both(coach: preferences, page: page), pretty: true))
    } else {
      Terminal.print(list(preferences, page))
    }
    return .done
  }

  private static func keep(_ coach: CoachPreferences, _ page: PagePreferences, _ library: WorkoutLibrary) throws {
    try library.setCoachPreferences(coach)
    try library.setPagePreferences(page)
  }

  /// The coach's settings with those of pages under `page`.
  private struct Both: Encodable {
    var coach: CoachPreferences
    var page: PagePreferences

    private enum Key: String, CodingKey { case page }

    func encode(to encoder: any Encoder) throws {
      try coach.encode(to: encoder)
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(page, forKey: .page)
    }
  }

  /// Sets how pages are; `nil` brings the usual back.
  static func set(_ name: String, _ text: String?, _ page: inout PagePreferences) throws {
    let usual = PagePreferences()
    func choice<Choice: RawRepresentable & CaseIterable>(_ usual: Choice) throws -> Choice
    where Choice.RawValue == String {
      guard let text else { return usual }
      guard let found = Choice(rawValue: text) else {
        throw UsageError("\(name) is \(Choice.allCases.map(\.rawValue).joined(separator: ", ")).")
      }
      return found
    }
    func switched(_ usual: Bool) throws -> Bool {
      guard let text else { return usual }
      guard text == "on" || text == "off" else { throw UsageError("\(name) is on or off.") }
      return text == "on"
    }
    switch name {
    case "page.language":
      guard let text, text != "browser" else { return page.language = nil }
      guard let language = CoachLanguage(tag: text) else { throw UsageError("\(name) is browser, en, zh or ja.") }
      page.language = language.rawValue
    case "page.units": page.units = try choice(usual.units)
    case "page.week-start": page.weekStart = try choice(usual.weekStart)
    case "page.theme": page.theme = try choice(usual.theme)
    case "page.patterns": page.patterns = try switched(usual.patterns)
    case "page.single-keys": page.singleKeys = try switched(usual.singleKeys)
    default: throw UsageError("There is no setting “\(name)”; `zonecoach settings` lists them.")
    }
  }

  /// Sets a value; `nil` brings the usual one back.
  static func set(_ name: String, _ text: String?, _ preferences: inout CoachPreferences) throws {
    let usual = CoachPreferences()
    func switched(_ text: String) throws -> Bool {
      guard text == "on" || text == "off" else { throw UsageError("\(name) is on or off.") }
      return text == "on"
    }
    switch name {
    case "verbosity":
      guard let text else { return preferences.verbosity = usual.verbosity }
      guard let verbosity = CoachSettings.Verbosity(rawValue: text) else {
        throw UsageError("verbosity is all, key-moments, haptics or off.")
      }
      preferences.verbosity = verbosity
    case "language":
      guard let text else { return preferences.language = usual.language }
      guard let language = CoachLanguage(tag: text) else { throw UsageError("language is en, zh or ja.") }
      preferences.language = language
    case "voice": preferences.voice = try text.map(switched) ?? usual.voice
    case "zone-changes": preferences.zoneChanges = try text.map(switched)
    case "haptics": preferences.haptics = try text.map(switched) ?? usual.haptics
    default:
      guard let parameter = CoachPreferences.parameters.first(where: { $0.name == name }) else {
        throw UsageError("There is no setting “\(name)”; `zonecoach settings` lists them.")
      }
      guard let text else {
        preferences.numbers[name] = nil
        return
      }
      guard let value = Double(text), parameter.bounds.contains(value) else {
        throw UsageError(
          "\(name) is \(plain(parameter.bounds.lowerBound)) to \(plain(parameter.bounds.upperBound)) \(parameter.unit)."
        )
      }
      preferences.numbers[name] = value
    }
  }

  private static func list(_ preferences: CoachPreferences, _ page: PagePreferences) -> String {
    var rows = [
      ("verbosity", preferences.verbosity.rawValue, "all, key-moments, haptics, off"),
      ("voice", preferences.voice ? "on" : "off", "whether cues are spoken"),
      ("haptics", preferences.haptics ? "on" : "off", "whether a phone vibrates with cues"),
      ("zone-changes", preferences.zoneChanges == true ? "on" : "off", "whether another zone is called out"),
      ("language", preferences.language.rawValue, "en, zh-Hans, ja"),
    ]
    for parameter in CoachPreferences.parameters {
      let value = preferences.numbers[parameter.name] ?? parameter.usual
      rows.append((parameter.name, "\(plain(value)) \(parameter.unit)", parameter.help))
    }
    rows += [
      ("page.language", page.language ?? "browser", "browser, en, zh-Hans, ja"),
      ("page.units", page.units.rawValue, "km, mi"),
      ("page.week-start", page.weekStart.rawValue, "monday, sunday, saturday"),
      ("page.theme", page.theme.rawValue, "system, light, dark"),
      ("page.patterns", page.patterns ? "on" : "off", "patterns beside the colours of zones"),
      ("page.single-keys", page.singleKeys ? "on" : "off", "whether single keys do something"),
    ]
    let names = rows.map(\.0.count).max() ?? 0, values = rows.map(\.1.count).max() ?? 0
    return rows.map { name, value, help in
      let first = name + String(repeating: " ", count: names - name.count + 2)
      let second = value + String(repeating: " ", count: values - value.count + 2)
      return first + second + help
    }.joined(separator: "\n")
  }

  private static func plain(_ value: Double) -> String {
    value == value.rounded() ? String(Int(value)) : String(value)
  }
}
