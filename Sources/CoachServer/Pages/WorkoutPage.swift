// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import CoachService

/// One workout: sentence, ribbon, numbers, trace.
struct WorkoutPage {
  /// The workout.
  var detail: WorkoutDetail
  /// `heartRate` or `power`: under which zones it is shown.
  var quantity: String
  /// Its curves for the table of moments, if it has any.
  var chart: TraceChart?
  /// A change that can be taken back.
  var toast: Frame.Toast?
  /// Other zones to look through, and the choice of them.
  var others: OtherZonesSection?

  private var summary: WorkoutSummary { detail.summary }
  private var group: ZoneGroupSummary? { summary.zoneGroups.first { $0.quantity == quantity } }

  init(
    detail: WorkoutDetail, wantedQuantity: String?, others: (String) -> OtherZonesSection? = { _ in nil },
    chart: (String) -> TraceChart?
  ) {
    self.detail = detail
    let choices = Self.quantities(detail)
    quantity = choices.first { $0 == wantedQuantity } ?? choices.first ?? Self.measured(detail) ?? "heartRate"
    self.chart = chart(quantity)
    self.others = others(quantity)
  }

  /// The whole document.
  var html: HTML {
    Frame(title: Names.title(detail.entry), place: .workouts, script: "workout.js", toast: toast).page(
      """
      <article class="stack workout-page" data-workout="\(detail.entry.id)">
      \(head)
      \(others?.banner)
      \(summary.line.map { line -> HTML in "<p class=\"line\">\(CoachWords.sentence(line))</p>" })
      \(coverage)
      \(FigureList.html(summary))
      \(ribbon)
      \(ChipList.html(detail, group: group))
      \(others?.form)
      \(zones)
      \(detail.compliance.map { ComplianceSection(card: $0, quantity: quantity).html })
      \(RepeatsSection(repeats: detail.repeats).html)
      \(LegsSection(detail: detail, quantity: quantity).html)
      \(TraceSection(summary: summary, quantity: quantity, chart: chart, under: others?.other.query ?? "").html)
      \(LapsSection(laps: summary.lapDetails, quantity: quantity, summary: summary).html)
      \(OriginsSection(id: detail.entry.id, sources: detail.sources).html)
      <div class="grid-2 section">\(DeviceTotals(summary: summary, quantity: quantity).html)\(SourcesSection(id: detail.entry.id, summary: summary, group: group).html)</div>
      </article>
      """)
  }

  private var head: HTML {
    let id = URLCoding.encode(detail.entry.id)
    let sport = Names.sport(summary.sport)
    let finer = summary.subSport.map(Names.sport).flatMap { $0 == t("Workout") || $0 == sport ? nil : $0 }
    let sample: HTML = detail.entry.isSample ? " · <span class=\"chip\">\(th("Sample"))</span>" : ""
    return """
      <div class="stack tight"><p class="eyebrow"><a href="/workouts">\(th("Workouts"))</a> · \(Icon.sport(summary.sport).svg)\
      <span>\(finer.map { t("\(sport), \($0.lowercased())") } ?? sport) · <time datetime="\(summary.start.iso8601)">\(Dates.full(summary.start))</time>\(sample)</span></p>
      <div class="spread"><h1>\(Names.title(detail.entry))</h1><div class="row actions no-print">\
      \(EditForm(entry: detail.entry, id: id).html)\
      <a class="btn quiet" href="/workouts?compare=\(id)">\(th("Compare…"))</a>\
      <details class="menu"><summary class="btn quiet">\(Icon.data.svg)\(th("Export"))</summary><ul>\(exports(id))</ul></details>\
      <form method="post" action="/workouts/\(id)/delete"><button class="btn quiet" type="submit" id="delete">\(Icon.delete.svg)\(th("Delete"))</button></form></div></div></div>
      """
  }

  private func exports(_ id: String) -> [HTML] {
    Downloads.formats.map { name, title, _ in
      "<li><a href=\"/workouts/\(id)/export/\(name)\" download>\(title)</a></li>"
    }
  }

