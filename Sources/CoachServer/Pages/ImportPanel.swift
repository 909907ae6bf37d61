// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import CoachService

/// Bringing files in: the button, the progress, and what became of each file.
enum ImportPanel {
  /// The button. Without script it is a plain form with a file field.
  static var form: HTML {
    """
    <form class="row add" id="add" method="post" action="/import" enctype="multipart/form-data">\
    <label class="only-plain small" for="files">\(th("Workout files"))</label>\
    <input class="field" type="file" id="files" name="files" multiple aria-label="\(t("Workout files"))">\
    <input class="only-script" type="file" webkitdirectory aria-label="\(t("A folder of workout files"))">\
    <label class="only-plain check"><input type="checkbox" name="again" value="1"> \(th("Also what I deleted"))</label>\
    <button class="btn only-plain" type="submit">\(th("Add"))</button>\
    <button class="btn only-script" type="button" data-action="choose-folder">\(Icon.folder.svg)\(th("Add a folder"))</button>\
    <button class="btn primary only-script" type="button" data-action="choose">\(Icon.file.svg)\(th("Add files"))</button></form>
    """
  }

  /// The panel, hidden while there is nothing to say.
  static func html(_ verdicts: [ImportVerdict]) -> HTML {
    let hidden: HTML = verdicts.isEmpty ? " hidden" : ""
    return """
      <section class="card import" id="import" aria-labelledby="import-h"\(hidden)>
      <div class="spread"><h2 id="import-h" tabindex="-1">\(th("Files"))</h2>\
      <form method="get" action="/workouts"><button class="btn quiet" type="submit" data-action="close-import">\(Icon.close.svg)\(th("Close"))</button></form></div>
      <div class="spread" id="import-running" hidden><p class="small num" id="import-progress"></p>\
      <button class="btn quiet" type="button" id="import-stop">\(th("Stop"))</button></div>
      <progress id="import-bar" max="1" value="0" aria-labelledby="import-h" hidden></progress>
      <div id="import-result">\(verdicts.isEmpty ? "" : report(verdicts))</div>
      </section>
      <p class="hidden" role="status" id="import-status"></p>
      """
  }

  /// What the script fills in for each problem.
  static let templates: HTML = """
    <template id="verdict-row"><li class="verdict"><b></b><span class="muted"></span><a></a></li></template>
    """

  /// Counts by kind first, then each file that has something to be said about.
  private static func report(_ verdicts: [ImportVerdict]) -> HTML {
    let kinds: [(ImportVerdict.Outcome, String)] = [
      (.imported, t("imported")), (.alreadyThere, t("already here")), (.merged, t("joined")), (.skipped, t("skipped")),
      (.failed, t("not readable")),
    ]
    let counts = kinds.compactMap { outcome, word -> String? in
      let number = verdicts.filter { $0.outcome == outcome }.count
      return number == 0 ? nil : "\(word) \(number)"
    }
    let rows = verdicts.compactMap { verdict -> HTML? in
      guard let message = verdict.message else { return nil }
      return """
        <li class="verdict"><b>\(verdict.file)</b><span class="muted">\(FileWords.verdict(verdict, message))</span>\(link(verdict.workouts.first))</li>
        """
    }
    let list: HTML = rows.isEmpty ? "" : "<ul class=\"verdicts\">\(rows)</ul>"
    return "<p class=\"counts num\">\(Names.sentence(counts.joined(separator: " · ")))</p>\(list)"
  }

  /// Where a file that was taken can be looked at.
  private static func link(_ workout: WorkoutEntry?) -> HTML? {
    workout.map { "<a href=\"/workouts/\(URLCoding.encode($0.id))\">\(Names.title($0))</a>" }
  }
}

/// The list without workouts: it teaches the ribbon and offers two ways to fill it.
enum EmptyLibrary {
  static var html: HTML {
    """
    <h1>\(th("Your first ribbon"))</h1>
    <p class="line">\(th("ZoneCoach turns heart rate or power into one picture: the ribbon. Low is easy, tall is hard, and left to right is time."))</p>
    <figure class="stack tight teach">\(RibbonPicture(
      ribbon: lesson, height: 120, columns: 700, hasAxis: true, hasLanes: true,
      label: t("A sample ribbon: a low warm-up, six tall repeats with lower rests between them, a low cool-down")).html)
    <figcaption class="caption">\(th("A sample, not yours: warm-up, six hard repeats with rests between, cool-down. The hatch is a moment without data, the gap with two bars a pause."))</figcaption></figure>
    <div class="ways three">
    <section class="way"><h2>\(th("Bring your workouts"))</h2><p class="muted">\(th("Drop the files of your watch or bike computer, or a whole folder of them, anywhere on this page. They are read on this computer and go nowhere else."))</p>\(ImportPanel.form)</section>
    <section class="way"><h2>\(th("Connect a sensor"))</h2><p class="muted">\(th("A heart-rate strap or a power meter shows your zone live and lets the coach speak up at the right moment."))</p>\
    <p><a class="btn" href="/live">\(Icon.live.svg)\(th("Go live"))</a></p></section>
    <section class="way"><h2>\(th("Look around first"))</h2><p class="muted">\(th("A few sample workouts, marked as samples. One press removes them again."))</p>\
    <form method="post" action="/samples/add"><button class="btn" type="submit">\(Icon.sample.svg)\(th("Load samples"))</button></form></section>
    </div>
    <p class="muted">\(th("No zones yet? Your age is enough to begin, and we will call the result an estimate.")) <a href="/zones">\(th("Set up zones"))</a></p>
    """
  }

  /// Minutes and zones of the lesson.
  private static let lesson: Ribbon = {
    var runs: [Ribbon.Run] = []
    var at = 0.0
    func add(_ minutes: Double, _ state: Ribbon.State) {
      runs.append(Ribbon.Run(start: at, end: at + minutes * 60, state: state))
      at += minutes * 60
    }
    add(3.5, .zone(0))
    add(0.7, .unknown)
    add(5.3, .zone(0))
    add(5.5, .zone(1))
    for round in 0..<6 {
      add(0.7, .zone(2))
      add(2.3, .zone(3))
      if round == 4 { add(0.4, .zone(4)) }
      add(0.4, .zone(2))
      if round < 5 { add(0.6, .zone(1)) }
    }
    add(2.6, .zone(1))
    add(4.5, .zone(0))
    add(0.8, .paused)
    add(5, .zone(0))
    return Ribbon(totalSeconds: at, zoneCount: 5, firstNumber: 1, runs: runs)
  }()
}
