// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Workouts

/// Pauses and laps from the events of a workout.
enum HealthPauses {
  /// The stretches in which the timer stood still: disjoint, in order, inside `span`.
  ///
  /// Athlete and watch pause and resume apart from one another, at times in one second. Where both stand still, the
  /// athlete's pause is the one that is told. A pause that isn't ended lasts as long as it says, or to the end.
  static func pauses(_ events: [HealthWorkout.Event], in span: TimeSpan) -> [Pause] {
    // The same event stands in the workout and in its activities.
    let events = Array(Set(events)).sorted { ($0.start, order($0.type)) < ($1.start, order($1.type)) }
    let manual = stretches(events, from: "HKWorkoutEventTypePause", to: "HKWorkoutEventTypeResume", in: span)
    let auto = stretches(
      events, from: "HKWorkoutEventTypeMotionPaused", to: "HKWorkoutEventTypeMotionResumed", in: span)
    var pauses = manual.map { Pause(span: $0, kind: .manual) }
    for stretch in auto {
      // What is left of it beside the athlete's pauses.
      var start = stretch.start
      for other in manual where other.start < stretch.end && other.end > start {
        if other.start > start { pauses.append(Pause(span: TimeSpan(start: start, end: other.start), kind: .auto)) }
        start = max(start, other.end)
      }
      if start < stretch.end { pauses.append(Pause(span: TimeSpan(start: start, end: stretch.end), kind: .auto)) }
    }
    return pauses.sorted { $0.span.start < $1.span.start }
  }

  /// Of events in one second, an end comes before a new start.
  private static func order(_ type: String) -> Int { type.hasSuffix("Resume") || type.hasSuffix("Resumed") ? 0 : 1 }

  private static func stretches(
    _ events: [HealthWorkout.Event], from start: String, to end: String, in span: TimeSpan
  ) -> [TimeSpan] {
    var result: [TimeSpan] = []
    var open: HealthWorkout.Event?
    func close(_ event: HealthWorkout.Event, at end: Instant) {
      let whole = TimeSpan(start: Instant(secondsSince1970: event.start), end: end)
      guard var stretch = whole.intersection(span) else { return }
      if let last = result.last, stretch.start < last.end { stretch = TimeSpan(start: last.end, end: stretch.end) }
      if stretch.duration > 0 { result.append(stretch) }
    }
    func told(_ event: HealthWorkout.Event) -> Instant? {
      event.duration.flatMap { $0 > 0 ? Instant(secondsSince1970: event.start) + $0 : nil }
    }
    for event in events {
      if event.type == start {
        // A second pause without an end between them is the same pause, unless the first says how long it was.
        if let before = open, let end = told(before), end <= Instant(secondsSince1970: event.start) {
          close(before, at: end)
          open = event
        } else if open == nil {
          open = event
        }
      } else if event.type == end, let before = open {
        close(before, at: Instant(secondsSince1970: event.start))
        open = nil
      }
    }
    if let open { close(open, at: told(open) ?? span.end) }
    return result
  }

  /// The laps that the athlete or the watch marked. A lap either tells how long it was or ends where the next begins.
  static func laps(_ events: [HealthWorkout.Event], in span: TimeSpan) -> [Lap] {
    let marks = Array(Set(events.filter { $0.type == "HKWorkoutEventTypeLap" })).sorted { $0.start < $1.start }
    guard !marks.isEmpty else { return [] }
    var laps: [Lap] = []
    func add(_ start: Instant, _ end: Instant) {
      let begin = max(start, laps.last?.span.end ?? span.start)
      if let lap = TimeSpan(start: begin, end: end).intersection(span) { laps.append(Lap(span: lap)) }
    }
    if marks.contains(where: { $0.duration ?? 0 > 0 }) {
      for mark in marks {
        let start = Instant(secondsSince1970: mark.start)
        if let duration = mark.duration, duration > 0, duration < 1 << 40 { add(start, start + duration) }
      }
    } else {
      // Marks alone: each ends a lap.
      var start = span.start
      for mark in marks {
        add(start, Instant(secondsSince1970: mark.start))
        start = max(start, Instant(secondsSince1970: mark.start))
      }
      add(start, span.end)
    }
    return laps
  }
}
