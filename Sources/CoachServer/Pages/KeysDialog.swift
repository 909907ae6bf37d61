// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

/// All keys in one place, and the way to switch the single ones off.
enum KeysDialog {
  static let html: HTML = {
    let rows = keys.map { keys, meaning -> HTML in
      let caps = keys.map { "<kbd>\($0)</kbd>" as HTML }
      return "<tr><th scope=\"row\">\(caps)</th><td>\(meaning)</td></tr>"
    }
    return """
      <dialog class="card keys" id="keys" aria-labelledby="keys-h"><h2 id="keys-h">Keys</h2><table><tbody>\(rows)</tbody></table>\
      <label class="check"><input type="checkbox" id="single-keys" checked> Use single keys</label>\
      <form method="dialog"><button class="btn">Close</button></form></dialog>
      """
  }()

  private static let keys: [([String], String)] = [
    (["g", "t"], "Today"),
    (["g", "w"], "Workouts"),
    (["g", "l"], "Live"),
    (["g", "r"], "Trends"),
    (["g", "h"], "Heart rate"),
    (["g", "p"], "Plans"),
    (["g", "z"], "Zones"),
    (["g", "s"], "Settings"),
    (["←", "→"], "On the curve: one second back or on"),
    (["Page Up", "Page Down"], "On the curve: one minute on or back"),
    (["[", "]"], "On the curve: previous or next lap"),
    (["+", "−", "0"], "On the curve: closer, wider, the whole workout"),
    (["Space", "L", "N"], "Live: pause or go on, lap, next step"),
    (["+", "T"], "Live: a minute more, target"),
    (["Ctrl Z"], "Undo what was just deleted"),
    (["Esc"], "Close what is open"),
    (["?"], "This list"),
  ]
}
