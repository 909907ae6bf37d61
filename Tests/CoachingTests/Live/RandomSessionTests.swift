// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Coaching
import TestSupport
import Testing
import Workouts
import Zones

/// What holds for every session, whatever happens in it.
struct RandomSessionTests {
  @Test func `a thousand random sessions: no cue where none is wanted`() throws {
    var codes: [Cue.Code: Int] = [:]
    for seed in UInt64(0)..<1000 {
      let session = RandomSession(seed: seed)
      let cues = try session.run(chunk: 1).cues
      for cue in cues { codes[cue.cue.code, default: 0] += 1 }
      session.check(cues)
    }
    // The sessions are such that everything happens.
    for code in Cue.Code.allCases { #expect(codes[code, default: 0] > 20, "\(code)") }
  }

  @Test func `a thousand random sessions: the same cues however samples are chunked, and on every run`() throws {
    for seed in UInt64(0)..<1000 {
      let session = RandomSession(seed: seed)
      let one = try session.run(chunk: 1)
      for chunk in [3, 4000] {
        let other = try session.run(chunk: chunk)
        #expect(other.cues == one.cues && other.records == one.records, "seed \(seed), chunk \(chunk)")
      }
    }
  }

  @Test func `records of steps follow on one another and never count more than there was`() throws {
    for seed in UInt64(0)..<300 {
      let (_, records) = try RandomSession(seed: seed).run(chunk: 1)
      #expect(!records.isEmpty)
      #expect(records.first?.start == 0)
      for (a, b) in zip(records, records.dropFirst()) { #expect(a.end == b.start, "seed \(seed)") }
      for record in records {
        #expect(record.onTarget <= record.known && record.known <= record.judged, "seed \(seed)")
        #expect(record.judged <= record.duration, "seed \(seed)")
        #expect((0...1).contains(record.doneShare) && (0...1).contains(record.score ?? 0), "seed \(seed)")
      }
    }
  }
}

/// A session made of a seed: plan, signal with gaps and steps, pauses.
struct RandomSession {
  let seed: UInt64
  let plan: Plan
  let quantity: Quantity
  var samples: [(Milliseconds, Double?)] = []
  var pauses: [(Milliseconds, Milliseconds)] = []
  let end: Milliseconds

  init(seed: UInt64) {
    self.seed = seed
    var random = SeededGenerator(seed: seed)
    quantity = Bool.random(using: &random) ? .heartRate : .power
    plan = Self.plan(quantity, &random)
    end = Milliseconds.random(in: 300...2400, using: &random) * 1000
    // Pauses of whole milliseconds, so that ticks lie anywhere.
    var time: Milliseconds = 0
    for _ in 0..<Int.random(in: 0...3, using: &random) {
      let start = time + Milliseconds.random(in: 1...400_000, using: &random)
      let stop = start + Milliseconds.random(in: 1...60_000, using: &random)
      pauses.append((start, stop))
      time = stop
    }
    var level = quantity == .heartRate ? 140.0 : 220.0
    var next: Milliseconds = Milliseconds.random(in: 0...3000, using: &random)
    var aim = level
    while next < end {
      if Int.random(in: 0..<60, using: &random) == 0 {
        aim = quantity == .heartRate ? .random(in: 100...190, using: &random) : .random(in: 0...400, using: &random)
      }
      level += (aim - level) * 0.1 + .random(in: -2...2, using: &random)
      switch Int.random(in: 0..<300, using: &random) {
      case 0: next += .random(in: 5000...90_000, using: &random)
      case 1: samples.append((next, nil))
      case 2: samples.append((next, 0))
      default: samples.append((next, level.rounded()))
      }
      next += 1000 + Milliseconds.random(in: -200...200, using: &random)
    }
  }

  private static func plan(_ quantity: Quantity, _ random: inout SeededGenerator) -> Plan {
    func target(_ random: inout SeededGenerator) -> PlanTarget? {
      let low =
        quantity == .heartRate ? Double.random(in: 110...165, using: &random) : .random(in: 100...280, using: &random)
      let high = low + (quantity == .heartRate ? 13 : 40)
      return switch Int.random(in: 0..<5, using: &random) {
      case 0: nil
      case 1: PlanTarget(quantity, .range(nil, high))
      case 2: PlanTarget(quantity, .range(low, nil))
      case 3: PlanTarget(quantity, .zones(2...3, scheme: nil))
      default: PlanTarget(quantity, .range(low, high))
      }
    }
    func step(_ random: inout SeededGenerator) -> Plan.Block {
      let kind = PlanStep.Kind.allCases.randomElement(using: &random) ?? .work
      if kind == .recovery, Int.random(in: 0..<2, using: &random) == 0 {
        let minimum = Milliseconds.random(in: 0...60, using: &random) * 1000
        return .step(
          PlanStep(
            kind, goal: .open,
            gate: RecoveryGate(
              below: .value(.random(in: 100...160, using: &random)), minimum: minimum,
              maximum: minimum + .random(in: 0...120, using: &random) * 1000)))
      }
      let seconds = Milliseconds.random(in: 1...300, using: &random)
      return .step(PlanStep(kind, goal: .time(seconds * 1000 + (seconds % 7 == 0 ? 500 : 0)), target: target(&random)))
    }
    var blocks: [Plan.Block] = []
    for _ in 0..<Int.random(in: 1...5, using: &random) {
      if Int.random(in: 0..<3, using: &random) == 0 {
        let inner = (0..<Int.random(in: 1...3, using: &random)).map { _ in step(&random) }
        blocks.append(.repeated(.count(.random(in: 1...4, using: &random)), inner))
      } else {
        blocks.append(step(&random))
      }
    }
    return Plan(name: "random", blocks: blocks)
  }

  private func athlete() throws -> PlanAthlete {
    func zones(_ quantity: Quantity, _ limits: [Double]) throws -> ZoneSet {
      try ZoneSet(typed: limits, quantity: quantity, unitIsStated: true)
    }
    return PlanAthlete(
      zones: [
        .heartRate: try zones(.heartRate, [120, 138, 151, 164, 177]), .power: try zones(.power, [140, 190, 230, 270]),
      ],
      anchors: try Anchors(stated: [.functionalThresholdPower: 250]))
  }

  func resolved() throws -> ResolvedPlan { try ResolvedPlan(plan, for: try athlete()) }

  func run(chunk: Int) throws -> (cues: [CoachFeed.Timed], records: [StepRecord]) {
    var feed = CoachFeed(try LiveCoach(plan: plan, athlete: try athlete()), start: 0)
    var cues: [CoachFeed.Timed] = []
    var inputs: [(Milliseconds, Int, Double?)] = samples.map { ($0.0, 2, $0.1) }
    for pause in pauses {
      inputs.append((pause.0, 0, nil))
      inputs.append((pause.1, 1, nil))
    }
    inputs.sort { ($0.0, $0.1) < ($1.0, $1.1) }
    for (count, input) in inputs.enumerated() where input.0 <= end {
      switch input.1 {
      case 0: cues += feed.pause(at: input.0)
      case 1: cues += feed.resume(at: input.0)
      default: cues += feed.add(quantity, input.2, at: input.0)
      }
      if (count + 1) % chunk == 0 { cues += feed.advance(to: input.0) }
    }
    cues += feed.advance(to: end)
    var coach = feed.coach
    coach.end(at: feed.activeTime(at: end))
    return (cues, coach.records)
  }

  /// The held value at a moment of wall time, computed anew and slowly.
  private func isKnown(at wall: Milliseconds) -> Bool {
    let hold: Milliseconds = quantity == .power ? 5_000 : 15_000
    let segment = pauses.filter { $0.1 <= wall }.map(\.1).max() ?? 0
    guard let last = samples.last(where: { $0.0 <= wall && !isPaused(at: $0.0) }) else { return false }
    guard last.0 >= segment, wall < last.0 + hold, let value = last.1 else { return false }
    return quantity.isPlausible(value)
  }

  private func isPaused(at wall: Milliseconds) -> Bool { pauses.contains { $0.0 <= wall && wall < $0.1 } }

  func check(_ cues: [CoachFeed.Timed]) {
    let comment = Comment(rawValue: "seed \(seed)")
    // Two that are more than seen never come together.
    let audible = cues.filter { $0.cue.isAudible }.map(\.wall)
    #expect(Set(audible).count == audible.count, comment)
    var stepStart: Milliseconds = 0, ended = false
    var lastCorrective: Milliseconds?, lastResume: Milliseconds?
    var counts: [Cue.Code: Int] = [:]
    guard let plan = try? resolved() else {
      Issue.record(comment)
      return
    }
    for timed in cues {
      let cue = timed.cue
      #expect(!ended, comment)
      switch cue.code {
      case .start:
        stepStart = cue.time
        counts = [:]
      case .finish: ended = true
      case .resumed: lastResume = cue.time
      case .signalLost:
        if let last = lastCorrective { #expect(cue.time - last >= 30_000, comment) }
        lastCorrective = cue.time
        if cue.quantity == quantity { #expect(!isKnown(at: timed.wall), comment) }
      case .ease, .build:
        if let last = lastCorrective { #expect(cue.time - last >= 30_000, comment) }
        lastCorrective = cue.time
        counts[cue.code, default: 0] += 1
        #expect(counts[cue.code] == cue.level && counts[cue.code, default: 0] <= 3, comment)
        #expect(!isPaused(at: timed.wall) && isKnown(at: timed.wall), comment)
        let step = plan.steps[cue.step]
        let isPower = quantity == .power
        let grace: Milliseconds = isPower ? 8_000 : step.kind == .recovery ? 90_000 : 60_000
        // Steps by halves of a second begin up to half a second before the tick that says so.
        #expect(cue.time - stepStart >= grace - 500, comment)
        if let resume = lastResume { #expect(cue.time - resume >= (isPower ? 10_000 : 30_000), comment) }
        if let planned = step.plannedTime { #expect(stepStart + planned - cue.time > 9_500, comment) }
        #expect(!(step.kind == .work && !isPower && (step.plannedTime ?? .max) < 120_000), comment)
        #expect(step.gate == nil, comment)
      default: break
      }
    }
  }
}
