// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Coaching
import Foundation
import OpenHealthKit
import Synchronization
import Workouts

/// What the athlete asks for during a workout.
public enum LiveAction: String, Sendable, Codable, CaseIterable {
  /// Stops the timer.
  case pause
  /// Starts it again.
  case resume
  /// Marks a lap; in an open step, goes on to the next one.
  case lap
  /// Leaves the step that is on.
  case skip
  /// Makes the step that is on a minute longer.
  case addMinute
  /// Asks for a little less.
  case easier
  /// Asks for a little more.
  case harder
}

extension LiveWorkout {
  /// Does what the athlete asks for.
  public func perform(_ command: LiveAction) {
    let now = clock.now
    let isDone = state.withLock { state -> Bool in
      guard !state.isOver else { return false }
      switch command {
      case .pause:
        guard !state.isPaused else { return false }
        state.pauseBegins(now)
        say(state.feed.pause(at: now.millisecondsSince1970), &state)
        tell(.state(.paused), at: now, state)
      case .resume:
        guard state.isPaused else { return false }
        state.pauseEnds(now)
        say(state.feed.resume(at: now.millisecondsSince1970), &state)
        tell(.state(.running), at: now, state)
      default:
        guard !state.isPaused else { return false }
        if command == .lap { endLap(at: now, &state) }
        let cues = Self.ask(command, &state.feed, at: now)
        say(cues, &state)
        pass(now, &state)
      }
      return true
    }
    guard isDone else { return }
    switch command {
    case .pause: session.pause()
    case .resume: session.resume()
    default: keep(command, at: now)
    }
    if clock.isDriven { settle() }
  }

  /// Does a command with the coach.
  static func ask(_ command: LiveAction, _ feed: inout CoachFeed, at now: Instant) -> [CoachFeed.Timed] {
    feed.ask(at: now.millisecondsSince1970) { coach, active in
      switch command {
      case .lap: coach.isStepOpen ? coach.stepDone(at: active) : []
      case .skip: coach.skip(at: active)
      case .addMinute: none { coach.addMinute(at: active) }
      case .easier: none { coach.adjustTarget(by: -0.03, at: active) }
      case .harder: none { coach.adjustTarget(by: 0.03, at: active) }
      case .pause, .resume: []
      }
    }
  }

  private static func none(_ body: () -> Void) -> [Cue] {
    body()
    return []
  }

  /// Keeps a command with the recording, so that the coach is where it was after the program was killed.
  private func keep(_ command: LiveAction, at now: Instant) {
    let date = Date(now)
    let marker = HKWorkoutEvent(
      type: .marker, dateInterval: DateInterval(start: date, end: date),
      metadata: [MetadataKey.command: command.rawValue])
    builder.addWorkoutEvents([marker]) { _, _ in }
  }
}
