// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Workouts

/// Writes ZWO. What is not power becomes a free ride, and is told.
struct ZWOPlanWriter {
  private var output = TextOutput()
  private var losses: [String] = []
  private let numbers: PlanNumbers
  private let isByDistance: Bool
  private let isRun: Bool

  static func bytes(_ plan: Plan, _ numbers: PlanNumbers, _ losses: inout [String]) throws(PlanError) -> [UInt8] {
    let steps = try plan.flatSteps(format: "ZWO")
    let distances = steps.filter { if case .distance = $0.step.goal { true } else { false } }.count
    for (step, place) in steps {
      switch step.goal {
      case .time where distances == 0, .distance where distances == steps.count: break
      case .time, .distance:
        throw PlanError(.cannotBeWritten, "ZWO has either times or distances, not both in one workout", step: place)
      default: throw PlanError(.cannotBeWritten, "ZWO has only steps by time or distance", step: place)
      }
    }
    var writer = ZWOPlanWriter(
      numbers: numbers, isByDistance: distances > 0, isRun: plan.sport == .running)
    writer.write(plan)
    losses += writer.losses
    return writer.output.bytes
  }

  private init(numbers: PlanNumbers, isByDistance: Bool, isRun: Bool) {
    self.numbers = numbers
    self.isByDistance = isByDistance
    self.isRun = isRun
  }

  private mutating func write(_ plan: Plan) {
    output.write("<workout_file>\n")
    element("name", plan.name)
    if let notes = plan.notes { element("description", notes) }
    if plan.sport != .generic { element("sportType", isRun ? "run" : "bike") }
    if isByDistance { element("durationType", "distance") }
    output.write("  <workout>\n")
    write(plan.blocks)
    output.write("  </workout>\n</workout_file>\n")
    if plan.sport != .running, plan.sport != .cycling, plan.sport != .generic {
      losses.append("ZWO knows running and cycling; this is written as cycling")
    }
  }

  private mutating func element(_ name: String, _ text: String) {
    output.write("  <\(name)>")
    output.write(escaped: text)
    output.write("</\(name)>\n")
  }

  private mutating func write(_ blocks: [Plan.Block]) {
    var index = 0
    while index < blocks.count {
      switch blocks[index] {
      case .repeated(.count(let count), let inner):
        if inner.count == 2, case .step(let work) = inner[0], case .step(let rest) = inner[1], isPair(work, rest),
          work.messages.isEmpty, rest.messages.isEmpty
        {
          pair(work, rest, count)
        } else {
          for _ in 0..<count { write(inner) }
        }
      case .repeated(.until, _): break
      case .step(let step):
        if index + 1 < blocks.count, case .step(let next) = blocks[index + 1], isPair(step, next) {
          pair(step, next, 1)
          index += 1
        } else {
          single(step)
        }
      }
      index += 1
    }
  }

  /// Work and rest with a level target of one kind each, which `IntervalsT` can say.
  private func isPair(_ work: PlanStep, _ rest: PlanStep) -> Bool {
    func isPlain(_ step: PlanStep) -> Bool {
      guard let target = step.target, target.slope == .level, let (low, high) = percent(target) else { return false }
      return low != nil && high != nil && step.cadence.map { $0.lowerBound == $0.upperBound } ?? true
    }
    return work.kind == .work && rest.kind == .recovery && isPlain(work) && isPlain(rest)
  }

  private mutating func pair(_ work: PlanStep, _ rest: PlanStep, _ count: Int) {
    noteNames(work)
    noteNames(rest)
    output.write("    <IntervalsT Repeat=\"\(count)\"")
    attribute("OnDuration", length(work))
    attribute("OffDuration", length(rest))
    power(work, one: "OnPower", low: "PowerOnLow", high: "PowerOnHigh")
    power(rest, one: "OffPower", low: "PowerOffLow", high: "PowerOffHigh")
    if let cadence = work.cadence { attribute("Cadence", cadence.lowerBound) }
    if let cadence = rest.cadence { attribute("CadenceResting", cadence.lowerBound) }
    let shift: Milliseconds = if case .time(let time) = work.goal { time } else { 0 }
    close("IntervalsT", work.messages + rest.messages.map { .init(after: $0.after + shift, text: $0.text) })
  }