  /// Says how much is known where it is little.
  private var coverage: HTML? {
    guard let group, let coverage = group.coverage, coverage < 0.8 else { return nil }
    return """
      <p class="muted">\(th("\(Names.quantity(group.quantity)) is known for \(Format.share(coverage)). Enough for the picture, not for a score."))</p>
      """
  }

  private var ribbon: HTML {
    guard let ribbon = (detail.ribbons.first { $0.quantity == quantity } ?? detail.ribbons.first)?.ribbon else {
      return ""
    }
    let legs = Legs.marks(summary)
    let highest = ribbon.firstNumber + ribbon.zoneCount - 1
    let lowest =
      ribbon.firstNumber == 0
      ? t("below zone 1, then zone 1 to \(highest)") : t("zone \(ribbon.firstNumber) to \(highest)")
    var legend: [HTML] = [th("Height and colour: \(lowest)")]
    func seconds(_ state: Ribbon.State) -> Double {
      ribbon.runs.filter { $0.state == state }.reduce(0) { $0 + $1.end - $1.start }
    }
    let unknown = group?.unknownSeconds ?? seconds(.unknown), paused = seconds(.paused)
    if unknown >= 0.5 {
      legend.append(
        "<svg class=\"sw\" aria-hidden=\"true\"><rect class=\"nodata\" width=\"24\" height=\"14\"/></svg>\(th("no data \(Format.clock(unknown))"))"
      )
    }
    if paused >= 0.5 {
      legend.append(
        "<svg class=\"sw\" aria-hidden=\"true\"><path class=\"pause\" d=\"M9.5,1V13M14.5,1V13\"/></svg>\(th("paused \(Format.clock(paused))"))"
      )
    }
    let picture = RibbonPicture(
      ribbon: ribbon, height: 132, columns: 700, legs: legs, hasAxis: true, hasLanes: true,
      label: RibbonWords.sentence(ribbon))
    return """
      <figure class="stack tight" id="ribbon">\(quantitySwitch)\(picture.html)\
      <figcaption><ul class="legend num">\(legend.map { "<li>\($0)</li>" as HTML })</ul></figcaption></figure>
      """
  }

  private var quantitySwitch: HTML {
    let choices = Self.quantities(detail)
    guard choices.count > 1 else { return "" }
    let links = choices.map { choice -> HTML in
      let current: HTML = choice == quantity ? " aria-current=\"true\"" : ""
      return "<a href=\"?quantity=\(choice)\"\(current)>\(Names.quantity(choice))</a>"
    }
    return "<div class=\"seg no-print\" role=\"group\" aria-label=\"\(t("Zones of"))\">\(links)</div>"
  }

  private var zones: HTML {
    if let group {
      let estimated = group.estimated ? t(" Estimated.") : ""
      let table = ZoneTable(
        group: group, elapsedSeconds: summary.elapsedSeconds, activeSeconds: summary.activeSeconds)
      return """
        <section class="section" aria-labelledby="tiz-h"><div class="head"><h2 id="tiz-h">\(th("Time in zone"))</h2>\
        <p class="small muted">\(Names.quantity(group.quantity))</p></div>\(table.html)\
        <p class="caption below">\(t("\(ZoneWords.provenance(group)).\(estimated)"))</p></section>
        """
    }
    if Legs.hasOwnZones(summary, quantity) {
      return """
        <section class="section" aria-labelledby="tiz-h"><div class="head"><h2 id="tiz-h">\(th("Time in zone"))</h2></div>\
        <p class="muted">\(th("Each leg has its own zones, so the times stand with the legs below and are not added up."))</p></section>
        """
    }
    guard let missing = summary.zonesMissing else { return "" }
    // Zones help only where there is something to sort into them.
    let measured = summary.activities.flatMap(\.series) + summary.series
    let link: HTML =
      measured.contains { ["heartRate", "power"].contains($0.quantity) && $0.samples > 0 }
      ? " <a href=\"/zones\">\(th("Set up zones"))</a>" : ""
    return """
      <section class="section" aria-labelledby="tiz-h"><div class="head"><h2 id="tiz-h">\(th("Time in zone"))</h2></div>\
      <div class="note">\(Icon.note.svg)<p>\(told(missing))\(link)</p></div></section>
      """
  }

