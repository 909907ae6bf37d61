// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

/// A page with a message: what is not here, and what to do.
enum MessagePage {
  static func html(title: String, _ message: String) -> HTML {
    Frame(title: title).page(
      """
      <div class="stack"><h1>\(title)</h1><p class="line">\(message)</p>
      <p><a class="btn" href="/workouts">Go to your workouts</a></p></div>
      """)
  }
}
