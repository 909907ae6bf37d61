// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import CoachService

/// The laps as a table; a lap's zones are a bar.
struct LapsSection {
  var laps: [LapSummary]
  var quantity: String
  var summary: WorkoutSummary

  var html: HTML {
    guard laps.count > 1 else { return "" }
    let hasDistance = laps.contains { ($0.distanceMeters ?? 0) > 0 }
    let hasRate = laps.contains { $0.meanHeartRate != nil }
    let hasPower = laps.contains { $0.meanPower != nil }
    let hasZones = laps.contains { group($0) != nil }
    // Legs read different kinds of speed; each cell then carries its unit.
    let isMixed = summary.sport == "multisport"
    let effortHead =
      isMixed
      ? t("Pace or speed")
      : Format.effort(meters: 1000, seconds: 300, sport: summary.sport)?.unit ?? Units.current.speed
    func column(_ isThere: Bool, _ text: HTML) -> HTML { isThere ? text : "" }
    func head(_ name: String) -> HTML { "<th scope=\"col\" class=\"n\">\(name)</th>" }
    func cell(_ text: String) -> HTML { "<td class=\"n\">\(text)</td>" }
    // Where all laps were for the same, saying so on each says nothing.
    let kindsDiffer = Set(laps.map(\.intensity)).count > 1
    let rows = laps.map { lap -> HTML in
      let kind: HTML =
        !kindsDiffer ? "" : Names.intensity(lap.intensity).map { "<span class=\"range\">\($0)</span>" } ?? ""
      let sport = Legs.sport(at: lap.startSeconds, summary)
      let effort = Format.effort(meters: lap.distanceMeters, seconds: lap.activeSeconds, sport: sport)
        .map { isMixed ? "\($0.value) \($0.unit)" : $0.value }
      let distance = (lap.distanceMeters ?? 0) > 0 ? Format.distance(lap.distanceMeters) : Format.absent
      return """
        <tr><th scope="row">\(lap.index + 1)\(kind)</th><td class="n">\(Format.clock(lap.elapsedSeconds))</td>\
        \(column(hasDistance, cell(distance)))\(column(hasDistance, cell(effort ?? Format.absent)))\
        \(column(hasRate, cell(Format.whole(lap.meanHeartRate))))\(column(hasRate, "<td class=\"n roomy\">\(Format.whole(lap.maximumHeartRate))</td>"))\
        \(column(hasPower, cell(Format.whole(lap.meanPower))))\
        \(column(hasZones, "<td class=\"zb\">\(group(lap).map(ZoneBar.html))</td>"))</tr>
        """
    }
    let table: HTML = """
      <div class="scroll" tabindex="0" role="region" aria-label="\(t("Laps, table"))"><table class="laps compact"><thead><tr>\
      <th scope="col">\(th("Lap"))</th>\(head(t("Time")))\(column(hasDistance, head(Units.current.distance)))\(column(hasDistance, head(effortHead)))\
      \(column(hasRate, head(t("Mean bpm"))))\(column(hasRate, "<th scope=\"col\" class=\"n roomy\">\(th("Highest"))</th>"))\(column(hasPower, head(t("Mean W"))))\
      \(column(hasZones, "<th scope=\"col\">\(th("Zones"))</th>"))</tr></thead><tbody>\(rows)</tbody></table></div>
      """
    let body: HTML =
      laps.count > 24
      ? "<details><summary>\(th("All \(laps.count) laps as a table"))</summary>\(table)</details>" : table
    return """
      <section class="section" aria-labelledby="laps-h"><div class="head"><h2 id="laps-h">\(th("Laps"))</h2>\
      <p class="small muted num">\(laps.count)</p></div>\(body)</section>
      """
  }

  private func group(_ lap: LapSummary) -> ZoneGroupSummary? {
    lap.zoneGroups.first { $0.quantity == quantity } ?? lap.zoneGroups.first
  }
}
