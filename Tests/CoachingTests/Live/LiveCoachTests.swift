// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Coaching
import Testing
import Workouts
import Zones

/// Mistakes of other coaches, and what this one does.
struct LiveCoachTests {
  private let zones: ZoneSet

  init() throws { zones = try ZoneSet(typed: [120, 138, 151, 164, 177], quantity: .heartRate, unitIsStated: true) }

  private func coach(_ blocks: [Plan.Block], settings: CoachSettings? = nil) throws -> LiveCoach {
    try LiveCoach(
      plan: Plan(name: "test", blocks: blocks), athlete: PlanAthlete(zones: [.heartRate: zones]), settings: settings)
  }

  private func step(
    _ kind: PlanStep.Kind, _ seconds: Milliseconds, _ low: Double? = nil, _ high: Double? = nil
  ) -> Plan.Block {
    let target = low == nil && high == nil ? nil : PlanTarget(.heartRate, .range(low, high))
    return .step(PlanStep(kind, goal: .time(seconds * 1000), target: target))
  }

  /// "320 ease 1" for each cue, with heart rate by second; `nil` for none.
  private func run(
    _ coach: inout LiveCoach, _ seconds: Range<Int>, _ heartRate: (Int) -> Double?
  ) -> [String] {
    seconds.flatMap { second in
      coach.tick(at: Milliseconds(second) * 1000, .init(heartRate: heartRate(second))).map { cue in
        "\(cue.time / 1000) \(cue.code.rawValue)" + (cue.level.map { " \($0)" } ?? "")
      }
    }
  }

  @Test func `a correction comes 20 s after leaving the target, and settings are honoured`() throws {
    var usual = try coach([step(.steady, 900, 138, 151)])
    #expect(run(&usual, 0..<400) { $0 < 200 ? 145 : 160 } == ["0 start", "220 ease 1", "280 ease 2"])
    var settings = CoachSettings()
    settings.heartRate.dwell = 40_000
    settings.heartRate.repeats = []
    var patient = try coach([step(.steady, 900, 138, 151)], settings: settings)
    #expect(run(&patient, 0..<400) { $0 < 200 ? 145 : 160 } == ["0 start", "240 ease 1"])
  }

  @Test func `nothing is asked for in the first 90 s of a rest, and nothing right after a step begins`() throws {
    var coach = try coach([step(.work, 300, 164, 177), step(.recovery, 300, nil, 130)])
    let cues = run(&coach, 0..<601) { $0 < 300 ? 170 : 160 }
    #expect(cues == ["0 start", "300 start", "410 ease 1", "470 ease 2", "600 finish"])
  }

  @Test func `a heart rate that stays high is told of three times, then left in peace`() throws {
    var coach = try coach([step(.steady, 3600, nil, 151)])
    let cues = run(&coach, 0..<3601) { _ in 170 }
    #expect(cues == ["0 start", "80 ease 1", "140 ease 2", "260 ease 3", "3600 finish"])
  }

  @Test func `a missing signal is never below the target`() throws {
    var coach = try coach([step(.steady, 900, 138, 151)])
    let cues = run(&coach, 0..<901) { $0 < 200 || $0 >= 500 ? 145 : nil }
    #expect(cues == ["0 start", "204 signal_lost", "500 signal_back", "900 finish"])
  }

  @Test func `a signal at the edge of its target brings no cue`() throws {
    var coach = try coach([step(.steady, 1800, 138, 151)])
    #expect(run(&coach, 0..<1800) { $0 / 7 % 2 == 0 ? 149 : 153 } == ["0 start"])
    var low = try self.coach([step(.steady, 1800, 138, 151)])
    #expect(run(&low, 0..<1800) { $0 / 7 % 2 == 0 ? 139 : 135 } == ["0 start"])
  }

  @Test func `a sensor that comes and goes is spoken of once in five minutes`() throws {
    var coach = try coach([step(.steady, 3600, 138, 151)])
    var spoken: [Milliseconds] = [], shown = 0
    for second in 0..<1200 {
      let value: Double? = second % 60 < 30 ? 145 : nil
      for cue in coach.tick(at: Milliseconds(second) * 1000, .init(heartRate: value)) where cue.code == .signalLost {
        if cue.isAudible { spoken.append(cue.time / 1000) } else { shown += 1 }
      }
    }
    #expect(spoken == [34, 334, 634, 934] && shown == 16)
  }

  @Test func `an open step ends when the athlete says so`() throws {
    var coach = try coach([.step(PlanStep(.work, goal: .open)), step(.recovery, 60)])
    #expect(run(&coach, 0..<100) { _ in 150 } == ["0 start"])
    let cues = coach.stepDone(at: 100_000)
    #expect(cues.map(\.code) == [.start] && cues[0].kind == .recovery)
    #expect(run(&coach, 100..<161) { _ in 150 } == ["160 finish"])
    #expect(coach.stepDone(at: 200_000).isEmpty && coach.isFinished)
  }

