// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Workouts

extension LiveCoach {
  /// How often a repeat until something is done at most.
  static let mostPasses = 1000

  /// Whether the step that is on has reached its goal.
  func isStepOver(at now: Milliseconds) -> Bool {
    let step = plan.steps[index]
    if step.gate != nil { return gate.opensAt.map { now >= $0 } ?? false }
    return isReached(step.goal, at: now, start: stepStart, end: stepEnd, startTotals)
  }

  private func isReached(
    _ goal: ResolvedPlan.Goal, at now: Milliseconds, start: Milliseconds, end: Milliseconds, _ from: Totals
  ) -> Bool {
    switch goal {
    case .time: now >= end
    case .distance(let meters): totals.distance - from.distance >= meters
    case .energy(let energy): totals.energy - from.energy >= energy
    case .open: false
    case .above(let quantity, let value): signal(quantity) >= value
    case .below(let quantity, let value): signal(quantity) < value
    }
  }

  private func signal(_ quantity: Quantity) -> Double { quantity == .power ? power.value : heartRate.value }

  /// Ends the step that is on, and whatever follows and is over as well; says only where the athlete is then.
  mutating func endSteps(at now: Milliseconds, _ cues: inout [Cue]) {
    var result: StepResult?
    repeat {
      // A step by time ends when its time is over, not with the tick that sees it, so that nothing adds up.
      let end = plan.steps[index].gate == nil && stepEnd != .max ? stepEnd : now
      let hadResult = close(at: end, skipped: false)
      result = hadResult ?? result
      guard let place = following(at: now) else {
        finish(at: now, result, &cues)
        return
      }
      enter(place, at: end)
      // A step that a signal ends lasts for a second at least, or a repeat of such steps would never end.
      if case .time = plan.steps[index].goal {} else { break }
    } while isStepOver(at: now)
    say(.start, at: now, result: result, &cues)
  }

  /// Goes on to the next step after the athlete said so.
  mutating func next(at now: Milliseconds, after result: StepResult?, _ cues: inout [Cue]) {
    guard let place = following(at: now) else {
      finish(at: now, result, &cues)
      return
    }
    enter(place, at: now)
    say(.start, at: now, result: result, &cues)
  }

  private mutating func finish(at now: Milliseconds, _ result: StepResult?, _ cues: inout [Cue]) {
    say(.finish, at: now, result: result, &cues)
    isFinished = true
  }

  /// The place of the step that comes now, or `nil` at the end of the plan.
  private mutating func following(at now: Milliseconds) -> Int? {
    if let loop = plan.steps[index].loop, let open = loops.lastIndex(where: { $0.first == loop.first }) {
      loops[open].passes += 1
      let state = loops[open]
      let end: Milliseconds = if case .time(let time) = loop.until { state.start + time } else { .max }
      if !isReached(loop.until, at: now, start: state.start, end: end, state.totals), state.passes < Self.mostPasses {
        return loop.first
      }
      loops.remove(at: open)
    }
    return index + 1 < plan.steps.count ? index + 1 : nil
  }

  /// Begins a step.
  mutating func enter(_ place: Int, at now: Milliseconds) {
    index = place
    let step = plan.steps[place]
    stepStart = now
    stepEnd = step.plannedTime.map { now + $0 } ?? .max
    startTotals = totals
    if hasLoops, !loops.contains(where: { $0.first == place }) {
      for other in plan.steps[place...] where other.loop?.first == place {
        loops.append(OpenLoop(first: place, start: now, totals: totals))
        break
      }
    }
    let quantity = step.isCoached ? step.quantity : plan.quantity
    armedFrom = now + pace(quantity ?? .heartRate).grace(step.kind)
    clearExcursion()
    eased = Corrections()
    built = Corrections()
    isAnnounced = false
    gate = GateState()
    if let bounds = step.gate {
      gate.minimum = bounds.minimum
      gate.maximum = bounds.maximum
    }
    score = StepScore(step)
  }

  /// Closes the record of the step that is on; returns the result if it was work.
  mutating func close(at end: Milliseconds, skipped: Bool) -> StepResult? {
    let step = plan.steps[index]
    let record = score.record(
      step, index: index, start: stepStart, end: max(stepStart, end), isSkipped: skipped, doneShare: doneShare(at: end))
    records.append(record)
    return step.kind == .work ? record.result : nil
  }

  private func doneShare(at now: Milliseconds) -> Double {
    switch plan.steps[index].goal {
    case .time(let time): min(1, max(0, Double(now - stepStart) / Double(time)))
    case .distance(let meters): min(1, (totals.distance - startTotals.distance) / meters)
    case .energy(let energy): min(1, (totals.energy - startTotals.energy) / energy)
    case .open, .above, .below: 1
    }
  }

  /// The time to the end of the step as far as it can be told: of steps by distance and energy, at the present rate.
  func remaining(at now: Milliseconds) -> Milliseconds? {
    func estimate(_ left: Double, _ rate: Double) -> Milliseconds? {
      rate > 0 ? milliseconds(seconds: min(max(left, 0) / rate, 1_000_000)) : nil
    }
    switch plan.steps[index].goal {
    case .time: return stepEnd - now
    case .distance(let meters):
      return estimate(meters - (totals.distance - startTotals.distance), totals.distanceRate)
    case .energy(let energy): return estimate(energy - (totals.energy - startTotals.energy), totals.energyRate)
    case .open, .above, .below: return nil
    }
  }
}
