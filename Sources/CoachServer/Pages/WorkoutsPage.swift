// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import CoachService

/// The list: find a workout, bring more.
struct WorkoutsPage {
  /// The workouts that are wanted, newest first.
  var entries: [WorkoutEntry]
  /// Which are wanted, and how many there are in all.
  var filter = WorkoutFilter()
  var count: Int
  /// Sports and sources to choose from.
  var sports: [String] = []
  var sources: [SourceSummary] = []
  /// What became of files just brought in without script, if any.
  var verdicts: [ImportVerdict] = []
  /// A deletion that can be taken back.
  var toast: Frame.Toast?
  /// Which part of a long list, from 1.
  var part = 1

  /// A workout that is to be compared with others, ticked already.
  var comparing: String?

  /// How many workouts one part shows.
  static let partSize = 100

  /// The whole document.
  var html: HTML {
    Frame(title: t("Workouts"), place: .workouts, script: "workouts.js", toast: toast).page(
      """
      <div class="stack" id="drop-here">
      \(ImportPanel.html(verdicts))
      <div id="library" class="stack">\(count == 0 ? EmptyLibrary.html : library)</div>
      \(ImportPanel.templates)
      </div>
      """)
  }

  private var library: HTML {
    let samples = entries.filter(\.isSample).count
    let total = entries.reduce(0) { $0 + $1.activeSeconds }
    let note: HTML =
      samples == 0
      ? ""
      : """
      <form class="note" method="post" action="/samples/remove">\(Icon.sample.svg)<p>\(th("\(counted(samples, "sample workout is", "sample workouts are")) here to look around.")) \
      <span class="muted">\(samples == 1
      ? t("One press removes it again; your own workouts stay.")
      : t("One press removes them again; your own workouts stay."))</span></p><button class="btn" type="submit">\(th("Remove samples"))</button></form>
      """
    let number =
      filter.isEmpty
      ? counted(count, "workout", "workouts")
      : t("\(Format.whole(Double(entries.count))) of \(counted(count, "workout", "workouts"))")
    let sum = entries.isEmpty ? number : t("\(number), \(Format.span(total)) in all")
    let head: HTML = """
      <div class="spread"><div class="stack tight"><h1>\(t("Workouts"))</h1>\
      <p class="muted num" id="sum">\(sum)</p></div>\(ImportPanel.form)</div>
      \(note)
      \(FilterForm(filter: filter, sports: sports, sources: sources).html)
      """
    guard !entries.isEmpty else {
      return """
        \(head)<div id="found" class="stack"><p class="muted">\(t("Nothing under these filters.")) <a href="/workouts">\(t("Clear filters"))</a></p></div>
        """
    }
    return """
      \(head)
      <div id="found" class="stack">\(compareBar)
      \(months)
      \(parts)
      <p class="caption">\(t("All ribbons share one time scale: the full width is \(Format.span(scale)). Drop files or folders anywhere on this page to add them."))</p></div>
      """
  }

  private var canCompare: Bool { count > 1 }

  /// The button for the ticks; it stays in sight while the list scrolls.
  private var compareBar: HTML {
    guard canCompare else { return "" }
    let first = comparing.flatMap { id in entries.first { $0.id == id } }
    let words =
      first.map { t("Tick what to compare with “\(Names.title($0))”.") }
      ?? t("Tick two workouts or more to compare them.")
    let hidden: HTML? = first.flatMap { first in
      shown.contains { $0.id == first.id } ? nil : "<input type=\"hidden\" name=\"id\" value=\"\(first.id)\">"
    }
    return """
      <form class="compare-bar" id="compare" method="get" action="/compare"><span class="small muted">\(words)</span>\(hidden)<button class="btn" type="submit">\(th("Compare"))</button></form>
      """
  }

  /// The time that fills a row's ribbon: the longest workout, but three hours at most, so that short ones keep a shape.
  private var scale: Double { min(10_800, max(600, entries.map(\.elapsedSeconds).max() ?? 600)) }

  private var shown: ArraySlice<WorkoutEntry> {
    let first = min(max(0, part - 1) * Self.partSize, entries.count)
    return entries[first..<min(entries.count, first + Self.partSize)]
  }

