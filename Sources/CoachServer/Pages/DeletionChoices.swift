// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import CoachService
import HealthDatabase

/// Three ways to delete: by source, by days, everything. Each leads to a page that shows what goes, and asks.
struct DeletionChoices {
  /// What the workouts come from.
  var sources: [SourceSummary]

  var html: HTML {
    """
    <section class="section" aria-labelledby="go-h"><div class="head"><h2 id="go-h">\(th("Be rid of it"))</h2></div>\
    <p class="muted prose">\(th("You see first what goes, then decide. There is no Undo here; a single workout has its Delete on its own page, with an Undo."))</p>
    <div class="ways three below">
    <form class="way" method="get" action="/privacy/delete" aria-labelledby="by-source"><h3 id="by-source">\(th("From one source"))</h3>\
    <div class="form-row"><label for="source">\(th("Source"))</label><select class="field filling" id="source" name="source">\(groups)</select></div>\
    <button class="btn" type="submit">\(th("Show what goes"))</button></form>
    <form class="way" method="get" action="/privacy/delete" aria-labelledby="by-days"><h3 id="by-days">\(th("From a span of days"))</h3>\
    <div class="dates"><div class="form-row"><label for="from">\(th("First day"))</label><input class="field filling" type="date" id="from" name="from"></div>\
    <div class="form-row"><label for="to">\(th("Last day"))</label><input class="field filling" type="date" id="to" name="to"></div></div>\
    <button class="btn" type="submit" aria-label="\(t("Show what goes of these days"))">\(th("Show what goes"))</button></form>
    <section class="way" aria-labelledby="all-h"><h3 id="all-h">\(th("Everything"))</h3>\
    <p class="muted small">\(th("All workouts, your zones and settings, and every note."))</p>\
    <p><a class="btn" href="/privacy/delete">\(Icon.delete.svg)\(th("Delete everything…"))</a></p></section>
    </div></section>
    """
  }

  private var groups: [HTML] {
    [("format", t("Formats")), ("device", t("Devices")), ("archive", t("Archives"))].compactMap {
      kind, title -> HTML? in
      let some = sources.filter { $0.kind == kind }
      guard !some.isEmpty else { return nil }
      let options = some.map { source -> HTML in
        "<option value=\"\(source.source)\">\(SourceWords.name(source)), \(counted(source.workouts, "workout", "workouts"))</option>"
      }
      return "<optgroup label=\"\(title)\">\(options)</optgroup>"
    }
  }
}

/// Sources in words.
enum SourceWords {
  /// A source in a list.
  static func name(_ source: SourceSummary) -> String {
    switch source.kind {
    case "format": format(source.name ?? "")
    case "device": Names.device(manufacturer: source.name, product: source.product) ?? source.name ?? t("A device")
    default: source.name ?? t("An archive without a name")
    }
  }

  /// A format: `FIT file`, `Apple Health`.
  static func format(_ code: String) -> String {
    switch code {
    case "fit", "tcx", "gpx": t("\(code.uppercased()) file")
    case "apple-health": t("Apple Health")
    default: code.uppercased()
    }
  }

  /// What a deletion of a source takes, for a heading: `GPX files`.
  static func plural(_ source: SourceName, among sources: [SourceSummary]) -> String {
    if case .format(let code) = source, ["fit", "tcx", "gpx"].contains(code) { return t("\(code.uppercased()) files") }
    return sources.first { $0.source == source.text }.map(name) ?? t("one file")
  }
}

/// What a deletion takes, and the one question.
struct DeletionPage {
  /// What is asked for.
  var request: DeletionRequest
  /// What goes.
  var summary: DeletionSummary
  /// What the workouts come from, for the heading.
  var sources: [SourceSummary]
  /// Whether a copy from before the last restore lies in the data folder.
  var hasCopyBeforeRestore: Bool
  /// Whether the form came back without its tick.
  var isUnconfirmed = false

