// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Workouts
import Zones

/// The fields of a form about zones as they were typed, and what to change about them.
struct ZoneFields: Sendable {
  /// What was typed, by field.
  var values: [String: String] = [:]
  /// What to change, by field.
  var problems: [String: String] = [:]

  /// The bases and units that limits can be given in, with the words of the select beside them.
  static var units: [(code: String, title: String)] {
    [
      ("", t("as typed, else beats")), ("bpm", t("beats per minute")), ("W", t("watts")),
      ("pace", t("pace (m:ss a kilometre)")),
      ("max-hr", t("% of maximum heart rate")), ("hr-reserve", t("% of heart-rate reserve")),
      ("lthr", t("% of threshold heart rate")), ("ftp", t("% of FTP")), ("cp", t("% of critical power")),
      ("cs", t("% of critical speed")),
    ]
  }

  subscript(_ name: String) -> String { values[name] ?? "" }

  /// The day in a field; `nil` for an empty one.
  mutating func day(_ name: String) -> Day? {
    let text = self[name].filter { !$0.isWhitespace }
    guard !text.isEmpty else { return nil }
    guard let day = Day(iso8601: text) else {
      problems[name] = t("Write the day like 2026-11-30.")
      return nil
    }
    return day
  }

  /// The sport in a field; `nil` for all.
  func sport(_ name: String = "sport") -> Sport? {
    let code = self[name]
    return code.isEmpty || !code.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") })
      ? nil : Sport(rawValue: code)
  }

  /// The number in a field, with a comma or a point; a pace such as `4:10` as metres per second.
  mutating func number(_ name: String, isPace: Bool = false, metres: Double = 1000) -> Double? {
    let text = self[name].filter { !$0.isWhitespace }.replacing(",", with: ".")
    guard !text.isEmpty else { return nil }
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    if isPace, parts.count == 2, let minutes = Int(parts[0]), let seconds = Int(parts[1]), (0...59).contains(seconds),
      minutes >= 0, minutes * 60 + seconds > 0, minutes < 1000
    {
      return metres / Double(minutes * 60 + seconds)
    }
    guard let value = Double(text), value.isFinite else {
      problems[name] = t("This is not a number. Write it in figures\(isPace ? t(", or as a pace like 4:10") : "").")
      return nil
    }
    return value
  }

  /// The limits of one's own; `nil` with a problem where they are none.
  mutating func ownModel() -> ZoneModel? {
    guard !self["limits"].allSatisfy(\.isWhitespace) else {
      problems["limits"] = t("Type limits with commas between, for example 120,140,160,180 for five zones.")
      return nil
    }
    let names = self["names"].split(separator: ",").map { name in
      String(name.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }
    let code = self["of"]
    let quantity: Quantity? =
      switch code {
      case "bpm": .heartRate
      case "W": .power
      case "pace": .speed
      default: nil
      }
    do {
      return try TypedLimits(self["limits"]).model(
        quantity: quantity, of: ZoneScheme.Basis(word: code), names: names)
    } catch {
      let field =
        switch error {
        case .wrongNameCount, .badName: "names"
        case .percentOfWhat: "of"
        default: "limits"
        }
      problems[field] = ZoneWords.sentence(error)
      return nil
    }
  }

  /// The zones that the fields choose; `nil` with a problem where they choose none.
  mutating func choice(_ history: ZoneHistory) -> (quantity: Quantity, zones: ZoneChoice.Zones)? {
    switch self["zones"] {
    case "none-heartRate": return (.heartRate, .none)
    case "none-power": return (.power, .none)
    case "none-speed": return (.speed, .none)
    case "", "own":
      if self["zones"].isEmpty, self["limits"].allSatisfy(\.isWhitespace) {
        problems["zones"] = t("Choose zones from the list, or type limits of your own.")
        return nil
      }
      return ownModel().map { ($0.quantity, .model($0)) }
    case let name:
      if let model = try? ZoneModel(scheme: name) { return (model.quantity, .model(model)) }
      if let custom = history.customs.first(where: { $0.id == name }), let first = custom.versions.first {
        return (first.model.quantity, .custom(custom.id))
      }
      problems["zones"] = t("These zones are not here any more. Choose others.")
      return nil
    }
  }

  /// The model of a choice on a day, with what a person calls it; `nil` for no zones of one's own.
  static func model(
    _ choice: ZoneChoice.Zones, _ history: ZoneHistory, on day: Day
  ) -> (model: ZoneModel, title: String?)? {
    switch choice {
    case .none: nil
    case .model(let model): (model, nil)
    case .custom(let id):
      history.customs.first { $0.id == id }.flatMap { custom in
        custom.version(on: day).map { ($0.model, custom.name) }
      }
    }
  }
}
