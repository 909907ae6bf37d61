// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

internal import CoachService
import Workouts
import Zones

/// What a live workout was, right after it.
struct LiveSummaryPage {
  var run: LiveRun

  /// The page.
  var html: HTML {
    var frame = Frame(title: t("Live"), place: .live)
    frame.styles = ["live.css"]
    guard let summary = run.summary else {
      return frame.page(
        """
        <div class="stack"><h1>\(t("Deleted"))</h1><p class="line">\(t("Nothing of this workout was kept."))</p>\
        <p><a class="btn primary" href="/live">\(t("Live"))</a></p></div>
        """)
    }
    let active = Format.clock(summary.active)
    guard let id = summary.id else {
      return frame.page(
        """
        <div class="stack"><h1>\(t("Finished"))</h1><p class="line">\(t("Nothing was measured in \(active), so there is nothing to keep."))</p>\
        <p><a class="btn primary" href="/live">\(t("Live"))</a></p></div>
        """)
    }
    let shot = run.snapshot()
    let sport = t(Phrase(key: Names.sport(run.live.setup.sport.rawValue)))
    let steps = summary.card.map { ComplianceSection(card: $0, quantity: run.live.setup.primary.rawValue).html }
    let ribbon = Ribbon(
      totalSeconds: max(1, summary.active), zoneCount: max(1, shot.zoneCount),
      firstNumber: shot.zones?.firstNumber ?? 1,
      runs: shot.runs(from: run.live.start))
    let picture: HTML =
      shot.zoneCount > 0
      ? RibbonPicture(ribbon: ribbon, height: 76, hasAxis: true, label: RibbonWords.sentence(ribbon)).html : ""
    return frame.page(
      """
      <div class="stack"><h1>\(t("Well done"))</h1><p class="line">\(t("\(sport), \(active). It is in your workouts."))</p>
      <figure class="card">\(picture)</figure>\(steps)
      <p class="row"><a class="btn primary" id="look" href="/workouts/\(URLCoding.encode(id))">\(t("Look at it"))</a><a class="btn" href="/live">\(t("Another one"))</a></p></div>
      """)
  }
}
