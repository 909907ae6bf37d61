// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Workouts

/// Writes FIT workouts.
struct FITPlanWriter {
  private var steps: [FITWriterMessage] = []
  private var losses: [String] = []
  private let numbers: PlanNumbers

  static func bytes(
    _ plan: Plan, _ numbers: PlanNumbers, created: Instant, _ losses: inout [String]
  ) throws(PlanError) -> [UInt8] {
    var writer = FITPlanWriter(numbers: numbers)
    try writer.append(plan.blocks, at: "")
    losses += writer.losses
    var output = FITWriterOutput()
    let seconds = FITWriterTime.seconds(created)
    var file = FITWriterMessage(0)
    file.add(0, .enumeration, 5)
    file.add(1, .uint16, 255)
    file.add(2, .uint16, 0)
    // Watches tell workouts apart by serial number and time.
    file.add(3, .uint32z, max(1, (seconds ?? 1) & 0x7FFF_FFFF))
    file.add(4, .uint32, seconds)
    output.write(file)
    var workout = FITWriterMessage(26)
    workout.add(4, .enumeration, FITWriterNames.sport(plan.sport))
    workout.add(6, .uint16, Int64(writer.steps.count))
    workout.add(8, text: plan.name, limit: 200)
    workout.add(17, text: plan.notes, limit: 250)
    output.write(workout)
    for step in writer.steps { output.write(step) }
    do {
      return try output.finished()
    } catch {
      throw PlanError(.cannotBeWritten, "\(error)")
    }
  }

  private init(numbers: PlanNumbers) { self.numbers = numbers }

  private mutating func append(_ blocks: [Plan.Block], at place: String) throws(PlanError) {
    for (index, block) in blocks.enumerated() {
      let here = place + String(index + 1)
      switch block {
      case .step(let step): try append(step, here)
      case .repeated(let times, let inner):
        let first = steps.count
        try append(inner, at: here + ".")
        var message = FITWriterMessage(27)
        message.add(254, .uint16, Int64(steps.count))
        let (type, value) = try code(times, here)
        message.add(1, .enumeration, type)
        message.add(2, .uint32, Int64(first))
        message.add(4, .uint32, value)
        steps.append(message)
      }
    }
  }

  private mutating func code(_ times: Plan.Times, _ place: String) throws(PlanError) -> (Int64, Int64) {
    switch times {
    case .count(let count): return (6, Int64(count))
    case .until(.time(let time)): return (7, time)
    case .until(.distance(let meters)): return (8, whole(meters * 100))
    case .until(.energy(let energy)): return (9, whole(energy))
    case .until(.until(let quantity, let side, let limit)):
      let isPower = quantity == .power
      return ((isPower ? 12 : 10) + (side == .above ? 1 : 0), try code(limit, quantity, place))
    case .until(.open): return (6, 1)
    }
  }

  private mutating func append(_ step: PlanStep, _ place: String) throws(PlanError) {
    var message = FITWriterMessage(27)
    message.add(254, .uint16, Int64(steps.count))
    message.add(0, text: step.name, limit: 100)
    try goal(step, place, &message)
    try target(step, place, &message)
    let intensity: Int64 =
      switch step.kind {
      case .work: 0
      case .recovery: 1
      case .warmup: 2
      case .cooldown: 3
      case .steady: 6
      }
    message.add(7, .enumeration, intensity)
    if let first = step.messages.first {
      message.add(8, text: first.text, limit: 200)
      if step.messages.count > 1 || first.after > 0 {
        losses.append("FIT has one text for a step, without a time; others are left out")
      }
    }
    steps.append(message)
  }

  private mutating func goal(
    _ step: PlanStep, _ place: String, _ message: inout FITWriterMessage
  ) throws(PlanError) {
    if let gate = step.gate {
      message.add(1, .enumeration, 2)
      message.add(2, .uint32, try code(gate.below, .heartRate, place))
      if (gate.minimum, gate.maximum, gate.withoutSignal) != RecoveryGate.defaults {
        losses.append("FIT has no shortest, longest and timed rest; those of a gate are left out")
      }
      return
    }
    switch step.goal {
    case .time(let time):
      message.add(1, .enumeration, 0)
      message.add(2, .uint32, time)
    case .distance(let meters):
      message.add(1, .enumeration, 1)
      message.add(2, .uint32, whole(meters * 100))
    case .energy(let energy):
      message.add(1, .enumeration, 4)
      message.add(2, .uint32, whole(energy))
    case .open: message.add(1, .enumeration, 5)
    case .until(let quantity, let side, let limit):
      message.add(1, .enumeration, (quantity == .power ? 14 : 2) + (side == .above ? 1 : 0))
      message.add(2, .uint32, try code(limit, quantity, place))
    }
  }

