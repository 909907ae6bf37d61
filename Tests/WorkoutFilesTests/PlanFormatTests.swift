// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing
import Workouts

@testable import WorkoutFiles

private func decode(_ text: String) throws -> PlanFile.Decoded { try PlanFile.decode(Array(text.utf8)) }

private func step(
  _ kind: PlanStep.Kind, _ seconds: Milliseconds, _ target: PlanTarget? = nil, cadence: ClosedRange<Double>? = nil
) -> Plan.Block { .step(PlanStep(kind, goal: .time(seconds * 1000), target: target, cadence: cadence)) }

private func ftp(_ low: Double, _ high: Double, _ slope: PlanTarget.Slope = .level) -> PlanTarget {
  PlanTarget(.power, .percent(low, high, of: .functionalThresholdPower), slope: slope)
}

/// Plans of other programs.
struct PlanFormatTests {
  private func zwo(_ segments: String, _ head: String = "") -> String {
    "<workout_file>\(head)<workout>\(segments)</workout></workout_file>"
  }

  private func back(
    _ plan: Plan, _ format: PlanFormat, _ numbers: PlanNumbers = PlanNumbers()
  ) throws -> (plan: Plan, losses: [String]) {
    let (bytes, losses) = try PlanFile.encode(plan, as: format, numbers: numbers)
    let decoded = try PlanFile.decode(bytes)
    #expect(decoded.format == format)
    return (decoded.plan, losses)
  }

  // MARK: ZWO

  @Test func `ZWO in all its spellings`() throws {
    let plan = try decode(
      zwo(
        """
        <Warmup Duration = "600" PowerLow=".25" PowerHigh="0.75" pace="0"/>\r
        <IntervalsT Repeat="4" OnDuration="60" OffDuration="30" PowerOnLow="1.0" PowerOnHigh="1.2" PowerOffLow="0.5" PowerOffHigh="0.6"/>
        <SteadyState Duration="120" PowerLow="0.8" PowerHigh="0.9" Cadence="95"/>
        <SteadyState Duration="120.5" Power="0.655"><textevent timeoffset="10" message="Smooth &amp; tall"/><TextEvent timeoffset="5" message="First"/></SteadyState>
        <IntervalsT OnDuration="30" OffDuration="0" OnPower="1.5" OffPower="0"/>
        <Freeride Duration="300" FlatRoad="1"/><MaxEffort Duration="10"/>
        <Ramp Duration="60" PowerLow="0.9" PowerHigh="0.6"/>
        <Cooldown Duration="300" PowerLow="0.3" PowerHigh="0.7"/>
        """, "<name>All</name><sportType>bike</sportType><description>What for</description>")
    ).plan
    #expect(plan.name == "All" && plan.sport == .cycling && plan.notes == "What for")
    var smooth = PlanStep(.steady, goal: .time(120_500), target: ftp(65.5, 65.5))
    smooth.messages = [.init(after: 5000, text: "First"), .init(after: 10_000, text: "Smooth & tall")]
    let expected: [Plan.Block] = [
      step(.warmup, 600, ftp(25, 75, .rising)),
      .repeated(.count(4), [step(.work, 60, ftp(100, 120)), step(.recovery, 30, ftp(50, 60))]),
      step(.work, 120, ftp(80, 90), cadence: 95...95), .step(smooth), step(.work, 30, ftp(150, 150)),
      step(.steady, 300), step(.work, 10), step(.steady, 60, ftp(60, 90, .falling)),
      step(.cooldown, 300, ftp(30, 70, .falling)),
    ]
    for (a, b) in zip(plan.blocks, expected) { #expect(a == b) }
    #expect(plan.blocks.count == expected.count)
  }

  @Test func `a cool-down comes down whichever way round its ends are written`() throws {
    for ends in ["PowerLow=\"0.7\" PowerHigh=\"0.3\"", "PowerLow=\"0.3\" PowerHigh=\"0.7\""] {
      let plan = try decode(zwo("<Cooldown Duration=\"300\" \(ends)/>")).plan
      #expect(plan.blocks == [step(.cooldown, 300, ftp(30, 70, .falling))])
      let text = String(decoding: try PlanFile.encode(plan, as: .zwo).bytes, as: UTF8.self)
      #expect(text.contains("PowerLow=\"0.7\" PowerHigh=\"0.3\""))
    }
  }

  @Test func `texts of a set belong to the passes in which they come`() throws {
    let plan = try decode(
      zwo(
        "<IntervalsT Repeat=\"2\" OnDuration=\"60\" OffDuration=\"30\" OnPower=\"1\" OffPower=\"0.5\">"
          + "<textevent timeoffset=\"65\" message=\"rest\"/><textevent timeoffset=\"91\" message=\"again\"/></IntervalsT>"
      )
    ).plan
    #expect(plan.stepCount == 4 && plan.plannedTime == 180_000)
    let texts = plan.blocks.map { block in
      if case .step(let step) = block { step.messages.map { "\($0.after / 1000) \($0.text)" } } else { [""] }
    }
    #expect(texts == [[], ["5 rest"], ["1 again"], []])
    #expect(try back(plan, .zwo).plan == plan)
  }

  // MARK: ERG and MRC

  @Test func `ERG and MRC are points, of which equal times are a step and others a ramp`() throws {
    let text =
      "[COURSE HEADER]\r\nVERSION = 2\r\nFILE NAME = test.mrc\r\nMINUTES PERCENT\r\n[END COURSE HEADER]\r\n"
      + "[COURSE DATA]\r\n1.00 50\r\n1.00 80 ; comment\r\n6.60\t80%\r\n7 LAP\r\n10 100\r\n[END COURSE DATA]\r\n"
      + "[COURSE TEXT]\r\n70\tUp\t10\r\n[END COURSE TEXT]\r\n"
    let decoded = try decode(text)
    #expect(decoded.format == .mrc && decoded.plan.name == "test" && decoded.plan.plannedTime == 600_000)
    var up = PlanStep(.work, goal: .time(336_000), target: ftp(80, 80))
    up.messages = [.init(after: 10_000, text: "Up")]
    #expect(
      decoded.plan.blocks == [step(.steady, 60, ftp(50, 50)), .step(up), step(.work, 204, ftp(80, 100, .rising))])
    let erg = try decode(text.replacing("PERCENT", with: "WATTS").replacing("VERSION", with: "FTP = 200\r\nVERSION"))
    #expect(erg.format == .erg && erg.notes.count == 1)
    #expect(erg.plan.blocks.first == step(.steady, 60, PlanTarget(.power, .range(50, 50))))
  }

