// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

public import Coaching
import WorkoutFiles
public import Workouts
import Zones

/// A workout written down for the coach: plan, samples, pauses. Same scenario, same cues.
public struct CoachScenario: Sendable {
  /// The plan with its limits.
  public var plan: ResolvedPlan
  /// How the coach is tuned.
  public var settings: CoachSettings
  /// What the samples are of.
  public var quantity: Quantity
  /// Samples in order, in milliseconds since the start; `nil` where the sensor told nothing.
  public var samples: [(time: Milliseconds, value: Double?)]
  /// Pauses in order, disjoint.
  public var pauses: [(start: Milliseconds, end: Milliseconds)]
  /// Until when the workout goes on, in milliseconds since the start.
  public var end: Milliseconds

  /// A scenario from its parts.
  public init(
    plan: ResolvedPlan, settings: CoachSettings = CoachSettings(), quantity: Quantity,
    samples: [(time: Milliseconds, value: Double?)], pauses: [(start: Milliseconds, end: Milliseconds)] = [],
    end: Milliseconds
  ) {
    self.plan = plan
    self.settings = settings
    self.quantity = quantity
    self.samples = samples
    self.pauses = pauses
    self.end = end
  }

  /// What the coach says.
  ///
  /// - Parameter chunk: how many samples are handed over before the time goes on; the cues are the same with any.
  public func cues(chunk: Int = 1) -> [CoachFeed.Timed] { run(chunk: chunk).cues }

  /// What the coach says, and what became of the steps.
  public func run(chunk: Int = 1) -> (cues: [CoachFeed.Timed], records: [StepRecord]) {
    var feed = CoachFeed(LiveCoach(plan, settings: settings), start: 0)
    var cues: [CoachFeed.Timed] = []
    var edges = pauses.flatMap { [(time: $0.start, isPause: true), (time: $0.end, isPause: false)] }[...]
    func passEdges(until time: Milliseconds) {
      while let edge = edges.first, edge.time <= time {
        cues += edge.isPause ? feed.pause(at: edge.time) : feed.resume(at: edge.time)
        edges.removeFirst()
      }
    }
    for (count, sample) in samples.enumerated() where sample.time <= end {
      passEdges(until: sample.time)
      cues += feed.add(quantity, sample.value, at: sample.time)
      if chunk > 0, (count + 1) % chunk == 0 { cues += feed.advance(to: sample.time) }
    }
    passEdges(until: end)
    cues += feed.advance(to: end)
    var coach = feed.coach
    coach.end(at: feed.activeTime(at: end))
    return (cues, coach.records)
  }
}

extension CoachScenario {
  /// The largest document that is read, in bytes.
  public static let largest = 256 << 20

  /// Reads a document as `zonecoach coach --scenario` takes it.
  ///
  /// - Throws: `PlanError` with the line and what is wrong there.
  public init(json bytes: [UInt8]) throws(PlanError) {
    guard bytes.count <= Self.largest else { throw PlanError(.malformed, "the scenario is larger than 256 MB") }
    let value: JSONValue
    do {
      value = try JSONParser.parse(bytes)
    } catch {
      throw PlanError(.malformed, error.reason, line: error.line)
    }
    guard let document = value["plan"] else {
      throw PlanError(.malformed, "a scenario is an object with “plan”, “samples” and “endMs”", line: value.line)
    }
    var notes: [String] = []
    let plan = try JSONPlanReader.plan(from: document, &notes)
    var quantity = plan.quantity ?? .heartRate
    if let word = value["quantity"] {
      guard let stated = word.string.flatMap(Quantity.init(rawValue:)), stated == .heartRate || stated == .power else {
        throw PlanError(.badValue, "“quantity” is heartRate or power", line: word.line)
      }
      quantity = stated
    }
    let athlete = try Self.athlete(value, quantity)
    let end = try Self.time(value["endMs"], in: value, "endMs")
    self.init(
      plan: try ResolvedPlan(plan, for: athlete),
      settings: try CoachSettings(json: value["settings"], ftp: athlete.ftp), quantity: quantity,
      samples: try Self.samples(value), pauses: try Self.pauses(value), end: end)
  }

  private static func athlete(_ value: JSONValue, _ quantity: Quantity) throws(PlanError) -> PlanAthlete {
    var athlete = PlanAthlete()
    if let ftp = value["ftp"] {
      guard let number = ftp.number, let anchors = try? Anchors(stated: [.functionalThresholdPower: number]) else {
        throw PlanError(.badValue, "“ftp” is a number of watts that can be one", line: ftp.line)
      }
      athlete.anchors = anchors
    }
    if let list = value["boundaries"], list.array?.isEmpty != true {
      let numbers = list.array?.compactMap(\.number) ?? []
      guard numbers.count == list.array?.count else {
        throw PlanError(.badValue, "“boundaries” is a list of numbers", line: list.line)
      }
      do {
        let boundaries = try ZoneBoundaries(numbers)
        athlete.zones[quantity] = ZoneSet(
          quantity: quantity, boundaries: boundaries, names: (1...boundaries.zoneCount).map { "Zone \($0)" },
          firstNumber: 1, scheme: nil, anchors: [:], source: .app, provenance: "of the scenario")
      } catch {
        throw PlanError(.badValue, "\(error)", line: list.line)
      }
    }
    return athlete
  }

