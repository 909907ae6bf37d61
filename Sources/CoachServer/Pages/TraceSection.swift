// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import CoachService

/// The curves on one time axis. The script draws them from the server's thinned data; the same numbers stand in a table.
struct TraceSection {
  var summary: WorkoutSummary
  var quantity: String
  var chart: TraceChart?
  /// The query for the curve under other zones, empty for those the workout is kept with.
  var under = ""

  var html: HTML {
    guard let chart, chart.main != nil || !chart.lanes.isEmpty else { return "" }
    let starts = summary.lapDetails.map { Format.svg($0.startSeconds) }.joined(separator: " ")
    return """
      <section class="section trace" aria-labelledby="tr-h" data-trace data-quantity="\(quantity)" data-total="\(Format.svg(chart.totalSeconds))" \
      data-under="\(under)" data-laps="\(starts)" data-sport="\(summary.sport)" data-legs="\(Legs.script(summary))"\(bands)><div class="head"><h2 id="tr-h">\(title(chart))</h2>\
      <div class="row no-print only-script"><button class="btn quiet" type="button" data-zoom="whole" hidden>\(th("Whole workout"))</button>\
      <button class="btn quiet square" type="button" data-zoom="out" aria-label="\(t("Wider"))" title="\(t("Wider (−)"))">−</button>\
      <button class="btn quiet square" type="button" data-zoom="in" aria-label="\(t("Closer"))" title="\(t("Closer (+)"))">+</button></div></div>
      <p class="only-plain muted">\(th("The curve needs a script in the browser. Its numbers are in the table below."))</p>
      <p class="readout num only-script" aria-hidden="true"></p>
      <figure class="chart only-script" data-zones="\(ZoneColours.set(chart.boundaries.count + 1))"><svg height="\(height(chart))" aria-hidden="true"></svg></figure>
      <label class="hidden" for="scrub">\(th("Moment in the workout"))</label>
      <input class="scrub only-script" id="scrub" type="range" min="0" max="\(Int(chart.totalSeconds))" step="1" value="0" autocomplete="off" aria-describedby="scrub-keys">
      <p class="caption only-script no-print" id="scrub-keys">\(th("Arrow keys move by seconds, Page Up and Down by minutes, [ and ] by laps; + and − zoom, 0 shows the whole workout. Or drag across the chart."))</p>
      \(bandsNote)\(flagsNote(chart))<details><summary>\(th("The same numbers as a table"))</summary>\(table(chart))</details></section>
      """
  }

  /// Legs with limits of their own have no bands in common.
  private var bands: HTML { Legs.hasOwnZones(summary, quantity) ? " data-bands=\"off\"" : "" }
  private var bandsNote: HTML {
    Legs.hasOwnZones(summary, quantity)
      ? "<p class=\"caption\">\(th("Each leg has its own limits, so no bands are drawn behind the curve."))</p>" : ""
  }

  private func flagsNote(_ chart: TraceChart) -> HTML {
    chart.flags.isEmpty
      ? ""
      : "<p class=\"caption only-script\">\(th("Doubtful stretches are ruled and named. One that is left out is hatched, with what was recorded dashed on it."))</p>"
  }

  /// About how high the script will draw, so that nothing moves when it does.
  private func height(_ chart: TraceChart) -> Int { (chart.main == nil ? 0 : 240) + chart.lanes.count * 78 + 26 }

  private func title(_ chart: TraceChart) -> String {
    let names = ([chart.main?.quantity].compactMap { $0 } + chart.lanes.map(\.quantity)).map(word)
    guard let first = names.first else { return t("Curves") }
    if names.count == 1 { return first }
    return Format.and([first] + names.dropFirst().map { $0.lowercased() })
  }

  private func word(_ quantity: String) -> String {
    quantity == "speed" && readsPace ? t("Pace") : Names.quantity(quantity)
  }

  private var readsPace: Bool { ["running", "walking", "hiking", "swimming", "rowing"].contains(summary.sport) }

  private func table(_ chart: TraceChart) -> HTML {
    let step =
      [60.0, 120, 300, 600, 900, 1800].first { chart.totalSeconds / $0 <= 150 }
      ?? (chart.totalSeconds / 150).rounded(.up)
    let count = max(1, Int((chart.totalSeconds / step).rounded(.up)))
    let curves = [chart.main].compactMap { $0 } + chart.lanes
    let buckets = curves.map { curve in Self.buckets(curve, step: step, count: count) }
    let heads = curves.map { curve -> HTML in
      "<th scope=\"col\" class=\"n\">\(word(curve.quantity)), \(unit(curve))</th>"
    }
    let rows = (0..<count).map { index -> HTML in
      let cells = zip(curves, buckets).map { curve, values -> HTML in
        "<td class=\"n\">\(values[index].map { text($0, curve) } ?? Format.absent)</td>"
      }
      return "<tr><th scope=\"row\">\(Format.clock(Double(index) * step))</th>\(cells)</tr>"
    }
    return """
      <div class="scroll tall" tabindex="0" role="region" aria-label="\(t("Curves, table"))"><table class="compact"><caption>\(th("Lowest to highest in each \(step == 60 ? t("minute") : Format.span(step))."))</caption>\
      <thead><tr><th scope="col">\(th("From"))</th>\(heads)</tr></thead><tbody>\(rows)</tbody></table></div>
      """
  }

  private func unit(_ curve: TraceChart.Curve) -> String {
    guard curve.quantity == "speed" else { return Names.unit(curve.quantity, curve.unit) }
    return Format.effort(meters: 1000, seconds: 300, sport: summary.sport)?.unit ?? Units.current.speed
  }

  private func text(_ range: ClosedRange<Double>, _ curve: TraceChart.Curve) -> String {
    func one(_ value: Double) -> String {
      if curve.quantity == "altitude" { return Format.whole(value * Units.current.heights) }
      guard curve.quantity == "speed" else { return Format.whole(value) }
      return value > 0.3
        ? Format.effort(meters: value, seconds: 1, sport: summary.sport)?.value ?? Format.absent : Format.absent
    }
    let low = one(range.lowerBound), high = one(range.upperBound)
    return low == high ? low : "\(low)–\(high)"
  }

  private static func buckets(_ curve: TraceChart.Curve, step: Double, count: Int) -> [ClosedRange<Double>?] {
    var out = [ClosedRange<Double>?](repeating: nil, count: count)
    func put(_ index: Int, _ value: Double) {
      out[index] = out[index].map { min($0.lowerBound, value)...max($0.upperBound, value) } ?? value...value
    }
    var last: (index: Int, value: Double)?
    for point in curve.points {
      guard let value = point.value, value.isFinite, point.second >= 0 else {
        last = nil
        continue
      }
      let index = min(count - 1, Int(point.second / step))
      guard index >= 0 else { continue }
      put(index, value)
      // A line that spans a whole row without a point of its own holds its value there.
      if let last, last.index + 1 < index { for between in last.index + 1..<index { put(between, last.value) } }
      last = (index, value)
    }
    return out
  }
}
