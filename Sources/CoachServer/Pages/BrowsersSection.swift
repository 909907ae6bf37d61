// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import CoachService

/// Which browsers were let in, with a way to end that.
struct BrowsersSection {
  var browsers: [Access.Browser]
  /// The one that asks.
  var this: String?

  /// The section; nothing where none was let in.
  var html: HTML? {
    guard !browsers.isEmpty else { return nil }
    let others: HTML? =
      browsers.count < 3
      ? nil
      : """
      <form method="post" action="/privacy/browsers">\
      <button class="btn" type="submit" name="browser" value="others">\(t("End all others"))</button></form>
      """
    return """
      <section class="section stack" aria-labelledby="browsers-h" id="browsers"><div class="head">\
      <h2 id="browsers-h">\(t("Browsers that were let in"))</h2></div>\
      <p class="muted prose">\(t("Each came by a link that worked once, and reads and changes everything here. One that is not used for 90 days is let in no more."))</p>\
      \(browsers.map(card))\(others)</section>
      """
  }

  private func card(_ browser: Access.Browser) -> HTML {
    let name = browser.name.isEmpty ? t("A program") : browser.name
    let since = Dates.day(ZonedTime(browser.since, offsetSeconds: nil))
    let used = Dates.day(ZonedTime(browser.used, offsetSeconds: nil))
    let mark: HTML? = browser.id == this ? " · \(t("this one"))" : nil
    return """
      <div class="card stack program"><h3>\(name)\(mark)</h3>\
      <p class="muted num">\(t("Since \(since), last here \(used)"))</p>\
      <form class="row" method="post" action="/privacy/browsers"><input type="hidden" name="browser" value="\(browser.id)">\
      <button class="btn" type="submit" aria-label="\(t("End the access of \(name)"))">\(t("End"))</button></form></div>
      """
  }
}

/// Browsers by what they say of themselves.
enum Browsers {
  /// The browser and its system, `Firefox on Linux`; empty for what is no browser.
  static func name(_ agent: String?) -> String {
    guard let agent else { return "" }
    // Most claim to be others too; what sets one apart comes first.
    let browsers = [
      ("Edg", "Edge"), ("OPR/", "Opera"), ("Firefox/", "Firefox"), ("FxiOS/", "Firefox"), ("CriOS/", "Chrome"),
      ("Chrome/", "Chrome"), ("Safari/", "Safari"),
    ]
    let systems = [
      ("Android", "Android"), ("iPhone", "iPhone"), ("iPad", "iPad"), ("Windows", "Windows"), ("Mac OS X", "Mac"),
      ("CrOS", "ChromeOS"), ("Linux", "Linux"),
    ]
    guard let browser = browsers.first(where: { agent.contains($0.0) })?.1 else { return "" }
    guard let system = systems.first(where: { agent.contains($0.0) })?.1 else { return browser }
    return "\(browser) on \(system)"
  }
}
