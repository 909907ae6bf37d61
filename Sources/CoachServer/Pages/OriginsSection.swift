// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import CoachService

/// Where a workout comes from: its files, which of them is shown, and why several are one workout.
struct OriginsSection {
  /// The workout's name in the library.
  var id: String
  /// Its sources, the first that came first.
  var sources: [WorkoutSource]

  var html: HTML {
    guard !sources.isEmpty else { return "" }
    let several = sources.count > 1
    let line: HTML =
      several
      ? "<p class=\"small muted\">\(th("\(counted(sources.count, "source", "sources")) of one workout. The richest is shown; nothing of the others is lost."))</p>"
      : ""
    return """
      <section class="section" aria-labelledby="from-h"><div class="head"><h2 id="from-h">\(several ? t("Sources") : t("Source"))</h2>\(line)</div>\
      <ul class="origins">\(sources.map { row($0, among: several) })</ul></section>
      """
  }

  private func row(_ source: WorkoutSource, among several: Bool) -> HTML {
    let chip: HTML? = several && source.isShown ? "<span class=\"chip\">\(Icon.check.svg)\(th("Shown"))</span>" : nil
    let device = Names.device(manufacturer: source.device?.manufacturer, product: source.device?.product)
    let facts =
      [SourceWords.format(source.format), device].compactMap { $0 } + [t("added \(Dates.full(source.imported))")]
    let name = source.file ?? t("Without a file")
    let match = source.match.map { "<span class=\"muted\">\(FileWords.match($0))</span>" as HTML }
    let split: HTML =
      several && !source.isShown
      ? """
      <a class="btn no-print" href="/workouts/\(URLCoding.encode(id))/split/\(Int(source.id))" aria-label="\(t("Not the same workout: \(name)"))">\(th("Not the same workout…"))</a>
      """ : ""
    return """
      <li><div><b>\(name)\(chip)</b><span class="muted num">\(facts.joined(separator: " · "))</span>\(match)</div>\(split)</li>
      """
  }
}