  private mutating func single(_ step: PlanStep) {
    noteNames(step)
    var target = step.target
    if let stated = target, percent(stated) == nil, !isZone(stated) {
      losses.append(
        stated.quantity == .power || stated.quantity == .speed
          ? "a target is left out, because ZWO has percent of FTP and yours isn't known"
          : "ZWO has no targets of \(stated.quantity == .heartRate ? "heart rate" : stated.quantity.rawValue); they are left out"
      )
      target = nil
    }
    guard let target else {
      let name = step.kind == .work ? "MaxEffort" : "FreeRide"
      output.write("    <\(name)")
      attribute("Duration", length(step))
      cadence(step)
      return close(name, step.messages)
    }
    let name: String
    switch (step.kind, target.slope) {
    case (.warmup, .rising), (.warmup, .falling): name = "Warmup"
    case (.cooldown, .falling): name = "Cooldown"
    case (_, .rising), (_, .falling): name = "Ramp"
    default: name = "SteadyState"
    }
    output.write("    <\(name)")
    attribute("Duration", length(step))
    if case .zones(let numbers, _) = target.limits {
      attribute("Zone", Double(numbers.lowerBound))
    } else if name == "SteadyState" {
      power(step, one: "Power", low: "PowerLow", high: "PowerHigh")
    } else if let ends = percent(target), let low = ends.low, let high = ends.high {
      attribute("PowerLow", (target.slope == .rising ? low : high) / 100)
      attribute("PowerHigh", (target.slope == .rising ? high : low) / 100)
    }
    cadence(step)
    close(name, step.messages)
  }

  private func isZone(_ target: PlanTarget) -> Bool {
    if case .zones(let numbers, nil) = target.limits, numbers.count == 1, target.quantity == basis.quantity {
      true
    } else {
      false
    }
  }

  private var basis: PlanBasis { isRun ? .criticalSpeed : .functionalThresholdPower }

  private func percent(_ target: PlanTarget) -> (low: Double?, high: Double?)? {
    if isRun {
      if case .percent(let low, let high, .criticalSpeed) = target.limits { return (low, high) }
      return nil
    }
    return target.percentFTP(numbers)
  }

  private func length(_ step: PlanStep) -> Double {
    switch step.goal {
    case .time(let time): Double(time) / 1000
    case .distance(let meters): meters
    default: 0
    }
  }

  private mutating func power(_ step: PlanStep, one: String, low: String, high: String) {
    guard let target = step.target, let ends = percent(target) else { return }
    switch ends {
    case (let a?, let b?) where a == b: attribute(one, a / 100)
    case (let a?, let b?):
      attribute(low, a / 100)
      attribute(high, b / 100)
    case (nil, let b?):
      losses.append("ZWO has no ceilings; they are written as ranges from 0")
      attribute(low, 0)
      attribute(high, b / 100)
    case (let a?, nil):
      losses.append("ZWO has no floors; they are written as one value")
      attribute(one, a / 100)
    case (nil, nil): break
    }
  }

  private mutating func cadence(_ step: PlanStep) {
    guard let cadence = step.cadence else { return }
    if cadence.lowerBound == cadence.upperBound {
      attribute("Cadence", cadence.lowerBound)
    } else {
      attribute("CadenceLow", cadence.lowerBound)
      attribute("CadenceHigh", cadence.upperBound)
    }
  }

  private mutating func attribute(_ name: String, _ value: Double) {
    output.write(" \(name)=\"")
    output.write(value, decimals: 9)
    output.write("\"")
  }

  private mutating func close(_ name: String, _ messages: [PlanStep.Message]) {
    guard !messages.isEmpty else { return output.write("/>\n") }
    output.write(">\n")
    for message in messages {
      output.write("      <textevent timeoffset=\"")
      output.write(Double(message.after) / 1000, decimals: 3)
      output.write("\" message=\"")
      output.write(escaped: message.text)
      output.write("\"/>\n")
    }
    output.write("    </\(name)>\n")
  }

  private mutating func noteNames(_ step: PlanStep) {
    if step.name != nil { losses.append("ZWO has no names of steps; they are left out") }
  }
}
