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
    <section class="c-6" aria-labelledby="q-h"><div class="head"><h2 id="q-h">\(th("Signals and quality"))</h2></div>\
    <ul class="list">\(items.map { "<li><b>\($0.0)</b><span class=\"muted\">\($0.1)</span></li>" as HTML })\(flags)\(clean)</ul></section>
    """
  }

  private var items: [(String, String)] {
    var items: [(String, String)] = []
    if !summary.warnings.isEmpty {
      items.append(
        (
          t("About the file"),
          summary.warnings.map { FileWords.problem($0.code, $0.message) }.joined(separator: Format.space)
        ))
    }
    for series in summary.series where series.samples > 0 && !Self.places.contains(series.quantity) {
      items.append((Names.quantity(series.quantity), describe(series)))
    }
    if let group, group.unknownSeconds >= 0.5 {
      items.append(
        (
          t("No data, \(Format.clock(group.unknownSeconds))"),
          t(
            "Active time without \(Names.quantity(group.quantity).lowercased()): a value counts for \(Format.whole(group.holdSeconds)) s at most. Hatched on every chart, never counted as zone 1."
          )
        ))
    }
    let paused = summary.elapsedSeconds - summary.activeSeconds
    if paused >= 0.5 { items.append((t("Paused, \(Format.clock(paused))"), pauses)) }
    return items
  }

  /// Doubtful stretches, each with the button that leaves it out or counts it again.
  private var flags: [HTML] {
    summary.quality.enumerated().map { number, flag in
      let path = "/workouts/\(URLCoding.encode(id))/flags/\(number)/\(flag.isLeftOut ? "count" : "leave-out")"
      let time = Format.clock(flag.seconds)
      let state: HTML = flag.isLeftOut ? " <span class=\"chip\">\(th("left out"))</span>" : ""
      let words =
        flag.isLeftOut
        ? t("Its \(time) count nowhere. What was recorded is kept.")
        : t("Its \(time) count like all others.")
      let name = title(flag)
      return """
        <li class="flagged"><b>\(name)\(state)</b><span class="muted">\(told(flag.text)) \(words)</span>\
        <form class="no-print" method="post" action="\(path)#q-h"><button class="btn" type="submit" aria-label="\(flag.isLeftOut ? t("Count again") : t("Leave out")): \(name)">\(flag.isLeftOut ? t("Count again") : t("Leave out"))</button></form></li>
        """
    }
  }

  private var clean: HTML? {
    guard summary.quality.isEmpty,
      summary.series.contains(where: { $0.quantity == "heartRate" && $0.samples > 0 })
    else { return nil }
    return
      "<li><b>\(th("No spikes or cadence lock found"))</b><span class=\"muted\">\(th("Checked on the whole trace."))</span></li>"
  }

  /// Where someone was is nobody's business here; only that places were recorded is told.
  private static let places: Set<String> = ["latitude", "longitude", "beatInterval", "distance"]

  private func describe(_ series: SeriesSummary) -> String {
    let sensor = Names.sensor(series.sensor).map { "\(Names.sentence($0))\(Format.comma)" } ?? ""
    let path =
      switch series.path {
      case "developerField": t(", from an app on the watch")
      case "downloaded": t(", stored by the strap and read later")
      default: ""
      }
    let values = counted(series.samples, "value", "values")
    return t("\(sensor)\(values)\(path)\(range(series)).")
  }

  private func range(_ series: SeriesSummary) -> String {
    guard let low = series.minimum, let high = series.maximum else { return "" }
    let heights = series.quantity == "altitude" ? Units.current.heights : 1
    if series.quantity == "speed" { return t(", up to \(Format.speed(high)) \(Units.current.speed)") }
    return t(
      ", \(Format.whole(low * heights)) to \(Format.whole(high * heights)) \(Names.unit(series.quantity, series.unit))")
  }

  private var pauses: String {
    let list = summary.pauses.prefix(4).map { pause in
      let at = Double(pause.start.instant - summary.start.instant) / 1000
      return pause.kind == "auto" ? t("auto-pause at \(Format.clock(at))") : t("pause at \(Format.clock(at))")
    }
    let more = summary.pauses.count > 4 ? t(" and \(summary.pauses.count - 4) more") : ""
    let text = list.isEmpty ? t("The timer stood still") : Names.sentence(Format.list(Array(list))) + more
    return text + t(". Not counted anywhere.")
  }

  private func title(_ flag: QualitySummary) -> String {
    let kind =
      switch flag.code {
      case "spike": t("Spike")
      case "cadence-lock": t("Maybe cadence, not pulse")
      case "flat-line": t("Flat line")
      default: t("Look twice")
      }
    return t("\(kind), \(Format.clock(flag.startSeconds))–\(Format.clock(flag.startSeconds + flag.seconds))")
  }
}
