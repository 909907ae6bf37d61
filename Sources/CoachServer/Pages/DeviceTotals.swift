// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import CoachService

/// What the watch counted, beside what we count under its limits, and why they differ.
struct DeviceTotals {
  var summary: WorkoutSummary
  var quantity: String

  var html: HTML {
    var blocks: [(title: String?, group: ZoneGroupSummary)] = []
    if let group = summary.zoneGroups.first(where: { $0.quantity == quantity && $0.deviceReported != nil }) {
      blocks = [(nil, group)]
    } else if summary.activities.count > 1 {
      for (name, leg) in zip(Legs.names(summary), summary.activities) {
        let group = leg.zoneGroups.first { $0.quantity == quantity } ?? leg.zoneGroups.first
        if let group, group.deviceReported != nil { blocks.append((name, group)) }
      }
    }
    guard !blocks.isEmpty else { return "" }
    return """
      <section class="c-6" aria-labelledby="dev-h"><div class="head"><h2 id="dev-h">\(th("Your device’s totals"))</h2>\
      <p class="small muted">\(th("kept as it wrote them"))</p></div>\(blocks.map { block($0.title, $0.group) })</section>
      """
  }

  private func block(_ title: String?, _ group: ZoneGroupSummary) -> HTML {
    guard let reported = group.deviceReported else { return "" }
    let head: HTML = title.map { "<h3>\($0)</h3>" } ?? ""
    return
      "<div class=\"stack tight device\">\(head)\(reported.comparison.map { compared($0, group, title) } ?? alone(reported, group))</div>"
  }

  private func compared(_ comparison: DeviceComparison, _ group: ZoneGroupSummary, _ title: String?) -> HTML {
    let count = max(1, group.zones.count)
    let verdict =
      comparison.agrees
      ? t("Under the device’s limits both counts agree.")
      : t("Under the device’s limits the two counts differ.")
    let causes = comparison.causes.map { cause -> HTML in "\(Format.space)\(told(cause.text))" }
    let rows = comparison.zones.enumerated().map { index, zone -> HTML in
      let ours = Int(zone.seconds.rounded()), theirs = Int(zone.deviceSeconds.rounded())
      return """
        <tr><th scope="row">\(ZoneMark.html(index: min(index, count - 1), count: count, number: zone.number))<span class="range">\(ZoneWords.range(from: zone.minimum, to: zone.maximum, group.quantity))</span></th>\
        <td class="n">\(Format.clock(Double(ours)))</td><td class="n">\(Format.clock(Double(theirs)))</td>\
        <td class="n">\(Format.difference(theirs - ours))</td></tr>
        """
    }
    let name = title.map { t("Device totals, \($0), table") } ?? t("Device totals, table")
    let table: HTML = """
      <div class="scroll" tabindex="0" role="region" aria-label="\(name)"><table data-zones="\(ZoneColours.set(count))"><thead><tr><th scope="col">\(th("Zone"))</th>\
      <th scope="col" class="n">ZoneCoach</th><th scope="col" class="n">\(th("Device"))</th><th scope="col" class="n">\(th("Difference"))</th></tr></thead><tbody>\(rows)</tbody></table></div>
      """
    let body: HTML = title == nil ? table : "<details><summary>\(th("Zone by zone"))</summary>\(table)</details>"
    return "<p>\(verdict)<span class=\"muted\">\(causes)</span></p>\n\(body)"
  }

  private func alone(_ reported: DeviceReportedSummary, _ group: ZoneGroupSummary) -> HTML {
    let rows = reported.seconds.enumerated().map { index, seconds -> HTML in
      "<tr><th scope=\"row\">\(index + 1)</th><td class=\"n\">\(Format.clock(seconds))</td></tr>"
    }
    return """
      <p>\(th("The device wrote times without saying where its zones begin and end.")) <span class="muted">\(th("They stand here as it wrote them, counted from its lowest; they can’t be compared with ours."))</span></p>
      <div class="scroll" tabindex="0" role="region" aria-label="\(t("Device totals, table"))"><table><thead><tr><th scope="col">\(th("Device’s zone"))</th><th scope="col" class="n">\(th("Device"))</th></tr></thead><tbody>\(rows)</tbody></table></div>
      """
  }
}