  /// The whole document.
  var html: HTML {
    let copy =
      !hasCopyBeforeRestore
      ? ""
      : summary.scope == "everything"
        ? t(" The copy from before the last restore goes as well.")
        : t(" The copy from before the last restore stays too; deleting everything takes it along.")
    let export: HTML =
      "<a href=\"/privacy/everything.sqlite\" download>\(t("export everything"))</a>"
    let ask: HTML = """
      <table class="stored"><caption>\(caption)</caption>\
      <thead><tr><th scope="col">\(th("Kind"))</th><th scope="col" class="n">\(th("Amount"))</th></tr></thead><tbody>\(DataWords.table(summary.counts))</tbody></table>
      \(staying)
      <p class="muted prose">\(th("What stays: files you exported, backups you made, and the files on your watch.\(copy)\(returning) You may want to \(export) first."))</p>
      <form class="card stack" method="post" action="/privacy/delete">\(fields)\(unconfirmed)\
      <label class="check" for="sure"><input type="checkbox" id="sure" name="sure" value="yes" required\(isUnconfirmed ? " aria-describedby=\"unsure\"" : "")> \(th("Delete all of it. I know that there is no Undo."))</label>\
      <div class="row"><button class="btn primary" type="submit">\(Icon.delete.svg)\(button)</button><a class="btn quiet" href="/privacy">\(th("Keep it"))</a></div></form>
      """
    return Frame(title: title, place: .privacy).page(
      """
      <div class="stack"><div class="stack tight"><p class="eyebrow"><a href="/privacy">\(th("Privacy"))</a></p><h1>\(title)</h1></div>
      <p class="line">\(summary.isEmpty ? nothing : t("There is no Undo for this. The bytes are erased from the database, and you get a receipt."))</p>
      \(summary.isEmpty ? "<p><a class=\"btn\" href=\"/privacy\">\(th("Back to Privacy"))</a></p>" : ask)</div>
      """)
  }

  private var title: String {
    switch request {
    case .everything: t("Delete everything")
    case .workouts: t("Delete workouts")
    case .source(let source): t("Delete what came from \(SourceWords.plural(source, among: sources))")
    case .days(let from?, let to?): from == to ? t("Delete \(from)") : t("Delete \(from) to \(to)")
    case .days(let from?, nil): t("Delete everything from \(from) on")
    case .days(nil, let to?): t("Delete everything up to \(to)")
    case .days(nil, nil): t("Delete all days")
    }
  }

  private var button: String { request == .everything ? t("Delete everything") : t("Delete for good") }

  private var nothing: String {
    switch request {
    case .days: t("There is no workout on these days, so there is nothing to delete.")
    case .source: t("No workout comes from there, so there is nothing to delete.")
    case .everything, .workouts: t("Nothing is stored, so there is nothing to delete.")
    }
  }

  private var caption: String {
    guard let first = summary.first, let last = summary.last, summary.counts.workouts > 0 else {
      return t("All of this goes, with all that was computed from it")
    }
    let days = (Dates.day(first), Dates.day(last))
    return t("All of this goes, with all that was computed from it: ")
      + (days.0 == days.1 ? t("workouts of \(days.0)") : t("workouts from \(days.0) to \(days.1)"))
  }

  private var staying: HTML? {
    guard summary.stayingWorkouts > 0 else { return nil }
    let count = summary.stayingWorkouts
    let words =
      count == 1
      ? t("1 workout stays, because another source holds it too.")
      : t("\(count) workouts stay, because other sources hold them too.")
    return "<p class=\"note\" id=\"staying\">\(Icon.note.svg)<span>\(words)</span></p>"
  }

  /// What a later import does.
  private var returning: String {
    request == .everything
      ? "" : t(" A later import leaves these files out unless you ask for them there.")
  }

  private var fields: [HTML] {
    func field(_ name: String, _ value: String?) -> HTML {
      value.map { "<input type=\"hidden\" name=\"\(name)\" value=\"\($0)\">" } ?? ""
    }
    return switch request {
    case .source(let source): [field("source", source.text)]
    case .days(let from, let to): [field("from", from), field("to", to)]
    case .everything, .workouts: []
    }
  }

  private var unconfirmed: HTML {
    isUnconfirmed
      ? "<p class=\"problem\" id=\"unsure\" role=\"alert\">\(Icon.note.svg)\(th("Nothing was deleted: the box is not ticked yet."))</p>"
      : ""
  }
}