  private var parts: HTML {
    let count = (entries.count + Self.partSize - 1) / Self.partSize
    guard count > 1 else { return "" }
    let newer: HTML = part > 1 ? "<a class=\"btn\" href=\"\(filter.path(part: part - 1))\">\(t("Newer"))</a>" : ""
    let older: HTML = part < count ? "<a class=\"btn\" href=\"\(filter.path(part: part + 1))\">\(t("Older"))</a>" : ""
    return
      "<nav class=\"row\" aria-label=\"\(t("Parts of the list"))\">\(newer)\(older)<span class=\"muted num\">\(th("Part \(part) of \(count)"))</span></nav>"
  }

  /// A month's minutes by zone, where most of its workouts have zones of one kind.
  private func bar(_ entries: [WorkoutEntry]) -> HTML {
    guard let sums = ZoneSums(entries) else { return "" }
    return "<div class=\"month-bar\">\(ZoneBar.html(sums.seconds, ranges: sums.names))</div>"
  }

  private var months: [HTML] {
    var groups: [(key: String, entries: [WorkoutEntry])] = []
    for entry in shown {
      let key = String(Dates.machine(entry.start).prefix(7))
      if groups.last?.key == key {
        groups[groups.count - 1].entries.append(entry)
      } else {
        groups.append((key, [entry]))
      }
    }
    return groups.map { key, entries in
      let total = entries.reduce(0) { $0 + $1.activeSeconds }
      return """
        <section class="month" aria-labelledby="m-\(key)"><div class="head"><h2 id="m-\(key)">\(Dates.monthAndYear(entries[0].start))</h2>\
        <p class="small muted num">\(counted(entries.count, "workout", "workouts")) · \(Format.span(total))</p>\(bar(entries))</div>
        <ul class="rows">\(entries.map { WorkoutRow(entry: $0, scale: scale, isTicked: canCompare ? $0.id == comparing : nil).html })</ul></section>
        """
    }
  }
}

/// One workout in the list.
struct WorkoutRow {
  var entry: WorkoutEntry
  /// The seconds that a ribbon of full width stands for.
  var scale: Double
  /// Whether it is ticked to be compared; `nil` where there is nothing to tick.
  var isTicked: Bool?

  private var tick: HTML {
    guard let isTicked else { return "" }
    let checked: HTML = isTicked ? " checked" : ""
    return """
      <label class="tick"><input type="checkbox" name="id" value="\(entry.id)" form="compare"\(checked)><span class="hidden">\(th("Compare \(Names.title(entry)), \(Dates.short(entry.start))"))</span></label>
      """
  }

  var html: HTML {
    let chip: HTML = entry.isSample ? "<span class=\"chip\">\(th("Sample"))</span>" : ""
    let flag: HTML = entry.flag.map { "<span class=\"chip flag\">\(FileWords.flag($0))</span>" } ?? ""
    return """
      <li class="workout">\(tick)<p class="when num"><time datetime="\(Dates.machine(entry.start))">\(Dates.short(entry.start))</time></p>\
      <p class="what"><a href="/workouts/\(URLCoding.encode(entry.id))">\(Names.title(entry))</a>\
      <span class="sub">\(Icon.sport(entry.sport).svg)<span>\(Names.sport(entry.sport))</span>\(chip)\(flag)</span></p>\
      \(picture)\
      <p class="time num"><span class="hidden">\(th("Time")) </span>\(Format.clock(entry.elapsedSeconds))</p>\
      <p class="far num">\(distance)</p></li>
      """
  }

  private var distance: HTML {
    guard let meters = entry.distanceMeters, meters >= 5 else { return "" }
    return
      "<span class=\"hidden\">\(th("Distance")) </span>\(Format.distance(meters)) <small>\(Units.current.distance)</small>"
  }

  private var picture: HTML {
    let share = min(1, max(0.04, entry.elapsedSeconds / scale))
    let width = Format.svg(share * 100)
    guard let ribbon = entry.ribbon else { return "<p class=\"strip caption\">\(th("No zones known"))</p>" }
    let picture = RibbonPicture(
      ribbon: ribbon, width: width, columns: max(12, Int(share * 230)), label: RibbonWords.sentence(ribbon))
    return "<div class=\"strip\">\(picture.html)</div>"
  }
}
