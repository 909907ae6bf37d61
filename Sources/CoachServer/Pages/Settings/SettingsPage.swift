// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import CoachService
import Coaching

/// How the page is and how the coach speaks. Saved at once with script, by a button without.
struct SettingsPage {
  /// What is kept, or came back with something to change.
  var fields: SettingsFields
  /// What was typed, where a form came back.
  var typed: [String: String] = [:]
  /// Of how many zones names and colours are shown.
  var zones: Int
  /// Whether something has just been stored.
  var isSaved = false

  private var page: PagePreferences { fields.page }
  private var coach: CoachPreferences { fields.coach }

  /// The whole document.
  var html: HTML {
    Frame(title: t("Settings"), place: .settings, script: "settings.js").page(
      """
      <div class="stack settings"><h1>\(t("Settings"))</h1>
      <p class="\(isSaved ? "note saved" : "hidden")" role="status" id="saved">\(isSaved ? t("Saved") : "")</p>
      \(problems)
      <form class="stack" method="post" action="/settings" id="settings">\(pages)\(cues)\(numbers)\(save)</form>
      \(zoneForm)</div>
      """)
  }

  private var save: HTML {
    "<div class=\"row only-plain\"><button class=\"btn primary\" type=\"submit\">\(t("Save"))</button></div>"
  }

  private var problems: HTML? {
    guard let problem = fields.problems.min(by: { $0.key < $1.key }) else { return nil }
    return
      "<p class=\"note\" role=\"alert\">\(Icon.note.svg)<span>\(t("Nothing was saved yet.")) \(problem.value)</span></p>"
  }

  private func section(_ id: String, _ title: String, _ rows: HTML) -> HTML {
    "<section class=\"section\" aria-labelledby=\"\(id)\"><div class=\"head\"><h2 id=\"\(id)\">\(title)</h2></div><div class=\"fields card\">\(rows)</div></section>"
  }

  private func select(_ name: String, _ label: String, _ value: String, _ options: [(String, String)]) -> HTML {
    let items = options.map { code, title -> HTML in
      let isChosen: HTML = code == value ? " selected" : ""
      let language: HTML = Language(rawValue: code).map { " lang=\"\($0.rawValue)\"" } ?? ""
      return "<option value=\"\(code)\"\(language)\(isChosen)>\(title)</option>"
    }
    return """
      <div class="form-row"><label for="\(name)">\(label)</label><select class="field filling" id="\(name)" name="\(name)">\(items)</select></div>
      """
  }

  private func check(_ name: String, _ label: String, _ isOn: Bool) -> HTML {
    let checked: HTML = isOn ? " checked" : ""
    return """
      <label class="check"><input type="hidden" name="\(name)" value="off"><input type="checkbox" id="\(name)" name="\(name)" value="on"\(checked)> \(label)</label>
      """
  }

  private static let languages = [("en", "English"), ("zh-Hans", "简体中文"), ("ja", "日本語")]

  private var pages: HTML {
    section(
      "look", t("The page"),
      """
      \(select("language", t("Language"), page.language ?? "", [("", t("As the browser asks"))] + Self.languages))\
      \(select("units", t("Units"), page.units.rawValue, [("km", t("Kilometres")), ("mi", t("Miles"))]))\
      \(select("weekStart", t("Weeks begin on"), page.weekStart.rawValue, [("monday", t("Monday")), ("sunday", t("Sunday")), ("saturday", t("Saturday"))]))\
      \(select("theme", t("Theme"), page.theme.rawValue, [("system", t("As the system is")), ("light", t("Light page")), ("dark", t("Dark page"))]))\
      \(check("patterns", t("Patterns beside the colours of zones"), page.patterns))\
      \(check("singleKeys", t("Use single keys"), page.singleKeys))
      """)
  }

  private var cues: HTML {
    section(
      "cues-h", t("The coach"),
      """
      \(select("cues", t("Cues"), coach.verbosity.rawValue, [("all", t("All")), ("key-moments", t("Key moments")), ("haptics", t("Vibration only")), ("off", t("Off"))]))\
      \(select("cueLanguage", t("Language of cues"), page.cueLanguage ?? "", [("", t("As the page"))] + Self.languages))\
      \(check("voice", t("Voice"), coach.voice))\
      \(check("vibration", t("Vibration"), coach.haptics))\
      \(check("zoneChanges", t("Call out another zone"), coach.zoneChanges ?? false))
      """)
  }

