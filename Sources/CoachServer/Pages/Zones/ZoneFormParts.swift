// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Workouts
import Zones

/// Fields that several forms about zones share. Each form has its own prefix, so that names of elements stay unique.
struct ZoneFormParts {
  /// Before the name of each element.
  var prefix: String
  /// What was typed, and what to change.
  var fields = ZoneFields()

  private func id(_ name: String) -> String { "\(prefix)-\(name)" }

  /// A label, a control, what to change about it, and a hint below.
  func row(_ name: String, _ label: String, hint: String = "", _ control: (HTML) -> HTML) -> HTML {
    let problem = fields.problems[name]
    var described: [String] = []
    if problem != nil { described.append("\(id(name))-problem") }
    if !hint.isEmpty { described.append("\(id(name))-hint") }
    var attributes: HTML = " id=\"\(id(name))\" name=\"\(name)\""
    if !described.isEmpty { attributes += " aria-describedby=\"\(described.joined(separator: " "))\"" }
    if problem != nil { attributes += " aria-invalid=\"true\"" }
    let note = problem.map {
      "<span class=\"problem\" id=\"\(id(name))-problem\">\(Icon.note.svg)<span>\($0)</span></span>" as HTML
    }
    let caption: HTML = hint.isEmpty ? "" : "<span class=\"caption\" id=\"\(id(name))-hint\">\(hint)</span>"
    return
      "<div class=\"form-row\"><label for=\"\(id(name))\">\(label)</label>\(control(attributes))\(note)\(caption)</div>"
  }

  /// A field for a text.
  func text(_ name: String, _ label: String, hint: String = "", length: Int = 200, isNumber: Bool = false) -> HTML {
    row(name, label, hint: hint) { attributes in
      let mode: HTML = isNumber ? " inputmode=\"decimal\"" : ""
      return
        "<input class=\"field filling num\"\(attributes)\(mode) autocomplete=\"off\" maxlength=\"\(length)\" value=\"\(fields[name])\">"
    }
  }

  /// A field for a day.
  func day(_ name: String, _ label: String, hint: String = "") -> HTML {
    row(name, label, hint: hint) { attributes in
      "<input class=\"field filling\" type=\"date\"\(attributes) value=\"\(fields[name])\">"
    }
  }

  /// A list to choose from.
  func select(_ name: String, _ label: String, hint: String = "", _ options: [(code: String, title: String)]) -> HTML {
    row(name, label, hint: hint) { attributes in
      "<select class=\"field filling\"\(attributes)>\(options.map { option($0.code, $0.title, name) })</select>"
    }
  }

  /// The list of sports, with all of them first.
  func sport(_ sports: [String], all: String? = nil, hint: String = "") -> HTML {
    select("sport", t("Sport"), hint: hint, [("", all ?? t("All sports"))] + sports.map { ($0, Names.sport($0)) })
  }

  /// Limits of one's own: numbers, what they are in, names.
  func limits(isNaming: Bool = true) -> HTML {
    let names: HTML =
      isNaming ? text("names", t("Names for the zones"), hint: t("If you like: with commas, the lowest first.")) : ""
    return """
      \(text("limits", t("Own limits"), hint: t("Where zones meet, with commas: 120,140,160,180 makes five zones.")))\
      \(select("of", t("They are"), ZoneFields.units))\(names)
      """
  }

  /// Zones to choose: published ones by what they sort, one's own, and further choices around them.
  func zones(
    _ label: String, customs: [CustomZones], schemes: [ZoneScheme] = ZoneScheme.all,
    first: [(code: String, title: String)], last: [(code: String, title: String)] = [], hint: String = ""
  ) -> HTML {
    let groups = [Quantity.heartRate, .power, .speed].compactMap { quantity -> HTML? in
      let some = schemes.filter { $0.quantity == quantity }
      guard !some.isEmpty else { return nil }
      let title = quantity == .speed ? t("Pace") : Names.quantity(quantity.rawValue)
      return "<optgroup label=\"\(title)\">\(some.map { option($0.id, ZoneWords.scheme($0.id), "zones") })</optgroup>"
    }
    let own: HTML =
      customs.isEmpty
      ? "" : "<optgroup label=\"\(t("Your own zones"))\">\(customs.map { option($0.id, $0.name, "zones") })</optgroup>"
    return row("zones", label, hint: hint) { attributes in
      """
      <select class="field filling"\(attributes)>\(first.map { option($0.code, $0.title, "zones") })\(own)\(groups)\
      \(last.map { option($0.code, $0.title, "zones") })</select>
      """
    }
  }

  private func option(_ code: String, _ title: String, _ name: String) -> HTML {
    let isChosen: HTML = fields[name] == code ? " selected" : ""
    return "<option value=\"\(code)\"\(isChosen)>\(title)</option>"
  }
}
