// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Workouts

/// Reads ZWO, the workouts of Zwift: fractions of FTP, for runs fractions of a race pace.
final class ZWOPlanReader: XMLHandler {
  /// Names of elements and attributes. Case differs between programs.
  fileprivate enum Name: Int, CaseIterable {
    case workout_file, name, description, sportType, durationType, tags, workout
    case Warmup, Ramp, Cooldown, SteadyState, IntervalsT, FreeRide, Freeride, MaxEffort, Maxeffort, RestDay
    case textevent, TextEvent, textEvent, TextNotification
    case Duration, Power, PowerLow, PowerHigh, Repeat, OnDuration, OffDuration, OnPower, OffPower
    case PowerOnLow, PowerOnHigh, PowerOffLow, PowerOffHigh, PowerOnZone, PowerOffZone, Zone
    case Cadence, CadenceLow, CadenceHigh, CadenceResting, pace
    case timeoffset, TimeOffset, timeOffset, distoffset, message, Message
  }

  private static let vocabulary = XMLVocabulary(Name.allCases.map { "\($0)" })

  static func read(_ bytes: [UInt8], _ notes: inout [String]) throws(PlanError) -> Plan {
    let handler = ZWOPlanReader()
    let reader = XMLReader(vocabulary: vocabulary, handler: handler)
    handler.place = { [unowned reader] in reader.offset }
    bytes.withUnsafeBytes { _ = reader.feed($0) }
    reader.finish()
    if let problem = handler.problem {
      throw PlanError(problem.code, problem.reason, line: lineNumber(of: problem.offset, in: bytes), step: problem.step)
    }
    guard handler.isWorkout else {
      throw PlanError(.unknownFormat, "this is no plan that is known here; of XML only ZWO workouts are read")
    }
    if let failure = reader.failure {
      throw PlanError(.malformed, failure.message.lowercasedStart, line: lineNumber(of: failure.offset, in: bytes))
    }
    notes += handler.notes
    return handler.plan()
  }

  private struct Problem {
    var code: PlanError.Code
    var reason: String
    var offset: Int
    var step: String?
  }

  /// A segment with the texts that are shown in it.
  private struct Segment {
    var steps: [PlanStep]
    var count: Int
    var messages: [PlanStep.Message] = []
  }

  private var place: () -> Int = { 0 }
  private var problem: Problem?
  private var notes: [String] = []
  private var isWorkout = false
  private var isInside = false
  private var isOpen = false
  private var title = ""
  private var about: String?
  private var sport = Sport.generic
  private var isByDistance = false
  private var segments: [Segment] = []
  private var hadWork = false

  func start(_ place: Int?, _ attributes: XMLAttributes) -> Bool {
    guard let place, let name = Name(rawValue: place), problem == nil else { return false }
    switch name {
    case .workout_file: isWorkout = true
    case .workout: isInside = true
    case .name, .description, .sportType, .durationType: return !isInside
    case .textevent, .TextEvent, .textEvent, .TextNotification: take(text: attributes)
    case .Warmup, .Ramp, .Cooldown, .SteadyState, .IntervalsT, .FreeRide, .Freeride, .MaxEffort, .Maxeffort, .RestDay:
      if isInside {
        isOpen = true
        take(segment: name, attributes)
      }
    default: break
    }
    return false
  }

  func end(_ place: Int?, _ text: XMLText) {
    guard let place, let name = Name(rawValue: place) else { return }
    switch name {
    case .workout: isInside = false
    case .name where !isInside: title = text.string
    case .description where !isInside: about = text.isEmpty ? nil : text.string
    case .sportType where !isInside: sport = text.isSame(as: "run") ? .running : .cycling
    case .durationType where !isInside: isByDistance = text.isSame(as: "distance")
    case .Warmup, .Ramp, .Cooldown, .SteadyState, .IntervalsT, .FreeRide, .Freeride, .MaxEffort, .Maxeffort, .RestDay:
      isOpen = false
    default: break
    }
  }

