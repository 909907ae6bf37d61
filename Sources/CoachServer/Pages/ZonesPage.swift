// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import CoachService

/// What the athlete states about themselves: the source of zones where a file brings none.
struct ZonesPage {
  /// One field of the form.
  struct Field {
    var name: String
    var label: String
    var unit: String
    var hint: String
    var range: ClosedRange<Double>
    var path: any WritableKeyPath<AthleteSettings, Double?> & Sendable
  }

  static let fields: [Field] = [
    Field(
      name: "maxHR", label: "Maximum heart rate", unit: "bpm", hint: "The highest you have measured, not a formula.",
      range: 100...240, path: \.maximumHeartRate),
    Field(
      name: "restingHR", label: "Resting heart rate", unit: "bpm", hint: "Lying still after waking up.",
      range: 25...120, path: \.restingHeartRate),
    Field(
      name: "lthr", label: "Heart rate at threshold", unit: "bpm",
      hint: "What you can hold for about an hour, from a test.",
      range: 80...220, path: \.thresholdHeartRate),
    Field(
      name: "ftp", label: "Functional threshold power", unit: "W", hint: "For power zones on the bike.",
      range: 40...600, path: \.functionalThresholdPower),
    Field(
      name: "age", label: "Age", unit: "years",
      hint: "Enough to begin; the maximum is then an estimate, and is called one.",
      range: 5...110, path: \.age),
  ]

  /// What is stored, or what was typed.
  var values: [String: String]
  /// What is stored.
  var stored: AthleteSettings
  /// What to change, by field.
  var problems: [String: String] = [:]
  /// Whether it has just been stored.
  var isSaved = false

  /// The form as stored.
  init(_ stored: AthleteSettings, isSaved: Bool = false) {
    self.stored = stored
    self.isSaved = isSaved
    values = Dictionary(
      uniqueKeysWithValues: Self.fields.map { ($0.name, stored[keyPath: $0.path].map(Self.text) ?? "") })
  }

  /// Reads a form: the settings, or what to change.
  static func read(_ form: [String: String]) -> (settings: AthleteSettings, problems: [String: String]) {
    var settings = AthleteSettings()
    var problems: [String: String] = [:]
    for field in fields {
      let text = (form[field.name] ?? "").filter { !$0.isWhitespace }.replacing(",", with: ".")
      if text.isEmpty { continue }
      guard let value = Double(text), value.isFinite else {
        problems[field.name] =
          "This is not a number. Write it in figures, like \(Self.text(field.range.lowerBound + 60))."
        continue
      }
      guard field.range.contains(value) else {
        problems[field.name] =
          "\(field.label) is between \(Self.text(field.range.lowerBound)) and \(Self.text(field.range.upperBound)) \(field.unit). Leave it empty if you don’t know it."
        continue
      }
      settings[keyPath: field.path] = value
    }
    if let max = settings.maximumHeartRate {
      if let rest = settings.restingHeartRate, rest >= max {
        problems["restingHR"] = "The resting rate is below the maximum. Are the two swapped?"
      }
      if let threshold = settings.thresholdHeartRate, threshold >= max {
        problems["lthr"] = "The threshold is below the maximum. Are the two swapped?"
      }
    }
    return (settings, problems)
  }

  /// The whole document.
  var html: HTML {
    let status: HTML =
      isSaved
      ? "<p class=\"note saved\" role=\"status\">\(Icon.check.svg)<span>Saved. Workouts whose files bring no zones are shown with these from now on.</span></p>"
      : problems.isEmpty
        ? ""
        : "<p class=\"note\" role=\"alert\">\(Icon.note.svg)<span>Nothing was saved yet: \(counted(problems.count, "number needs", "numbers need")) a second look.</span></p>"
    return Frame(title: "Zones", place: .zones).page(
      """
      <div class="stack"><h1>Zones</h1>
      <p class="line">\(line)</p>
      \(status)
      <form class="fields card" method="post" action="/zones" novalidate>\(Self.fields.map(field))
      <div class="row"><button class="btn primary" type="submit">Save</button></div></form>
      \(ZoneRuler.all(stored).map(\.html))
      <section class="section" aria-labelledby="how-h"><div class="head"><h2 id="how-h">Which zones a workout gets</h2></div>
      <ol class="list plain"><li><b>Those in its file</b><span class="muted">What the watch used on that day. They stay with the workout.</span></li>
      <li><b>Yours from this page</b><span class="muted">Where a file brings none. Measured numbers go before an age.</span></li>
      <li><b>None</b><span class="muted">Then the workout shows what it has, and says that zones are missing.</span></li></ol></section></div>
      """)
  }

  private var line: String {
    let heart =
      if stored.thresholdHeartRate != nil || stored.maximumHeartRate != nil {
        "Heart-rate zones come from what you measured."
      } else if stored
        .age != nil
      { "Heart-rate zones come from your age: an estimate, and every workout says so." } else {
        "Your age is enough to begin, and we will call the result an estimate."
      }
    return stored.functionalThresholdPower == nil ? heart : heart + " Power zones come from your threshold power."
  }

  private func field(_ field: Field) -> HTML {
    let problem = problems[field.name]
    let described = problem == nil ? "\(field.name)-hint" : "\(field.name)-problem \(field.name)-hint"
    let invalid: HTML = problem == nil ? "" : " aria-invalid=\"true\""
    let note: HTML =
      problem.map { "<span class=\"problem\" id=\"\(field.name)-problem\">\(Icon.note.svg)\($0)</span>" } ?? ""
    let stated = stored[keyPath: field.path] != nil
    let chip: HTML =
      !stated
      ? ""
      : field.name == "age"
        ? "<span class=\"chip estimated\">gives an estimate</span>" : "<span class=\"chip\">stated by you</span>"
    return """
      <div class="form-row"><label for="\(field.name)">\(field.label)</label>\
      <span class="row"><input class="field num" id="\(field.name)" name="\(field.name)" inputmode="decimal" autocomplete="off" size="6" maxlength="8" value="\(values[field.name] ?? "")" aria-describedby="\(described)"\(invalid)>\
      <span class="muted">\(field.unit)</span>\(chip)</span>\(note)<span class="caption" id="\(field.name)-hint">\(field.hint)</span></div>
      """
  }

  private static func text(_ value: Double) -> String {
    value == value.rounded() ? Format.whole(value) : Format.decimals(value, 1)
  }
}
