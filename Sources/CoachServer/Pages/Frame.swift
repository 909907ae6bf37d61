// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import CoachService

/// What every page shares: head, skip link, name, places, foot.
struct Frame {
  /// A place in the navigation.
  enum Place: CaseIterable {
    case today, workouts, live, trends, heartRate, plans, zones, privacy, settings

    /// Those that are there, in order; a phone shows the first four and the rest under More.
    static let shown: [Place] = [.today, .workouts, .live, .trends, .heartRate, .plans, .zones, .privacy, .settings]

    /// Whether a phone shows it in its bar.
    var isMain: Bool { [.today, .workouts, .live, .trends].contains(self) }

    var title: String {
      switch self {
      case .today: t("Today")
      case .workouts: t("Workouts")
      case .live: t("Live")
      case .trends: t("Trends")
      case .heartRate: t("Heart rate")
      case .plans: t("Plans")
      case .zones: t("Zones")
      case .privacy: t("Privacy")
      case .settings: t("Settings")
      }
    }
    var path: String {
      switch self {
      case .today: "/"
      case .workouts: "/workouts"
      case .live: "/live"
      case .trends: "/trends"
      case .heartRate: "/heart-rate"
      case .plans: "/plans"
      case .zones: "/zones"
      case .privacy: "/privacy"
      case .settings: "/settings"
      }
    }
    var icon: Icon {
      switch self {
      case .today: .today
      case .workouts: .workouts
      case .live: .live
      case .trends: .trends
      case .heartRate: .heart
      case .plans: .plans
      case .zones: .zones
      case .privacy: .lock
      case .settings: .settings
      }
    }
  }

  /// The page's title.
  var title: String
  /// Where in the navigation we are, if anywhere.
  var place: Place?
  /// The module that makes the page livelier, if it has one.
  var script: String?
  /// Something that just happened, told in the status region.
  var toast: Toast?
  /// Stylesheets of this page alone.
  var styles: [String] = []
  /// What the whole page is laid out for, as a class, if it is something of its own.
  var mode: String?
  /// After how many seconds a page without script is loaded anew.
  var refresh: Int?

  /// Something that just happened, and what can be done about it: an Undo, a place to look at, or both.
  struct Toast {
    var text: String
    var undoPath: String?
    var undoText: String?
    var link: (text: String, path: String)?
  }

  /// The whole document.
  func page(_ main: HTML) -> HTML {
    let places = Place.shown.map { place -> HTML in
      let current: HTML = place == self.place ? " aria-current=\"page\"" : ""
      let isFirst = !place.isMain && place == Place.shown.first { !$0.isMain }
      let rank: HTML = place.isMain ? "" : isFirst ? " class=\"minor first\"" : " class=\"minor\""
      return "<li\(rank)><a href=\"\(place.path)\"\(current)>\(place.icon.svg)<span>\(place.title)</span></a></li>"
    }
    let words: HTML =
      Language.current == .english
      ? "" : "<script src=\"\(Assets.path("words.\(Language.current.rawValue).js"))\"></script>"
    let script: HTML = self.script.map { "<script type=\"module\" src=\"\(Assets.path($0))\"></script>" } ?? ""
    return """
      <!doctype html>
      <html lang="\(Language.current.rawValue)"\(choices)>
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
      <meta name="color-scheme" content="light dark">
      <title>\(title) · ZoneCoach</title>
      <link rel="manifest" href="/manifest.webmanifest">
      <meta name="theme-color" content="#f7f6f2" media="(prefers-color-scheme: light)">
      <meta name="theme-color" content="#0f1114" media="(prefers-color-scheme: dark)">
      <link rel="icon" href="\(Assets.path("icon.svg"))" type="image/svg+xml">
      <script src="\(Assets.path("theme.js"))"></script>
      \(Assets.stylesheets)\(ownColours)
      \(styles.map { "<link rel=\"stylesheet\" href=\"\(Assets.path($0))\">" as HTML })\
      \(refresh.map { "<noscript><meta http-equiv=\"refresh\" content=\"\($0)\"></noscript>" as HTML })
      \(words)
      <script type="module" src="\(Assets.path("shell.js"))"></script>
      \(script)
      </head>
      <body>
      <a class="skip" href="#main">\(t("Skip to content"))</a>
      <div class="frame\(mode.map { " \($0)" } ?? "")">
      <header class="top"><a class="brand" href="/">\(brand)<span>ZoneCoach</span></a>\(mode == "live" ? nil : RecordingBadge.html)</header>
      <div class="tools only-script">\
      <button class="icon-btn" type="button" data-action="patterns" aria-pressed="false" aria-label="\(t("Patterns instead of colour"))" title="\(t("Patterns instead of colour"))">\(Icon.patterns.svg)</button>\
      <button class="icon-btn" type="button" data-action="theme" aria-label="\(t("Light or dark"))" title="\(t("Light or dark"))">\(Icon.theme.svg)</button>\
      <button class="icon-btn" type="button" data-action="keys" aria-haspopup="dialog" aria-label="\(t("Keys"))" title="\(t("Keys (?)"))">\(Icon.keys.svg)</button></div>
      <nav class="places" aria-label="\(t("Places"))"><ul>\(places)\(more)</ul></nav>
      <main id="main" tabindex="-1">
      <p class="note" id="offline" role="status" hidden>\(t("ZoneCoach is not running, so this is how it looked last time. Start it with “zonecoach serve” and load the page again."))</p>
      \(main)
      </main>
      <footer class="foot"><p>\(t("Everything here stays on this computer."))</p></footer>
      </div>
      <div class="toasts" role="status">\(toast.map(render))</div>
      <dialog class="sheet" id="more" aria-label="\(t("More places"))">\(Self.moreList)<form method="dialog"><button class="btn">\(t("Close"))</button></form></dialog>
      \(KeysDialog.html)
      \(PatternDefs.svg)
      </body>
      </html>

      """
  }

