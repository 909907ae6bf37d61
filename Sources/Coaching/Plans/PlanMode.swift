// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

public import Workouts

/// Plans that come with the program. Each is a plan like any other: it can be shown, kept under a name and changed.
public enum PlanMode: String, Hashable, Sendable, CaseIterable {
  /// Below zone 3 for 45 minutes.
  case easyRun = "easy-run"
  /// 20 minutes in zone 3.
  case tempo
  /// Four times six minutes in zone 4.
  case intervals
  /// Sets of which the next begins when you have recovered.
  case strengthCircuit = "strength-circuit"
  /// Three times ten minutes at 90 to 95 % of FTP.
  case powerBlocks = "power-blocks"
  /// Half an hour, mostly easy.
  case gentleWalk = "gentle-walk"

  /// What a person calls it.
  public var title: String {
    switch self {
    case .easyRun: "Easy run"
    case .tempo: "Tempo"
    case .intervals: "Intervals"
    case .strengthCircuit: "Strength circuit"
    case .powerBlocks: "Power blocks"
    case .gentleWalk: "Gentle walk"
    }
  }

  /// Whether cues name times, beats and watts unless the athlete asks otherwise.
  public var saysNumbers: Bool { self != .gentleWalk }

  /// How much is said unless the athlete asks otherwise.
  public var verbosity: CoachSettings.Verbosity { self == .gentleWalk ? .haptics : .all }

  /// The plan.
  public var plan: Plan {
    switch self {
    case .easyRun: Self.easy(.running, name: title, time: minutes(45), belowZone: 3)
    case .tempo: Self.tempo()
    case .intervals: Self.intervals()
    case .strengthCircuit: Self.strengthCircuit()
    case .powerBlocks: Self.powerBlocks()
    case .gentleWalk: Self.easy(.walking, name: title, time: minutes(30), belowZone: 3)
    }
  }

  /// One step that stays below a zone of heart rate.
  public static func easy(_ sport: Sport, name: String, time: Milliseconds, belowZone zone: Int) -> Plan {
    Plan(
      name: name, sport: sport, intent: .easy,
      blocks: [.step(PlanStep(.steady, goal: .time(time), target: heart(1...max(1, zone - 1))))])
  }

  /// Warm-up, a stretch in zone 3, cool-down.
  public static func tempo(_ time: Milliseconds = minutes(20)) -> Plan {
    Plan(
      name: PlanMode.tempo.title, sport: .running, intent: .moderate,
      blocks: [warmup, .step(PlanStep(.work, goal: .time(time), target: heart(3...3))), cooldown])
  }

  /// Warm-up, repeats in a zone with rests that end when heart rate has settled below zone 3, cool-down.
  public static func intervals(
    _ count: Int = 4, work: Milliseconds = minutes(6), zone: Int = 4
  ) -> Plan {
    Plan(
      name: PlanMode.intervals.title, sport: .running, intent: .hard,
      blocks: [
        warmup,
        .repeated(
          .count(count),
          [
            .step(PlanStep(.work, goal: .time(work), target: heart(zone...zone))),
            .step(
              PlanStep(
                .recovery, goal: .open, gate: RecoveryGate(below: .zone(3), minimum: 60_000, maximum: minutes(4)))),
          ]), cooldown,
      ])
  }

  /// Sets that end when you say so; the next begins when heart rate has settled below zone 2.
  public static func strengthCircuit(_ sets: Int = 6) -> Plan {
    Plan(
      name: PlanMode.strengthCircuit.title, sport: .training, intent: .moderate,
      blocks: [
        .step(PlanStep(.warmup, goal: .time(minutes(5)))),
        .repeated(
          .count(sets),
          [
            .step(PlanStep(.work, name: "Set", goal: .open)),
            .step(PlanStep(.recovery, goal: .open, gate: RecoveryGate(below: .zone(2)))),
          ]), .step(PlanStep(.cooldown, goal: .time(minutes(5)))),
      ])
  }

  /// Warm-up, blocks at 90 to 95 % of FTP with easy pedalling between, cool-down.
  public static func powerBlocks(_ count: Int = 3, work: Milliseconds = minutes(10)) -> Plan {
    func power(_ low: Double?, _ high: Double?) -> PlanTarget {
      PlanTarget(.power, .percent(low, high, of: .functionalThresholdPower))
    }
    return Plan(
      name: PlanMode.powerBlocks.title, sport: .cycling, intent: .hard,
      blocks: [
        .step(PlanStep(.warmup, goal: .time(minutes(10)), target: power(45, 70))),
        .repeated(
          .count(count),
          [
            .step(PlanStep(.work, goal: .time(work), target: power(90, 95))),
            .step(PlanStep(.recovery, goal: .time(minutes(5)), target: power(nil, 55))),
          ]), .step(PlanStep(.cooldown, goal: .time(minutes(10)), target: power(nil, 60))),
      ])
  }

  /// Minutes as a length of time.
  public static func minutes(_ count: Int64) -> Milliseconds { count * 60_000 }

  private func minutes(_ count: Int64) -> Milliseconds { Self.minutes(count) }

  private static func heart(_ zones: ClosedRange<Int>) -> PlanTarget {
    PlanTarget(.heartRate, .zones(zones, scheme: nil))
  }

  private static var warmup: Plan.Block { .step(PlanStep(.warmup, goal: .time(minutes(10)), target: heart(1...2))) }
  private static var cooldown: Plan.Block { .step(PlanStep(.cooldown, goal: .time(minutes(10)))) }
}