  /// The quantities that have zones, heart rate first.
  static func quantities(_ detail: WorkoutDetail) -> [String] {
    var names = detail.ribbons.map(\.quantity)
    for group in detail.summary.zoneGroups where !names.contains(group.quantity) { names.append(group.quantity) }
    return names
  }

  /// What the trace shows where there are no zones.
  private static func measured(_ detail: WorkoutDetail) -> String? {
    ["heartRate", "power", "speed", "cadence", "altitude"].first { name in
      detail.summary.series.contains { $0.quantity == name && $0.samples > 0 }
        || detail.summary.activities.contains { $0.series.contains { $0.quantity == name && $0.samples > 0 } }
    }
  }
}

/// The workout's few large numbers.
enum FigureList {
  static func html(_ summary: WorkoutSummary) -> HTML {
    var figures: [HTML] = []
    func add(_ name: String, _ value: String, _ unit: String = "") {
      let small: HTML = unit.isEmpty ? "" : "<small>\(unit)</small>"
      figures.append("<div><dt>\(name)</dt><dd>\(value)\(small)</dd></div>")
    }
    let isPaused = summary.elapsedSeconds - summary.activeSeconds >= 0.5
    add(
      isPaused ? t("active of \(Format.clock(summary.elapsedSeconds))") : t("time"), Format.clock(summary.activeSeconds)
    )
    if let meters = summary.distanceMeters, meters >= 5 {
      add(t("distance"), Format.distance(meters), Units.current.distance)
    }
    if let effort = Format.effort(
      meters: summary.distanceMeters, seconds: summary.activeSeconds, sport: summary.sport)
    {
      if summary.sport != "multisport" { add(effort.name, effort.value, effort.unit) }
    }
    func mean(_ quantity: String) -> Double? { summary.series.first { $0.quantity == quantity }?.mean }
    if let rate = mean("heartRate") { add(t("mean heart rate"), Format.whole(rate), "bpm") }
    if let power = mean("power") { add(t("mean power"), Format.whole(power), "W") }
    if let energy = summary.energyKilocalories, energy > 0 { add(t("energy"), Format.whole(energy), "kcal") }
    return "<dl class=\"figs\">\(figures)</dl>"
  }
}

/// Where the numbers come from, in small: device, coverage, zones.
enum ChipList {
  static func html(_ detail: WorkoutDetail, group: ZoneGroupSummary?) -> HTML {
    let summary = detail.summary
    var chips: [HTML] = []
    let series = summary.series.first { $0.quantity == (group?.quantity ?? "heartRate") }
    let sensor = series.flatMap { Names.sensor($0.sensor) }.map(Names.sentence)
    let device = Names.device(manufacturer: summary.device?.manufacturer, product: summary.device?.product)
    let source = [sensor, device, t("\(summary.format.uppercased()) file")].compactMap { $0 }.joined(separator: " · ")
    chips.append("<li class=\"chip\">\(Icon.device.svg)\(source)</li>")
    if let group, let coverage = group.coverage {
      let icon: HTML = coverage >= 0.95 ? Icon.check.svg : Icon.note.svg
      chips.append("<li class=\"chip\">\(icon)\(th("\(Format.share(coverage)) of active time known"))</li>")
    }
    if let group {
      let estimated: HTML = group.estimated ? " estimated" : ""
      let short = Self.short(group)
      let words = group.estimated ? t("\(short) · estimated") : short
      chips.append("<li><a class=\"chip\(estimated)\" href=\"/zones\">\(Icon.zones.svg)\(words)</a></li>")
    }
    if let flag = detail.entry.flag { chips.append("<li class=\"chip\">\(Icon.note.svg)\(FileWords.flag(flag))</li>") }
    return "<ul class=\"chips\">\(chips)</ul>"
  }

  /// A provenance without the numbers in parentheses; the table of zones says it in full.
  static func short(_ group: ZoneGroupSummary) -> String {
    let short = group.provenance.firstRange(of: " (").map { String(group.provenance[..<$0.lowerBound]) }
    return ZoneWords.provenance(short ?? group.provenance, scheme: group.scheme, source: group.source)
  }
}