  private func fail(_ reason: String) {
    guard problem == nil else { return }
    problem = Problem(code: .badValue, reason: reason, offset: place(), step: String(segments.count + 1))
  }

  // MARK: Segments

  private func take(segment name: Name, _ attributes: XMLAttributes) {
    var values: [Name: Double] = [:]
    attributes.forEach { place, value in
      guard let name = Name(rawValue: place), name.isNumber else { return }
      if let number = value.number {
        values[name] = number
      } else if !value.isEmpty, name != .pace {
        fail("\(name) is “\(value.string.prefix(40))”, which is no number")
      }
    }
    let steps: [PlanStep]
    var count = 1
    switch name {
    case .IntervalsT:
      let repeats = values[.Repeat] ?? 1
      guard repeats >= 1, repeats <= 10_000, repeats == repeats.rounded() else {
        return fail("Repeat is a whole number from 1 to 10000")
      }
      count = Int(repeats)
      steps = intervals(values)
    case .FreeRide, .Freeride: steps = [step(.steady, values[.Duration], nil, values)]
    case .MaxEffort, .Maxeffort: steps = [step(.work, values[.Duration], nil, values)]
    case .RestDay: steps = [step(.steady, values[.Duration], nil, values)]
    default: steps = [step(name, values)]
    }
    // An off-time of 0 is a way to say that there is none.
    let real = steps.filter { $0.goal != .time(0) && $0.goal != .distance(0) }
    guard !real.isEmpty else { return fail("\(name) has no Duration above 0") }
    if let reason = real.lazy.compactMap(\.whatIsWrong).first { return fail(reason) }
    hadWork = hadWork || real.contains { $0.kind == .work }
    segments.append(Segment(steps: real, count: count))
  }

  private func intervals(_ values: [Name: Double]) -> [PlanStep] {
    let on = power(values[.OnPower], values[.PowerOnLow], values[.PowerOnHigh], zone: values[.PowerOnZone])
    let off = power(values[.OffPower], values[.PowerOffLow], values[.PowerOffHigh], zone: values[.PowerOffZone])
    var work = step(.work, values[.OnDuration] ?? 0, on, values)
    var rest = step(.recovery, values[.OffDuration] ?? 0, off, [:])
    work.cadence = cadence(values)
    rest.cadence = values[.CadenceResting].flatMap { $0 > 0 ? $0...$0 : nil }
    return [work, rest]
  }

  private func step(_ name: Name, _ values: [Name: Double]) -> PlanStep {
    var target = power(values[.Power], values[.PowerLow], values[.PowerHigh], zone: values[.Zone])
    if case .percent(let low?, let high?, let basis)? = target?.limits, values[.Power] == nil {
      let first = values[.PowerLow] ?? 0, last = values[.PowerHigh] ?? 0
      switch name {
      // A cool-down comes down, whichever way round its ends are written.
      case .Cooldown: target?.slope = low == high ? .level : .falling
      case .Warmup, .Ramp: target?.slope = first == last ? .level : first < last ? .rising : .falling
      default: break
      }
      target?.limits = .percent(low, high, of: basis)
    }
    let kind: PlanStep.Kind =
      switch name {
      case .Warmup: .warmup
      case .Cooldown: .cooldown
      default: target?.middle.map { PlanTarget.kind(percent: $0, afterWork: hadWork) } ?? .steady
      }
    return step(kind, values[.Duration], target, values)
  }

  private func step(
    _ kind: PlanStep.Kind, _ duration: Double?, _ target: PlanTarget?, _ values: [Name: Double]
  ) -> PlanStep {
    let duration = duration ?? 0
    // What is too long is left as it is, and told by the check of the step.
    let goal: PlanGoal =
      isByDistance ? .distance(duration) : .time(milliseconds(seconds: min(max(duration, 0), 1e9)) ?? 0)
    return PlanStep(kind, goal: goal, target: target, cadence: cadence(values))
  }

  private func cadence(_ values: [Name: Double]) -> ClosedRange<Double>? {
    if let low = values[.CadenceLow], let high = values[.CadenceHigh], low > 0, low <= high { return low...high }
    return values[.Cadence].flatMap { $0 > 0 ? $0...$0 : nil }
  }

