// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

public import Workouts

/// What a screen shows of a coach.
extension LiveCoach {
  /// The place of the step that is on among the plan's steps, from 0.
  public var stepIndex: Int { index }

  /// Whether the step that is on ends only when the athlete says so.
  public var isStepOpen: Bool {
    guard !isFinished, plan.steps[index].gate == nil else { return false }
    return plan.steps[index].goal == .open
  }

  /// The time to the end of the step, as far as it can be told.
  ///
  /// - Parameter now: active time.
  public func timeLeft(at now: Milliseconds) -> Milliseconds? {
    guard !isFinished else { return nil }
    if let opensAt = gate.opensAt { return max(0, opensAt - now) }
    return remaining(at: now).map { max(0, $0) }
  }

  /// Where the signal lies in respect of the target, with the coach's patience.
  public var signalSide: Side { side }
}