  private var numbers: HTML {
    let isOpen: HTML = fields.problems.keys.contains { $0.contains(".") } ? " open" : ""
    let rows = CoachPreferences.parameters.map { parameter -> HTML in
      let value = typed[parameter.name] ?? coach.numbers[parameter.name].map(ZoneWords.number) ?? ""
      let low = ZoneWords.number(parameter.bounds.lowerBound), high = ZoneWords.number(parameter.bounds.upperBound)
      let quantity = parameter.name.hasPrefix("power") ? t("Power") : t("Heart rate")
      let label = t("\(quantity): \(t(Phrase(key: parameter.help)))")
      let id = parameter.name.replacing(".", with: "-")
      return """
        <div class="form-row"><label for="\(id)">\(label)</label><span class="row"><input class="field num" type="number" step="any" id="\(id)" name="\(parameter.name)" min="\(low)" max="\(high)" value="\(value)" placeholder="\(ZoneWords.number(parameter.usual))">\
        <span class="muted">\(parameter.unit), \(low)–\(high)</span></span></div>
        """
    }
    return
      "<details class=\"more\"\(isOpen)><summary>\(t("The coach’s numbers"))</summary><div class=\"fields card\">\(rows)</div></details>"
  }

  private var zoneForm: HTML {
    let counts = (3...9).map { count -> HTML in
      let current: HTML = count == zones ? " aria-current=\"true\"" : ""
      return "<a class=\"chip\" href=\"/settings?zones=\(count)#zones\"\(current)>\(count)</a>"
    }
    let rows = (1...zones).map(zoneRow)
    return """
      <section class="section" aria-labelledby="zones"><div class="head"><h2 id="zones">\(t("Names and colours of zones"))</h2></div>\
      <nav class="row" aria-label="\(t("How many zones"))">\(counts)</nav>
      <form class="stack below" method="post" action="/settings" id="zone-settings"><input type="hidden" name="zones" value="\(zones)">\
      <div class="scroll"><table data-zones="\(zones)"><caption>\(t("An empty name is the usual one. A colour that is hard to see is not taken; the nearest that can be seen is offered."))</caption>\
      <thead><tr><th scope="col">\(t("Zone"))</th><th scope="col">\(t("Name"))</th><th scope="col">\(t("Light page"))</th><th scope="col">\(t("Dark page"))</th></tr></thead><tbody>\(rows)</tbody></table></div>\
      <p class="note" id="offer" role="alert" hidden></p>\(save)</form>
      <form class="below" method="post" action="/settings/usual"><button class="btn" type="submit">\(t("Back to the usual names and colours"))</button></form></section>
      """
  }

  private func zoneRow(_ number: Int) -> HTML {
    let name = "name-\(zones)-\(number)"
    let colours = [PagePreferences.Theme.light, .dark].map { theme -> HTML in
      let field = "colour-\(theme.rawValue)-\(zones)-\(number)"
      let usual = Palette.zone(number, of: zones, isDark: theme == .dark)?.text ?? "#000000"
      let value = fields.offers[field] ?? typed[field] ?? page.zoneColour(number, of: zones, theme) ?? usual
      let label =
        theme == .dark ? t("Colour of zone \(number), dark") : t("Colour of zone \(number), light")
      return
        "<td><input class=\"field\" type=\"color\" name=\"\(field)\" value=\"\(value)\" aria-label=\"\(label)\"></td>"
    }
    let value = typed[name] ?? page.zoneName(number, of: zones) ?? ""
    return """
      <tr><th scope="row">\(ZoneMark.html(index: number - 1, count: zones, number: number))</th>\
      <td><input class="field filling" name="\(name)" value="\(value)" maxlength="40" autocomplete="off" placeholder="\(t("Zone \(number)"))" aria-label="\(t("Name of zone \(number)"))"></td>\(colours)</tr>
      """
  }
}