  @Test func `a rest until heart rate has settled waits for it, and a minute more is a minute more`() throws {
    let gate = PlanStep(.recovery, goal: .open, gate: RecoveryGate(below: .zone(4)))
    var coach = try coach([step(.work, 180, 164, 177), .step(gate), step(.work, 180, 164, 177)])
    _ = run(&coach, 0..<216) { $0 < 200 ? 170 : 145 }
    #expect(coach.snapshot(at: 215_000)?.isGateOpen == true)
    var again = try self.coach([step(.work, 180, 164, 177), .step(gate), step(.work, 180, 164, 177)])
    #expect(run(&again, 0..<212) { $0 < 200 ? 170 : 145 } == ["0 start", "180 start", "210 gate_open"])
    again.addMinute(at: 212_000)
    #expect(run(&again, 212..<300) { _ in 145 } == ["272 gate_open", "282 start"])
  }

  @Test func `a step left out is not scored, and the next begins`() throws {
    var coach = try coach([step(.work, 300, 164, 177), step(.cooldown, 60)])
    _ = run(&coach, 0..<200) { _ in 170 }
    #expect(coach.skip(at: 200_000).first?.result?.band == .unscored)
    #expect(coach.records[0].isSkipped && coach.records[0].doneShare > 0.6 && coach.records[0].doneShare < 0.7)
  }

  @Test func `a target that is adjusted moves for every step that has it, and starts anew`() throws {
    var coach = try coach([.repeated(.count(3), [step(.work, 300, 164, 177), step(.recovery, 60, nil, 130)])])
    #expect(run(&coach, 0..<150) { _ in 155 } == ["0 start", "80 build 1", "140 build 2"])
    coach.adjustTarget(by: -10, at: 150_000)
    #expect(coach.plan.steps.map(\.lower) == [154, nil, 154, nil, 154, nil])
    #expect(coach.plan.steps.map(\.upper) == [167, 130, 167, 130, 167, 130])
    #expect(run(&coach, 150..<300) { _ in 155 }.isEmpty)
    coach.adjustTarget(by: -1000, at: 300_000)
    #expect(coach.plan.steps.compactMap(\.lower).allSatisfy { $0 >= 1 })
  }

  @Test func `steps by distance and energy end by their totals, and are announced by the rate`() throws {
    var coach = try coach([
      .step(PlanStep(.warmup, goal: .distance(300))), .step(PlanStep(.work, goal: .energy(10))), step(.cooldown, 30),
    ])
    var cues: [String] = []
    for second in 0..<260 {
      let input = LiveCoach.Input(heartRate: 150, distance: Double(second) * 3, energy: Double(second) * 0.1)
      cues += coach.tick(at: Milliseconds(second) * 1000, input).map { "\($0.time / 1000) \($0.code.rawValue)" }
    }
    #expect(cues == ["0 start", "91 lead_in", "100 start", "200 start", "230 finish"])
    #expect(coach.records.map(\.doneShare) == [1, 1, 1])
  }

  @Test func `a repeat until something ends with the pass in which that is reached`() throws {
    var coach = try coach([
      .repeated(.until(.until(.heartRate, .above, .value(160))), [step(.work, 30), step(.recovery, 30)]),
      step(.cooldown, 30),
    ])
    var starts: [Int] = []
    for second in 0..<300 {
      let heartRate = Double(130 + second / 5)
      for cue in coach.tick(at: Milliseconds(second) * 1000, .init(heartRate: heartRate)) where cue.code == .start {
        starts.append(cue.step)
      }
    }
    #expect(starts == [0, 1, 0, 1, 0, 1, 2])
  }

  @Test func `in a pause nothing is said, and after it nothing for half a minute`() throws {
    var coach = try coach([step(.steady, 900, 138, 151)])
    _ = run(&coach, 0..<200) { _ in 145 }
    #expect(coach.pause(at: 200_000).map(\.code) == [.paused])
    #expect(run(&coach, 200..<400) { _ in 180 }.isEmpty)
    #expect(coach.pause(at: 200_000).isEmpty)
    #expect(coach.resume(at: 200_000).map(\.code) == [.resumed])
    #expect(run(&coach, 200..<300) { _ in 180 } == ["250 ease 1"])
  }

  @Test func `how much is said is a matter of channels`() throws {
    func channels(_ verbosity: CoachSettings.Verbosity) throws -> [Cue.Channels] {
      var coach = try coach(
        [step(.steady, 300, nil, 151), step(.work, 300, 164, 177)], settings: CoachSettings(verbosity: verbosity))
      var channels: [Cue.Channels] = []
      for second in 0..<301 {
        channels += coach.tick(at: Milliseconds(second) * 1000, .init(heartRate: 165)).map(\.channels)
      }
      return channels
    }
    #expect(try channels(.all) == [.all, [.visual, .haptic], .all, .all, .all, .all])
    #expect(try channels(.keyMoments) == [.all, .visual, .visual, .visual, .all, .all])
    #expect(try channels(.haptics).allSatisfy { $0 == [.visual, .haptic] })
    #expect(try channels(.off).allSatisfy(\.isEmpty))
  }

