// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

public import Coaching
public import Workouts
import Zones

/// A plan as lines for a person.
public enum PlanText {
  /// One line for the whole: "12 steps, 48:00".
  public static func overview(_ plan: Plan) -> String {
    let count = plan.stepCount
    var parts = ["\(count) \(count == 1 ? "step" : "steps")"]
    if plan.plannedTime > 0 { parts.append(clock(plan.plannedTime)) }
    if plan.plannedDistance > 0 { parts.append(distance(plan.plannedDistance)) }
    return parts.joined(separator: ", ")
  }

  /// A line for each step, repeats indented; with the limits for an athlete where the plan is resolved.
  public static func lines(_ plan: Plan, resolved: ResolvedPlan? = nil) -> [String] {
    lines(plan.blocks, place: [], indent: "  ", resolved)
  }

  private static func lines(
    _ blocks: [Plan.Block], place: [Int], indent: String, _ resolved: ResolvedPlan?
  ) -> [String] {
    blocks.enumerated().flatMap { index, block -> [String] in
      let here = place + [index]
      switch block {
      case .step(let step):
        return [indent + line(step, resolved?.steps.first { $0.place == here })]
      case .repeated(let times, let inner):
        let head =
          switch times {
          case .count(let count): "\(count) ×"
          case .until(.until(let quantity, let side, let limit)):
            "again \(words(.until(quantity, side, limit)))"
          case .until(let goal): "again until \(words(goal)) are done"
          }
        return [indent + head] + lines(inner, place: here, indent: indent + "  ", resolved)
      }
    }
  }

  private static func line(_ step: PlanStep, _ resolved: ResolvedPlan.Step?) -> String {
    var text = step.kind.rawValue + String(repeating: " ", count: 10 - step.kind.rawValue.count)
    if let gate = step.gate {
      text += "until heart rate is below \(words(gate.below))"
      if let resolved = resolved?.gate { text += bracket(gate.below, "\(Int(resolved.below.rounded()))") }
      text += ", \(clock(gate.minimum)) to \(clock(gate.maximum))"
    } else {
      text += words(step.goal)
    }
    if let target = step.target {
      text += "  \(words(target))"
      if let resolved, resolved.lower != nil || resolved.upper != nil, target.isRelative {
        text += " (\(limits(resolved.lower, resolved.upper, target.quantity)))"
      }
    }
    if let cadence = step.cadence {
      text += "  \(range(cadence.lowerBound, cadence.upperBound)) rpm"
    }
    if let name = step.name { text += "  “\(name)”" }
    return text
  }

  private static func bracket(_ limit: PlanLimit, _ value: String) -> String {
    if case .value = limit { "" } else { " (\(value))" }
  }

  private static func words(_ goal: PlanGoal) -> String {
    switch goal {
    case .time(let time): clock(time)
    case .distance(let meters): distance(meters)
    case .energy(let energy): "\(number(energy)) kcal"
    case .open: "until you say so"
    case .until(let quantity, let side, let limit):
      "until \(quantity == .power ? "power" : "heart rate") is \(side.rawValue) \(words(limit))"
    }
  }

  private static func words(_ limit: PlanLimit) -> String {
    switch limit {
    case .value(let value): number(value)
    case .zone(let zone): "zone \(zone)"
    case .percent(let percent, let basis): "\(number(percent)) % of \(words(basis))"
    }
  }

  private static func words(_ basis: PlanBasis) -> String {
    switch basis {
    case .functionalThresholdPower: "FTP"
    case .maximumHeartRate: "maximum heart rate"
    case .thresholdHeartRate: "threshold heart rate"
    case .criticalSpeed: "critical speed"
    }
  }

  private static func words(_ target: PlanTarget) -> String {
    let slope =
      switch target.slope {
      case .level: ""
      case .rising: ", rising"
      case .falling: ", falling"
      }
    let what = target.quantity == .heartRate ? "heart rate" : target.quantity.rawValue
    switch target.limits {
    case .zones(let numbers, let scheme):
      let zones =
        numbers.count == 1 ? "zone \(numbers.lowerBound)" : "zones \(numbers.lowerBound)–\(numbers.upperBound)"
      return "\(what) \(zones)\(scheme.map { " of \($0)" } ?? "")\(slope)"
    case .range(let low, let high): return "\(what) \(limits(low, high, target.quantity))\(slope)"
    case .percent(let low, let high, let basis): return "\(sides(low, high)) % of \(words(basis))\(slope)"
    }
  }

  private static func limits(_ low: Double?, _ high: Double?, _ quantity: Quantity) -> String {
    let unit =
      switch quantity {
      case .heartRate: "bpm"
      case .power: "W"
      default: "m/s"
      }
    return "\(sides(low, high)) \(unit)"
  }

  private static func sides(_ low: Double?, _ high: Double?) -> String {
    switch (low, high) {
    case (nil, let high?): "below \(number(high))"
    case (let low?, nil): "from \(number(low))"
    case (let low?, let high?): range(low, high)
    case (nil, nil): "any"
    }
  }

  private static func range(_ low: Double, _ high: Double) -> String {
    low == high ? number(low) : "\(number(low))–\(number(high))"
  }

  private static func number(_ value: Double) -> String {
    guard abs(value) < 1e9 else { return "\(value)" }
    let tenths = (value * 10).rounded() / 10
    return tenths == tenths.rounded() ? String(Int(tenths)) : "\(tenths)"
  }

  private static func distance(_ meters: Double) -> String {
    meters >= 1000 ? "\(number(meters / 1000)) km" : "\(number(meters)) m"
  }

  /// A length of time as "1:02:03" or "5:00".
  public static func clock(_ time: Milliseconds) -> String {
    let seconds = (time + 500) / 1000
    func two(_ number: Milliseconds) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return seconds >= 3600
      ? "\(seconds / 3600):\(two(seconds / 60 % 60)):\(two(seconds % 60))" : "\(seconds / 60):\(two(seconds % 60))"
  }
}

extension PlanTarget {
  /// Whether the numbers depend on the athlete.
  fileprivate var isRelative: Bool {
    switch limits {
    case .zones, .percent: true
    case .range(let low, let high): low == high
    }
  }
}

/// A plan in a list.
public struct PlanCard: Codable, Sendable, Equatable {
  /// The name.
  public var name: String
  /// The sport.
  public var sport: String
  /// How many steps, repeats written out.
  public var steps: Int
  /// The seconds of the timed steps.
  public var seconds: Double
  /// The metres of the steps by distance.
  public var meters: Double

  /// A plan's card.
  public init(_ plan: Plan) {
    name = plan.name
    sport = plan.sport.rawValue
    steps = plan.stepCount
    seconds = Double(plan.plannedTime) / 1000
    meters = plan.plannedDistance
  }
}
