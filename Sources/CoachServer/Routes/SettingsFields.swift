// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import CoachService
import Coaching

/// The settings as a form and a document name them, and what to change about what was given.
struct SettingsFields {
  var page: PagePreferences
  var coach: CoachPreferences
  /// What to change, by field.
  var problems: [String: String] = [:]
  /// Colours that would pass instead, by field.
  var offers: [String: String] = [:]

  /// Takes fields that were given; others stay.
  mutating func take(_ values: [String: String]) {
    for (name, value) in values.sorted(by: { $0.key < $1.key }) { take(name, value) }
  }

  private mutating func take(_ name: String, _ value: String) {
    func isOn(_ keep: inout Bool) -> Bool {
      guard ["on", "off", "true", "false"].contains(value) else { return false }
      keep = value == "on" || value == "true"
      return true
    }
    let isGood: Bool
    switch name {
    case "language":
      isGood = value.isEmpty || Language(rawValue: value) != nil
      if isGood { page.language = value.isEmpty ? nil : value }
    case "cueLanguage":
      isGood = value.isEmpty || Language(rawValue: value) != nil
      if isGood { page.cueLanguage = value.isEmpty ? nil : value }
    case "units": isGood = set(&page.units, value)
    case "weekStart": isGood = set(&page.weekStart, value)
    case "theme": isGood = set(&page.theme, value)
    case "patterns": isGood = isOn(&page.patterns)
    case "singleKeys": isGood = isOn(&page.singleKeys)
    case "cues": isGood = set(&coach.verbosity, value)
    case "voice": isGood = isOn(&coach.voice)
    case "vibration": isGood = isOn(&coach.haptics)
    case "zoneChanges":
      var isCalled = coach.zoneChanges ?? false
      isGood = isOn(&isCalled)
      if isGood { coach.zoneChanges = isCalled ? true : nil }
    default:
      let parts = name.split(separator: "-").map(String.init)
      switch parts.first {
      case "name" where parts.count == 3: return takeName(name, parts, value)
      case "colour" where parts.count == 4: return takeColour(name, parts, value)
      default: return takeNumber(name, value)
      }
    }
    if !isGood { problems[name] = t("Choose from the list.") }
  }

  private func set<Choice: RawRepresentable>(_ keep: inout Choice, _ value: String) -> Bool
  where Choice.RawValue == String {
    guard let choice = Choice(rawValue: value) else { return false }
    keep = choice
    return true
  }

  private mutating func takeName(_ field: String, _ parts: [String], _ value: String) {
    guard let count = Int(parts[1]), let number = Int(parts[2]), (3...9).contains(count), (1...count).contains(number)
    else { return problems[field] = t("There is no such zone.") }
    let name = value.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    guard name.count <= 40 else { return problems[field] = t("A zone’s name has at most 40 characters.") }
    page.setZoneName(name, number, of: count)
  }

  private mutating func takeColour(_ field: String, _ parts: [String], _ value: String) {
    guard let theme = PagePreferences.Theme(rawValue: parts[1]), theme != .system, let count = Int(parts[2]),
      let number = Int(parts[3]), (3...9).contains(count), (1...count).contains(number)
    else { return problems[field] = t("There is no such zone.") }
    let usual = Palette.zone(number, of: count, isDark: theme == .dark)
    guard !value.isEmpty, Colour(value) != usual else { return page.setZoneColour("", number, of: count, theme) }
    guard let colour = Colour(value) else { return problems[field] = t("Write the colour like #4c82cc.") }
    let surfaces = Palette.surfaces(theme == .dark)
    guard colour.standsOut(from: surfaces) else {
      let offer = colour.nearest(standingOutFrom: surfaces).text
      offers[field] = offer
      problems[field] =
        theme == .dark
        ? t("\(colour.text) is hard to see on a dark page. The nearest that can be seen is \(offer).")
        : t("\(colour.text) is hard to see on a light page. The nearest that can be seen is \(offer).")
      return
    }
    page.setZoneColour(colour.text, number, of: count, theme)
  }

  private mutating func takeNumber(_ name: String, _ value: String) {
    guard let parameter = CoachPreferences.parameters.first(where: { $0.name == name }) else {
      return problems[name] = t("There is no such setting.")
    }
    let text = value.filter { !$0.isWhitespace }.replacing(",", with: ".")
    if text.isEmpty { return coach.numbers[name] = nil }
    guard let number = Double(text), parameter.bounds.contains(number) else {
      let low = ZoneWords.number(parameter.bounds.lowerBound), high = ZoneWords.number(parameter.bounds.upperBound)
      return problems[name] = t("Between \(low) and \(high) \(parameter.unit).")
    }
    coach.numbers[name] = number == parameter.usual ? nil : number
  }
}

/// The settings: the document of `/api/settings`.
struct SettingsDocument: Encodable {
  var page: PagePreferences
  var coach: CoachPreferences

  private enum Key: String, CodingKey {
    case language, units, weekStart, theme, patterns, singleKeys, cues, voice, vibration, zoneChanges, cueLanguage
    case numbers, zoneNames, zoneColours, stylesheet
  }

  /// Writes each under the name of its field; names and colours of zones only where they are the athlete's own.
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(page.language, forKey: .language)
    try container.encode(page.units, forKey: .units)
    try container.encode(page.weekStart, forKey: .weekStart)
    try container.encode(page.theme, forKey: .theme)
    try container.encode(page.patterns, forKey: .patterns)
    try container.encode(page.singleKeys, forKey: .singleKeys)
    try container.encode(coach.verbosity, forKey: .cues)
    try container.encode(coach.voice, forKey: .voice)
    try container.encode(coach.haptics, forKey: .vibration)
    try container.encode(coach.zoneChanges ?? false, forKey: .zoneChanges)
    try container.encode(page.cueLanguage, forKey: .cueLanguage)
    try container.encode(coach.numbers, forKey: .numbers)
    try container.encode(
      Dictionary(uniqueKeysWithValues: page.zoneNames.map { (String($0), $1) }), forKey: .zoneNames)
    var colours: [String: [String: [String]]] = [:]
    for (theme, sets) in page.zoneColours {
      colours[theme.rawValue] = Dictionary(uniqueKeysWithValues: sets.map { (String($0), $1) })
    }
    try container.encode(colours, forKey: .zoneColours)
    try container.encode(ZoneStyle(preferences: page).path, forKey: .stylesheet)
  }
}
