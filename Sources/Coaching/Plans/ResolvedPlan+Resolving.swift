// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

public import Workouts
public import Zones

/// What is known of an athlete, as far as a plan can ask for it.
public struct PlanAthlete: Sendable {
  /// The zones that hold, by quantity.
  public var zones: [Quantity: ZoneSet]
  /// The numbers that percentages and named schemes hang on.
  public var anchors: Anchors

  /// An athlete.
  public init(zones: [Quantity: ZoneSet] = [:], anchors: Anchors = Anchors()) {
    self.zones = zones
    self.anchors = anchors
  }

  /// Functional threshold power in watts, if known.
  public var ftp: Double? { anchors[.functionalThresholdPower]?.value }
}

extension ResolvedPlan {
  /// Works out a plan for an athlete.
  ///
  /// A target that is one value becomes a range about it: 3 beats to either side for heart rate, 5 % of the value for
  /// power and speed. Zone numbers are those that people use.
  ///
  /// - Throws: `PlanError` with the step where a number is missing or nobody could follow it.
  public init(_ plan: Plan, for athlete: PlanAthlete) throws(PlanError) {
    let plan = try plan.validated()
    self.init(plan: plan, steps: [], quantity: nil)
    let resolver = PlanResolver(athlete: athlete)
    try resolver.append(plan.blocks, at: [], to: &steps)
    quantity =
      steps.first(where: \.isCoached)?.quantity
      ?? (steps.contains { $0.gate != nil } ? .heartRate : nil)
  }
}

/// Turns what a plan says into numbers.
private struct PlanResolver {
  let athlete: PlanAthlete

  func append(_ blocks: [Plan.Block], at place: [Int], to steps: inout [ResolvedPlan.Step]) throws(PlanError) {
    for (index, block) in blocks.enumerated() {
      let here = place + [index]
      switch block {
      case .step(let step): steps.append(try resolved(step, at: here))
      case .repeated(.count(let count), let inner):
        let first = steps.count
        try append(inner, at: here, to: &steps)
        let last = steps.count
        let shift = last - first
        for pass in 1..<max(count, 1) {
          for var step in steps[first..<last] {
            if step.loop != nil { step.loop?.first += pass * shift }
            steps.append(step)
          }
        }
      case .repeated(.until(let goal), let inner):
        let first = steps.count
        try append(inner, at: here, to: &steps)
        // An inner repeat that ends with the same step keeps its way back; the outer one is done once then.
        guard steps[steps.count - 1].loop == nil else {
          throw PlanError(.badValue, "two repeats until something end with the same step", step: Self.text(here))
        }
        steps[steps.count - 1].loop = .init(first: first, until: try resolved(goal, at: here))
      }
    }
  }

  private static func text(_ place: [Int]) -> String { place.map { String($0 + 1) }.joined(separator: ".") }

  private func resolved(_ step: PlanStep, at place: [Int]) throws(PlanError) -> ResolvedPlan.Step {
    var result = ResolvedPlan.Step(kind: step.kind, place: place, goal: try resolved(step.goal, at: place))
    if let target = step.target {
      let (lower, upper) = try limits(of: target, at: place)
      result.quantity = target.quantity
      result.lower = lower
      result.upper = upper
      if case .zones(let numbers, _) = target.limits {
        result.zones = numbers
      } else {
        result.zones = zones(from: lower, to: upper, target.quantity)
      }
    }
    if let gate = step.gate {
      result.gate = .init(
        below: try value(of: gate.below, .heartRate, at: place), minimum: gate.minimum, maximum: gate.maximum,
        withoutSignal: gate.withoutSignal)
    }
    return result
  }

  private func resolved(_ goal: PlanGoal, at place: [Int]) throws(PlanError) -> ResolvedPlan.Goal {
    switch goal {
    case .time(let time): .time(time)
    case .distance(let meters): .distance(meters)
    case .energy(let energy): .energy(energy)
    case .open: .open
    case .until(let quantity, .above, let limit): .above(quantity, try value(of: limit, quantity, at: place))
    case .until(let quantity, .below, let limit): .below(quantity, try value(of: limit, quantity, at: place))
    }
  }

