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
    return Frame(title: "Stored workouts · Zones", place: .zones).page(
      """
      <div class="stack"><div class="stack tight"><p class="eyebrow"><a href="/zones">Zones</a></p><h1>Zones of stored workouts</h1></div>
      <p class="line">A workout keeps the zones of its day. Here you put others over them, and see first what changes.</p>
      <form class="fields card" method="get" action="/zones/apply" novalidate>\
      \(parts.zones("Zones to put over them", customs: customs, first: [("", "Those your history has for each day")]))\
      \(parts.select("quantity", "Of", hint: "Chosen zones know this by themselves.", [("", "Heart rate and power"), ("heartRate", "Heart rate"), ("power", "Power"), ("speed", "Pace")]))\
      \(parts.day("from", "First day", hint: "Empty means from the first workout on."))\
      \(parts.day("through", "Last day", hint: "Empty means up to today."))\
      \(parts.sport(sports))\
      <div class="row"><input type="hidden" name="show" value="1"><button class="btn primary" type="submit">Show what would change</button></div></form>
      \(result)</div>
      """)
  }

  private var result: HTML {
    guard let previews else { return "" }
    let changed = previews.reduce(0) { $0 + $1.preview.changed }
    let ask: HTML =
      changed == 0
      ? "<p>Nothing would change.</p>"
      : """
      <form class="row below" method="post" action="/zones/apply">\(["zones", "quantity", "from", "through", "sport"].map { "<input type=\"hidden\" name=\"\($0)\" value=\"\(fields[$0])\">" as HTML })\
      <button class="btn primary" type="submit">Show them under these</button><a class="btn quiet" href="/zones">Leave them as they are</a></form>
      <p class="caption">The zones they were recorded with stay below, and Undo shows them again.</p>
      """
    return """
      <section class="section" aria-labelledby="preview"><div class="head"><h2 id="preview">What would change</h2></div>\
      <div class="stack" role="status">\(previews.map(counts))</div>\(ask)\(examples(previews))</section>
      """
  }

  private func counts(_ item: (quantity: Quantity, preview: ZoneCorrection.Preview)) -> HTML {
    let preview = item.preview
    var parts = [
      "\(counted(preview.changed, "workout", "workouts")) would be shown under other zones",
      "\(Format.whole(Double(preview.unchanged))) \(preview.unchanged == 1 ? "has" : "have") these already",
    ]
    if preview.withoutData > 0 { parts.append("\(Format.whole(Double(preview.withoutData))) measured none") }
    if preview.withoutZones > 0 {
      parts.append("\(Format.whole(Double(preview.withoutZones))) lack a number on their day")
    }
    return "<p><b>\(Names.quantity(item.quantity.rawValue)):</b> \(parts.joined(separator: ", ")).</p>"
  }

  private func examples(_ previews: [(quantity: Quantity, preview: ZoneCorrection.Preview)]) -> HTML {
    let rows = previews.flatMap { quantity, preview in preview.examples.map { example($0, quantity.rawValue) } }
    guard !rows.isEmpty else { return "" }
    return """
      <h3 class="below">The latest of them, before and after</h3><ul class="list">\(rows)</ul>
      """
  }

  private func example(_ example: ZoneCorrection.Preview.Example, _ quantity: String) -> HTML {
    func side(_ name: String, _ limits: [Double]?, _ seconds: [Double]?) -> HTML {
      guard let limits else {
        return "<div><dt>\(name)</dt><dd>\(name == "Now" ? "none, or each leg its own" : "each leg its own")</dd></div>"
      }
      let bar = seconds.map { ZoneBar.html($0, ranges: ZoneWords.ranges(limits, quantity)) }
      return "<div><dt>\(name)</dt><dd class=\"num\">\(ZoneWords.limits(limits, quantity))\(bar)</dd></div>"
    }
    return """
      <li><a href="/workouts/\(URLCoding.encode(example.id))">\(Dates.full(example.start))</a>\
      <dl class="sides">\(side("Now", example.before, example.secondsBefore))\(side("Then", example.after, example.secondsAfter))</dl></li>
      """
  }
}
