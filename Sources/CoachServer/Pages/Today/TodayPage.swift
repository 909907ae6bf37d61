// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import CoachService
import Workouts

/// The first view: what is next, and how is this week going?
struct TodayPage {
  /// The day.
  var today: Day
  /// All workouts, newest first.
  var entries: [WorkoutEntry]
  /// What the last workout says of itself.
  var lastLine: HTML?
  /// The week's days with what was done and what is planned.
  var week: WeekOfTraining
  /// The next planned session from today on.
  var next: PlannedWorkout?
  /// Whether sessions are planned at all.
  var hasPlans: Bool
  /// Live workouts of an earlier run that were not ended.
  var interrupted: [InterruptedWorkout] = []
  /// Files that were brought in without script, and a toast.
  var verdicts: [ImportVerdict] = []
  var toast: Frame.Toast?

  /// The whole document.
  var html: HTML {
    Frame(title: t("Today"), place: .today, script: "today.js", toast: toast).page(
      entries.isEmpty && !hasPlans && interrupted.isEmpty
        ? """
        <div class="stack" id="drop-here">\(ImportPanel.html(verdicts))<div id="library" class="stack">\(EmptyLibrary.html)</div>\(ImportPanel.templates)</div>
        """
        : """
        <div class="stack" id="drop-here">
        \(ImportPanel.html(verdicts))
        <div id="library" class="stack">
        <div class="stack tight"><p class="eyebrow num"><time datetime="\("\(today)")">\(Dates.weekdayAndDay(today))</time></p><h1>\(t("Today"))</h1></div>
        <p class="line">\(line)</p>
        \(interrupted.map(LiveReadyPage.card))
        <div class="grid-2">\(nextCard)\(lastCard)</div>
        \(WeekStrip(week: week, today: today).html)
        </div>
        \(ImportPanel.templates)</div>
        """)
  }

  private var isRestDay: Bool { week.isPlanned && !week.days.contains { $0.day == today && !$0.planned.isEmpty } }
  private var doneToday: Bool { week.days.contains { $0.day == today && !$0.done.isEmpty } }

  /// What is to be said first, in one sentence.
  private var line: String {
    if let next, next.day == today {
      return t("“\(next.name)” is next: \(PlanWords.length(next.outline)).")
    }
    if doneToday { return t("Today’s session is done. Rest counts too.") }
    if isRestDay { return t("A rest day. It counts.") }
    if let next { return t("Next is “\(next.name)”, \(Dates.weekdayAndDay(next.day)).") }
    return t("Nothing planned. Start freely, or pick a plan.")
  }

  private var nextCard: HTML {
    guard let next else {
      return """
        <article class="card c-5 stack" aria-labelledby="next-h"><div class="stack tight"><p class="eyebrow">\(t("Next"))</p><h2 id="next-h">\(t("Start freely"))</h2></div>
        <p class="muted">\(t("Go without a plan: zone, time and distance are there all the same. Or choose what to do first."))</p>
        <div class="row">\(startLink("/live"))<a class="btn" href="/plans">\(t("Pick a plan"))</a></div></article>
        """
    }
    let when = next.day == today ? t("Planned today") : t("Planned for \(Dates.weekdayAndDay(next.day))")
    let name = URLCoding.encode(next.name)
    return """
      <article class="card c-5 stack" aria-labelledby="next-h"><div class="stack tight"><p class="eyebrow">\(Icon.sport(next.sport).svg)\(when) · \(Names.sport(next.sport))</p><h2 id="next-h">\(next.name)</h2></div>
      \(PlanPicture(outline: next.outline, height: 60, hasAxis: true, label: PlanWords.sentence(next.outline)).html)
      <div class="row">\(startLink("/live?plan=\(name)"))<a class="btn" href="/plans?plan=\(name)">\(t("How it will sound"))</a></div></article>
      """
  }

  private func startLink(_ path: String) -> HTML {
    "<a class=\"btn primary\" href=\"\(path)\">\(Icon.start.svg)\(t("Start"))</a>"
  }

  private var lastCard: HTML {
    guard let last = entries.first else {
      return """
        <article class="card c-7 stack" aria-labelledby="last-h"><h2 id="last-h">\(t("No workouts yet"))</h2>
        <p class="muted">\(t("Drop the files of your watch or bike computer anywhere on this page, or start one here."))</p>\(ImportPanel.form)</article>
        """
    }
    var figures: [HTML] = ["<div><dt>\(t("active"))</dt><dd>\(Format.clock(last.activeSeconds))</dd></div>"]
    if let meters = last.distanceMeters, meters >= 5 {
      figures.append(
        "<div><dt>\(t("distance"))</dt><dd>\(Format.distance(meters))<small>\(Units.current.distance)</small></dd></div>"
      )
    }
    if let effort = Format.effort(meters: last.distanceMeters, seconds: last.activeSeconds, sport: last.sport),
      last.sport != "multisport"
    {
      figures.append(
        "<div><dt>\(t(Phrase(key: effort.name)))</dt><dd>\(effort.value)<small>\(effort.unit)</small></dd></div>")
    }
    let ribbon = last.ribbon.map {
      RibbonPicture(
        ribbon: $0, height: 76, columns: 420, hasAxis: true, axisWidth: 480, label: RibbonWords.sentence($0)
      )
      .html
    }
    let sample: HTML = last.isSample ? " <span class=\"chip\">\(t("Sample"))</span>" : ""
    return """
      <article class="card c-7 stack" aria-labelledby="last-h"><div class="stack tight"><p class="eyebrow num">\(Icon.sport(last.sport).svg)\(Dates.relative(last.start, today: today)) · \(Names.sport(last.sport))\(sample)</p>\
      <h2 id="last-h"><a href="/workouts/\(URLCoding.encode(last.id))">\(Names.title(last))</a></h2></div>
      \(lastLine.map { line -> HTML in "<p>\(line)</p>" })
      \(ribbon ?? "<p class=\"muted\">\(t("No heart rate or power in this one, so no ribbon. Time and distance are here."))</p>")
      <dl class="figs">\(figures)</dl></article>
      """
  }
}

/// A planned session, worked out for the athlete.
struct PlannedWorkout {
  var id: String
  var day: Day
  var name: String
  var sport: String
  var outline: PlanOutline
  /// Whether a workout of its sport was done that day.
  var isDone: Bool
}
