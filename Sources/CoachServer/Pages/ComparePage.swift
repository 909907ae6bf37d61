// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import CoachService
import Workouts
import Zones

/// Workouts side by side under one set of zones, with what was recorded beside it, and how far they can be compared.
struct ComparePage {
  /// The workouts that were ticked.
  var entries: [WorkoutEntry]
  /// What was chosen, and what to change about it.
  var fields: ZoneFields
  /// Zones under names.
  var customs: [CustomZones]
  /// The published schemes that can be made.
  var schemes: [ZoneScheme] = []
  /// Whether some of the workouts are not here any more.
  var isMissing = false
  /// What was found; `nil` before two are there, or where no zones could be made.
  var comparison: Comparison?
  /// The value at or above which time was counted as well.
  var above: Double?

  /// The whole document.
  var html: HTML {
    Frame(title: t("Compare"), place: .workouts).page(
      """
      <div class="stack"><div class="stack tight"><p class="eyebrow"><a href="/workouts">\(th("Workouts"))</a></p><h1>\(th("Compare"))</h1></div>
      \(missing)
      \(entries.count < 2 ? few : content)</div>
      """)
  }

  private var missing: HTML? {
    isMissing
      ? "<p class=\"note\">\(Icon.note.svg)<span>\(th("Some of the workouts are not here any more."))</span></p>" : nil
  }

  private var few: HTML {
    guard let only = entries.first else {
      return """
        <p class="line">\(th("Two workouts or more, side by side under one set of zones."))</p>
        <p class="muted prose">\(th("Zone numbers mean something only with their limits. Tick workouts in the list and press Compare: all are counted under the same limits, and what was recorded stands beside it."))</p>
        <p><a class="btn primary" href="/workouts">\(th("Choose workouts"))</a></p>
        """
    }
    return """
      <p class="line">\(th("“\(Names.title(only))”, and which other?"))</p>
      <p class="muted">\(th("One workout has nothing to be set beside. Tick another in the list and press Compare."))</p>
      <p><a class="btn primary" href="/workouts?compare=\(URLCoding.encode(only.id))">\(th("Choose another"))</a></p>
      """
  }

  private var content: HTML {
    guard let comparison else { return form(isOpen: true) }
    return """
      <p class="line">\(Format.kept(told(comparison.because)))</p>
      <ul class="chips">\(chips(comparison))</ul>
      \(form(isOpen: !fields.problems.isEmpty))
      \(total(comparison))
      <section class="section" aria-labelledby="each-h"><div class="head"><h2 id="each-h">\(th("One by one"))</h2>\
      <p class="small muted num">\(counted(comparison.workouts.count, "workout", "workouts"))</p></div>\
      <ul class="compared">\(comparison.workouts.map { row($0, comparison) })</ul></section>
      """
  }

  private func chips(_ comparison: Comparison) -> [HTML] {
    let classWords =
      switch comparison.class {
      case "A": t("Class A: as recorded")
      case "B": t("Class B: counted anew")
      case "C": t("Class C: relative")
      default: t("No comparison")
      }
    var chips: [HTML] = ["<li class=\"chip\">\(classWords)</li>"]
    if let zones = comparison.zones {
      chips.append(
        "<li class=\"chip\">\(Icon.zones.svg)\(ZoneWords.provenance(zones.provenance, scheme: zones.scheme, source: nil))</li>"
      )
      if zones.estimated { chips.append("<li class=\"chip estimated\">\(Icon.note.svg)\(th("an estimate"))</li>") }
    }
    return chips
  }

  private func form(isOpen: Bool) -> HTML {
    let parts = ZoneFormParts(prefix: "compare", fields: fields)
    let hidden = entries.map { "<input type=\"hidden\" name=\"id\" value=\"\($0.id)\">" as HTML }
    let open: HTML = isOpen ? " open" : ""
    let sorted = customs.filter { $0.versions.first.map { $0.model.quantity != .speed } ?? false }
    return """
      <details class="more no-print"\(open)><summary>\(th("Under other zones"))</summary>
      <form class="fields card" method="get" action="/compare" novalidate>\(hidden)\
      \(parts.zones(t("Zones"), customs: sorted, schemes: schemes, first: [("", t("Mine of today")), ("each", t("Each under those of its day")), ("own", t("Own limits, typed here"))], hint: t("Schemes for which a number is missing are not listed.")))\
      \(parts.select("quantity", t("Of"), hint: t("Chosen zones know this by themselves."), [("", t("Heart rate")), ("power", t("Power"))]))\
      \(parts.limits(isNaming: false))\
      \(parts.text("above", t("Also time at or above"), hint: t("In beats or watts, if you like."), length: 8, isNumber: true))\
      <div class="row"><button class="btn primary" type="submit">\(th("Compare"))</button></div></form></details>
      """
  }

  private func aboveWords(_ seconds: Double?, _ comparison: Comparison) -> HTML? {
    guard let above, let seconds else { return nil }
    return """
      <p class="small">\(th("At or above \(ZoneWords.number(above)) \(Names.unit(comparison.quantity, "W")):")) <b class="num">\(Format.clock(seconds))</b></p>
      """
  }

