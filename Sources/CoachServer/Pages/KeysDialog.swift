// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

/// All keys in one place, and the way to switch the single ones off.
enum KeysDialog {
  static var html: HTML {
    let rows = keys.map { keys, meaning -> HTML in
      let caps = keys.map { "<kbd>\($0)</kbd>" as HTML }
      return "<tr><th scope=\"row\">\(caps)</th><td>\(meaning)</td></tr>"
    }
    return """
      <dialog class="card keys" id="keys" aria-labelledby="keys-h"><h2 id="keys-h">\(th("Keys"))</h2><table><tbody>\(rows)</tbody></table>\
      <label class="check"><input type="checkbox" id="single-keys" checked> \(th("Use single keys"))</label>\
      <form method="dialog"><button class="btn">\(th("Close"))</button></form></dialog>
      """
  }

  private static var keys: [([String], String)] {
    [
      (["g", "t"], t("Today")),
      (["g", "w"], t("Workouts")),
      (["g", "l"], t("Live")),
      (["g", "r"], t("Trends")),
      (["g", "h"], t("Heart rate")),
      (["g", "p"], t("Plans")),
      (["g", "z"], t("Zones")),
      (["g", "s"], t("Settings")),
      (["←", "→"], t("On the curve: one second back or on")),
      (["Page Up", "Page Down"], t("On the curve: one minute on or back")),
      (["[", "]"], t("On the curve: previous or next lap")),
      (["+", "−", "0"], t("On the curve: closer, wider, the whole workout")),
      (["Space", "L", "N"], t("Live: pause or go on, lap, next step")),
      (["+", "T"], t("Live: a minute more, target")),
      (["Ctrl Z"], t("Undo what was just deleted")),
      (["Esc"], t("Close what is open")),
      (["?"], t("This list")),
    ]
  }
}