  private mutating func target(
    _ step: PlanStep, _ place: String, _ message: inout FITWriterMessage
  ) throws(PlanError) {
    var isOpen = true
    if let target = step.target {
      isOpen = false
      if target.slope != .level { losses.append("FIT has no ramps; they are written as ranges") }
      message.add(3, .enumeration, target.quantity == .heartRate ? 1 : target.quantity == .power ? 4 : 0)
      switch target.limits {
      case .zones(let numbers, nil) where numbers.count == 1: message.add(4, .uint32, Int64(numbers.lowerBound))
      default:
        message.add(4, .uint32, 0)
        let (low, high) = try codes(target, place)
        message.add(5, .uint32, low)
        message.add(6, .uint32, high)
      }
    }
    if let cadence = step.cadence {
      // Beside another target it is the second one.
      message.add(isOpen ? 3 : 19, .enumeration, 3)
      message.add(isOpen ? 4 : 20, .uint32, 0)
      message.add(isOpen ? 5 : 21, .uint32, whole(cadence.lowerBound))
      message.add(isOpen ? 6 : 22, .uint32, whole(cadence.upperBound))
    } else if isOpen {
      message.add(3, .enumeration, 2)
    }
  }

  private mutating func codes(_ target: PlanTarget, _ place: String) throws(PlanError) -> (Int64, Int64) {
    switch (target.quantity, target.limits) {
    case (_, .zones):
      throw PlanError(
        .missingNumber, "FIT has one zone for a step, of your own; what these zones are isn't known: state them",
        step: place)
    case (.heartRate, .percent(let low, let high, .maximumHeartRate)):
      if (low ?? 0) <= 100, (high ?? 0) <= 100 { return (whole(low ?? 0), whole(high ?? 100)) }
    case (.power, .percent(let low, let high, .functionalThresholdPower)):
      return (whole(low ?? 0), whole(high ?? 1000))
    default: break
    }
    // Percent of anything else than FIT's own is written in beats, watts or metres a second.
    guard let (low, high) = target.absolute(numbers) else {
      throw PlanError(
        .missingNumber, "FIT has percent of maximum heart rate and of FTP only; the number these are of isn't known",
        step: place)
    }
    switch target.quantity {
    case .heartRate:
      return (
        low.map { whole($0 + 100) } ?? Int64(FITPlanCoding.openBeats.low),
        high.map { whole($0 + 100) } ?? Int64(FITPlanCoding.openBeats.high)
      )
    case .power:
      return (
        low.map { whole($0 + 1000) } ?? Int64(FITPlanCoding.openWatts.low),
        high.map { whole($0 + 1000) } ?? Int64(FITPlanCoding.openWatts.high)
      )
    default: return (whole((low ?? 0) * 1000), whole((high ?? 30) * 1000))
    }
  }

  private mutating func code(_ limit: PlanLimit, _ quantity: Quantity, _ place: String) throws(PlanError) -> Int64 {
    switch limit {
    case .value(let value): return whole(value + (quantity == .power ? 1000 : 100))
    case .percent(let percent, of: .maximumHeartRate) where quantity == .heartRate && percent <= 100:
      return whole(percent)
    case .percent(let percent, of: .functionalThresholdPower) where quantity == .power: return whole(percent)
    case .percent(let percent, let basis):
      guard let one = numbers.value(basis) else {
        throw PlanError(.missingNumber, "the number a percentage is of isn't known", step: place)
      }
      return whole(one * percent / 100 + (quantity == .power ? 1000 : 100))
    case .zone:
      throw PlanError(
        .missingNumber, "FIT has no zones as limits, and what yours are isn't known: state them", step: place)
    }
  }

  private mutating func whole(_ value: Double) -> Int64 {
    let rounded = value.rounded()
    if abs(rounded - value) > 1e-6 { losses.append("FIT has whole numbers; others are rounded") }
    return Int64(min(max(rounded, 0), 4e9))
  }
}
