// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import CoachService

/// Hard efforts alike that no laps mark, as a table.
struct RepeatsSection {
  var repeats: [FoundRepeat]

  var html: HTML {
    guard let first = repeats.first else { return "" }
    let unit = Names.unit(first.quantity, "W")
    let rows = repeats.enumerated().map { index, found -> HTML in
      """
      <tr><th scope="row">\(index + 1)</th><td class="n">\(Format.clock(found.startSeconds))</td><td class="n">\(Format.clock(found.seconds))</td>\
      <td class="n">\(Format.whole(found.mean)) \(unit)</td><td class="n">\(found.zone.map(String.init) ?? Format.absent)</td></tr>
      """
    }
    return """
      <section class="section" aria-labelledby="repeats-h"><div class="head"><h2 id="repeats-h">\(t("Repeats found"))</h2><p class="small muted num">\(repeats.count)</p></div>
      <div class="scroll"><table class="compact"><caption>\(t("No laps mark them; they were found in the curve."))</caption><thead><tr><th scope="col">\(t("Repeat"))</th><th scope="col" class="n">\(t("Beginning"))</th>\
      <th scope="col" class="n">\(t("Length"))</th><th scope="col" class="n">\(t("Mean"))</th><th scope="col" class="n">\(t("Zone"))</th></tr></thead><tbody>\(rows)</tbody></table></div></section>
      """
  }
}
