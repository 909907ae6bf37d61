// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

internal import CoachService
import Coaching
import Workouts
import Zones

/// A live workout that goes on: what now, and for how long.
///
/// It says all there is to say without a script, and is loaded anew every few seconds then; the script keeps it in step.
struct LivePage {
  /// The workout.
  var run: LiveRun
  /// How the athlete wants to be coached.
  var preferences: CoachPreferences

  /// The page.
  var html: HTML {
    let document = LiveDocument(run)
    var frame = Frame(title: t("Live"), place: .live, script: "live.js")
    frame.styles = ["live.css"]
    frame.mode = "live"
    frame.refresh = 5
    return frame.page(body(document))
  }

  private func body(_ document: LiveDocument) -> HTML {
    let moment = document.moment
    let path = "/live/\(document.id)"
    let isPaused = moment.state == "paused"
    let eyebrow = [document.plan ?? "", t(Phrase(key: Names.sport(document.sport)))].filter { !$0.isEmpty }
      .joined(separator: " · ")
    let plate: HTML =
      moment.zoneIndex.map { "<span class=\"plate \(ZoneColours.fill($0))\" id=\"plate\">\(moment.zone ?? "")</span>" }
      ?? "<span class=\"plate none\" id=\"plate\">?</span>"
    return """
      <div class="livegrid" id="live" data-id="\(document.id)" data-zones="\(ZoneColours.set(document.zones.count))" data-voice="\(preferences.voice ? "on" : "off")" data-haptics="\(haptics)"\(document.zones.isEmpty ? " data-plain" : "")>
      <header class="l-top"><div><p class="eyebrow">\(eyebrow)</p><h1 id="heading">\(moment.heading)</h1></div>\
      <div class="l-side"><p class="l-elapsed num"><span class="hidden">\(t("Elapsed")) </span><span id="elapsed">\(moment.elapsed)</span></p>\
      <p class="eyebrow sensor">\(Icon.heart.svg)<span id="sensor">\(sensor)</span></p></div></header>
      <section class="l-now" role="group" aria-label="\(moment.unit == "W" ? t("Power now") : t("Heart rate now"))"><div class="l-num">\
      <p class="bpm num" aria-hidden="true"><span id="number">\(moment.number)</span></p>\
      <p class="zone" aria-hidden="true">\(plate)<span class="in-zone"><span id="of">\(moment.of)</span><br><b id="zonename">\(moment.zoneName)</b></span><span class="unit">\(moment.unit)</span></p>\
      <p class="others num" id="others" aria-hidden="true">\(moment.others.joined(separator: " · "))</p>\
      <p class="hidden" id="say">\(moment.say)</p></div><div id="ladder" aria-hidden="true"></div></section>
      \(card(moment.card))
      <div class="cue" id="cue"\(document.cue.isEmpty ? " hidden" : "")><span id="cuetext">\(document.cue)</span></div>
      \(notes(document))
      <figure class="l-ribbon" id="ribbon">\(ribbon(document))</figure>
      <div class="l-controls no-print">\
      \(button(isPaused ? "resume" : "pause", isPaused ? .resume : .pause, isPaused ? t("Go on") : t("Pause"), path))\
      \(button("lap", .lap, t("Lap"), path))\
      \(button("addMinute", .plus, t("+1 min"), path))\
      \(button("skip", .skip, t("Skip"), path))\
      <details class="menu big-menu"><summary class="btn big" id="target">\(Icon.target.svg)<span>\(t("Target"))</span></summary><div class="drop">\
      <p class="small">\(t("Three percent each time, for the rest of this workout."))</p><div class="row">\
      \(button("easier", .minus, t("A little easier"), path))\(button("harder", .plus, t("A little harder"), path))</div></div></details></div>
      <div class="row l-more no-print">\
      <details class="menu"><summary class="btn" id="finish">\(t("Finish…"))</summary><div class="drop stack tight"><p class="small">\(t("The workout ends and is kept."))</p>\
      <form method="post" action="\(path)/end"><button class="btn primary" type="submit">\(t("Finish and keep"))</button></form>\
      <form method="post" action="\(path)/discard"><button class="btn quiet" type="submit">\(t("Delete this workout"))</button></form></div></details>\
      <button class="btn quiet only-script" type="button" id="voice" aria-pressed="false">\(t("Voice"))</button>\
      <button class="btn quiet only-script" type="button" id="small" hidden>\(t("Small window"))</button>\
      <p class="small muted" id="also" hidden>\(t("Also open elsewhere"))</p></div>
      <p class="hidden" role="status" id="status"></p><p class="hidden" role="alert" id="alert"></p>
      </div>
      """
  }