  /// On a phone, the way to what its bar has no room for: a list at the end of the page, as a sheet where there is script.
  private var more: HTML {
    let minor = Place.shown.filter { !$0.isMain }
    let isHere: HTML = place.map { minor.contains($0) } ?? false ? " class=\"here\"" : ""
    return
      "<li class=\"more\"><a href=\"/more\" data-action=\"more\"\(isHere)>\(Icon.more.svg)<span>\(t("More"))</span></a></li>"
  }

  /// The places that a phone's bar has no room for.
  static var moreList: HTML {
    let places = Place.shown.filter { !$0.isMain }.map { place -> HTML in
      "<li><a class=\"btn quiet\" href=\"\(place.path)\">\(place.icon.svg)\(place.title)</a></li>"
    }
    return "<ul>\(places)</ul>"
  }

  /// The athlete's own colours of zones.
  private var ownColours: HTML? {
    ZoneStyle(preferences: .current).path.map { "<link rel=\"stylesheet\" href=\"\($0)\" id=\"own-colours\">\n" }
  }

  /// What the athlete chose that styles and scripts go by.
  private var choices: HTML {
    let chosen = PagePreferences.current
    var html: HTML = ""
    if chosen.theme != .system { html += " data-theme=\"\(chosen.theme.rawValue)\"" }
    if chosen.patterns { html += " data-patterns=\"on\"" }
    if !chosen.singleKeys { html += " data-keys=\"off\"" }
    if chosen.units != .kilometres { html += " data-units=\"\(chosen.units.rawValue)\"" }
    return html
  }

  private func render(_ toast: Toast) -> HTML {
    guard let undoPath = toast.undoPath else {
      let link = toast.link.map { "<a href=\"\($0.path)\">\($0.text)</a>" as HTML }
      return "<div class=\"toast\"><span>\(toast.text)</span>\(link)</div>"
    }
    let link = toast.link.map { "<a href=\"\($0.path)\">\($0.text)</a>" as HTML }
    return """
      <form class="toast" method="post" action="\(undoPath)"><span>\(toast.text)</span>\(link)\
      <button type="submit">\(toast.undoText ?? t("Undo"))</button></form>
      """
  }

  /// The name's mark: five columns of a small ribbon.
  private var brand: HTML {
    let columns = [(1, 0.0, 4.4), (2, 5.7, 8.8), (4, 11.4, 17.6), (5, 17.1, 22), (2, 22.8, 8.8)]
    let bars = columns.map { zone, x, height -> HTML in
      """
      <rect class="zf z\(zone)" x="\(Format.svg(x))" y="\(Format.svg(22 - height))" width="5.2" height="\(Format.svg(height))"/>
      """
    }
    return "<svg viewBox=\"0 0 28 22\" aria-hidden=\"true\" data-zones=\"5\">\(bars)</svg>"
  }
}
