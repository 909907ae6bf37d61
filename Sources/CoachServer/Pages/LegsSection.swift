// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import CoachService
import Workouts

/// Facts about the legs of a workout.
enum Legs {
  /// Names and places of the legs on the workout's ribbon; none for a single sport.
  static func marks(_ summary: WorkoutSummary) -> [(label: String, start: Double, end: Double)] {
    guard summary.activities.count > 1 else { return [] }
    return zip(names(summary), summary.activities).map { name, leg in
      (name, seconds(summary.start, leg.start), seconds(summary.start, leg.end))
    }
  }

  /// What the legs are called; transitions are counted.
  static func names(_ summary: WorkoutSummary) -> [String] {
    var transitions = 0
    return summary.activities.map { leg in
      if leg.sport == "transition" { transitions += 1 }
      return Names.leg(leg.sport, transition: transitions)
    }
  }

  /// The sport of the leg that goes on at a second.
  static func sport(at second: Double, _ summary: WorkoutSummary) -> String {
    let leg = summary.activities.last { seconds(summary.start, $0.start) <= second + 0.5 }
    return leg?.sport ?? summary.sport
  }

  /// Starts and sports of the legs for the script: `0 swimming,660.5 transition`.
  static func script(_ summary: WorkoutSummary) -> String {
    guard summary.activities.count > 1 else { return "" }
    return summary.activities.map { "\(Format.svg(seconds(summary.start, $0.start))) \($0.sport)" }
      .joined(separator: ",")
  }

  /// Whether time in zone can only be told leg by leg.
  static func hasOwnZones(_ summary: WorkoutSummary, _ quantity: String) -> Bool {
    summary.activities.count > 1 && !summary.zoneGroups.contains { $0.quantity == quantity }
      && summary.activities.contains { $0.zoneGroups.contains { $0.quantity == quantity } }
  }

  private static func seconds(_ from: ZonedTime, _ to: ZonedTime) -> Double {
    Double(to.instant - from.instant) / 1000
  }
}

/// The legs of a multisport workout: time, distance, ribbon, then time in zone.
struct LegsSection {
  var detail: WorkoutDetail
  var quantity: String

  private var legs: [ActivitySummary] { detail.summary.activities }
  private var names: [String] { Legs.names(detail.summary) }

  var html: HTML {
    guard legs.count > 1 else { return "" }
    let transitions = zip(names, legs).filter { $0.1.sport == "transition" }
      .map { "\($0.0) \(Format.clock($0.1.elapsedSeconds))" }.joined(separator: " · ")
    let cards = legs.indices.filter { legs[$0].sport != "transition" }.map(card)
    return """
      <section class="section" aria-labelledby="legs-h"><div class="head"><h2 id="legs-h">\(th("Legs"))</h2>\
      <p class="small muted num">\(transitions)</p></div><div class="legs">\(cards)</div>\(sharedTable)</section>
      """
  }

  private func group(_ leg: ActivitySummary) -> ZoneGroupSummary? {
    leg.zoneGroups.first { $0.quantity == quantity } ?? leg.zoneGroups.first
  }

  private func card(_ index: Int) -> HTML {
    let leg = legs[index]
    let distance = leg.distanceMeters.map { "\(Format.distance($0)) \(Units.current.distance)" }
    let effort = Format.effort(meters: leg.distanceMeters, seconds: leg.activeSeconds, sport: leg.sport)
      .map { "\($0.value) \($0.unit)" }
    let facts = [distance, effort].compactMap { $0 }.joined(separator: " · ")
    let ribbon = detail.legRibbons.indices.contains(index) ? detail.legRibbons[index] : nil
    let picture: HTML? = ribbon.map {
      RibbonPicture(
        ribbon: $0, height: 48, columns: 330, hasAxis: true, axisWidth: 300, label: RibbonWords.sentence($0)
      ).html
    }
    let coverage: HTML =
      if let group = group(leg), let coverage = group.coverage {
        "<p class=\"small muted\">\(th("\(Names.quantity(group.quantity)) known for \(Format.share(coverage)). \(ChipList.short(group))."))</p>"
      } else {
        "<p class=\"small muted\">\(th("No zones for this leg."))</p>"
      }
    let table: HTML =
      if !sharesZones, let group = group(leg) {
        ZoneTable(
          group: group, elapsedSeconds: leg.elapsedSeconds, activeSeconds: leg.activeSeconds,
          name: t("Time in zone, \(names[index])")
        ).html
      } else {
        ""
      }
    return """
      <article class="leg stack tight" aria-labelledby="leg-\(index)"><div class="spread"><h3 id="leg-\(index)">\(Icon.sport(leg.sport).svg)\(names[index])</h3>\
      <p class="num small muted">\(facts)</p></div><p class="big-time num">\(Format.clock(leg.elapsedSeconds))</p>\(picture)\(coverage)\(table)</article>
      """
  }

  /// Whether all legs with zones have the same ones, so that one table can hold them.
  private var sharesZones: Bool {
    let sets = legs.compactMap(group).map { "\($0.quantity) " + $0.zones.map(\.range).joined(separator: "|") }
    return Set(sets).count == 1
  }

  private var sharedTable: HTML {
    guard sharesZones, let model = legs.compactMap(group).first else { return "" }
    let count = model.zones.count
    let columns = model.zones.enumerated().map { index, zone -> HTML in
      "<th scope=\"col\" class=\"n\"><span class=\"hidden\">\(th("Zone")) </span>\(ZoneMark.html(index: index, count: count, number: zone.number))</th>"
    }
    let rows = zip(names, legs).map { name, leg -> HTML in
      let group = self.group(leg)
      let paused = max(0, leg.elapsedSeconds - leg.activeSeconds)
      let known = group?.zones.map(\.seconds) ?? [Double](repeating: 0, count: count)
      let whole = Format.wholeSeconds(known + [group?.unknownSeconds ?? leg.activeSeconds, paused])
      let cells = whole.map { seconds -> HTML in
        "<td class=\"n\">\(seconds == 0 ? Format.absent : Format.clock(Double(seconds)))</td>"
      }
      return
        "<tr><th scope=\"row\">\(name)</th><td class=\"n\">\(Format.clock(Double(whole.reduce(0, +))))</td>\(cells)</tr>"
    }
    return """
      <div class="scroll" tabindex="0" role="region" aria-label="\(t("Time in zone by leg, table"))"><table class="compact" data-zones="\(ZoneColours.set(count))">\
      <caption>\(th("Time in zone by leg. \(ZoneWords.provenance(model)): \(model.zones.map { ZoneWords.range(from: $0.minimum, to: $0.maximum) }.joined(separator: " · ")) \(Names.unit(model.quantity, model.unit))."))</caption>\
      <thead><tr><th scope="col">\(th("Leg"))</th><th scope="col" class="n">\(th("Time"))</th>\(columns)<th scope="col" class="n">\(th("No data"))</th><th scope="col" class="n">\(th("Paused"))</th></tr></thead>\
      <tbody>\(rows)</tbody></table></div>
      """
  }
}
