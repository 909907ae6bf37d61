// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

public import Coaching
public import Workouts
import Zones

/// A plan as a ribbon of what is asked for: how long each step is and which zones it stands in.
public struct PlanOutline: Sendable, Equatable {
  /// The steps in order, repeats written out.
  public var steps: [Step]
  /// How many zones the height stands for.
  public var zoneCount: Int
  /// The number of the lowest zone, 0 or 1.
  public var firstNumber: Int

  /// A step.
  public struct Step: Sendable, Equatable {
    /// Where it stands in the plan, from 0 for the outermost block.
    public var place: [Int]
    /// What it is for: `warmup`, `work`, `recovery`, `cooldown`, `steady`.
    public var kind: String
    /// How long it is in seconds; guessed where it does not go by time.
    public var seconds: Double
    /// Whether the length is guessed.
    public var isGuessed: Bool
    /// The highest zone of the target, from 0; guessed by the step's kind where it has no target.
    public var zone: Int
    /// The lowest zone of the target, from 0.
    public var lowest: Int
    /// Whether the target is stated.
    public var hasTarget: Bool
  }

  /// The whole length in seconds.
  public var totalSeconds: Double { steps.reduce(0) { $0 + $1.seconds } }
  /// Whether the length of a step is guessed.
  public var isGuessed: Bool { steps.contains(where: \.isGuessed) }

  /// The outline of a plan for an athlete.
  ///
  /// - Parameter zones: the zones of the plan's main quantity; five where none are known.
  public init(_ plan: ResolvedPlan, athlete: PlanAthlete) {
    let main = plan.quantity ?? .heartRate
    let set = athlete.zones[main] ?? athlete.zones[.heartRate]
    zoneCount = set?.boundaries.zoneCount ?? 5
    firstNumber = set?.firstNumber ?? 1
    let count = zoneCount, first = firstNumber
    steps = plan.steps.map { step in
      let (seconds, isGuessed) = Self.length(step, plan.plan.sport)
      var lowest: Int
      var highest: Int
      var hasTarget = true
      if let zones = step.zones, athlete.zones[step.quantity ?? main] != nil || set == nil {
        (lowest, highest) = (zones.lowerBound - first, zones.upperBound - first)
      } else if step.lower != nil || step.upper != nil,
        let its = athlete.zones[step.quantity ?? main] ?? set
      {
        // The upper end no longer belongs to the target.
        let low = step.lower.map(its.boundaries.index(of:))
        let high = step.upper.map { its.boundaries.index(of: $0.nextDown) }
        lowest = low ?? 0
        highest = high ?? max(low ?? 0, count - 1)
      } else {
        hasTarget = false
        let guess = step.kind == .work ? 3 : step.kind == .steady ? 1 : 0
        (lowest, highest) = (0, min(guess, count - 1))
      }
      lowest = min(max(0, lowest), count - 1)
      highest = min(max(lowest, highest), count - 1)
      return Step(
        place: step.place, kind: step.kind.rawValue, seconds: seconds, isGuessed: isGuessed, zone: highest,
        lowest: lowest,
        hasTarget: hasTarget)
    }
  }

  /// A plan drawn with usual zones and numbers, for an athlete whose own aren't known. Only the shape is true.
  public init?(drawing plan: Plan) {
    var athlete = PlanAthlete(anchors: Anchors())
    let values: [(Quantity, [Double])] = [
      (.heartRate, [120, 140, 155, 170]), (.power, [110, 150, 180, 210, 240, 300]), (.speed, [2.2, 2.6, 3, 3.4]),
    ]
    for (quantity, limits) in values {
      guard let boundaries = try? ZoneBoundaries(limits) else { return nil }
      athlete.zones[quantity] = ZoneSet(
        quantity: quantity, boundaries: boundaries, names: limits.map { _ in "" } + [""], firstNumber: 1, scheme: nil,
        anchors: [:], source: .app, provenance: "")
    }
    if let usual = try? Anchors(stated: [
      .maximumHeartRate: 185, .restingHeartRate: 55, .thresholdHeartRate: 168, .functionalThresholdPower: 200,
      .criticalSpeed: 3.2,
    ]) {
      athlete.anchors = usual
    }
    guard let resolved = try? ResolvedPlan(plan, for: athlete) else { return nil }
    self.init(resolved, athlete: athlete)
  }

  private static func length(_ step: ResolvedPlan.Step, _ sport: Sport) -> (seconds: Double, isGuessed: Bool) {
    if let gate = step.gate { return (Double(gate.minimum + gate.maximum) / 2000, true) }
    switch step.goal {
    case .time(let time): return (Double(time) / 1000, false)
    case .distance(let meters):
      // An easy pace of the sport, in metres a second.
      let speed = sport == .cycling ? 7.5 : sport == .swimming ? 0.9 : sport == .running ? 2.9 : 2.5
      return (meters / speed, true)
    case .energy(let energy): return (energy * 6, true)
    case .open: return (300, true)
    case .above, .below: return (120, true)
    }
  }
}
