// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import CoachService
import Workouts
import Zones

/// Other zones over those that stored workouts have: which, then what would change, then the button.
struct CorrectionPage {
  /// What is chosen in the form.
  var fields: ZoneFields
  /// What would change, for each quantity; `nil` before anything was asked.
  var previews: [(quantity: Quantity, preview: ZoneCorrection.Preview)]?
  /// Zones under names.
  var customs: [CustomZones]
  /// The sports to choose from.
  var sports: [String]

  /// The whole document.
  var html: HTML {
    let parts = ZoneFormParts(prefix: "apply", fields: fields)
    return Frame(title: t("Stored workouts · Zones"), place: .zones).page(
      """
      <div class="stack"><div class="stack tight"><p class="eyebrow"><a href="/zones">\(th("Zones"))</a></p><h1>\(th("Zones of stored workouts"))</h1></div>
      <p class="line">\(th("A workout keeps the zones of its day. Here you put others over them, and see first what changes."))</p>
      <form class="fields card" method="get" action="/zones/apply" novalidate>\
      \(parts.zones(t("Zones to put over them"), customs: customs, first: [("", t("Those your history has for each day"))]))\
      \(parts.select("quantity", t("Of"), hint: t("Chosen zones know this by themselves."), [("", t("Heart rate and power")), ("heartRate", t("Heart rate")), ("power", t("Power")), ("speed", t("Pace"))]))\
      \(parts.day("from", t("First day"), hint: t("Empty means from the first workout on.")))\
      \(parts.day("through", t("Last day"), hint: t("Empty means up to today.")))\
      \(parts.sport(sports))\
      <div class="row"><input type="hidden" name="show" value="1"><button class="btn primary" type="submit">\(th("Show what would change"))</button></div></form>
      \(result)</div>
      """)
  }

  private var result: HTML {
    guard let previews else { return "" }
    let changed = previews.reduce(0) { $0 + $1.preview.changed }
    let ask: HTML =
      changed == 0
      ? "<p>\(th("Nothing would change."))</p>"
      : """
      <form class="row below" method="post" action="/zones/apply">\(["zones", "quantity", "from", "through", "sport"].map { "<input type=\"hidden\" name=\"\($0)\" value=\"\(fields[$0])\">" as HTML })\
      <button class="btn primary" type="submit">\(th("Show them under these"))</button><a class="btn quiet" href="/zones">\(th("Leave them as they are"))</a></form>
      <p class="caption">\(th("The zones they were recorded with stay below, and Undo shows them again."))</p>
      """
    return """
      <section class="section" aria-labelledby="preview"><div class="head"><h2 id="preview">\(th("What would change"))</h2></div>\
      <div class="stack" role="status">\(previews.map(counts))</div>\(ask)\(examples(previews))</section>
      """
  }

  private func counts(_ item: (quantity: Quantity, preview: ZoneCorrection.Preview)) -> HTML {
    let preview = item.preview
    var parts = [
      t("\(counted(preview.changed, "workout", "workouts")) would be shown under other zones"),
      counted(preview.unchanged, "has these already", "have these already"),
    ]
    if preview.withoutData > 0 { parts.append(t("\(Format.whole(Double(preview.withoutData))) measured none")) }
    if preview.withoutZones > 0 {
      parts.append(t("\(Format.whole(Double(preview.withoutZones))) lack a number on their day"))
    }
    return "<p><b>\(t("\(Names.quantity(item.quantity.rawValue)):"))</b> \(Format.list(parts)).</p>"
  }

  private func examples(_ previews: [(quantity: Quantity, preview: ZoneCorrection.Preview)]) -> HTML {
    let rows = previews.flatMap { quantity, preview in preview.examples.map { example($0, quantity.rawValue) } }
    guard !rows.isEmpty else { return "" }
    return """
      <h3 class="below">\(th("The latest of them, before and after"))</h3><ul class="list">\(rows)</ul>
      """
  }

  private func example(_ example: ZoneCorrection.Preview.Example, _ quantity: String) -> HTML {
    func side(_ name: String, _ limits: [Double]?, _ seconds: [Double]?) -> HTML {
      guard let limits else {
        return
          "<div><dt>\(name)</dt><dd>\(name == t("Now") ? t("none, or each leg its own") : t("each leg its own"))</dd></div>"
      }
      let bar = seconds.map { ZoneBar.html($0, ranges: ZoneWords.ranges(limits, quantity)) }
      return "<div><dt>\(name)</dt><dd class=\"num\">\(ZoneWords.limits(limits, quantity))\(bar)</dd></div>"
    }
    return """
      <li><a href="/workouts/\(URLCoding.encode(example.id))">\(Dates.full(example.start))</a>\
      <dl class="sides">\(side(t("Now"), example.before, example.secondsBefore))\(side(t("Then"), example.after, example.secondsAfter))</dl></li>
      """
  }
}
