// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

/// A page with a message: what is not here, and what to do.
enum MessagePage {
  /// The page. Where `leadsOn` is false there is no way on but what the message says.
  static func html(title: String, _ message: String, leadsOn: Bool = true) -> HTML {
    let on: HTML? = leadsOn ? "<p><a class=\"btn\" href=\"/workouts\">\(t("Go to your workouts"))</a></p>" : nil
    return Frame(title: title).page(
      """
      <div class="stack"><h1>\(title)</h1><p class="line">\(message)</p>
      \(on)</div>
      """)
  }
}