  private func card(_ card: LiveCard?) -> HTML {
    let marks = (card?.marks ?? []).map { mark -> HTML in "<span>\(mark.text)</span>" }
    return """
      <section class="l-step" aria-labelledby="todo" id="step"\(card == nil ? " hidden" : "")><div class="spread"><h2 id="todo">\(card?.todo ?? "")</h2>\
      <p class="count num"><span id="count">\(card?.count ?? "")</span> <small id="countname">\(card?.countName ?? "")</small></p></div>\
      <progress class="track" id="fill" max="1" value="\(Format.decimals(card?.fill ?? 0, 3))" aria-hidden="true"></progress>\
      <div class="marks caption num" id="marks" aria-hidden="true">\(marks)</div><p class="hint" id="hint">\(card?.hint ?? "")</p>\
      <p class="then"><span class="muted">\(t("Then"))</span> <span id="then">\(card?.then ?? "")</span></p></section>
      """
  }

  private func notes(_ document: LiveDocument) -> HTML {
    let isOwn = document.source == "browser" || document.source == "none"
    let connect: HTML =
      isOwn
      ? """
      <div class="note only-script" id="connectnote">\(Icon.heart.svg)<span>\(t("With a strap you would see your zone, and rests would end when you have settled."))</span>\
      <button class="btn" type="button" id="connect">\(t("Connect a strap"))</button></div>
      """ : ""
    let zones: HTML =
      document.zones.isEmpty
      ? "<div class=\"note\">\(Icon.zones.svg)<span>\(t("Your age is enough to begin with zones."))</span><a class=\"btn\" href=\"/zones\">\(t("Zones"))</a></div>"
      : ""
    return """
      <div class="l-note stack tight">\(connect)\(zones)\
      <div class="note" id="lostnote"\(document.moment.isLost ? "" : " hidden")>\(Icon.heart.svg)<span><b>\(t("Looking for the sensor."))</b> \(t("Timer and distance go on. This gap will show as “no data”, never as zone 1."))</span></div>\
      <div class="note" id="sensornote" hidden>\(Icon.note.svg)<span id="sensortext"></span></div>\
      <div class="note" id="gonenote" hidden>\(Icon.note.svg)<span>\(t("Connection to the recorder lost. It goes on recording; looking for it."))</span></div>\
      <div class="note" id="wakenote" hidden>\(Icon.note.svg)<span>\(t("This browser may switch the screen off. Recording goes on."))</span></div></div>
      """
  }

  private func ribbon(_ document: LiveDocument) -> HTML {
    guard !document.zones.isEmpty, document.moment.seconds > 0 else { return "" }
    let ribbon = Ribbon(
      totalSeconds: document.moment.seconds, zoneCount: document.zones.count,
      firstNumber: document.zones.first?.number ?? 1, runs: document.runs)
    return RibbonPicture(ribbon: ribbon, height: 58, label: RibbonWords.sentence(ribbon)).html
  }

  private func button(_ action: String, _ icon: Icon, _ text: String, _ path: String) -> HTML {
    let id: HTML = icon == .pause || icon == .resume ? " id=\"pause\"" : ""
    return """
      <form method="post" action="\(path)/\(action)" data-action="\(action)"><button class="btn big" type="submit"\(id)>\(icon.svg)<span>\(text)</span></button></form>
      """
  }

  private var sensor: String {
    switch run.source {
    case .none: t("No sensor")
    case .browser: t("Strap in a browser")
    case .bluetooth: t("This computer’s Bluetooth")
    case .simulation: t("Simulated")
    }
  }

  /// What each cue feels like, as `navigator.vibrate` takes it: on, off, on …, in milliseconds.
  private var haptics: String {
    guard preferences.haptics else { return "{}" }
    var patterns: [String: [Int64]] = [:]
    for code in Cue.Code.allCases {
      guard let pattern = HapticPattern(code) else { continue }
      var times: [Int64] = []
      var end: Int64 = 0
      for pulse in pattern.pulses {
        if !times.isEmpty { times.append(max(0, pulse.start - end)) }
        times.append(pulse.duration)
        end = pulse.start + pulse.duration
      }
      patterns[code.rawValue] = times
    }
    return JSONDocument.text(patterns)
  }
}
