// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

internal import CoachService

/// How fast the heart beats now; nothing is stored.
struct HeartRatePage {
  /// The zones that hold today.
  var zones: [PreferredZones.Zone]
  /// The lowest and highest of today's workouts.
  var low: Double?
  var high: Double?

  private struct Zone: Encodable {
    var number: Int
    var name: String
    var lower: Double?
  }

  /// The page.
  var html: HTML {
    var frame = Frame(title: t("Heart rate"), place: .heartRate, script: "heart.js")
    frame.styles = ["live.css"]
    let limits = JSONDocument.text(
      zones.map { Zone(number: $0.number, name: t(Phrase(key: $0.name)), lower: $0.minimum) })
    let choices = [1, 5, 10].map { "<option value=\"\($0)\">\(t("every \($0) min"))</option>" as HTML }
    let rest: HTML = """
      <p class="l-day num" id="day"\(low == nil ? " hidden" as HTML : "")>\(t("Today")): <span id="low">\(LiveStepWords.text(low))</span>–<span id="high">\(LiveStepWords.text(high))</span> bpm</p>
      """
    return frame.page(
      """
      <div class="stack heart" id="heart" data-zones="\(ZoneColours.set(zones.count))" data-limits="\(limits)" data-low="\(LiveStepWords.text(low))" data-high="\(LiveStepWords.text(high))">
      <h1>\(t("Heart rate"))</h1>
      <p class="only-plain">\(t("This view needs a script. Live works without one."))</p>
      <div class="card stack only-script" id="sources"><p>\(t("Put on a strap and press Connect. Nothing is stored unless you press Record."))</p>
      <p class="row"><button class="btn primary" type="button" id="connect">\(t("Connect a strap"))</button>\
      <button class="btn" type="button" data-sensor="bluetooth">\(t("This computer’s Bluetooth"))</button>\
      <button class="btn quiet" type="button" data-sensor="simulate:1">\(t("Simulated"))</button></p></div>
      <p class="note" id="sensornote" role="status" hidden></p>
      <section class="h-now" id="now" role="group" aria-label="\(t("Heart rate now"))" hidden><p class="bpm num" aria-hidden="true"><span id="number">–</span>\(Icon.heart.svg)</p>\
      <p class="zone" aria-hidden="true"><span class="plate none" id="plate">?</span><b id="zonename"></b><span class="unit">bpm</span></p>\
      <p class="hidden" id="say"></p></section>
      <section id="hour" aria-labelledby="hour-h" hidden><h2 id="hour-h">\(t("The last hour"))</h2><figure id="trace" class="card"></figure>\
      <details class="more"><summary>\(t("As a table"))</summary><table class="data"><thead><tr><th scope="col">\(t("Time"))</th><th scope="col">\(t("Mean"))</th></tr></thead><tbody id="minutes"></tbody></table></details></section>
      \(rest)
      <div class="row only-script"><label class="row" for="every"><span>\(t("Say my heart rate"))</span> <select class="field" id="every"><option value="0">\(t("off"))</option>\(choices)</select></label>\
      <form method="post" action="/live/start"><input type="hidden" name="sport" value="training"><input type="hidden" name="sensor" id="source" value="browser">\
      <button class="btn" type="submit" id="record" hidden>\(t("Record"))</button></form></div>
      <p class="hidden" aria-live="polite" id="spoken"></p></div>
      """)
  }
}

extension LiveStepWords {
  /// A number, or a dash.
  static func text(_ value: Double?) -> String { value.map(whole) ?? Format.absent }
}
