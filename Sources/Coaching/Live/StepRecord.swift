// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

public import Workouts

/// What became of one step.
public struct StepRecord: Hashable, Sendable {
  /// The step's place among the plan's resolved steps.
  public var step: Int
  /// What the step was for.
  public var kind: PlanStep.Kind
  /// From when, in active time.
  public var start: Milliseconds
  /// Until when, in active time.
  public var end: Milliseconds
  /// Whether the athlete left the rest of it out.
  public var isSkipped: Bool
  /// How much of its goal was done, from 0 to 1.
  public var doneShare: Double
  /// The planned time, if it was a step by time.
  public var plannedTime: Milliseconds?
  /// The length of the part that is judged: the step without its beginning, in which a signal is still on its way.
  public var judged: Milliseconds
  /// The judged part in which the signal was known.
  public var known: Milliseconds
  /// The known part that was on target.
  public var onTarget: Milliseconds
  /// How far above the target on average over the known part, in percent of its upper end.
  public var overshoot: Double
  /// How far below the target on average over the known part, in percent of its lower end.
  public var undershoot: Double
  /// From the step's start until the signal was first on target, if it ever was.
  public var timeToTarget: Milliseconds?
  /// On target for this share of the known part, or `nil` where the step can't be judged.
  public var score: Double?
  /// For a rest: what heart rate did.
  public var rest: Rest?

  /// What heart rate did in a rest.
  public struct Rest: Hashable, Sendable {
    /// The lowest, in beats a minute.
    public var minimum: Double?
    /// From the rest's start until heart rate was below the gate, or the ceiling, for 5 s; the time at which that
    /// began.
    public var timeToSettle: Milliseconds?
    /// How much lower it was after 60 s than at the start, if both are known.
    public var dropIn60: Double?
  }

  /// The time that was done.
  public var duration: Milliseconds { end - start }

  /// The result in the words of a cue.
  public var result: StepResult {
    StepResult(
      band: isSkipped ? .unscored : StepResult.Band(score: score), onTarget: onTarget, known: known,
      isMostlyAbove: overshoot > undershoot)
  }
}

/// The score of a step as it goes on: `coaching-science`'s rule, in ticks of a second.
struct StepScore: Sendable {
  /// From when on, after the step's start, it is judged.
  private var judgedFrom: Milliseconds = .max
  private var known: Milliseconds = 0
  private var onTarget: Milliseconds = 0
  private var over = 0.0
  private var under = 0.0
  private var reached: Milliseconds = -1
  private var last: Double = .nan
  private var wasAbove = false
  private var rest = RestState()

  private struct RestState: Sendable {
    var first: Double = .nan
    var afterMinute: Double = .nan
    var minimum: Double = .infinity
    var belowSince: Milliseconds = -1
    var settled: Milliseconds = -1
  }

  init() {}

  init(_ step: ResolvedPlan.Step) {
    guard step.isJudged else { return }
    let grace: Milliseconds = step.quantity == .power ? 8_000 : 60_000
    judgedFrom = step.plannedTime.map { min(grace, $0 / 2) } ?? grace
  }

  /// Takes a tick.
  mutating func take(
    coached value: Double, heartRate: Double, at now: Milliseconds, _ step: ResolvedPlan.Step, _ start: Milliseconds
  ) {
    let since = now - start
    if step.kind == .recovery { rest(heartRate, since, below: step.gate?.below ?? step.heartRateCeiling) }
    guard judgedFrom != .max, !value.isNaN else { return }
    last = value
    let isAbove = step.upper.map { value >= $0 } ?? false
    let isBelow = step.lower.map { value < $0 } ?? false
    if reached < 0, !isAbove, !isBelow { reached = since }
    guard since >= judgedFrom else { return }
    known += 1000
    if isAbove, let upper = step.upper {
      wasAbove = true
      over += (value - upper) / upper
    } else if isBelow, let lower = step.lower {
      under += (lower - value) / lower
    } else {
      onTarget += 1000
    }
  }

  private mutating func rest(_ heartRate: Double, _ since: Milliseconds, below limit: Double?) {
    if since < 1000 { rest.first = heartRate }
    if since >= 60_000, since < 61_000 { rest.afterMinute = heartRate }
    guard !heartRate.isNaN else {
      rest.belowSince = -1
      return
    }
    rest.minimum = min(rest.minimum, heartRate)
    guard let limit, rest.settled < 0 else { return }
    if heartRate >= limit {
      rest.belowSince = -1
    } else if rest.belowSince < 0 {
      rest.belowSince = since
    } else if since - rest.belowSince >= 5_000 {
      rest.settled = rest.belowSince
    }
  }

  /// The record of the step, which is over.
  func record(
    _ step: ResolvedPlan.Step, index: Int, start: Milliseconds, end: Milliseconds, isSkipped: Bool, doneShare: Double
  ) -> StepRecord {
    let duration = end - start
    // A step by distance turns out only now to have been too short for heart rate to tell.
    let isTooShort =
      step.kind == .work && step.quantity == .heartRate
      && duration < min(ResolvedPlan.Step.shortestByHeartRate, step.plannedTime ?? .max)
    let judged = judgedFrom == .max || isTooShort ? 0 : max(0, duration - judgedFrom)
    let known = min(known, judged), onTarget = min(onTarget, known)
    var record = StepRecord(
      step: index, kind: step.kind, start: start, end: end, isSkipped: isSkipped, doneShare: doneShare,
      plannedTime: step.plannedTime, judged: judged, known: known, onTarget: onTarget, overshoot: 0, undershoot: 0)
    if known > 0 {
      record.overshoot = over * 100_000 / Double(known)
      record.undershoot = under * 100_000 / Double(known)
    }
    record.timeToTarget = reached < 0 ? nil : reached
    if judged > 0, known * 4 >= judged * 3 {
      record.score = Double(onTarget) / Double(known)
      // A rest is right if it was never judged too hard, or ended below its ceiling.
      if step.kind == .recovery, let upper = step.upper, !wasAbove || last < upper { record.score = 1 }
    }
    if step.kind == .recovery {
      record.rest = .init(
        minimum: rest.minimum.isFinite ? rest.minimum : nil,
        timeToSettle: rest.settled < 0 ? nil : rest.settled,
        dropIn60: rest.first.isNaN || rest.afterMinute.isNaN ? nil : rest.first - rest.afterMinute)
    }
    return record
  }
}

extension ResolvedPlan.Step {
  /// The upper end of a target of heart rate.
  fileprivate var heartRateCeiling: Double? { quantity == .heartRate ? upper : nil }
}
