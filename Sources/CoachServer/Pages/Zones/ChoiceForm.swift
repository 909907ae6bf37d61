// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Zones

/// Choosing zones: published ones, limits of one's own or custom zones; for all sports or one; from a day on, or for a
/// training block.
struct ChoiceForm {
  /// Zones under names.
  var customs: [CustomZones]
  /// The sports to choose from.
  var sports: [String]
  /// What was typed and needs a second look.
  var returned: ZoneFields?

  /// Back to no choice of one's own.
  static var none: [(code: String, title: String)] {
    [
      ("none-heartRate", t("Heart rate: no choice of my own")), ("none-power", t("Power: no choice of my own")),
      ("none-speed", t("Pace: no choice of my own")),
    ]
  }

  var html: HTML {
    let parts = ZoneFormParts(prefix: "choose", fields: returned ?? ZoneFields())
    return """
      <section class="section" aria-labelledby="choose"><div class="head"><h2 id="choose">\(th("Choose zones"))</h2></div>\
      <form class="fields card" method="post" action="/zones/choose#choose" novalidate>\
      \(parts.zones(t("Zones"), customs: customs, first: [("", t("Choose…")), ("own", t("Own limits, typed here"))], last: Self.none, hint: t("No choice of your own: what holds for all sports, or else the device’s or computed zones.")))\
      \(parts.sport(sports, hint: t("A sport’s own zones come before those for all.")))\
      \(parts.limits())\
      \(parts.day("from", t("From day"), hint: t("Empty means today. Earlier workouts stay as they are.")))\
      \(parts.day("through", t("Through day"), hint: t("Only for a training block; empty means until you choose others.")))\
      <div class="row"><button class="btn primary" type="submit">\(th("Use these zones"))</button></div></form></section>
      """
  }
}
