// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import CoachService

/// What the two workouts will be, before one is taken apart.
struct SplitPage {
  /// The workout's name in the library.
  var id: String
  /// What it is called.
  var title: String
  /// The source that becomes a workout of its own.
  var source: Int64
  /// What there will be.
  var preview: GroupingPreview

  /// The whole document.
  var html: HTML {
    let path = "/workouts/\(URLCoding.encode(id))"
    return Frame(title: t("Two workouts?"), place: .workouts).page(
      """
      <div class="stack"><div class="stack tight"><p class="eyebrow"><a href="/workouts">\(th("Workouts"))</a> · <a href="\(path)">\(title)</a></p><h1>\(th("Two workouts?"))</h1></div>
      <p class="line">\(th("This is what there will be. Nothing is lost, and you can join them again right after."))</p>
      <ol class="ways parts">\(preview.workouts.map(part))</ol>
      <form class="row" method="post" action="\(path)/split/\(Int(source))"><button class="btn primary" type="submit">\(th("Make two workouts"))</button>\
      <a class="btn quiet" href="\(path)">\(th("Keep it as one"))</a></form></div>
      """)
  }

  private func part(_ part: GroupingPreview.Part) -> HTML {
    var facts = [Names.sport(part.sport), Dates.full(part.start), Format.clock(part.elapsedSeconds)]
    if let meters = part.distanceMeters, meters >= 5 {
      facts.append("\(Format.distance(meters))\u{A0}\(Units.current.distance)")
    }
    let sources = part.sources.map { source -> HTML in
      let shown: HTML =
        part.sources.count > 1 && source.isShown ? " <span class=\"chip\">\(Icon.check.svg)\(th("Shown"))</span>" : ""
      return
        "<li>\(source.file ?? t("Without a file")) <span class=\"muted\">\(SourceWords.format(source.format))</span>\(shown)</li>"
    }
    return """
      <li class="way"><h2>\(Names.title(part.title, sport: part.sport))</h2><p class="muted num">\(facts.joined(separator: " · "))</p>\
      <ul class="small" aria-label="\(counted(part.sources.count, "source", "sources"))">\(sources)</ul></li>
      """
  }
}
