// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import CoachService
import Workouts

/// What was measured with what, and what is missing or doubtful.
struct SourcesSection {
  /// The workout's name in the library.
  var id: String
  var summary: WorkoutSummary
  var group: ZoneGroupSummary?

  var html: HTML {
    """
    <section class="c-6" aria-labelledby="q-h"><div class="head"><h2 id="q-h">Signals and quality</h2></div>\
    <ul class="list">\(items.map { "<li><b>\($0.0)</b><span class=\"muted\">\($0.1)</span></li>" as HTML })\(flags)\(clean)</ul></section>
    """
  }

  private var items: [(String, String)] {
    var items: [(String, String)] = []
    if !summary.warnings.isEmpty {
      items.append(("About the file", summary.warnings.map { Names.fullSentence($0.message) }.joined(separator: " ")))
    }
    for series in summary.series where series.samples > 0 && !Self.places.contains(series.quantity) {
      items.append((Names.quantity(series.quantity), describe(series)))
    }
    if let group, group.unknownSeconds >= 0.5 {
      items.append(
        (
          "No data, \(Format.clock(group.unknownSeconds))",
          "Active time without \(Names.quantity(group.quantity).lowercased()): a value counts for \(Format.whole(group.holdSeconds)) s at most. Hatched on every chart, never counted as zone 1."
        ))
    }
    let paused = summary.elapsedSeconds - summary.activeSeconds
    if paused >= 0.5 { items.append(("Paused, \(Format.clock(paused))", pauses)) }
    return items
  }

  /// Doubtful stretches, each with the button that leaves it out or counts it again.
  private var flags: [HTML] {
    summary.quality.enumerated().map { number, flag in
      let path = "/workouts/\(URLCoding.encode(id))/flags/\(number)/\(flag.isLeftOut ? "count" : "leave-out")"
      let time = Format.clock(flag.seconds)
      let state: HTML = flag.isLeftOut ? " <span class=\"chip\">left out</span>" : ""
      let words =
        flag.isLeftOut
        ? "Its \(time) count nowhere. What was recorded is kept."
        : "Its \(time) count like all others."
      let name = title(flag)
      return """
        <li class="flagged"><b>\(name)\(state)</b><span class="muted">\(Names.fullSentence(flag.text)) \(words)</span>\
        <form class="no-print" method="post" action="\(path)#q-h"><button class="btn" type="submit" aria-label="\(flag.isLeftOut ? "Count again" : "Leave out"): \(name)">\(flag.isLeftOut ? "Count again" : "Leave out")</button></form></li>
        """
    }
  }

  private var clean: HTML? {
    guard summary.quality.isEmpty,
      summary.series.contains(where: { $0.quantity == "heartRate" && $0.samples > 0 })
    else { return nil }
    return "<li><b>No spikes or cadence lock found</b><span class=\"muted\">Checked on the whole trace.</span></li>"
  }

  /// Where someone was is nobody's business here; only that places were recorded is told.
  private static let places: Set<String> = ["latitude", "longitude", "beatInterval", "distance"]

  private func describe(_ series: SeriesSummary) -> String {
    let sensor = Names.sensor(series.sensor).map { "\(Names.sentence($0)), " } ?? ""
    let path =
      switch series.path {
      case "developerField": ", from an app on the watch"
      case "downloaded": ", stored by the strap and read later"
      default: ""
      }
    let values = counted(series.samples, "value", "values")
    return "\(sensor)\(values)\(path)\(range(series))."
  }

  private func range(_ series: SeriesSummary) -> String {
    guard let low = series.minimum, let high = series.maximum else { return "" }
    if series.quantity == "speed" { return ", up to \(Format.decimals(high * 3.6, 1)) km/h" }
    return ", \(Format.whole(low)) to \(Format.whole(high)) \(Names.unit(series.quantity, series.unit))"
  }

  private var pauses: String {
    let list = summary.pauses.prefix(4).map { pause in
      let at = Double(pause.start.instant - summary.start.instant) / 1000
      return "\(pause.kind == "auto" ? "auto-pause" : "pause") at \(Format.clock(at))"
    }
    let more = summary.pauses.count > 4 ? " and \(summary.pauses.count - 4) more" : ""
    let text = list.isEmpty ? "The timer stood still" : Names.sentence(list.joined(separator: ", ")) + more
    return text + ". Not counted anywhere."
  }

  private func title(_ flag: QualitySummary) -> String {
    let kind =
      switch flag.code {
      case "spike": "Spike"
      case "cadence-lock": "Maybe cadence, not pulse"
      case "flat-line": "Flat line"
      default: "Look twice"
      }
    return "\(kind), \(Format.clock(flag.startSeconds))–\(Format.clock(flag.startSeconds + flag.seconds))"
  }
}
