// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import CoachService

/// What narrows the list down: a search and four choices, one form.
struct FilterForm {
  var filter: WorkoutFilter
  /// Sports that occur.
  var sports: [String]
  /// Where workouts come from.
  var sources: [SourceSummary]

  var html: HTML {
    let clear: HTML =
      filter.isEmpty ? "" : "<a class=\"btn quiet\" href=\"/workouts\">\(t("Clear filters"))</a>"
    let isOpen: HTML = filter.isEmpty || (filter.isOnlyText) ? "" : " open"
    return """
      <form class="filters no-print" id="filters" method="get" action="/workouts" role="search"><div class="row"><label class="hidden" for="q">\(t("Search workouts"))</label>\
      <input class="field" type="search" id="q" name="q" value="\(filter.text)" placeholder="\(t("Search"))" maxlength="100" autocomplete="off">\
      <button class="btn only-plain" type="submit">\(t("Show"))</button>\(clear)</div>
      <details\(isOpen)><summary>\(t("Filters"))</summary><div class="fields">\(choices)<button class="btn only-plain" type="submit">\(t("Show"))</button></div></details></form>
      """
  }

  private var choices: [HTML] {
    let sports = sports.map { ($0, Names.sport($0)) }
    let sources = sources.map { ($0.source, SourceWords.name($0)) }
    let qualities: [(String, String)] = [
      ("complete", t("Nothing to remark on")), ("remarked", t("Something missing or doubtful")),
      ("zoneless", t("Without zones")), ("sample", t("Samples")),
    ]
    return [
      select("sport", t("Sport"), t("All sports"), sports, filter.sport),
      select("source", t("Source"), t("All sources"), sources, filter.source),
      select("quality", t("Quality"), t("Any"), qualities, filter.quality?.rawValue),
      day("from", t("From"), filter.from.map { "\($0)" }), day("to", t("To"), filter.through.map { "\($0)" }),
    ]
  }

  private func select(
    _ name: String, _ label: String, _ all: String, _ choices: [(value: String, text: String)], _ chosen: String?
  ) -> HTML {
    let options = choices.map { value, text -> HTML in
      "<option value=\"\(value)\"\(value == chosen ? " selected" as HTML : "")>\(text)</option>"
    }
    return """
      <label>\(label)<select class="field" name="\(name)"><option value="">\(all)</option>\(options)</select></label>
      """
  }

  private func day(_ name: String, _ label: String, _ value: String?) -> HTML {
    "<label>\(label)<input class=\"field\" type=\"date\" name=\"\(name)\" value=\"\(value ?? "")\"></label>"
  }
}

extension WorkoutFilter {
  /// Whether it asks for words alone.
  var isOnlyText: Bool {
    var rest = self
    rest.text = ""
    return rest.isEmpty
  }
}
