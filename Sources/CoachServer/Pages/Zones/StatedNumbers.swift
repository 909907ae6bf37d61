// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import CoachService
import Workouts
import Zones

/// What the athlete states of themselves from today on, for all sports.
struct StatedNumbers {
  /// One field of the form.
  struct Field {
    var name: String
    var label: String
    var unit: String
    var hint: String
    var range: ClosedRange<Double>
    var path: any WritableKeyPath<AthleteSettings, Double?> & Sendable
  }

  static var fields: [Field] {
    [
      Field(
        name: "maxHR", label: t("Maximum heart rate"), unit: "bpm",
        hint: t("The highest you have measured, not a formula."),
        range: 100...240, path: \.maximumHeartRate),
      Field(
        name: "restingHR", label: t("Resting heart rate"), unit: "bpm", hint: t("Lying still after waking up."),
        range: 25...120, path: \.restingHeartRate),
      Field(
        name: "lthr", label: t("Heart rate at threshold"), unit: "bpm",
        hint: t("What you can hold for about an hour, from a test."),
        range: 80...220, path: \.thresholdHeartRate),
      Field(
        name: "ftp", label: t("Functional threshold power"), unit: "W", hint: t("For power zones on the bike."),
        range: 40...600, path: \.functionalThresholdPower),
      Field(
        name: "age", label: t("Age"), unit: t("years"),
        hint: t("Enough to begin; the maximum is then an estimate, and is called one."),
        range: 5...110, path: \.age),
    ]
  }

  /// What is stored.
  var stored: AthleteSettings
  /// What was typed and needs a second look.
  var returned: ZoneFields?

  /// Reads a form: the settings, or what to change.
  static func read(_ form: [String: String]) -> (settings: AthleteSettings, problems: [String: String]) {
    var settings = AthleteSettings()
    var typed = ZoneFields(values: form)
    for field in fields {
      guard let value = typed.number(field.name) else { continue }
      guard field.range.contains(value) else {
        typed.problems[field.name] =
          t(
            "\(field.label) is between \(ZoneWords.number(field.range.lowerBound)) and \(ZoneWords.number(field.range.upperBound)) \(field.unit). Leave it empty if you don’t know it."
          )
        continue
      }
      settings[keyPath: field.path] = value
    }
    if let max = settings.maximumHeartRate {
      if let rest = settings.restingHeartRate, rest > max - 30 {
        typed.problems["restingHR"] = t(
          "The resting rate lies 30 beats or more below the maximum. Are the two swapped?")
      }
      if let threshold = settings.thresholdHeartRate, threshold >= max {
        typed.problems["lthr"] = t("The threshold is below the maximum. Are the two swapped?")
      }
    }
    return (settings, typed.problems)
  }

  var html: HTML {
    """
    <section class="section" aria-labelledby="numbers"><div class="head"><h2 id="numbers">\(th("Your numbers"))</h2>\
    <p class="small muted">\(th("for all sports, from today on"))</p></div>\
    <form class="fields card" method="post" action="/zones" novalidate>\(Self.fields.map(field))
    <div class="row"><button class="btn primary" type="submit">\(th("Save"))</button></div></form></section>
    """
  }

  private func field(_ field: Field) -> HTML {
    let problem = returned?.problems[field.name]
    let value =
      returned.map { $0[field.name] } ?? stored[keyPath: field.path].map { ZoneWords.number($0) } ?? ""
    let described = problem == nil ? "\(field.name)-hint" : "\(field.name)-problem \(field.name)-hint"
    let invalid: HTML = problem == nil ? "" : " aria-invalid=\"true\""
    let note: HTML? =
      problem.map { "<span class=\"problem\" id=\"\(field.name)-problem\">\(Icon.note.svg)\($0)</span>" }
    let stated = stored[keyPath: field.path] != nil
    let chip: HTML =
      !stated
      ? ""
      : field.name == "age"
        ? "<span class=\"chip estimated\">\(th("gives an estimate"))</span>"
        : "<span class=\"chip\">\(th("stated by you"))</span>"
    return """
      <div class="form-row"><label for="\(field.name)">\(field.label)</label>\
      <span class="row"><input class="field num" id="\(field.name)" name="\(field.name)" inputmode="decimal" autocomplete="off" size="6" maxlength="8" value="\(value)" aria-describedby="\(described)"\(invalid)>\
      <span class="muted">\(field.unit)</span>\(chip)</span>\(note)<span class="caption" id="\(field.name)-hint">\(field.hint)</span></div>
      """
  }
}

/// One number of any kind, for one sport or all, from any day on.
struct NumberForm {
  /// The sports to choose from.
  var sports: [String]
  /// Today.
  var today: Day
  /// What was typed and needs a second look.
  var returned: ZoneFields?

  /// The kinds, with what to write.
  private static var kinds: [(code: String, title: String)] {
    AnchorKind.allCases.map { kind in
      let unit =
        switch kind {
        case .age: t("years")
        case .maximumHeartRate, .restingHeartRate, .thresholdHeartRate: "bpm"
        case .functionalThresholdPower, .criticalPower: "W"
        case .firstThreshold, .secondThreshold: t("bpm or W")
        case .criticalSpeed: t("as pace")
        }
      return (kind.rawValue, t("\(ZoneWords.name(kind)) (\(unit))"))
    }
  }

  var html: HTML {
    let parts = ZoneFormParts(prefix: "number", fields: returned ?? ZoneFields(values: ["how": "stated"]))
    let ways = Anchor.Provenance.allCases.map { ($0.rawValue, Names.sentence(ZoneWords.provenance($0))) }
    let isOpen: HTML = returned == nil ? "" : " open"
    return """
      <details class="more" id="number"\(isOpen)><summary>\(th("A number of another day, or for one sport"))</summary>
      <form class="fields card" method="post" action="/zones/number#number" novalidate>\
      \(parts.select("kind", t("Which"), Self.kinds))\
      \(parts.text("value", t("How much"), hint: t("Critical speed as a pace a kilometre, for swimming a hundred metres: 4:10."), length: 12, isNumber: false))\
      \(parts.sport(sports, hint: t("FTP and critical power for all sports are those of the bike.")))\
      \(parts.day("from", t("From day"), hint: t("Empty means today, \(today.description).")))\
      \(parts.select("how", t("How you know it"), ways))\
      <div class="row"><button class="btn primary" type="submit">\(th("Keep this number"))</button></div></form></details>
      """
  }
}
