// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

public import Coaching
public import Workouts
public import Zones

/// What a live workout begins with.
public struct LiveSetup: Sendable {
  /// What is done.
  public var sport: Sport
  /// Whether inside, where nobody moves over ground.
  public var isIndoor: Bool
  /// The plan that is followed; without one nothing is asked for, and there are no cues.
  public var plan: Plan?
  /// The zones of each quantity, and the athlete's numbers.
  public var athlete: PlanAthlete
  /// How the coach behaves.
  public var settings: CoachSettings
  /// Whether a change of zone is called out.
  public var announcesZones = false
  /// Whether the sensors leave moments out where little changes.
  public var isSmartRecording: Bool

  /// A workout without a plan.
  public init(sport: Sport, athlete: PlanAthlete, settings: CoachSettings) {
    self.sport = sport
    self.athlete = athlete
    self.settings = settings
    isIndoor = false
    isSmartRecording = false
  }

  /// What the plan asks for, else power where the athlete has zones of it and none of heart rate, else heart rate.
  public var primary: Quantity {
    if let asked = plan.flatMap(Self.quantity(of:)) { return asked }
    return athlete.zones[.heartRate] == nil && athlete.zones[.power] != nil ? .power : .heartRate
  }

  /// What the first target of a plan is of; `nil` for a plan without targets.
  public static func quantity(of plan: Plan) -> Quantity? { quantity(plan.blocks) }

  private static func quantity(_ blocks: [Plan.Block]) -> Quantity? {
    for block in blocks {
      switch block {
      case .step(let step): if let target = step.target { return target.quantity }
      case .repeated(_, let blocks): if let found = quantity(blocks) { return found }
      }
    }
    return nil
  }
}
