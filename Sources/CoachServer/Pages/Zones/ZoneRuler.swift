// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import CoachService
import Workouts
import Zones

/// Zones as a ruler of beats, watts or pace, to scale.
struct ZoneRuler {
  /// Where the zones meet, ascending.
  var boundaries: [Double]
  /// What is sorted.
  var quantity: String
  /// The sport, which says how speed is read.
  var sport: String?

  private var count: Int { boundaries.count + 1 }

  /// The picture; its numbers stand in a table beside it.
  var html: HTML {
    guard let first = boundaries.first, let last = boundaries.last else { return "" }
    let air = max((last - first) * 0.35, quantity == "speed" ? 0.1 : 1)
    let low = max(0, first - air * 1.6), high = last + air
    func x(_ value: Double) -> String { Format.svg((value - low) / (high - low) * 100) }
    let edges = [low] + boundaries + [high]
    let height = 34
    let bars = (0..<count).map { index -> HTML in
      let tall = height * (index + 1) / count
      let width = Format.svg((edges[index + 1] - edges[index]) / (high - low) * 100)
      return """
        <rect class="zf \(ZoneColours.fill(index))" x="\(x(edges[index]))%" y="\(height - tall)" width="\(width)%" height="\(tall)"/>
        """
    }
    // A label that would touch the one before stands a line lower.
    var end = -100.0, isLow = false
    let labels = boundaries.map { limit -> HTML in
      let place = (limit - low) / (high - low) * 100
      isLow = place < end + 11 && !isLow
      end = place
      return """
        <text class="axis" x="\(x(limit))%" y="\(height + (isLow ? 32 : 18))" text-anchor="middle">\(ZoneWords.limit(limit, quantity, sport: sport))</text>
        """
    }
    return """
      <figure class="ruler" data-zones="\(ZoneColours.set(count))"><svg class="ribbon-picture" width="100%" height="\(height + 38)" aria-hidden="true">\(bars)\
      <line class="base" x2="100%" y1="\(height).5" y2="\(height).5"/>\(labels)</svg></figure>
      """
  }
}

/// What holds today for a quantity and a sport: ruler, why, from what, and the limits as a table.
struct PreferredZonesView {
  /// The zones.
  var row: PreferredZones

  private var id: String { "now-\(row.quantity)-\(row.sport ?? "all")" }

  var html: HTML {
    let title = ZoneWords.heading(row.quantity, sport: row.sport)
    let everyone: HTML? =
      row.sport == nil ? "<p class=\"small muted\">\(th("for all sports without zones of their own"))</p>" : nil
    return """
      <section class="c-6 stack" aria-labelledby="\(id)"><div class="head"><h3 id="\(id)">\(title)</h3>\(everyone)</div>\
      \(ZoneRuler(boundaries: row.zones.compactMap(\.minimum), quantity: row.quantity, sport: row.sport).html)
      <ul class="chips">\(chips)</ul>
      <p class="small muted">\(Names.fullSentence(why))</p>
      \(table(title))</section>
      """
  }

  private var why: String {
    let since = row.since.map { t(", since \(Dates.day($0))") } ?? ""
    let later = row.usesLaterValues ? t(". A number entered for later days stands in") : ""
    return told(row.reason) + since + later
  }

  private var chips: [HTML] {
    var chips: [HTML] = []
    if row.estimated { chips.append("<li class=\"chip estimated\">\(Icon.note.svg)\(th("an estimate"))</li>") }
    let scheme = row.scheme.map(ZoneWords.scheme)
    chips.append(
      "<li class=\"chip\">\(Icon.zones.svg)\(row.custom ?? scheme ?? ZoneWords.provenance(row.provenance, scheme: row.scheme, source: row.source))</li>"
    )
    for kind in AnchorKind.allCases {
      guard let anchor = row.anchors[kind.rawValue] else { continue }
      let dashed: HTML = anchor.provenance == .estimated ? " estimated" : ""
      let since = anchor.since.map { t(", \(Dates.day($0))") } ?? ""
      let note = anchor.note.map { t(": \(ZoneWords.note($0))") } ?? ""
      chips.append(
        """
        <li class="chip\(dashed)">\(Names.sentence(ZoneWords.name(kind))) \(ZoneWords.value(anchor.value, of: kind, sport: row.sport)) · \
        \(ZoneWords.provenance(anchor.provenance))\(since)\(note)</li>
        """)
    }
    return chips
  }

  private func table(_ title: String) -> HTML {
    let count = row.zones.count
    let rows = row.zones.enumerated().map { index, zone -> HTML in
      """
      <tr><th scope="row">\(ZoneMark.html(index: index, count: count, number: zone.number))</th><td>\(ZoneWords.zoneName(zone.name, number: zone.number, scheme: row.scheme, count: row.zones.count { $0.number > 0 }))</td>\
      <td class="n">\(ZoneWords.range(from: zone.minimum, to: zone.maximum, row.quantity, sport: row.sport))</td></tr>
      """
    }
    let whole =
      switch row.quantity {
      case "heartRate": t(" Shown in whole beats.")
      case "power": t(" Shown in whole watts.")
      default: ""
      }
    return """
      <div class="scroll" tabindex="0" role="region" aria-label="\(t("\(title), table"))"><table data-zones="\(ZoneColours.set(count))">\
      <caption>\(th("A value on a limit belongs to the higher zone."))\(whole)</caption>\
      <thead><tr><th scope="col"><span class="hidden">\(th("Number"))</span></th><th scope="col">\(th("Zone"))</th><th scope="col" class="n">\(th("From – to"))</th></tr></thead>\
      <tbody>\(rows)</tbody></table></div>
      """
  }
}