  @Test func `a snapshot tells where the athlete is`() throws {
    var coach = try coach([step(.steady, 120, 138, 151), step(.work, 300, 164, 177)])
    _ = run(&coach, 0..<91) { _ in 160 }
    let now = try #require(coach.snapshot(at: 90_000))
    #expect(now.index == 0 && now.elapsed == 90_000 && now.remaining == 30_000 && now.side == .high)
    #expect(now.value == 160 && now.next?.kind == .work && now.workCount == 1 && now.workDone == 0)
    #expect(!now.isPaused && !now.isFinished && !now.isSignalLost)
  }
}

/// What becomes of a workout beside its plan.
struct ComplianceTests {
  private func records(_ blocks: [Plan.Block], _ seconds: Int, _ heartRate: (Int) -> Double?) throws -> ComplianceCard {
    var coach = LiveCoach(try ResolvedPlan(Plan(name: "test", blocks: blocks), for: PlanAthlete()))
    for second in 0..<seconds {
      _ = coach.tick(at: Milliseconds(second) * 1000, .init(heartRate: heartRate(second)))
    }
    coach.end(at: Milliseconds(seconds) * 1000)
    return ComplianceCard(coach.plan, coach.records)
  }

  private func work(_ seconds: Milliseconds) -> Plan.Block {
    .step(PlanStep(.work, goal: .time(seconds * 1000), target: PlanTarget(.heartRate, .range(160, 170))))
  }

  private func rest(_ seconds: Milliseconds) -> Plan.Block {
    .step(PlanStep(.recovery, goal: .time(seconds * 1000), target: PlanTarget(.heartRate, .range(nil, 140))))
  }

  @Test func `a rest is told by its minimum, time to settle and drop in 60 s`() throws {
    let card = try records([work(300), rest(180)], 480) { second in
      second < 300 ? 165 : max(120, 165 - Double(second - 300) / 2)
    }
    let rest = try #require(card.steps[1].record?.rest)
    #expect(rest.minimum == 120 && rest.dropIn60 == 30 && rest.timeToSettle == 51_000)
    #expect(card.steps[1].record?.score == 1)
  }

  @Test func `each step is matched with its own record, and those not reached are listed`() throws {
    let card = try records([work(300), rest(120), work(300), rest(120)], 570) { second in second < 300 ? 165 : 150 }
    #expect(card.steps.map { $0.record?.step } == [0, 1, 2, nil])
    #expect(card.steps.map { $0.record?.result.band } == [.met, .below, .below, nil])
    #expect(card.count(.met) == 1 && card.count(.below) == 1)
    // 300 s with 1, and half of 300 s with 0.
    #expect(card.score == 0.5)
    #expect(card.completed == 570.0 / 840)
  }

  @Test func `the score weighs planned time, and counts only what was done of it`() throws {
    let card = try records([work(300), work(600)], 600) { _ in 165 }
    #expect(abs((card.score ?? 0) - (300 + 600 * 0.5) / 900) < 1e-9)
    #expect(card.steps[1].record?.doneShare == 0.5)
  }

  @Test func `nothing is scored where a quarter of it is unknown, and overshoot is a mean in percent`() throws {
    let card = try records([work(240), work(240)], 480) { second in
      second < 240 ? 187 : second < 360 ? nil : 165
    }
    #expect(card.steps[0].record?.score == 0 && card.steps[1].record?.score == nil)
    #expect(abs((card.steps[0].record?.overshoot ?? 0) - 10) < 1e-9 && card.steps[0].record?.undershoot == 0)
    #expect(card.steps[0].record?.result.isMostlyAbove == true)
    #expect(card.steps[0].record?.timeToTarget == nil)
  }

  @Test func `the class of a session is that of its plan`() throws {
    for (mode, wanted) in [
      (PlanMode.easyRun, SessionClass.easy), (.tempo, .moderate), (.intervals, .hard), (.powerBlocks, .hard),
      (.strengthCircuit, .moderate), (.gentleWalk, .easy),
    ] {
      let zones: [Quantity: ZoneSet] = [
        .heartRate: try ZoneSet(typed: [120, 138, 151, 164], quantity: .heartRate, unitIsStated: true)
      ]
      let athlete = PlanAthlete(
        zones: zones, anchors: try Anchors(stated: [.functionalThresholdPower: 250]))
      #expect(SessionClass(intentOf: try ResolvedPlan(mode.plan, for: athlete)) == wanted, "\(mode)")
      var silent = mode.plan
      silent.intent = nil
      // Without the author's word the targets tell; open sets without one tell nothing.
      let told = SessionClass(intentOf: try ResolvedPlan(silent, for: athlete))
      #expect(told == (mode == .strengthCircuit ? nil : wanted), "\(mode)")
    }
  }
}
