// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

extension LiveCoach {
  /// The place of the step that is on among the plan's steps, from 0.
  public var stepIndex: Int { index }

  /// Whether the step that is on ends only when the athlete says so.
  public var isStepOpen: Bool {
    !isFinished && plan.steps[index].gate == nil && plan.steps[index].goal == .open
  }
}
