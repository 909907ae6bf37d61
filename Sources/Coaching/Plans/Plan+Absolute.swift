// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

public import Workouts

extension Plan {
  /// The plan with the athlete's limits in the place of zones, for formats that have none. What isn't known stays.
  ///
  /// - Parameter keepingSingle: whether targets of one zone of the athlete's own stay as they are.
  public func withLimits(of athlete: PlanAthlete, keepingSingle: Bool = false) -> Plan {
    var plan = self
    plan.blocks = Self.replacing(blocks) { step in
      var step = step
      if case .zones(let numbers, let scheme)? = step.target?.limits,
        !keepingSingle || numbers.count > 1 || scheme != nil
      {
        if let found = Self.resolved(step, athlete), found.lower != nil || found.upper != nil {
          step.target?.limits = .range(found.lower, found.upper)
        }
      }
      if let gate = step.gate, case .zone = gate.below, let found = Self.resolved(step, athlete)?.gate {
        step.gate?.below = .value(found.below)
      }
      return step
    }
    return plan
  }

  private static func resolved(_ step: PlanStep, _ athlete: PlanAthlete) -> ResolvedPlan.Step? {
    try? ResolvedPlan(Plan(name: "", blocks: [.step(step)]), for: athlete).steps.first
  }

  private static func replacing(_ blocks: [Block], _ change: (PlanStep) -> PlanStep) -> [Block] {
    blocks.map { block in
      switch block {
      case .step(let step): .step(change(step))
      case .repeated(let times, let inner): .repeated(times, replacing(inner, change))
      }
    }
  }
}
