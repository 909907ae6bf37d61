// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Workouts

/// Writes plans as text that `TextPlanReader` reads back.
struct TextPlanWriter {
  private var text = ""
  private var losses: [String] = []
  private let statesKinds: Bool

  static func bytes(_ plan: Plan, _ losses: inout [String]) throws(PlanError) -> [UInt8] {
    var writer = TextPlanWriter(statesKinds: false)
    try writer.write(plan.blocks)
    // Where the kinds can't be told from how hard the steps are, each is stated.
    let read = try? TextPlanReader.read(writer.text)
    if read?.kinds != plan.kinds {
      writer = TextPlanWriter(statesKinds: true)
      try writer.write(plan.blocks)
    }
    losses += writer.losses
    return Array(writer.text.utf8)
  }

  private init(statesKinds: Bool) { self.statesKinds = statesKinds }

  private mutating func write(_ blocks: [Plan.Block]) throws(PlanError) {
    for (index, block) in blocks.enumerated() {
      switch block {
      case .step(let step): text += try line(step, String(index + 1))
      case .repeated(.count(let count), let inner):
        let isNested = inner.contains { if case .repeated = $0 { true } else { false } }
        if isNested {
          losses.append("text has no repeats inside repeats; they are written out")
          for _ in 0..<count { try write(inner) }
          continue
        }
        // A blank line ends the repeat.
        text += "\n\(count)x\n"
        for (place, block) in inner.enumerated() {
          if case .step(let step) = block { text += try line(step, "\(index + 1).\(place + 1)") }
        }
        text += "\n"
      case .repeated(.until, _):
        throw PlanError(.cannotBeWritten, "text has no repeat until something", step: String(index + 1))
      }
    }
  }

  private mutating func line(_ step: PlanStep, _ place: String) throws(PlanError) -> String {
    var words: [String] = []
    if step.messages.isEmpty {
      if let name = step.name { words.append(plain(name)) }
    } else {
      if step.name != nil { losses.append("a step has a name or texts, not both; the name is left out") }
      for message in step.messages.stablySorted() {
        if message.after > 0 { words.append("\(message.after / 1000)^") }
        words.append(plain(message.text))
      }
    }
    if let gate = step.gate {
      words.append("until HR <\(try limit(gate.below, .heartRate, place))")
      if gate.minimum != RecoveryGate.defaults.minimum { words.append("min=\(seconds(gate.minimum))") }
      if gate.maximum != RecoveryGate.defaults.maximum { words.append("max=\(seconds(gate.maximum))") }
      if gate.withoutSignal != RecoveryGate.defaults.withoutSignal {
        words.append("lost=\(seconds(gate.withoutSignal))")
      }
    } else {
      words.append(try goal(step.goal, place))
    }
    if let target = step.target { words.append(try self.target(target, place)) }
    if let cadence = step.cadence {
      words.append(
        cadence.lowerBound == cadence.upperBound
          ? "\(number(cadence.lowerBound))rpm" : "\(number(cadence.lowerBound))-\(number(cadence.upperBound))rpm")
    }
    if statesKinds { words.append("intensity=\(step.kind == .work ? "interval" : step.kind.rawValue)") }
    return "- " + words.joined(separator: " ") + "\n"
  }

  /// A text without what would be read as something else.
  private mutating func plain(_ text: String) -> String {
    let words = text.split(whereSeparator: \.isWhitespace)
    let kept = words.filter { word in
      let lower = word.lowercased()
      return TextPlanToken.duration(word) == nil && TextPlanToken.distance(word) == nil
        && TextPlanToken.range(lower) == nil && TextPlanToken.cadence(lower) == nil && !lower.contains("^")
        && !lower.contains("=") && !lower.hasSuffix("kcal")
        && !["ramp", "freeride", "maxeffort", "until", "press", "0", "-"].contains(lower)
    }
    if kept.count != words.count {
      losses.append("words that would be read as lengths or targets are left out of names")
    }
    return kept.joined(separator: " ")
  }