  @Test func `a range stays a range, and ERG has its middle`() throws {
    let plan = Plan(name: "r", sport: .cycling, blocks: [step(.work, 300, ftp(90, 100))])
    #expect(try back(plan, .zwo).plan.blocks == plan.blocks)
    #expect(try back(plan, .fit).plan.blocks == plan.blocks)
    #expect(try back(plan, .text).plan.blocks == plan.blocks)
    let (mrc, losses) = try back(plan, .mrc)
    #expect(mrc.blocks == [step(.work, 300, ftp(95, 95))])
    #expect(losses == ["MRC has no ranges; they are written as their middle"])
    var numbers = PlanNumbers()
    numbers.ftp = 200
    #expect(try back(plan, .erg, numbers).plan.blocks == [step(.work, 300, PlanTarget(.power, .range(190, 190)))])
    #expect(throws: PlanError.self) { try PlanFile.encode(plan, as: .erg) }
  }

  // MARK: FIT

  @Test func `until heart rate 145 stays that, and every condition comes back`() throws {
    let conditions: [PlanGoal] = [
      .until(.heartRate, .above, .value(145)), .until(.heartRate, .below, .value(125)),
      .until(.heartRate, .above, .percent(80, of: .maximumHeartRate)), .until(.power, .above, .value(300)),
      .until(.power, .below, .percent(60, of: .functionalThresholdPower)), .energy(145), .distance(145), .time(145_000),
      .open,
    ]
    let plan = Plan(name: "u", sport: .running, blocks: conditions.map { .step(PlanStep(.work, goal: $0)) })
    #expect(try back(plan, .fit).plan == plan)
    #expect(try back(plan, .fit).losses.isEmpty)
    // As text all of them too; a condition without a kind of its own would be a rest.
    #expect(try back(plan, .text).plan.blocks == plan.blocks)
    let repeats = Plan(
      name: "r", sport: .running,
      blocks: conditions.dropLast().map { .repeated(.until($0), [step(.work, 60), step(.recovery, 30)]) }
        + [.repeated(.count(3), [.repeated(.count(2), [step(.work, 10)]), step(.recovery, 30)])])
    #expect(try back(repeats, .fit).plan == repeats)
  }