  private static func samples(_ value: JSONValue) throws(PlanError) -> [(time: Milliseconds, value: Double?)] {
    guard let list = value["samples"]?.array else {
      throw PlanError(.malformed, "“samples” is a list of [ms, value]", line: value["samples"]?.line ?? value.line)
    }
    var samples: [(time: Milliseconds, value: Double?)] = []
    samples.reserveCapacity(list.count)
    for item in list {
      guard let pair = item.array, pair.count == 2, let time = pair[0].time, pair[1].isNull || pair[1].number != nil
      else { throw PlanError(.badValue, "a sample is [ms, value] or [ms, null]", line: item.line) }
      if let last = samples.last, time < last.time {
        throw PlanError(.badValue, "the samples are not in order of time", line: item.line)
      }
      samples.append((time, pair[1].number))
    }
    return samples
  }

  private static func pauses(_ value: JSONValue) throws(PlanError) -> [(start: Milliseconds, end: Milliseconds)] {
    var pauses: [(start: Milliseconds, end: Milliseconds)] = []
    for item in value["pauses"]?.array ?? [] {
      guard let pair = item.array, pair.count == 2, let start = pair[0].time, let end = pair[1].time, start <= end
      else {
        throw PlanError(.badValue, "a pause is [ms, ms], the earlier first", line: item.line)
      }
      guard start >= pauses.last?.end ?? 0 else {
        throw PlanError(.badValue, "the pauses overlap or are not in order", line: item.line)
      }
      pauses.append((start, end))
    }
    return pauses
  }

  private static func time(_ value: JSONValue?, in document: JSONValue, _ name: String) throws(PlanError)
    -> Milliseconds
  {
    // A workout of more than ten days is a mistake, and would be ticked through second by second.
    guard let time = value?.time, time <= 864_000_000 else {
      throw PlanError(.badValue, "“\(name)” is a number of milliseconds", line: (value ?? document).line)
    }
    return time
  }
}

extension JSONValue {
  /// A number of milliseconds from 0 on.
  fileprivate var time: Milliseconds? {
    guard let number, number >= 0, number < 1e15 else { return nil }
    return Milliseconds(number.rounded())
  }
}

extension Plan {
  /// What the first coached target is of; heart rate where there is only a gate.
  fileprivate var quantity: Quantity? {
    func first(_ blocks: [Block]) -> Quantity? {
      for block in blocks {
        switch block {
        case .step(let step):
          if let quantity = step.target?.quantity, quantity == .heartRate || quantity == .power { return quantity }
        case .repeated(_, let inner): if let found = first(inner) { return found }
        }
      }
      return nil
    }
    return first(blocks)
  }
}

extension CoachSettings {
  /// Settings of a scenario: what is not there is as always.
  init(json value: JSONValue?, ftp: Double?) throws(PlanError) {
    self.init(ftp: ftp)
    guard let value else { return }
    if let word = value["verbosity"] {
      guard let stated = word.string.flatMap(Verbosity.init(rawValue:)) else {
        throw PlanError(.badValue, "“verbosity” is all, key-moments, haptics or off", line: word.line)
      }
      verbosity = stated
    }
    try heartRate.take(value["heartRate"])
    try power.take(value["power"])
  }
}

extension CoachSettings.Pace {
  fileprivate mutating func take(_ value: JSONValue?) throws(PlanError) {
    let times: [(String, WritableKeyPath<Self, Milliseconds>)] = [
      ("dwellSeconds", \.dwell), ("workGraceSeconds", \.workGrace), ("recoveryGraceSeconds", \.recoveryGrace),
      ("steadyGraceSeconds", \.steadyGrace), ("resumeGraceSeconds", \.resumeGrace), ("rearmSeconds", \.rearm),
      ("gapSeconds", \.gap), ("quietEndSeconds", \.quietEnd), ("leadInSeconds", \.leadIn),
    ]
    for member in value?.object ?? [] {
      if member.name == "repeatSeconds", let list = member.value.array {
        repeats = list.compactMap { $0.number.flatMap { milliseconds(seconds: $0) } }
        continue
      }
      guard let number = member.value.number else {
        throw PlanError(.badValue, "“\(member.name.prefix(40))” is a number", line: member.value.line)
      }
      if member.name == "hysteresis" {
        hysteresis = number
      } else if let (_, path) = times.first(where: { $0.0 == member.name }), let time = milliseconds(seconds: number) {
        self[keyPath: path] = time
      } else {
        throw PlanError(.badValue, "there is no setting “\(member.name.prefix(40))”", line: member.value.line)
      }
    }
  }
}
