// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing
import Workouts

@testable import WorkoutFiles

/// ZoneCoach's own plans.
struct PlanJSONTests {
  private func read(_ text: String) throws -> Plan { try PlanFile.decode(Array(text.utf8)).plan }

  @Test func `a plan with everything reads as it is written`() throws {
    let text = """
      {"name": "All of it", "sport": "running", "intent": "hard", "steps": [
        {"kind": "warmup", "goal": {"seconds": 600.5}, "target": {"quantity": "heartRate", "zone": [1, 2], "scheme": "friel-run7"}},
        {"repeat": 4, "steps": [
          {"kind": "work", "name": "Up", "goal": {"meters": 1000}, "target": {"quantity": "heartRate", "range": [164, 177]},
           "cadence": [85, 95], "messages": [{"afterSeconds": 10, "text": "Tall"}]},
          {"kind": "recovery", "goal": {"open": true}, "target": null,
           "gate": {"below": {"zone": 2}, "minimumSeconds": 30, "maximumSeconds": 120}}]},
        {"repeatUntil": {"kilocalories": 300}, "steps": [
          {"kind": "work", "goal": {"kilocalories": 100}, "target": {"quantity": "power", "percentFTP": [90, 95]}}]},
        {"kind": "steady", "goal": {"until": {"quantity": "heartRate", "above": {"value": 145}}},
         "target": {"quantity": "heartRate", "range": [null, 151]}},
        {"kind": "cooldown", "goal": {"seconds": 300}, "target": {"percent": [75, 50], "of": "lthr", "slope": "falling"}}]}
      """
    #expect(throws: PlanError.self) { try read(text) }
    let right = text.replacing("[75, 50]", with: "[50, 75]")
    let decoded = try PlanFile.decode(Array(right.utf8))
    #expect(decoded.notes.isEmpty && decoded.format == .json)
    let plan = decoded.plan
    #expect(plan.stepCount == 1 + 8 + 1 + 1 + 1)
    #expect(plan.plannedTime == 900_500 && plan.plannedDistance == 4000)
    let expected: [Plan.Block] = [
      .step(
        PlanStep(
          .warmup, goal: .time(600_500), target: PlanTarget(.heartRate, .zones(1...2, scheme: "friel-run7")))),
      .repeated(
        .count(4),
        [
          .step(
            PlanStep(
              .work, name: "Up", goal: .distance(1000), target: PlanTarget(.heartRate, .range(164, 177)),
              cadence: 85...95, messages: [.init(after: 10_000, text: "Tall")])),
          .step(
            PlanStep(.recovery, goal: .open, gate: RecoveryGate(below: .zone(2), minimum: 30_000, maximum: 120_000))),
        ]),
      .repeated(
        .until(.energy(300)),
        [
          .step(
            PlanStep(
              .work, goal: .energy(100), target: PlanTarget(.power, .percent(90, 95, of: .functionalThresholdPower))))
        ]),
      .step(
        PlanStep(
          .steady, goal: .until(.heartRate, .above, .value(145)), target: PlanTarget(.heartRate, .range(nil, 151)))),
      .step(
        PlanStep(
          .cooldown, goal: .time(300_000),
          target: PlanTarget(.heartRate, .percent(50, 75, of: .thresholdHeartRate), slope: .falling))),
    ]
    #expect(plan.blocks == expected)
    #expect(try PlanFile.decode(try PlanFile.encode(plan, as: .json).bytes).plan == plan)
  }

  @Test func `random plans come back as they were, and equal plans give equal bytes`() throws {
    for seed in UInt64(0)..<500 {
      let plan = RandomPlan.plan(seed: seed)
      let bytes = try PlanFile.encode(plan, as: .json).bytes
      let decoded = try PlanFile.decode(bytes)
      #expect(decoded.plan == plan && decoded.notes.isEmpty, "seed \(seed)")
      #expect(try PlanFile.encode(decoded.plan, as: .json).bytes == bytes, "seed \(seed)")
    }
  }