  @Test func `FIT codes beats with 100 and watts with 1000 added, percent without`() throws {
    let targets: [(PlanTarget, Int64, Int64)] = [
      (PlanTarget(.heartRate, .range(140, 160)), 240, 260), (PlanTarget(.power, .range(300, 310)), 1300, 1310),
      (PlanTarget(.heartRate, .percent(50, 60, of: .maximumHeartRate)), 50, 60), (ftp(88, 94), 88, 94),
      (PlanTarget(.heartRate, .range(nil, 151)), 101, 251), (PlanTarget(.heartRate, .range(151, nil)), 251, 350),
      (PlanTarget(.power, .range(nil, 200)), 1001, 1200), (PlanTarget(.power, .range(200, nil)), 1200, 4000),
      (PlanTarget(.speed, .range(2.5, 3)), 2500, 3000),
    ]
    for (target, low, high) in targets {
      let plan = Plan(name: "t", sport: .running, blocks: [step(.work, 300, target)])
      let bytes = try PlanFile.encode(plan, as: .fit).bytes
      var problems = FITProblems()
      let codes = bytes.withUnsafeBytes { buffer in
        FITReader.parts(of: buffer, &problems).flatMap { $0.all(27) }.map { ($0.int(5), $0.int(6)) }
      }
      #expect(codes.count == 1 && codes[0].0 == Int(low) && codes[0].1 == Int(high), "\(target)")
      #expect(try PlanFile.decode(bytes).plan == plan)
    }
  }

  @Test func `a rest until heart rate is below a value is a gate`() throws {
    let gate = Plan.Block.step(PlanStep(.recovery, goal: .open, gate: RecoveryGate(below: .value(125))))
    let plan = Plan(name: "g", sport: .running, blocks: [.repeated(.count(4), [step(.work, 180), gate])])
    #expect(try back(plan, .fit).plan == plan)
    #expect(try back(plan, .text).plan.blocks == plan.blocks)
    let other = Plan.Block.step(
      PlanStep(.recovery, goal: .open, gate: RecoveryGate(below: .zone(2), minimum: 60_000, maximum: 240_000)))
    let text = Plan(
      name: "g", sport: .generic, blocks: [.repeated(.count(4), [step(.work, 180, ftp(105, 110)), other])])
    #expect(try back(text, .text).plan.blocks == text.blocks)
    #expect(throws: PlanError.self) { try PlanFile.encode(text, as: .fit) }
  }

  @Test func `a target of heart rate stays one in every format or is told as left out`() throws {
    let targets = [
      PlanTarget(.heartRate, .range(140, 150)), PlanTarget(.heartRate, .zones(2...2, scheme: nil)),
      PlanTarget(.heartRate, .percent(70, 80, of: .maximumHeartRate)),
    ]
    for target in targets {
      let plan = Plan(name: "h", sport: .running, blocks: [step(.work, 300, target)])
      for format in PlanFormat.allCases {
        let (read, losses) = try back(plan, format)
        guard case .step(let step)? = read.blocks.first else { continue }
        if let found = step.target, found.quantity == .heartRate {
          #expect(found == target, "\(format)")
        } else {
          #expect(step.target == nil || format == .erg || format == .mrc, "\(format)")
          #expect(!losses.isEmpty, "\(format)")
        }
      }
    }
  }

  @Test func `minutes stay minutes, and seconds seconds, in every format`() throws {
    let plan = Plan(
      name: "m", sport: .cycling, blocks: [step(.work, 90, ftp(100, 100)), step(.work, 3600, ftp(80, 80))])
    for format in PlanFormat.allCases {
      var numbers = PlanNumbers()
      numbers.ftp = 250
      #expect(try back(plan, format, numbers).plan.plannedTime == 3_690_000, "\(format)")
    }
  }

