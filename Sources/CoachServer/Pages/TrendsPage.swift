// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

/// Where weeks and months will be looked at. Its place is kept; what is known of it already is said.
enum TrendsPage {
  static var html: HTML {
    Frame(title: t("Trends"), place: .trends).page(
      """
      <div class="stack"><h1>\(t("Trends"))</h1>
      <p class="line">\(t("Weeks and months come here: easy days, hard days, and whether it is working."))</p>
      <p class="muted">\(t("Until then, Today shows this week, Workouts shows each month, and ticking workouts there compares them under the same zones."))</p>
      <p class="row"><a class="btn" href="/">\(t("This week"))</a><a class="btn" href="/workouts">\(t("Compare workouts"))</a></p></div>
      """)
  }
}

/// The places that a phone's bar has no room for, where there is no script to show them as a sheet.
enum MorePage {
  static var html: HTML {
    Frame(title: t("More"), place: nil).page(
      "<div class=\"stack\"><h1>\(t("More"))</h1><div class=\"more-list\">\(Frame.moreList)</div></div>")
  }
}
