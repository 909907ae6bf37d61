// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import CoachService
import Workouts

/// All that was entered about zones, the latest first, each with its days and a way back.
struct HistorySection {
  /// The entries, the earliest first.
  var entries: [ZoneEntry]

  var html: HTML {
    let body: HTML =
      entries.isEmpty
      ? "<p class=\"muted\">\(th("Nothing was entered yet."))</p>"
      : "<ul class=\"origins\">\(entries.reversed().map(row))</ul>"
    return """
      <section class="section" aria-labelledby="history"><div class="head"><h2 id="history">\(th("History"))</h2>\
      <p class="small muted">\(th("every workout keeps the zones of its day"))</p></div>\(body)</section>
      """
  }

  private func row(_ entry: ZoneEntry) -> HTML {
    let path = "/zones/history/\(entry.name)/undo"
    let label = t("Undo: \(told(entry.text))")
    let undo: HTML =
      entry.isCorrection
      ? "<a class=\"btn\" href=\"\(path)\" aria-label=\"\(label)…\">\(th("Undo…"))</a>"
      : "<form method=\"post\" action=\"\(path)\"><button class=\"btn\" type=\"submit\" aria-label=\"\(label)\">\(th("Undo"))</button></form>"
    return """
      <li><div><b>\(Names.sentence(told(entry.text)))</b><span class="muted">\(Self.days(entry)) · \(ZoneWords.sport(entry.sport))</span></div>\(undo)</li>
      """
  }

  /// The days of an entry; of a correction the day it was made.
  static func days(_ entry: ZoneEntry) -> String {
    if entry.isCorrection { return t("made on \(Dates.day(entry.from))") }
    return entry.through.map { t("\(Dates.day(entry.from)) to \(Dates.day($0))") }
      ?? t("from \(Dates.day(entry.from)) on")
  }
}

extension ZoneEntry {
  /// Whether it is other zones put over those that workouts were recorded with.
  var isCorrection: Bool { if case .correction = Kind(name) { true } else { false } }
}

/// How many workouts go back, before a correction is taken away.
struct CorrectionQuestion {
  /// The correction.
  var entry: ZoneEntry
  /// How many workouts it is on.
  var workouts: Int

  /// The whole document.
  var html: HTML {
    let what = counted(workouts, "workout goes", "workouts go")
    return Frame(title: t("Undo a correction"), place: .zones).page(
      """
      <div class="stack"><div class="stack tight"><p class="eyebrow"><a href="/zones">\(th("Zones"))</a></p><h1>\(th("Undo a correction?"))</h1></div>
      <p class="line">\(th("\(what) back to the zones they had before."))</p>
      <p class="muted prose">\(th("\(Names.fullSentence(told(entry.text))) \(Names.sentence(HistorySection.days(entry))). Nothing recorded is lost either way."))</p>
      <form class="row" method="post" action="/zones/history/\(entry.name)/undo"><button class="btn primary" type="submit">\(th("Undo it"))</button>\
      <a class="btn quiet" href="/zones">\(th("Keep it"))</a></form></div>
      """)
  }
}