  @Test func `random plans come back from FIT and text as far as these have words`() throws {
    var written: [PlanFormat: Int] = [:]
    for seed in UInt64(1000)..<2000 {
      let plan = RandomPlan.plan(seed: seed)
      for format in PlanFormat.allCases {
        guard let (bytes, losses) = try? PlanFile.encode(plan, as: format) else { continue }
        let read = try PlanFile.decode(bytes).plan
        written[format, default: 0] += 1
        if format == .json || (losses.isEmpty && format == .zwo) { #expect(read.stepCount == plan.stepCount) }
        // Written again it is the same, whatever was lost the first time.
        guard let again = try? PlanFile.encode(read, as: format) else { continue }
        #expect(try PlanFile.decode(again.bytes).plan == read, "seed \(seed) \(format)")
      }
    }
    #expect(written[.json] == 1000 && written[.fit, default: 0] > 20 && written[.text, default: 0] > 20)
  }

  // MARK: Text

  @Test(
    arguments: [
      ("- 10m ramp 50-75%", [step(.steady, 600, ftp(50, 75, .rising))]),
      ("- 5m 100%", [step(.work, 300, ftp(100, 100))]),
      ("- 1h Z2", [step(.steady, 3600, PlanTarget(.power, .zones(2...2, scheme: nil)))]),
      ("- 20m Z2 HR", [step(.steady, 1200, PlanTarget(.heartRate, .zones(2...2, scheme: nil)))]),
      ("- 10m 70-80% HR", [step(.steady, 600, PlanTarget(.heartRate, .percent(70, 80, of: .maximumHeartRate)))]),
      ("- 8m 95-100% LTHR", [step(.work, 480, PlanTarget(.heartRate, .percent(95, 100, of: .thresholdHeartRate)))]),
      (
        "Main 4x\n- 4m 105-110% 90rpm\n- 2m 50%",
        [.repeated(.count(4), [step(.work, 240, ftp(105, 110), cadence: 90...90), step(.recovery, 120, ftp(50, 50))])]
      ),
      ("8x\n- 20s 170%\n- 10s 0", [.repeated(.count(8), [step(.work, 20, ftp(170, 170)), step(.recovery, 10)])]),
      ("- 30s 300w", [step(.work, 30, PlanTarget(.power, .range(300, 300)))]),
      ("- 15m freeride", [step(.steady, 900)]),
      (
        "4x 6m Z4 / 3m Z1",
        [
          .repeated(
            .count(4),
            [
              step(.work, 360, PlanTarget(.power, .zones(4...4, scheme: nil))),
              step(.recovery, 180, PlanTarget(.power, .zones(1...1, scheme: nil))),
            ])
        ]
      ),
      (
        "Warmup\n- 5' 50%\n\n10m 60%, 2x 1m30 120% / 30\" 50%, 1h15m 60%",
        [
          step(.warmup, 300, ftp(50, 50)), step(.steady, 600, ftp(60, 60)),
          .repeated(.count(2), [step(.work, 90, ftp(120, 120)), step(.recovery, 30, ftp(50, 50))]),
          step(.steady, 4500, ftp(60, 60)),
        ]
      ),
      ("- 10m <75%", [step(.steady, 600, PlanTarget(.power, .percent(nil, 75, of: .functionalThresholdPower)))]),
      ("- 10m 138-151bpm", [step(.steady, 600, PlanTarget(.heartRate, .range(138, 151)))]),
    ] as [(String, [Plan.Block])])
  func `text as users of intervals-icu write it`(text: String, blocks: [Plan.Block]) throws {
    let decoded = try decode(text)
    #expect(decoded.format == .text)
    #expect(decoded.plan.blocks == blocks)
    #expect(try back(decoded.plan, .text).plan.blocks == blocks)
  }

  @Test func `text: distance with pace, cues with times, a lap button`() throws {
    let plan = try decode(
      "- 2km 78-82% Pace\n- First 60^30 Second 120^ Third 10m 65%\n- Easy press lap 5m Z1 HR\n- press lap"
    ).plan
    #expect(plan.sport == .running && plan.plannedDistance == 2000 && plan.plannedTime == 900_000)
    guard case .step(let cued) = plan.blocks[1], case .step(let easy) = plan.blocks[2],
      case .step(let open) = plan.blocks[3]
    else {
      Issue.record("\(plan.blocks)")
      return
    }
    #expect(cued.messages.map { "\($0.after / 1000) \($0.text)" } == ["0 First", "60 Second", "120 Third"])
    #expect(easy.name == "Easy" && open.goal == .open)
  }

  @Test(arguments: [
    ("stay below zone 3", PlanGoal.open, PlanTarget.Limits.zones(1...2, scheme: nil), Quantity.heartRate),
    ("zone 4 for 6 minutes", .time(360_000), .zones(4...4, scheme: nil), .heartRate),
    ("easy 45 min", .time(2_700_000), .zones(1...2, scheme: nil), .heartRate),
    ("Run 10 km in zones 2-3", .distance(10_000), .zones(2...3, scheme: nil), .heartRate),
    ("Z2 for 1 hour", .time(3_600_000), .zones(2...2, scheme: nil), .heartRate),
    ("keep below 150 bpm for 1h", .time(3_600_000), .range(nil, 150), .heartRate),
    ("above 200 w for 30 s", .time(30_000), .range(200, nil), .power),
    ("200-220w 10m", .time(600_000), .range(200, 220), .power),
    ("tempo 20m", .time(1_200_000), .zones(3...3, scheme: nil), .heartRate),
    ("above zone 2 for 5 min", .time(300_000), .zones(3...3, scheme: nil), .heartRate),
  ])
  func `a single target in words`(
    words: String, goal: PlanGoal, limits: PlanTarget.Limits, quantity: Quantity
  ) throws {
    let plan = try PlanFile.plan(words: words)
    #expect(plan.blocks == [.step(PlanStep(.steady, goal: goal, target: PlanTarget(quantity, limits)))])
  }

  @Test func `words that are no target are told so, and sets are sets`() throws {
    for words in ["", "hello", "below zone 1", "zone 12", "zone", "4x"] {
      #expect(throws: PlanError.self, "\(words)") { try PlanFile.plan(words: words) }
    }
    #expect(try PlanFile.plan(words: "4x 6m Z4 / 3m Z1").stepCount == 8)
  }

  // MARK: What can't be read

  @Test(arguments: [
    (
      "<workout_file><workout>\n<SteadyState Duration=\"x\" Power=\"1\"/></workout></workout_file>",
      "line 2, step 1: Duration is “x”, which is no number"
    ),
    (
      "<workout_file><workout>\n\n<SteadyState Power=\"1\"/></workout></workout_file>",
      "line 3, step 1: SteadyState has no Duration above 0"
    ),
    (
      "<workout_file><workout><IntervalsT Repeat=\"0.5\" OnDuration=\"1\"/></workout></workout_file>",
      "line 1, step 1: Repeat is a whole number from 1 to 10000"
    ),
    ("<workout_file><workout></workout></workout_file>", "the plan has no steps"),
    ("<gpx></gpx>", "this is no plan that is known here; of XML only ZWO workouts are read"),
    (
      "[COURSE HEADER]\n[END COURSE HEADER]\n[COURSE DATA]\n0 100\n",
      "the line MINUTES WATTS or MINUTES PERCENT is missing"
    ),
    ("[COURSE HEADER]\nDISTANCE GRADE WIND\n", "line 2: this is a course with grades, no workout"),
    (
      "[COURSE HEADER]\nMINUTES WATTS\n[COURSE DATA]\n0 100\n5 abc\n",
      "line 5: a point is minutes and a number, not “5 abc”"
    ),
    ("[COURSE HEADER]\nMINUTES WATTS\n[COURSE DATA]\n5 100\n4 100\n", "line 5: the time goes back"),
    ("[COURSE HEADER]\nMINUTES HORSES\n", "line 2: minutes come with WATTS, PERCENT or FTP, not with “HORSES”"),
    ("Main\n- Z4 HR\n", "line 2: “Z4 HR” has no length, such as 6m, 30s or 1km"),
    ("- 5m 10km Z2", "line 1: a step has one length, and “10km” is a second one"),
    ("- 5m Z2\n- 5m intensity=silly", "line 2: there is no intensity “silly”"),
    ("0x\n- 5m", "line 1: a repeat is done 1 to 10000 times"),
    ("just a text", "the plan has no steps"),
  ])
  func `bad plans get line and reason`(text: String, wanted: String) {
    do {
      _ = try decode(text)
      Issue.record("\(text) was read")
    } catch {
      #expect("\(error)" == wanted)
    }
  }

  @Test func `a FIT repeat that leads nowhere, or no workout at all, is told`() throws {
    var output = FITWriterOutput()
    var message = FITWriterMessage(27)
    message.add(254, .uint16, 0)
    message.add(1, .enumeration, 6)
    message.add(2, .uint32, 3)
    message.add(4, .uint32, 4)
    output.write(message)
    let bytes = try output.finished()
    #expect(throws: PlanError(.badValue, "the repeat leads to a step that isn't before it", step: "1")) {
      try PlanFile.decode(bytes)
    }
  }