  @Test(arguments: [
    ("", "the file is empty"),
    ("{}", "line 1: the plan has no “steps”"),
    (#"{"steps": []}"#, "the plan has no steps"),
    (
      "{\"steps\": [\n{\"kind\": \"run\", \"goal\": {\"seconds\": 1}}]}",
      "line 2, step 1: the kind is warmup, work, recovery, cooldown or steady, not “run”"
    ),
    (
      "{\"steps\": [\n{\"goal\": {\"seconds\": 1}},\n{\"goal\": {\"minutes\": 1}}]}",
      "line 3, step 2: a goal is one of seconds, meters, kilocalories, open and until, not “minutes”"
    ),
    ("{\"steps\": [{\"goal\": {\"seconds\": \"10\"}}]}", "line 1, step 1: “seconds” is a number"),
    ("{\"steps\": [{\"goal\": {\"seconds\": 0}}]}", "line 1, step 1: a step lasts more than 0 s and at most 24 h"),
    (
      "{\"steps\": [{\"goal\": {\"seconds\": 60000000}}]}",
      "line 1, step 1: a step lasts more than 0 s and at most 24 h"
    ),
    (
      "{\"steps\": [{\"kind\": \"work\"}]}",
      "line 1, step 1: the step has no “goal”: seconds, meters, kilocalories, open or until"
    ),
    ("{\"steps\": [{\"repeat\": 0, \"steps\": []}]}", "line 1, step 1: “repeat” is a whole number from 1 to 10000"),
    ("{\"steps\": [{\"repeat\": 2, \"steps\": []}]}", "line 1, step 1: the repeat has no steps"),
    (
      "{\"steps\": [{\"repeat\": 2, \"steps\": [\n\n{\"goal\": {\"seconds\": 5}, \"target\": {\"zone\": 2}}]}]}",
      "line 3, step 1.1: the target has no “quantity”: heartRate or power"
    ),
    (
      "{\"steps\": [{\"goal\": {\"seconds\": 5}, \"target\": {\"quantity\": \"heartRate\", \"range\": [null, null]}}]}",
      "line 1, step 1: a target needs a lower or an upper limit"
    ),
    (
      "{\"steps\": [{\"goal\": {\"seconds\": 5}, \"target\": {\"quantity\": \"heartRate\", \"range\": [150, 140]}}]}",
      "line 1, step 1: the lower limit lies above the upper"
    ),
    (
      "{\"steps\": [{\"goal\": {\"seconds\": 5}, \"target\": {\"quantity\": \"heartRate\", \"range\": [2, 3]}}]}",
      "line 1, step 1: a heart rate lies between 20 and 250 beats a minute"
    ),
    (
      "{\"steps\": [{\"goal\": {\"seconds\": 5}, \"gate\": {\"below\": {\"zone\": 2}}}]}",
      "line 1, step 1: a rest with a gate ends by the gate, so its goal is open"
    ),
    (
      "{\"steps\": [{\"gate\": {\"below\": {\"value\": 130}, \"minimumSeconds\": 200, \"maximumSeconds\": 100}}]}",
      "line 1, step 1: a gate opens between its minimum and its maximum, which is at most an hour"
    ),
    (
      "{\"steps\": [{\"repeat\": 200, \"steps\": [{\"repeat\": 200, \"steps\": [{\"goal\": {\"open\": true}}]}]}]}",
      "the plan has more than 10000 steps with its repeats written out"
    ),
    ("{\"steps\": [{\"goal\": {\"seconds\": 5}},]}", "line 1: this is no value; texts stand between quotation marks"),
    ("{\"steps\": [\n{\"goal\": {\"seconds\": 5}}\n", "line 3: a comma or the closing ] is missing here"),
    ("hello\u{0}there", "this is no plan that is known here; JSON, ZWO, ERG, MRC, FIT workouts and text are read"),
  ])
  func `a bad plan gets line, step and reason`(text: String, wanted: String) {
    do {
      _ = try read(text)
      Issue.record("\(text) was read")
    } catch {
      #expect("\(error)" == wanted)
    }
  }

  @Test func `a field that is not known is told, not lost quietly`() throws {
    let text = "{\"steps\": [\n{\"goal\": {\"seconds\": 5}, \"traget\": null}]}"
    #expect(
      try PlanFile.decode(Array(text.utf8)).notes
        == ["line 2, step 1: the field “traget” is not known and left out"])
  }