  private func power(_ power: Double?, _ low: Double?, _ high: Double?, zone: Double?) -> PlanTarget? {
    let basis: PlanBasis = sport == .running ? .criticalSpeed : .functionalThresholdPower
    if let one = power ?? low ?? high {
      let other = power ?? high ?? one
      return PlanTarget(
        basis.quantity, .percent(rounded(min(one, other)), rounded(max(one, other)), of: basis))
    }
    if let zone, (1...9).contains(zone), zone == zone.rounded() {
      return PlanTarget(basis.quantity, .zones(Int(zone)...Int(zone), scheme: nil))
    }
    return nil
  }

  /// Fractions as percent, without what multiplying by 100 adds in the last places.
  private func rounded(_ fraction: Double) -> Double { (fraction * 1e8).rounded() / 1e6 }

  // MARK: Texts

  private func take(text attributes: XMLAttributes) {
    guard isOpen, !segments.isEmpty else { return }
    var after = 0.0, message: String?, isByPlace = false
    attributes.forEach { place, value in
      switch Name(rawValue: place) {
      case .timeoffset, .TimeOffset, .timeOffset: after = value.number ?? 0
      case .distoffset: isByPlace = true
      case .message, .Message: message = value.string
      default: break
      }
    }
    guard let message, !message.isEmpty, let time = milliseconds(seconds: min(max(after, 0), 1e6)) else { return }
    if isByPlace {
      notes.append("texts that come after a distance are shown at the start of their step")
    }
    segments[segments.count - 1].messages.append(.init(after: isByPlace ? 0 : time, text: message))
  }

  // MARK: The plan

  private func plan() -> Plan {
    var plan = Plan(name: title, sport: sport, notes: about)
    for segment in segments {
      guard segment.count > 1 || segment.steps.count > 1 else {
        var step = segment.steps[0]
        step.messages = segment.messages.stablySorted()
        plan.blocks.append(.step(step))
        continue
      }
      if segment.messages.isEmpty, segment.count > 1 {
        plan.blocks.append(.repeated(.count(segment.count), segment.steps.map { .step($0) }))
        continue
      }
      // Texts count from the start of the whole set, so each pass has its own.
      plan.blocks += Self.writtenOut(segment).map { .step($0) }
    }
    if sport == .running { notes.append("percentages of a race pace are taken for percentages of critical speed") }
    return plan
  }

  private static func writtenOut(_ segment: Segment) -> [PlanStep] {
    var steps: [PlanStep] = []
    var start: Milliseconds = 0
    let texts = segment.messages.stablySorted()
    let all = (0..<segment.count).flatMap { _ in segment.steps }
    for (index, step) in all.enumerated() {
      var step = step
      let length: Milliseconds = if case .time(let time) = step.goal { time } else { 0 }
      let end = index + 1 < all.count ? start + length : .max
      step.messages = texts.filter { $0.after >= start && $0.after < end }
        .map { .init(after: $0.after - start, text: $0.text) }
      steps.append(step)
      start += length
    }
    return steps
  }
}

extension ZWOPlanReader.Name {
  /// Whether it is an attribute that holds a number.
  fileprivate var isNumber: Bool {
    rawValue >= Self.Duration.rawValue && rawValue <= Self.pace.rawValue
  }
}

extension PlanTarget {
  /// The middle of a range in percent.
  fileprivate var middle: Double? {
    if case .percent(let low?, let high?, _) = limits { (low + high) / 2 } else { nil }
  }
}

extension [PlanStep.Message] {
  /// In order of time; at one time in order of writing.
  func stablySorted() -> [PlanStep.Message] {
    enumerated().sorted { ($0.element.after, $0.offset) < ($1.element.after, $1.offset) }.map(\.element)
  }
}

extension String {
  /// With a small letter at the start and no full stop at the end, as reasons are written.
  var lowercasedStart: String {
    let text = hasSuffix(".") ? String(dropLast()) : self
    return text.prefix(1).lowercased() + text.dropFirst()
  }
}