  private func goal(_ goal: PlanGoal, _ place: String) throws(PlanError) -> String {
    switch goal {
    case .time(let time): duration(time)
    case .distance(let meters):
      meters >= 1000 && meters.truncatingRemainder(dividingBy: 100) == 0
        ? "\(number(meters / 1000))km" : "\(number(meters))mtr"
    case .energy(let energy): "\(number(energy))kcal"
    case .open: "press lap"
    case .until(let quantity, let side, let limit):
      "until \(quantity == .power ? "power" : "HR") \(side == .below ? "<" : ">")\(try self.limit(limit, quantity, place))"
    }
  }

  private func limit(_ limit: PlanLimit, _ quantity: Quantity, _ place: String) throws(PlanError) -> String {
    switch limit {
    case .value(let value): return "\(number(value))\(quantity == .power ? "w" : "bpm")"
    case .zone(let zone): return "Z\(zone)"
    case .percent(let percent, let basis):
      guard basis == (quantity == .power ? .functionalThresholdPower : .maximumHeartRate) else {
        throw PlanError(.cannotBeWritten, "a limit in text is percent of FTP or of maximum heart rate", step: place)
      }
      return "\(number(percent))%"
    }
  }

  private func target(_ target: PlanTarget, _ place: String) throws(PlanError) -> String {
    let ramp = target.slope == .level ? "" : "ramp "
    let isFalling = target.slope == .falling
    func ends(_ low: Double?, _ high: Double?, _ unit: String) -> String {
      switch (low, high) {
      case (nil, let high?): return "<\(number(high))\(unit)"
      case (let low?, nil): return ">\(number(low))\(unit)"
      case (let low?, let high?) where low == high: return "\(number(low))\(unit)"
      case (let low?, let high?):
        return isFalling ? "\(number(high))-\(number(low))\(unit)" : "\(number(low))-\(number(high))\(unit)"
      case (nil, nil): return ""
      }
    }
    switch target.limits {
    case .zones(let numbers, let scheme):
      guard scheme == nil else {
        throw PlanError(.cannotBeWritten, "zones in text are your own, not those of a scheme", step: place)
      }
      let word = numbers.count == 1 ? "Z\(numbers.lowerBound)" : "Z\(numbers.lowerBound)-Z\(numbers.upperBound)"
      return word + (target.quantity == .heartRate ? " HR" : target.quantity == .speed ? " Pace" : "")
    case .range(let low, let high):
      switch target.quantity {
      case .heartRate: return ramp + ends(low, high, "bpm")
      case .power: return ramp + ends(low, high, "w")
      default: throw PlanError(.cannotBeWritten, "speeds in text are percent of pace", step: place)
      }
    case .percent(let low, let high, let basis):
      let word =
        switch basis {
        case .functionalThresholdPower: ""
        case .maximumHeartRate: " HR"
        case .thresholdHeartRate: " LTHR"
        case .criticalSpeed: " Pace"
        }
      return ramp + ends(low, high, "%") + word
    }
  }

  private func duration(_ time: Milliseconds) -> String {
    let seconds = time / 1000
    guard time % 1000 == 0 else { return self.seconds(time) }
    var words = ""
    if seconds >= 3600 { words += "\(seconds / 3600)h" }
    if seconds / 60 % 60 > 0 { words += "\(seconds / 60 % 60)m" }
    if seconds % 60 > 0 { words += "\(seconds % 60)s" }
    return words
  }

  private func seconds(_ time: Milliseconds) -> String { "\(number(Double(time) / 1000))s" }

  private func number(_ value: Double) -> String { PlanNumber.text(value) }
}

extension Plan {
  /// The kinds of all steps, repeats written out.
  fileprivate var kinds: [PlanStep.Kind]? { try? flatSteps(format: "text").map(\.step.kind) }
}
