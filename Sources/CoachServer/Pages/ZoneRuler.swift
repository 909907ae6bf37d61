// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import CoachService
import Workouts
import Zones

/// Zones as a ruler of beats or watts, to scale, with their limits as a table below it.
struct ZoneRuler {
  /// The zones.
  var zones: ZoneSet

  /// The zones that the stated values give: those a workout is shown under where its file brings none.
  static func all(_ settings: AthleteSettings) -> [ZoneRuler] {
    var history = ZoneHistory()
    history.fixed = ZoneRequest(settings).anchors.values
    return [(Quantity.heartRate, Sport.running), (.power, .cycling)].compactMap { quantity, sport in
      history.system(quantity, sport: sport, on: Day(daysSince1970: 0)).map { ZoneRuler(zones: $0.zones) }
    }
  }

  private var count: Int { zones.boundaries.zoneCount }
  private var unit: String { Names.unit(zones.quantity.rawValue, "W") }
  private var title: String { zones.quantity == .power ? "Power zones" : "Heart-rate zones" }

  var html: HTML {
    let id = "zones-\(zones.quantity.rawValue)"
    let estimated: HTML = zones.isEstimated ? " estimated" : ""
    let words = zones.isEstimated ? "\(zones.provenance) · estimated" : zones.provenance
    let rows = (0..<count).map { index -> HTML in
      """
      <tr><th scope="row">\(ZoneMark.html(index: index, count: count, number: zones.number(of: index)))</th>\
      <td>\(zones.names[index])</td><td class="n">\(zones.range(of: index)) \(unit)</td></tr>
      """
    }
    return """
      <section class="section" aria-labelledby="\(id)"><div class="head"><h2 id="\(id)">\(title)</h2>\
      <p class="chip\(estimated)">\(words)</p></div>\(ruler)
      <div class="scroll" tabindex="0" role="region" aria-label="\(title), table"><table data-zones="\(ZoneColours.set(count))">\
      <caption>A value on a limit belongs to the higher zone. Shown in whole \(zones.quantity == .power ? "watts" : "beats").</caption>\
      <thead><tr><th scope="col"><span class="hidden">Number</span></th><th scope="col">Zone</th><th scope="col" class="n">From – to</th></tr></thead>\
      <tbody>\(rows)</tbody></table></div></section>
      """
  }

  private var ruler: HTML {
    let limits = zones.boundaries.values
    guard let first = limits.first, let last = limits.last else { return "" }
    let air = max((last - first) * 0.35, 1)
    let low = max(0, first - air * 1.6), high = last + air
    func x(_ value: Double) -> String { Format.svg((value - low) / (high - low) * 100) }
    let edges = [low] + limits + [high]
    let height = 34
    let bars = (0..<count).map { index -> HTML in
      let tall = height * (index + 1) / count
      let width = Format.svg((edges[index + 1] - edges[index]) / (high - low) * 100)
      return """
        <rect class="zf \(ZoneColours.fill(index))" x="\(x(edges[index]))%" y="\(height - tall)" width="\(width)%" height="\(tall)"/>
        """
    }
    let labels = limits.map { limit -> HTML in
      "<text class=\"axis\" x=\"\(x(limit))%\" y=\"\(height + 18)\" text-anchor=\"middle\">\(Int(limit.rounded(.up)))</text>"
    }
    return """
      <figure class="ruler" data-zones="\(ZoneColours.set(count))"><svg class="ribbon-picture" width="100%" height="\(height + 24)" aria-hidden="true">\(bars)\
      <line class="base" x2="100%" y1="\(height).5" y2="\(height).5"/>\(labels)</svg></figure>
      """
  }
}