  private func total(_ comparison: Comparison) -> HTML {
    let total = comparison.total
    guard let seconds = total.seconds, let percent = total.percent, total.workouts > 1 else {
      return aboveWords(total.aboveSeconds, comparison).map { "\($0)" } ?? ""
    }
    let left = total.leftOut > 0 ? t(", \(total.leftOut) left out") : ""
    return """
      <section class="section" aria-labelledby="all-h"><div class="head"><h2 id="all-h">\(th("All together"))</h2>\
      <p class="small muted num">\(counted(total.workouts, "workout", "workouts"))\(th("\(left), \(Format.clock(total.knownSeconds)) known"))</p></div>\
      \(table(t("All together"), seconds, percent, comparison.zones.map { ZoneWords.ranges($0.boundaries, comparison.quantity) }, comparison))\(aboveWords(total.aboveSeconds, comparison))</section>
      """
  }

  private func row(_ row: Comparison.Row, _ comparison: Comparison) -> HTML {
    let id = "w-\(row.id)"
    var body: HTML = ""
    let ranges =
      row.boundaries.map { ZoneWords.ranges($0, comparison.quantity) }
      ?? comparison.zones.map { ZoneWords.ranges($0.boundaries, comparison.quantity) }
    if let seconds = row.seconds, let percent = row.percent {
      let names = ranges ?? seconds.indices.map { t("zone \($0 + 1)") }
      body +=
        "\(ZoneBar.html(seconds, ranges: names))\(table(Names.title(row.title, sport: row.sport), seconds, percent, ranges, comparison))"
    }
    if let between = row.secondsBetween {
      let items = between.enumerated().map { index, range -> HTML in
        let name = ranges.flatMap { $0.indices.contains(index) ? $0[index] : nil } ?? t("zone \(index + 1)")
        return "<li>\(name)\(th(": between \(Format.clock(range.least)) and \(Format.clock(range.most))"))</li>"
      }
      body += "<ul class=\"small num\">\(items)</ul>"
    }
    if let leftOut = row.leftOut {
      let words = told(leftOut).replacing("`zonecoach zones set` states it.", with: t("State it on the page of zones."))
      body += "<p class=\"note\">\(Icon.note.svg)<span>\(th("Left out. \(words)"))</span></p>"
    }
    body += aboveWords(row.aboveSeconds, comparison).map { $0 } ?? ""
    if let off = row.errorSeconds?.max(), off >= 0.5 {
      body +=
        "<p class=\"caption\">\(th("Its values are fractions, so each time can be off by up to \(Format.clock(off))."))</p>"
    }
    if let recorded = row.recorded {
      let parts = zip(ZoneWords.ranges(recorded.boundaries, comparison.quantity), recorded.seconds).map {
        "\($0) \(Format.clock($1))"
      }
      let whose = recorded.source == "device" ? t("The device’s own") : t("As recorded")
      body += "<p class=\"caption num\">\(whose): \(parts.joined(separator: " · "))</p>"
    }
    let known = row.coverage.map { t(" · \(Format.share($0)) known") } ?? ""
    return """
      <li class="stack tight" aria-labelledby="\(id)"><h3 id="\(id)"><a href="/workouts/\(URLCoding.encode(row.id))">\(Names.title(row.title, sport: row.sport))</a></h3>\
      <p class="small muted num">\(Names.sport(row.sport)) · \(Dates.full(row.start))\(known)</p>\(body)</li>
      """
  }

  private func table(
    _ name: String, _ seconds: [Double], _ percent: [Int], _ ranges: [String]?, _ comparison: Comparison
  ) -> HTML {
    let count = seconds.count
    let whole = Format.wholeSeconds(seconds)
    let most = max(seconds.max() ?? 1, 1)
    let zones = comparison.zones.flatMap { $0.names.count == count ? $0 : nil }
    let rows = seconds.indices.map { index -> HTML in
      let range = ranges.flatMap { $0.indices.contains(index) ? $0[index] : nil }
      let width = Format.svg(seconds[index] > 0 ? max(0.8, seconds[index] / most * 100) : 0)
      return """
        <tr><th scope="row">\(ZoneMark.html(index: index, count: count, number: zones?.numbers[index] ?? index + 1))</th>\
        <td>\(zones.map { "<span class=\"name\">\(ZoneWords.zoneName($0.names[index], number: $0.numbers[index], scheme: $0.scheme, count: $0.numbers.count { $0 > 0 }))</span>" as HTML })<span class="range">\(range ?? "")</span></td>\
        <td class="b"><svg class="hbar" aria-hidden="true"><rect class="zf \(ZoneColours.fill(index))" width="\(width)%" height="100%"/></svg></td>\
        <td class="n t">\(Format.clock(Double(whole[index])))</td><td class="n">\(Format.percent(percent.indices.contains(index) ? percent[index] : 0))</td></tr>
        """
    }
    return """
      <div class="tiz-box" tabindex="0" role="region" aria-label="\(t("\(name), table"))"><table class="tiz" data-zones="\(ZoneColours.set(count))">\
      <thead><tr><th scope="col"><span class="hidden">\(th("Number"))</span></th><th scope="col">\(th("Zone"))</th><th scope="col"><span class="hidden">\(th("Bar"))</span></th>\
      <th scope="col" class="n">\(th("Time"))</th><th scope="col" class="n">\(th("Share"))</th></tr></thead><tbody>\(rows)</tbody></table></div>
      """
  }
}
