// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Workouts

/// When a workout went on and when it paused, in whole milliseconds.
struct WorkoutTime: Sendable {
  /// Stretches in which it paused, apart from each other, by date. One that hasn't ended goes on for ever.
  let pauses: [TimeSpan]

  /// Without pauses.
  init() { pauses = [] }

  /// With the pauses that events by date tell of: made by the person or by the device. A resumption by the person ends both.
  init(events: [HKWorkoutEvent]) {
    var pauses: [TimeSpan] = []
    var since: Instant?
    var (byPerson, byDevice) = (false, false)
    for event in events {
      let moment = event.dateInterval.start.instant
      switch event.type {
      case .pause: byPerson = true
      case .motionPaused: byDevice = true
      case .resume: (byPerson, byDevice) = (false, false)
      case .motionResumed: byDevice = false
      default: continue
      }
      if byPerson || byDevice {
        since = since ?? moment
      } else if let start = since {
        if start < moment { pauses.append(TimeSpan(start: start, end: moment)) }
        since = nil
      }
    }
    if let since { pauses.append(TimeSpan(start: since, end: Self.end)) }
    self.pauses = pauses
  }

  /// Later than everything.
  static let end = Date.distantFuture.instant

  /// Whether the last event was a pause.
  var isPaused: Bool { pauses.last?.end == Self.end }

  /// Whether a moment lies in a pause; its end doesn't.
  func isPaused(at moment: Instant) -> Bool { pauses.contains { $0.contains(moment) } }

  /// Time from `start` to `end` without pauses; 0 where `end` isn't later.
  func active(from start: Instant, to end: Instant) -> Milliseconds {
    let span = TimeSpan(start: start, end: end)
    return pauses.reduce(span.duration) { $0 - ($1.intersection(span)?.duration ?? 0) }
  }

  /// Seconds from `start` to `end` without pauses; 0 where `end` isn't later.
  func active(from start: Date, to end: Date) -> TimeInterval {
    TimeInterval(active(from: start.instant, to: end.instant)) / 1000
  }
}

extension Date {
  /// The date in whole milliseconds, rounded half up. Dates beyond those that can be told stand for ever.
  var instant: Instant {
    let seconds = min(max(self, .distantPast), .distantFuture).timeIntervalSince1970
    return Instant(millisecondsSince1970: milliseconds(seconds: seconds) ?? 0)
  }
}

extension HKWorkoutEvent {
  /// Events by date, those of one moment in the order given.
  static func sorted(_ events: [HKWorkoutEvent]) -> [HKWorkoutEvent] {
    let inOrder = zip(events, events.dropFirst()).allSatisfy { $0.dateInterval.start <= $1.dateInterval.start }
    if inOrder { return events }
    return events.enumerated().sorted {
      ($0.element.dateInterval.start, $0.offset) < ($1.element.dateInterval.start, $1.offset)
    }.map(\.element)
  }

  /// Why a workout from `start` to `end` can't have these events, which are by date; nil where it can.
  static func fault(in events: [HKWorkoutEvent], from start: Date, to end: Date?) -> String? {
    if let first = events.first, first.dateInterval.start < start {
      return "Events lie after the start of the workout."
    }
    if let end, events.contains(where: { $0.dateInterval.end > end }) {
      return "Events lie before the end of the workout."
    }
    let changes = events.first { [.pause, .motionPaused, .resume, .motionResumed].contains($0.type) }
    if let changes, changes.type == .resume || changes.type == .motionResumed {
      return "A workout starts running: before it is resumed it is paused."
    }
    let laps = events.filter { $0.type == .lap }
    if zip(laps, laps.dropFirst()).contains(where: { $0.dateInterval.end > $1.dateInterval.start }) {
      return "Laps don't overlap; segments may."
    }
    return nil
  }

  /// Whether any of the event lies in `start` to `end`.
  func touches(from start: Date, to end: Date) -> Bool {
    dateInterval.duration == 0
      ? dateInterval.start >= start && dateInterval.start <= end : dateInterval.start < end && dateInterval.end > start
  }
}