  @Test func `texts of JSON come with every escape, and none traps`() throws {
    let value = try JSONParser.parse(
      Array(#"["\"\\\/\b\f\n\r\tA\u00e9\ud83d\ude00\ud83d", 1e2, -0.5, true, null]"#.utf8))
    #expect(value.array?[0].string == "\"\\/\u{8}\u{C}\n\r\tAé😀\u{FFFD}")
    #expect(value.array?[1].number == 100 && value.array?[2].number == -0.5)
    for bad in [
      "[01]", "[1.]x", "[+1]", "[.5]", "[\"\u{1}\"]", "[\"\\x\"]", "[\"\\u12g4\"]", "[\"", "[\"\\", "nul", "[1e999]",
      "{\"a\" 1}",
    ] {
      #expect(throws: JSONFailure.self, "\(bad)") { try JSONParser.parse(Array(bad.utf8)) }
    }
    let deep = [UInt8](repeating: UInt8(ascii: "["), count: 100_000)
    #expect(throws: JSONFailure.self) { try JSONParser.parse(deep) }
    var random = SeededGenerator(seed: 7)
    let alphabet = Array("{}[]\",:0123456789.eE+-\\utrfalsn \n".utf8)
    for _ in 0..<20_000 {
      let bytes = (0..<Int.random(in: 0...40, using: &random)).map { _ in alphabet.randomElement(using: &random) ?? 0 }
      _ = try? JSONParser.parse(bytes)
      _ = try? PlanFile.decode(bytes)
    }
  }
}

/// Plans of every kind, made of a seed.
enum RandomPlan {
  static func plan(seed: UInt64) -> Plan {
    var random = SeededGenerator(seed: seed)
    var plan = Plan(name: "Plan “\(seed)”\n\t\\", sport: .cycling)
    if Bool.random(using: &random) { plan.notes = "A note, “quoted” & <marked>" }
    plan.intent = [nil, .easy, .moderate, .hard].randomElement(using: &random) ?? nil
    plan.blocks = blocks(depth: 0, &random)
    return plan
  }

  private static func blocks(depth: Int, _ random: inout SeededGenerator) -> [Plan.Block] {
    (0..<Int.random(in: 1...4, using: &random)).map { _ in
      if depth < 3, Int.random(in: 0..<4, using: &random) == 0 {
        let times: Plan.Times =
          Bool.random(using: &random)
          ? .count(.random(in: 1...6, using: &random)) : .until(goal(isOpen: false, &random))
        return .repeated(times, blocks(depth: depth + 1, &random))
      }
      return .step(step(&random))
    }
  }

  static func step(_ random: inout SeededGenerator) -> PlanStep {
    var step = PlanStep(
      PlanStep.Kind.allCases.randomElement(using: &random) ?? .work, goal: goal(isOpen: true, &random))
    if Int.random(in: 0..<4, using: &random) == 0 { step.name = "Step é 🚲" }
    if Int.random(in: 0..<4, using: &random) > 0 { step.target = target(&random) }
    if step.goal == .open, Bool.random(using: &random) {
      let minimum = Milliseconds.random(in: 0...90_000, using: &random)
      step.gate = RecoveryGate(
        below: limit(.heartRate, &random), minimum: minimum, maximum: minimum + .random(in: 0...90_000, using: &random),
        withoutSignal: .random(in: 1...100_000, using: &random))
    }
    if Int.random(in: 0..<4, using: &random) == 0 { step.cadence = 80...95.5 }
    if Int.random(in: 0..<4, using: &random) == 0 { step.messages = [.init(after: 1500, text: "Go \"on\"")] }
    return step
  }

  static func goal(isOpen: Bool, _ random: inout SeededGenerator) -> PlanGoal {
    switch Int.random(in: 0..<(isOpen ? 6 : 5), using: &random) {
    case 0, 1: .time(.random(in: 1...7_200_000, using: &random))
    case 2: .distance(.random(in: 1...50_000, using: &random))
    case 3: .energy(Double(Int.random(in: 1...900, using: &random)))
    case 4:
      Bool.random(using: &random)
        ? .until(.heartRate, Bool.random(using: &random) ? .above : .below, limit(.heartRate, &random))
        : .until(.power, Bool.random(using: &random) ? .above : .below, limit(.power, &random))
    default: .open
    }
  }

  static func limit(_ quantity: Quantity, _ random: inout SeededGenerator) -> PlanLimit {
    switch Int.random(in: 0..<3, using: &random) {
    case 0: .value(Double(Int.random(in: 101...190, using: &random)))
    case 1: .zone(.random(in: 1...5, using: &random))
    default: .percent(70, of: quantity == .power ? .functionalThresholdPower : .maximumHeartRate)
    }
  }

  static func target(_ random: inout SeededGenerator) -> PlanTarget {
    let basis = PlanBasis.allCases.randomElement(using: &random) ?? .functionalThresholdPower
    let quantity = basis.quantity
    let low = quantity == .speed ? Double.random(in: 2...3, using: &random) : .random(in: 100...150, using: &random)
    let high = low * 1.1
    let slope: PlanTarget.Slope = [.level, .rising, .falling].randomElement(using: &random) ?? .level
    return switch Int.random(in: 0..<6, using: &random) {
    case 0: PlanTarget(quantity, .range(nil, high))
    case 1: PlanTarget(quantity, .range(low, nil))
    case 2: PlanTarget(quantity, .zones(2...Int.random(in: 2...5, using: &random), scheme: nil))
    case 3: PlanTarget(quantity, .range(low, low))
    case 4: PlanTarget(quantity, .percent(low, high, of: basis), slope: slope)
    default: PlanTarget(quantity, .range(low, high), slope: slope)
    }
  }
}
