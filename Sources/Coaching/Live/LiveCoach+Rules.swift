// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Workouts

extension LiveCoach {
  /// How long after a cue that says where the athlete is nothing else is asked for.
  static let structuralGap: Milliseconds = 10_000
  /// How long after a gate has opened the next step begins.
  static let gateLead: Milliseconds = 10_000
  /// How long heart rate has to be below a gate.
  static let gateConfirm: Milliseconds = 5_000

  /// How long after a loss of the signal was spoken of the next one is only shown.
  static let lossGap: Milliseconds = 300_000

  /// Whether something more than seen was said at this very moment: one at a time is enough.
  private func isTaken(at now: Milliseconds) -> Bool { lastAudible == now }

  /// Forgets where the signal was when the sensor falls silent; tells when it speaks again.
  mutating func watchSignal(at now: Milliseconds, _ cues: inout [Cue]) {
    guard let quantity = currentQuantity else { return }
    let isPower = quantity == .power
    if isPower ? power.isMissing : heartRate.isMissing {
      clearExcursion()
    } else if isPower ? power.isToldLost : heartRate.isToldLost {
      if isPower { power.isToldLost = false } else { heartRate.isToldLost = false }
      armedFrom = max(armedFrom, now + pace(quantity).rearm)
      say(.signalBack, at: now, &cues)
    }
  }

  /// Tells that the signal is lost, once, when nothing else is said that is more than seen.
  mutating func tellLoss(at now: Milliseconds, _ cues: inout [Cue]) {
    guard let quantity = currentQuantity else { return }
    let signal = quantity == .power ? power : heartRate
    guard signal.isLost, !signal.isToldLost, !isTaken(at: now), now - lastCorrective >= pace(quantity).gap else {
      return
    }
    lastCorrective = now
    // A sensor that comes and goes is told of once in five minutes; in between it is only to be seen.
    let isRepeated = now - lastLoss < Self.lossGap
    if !isRepeated { lastLoss = now }
    say(.signalLost, at: now, isQuiet: isRepeated, &cues)
    if quantity == .power { power.isToldLost = true } else { heartRate.isToldLost = true }
  }

  /// Opens a gate when heart rate has settled, when the longest rest is over, or by time while the signal is lost.
  mutating func watchGate(at now: Milliseconds, _ cues: inout [Cue]) {
    guard let bounds = plan.steps[index].gate, gate.opensAt == nil else { return }
    if heartRate.value < bounds.below {
      gate.belowSince = gate.belowSince ?? now
    } else {
      gate.belowSince = nil
    }
    let rested = now - stepStart
    let code: Cue.Code
    if rested >= gate.minimum, let since = gate.belowSince, now - since >= Self.gateConfirm {
      code = .gateOpen
    } else if heartRate.isLost, rested >= min(max(bounds.withoutSignal, gate.minimum), gate.maximum) {
      code = .gateFallback
    } else if rested >= gate.maximum {
      code = .gateTimeout
    } else {
      return
    }
    gate.opensAt = now + Self.gateLead
    say(code, at: now, seconds: Int(Self.gateLead / 1000), &cues)
  }

  /// Announces a work step that is about to begin.
  mutating func announce(at now: Milliseconds, _ cues: inout [Cue]) {
    guard !isAnnounced, let place = nextPlace, plan.steps[place].kind == .work, let left = remaining(at: now) else {
      return
    }
    // A step by distance is as long as it has been and will be at this rate.
    let length = plan.steps[index].plannedTime ?? (now - stepStart + left)
    let wanted = pace(currentQuantity ?? .heartRate).leadIn
    let lead = length < 10_000 ? 0 : length < 20_000 ? min(wanted, 5_000) : wanted
    guard left <= lead, left > 0 else { return }
    isAnnounced = true
    // What is announced is the step to come.
    let coming = plan.steps[place]
    say(.leadIn, at: now, seconds: Int((left + 500) / 1000), &cues)
    cues[cues.count - 1].zones = coming.zones
    cues[cues.count - 1].quantity = coming.quantity
  }

  /// The step that comes if nothing ends a repeat now.
  private var nextPlace: Int? {
    if let loop = plan.steps[index].loop { return loop.first }
    return index + 1 < plan.steps.count ? index + 1 : nil
  }

  /// Looks whether the signal is on target, and asks for a change where it has not been for long enough.
  mutating func watchTarget(at now: Milliseconds, _ cues: inout [Cue]) {
    let step = plan.steps[index]
    guard let quantity = step.quantity, step.isJudged else { return }
    let value = judgedValue
    guard !value.isNaN else {
      clearExcursion()
      return
    }
    guard now >= armedFrom else { return }
    let pace = pace(quantity)
    let side = side(of: value, step, pace.hysteresis)
    if side != self.side {
      let isBack = side == .on && wasCorrected
      self.side = side
      sideSince = now
      wasCorrected = false
      if isBack, !isTaken(at: now) { say(.backIn, at: now, &cues) }
    }
    guard side != .on, now - sideSince >= pace.dwell else { return }
    let said = side == .high ? eased : built
    guard said.count <= pace.repeats.count,
      said.count == 0 || now - said.last >= pace.repeats[said.count - 1],
      now - lastCorrective >= pace.gap, now - lastStructural >= Self.structuralGap, !isTaken(at: now),
      remaining(at: now).map({ $0 > pace.quietEnd }) ?? true
    else { return }
    let now = Corrections(count: said.count + 1, last: now)
    if side == .high { eased = now } else { built = now }
    lastCorrective = now.last
    wasCorrected = true
    let distance = side == .high ? value - (step.upper ?? value) : (step.lower ?? value) - value
    say(side == .high ? .ease : .build, at: now.last, level: now.count, distance: distance, &cues)
  }

  /// Outside by more than the hysteresis is outside; back inside is inside; between the two nothing changes.
  private func side(of value: Double, _ step: ResolvedPlan.Step, _ hysteresis: Double) -> Side {
    if let upper = step.upper {
      if value >= upper + hysteresis { return .high }
      if side == .high, value >= upper { return .high }
    }
    if let lower = step.lower {
      if value < lower - hysteresis { return .low }
      if side == .low, value < lower { return .low }
    }
    return .on
  }
}

extension ResolvedPlan.Step {
  /// Work shorter than this is too short for heart rate to tell how it went.
  static let shortestByHeartRate: Milliseconds = 120_000

  /// Whether its target is coached and scored.
  var isJudged: Bool {
    guard isCoached, lower != nil || upper != nil else { return false }
    return !(quantity == .heartRate && kind == .work && (plannedTime ?? .max) < Self.shortestByHeartRate)
  }
}
