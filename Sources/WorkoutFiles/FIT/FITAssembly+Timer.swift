// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Workouts

extension FITAssembly {
  /// The stretches in which the timer stood still, from its events.
  ///
  /// The timer runs from the start of the span. Only an event that changes its state counts: devices write an
  /// automatic stop and then a manual one, a start without a stop, or both in one second. A pause that is open at the
  /// end lasts until the end.
  func pauses(in span: TimeSpan) -> [Pause] {
    var changes: [(time: Instant, isRunning: Bool, kind: Pause.Kind)] = []
    for message in part.all(21) where message.int(0) == 0 {
      guard let time = clock.instant(message.timestamp), let type = message.int(1) else { continue }
      switch type {
      case 0: changes.append((time, true, .manual))
      case 1, 4, 8, 9:
        // data: timer_trigger, 1 for a stop by the device itself
        let trigger = message.int(3) ?? message.int(2)
        changes.append((time, false, trigger == 1 ? .auto : .manual))
      default: break
      }
    }
    let ordered = changes.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
    var result: [Pause] = []
    var stop: (time: Instant, kind: Pause.Kind)?
    func close(_ end: Instant) {
      guard let stop else { return }
      if let pause = TimeSpan(start: stop.time, end: end).intersection(span) {
        result.append(Pause(span: pause, kind: stop.kind))
      }
    }
    for (_, change) in ordered {
      if change.isRunning {
        close(change.time)
        stop = nil
      } else if stop == nil {
        stop = (change.time, change.kind)
      }
    }
    // Events count whole seconds, a session's end may not: the last stop is no pause of the milliseconds after it.
    if let time = stop?.time, span.end - time >= 1000 { close(span.end) }
    return result
  }

  /// Notes where the timer's events and the stated timer time don't agree. Events are right about where the pauses
  /// lie, the total about their sum.
  mutating func compareTimer(_ recording: Recording) {
    var stated: Milliseconds = 0, counted: Milliseconds = 0
    for activity in recording.activities {
      guard let timer = activity.totals.timer else { return }
      stated += timer
      counted += recording.activeTime(in: activity.span)
    }
    let difference = abs(stated - counted)
    guard part.all(18).count > 0, difference > 2000 else { return }
    problems.add(
      "timer-disagrees",
      "The timer's starts and stops leave \(counted / 1000) s, the device's total says \(stated / 1000) s; "
        + "the starts and stops were used.")
  }
}
