// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import CoachService
import Coaching

/// `zonecoach settings`: how the coach is.
enum SettingsCommand: Command {
  static let name = "settings"
  static let abstract = "Shows and changes how the coach speaks: how much, in which language, how soon."
  static let synopsis = "zonecoach settings [NAME VALUE | reset [NAME]] [--json]"
  static let options = [Option("--json", nil, "one JSON object")]
  static let discussion = """
    Without words it lists what can be set. Each number has bounds within which the
    coach stays useful.

      zonecoach settings
      zonecoach settings language ja
      zonecoach settings verbosity key-moments
      zonecoach settings heart-rate.dwell 30
      zonecoach settings reset heart-rate.dwell
    """

  static func run(_ arguments: Arguments) throws -> ExitStatus {
    let library = try WorkoutLibrary(folder: arguments.dataFolder, athlete: arguments.athlete)
    var preferences = library.coachPreferences
    switch arguments.words.count {
    case 0: break
    case 1 where arguments.words[0] == "reset":
      preferences = CoachPreferences()
      try library.setCoachPreferences(preferences)
    case 2 where arguments.words[0] == "reset":
      try set(arguments.words[1], nil, &preferences)
      try library.setCoachPreferences(preferences)
    case 2:
      try set(arguments.words[0], arguments.words[1], &preferences)
      try library.setCoachPreferences(preferences)
    default: throw UsageError("settings takes a name and a value, or reset.")
    }
    if arguments.has("--json") {
      Terminal.print(try JSONDocument.encode(preferences, pretty: true))
    } else {
      Terminal.print(list(preferences))
    }
    return .done
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

  private static func list(_ preferences: CoachPreferences) -> String {
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
