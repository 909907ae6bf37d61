// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import CoachService

/// The steps of the plan beside what was done: what was, never whether it was good.
struct ComplianceSection {
  var card: ComplianceDocument
  var quantity: String

  var html: HTML {
    let scored = card.steps.filter { $0.kind == "work" || $0.kind == "steady" }
    func count(_ band: String) -> Int { scored.filter { $0.band == band }.count }
    let head = [
      ("met", "● ", t("\(count("met")) met")), ("close", "◐ ", t("\(count("close")) close")),
      ("below", "○ ", t("\(count("below")) below")),
    ]
    .filter { count($0.0) > 0 }.map { "\($0.1)\($0.2)" }.joined(separator: " · ")
    return """
      <section class="section" aria-labelledby="plan-h"><div class="head"><h2 id="plan-h">\(card.plan.isEmpty ? t("Steps against the plan") : t("Steps against “\(card.plan)”"))</h2><p class="small muted num">\(head)</p></div>
      <div class="scroll"><table class="compact"><caption>\(summary)</caption><thead><tr><th scope="col">\(t("Step"))</th><th scope="col" class="n">\(t("Time"))</th><th scope="col" class="n">\(t("Target"))</th>\
      <th scope="col">\(t("On target"))</th><th scope="col" class="roomy">\(t("More"))</th></tr></thead><tbody>\(card.steps.enumerated().map(row))</tbody></table></div></section>
      """
  }

  private var summary: String {
    let work = card.score.map { t("On target for \(Format.share($0)) of the planned work.") }
    let time = card.completed.map { t("\(Format.share($0)) of the planned time was done.") }
    return [work ?? t("No step could be scored."), time].compactMap { $0 }.joined(separator: " ")
  }

  private func row(_ index: Int, _ step: ComplianceDocument.Step) -> HTML {
    let mark = ["met": "●", "close": "◐", "below": "○"][step.band ?? ""] ?? ""
    let word = ["met": t("met"), "close": t("close"), "below": t("below")][step.band ?? ""] ?? ""
    let time: String =
      switch (step.seconds, step.plannedSeconds) {
      case (nil, _): t("not reached")
      case (let done?, let planned?) where abs(done - planned) >= 1:
        t("\(Format.clock(done)) of \(Format.clock(planned))")
      case (let done?, _): Format.clock(done)
      }
    let share: HTML
    if step.seconds != nil, step.judgedSeconds > 0, step.lower != nil || step.upper != nil {
      let width = Format.svg(min(100, step.onTargetSeconds / step.judgedSeconds * 100))
      share = """
        <span class="num">\(mark) \(t("\(Format.clock(step.onTargetSeconds)) of \(Format.clock(step.judgedSeconds))"))<span class="hidden"> \(word)</span></span>\
        <svg class="hbar thin" aria-hidden="true"><rect class="track" width="100%" height="100%"/><rect class="done" width="\(width)%" height="100%"/></svg>
        """
    } else {
      share = "–"
    }
    return """
      <tr><th scope="row">\(index + 1). \(Self.kind(step.kind))</th><td class="n">\(time)</td><td class="n">\(target(step))</td><td>\(share)</td><td class="roomy small muted">\(more(step))</td></tr>
      """
  }

  private func target(_ step: ComplianceDocument.Step) -> String {
    guard step.lower != nil || step.upper != nil else { return "–" }
    return ZoneWords.range(from: step.lower, to: step.upper, quantity)
  }

  private func more(_ step: ComplianceDocument.Step) -> String {
    var parts: [String] = []
    if step.skipped { parts.append(t("rest of it left out")) }
    if step.kind == "work", let time = step.secondsToTarget { parts.append(t("reached after \(Format.clock(time))")) }
    if step.overshootPercent >= 1 { parts.append(t("\(Format.share(step.overshootPercent / 100)) above")) }
    if step.undershootPercent >= 1 { parts.append(t("\(Format.share(step.undershootPercent / 100)) below target")) }
    if let least = step.restMinimum { parts.append(t("down to \(Format.whole(least))")) }
    if let time = step.secondsToSettle { parts.append(t("settled after \(Format.clock(time))")) }
    if let drop = step.dropIn60Seconds, drop > 0 { parts.append(t("\(Format.whole(drop)) lower after a minute")) }
    return parts.joined(separator: t(", "))
  }

  /// What a step is for.
  static func kind(_ code: String) -> String {
    switch code {
    case "warmup": t("Warm-up")
    case "work": t("Work")
    case "recovery": t("Recovery")
    case "cooldown": t("Cool-down")
    default: t("Steady")
    }
  }
}
