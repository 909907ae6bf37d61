// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

internal import CoachService
import Coaching
import Workouts

/// Before a live workout: sport, plan and sensor in one card; what goes on, and what was interrupted.
struct LiveReadyPage {
  var sports: [String]
  var plans: [Plan]
  var running: [LiveRun]
  var interrupted: [InterruptedWorkout]
  /// What was typed, where it can't be done.
  var typed: [String: String] = [:]
  /// Why it can't.
  var problem: String?
  /// Something that just happened.
  var toast: Frame.Toast?

  /// The page.
  var html: HTML {
    var frame = Frame(title: t("Live"), place: .live, script: "live-ready.js")
    frame.styles = ["live.css"]
    frame.toast = toast
    return frame.page(
      """
      <div class="stack"><h1>\(t("Live"))</h1>
      \(interrupted.map(Self.card))\(running.isEmpty ? "" : list)
      \(form)</div>
      """)
  }

  /// A workout of an earlier run that goes on, is kept or is deleted.
  static func card(_ workout: InterruptedWorkout) -> HTML {
    let minutes = Int((workout.last - workout.start) / 60_000)
    let time = workout.lastClock
    let what = t(Phrase(key: Names.sport(workout.sport.rawValue)))
    let safe = counted(minutes, "minute is safe", "minutes are safe")
    func button(_ action: String, _ text: String, _ kind: HTML) -> HTML {
      "<button class=\"btn\(kind)\" name=\"action\" value=\"\(action)\">\(text)</button>"
    }
    return """
      <article class="card stack tight" aria-label="\(t("Interrupted workout"))"><h2>\(t("A workout stopped at \(time)."))</h2><p>\(what) · \(safe)</p>
      <form class="row" method="post" action="/live/interrupted"><input type="hidden" name="id" value="\(workout.id)">\
      \(button("resume", t("Continue"), " primary"))\(button("save", t("Finish and keep"), ""))\(button("discard", t("Delete this workout"), " quiet"))</form><p class="caption">\(t("Deleting it can’t be taken back."))</p></article>
      """
  }

  private var list: HTML {
    let rows = running.map { run -> HTML in
      let shot = run.snapshot()
      let title = run.live.setup.plan?.name ?? ""
      let name = title.isEmpty ? t(Phrase(key: Names.sport(run.live.setup.sport.rawValue))) : title
      return """
        <li class="spread"><span><b>\(name)</b> <span class="num muted">\(Format.clock((Double(shot.active) / 1000).rounded(.down)))</span></span>\
        <a class="btn" href="/live/\(run.id)">\(t("Open"))</a></li>
        """
    }
    return
      "<section class=\"card\" aria-labelledby=\"running\"><h2 id=\"running\">\(t("Recording now"))</h2><ul class=\"stack tight\">\(rows)</ul></section>"
  }

  private var form: HTML {
    let sport = typed["sport"] ?? "running"
    let sports = self.sports.map { code -> HTML in
      "<option value=\"\(code)\"\(code == sport ? " selected" : "")>\(t(Phrase(key: Names.sport(code))))</option>"
    }
    func option(_ value: String, _ title: String) -> HTML {
      "<option value=\"\(value)\"\(typed["plan"] == value ? " selected" : "")>\(title)</option>"
    }
    let own: HTML =
      plans.isEmpty ? "" : "<optgroup label=\"\(t("Your plans"))\">\(plans.map { option($0.name, $0.name) })</optgroup>"
    let modes = PlanMode.allCases.map { option($0.rawValue, t(Phrase(key: $0.title))) }
    let trouble: HTML =
      problem.map { "<p class=\"problem\" role=\"alert\">\(Icon.note.svg)<span>\($0)</span></p>" } ?? ""
    func source(_ value: String, _ title: String, _ more: String, _ extra: HTML = "") -> HTML {
      let isChosen = typed["sensor"].map { $0 == value } ?? (value == "none")
      return """
        <label class="choice"\(extra)><input type="radio" name="sensor" value="\(value)"\(isChosen ? " checked" : "")><span><b>\(title)</b><br><span class="small muted">\(more)</span></span></label>
        """
    }
    return """
      <form class="card stack ready" method="post" action="/live/start" aria-labelledby="ready"><h2 id="ready">\(t("Ready when you are"))</h2>\(trouble)
      <div class="fields"><div class="form-row"><label for="sport">\(t("Sport"))</label><select class="field filling" id="sport" name="sport">\(sports)</select></div>
      <div class="form-row"><label for="plan">\(t("Plan"))</label><select class="field filling" id="plan" name="plan"><option value="">\(t("No plan, just go"))</option>\(own)<optgroup label="\(t("Comes with ZoneCoach"))">\(modes)</optgroup></select></div></div>
      <details class="more"\(typed["planText"].map { $0.isEmpty ? "" : " open" } ?? "")><summary>\(t("A plan in words"))</summary><div class="form-row"><label for="plantext" class="hidden">\(t("A plan in words"))</label><input class="field filling" id="plantext" name="planText" value="\(typed["planText"] ?? "")" placeholder="4x 6m Z4 / 3m Z1" autocomplete="off"></div></details>
      <fieldset class="choices"><legend>\(t("Sensor"))</legend>
      \(source("browser", t("A strap, in this browser"), t("You connect it on the next page."), " data-only=\"browser\""))
      \(source("bluetooth", t("This computer’s Bluetooth"), t("The nearest strap, power meter or trainer. Best on Linux.")))
      \(source("none", t("No sensor"), t("Timer, laps and plan work all the same.")))
      \(source("simulate", t("Simulated"), t("Somebody who does as the plan says, for trying things out.")))
      </fieldset>
      <p class="small muted" id="nobluetooth" hidden>\(t("This browser can’t connect to sensors. This computer’s Bluetooth can."))</p>
      <label class="check"><input type="checkbox" name="indoor"\(typed["indoor"] == nil ? "" : " checked")> \(t("Indoors"))</label>
      <p><button class="btn primary big" type="submit">\(t("Start"))</button></p></form>
      """
  }
}
