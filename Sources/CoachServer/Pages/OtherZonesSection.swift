// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import CoachService
import Workouts
import Zones

/// Looking at a workout under other zones: the choice, and what is said while they are on.
struct OtherZonesSection {
  /// The workout's name in the library.
  var id: String
  /// The zones that are on, if any, and what was typed.
  var other: OtherZones
  /// What is shown of the workout: the zones of this quantity.
  var quantity: String
  /// The limits and the provenance it is kept with.
  var kept: ZoneGroupSummary?
  /// Whether it has legs, which may have zones of their own.
  var hasLegs: Bool
  /// The zones it was recorded with, beneath any correction.
  var recorded: [Quantity: ZoneSet]
  /// The published schemes that can be made for it.
  var schemes: [ZoneScheme]
  /// Zones under names.
  var customs: [CustomZones]

  private var path: String { "/workouts/\(URLCoding.encode(id))" }

  /// What is on, and what the workout is kept with. Nothing where it is shown as it is kept and was recorded.
  var banner: HTML {
    guard let set = other.sets.first(where: { $0.key.rawValue == quantity })?.value else { return correction }
    func words(_ provenance: String, _ limits: [Double]) -> HTML {
      th("\(provenance) (\(ZoneWords.limits(limits, quantity)))")
    }
    func bold(_ words: String) -> HTML { "<b>\(words)</b>" }
    let shown = words(
      ZoneWords.provenance(set.provenance, scheme: set.scheme, source: set.source.rawValue), set.boundaries.values)
    var sentence = th("\(bold(t("Shown under"))) \(shown). ")
    if other.isRecorded {
      sentence = th("\(bold(t("Shown as recorded"))), under \(shown). ")
    } else if let before = recorded.first(where: { $0.key.rawValue == quantity })?.value {
      sentence += th(
        "Recorded under \(words(ZoneWords.provenance(before.provenance, scheme: before.scheme, source: before.source.rawValue), before.boundaries.values)). "
      )
    } else if let kept {
      sentence += th("Otherwise under \(words(ChipList.short(kept), limits(kept))). ")
    } else if hasLegs {
      sentence += th("Otherwise each leg has its own zones. ")
    }
    return """
      <div class="note under" role="status">\(Icon.zones.svg)<p>\(sentence)<span class="muted">\(th("Nothing is stored."))</span></p><a class="btn" href="\(path)?quantity=\(quantity)">\(th("As it is kept"))</a></div>
      """
  }

  private var correction: HTML {
    guard let kept, let before = recorded.first(where: { $0.key.rawValue == quantity })?.value,
      before.boundaries.values != limits(kept)
    else { return "" }
    return """
      <div class="note">\(Icon.zones.svg)<p>\(th("Shown under other zones than it was recorded with."))</p><a class="btn" href="\(path)?zones=recorded&amp;quantity=\(quantity)">\(th("See it as recorded"))</a></div>
      """
  }

  private func limits(_ group: ZoneGroupSummary) -> [Double] { group.zones.compactMap(\.minimum) }

  /// The choice.
  var form: HTML {
    let parts = ZoneFormParts(prefix: "under", fields: other.fields)
    var first = [(code: "", title: t("As it is kept"))]
    if !recorded.isEmpty { first.append((code: "recorded", title: t("As recorded"))) }
    first.append((code: "own", title: t("Own limits, typed here")))
    let isOpen: HTML = other.sets.isEmpty && other.fields.problems.isEmpty ? "" : " open"
    let ownOpen: HTML =
      other.fields["limits"].isEmpty && other.fields.problems["limits"] == nil && other.fields.problems["of"] == nil
      ? "" : " open"
    return """
      <details class="more no-print" id="under"\(isOpen)><summary>\(th("See under other zones"))</summary>
      <form class="card stack" method="get" action="\(path)#under" novalidate>\
      \(parts.zones(t("Zones"), customs: customs, schemes: schemes, first: first, hint: t("Only to look: nothing is stored. Schemes for which a number is missing are not listed.")))\
      <details class="more"\(ownOpen)><summary>\(th("Own limits"))</summary><div class="fields">\(parts.limits(isNaming: false))</div></details>\
      <div class="row"><button class="btn" type="submit">\(th("Show"))</button></div></form></details>
      """
  }
}
