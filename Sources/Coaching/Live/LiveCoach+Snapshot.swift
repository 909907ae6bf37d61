// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

public import Workouts

extension LiveCoach {
  /// Where the athlete is in the plan, for a screen.
  public struct Snapshot: Hashable, Sendable {
    /// The place of the step that is on, among the resolved steps.
    public var index: Int
    /// The step with its target as it is now.
    public var step: ResolvedPlan.Step
    /// The step that comes next, if there is one.
    public var next: ResolvedPlan.Step?
    /// Active time since the step began.
    public var elapsed: Milliseconds
    /// The time that is left, where that can be told: of steps by distance and energy at the present rate; of a rest whose
    /// gate has opened until the next step.
    public var remaining: Milliseconds?
    /// Metres that are left, of a step by distance.
    public var metersLeft: Double?
    /// Kilocalories that are left, of a step by energy.
    public var kilocaloriesLeft: Double?
    /// What is judged now: heart rate, or the mean of the last seconds of power; `nil` where it is unknown.
    public var value: Double?
    /// Where the signal lies in respect of the target.
    public var side: Side
    /// Whether the signal is lost.
    public var isSignalLost: Bool
    /// Whether a gate has opened and the next step is about to begin.
    public var isGateOpen: Bool
    /// Whether the timer stands still.
    public var isPaused: Bool
    /// Whether the plan is done.
    public var isFinished: Bool
    /// How many work steps are done.
    public var workDone: Int
    /// How many work steps there are.
    public var workCount: Int
  }

  /// Where the athlete is in the plan at a moment of active time; `nil` for a plan without steps.
  public func snapshot(at now: Milliseconds) -> Snapshot? {
    guard plan.steps.indices.contains(index) else { return nil }
    let step = plan.steps[index]
    var metersLeft: Double?, kilocaloriesLeft: Double?
    switch step.goal {
    case .distance(let meters): metersLeft = max(0, meters - (totals.distance - startTotals.distance))
    case .energy(let energy): kilocaloriesLeft = max(0, energy - (totals.energy - startTotals.energy))
    default: break
    }
    let following = index + 1 < plan.steps.count ? plan.steps[index + 1] : nil
    let isPower = currentQuantity == .power
    let value = isPower ? power.value : heartRate.value
    return Snapshot(
      index: index, step: step, next: isFinished ? nil : following, elapsed: max(0, now - stepStart),
      remaining: isFinished ? nil : step.gate == nil ? remaining(at: now) : gate.opensAt.map { max(0, $0 - now) },
      metersLeft: metersLeft, kilocaloriesLeft: kilocaloriesLeft, value: value.isNaN ? nil : value, side: side,
      isSignalLost: isPower ? power.isLost : heartRate.isLost, isGateOpen: gate.opensAt != nil, isPaused: isPaused,
      isFinished: isFinished, workDone: records.count { $0.kind == .work },
      workCount: plan.steps.count { $0.kind == .work })
  }
}
