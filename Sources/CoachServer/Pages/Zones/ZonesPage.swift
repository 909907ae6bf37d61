// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import CoachService
import Workouts
import Zones

/// Which limits, from what, since when; and every way to change them.
struct ZonesPage {
  /// What the page shows of the library.
  struct Contents {
    /// What the athlete states today, for all sports.
    var athlete: AthleteSettings
    /// Today.
    var today: Day
    /// The zones that hold today.
    var preferred: [PreferredZones]
    /// All that is kept about zones.
    var history: ZoneHistory
    /// The same as it can be named and taken back.
    var entries: [ZoneEntry]
    /// What stored workouts say of thresholds.
    var estimates: [ThresholdEstimate]
    /// How many workouts are stored.
    var workouts: Int
    /// The sports that forms offer.
    var sports: [String]
  }

  /// A form that came back with something to change.
  struct Returned {
    /// Which form: `numbers`, `number`, `choose`, `custom`, `rename-ID`, `import`.
    var form: String
    /// What was typed, and what to change.
    var fields: ZoneFields
  }

  /// What is shown.
  var contents: Contents
  /// A form that came back.
  var returned: Returned?
  /// Whether the numbers have just been stored.
  var isSaved = false
  /// Something that just happened.
  var toast: Frame.Toast?

  /// The whole document.
  var html: HTML {
    let count = returned?.fields.problems.count ?? 0
    let status: HTML =
      isSaved
      ? "<p class=\"note saved\" role=\"status\">\(Icon.check.svg)<span>\(th("Saved, from today on. Stored workouts keep the zones of their day; those that have none are shown with these."))</span></p>"
      : count == 0
        ? ""
        : "<p class=\"note\" role=\"alert\">\(Icon.note.svg)<span>\(th("Nothing was saved yet: \(counted(count, "field needs", "fields need")) a second look."))</span></p>"
    return Frame(title: t("Zones"), place: .zones, toast: toast).page(
      """
      <div class="stack"><h1>\(th("Zones"))</h1>
      <p class="line">\(line)</p>
      \(status)
      <nav class="chips" aria-label="\(t("On this page"))">\(places.map { "<a class=\"chip\" href=\"#\($0.0)\">\($0.1)</a>" as HTML })</nav>
      \(now)
      \(EstimatesSection(estimates: contents.estimates, hasWorkouts: contents.workouts > 0).html)
      \(StatedNumbers(stored: contents.athlete, returned: fields("numbers")).html)
      \(NumberForm(sports: contents.sports, today: contents.today, returned: fields("number")).html)
      \(ChoiceForm(customs: contents.history.customs, sports: contents.sports, returned: fields("choose")).html)
      \(CustomZonesSection(customs: contents.history.customs, returned: returned).html)
      \(HistorySection(entries: contents.entries).html)
      \(past)
      \(order)</div>
      """)
  }

  private func fields(_ form: String) -> ZoneFields? { returned?.form == form ? returned?.fields : nil }

  private var places: [(String, String)] {
    [
      ("now", t("What holds")), ("offers", t("Estimates")), ("numbers", t("Your numbers")),
      ("choose", t("Choose zones")),
      ("custom", t("Your own zones")), ("history", t("History")), ("past", t("Stored workouts")),
    ]
  }

  private var line: String {
    let heart = contents.preferred.first { $0.quantity == "heartRate" }
    guard let heart else { return t("Your age is enough to begin, and we will call the result an estimate.") }
    let power = contents.preferred.contains { $0.quantity == "power" }
    let what =
      heart.estimated ? t("come from an estimate, and every workout says so") : t("hang on what you measured or chose")
    return t("Heart-rate zones \(what).") + (power ? t(" There are power zones too.") : "")
  }

  private var now: HTML {
    guard !contents.preferred.isEmpty else {
      return """
        <section class="section" aria-labelledby="now"><div class="head"><h2 id="now">\(th("What holds today"))</h2></div>\
        <p class="muted prose">\(th("No zones of yours yet. State a number below, or choose zones with limits of your own. Workouts whose files bring zones keep those."))</p></section>
        """
    }
    return """
      <section class="section" aria-labelledby="now"><div class="head"><h2 id="now">\(th("What holds today"))</h2>\
      <p class="small muted num">\(Dates.day(contents.today))</p></div>\
      <div class="grid-2">\(contents.preferred.map { PreferredZonesView(row: $0).html })</div></section>
      """
  }

  private var past: HTML {
    let ask: HTML =
      contents.workouts == 0
      ? "<p class=\"muted\">\(th("No workout is stored yet."))</p>"
      : "<p class=\"below\"><a class=\"btn\" href=\"/zones/apply\">\(th("See what would change"))</a></p>"
    return """
      <section class="section" aria-labelledby="past"><div class="head"><h2 id="past">\(th("Stored workouts"))</h2></div>\
      <p class="muted prose">\(th("A workout keeps the zones that held on its day. Where those were not right, you can put others over them: first you see how many workouts change, and Undo brings the recorded ones back."))</p>\(ask)</section>
      """
  }

  private var order: HTML {
    """
    <section class="section" aria-labelledby="how-h"><div class="head"><h2 id="how-h">\(th("Which zones a workout gets"))</h2></div>
    <ol class="list plain"><li><b>\(th("Those it was recorded with"))</b><span class="muted">\(th("They stay with it, whatever you enter later, until you correct them."))</span></li>
    <li><b>\(th("Those you chose for its day"))</b><span class="muted">\(th("For a training block first, then for its sport, then for all sports."))</span></li>
    <li><b>\(th("Those in its file"))</b><span class="muted">\(th("What the watch used on that day."))</span></li>
    <li><b>\(th("Those computed from your numbers"))</b><span class="muted">\(th("The numbers of its day. Measured ones go before an age."))</span></li>
    <li><b>\(th("None"))</b><span class="muted">\(th("Then the workout shows what it has, and says that zones are missing."))</span></li></ol></section>
    """
  }
}
