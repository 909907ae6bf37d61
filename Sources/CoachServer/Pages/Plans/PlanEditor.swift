// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import CoachService
import Workouts

/// The builder: a ribbon, a row for each step, and the same as text, in step with each other.
struct PlanEditor {
  /// The plan as it is kept; `nil` for a new one.
  var plan: Plan?
  /// Its text.
  var text: String
  /// As it would be; `nil` where it can't be read.
  var preview: PlanPreview?

  /// What a new plan begins with.
  static let example = "10m Z1 HR, 6x 3m Z4 HR / 2m Z1 HR, 10m Z1 HR"

  var html: HTML {
    let name = plan?.name ?? ""
    let sport = plan?.sport.rawValue ?? "running"
    let sports = WorkoutLibrary.sports.contains(sport) ? WorkoutLibrary.sports : WorkoutLibrary.sports + [sport]
    let options = sports.map {
      "<option value=\"\($0)\"\($0 == sport ? " selected" as HTML : "")>\(Names.sport($0))</option>" as HTML
    }
    let picture = preview.map { HTML(markup: $0.picture) }
    let losses = (preview?.losses ?? []).map { "<li>\(Names.fullSentence($0))</li>" as HTML }
    return """
      <section class="section builder" id="builder" aria-labelledby="builder-h" data-document="\(preview?.document ?? "")"><div class="head"><h2 id="builder-h">\(plan == nil ? t("New plan") : name)</h2>\
      <p class="small muted num" id="plan-length">\(preview?.length ?? "")</p></div>
      <figure id="plan-picture">\(picture)</figure>
      <p class="note" id="plan-problem" role="status"\(preview?.missing == nil ? " hidden" as HTML : "")>\(preview?.missing ?? "")</p>
      <form class="stack" id="plan-form" method="post" action="/plans"><input type="hidden" name="old" value="\(name)"><input type="hidden" name="document" id="plan-document" value="">
      <div class="fields"><label>\(t("Name"))<input class="field" name="name" value="\(name)" maxlength="100" required autocomplete="off"></label>\
      <label>\(t("Sport"))<select class="field" name="sport" id="plan-sport">\(options)</select></label></div>
      <div class="grid-2"><div class="c-7 stack tight"><h3 id="steps-h">\(t("Steps"))</h3><ol id="plan-steps" aria-labelledby="steps-h">\(rows)</ol>\
      <div class="row only-script"><button class="btn" type="button" data-add="step">\(t("Add a step"))</button><button class="btn" type="button" data-add="repeat">\(t("Add a repeat"))</button></div>
      <p class="caption only-script">\(t("On a step: ← → change its length by 15 s, ↑ ↓ its zone, D doubles it, Delete removes it, Alt with ↑ ↓ moves it."))</p></div>
      <div class="c-5 stack tight"><label for="plan-text"><h3>\(t("As text"))</h3></label><textarea class="field filling num" id="plan-text" name="text" rows="9" spellcheck="false" autocomplete="off">\(text)</textarea>
      <p class="caption">\(t("A line for each step, or all on one: 10m Z1 HR, 6x 3m Z4 HR / 2m Z1 HR. Minutes m, seconds s, kilometres km; zones of heart rate Z1 HR, of power Z1; 145bpm, 220w, 90% of FTP."))</p>\
      <ul class="caption" id="plan-losses">\(losses)</ul></div></div>
      <div class="row"><button class="btn primary" type="submit">\(t("Keep"))</button>\(plan.map { _ in actions(name) })</div></form>
      \(deletion)
      \(templates)</section>
      """
  }

  private var deletion: HTML {
    guard let name = plan?.name else { return "" }
    return """
      <form method="post" action="/plans/delete" id="plan-delete"><input type="hidden" name="name" value="\(name)"></form>
      """
  }

  private func actions(_ name: String) -> HTML {
    let path = URLCoding.encode(name)
    let formats = [
      ("json", "ZoneCoach (JSON)"), ("zwo", "Zwift (ZWO)"), ("erg", "ERG"), ("mrc", "MRC"), ("fit", "FIT"),
      ("text", t("Text")),
    ]
    .map { "<li><a href=\"/plans/export?plan=\(path)&amp;format=\($0.0)\" download>\($0.1)</a></li>" as HTML }
    return """
      <a class="btn" href="/live?plan=\(path)">\(Icon.start.svg)\(t("Start"))</a><details class="menu"><summary class="btn quiet">\(Icon.data.svg)\(t("Export"))</summary><ul>\(formats)</ul></details>\
      <button class="btn quiet" type="submit" form="plan-delete">\(Icon.delete.svg)\(t("Delete"))</button>
      """
  }

  private var rows: [HTML] {
    (preview?.rows ?? []).map { row in
      "<li class=\"depth-\(min(3, row.place.count - 1))\"><span class=\"num\">\(row.text)</span></li>"
    }
  }

  /// The fields of a step, filled in by the script.
  private var templates: HTML {
    let kinds = ["warmup", "work", "recovery", "steady", "cooldown"].map {
      "<option value=\"\($0)\">\(ComplianceSection.kind($0))</option>" as HTML
    }
    return """
      <template id="step-fields"><div class="fields"><label>\(t("For"))<select class="field" data-f="kind">\(kinds)</select></label>\
      <label>\(t("Until"))<select class="field" data-f="goal"><option value="seconds">\(t("a time has passed"))</option><option value="meters">\(t("a distance is done"))</option><option value="kilocalories">\(t("energy is spent"))</option><option value="open">\(t("you say so"))</option><option value="gate">\(t("the heart has settled"))</option><option value="other" hidden>\(t("as in the text"))</option></select></label>\
      <label data-for="amount"><span data-unit></span><input class="field" data-f="amount" inputmode="decimal" autocomplete="off"></label>\
      <label>\(t("Target"))<select class="field" data-f="target"><option value="none">\(t("none"))</option><option value="zone:heartRate">\(t("heart rate zone"))</option><option value="range:heartRate">\(t("heart rate, bpm"))</option><option value="zone:power">\(t("power zone"))</option><option value="range:power">\(t("power, watts"))</option><option value="percentFTP:power">\(t("percent of FTP"))</option><option value="other" hidden>\(t("as in the text"))</option></select></label>\
      <label data-for="limits">\(t("From"))<input class="field" data-f="low" inputmode="decimal" autocomplete="off"></label><label data-for="limits">\(t("To"))<input class="field" data-f="high" inputmode="decimal" autocomplete="off"></label></div>\
      <div class="row"><button class="btn quiet" type="button" data-do="up">\(t("Earlier"))</button><button class="btn quiet" type="button" data-do="down">\(t("Later"))</button><button class="btn quiet" type="button" data-do="double">\(t("Double"))</button><button class="btn quiet" type="button" data-do="remove">\(t("Remove"))</button></div></template>
      <template id="repeat-fields"><div class="fields"><label>\(t("Times"))<input class="field" data-f="times" inputmode="numeric" autocomplete="off"></label></div>\
      <div class="row"><button class="btn quiet" type="button" data-do="inside">\(t("Add a step inside"))</button><button class="btn quiet" type="button" data-do="up">\(t("Earlier"))</button><button class="btn quiet" type="button" data-do="down">\(t("Later"))</button><button class="btn quiet" type="button" data-do="double">\(t("Double"))</button><button class="btn quiet" type="button" data-do="remove">\(t("Remove"))</button></div></template>
      """
  }
}
