// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import CoachService
import Workouts
import Zones

/// Zones under names: versions, a new one, another name, deletion, a file of them.
struct CustomZonesSection {
  /// The zones.
  var customs: [CustomZones]
  /// A form that came back.
  var returned: ZonesPage.Returned?

  var html: HTML {
    let list: HTML =
      customs.isEmpty
      ? "<p class=\"muted\">\(th("None yet. Zones under a name can be chosen for a sport or a training block, and used again."))</p>"
      : "<ul class=\"origins\">\(customs.map(row))</ul>"
    let export: HTML =
      customs.isEmpty
      ? "" : "<a class=\"btn\" href=\"/zones/custom.json\" download>\(Icon.data.svg)\(th("Export all as a file"))</a>"
    return """
      <section class="section" aria-labelledby="custom"><div class="head"><h2 id="custom">\(th("Your own zones"))</h2></div>\(list)
      <div class="stack below">\(save)\(importing)<p class="row">\(export)</p></div></section>
      """
  }

  private var save: HTML {
    let mine = returned?.form == "custom" ? returned?.fields : nil
    let parts = ZoneFormParts(prefix: "custom", fields: mine ?? ZoneFields())
    let isOpen: HTML = mine == nil && !customs.isEmpty ? "" : " open"
    return """
      <details class="more"\(isOpen)><summary>\(th("Keep zones under a name"))</summary>
      <form class="fields card" method="post" action="/zones/custom#custom" novalidate>\
      \(parts.text("name", t("Name"), hint: t("Under a name that is there already this is a new version."), length: 60))\
      \(parts.zones(t("Zones"), customs: [], first: [("own", t("Own limits, typed here"))]))\
      \(parts.limits())\
      \(parts.day("from", t("From day"), hint: t("From when this version holds; empty means today.")))\
      <div class="row"><button class="btn primary" type="submit">\(th("Keep them"))</button></div></form></details>
      """
  }

  private var importing: HTML {
    let problem = returned?.form == "import" ? returned?.fields.problems["file"] : nil
    let isOpen: HTML = problem == nil ? "" : " open"
    let note: HTML? =
      problem.map {
        "<span class=\"problem\" id=\"zones-file-problem\">\(Icon.note.svg)<span>\($0)</span></span>"
      }
    let described: HTML =
      problem == nil ? "" : " aria-describedby=\"zones-file-problem\" aria-invalid=\"true\""
    return """
      <details class="more"\(isOpen)><summary>\(th("Take zones from a file"))</summary>
      <form class="card stack" method="post" action="/zones/import#custom" enctype="multipart/form-data">\
      <div class="form-row"><label for="zones-file">\(th("File that Export wrote"))</label><input class="field filling" type="file" id="zones-file" name="file" accept=".json,application/json"\(described)>\(note)</div>\
      <div class="row"><button class="btn" type="submit">\(th("Take them"))</button></div></form></details>
      """
  }

  private func row(_ zones: CustomZones) -> HTML {
    let id = URLCoding.encode(zones.id)
    let form = "rename-\(zones.id)"
    let mine = returned?.form == form ? returned?.fields : nil
    let parts = ZoneFormParts(prefix: form, fields: mine ?? ZoneFields(values: ["name": zones.name]))
    let isOpen: HTML = mine == nil ? "" : " open"
    let versions = zones.versions.reversed().map { version -> HTML in
      let number: HTML = zones.versions.count > 1 ? th("Version \(version.number): ") : ""
      return
        "<span class=\"muted\">\(number)\(th("\(words(version.model)), from \(Dates.day(version.from))"))</span>"
    }
    let quantity = zones.versions.first.map { Names.quantity($0.model.quantity.rawValue).lowercased() } ?? ""
    return """
      <li><div><b>\(zones.name) <span class="chip">\(quantity)</span></b>\(versions)</div>\
      <div class="row"><details class="menu"\(isOpen)><summary class="btn quiet" aria-label="\(t("Rename \(zones.name)"))">\(th("Rename"))</summary>\
      <form class="drop stack" method="post" action="/zones/custom/\(id)/rename#custom" novalidate>\(parts.text("name", t("New name"), length: 60))\
      <button class="btn" type="submit">\(th("Rename"))</button></form></details>\
      <a class="btn quiet" href="/zones/custom/\(id).json" download aria-label="\(t("Export \(zones.name)"))">\(th("Export"))</a>\
      <form method="post" action="/zones/custom/\(id)/delete"><button class="btn quiet" type="submit" aria-label="\(t("Delete \(zones.name)"))">\(Icon.delete.svg)\(th("Delete"))</button></form></div></li>
      """
  }

  private func words(_ model: ZoneModel) -> String {
    let names = model.names.isEmpty ? "" : t(" (\(Format.list(model.names)))")
    if case .absolute(let values) = model.limits { return ZoneWords.limits(values, model.quantity.rawValue) + names }
    if case .percentages(let values, let basis) = model.limits {
      let unit = ZoneFields.units.first { $0.code == basis.word }?.title ?? ""
      return values.map(ZoneWords.number).joined(separator: " · ") + " \(unit)" + names
    }
    return told(model.wording) + names
  }
}