  private func limits(of target: PlanTarget, at place: [Int]) throws(PlanError) -> (Double?, Double?) {
    switch target.limits {
    case .zones(let numbers, let scheme):
      let zones = try self.zones(of: target.quantity, scheme: scheme, at: place)
      guard let low = zones.index(ofNumber: numbers.lowerBound), let high = zones.index(ofNumber: numbers.upperBound)
      else { throw noZone(numbers.upperBound, in: zones, at: place) }
      let lower = zones.boundaries.lowerBound(of: low), upper = zones.boundaries.upperBound(of: high)
      guard lower != nil || upper != nil else {
        throw PlanError(.badValue, "all zones together are no target", step: Self.text(place))
      }
      return (lower, upper)
    case .range(let low, let high): return widened(low, high, target.quantity)
    case .percent(let low, let high, let basis):
      let one = try number(of: basis, at: place) / 100
      return widened(low.map { $0 * one }, high.map { $0 * one }, target.quantity)
    }
  }

  /// The numbers of the athlete's zones that a range is, if its ends are theirs.
  private func zones(from lower: Double?, to upper: Double?, _ quantity: Quantity) -> ClosedRange<Int>? {
    guard let zones = athlete.zones[quantity] else { return nil }
    let last = zones.boundaries.zoneCount - 1
    guard let low = (0...last).first(where: { zones.boundaries.lowerBound(of: $0) == lower }),
      let high = (low...last).first(where: { zones.boundaries.upperBound(of: $0) == upper })
    else { return nil }
    return zones.number(of: low)...zones.number(of: high)
  }

  /// A range of its own width; one value gets room to either side.
  private func widened(_ low: Double?, _ high: Double?, _ quantity: Quantity) -> (Double?, Double?) {
    guard let low, let high, low == high else { return (low, high) }
    // Watts of a target of 0 are coasting, and so is a little more.
    let room = quantity == .heartRate ? 3 : max(low * 0.05, quantity == .power ? 5 : 0)
    return (max(0, low - room), high + room)
  }

  private func value(of limit: PlanLimit, _ quantity: Quantity, at place: [Int]) throws(PlanError) -> Double {
    switch limit {
    case .value(let value): return value
    case .percent(let percent, let basis): return try number(of: basis, at: place) * percent / 100
    case .zone(let number):
      let zones = try zones(of: quantity, scheme: nil, at: place)
      guard let index = zones.index(ofNumber: number) else { throw noZone(number, in: zones, at: place) }
      guard let lower = zones.boundaries.lowerBound(of: index) else {
        throw PlanError(.badValue, "nothing lies below zone \(number), the lowest", step: Self.text(place))
      }
      return lower
    }
  }

  private func zones(of quantity: Quantity, scheme: String?, at place: [Int]) throws(PlanError) -> ZoneSet {
    if let scheme {
      do {
        let zones = try ZoneScheme.named(scheme).zones(for: athlete.anchors)
        guard zones.quantity == quantity else {
          throw PlanError(.badValue, "\(scheme) sorts no \(quantity.word)", step: Self.text(place))
        }
        return zones
      } catch let error as PlanError {
        throw error
      } catch {
        throw PlanError(.missingNumber, "\(error)", step: Self.text(place))
      }
    }
    guard let zones = athlete.zones[quantity] else {
      throw PlanError(
        .missingNumber,
        "the plan names zones of \(quantity.word), and yours aren't known: state them, or what they hang on",
        step: Self.text(place))
    }
    return zones
  }

  private func noZone(_ number: Int, in zones: ZoneSet, at place: [Int]) -> PlanError {
    let last = zones.number(of: zones.boundaries.zoneCount - 1)
    return PlanError(
      .badValue, "there is no zone \(number) of \(zones.quantity.word): zones go from \(zones.firstNumber) to \(last)",
      step: Self.text(place))
  }

  private func number(of basis: PlanBasis, at place: [Int]) throws(PlanError) -> Double {
    let kind: AnchorKind =
      switch basis {
      case .functionalThresholdPower: .functionalThresholdPower
      case .maximumHeartRate: .maximumHeartRate
      case .thresholdHeartRate: .thresholdHeartRate
      case .criticalSpeed: .criticalSpeed
      }
    let anchor =
      switch basis {
      case .maximumHeartRate: athlete.anchors.maximumHeartRate
      case .thresholdHeartRate: athlete.anchors.thresholdHeartRate
      default: athlete.anchors[kind]
      }
    guard let anchor else {
      throw PlanError(
        .missingNumber, "percentages here are of \(kind.name), which isn't known: state it with \(kind.option)",
        step: Self.text(place))
    }
    return anchor.value
  }
}

extension Quantity {
  /// What a person calls it.
  var word: String {
    switch self {
    case .heartRate: "heart rate"
    case .power: "power"
    case .speed: "speed"
    default: rawValue
    }
  }
}
