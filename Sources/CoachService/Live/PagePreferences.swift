// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// How an athlete wants pages; kept with the library.
public struct PagePreferences: Codable, Sendable, Equatable {
  /// `en`, `zh-Hans`, `ja`; `nil` for what the browser asks for.
  public var language: String?
  /// Kilometres or miles. What is stored stays metric.
  public var units = Units.kilometres
  /// The day with which a week begins.
  public var weekStart = WeekStart.monday
  /// Light, dark, or as the system is.
  public var theme = Theme.system
  /// Whether zones have patterns beside their colours.
  public var patterns = false
  /// Whether single keys do something.
  public var singleKeys = true
  /// In which language cues are, `nil` for that of the page.
  public var cueLanguage: String?
  /// Names of zones by how many there are, the lowest first; "" for the usual name.
  public var zoneNames: [Int: [String]] = [:]
  /// Colours of zones as `#rrggbb` by theme and how many there are, the lowest first; "" for the usual colour.
  public var zoneColours: [Theme: [Int: [String]]] = [:]

  /// Units of distance, pace, speed and height.
  public enum Units: String, Codable, Sendable, CaseIterable {
    case kilometres = "km"
    case miles = "mi"
  }

  /// A day with which weeks begin.
  public enum WeekStart: String, Codable, Sendable, CaseIterable { case monday, sunday, saturday }

  /// How bright pages are.
  public enum Theme: String, Codable, Sendable, CaseIterable, CodingKeyRepresentable { case system, light, dark }

  /// As pages are by themselves.
  public init() {}

  private enum Key: String, CodingKey {
    case language, units, weekStart, theme, patterns, singleKeys, cueLanguage, zoneNames, zoneColours
  }

  /// Reads what is there; what is missing, or written by a newer version, is as usual.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    func read<Value: Decodable>(_ key: Key, _ usual: Value) -> Value {
      (try? container.decodeIfPresent(Value.self, forKey: key)) ?? usual
    }
    language = read(.language, String?.none)
    units = read(.units, units)
    weekStart = read(.weekStart, weekStart)
    theme = read(.theme, theme)
    patterns = read(.patterns, patterns)
    singleKeys = read(.singleKeys, singleKeys)
    cueLanguage = read(.cueLanguage, String?.none)
    zoneNames = read(.zoneNames, zoneNames)
    zoneColours = read(.zoneColours, zoneColours)
  }

  /// The athlete's own name of a zone from 1 among so many, if there is one.
  public func zoneName(_ number: Int, of count: Int) -> String? {
    guard let names = zoneNames[count], names.indices.contains(number - 1), !names[number - 1].isEmpty else {
      return nil
    }
    return names[number - 1]
  }
}

extension PagePreferences {
  /// The athlete's own colour of a zone from 1 among so many, `#rrggbb`, if there is one.
  public func zoneColour(_ number: Int, of count: Int, _ theme: Theme) -> String? {
    guard let colours = zoneColours[theme]?[count], colours.indices.contains(number - 1), !colours[number - 1].isEmpty
    else { return nil }
    return colours[number - 1]
  }

  /// Names a zone from 1 among so many; "" gives the usual name back.
  public mutating func setZoneName(_ name: String, _ number: Int, of count: Int) {
    zoneNames[count] = Self.changed(zoneNames[count], number, of: count, name)
  }

  /// Colours a zone from 1 among so many, `#rrggbb`; "" gives the usual colour back.
  public mutating func setZoneColour(_ colour: String, _ number: Int, of count: Int, _ theme: Theme) {
    var sets = zoneColours[theme] ?? [:]
    sets[count] = Self.changed(sets[count], number, of: count, colour)
    zoneColours[theme] = sets.isEmpty ? nil : sets
  }

  private static func changed(_ list: [String]?, _ number: Int, of count: Int, _ text: String) -> [String]? {
    var all = list ?? []
    all += Array(repeating: "", count: max(0, count - all.count))
    guard all.indices.contains(number - 1) else { return list }
    all[number - 1] = text
    return all.allSatisfy(\.isEmpty) ? nil : all
  }
}

extension WorkoutLibrary {
  /// How the athlete wants pages.
  public var pagePreferences: PagePreferences {
    refreshSettings()
    return state.withLock { $0.settings.page } ?? PagePreferences()
  }

  /// The same as it was last known, without asking the database.
  public var knownPagePreferences: PagePreferences { state.withLock { $0.settings.page } ?? PagePreferences() }

  /// Keeps how the athlete wants pages.
  ///
  /// - Throws: where the database can't be written.
  public func setPagePreferences(_ preferences: PagePreferences) throws {
    try changeSettings { $0.page = preferences == PagePreferences() ? nil : preferences }
  }
}
