// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import CoachService
import Workouts

/// What will I ask of myself: the plans, the builder, how one will sound, the weeks to come.
struct PlansPage {
  /// All plans with their outlines; `nil` where one asks for numbers that aren't known.
  var plans: [(plan: Plan, outline: PlanOutline?)]
  /// The plan that is open.
  var editor: PlanEditor?
  /// Its cues against a past workout.
  var sound: SoundSection?
  var today: Day
  var firstWeekday: Int
  var planned: [PlannedWorkout]
  var toast: Frame.Toast?

  init(
    plans: [(plan: Plan, outline: PlanOutline?)], editor: PlanEditor?, today: Day, firstWeekday: Int,
    planned: [PlannedWorkout], toast: Frame.Toast?
  ) {
    self.plans = plans
    self.editor = editor
    self.today = today
    self.firstWeekday = firstWeekday
    self.planned = planned
    self.toast = toast
  }

  /// The whole document.
  var html: HTML {
    Frame(title: t("Plans"), place: .plans, script: "plans.js", toast: toast).page(
      """
      <div class="stack">
      <div class="spread"><div class="stack tight"><h1>\(t("Plans"))</h1>\(number)</div>\
      <div class="row"><a class="btn primary" href="/plans?new=1">\(t("New plan"))</a>\(importForm)</div></div>
      \(plans.isEmpty && editor == nil ? empty : list)
      \(editor?.html)
      \(sound?.html)
      \(PlanCalendarSection(planned: planned, names: plans.map(\.plan.name), today: today, firstWeekday: firstWeekday).html)
      </div>
      """)
  }

  private var number: HTML {
    plans.isEmpty ? "" : "<p class=\"muted num\">\(counted(plans.count, "plan", "plans"))</p>"
  }

  private var importForm: HTML {
    """
    <form class="row" id="plan-import" method="post" action="/plans/import" enctype="multipart/form-data"><label class="hidden" for="plan-files">\(t("Plan files"))</label>\
    <input class="field only-plain" type="file" id="plan-files" name="files" multiple accept=".json,.zwo,.erg,.mrc,.fit,.txt">\
    <button class="btn only-plain" type="submit">\(t("Import"))</button><button class="btn only-script" type="button" data-action="import-plan">\(Icon.file.svg)\(t("Import"))</button></form>
    """
  }

  private var empty: HTML {
    """
    <p class="line">\(t("A plan says what to do and when to rest; the coach says it at the right moment."))</p>
    <p class="muted">\(t("Write one in a line, click one together, or import files of Zwift (ZWO), trainers (ERG, MRC), Garmin (FIT) or text."))</p>
    """
  }

  private var list: HTML {
    let rows = plans.map { plan, outline -> HTML in
      let current: HTML = editor?.plan?.name == plan.name ? " aria-current=\"true\"" : ""
      let picture: HTML =
        outline.map { PlanPicture(outline: $0).html } ?? ""
      return """
        <li class="plan-row"><a href="/plans?plan=\(URLCoding.encode(plan.name))"\(current)><span class="what"><b>\(plan.name)</b><span class="small muted">\(Names.sport(plan.sport.rawValue)) · \(outline.map(PlanWords.length) ?? Format.span(Double(plan.plannedTime) / 1000))</span></span>\(picture)</a></li>
        """
    }
    return rows.isEmpty ? "" : "<ul class=\"plan-list\" aria-label=\"\(t("Plans"))\">\(rows)</ul>"
  }
}

/// Cues of a plan, as they would have come in a past workout.
struct SoundSection {
  var plan: String
  /// Workouts to choose from, the newest first.
  var candidates: [WorkoutEntry]
  var chosen: WorkoutEntry?
  var cues: [CueLine]
  /// Why it can't be played.
  var missing: String?

  var html: HTML {
    let options = candidates.map { entry -> HTML in
      "<option value=\"\(entry.id)\"\(entry.id == chosen?.id ? " selected" as HTML : "")>\(Dates.weekdayAndDay(entry.start.day)) · \(entry.title) · \(Format.span(entry.activeSeconds))</option>"
    }
    return """
      <section class="section" id="sound" aria-labelledby="sound-h"><div class="head"><h2 id="sound-h">\(t("How it will sound"))</h2></div>
      <form class="row" method="get" action="/plans#sound"><input type="hidden" name="plan" value="\(plan)">\
      <label for="against" class="small muted">\(t("As if you had followed it in"))</label><select class="field" id="against" name="against">\(options)</select>\
      <button class="btn" type="submit">\(t("Show the cues"))</button></form>
      \(result)</section>
      """
  }

