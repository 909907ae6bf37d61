// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

/// The page for a device that was not let in: a form for the code.
enum PairingPage {
  /// The form, under what became of the attempt before.
  static func html(_ outcome: Pairing.Outcome?) -> HTML {
    let note: HTML? =
      switch outcome {
      case .wrong:
        "<p class=\"line\" id=\"note\" role=\"alert\">\(t("This is not the code in the terminal. Look again; it has six digits."))</p>"
      case .spent:
        "<p class=\"line\" id=\"note\" role=\"alert\">\(t("No code works right now: each works once, for 10 minutes and five attempts. Press Enter in the terminal for a new one."))</p>"
      default: nil
      }
    let described: HTML? = note == nil ? nil : " aria-describedby=\"note\" aria-invalid=\"true\""
    return Frame(title: t("Let this device in")).page(
      """
      <div class="stack"><h1>\(t("Let this device in"))</h1>
      <p class="line">\(t("The terminal where ZoneCoach runs shows a code of six digits. Type it here once; this device stays let in."))</p>
      \(note)
      <form class="card stack" method="post" action="/pair"><div class="form-row"><label for="code">\(t("Code"))</label>\
      <input class="field" id="code" name="code" inputmode="numeric" autocomplete="one-time-code" maxlength="11" required\(described)></div>\
      <div><button class="btn" type="submit">\(t("Let in"))</button></div></form></div>
      """)
  }
}
