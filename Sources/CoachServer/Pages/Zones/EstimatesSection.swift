// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import CoachService
import Workouts
import Zones

/// Thresholds that stored workouts speak for: offered with their evidence, never taken by themselves.
struct EstimatesSection {
  /// The estimates.
  var estimates: [ThresholdEstimate]
  /// Whether there is any workout.
  var hasWorkouts: Bool

  var html: HTML {
    let body: HTML =
      estimates.isEmpty
      ? """
      <p class="muted prose">\(hasWorkouts ? t("The workouts of the last \(WorkoutLibrary.seasonDays) days hold nothing to estimate from.") : t("No workout is stored yet."))\(Format.space)\(th("What would help: any workout with heart rate for your maximum, a run or ride of 30 minutes all out for your threshold, 8 or 20 minutes all out with a power meter for FTP."))</p>
      """
      : "<ul class=\"ways\">\(estimates.map(card))</ul>"
    return """
      <section class="section" aria-labelledby="offers"><div class="head"><h2 id="offers">\(th("What your workouts suggest"))</h2>\
      <p class="small muted">\(th("offers, never applied by themselves"))</p></div>\(body)</section>
      """
  }

  private func card(_ estimate: ThresholdEstimate) -> HTML {
    let id = "offer-\(estimate.name)"
    let value = ZoneWords.value(estimate.value, of: estimate.kind, sport: estimate.sport)
    let sport = estimate.sport.map { t(", \(ZoneWords.sport($0))") } ?? ""
    let now =
      estimate.current.map { t("Yours now: \(ZoneWords.value($0, of: estimate.kind)).") } ?? t("None known now.")
    let same: HTML = estimate.isNews && estimate.current == estimate.value ? th(" That is this one.") : ""
    let prime = estimate.wPrime.map { t(" W′ \(Format.whole($0)) J.") } ?? ""
    let evidence = estimate.evidence.map { evidence -> HTML in
      """
      <li><a href="/workouts/\(URLCoding.encode(evidence.workout))">\(told(evidence.text))</a> <span class="muted">\(Dates.day(evidence.day))</span></li>
      """
    }
    let use: HTML =
      estimate.isNews
      ? """
      <form method="post" action="/zones/estimates/\(URLCoding.encode(estimate.name))"><button class="btn" type="submit" aria-describedby="\(id)">\(th("Use \(value) from today"))</button></form>
      """ : "<p class=\"small muted\">\(th("This agrees with yours; nobody goes all out every day."))</p>"
    return """
      <li class="way offer"><h3 id="\(id)">\(Names.sentence(ZoneWords.name(estimate.kind)))\(sport)\(Format.colon)\(estimate.isLowerBound ? t("at least ") : "")\(value)</h3>\
      <div class="stack tight small"><p>\(now)\(same)</p><p class="muted">\(told(estimate.method))\(prime)</p>\
      <ul class="evidence" aria-label="\(t("Evidence"))">\(evidence)</ul></div>\
      \(use)</li>
      """
  }
}
