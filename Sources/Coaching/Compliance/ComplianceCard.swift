// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

public import Workouts

/// How a workout went beside its plan: for each step and in all, with the evidence beside each verdict.
public struct ComplianceCard: Hashable, Sendable {
  /// The steps in the order in which they were done, those that were not reached last.
  public var steps: [Step]
  /// Score over the work steps, each by its planned length and by how much of it was done; over the steady ones where
  /// the plan has no work. `nil` where nothing could be scored.
  public var score: Double?
  /// The planned time that was done, from 0 to 1, over all steps by time; `nil` where the plan has none.
  public var completed: Double?
  /// How hard the session was meant to be, if the plan says or shows it.
  public var intent: SessionClass?

  /// One step beside its plan.
  public struct Step: Hashable, Sendable {
    /// The step as it was planned.
    public var planned: ResolvedPlan.Step
    /// What became of it, or `nil` where it was not reached.
    public var record: StepRecord?
  }

  /// The band of the whole.
  public var band: StepResult.Band { StepResult.Band(score: score) }

  /// A card from a plan and what the coach recorded.
  public init(_ plan: ResolvedPlan, _ records: [StepRecord]) {
    let reached = Set(records.map(\.step))
    steps =
      records.compactMap { record in
        plan.steps.indices.contains(record.step) ? Step(planned: plan.steps[record.step], record: record) : nil
      }
      + plan.steps.indices.filter { !reached.contains($0) }.map { Step(planned: plan.steps[$0], record: nil) }
    let hasWork = plan.steps.contains { $0.kind == .work }
    var weight = 0.0, sum = 0.0
    for record in records where record.kind == (hasWork ? .work : .steady) && !record.isSkipped {
      guard let score = record.score else { continue }
      // A step by time weighs what was planned, any other what was done.
      let length = Double(record.plannedTime ?? record.duration)
      weight += length
      sum += length * min(1, record.doneShare) * score
    }
    score = weight > 0 ? sum / weight : nil
    var planned = 0.0, done = 0.0
    for step in steps {
      guard let time = step.planned.plannedTime else { continue }
      planned += Double(time)
      done += min(Double(time), Double(step.record?.duration ?? 0))
    }
    completed = planned > 0 ? min(1, done / planned) : nil
    intent = SessionClass(intentOf: plan)
  }

  /// How many work steps were in each band.
  public func count(_ band: StepResult.Band) -> Int {
    steps.count { $0.planned.kind == .work && $0.record?.result.band == band }
  }
}

extension SessionClass {
  /// The class that a plan means: what its author says; else hard with 6 minutes or more of work at the hard end, moderate
  /// with 15 minutes or more of other work, easy where it has targets and none of these; `nil` where nothing tells.
  ///
  /// Hard is a target from zone 4 of five or more zones on, or from 90 % of a threshold on.
  public init?(intentOf plan: ResolvedPlan) {
    if let stated = plan.plan.intent {
      switch stated {
      case .easy: self = .easy
      case .moderate: self = .moderate
      case .hard: self = .hard
      }
      return
    }
    var hard: Milliseconds = 0, moderate: Milliseconds = 0, hasTargets = false
    for step in plan.steps {
      guard step.isCoached else { continue }
      hasTargets = true
      guard let time = step.plannedTime else { continue }
      switch Self.hardness(step, plan.plan) {
      case .hard: hard += time
      case .moderate: moderate += time
      case .easy: break
      }
    }
    guard hasTargets else { return nil }
    if hard >= 360_000 {
      self = .hard
    } else if hard + moderate >= 900_000 {
      self = .moderate
    } else {
      self = .easy
    }
  }

  private static func hardness(_ step: ResolvedPlan.Step, _ plan: Plan) -> SessionClass {
    if let zones = step.zones {
      let low = zones.lowerBound
      return low >= 4 ? .hard : low == 3 ? .moderate : .easy
    }
    if let target = plan.step(at: step.place)?.target, case .percent(let low, let high, let basis) = target.limits,
      let percent = low ?? high.map({ $0 / 2 })
    {
      // Percent of a maximum lies about a tenth lower than percent of a threshold.
      let ofThreshold = basis == .maximumHeartRate ? percent * 1.1 : percent
      return ofThreshold >= 90 ? .hard : ofThreshold >= 76 ? .moderate : .easy
    }
    return step.kind == .work ? .moderate : .easy
  }
}

extension Plan {
  /// The step at a place, from 0 for the outermost block.
  public func step(at place: [Int]) -> PlanStep? {
    var blocks = blocks
    for (depth, index) in place.enumerated() {
      guard blocks.indices.contains(index) else { return nil }
      switch blocks[index] {
      case .step(let step): return depth == place.count - 1 ? step : nil
      case .repeated(_, let inner): blocks = inner
      }
    }
    return nil
  }
}