  @Test func `bytes that are anything never trap`() throws {
    var random = SeededGenerator(seed: 3)
    var seeds: [[UInt8]] = []
    for seed in UInt64(0)..<40 {
      for format in PlanFormat.allCases {
        if let found = try? PlanFile.encode(RandomPlan.plan(seed: seed), as: format) { seeds.append(found.bytes) }
      }
    }
    for _ in 0..<4000 {
      guard var bytes = seeds.randomElement(using: &random) else { return }
      for _ in 0..<Int.random(in: 1...6, using: &random) where !bytes.isEmpty {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bytes[place] = .random(in: 0...255, using: &random)
        case 1: bytes.removeSubrange(place..<min(bytes.count, place + 9))
        default: bytes.insert(contentsOf: bytes[place..<min(bytes.count, place + 30)], at: place)
        }
      }
      if let read = try? PlanFile.decode(bytes) {
        for format in PlanFormat.allCases { _ = try? PlanFile.encode(read.plan, as: format) }
      }
    }
  }

  // MARK: Real files

  @Test(
    .enabled(if: Corpus.folder != nil, Comment(rawValue: Corpus.absence)),
    arguments: Corpus.files(in: "workouts", endingIn: ""))
  func `real files read to the totals of other decoders, and come back`(name: String) throws {
    let decoded = try PlanFile.decode(try Corpus.bytes(name), name: name)
    let plan = decoded.plan
    let oracle = try #require(
      JSONSerialization.jsonObject(with: Data(try Corpus.bytes("oracle.json"))) as? [String: [String: Any]])
    let expected = try #require(oracle[name])
    switch decoded.format {
    case .zwo:
      #expect(plan.plannedTime == Milliseconds((expected["total_duration_attr"] as? Double ?? -1) * 1000))
      let texts = plan.messageCount
      #expect(texts == expected["textevents"] as? Int)
    case .erg, .mrc:
      #expect(plan.plannedTime == Milliseconds(((expected["duration_min"] as? Double ?? -1) * 60_000).rounded()))
    case .fit:
      let decoders = try #require(expected["decoders"] as? [String: [String: Any]])
      let steps = try #require(decoders["fitdecode"]?["workout_steps"] as? Int)
      #expect(plan.ownStepCount == steps)
    case .json, .text: Issue.record("\(name)")
    }
    let (bytes, _) = try PlanFile.encode(plan, as: decoded.format)
    let again = try PlanFile.decode(bytes).plan
    #expect(again.blocks == plan.blocks)
  }

  @Test(.enabled(if: Corpus.folder != nil, Comment(rawValue: Corpus.absence)))
  func `the FIT workouts of the corpus say what their makers meant`() throws {
    let custom = try PlanFile.decode(try Corpus.bytes("workouts/fp-WorkoutCustomTargetValues.fit")).plan
    #expect(
      custom.steps.map(\.target) == [
        PlanTarget(.heartRate, .percent(50, 60, of: .maximumHeartRate)), PlanTarget(.power, .range(300, 310)),
        PlanTarget(.power, .range(260, 270)), PlanTarget(.power, .range(220, 230)),
      ])
    #expect(custom.steps.last?.goal == .until(.heartRate, .below, .value(125)))
    let until = try PlanFile.decode(try Corpus.bytes("workouts/fp-WorkoutRepeatGreaterThanStep.fit")).plan
    #expect(
      until.blocks.contains {
        if case .repeated(.until(.until(.heartRate, .above, .percent(80, of: .maximumHeartRate))), _) = $0 {
          true
        } else {
          false
        }
      })
    let peaks = try PlanFile.decode(try Corpus.bytes("workouts/rz-2023-01-13_heartratef.fit")).plan
    #expect(peaks.steps.first?.target == PlanTarget(.heartRate, .range(140, 160)))
    #expect(peaks.steps.last?.goal == .open && peaks.steps.last?.target == nil)
  }
}

extension Plan {
  /// The steps as they are written, repeats once.
  fileprivate var steps: [PlanStep] {
    func all(_ blocks: [Block]) -> [PlanStep] {
      blocks.flatMap { block in
        switch block {
        case .step(let step): [step]
        case .repeated(_, let inner): all(inner)
        }
      }
    }
    return all(blocks)
  }

  /// Steps and repeats as a FIT file counts them.
  fileprivate var ownStepCount: Int {
    func count(_ blocks: [Block]) -> Int {
      blocks.reduce(0) {
        switch $1 {
        case .step: $0 + 1
        case .repeated(_, let inner): $0 + 1 + count(inner)
        }
      }
    }
    return count(blocks)
  }

  fileprivate var messageCount: Int { steps.reduce(0) { $0 + $1.messages.count } }
}