  private var result: HTML {
    if let missing { return "<p class=\"note\">\(Icon.note.svg)<span>\(missing)</span></p>" }
    guard chosen != nil else {
      return
        "<p class=\"muted\">\(t("Choose a workout: its heart rate and power play the athlete, the plan plays the coach."))</p>"
    }
    guard !cues.isEmpty else { return "<p class=\"muted\">\(t("The coach would have said nothing."))</p>" }
    let rows = cues.map { cue -> HTML in
      "<tr data-at=\"\(Int(cue.t))\"><th scope=\"row\" class=\"n\">\(Format.clock(Double(cue.t) / 1000))</th><td>\(cue.text)</td><td class=\"small muted roomy\">\(channels(cue))</td></tr>"
    }
    return """
      <div class="row only-script"><button class="btn" type="button" data-action="play-cues" aria-pressed="false">\(Icon.start.svg)\(t("Listen"))</button><span class="small muted">\(t("Spoken one after the other, without the time between."))</span></div>
      <div class="scroll tall"><table class="compact cues"><caption>\(counted(cues.count, "cue", "cues"))</caption><thead><tr><th scope="col" class="n">\(t("Time"))</th><th scope="col">\(t("Cue"))</th><th scope="col" class="roomy">\(t("How"))</th></tr></thead><tbody>\(rows)</tbody></table></div>
      """
  }

  private func channels(_ cue: CueLine) -> String {
    cue.channels.map { channel in
      switch channel {
      case "visual": t("shown")
      case "haptic": t("felt")
      default: t("spoken")
      }
    }.joined(separator: t(", "))
  }
}

/// The weeks to come: what is planned on which day.
struct PlanCalendarSection {
  var planned: [PlannedWorkout]
  /// Names of all plans.
  var names: [String]
  var today: Day
  var firstWeekday: Int

  var html: HTML {
    guard !names.isEmpty else { return "" }
    let options = names.map { "<option>\($0)</option>" as HTML }
    let start = WeekOfTraining.start(of: today, firstWeekday: firstWeekday).daysSince1970
    let latest = planned.map(\.day.daysSince1970).max() ?? start
    let weeks = min(26, max(4, (latest - start) / 7 + 1))
    return """
      <section class="section" aria-labelledby="cal-h"><div class="head"><h2 id="cal-h">\(t("Calendar"))</h2></div>
      <form class="row" method="post" action="/plans/calendar"><input type="hidden" name="do" value="add"><label class="hidden" for="cal-plan">\(t("Plan"))</label><select class="field" id="cal-plan" name="plan">\(options)</select>\
      <label class="hidden" for="cal-day">\(t("Day"))</label><input class="field" type="date" id="cal-day" name="day" value="\("\(today)")" required><button class="btn" type="submit">\(t("Plan it"))</button></form>
      \((0..<weeks).map { week(Day(daysSince1970: start + $0 * 7)) })</section>
      """
  }

  private func week(_ first: Day) -> HTML {
    let days = (0..<7).map { Day(daysSince1970: first.daysSince1970 + $0) }
    let its = planned.filter { session in days.contains(session.day) }
    let sum = its.reduce(0) { $0 + $1.outline.totalSeconds }
    return """
      <section class="plan-week" id="w-\("\(first)")" aria-labelledby="wh-\("\(first)")"><div class="head"><h3 id="wh-\("\(first)")">\(t("Week of \(Dates.dayAndMonth(first))"))</h3><p class="small muted num">\(sum > 0 ? Format.span(sum) : "")</p></div>
      <ol class="week plan-days">\(days.map { day($0, its.filter { [day = $0] in $0.day == day }) })</ol></section>
      """
  }

  private func day(_ day: Day, _ sessions: [PlannedWorkout]) -> HTML {
    let rows = sessions.map { session -> HTML in
      let done: HTML = session.isDone ? " <span class=\"chip\">\(t("done"))</span>" : ""
      return """
        <div class="session" data-session="\(session.id)"><a href="/plans?plan=\(URLCoding.encode(session.name))">\(PlanPicture(outline: session.outline).html)<span class="what"><b class="num">\(PlanWords.length(session.outline))</b> \(session.name)\(done)</span></a>
        <details class="menu"><summary class="btn quiet small" aria-label="\(t("Move or remove “\(session.name)”"))">…</summary><div class="pop stack">\
        <form class="row" method="post" action="/plans/calendar"><input type="hidden" name="session" value="\(session.id)"><input type="hidden" name="do" value="move"><label>\(t("To"))<input class="field" type="date" name="day" value="\("\(day)")" required></label><button class="btn" type="submit">\(t("Move"))</button></form>\
        <form method="post" action="/plans/calendar"><input type="hidden" name="session" value="\(session.id)"><input type="hidden" name="do" value="remove"><button class="btn quiet" type="submit">\(t("Take out"))</button></form></div></details></div>
        """
    }
    let mark: HTML = day == today ? "<span class=\"hidden\"> \(t("today"))</span>" : ""
    return """
      <li class="day\(day == today ? " today" as HTML : "")" data-day="\("\(day)")"><h4 class="num">\(Dates.shortWeekday(day))\(mark)</h4>\(rows)</li>
      """
  }
}
