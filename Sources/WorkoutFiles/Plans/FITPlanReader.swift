// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Workouts

/// Reads FIT workouts: messages 26 and 27.
struct FITPlanReader {
  private var notes: [String] = []

  static func read(_ bytes: [UInt8], _ notes: inout [String]) throws(PlanError) -> Plan {
    var problems = FITProblems()
    let result: Result<Plan, PlanError> = bytes.withUnsafeBytes { buffer in
      // Messages point into the bytes, so they are read here.
      var reader = FITPlanReader()
      do throws(PlanError) {
        let plan = try reader.plan(FITReader.parts(of: buffer, &problems))
        notes += reader.notes
        return .success(plan)
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  private mutating func plan(_ parts: [FITPart]) throws(PlanError) -> Plan {
    let workout = parts.lazy.flatMap { $0.all(26) }.first
    let messages = parts.flatMap { $0.all(27) }
    guard !messages.isEmpty else {
      let isActivity = parts.contains { !$0.all(18).isEmpty }
      throw PlanError(
        .noSteps, isActivity ? "this is a recorded workout, no plan" : "this FIT file has no steps of a workout")
    }
    guard messages.count <= Plan.mostSteps else { throw PlanError(.tooManySteps, "the file has too many steps") }
    var plan = Plan(name: workout?.string(8) ?? "")
    plan.notes = workout?.string(17)
    if let sport = workout?.int(4) { plan.sport = Sport(rawValue: FITProfile.sportName(sport) ?? "sport_\(sport)") }
    // Steps refer to one another by number, not by their order in the file.
    let numbered = messages.enumerated().map {
      (number: $0.element.int(254).map { $0 & 0xFFF } ?? $0.offset, $0.element)
    }
    .sorted { $0.number < $1.number }
    var blocks: [(first: Int, block: Plan.Block)] = []
    for (number, message) in numbered {
      if let times = try repeats(message, number) {
        guard let first = message.int(2), first < number,
          let place = blocks.firstIndex(where: { $0.first == first })
        else {
          throw PlanError(.badValue, "the repeat leads to a step that isn't before it", step: String(number + 1))
        }
        let inner = blocks[place...].map(\.block)
        blocks.removeSubrange(place...)
        blocks.append((first, .repeated(times, inner)))
      } else {
        let step = try step(message, number)
        if let reason = step.whatIsWrong { throw PlanError(.badValue, reason, step: String(number + 1)) }
        blocks.append((number, .step(step)))
      }
    }
    plan.blocks = blocks.map(\.block)
    return plan
  }

  private mutating func note(_ text: String) { if !notes.contains(text) { notes.append(text) } }

  private func repeats(_ message: FITMessage, _ number: Int) throws(PlanError) -> Plan.Times? {
    guard let type = message.int(1), (6...13).contains(type) else { return nil }
    guard let value = message.int(4) else {
      throw PlanError(.badValue, "the repeat says no number", step: String(number + 1))
    }
    switch type {
    case 6:
      guard value >= 1, value <= Plan.mostSteps else {
        throw PlanError(.badValue, "the repeat says no number from 1 to 10000", step: String(number + 1))
      }
      return .count(value)
    case 7: return .until(.time(Milliseconds(value)))
    case 8: return .until(.distance(Double(value) / 100))
    case 9: return .until(.energy(Double(value)))
    case 10: return .until(.until(.heartRate, .below, FITPlanCoding.heartRate(value)))
    case 11: return .until(.until(.heartRate, .above, FITPlanCoding.heartRate(value)))
    case 12: return .until(.until(.power, .below, FITPlanCoding.power(value)))
    default: return .until(.until(.power, .above, FITPlanCoding.power(value)))
    }
  }

  private mutating func step(_ message: FITMessage, _ number: Int) throws(PlanError) -> PlanStep {
    let kind: PlanStep.Kind =
      switch message.int(7) {
      case 1, 4: .recovery
      case 2: .warmup
      case 3: .cooldown
      case 6: .steady
      default: .work
      }
    var step = PlanStep(kind, name: message.string(0), goal: .open)
    let value = message.int(2)
    switch (message.int(1), value) {
    case (0, let value?), (28, let value?), (31, let value?): step.goal = .time(Milliseconds(value))
    case (1, let value?): step.goal = .distance(Double(value) / 100)
    // A rest until the heart has settled is a gate.
    case (2, let value?) where kind == .recovery: step.gate = RecoveryGate(below: FITPlanCoding.heartRate(value))
    case (2, let value?): step.goal = .until(.heartRate, .below, FITPlanCoding.heartRate(value))
    case (3, let value?): step.goal = .until(.heartRate, .above, FITPlanCoding.heartRate(value))
    case (4, let value?): step.goal = .energy(Double(value))
    case (14, let value?), (19, let value?), (20, let value?), (21, let value?), (25, let value?):
      step.goal = .until(.power, .below, FITPlanCoding.power(value))
    case (15, let value?), (22, let value?), (23, let value?), (24, let value?), (26, let value?):
      step.goal = .until(.power, .above, FITPlanCoding.power(value))
    case (5, _), (nil, _): break
    case (29, let value?):
      note("steps by repetitions end when you say so")
      step.name = step.name ?? "\(value) repetitions"
    default: note("steps that end in a way not known here end when you say so")
    }
    step.target = target(message, type: 3, value: 4, low: 5, high: 6)
    if message.int(3) == 3 { step.cadence = cadence(message, value: 4, low: 5, high: 6) }
    if message.int(19) == 3, step.cadence == nil { step.cadence = cadence(message, value: 20, low: 21, high: 22) }
    if let text = message.string(8) { step.messages = [.init(after: 0, text: text)] }
    return step
  }

  private mutating func target(_ message: FITMessage, type: UInt8, value: UInt8, low: UInt8, high: UInt8) -> PlanTarget?
  {
    let quantity: Quantity
    switch message.int(type) {
    case 0, 12: quantity = .speed
    case 1, 13: quantity = .heartRate
    case 4, 7, 8, 9, 10: quantity = .power
    case nil, 2, 3: return nil
    default:
      note("targets other than heart rate, power, speed and cadence are left out")
      return nil
    }
    if let zone = message.int(value), zone > 0 {
      guard (1...9).contains(zone) else { return nil }
      return PlanTarget(quantity, .zones(zone...zone, scheme: nil))
    }
    guard let first = message.int(low), let second = message.int(high), first > 0 || second > 0 else { return nil }
    let ends = [min(first, second), max(first, second)]
    switch quantity {
    case .heartRate: return FITPlanCoding.target(.heartRate, ends.map(FITPlanCoding.heartRate))
    case .power: return FITPlanCoding.target(.power, ends.map(FITPlanCoding.power))
    default: return PlanTarget(.speed, .range(Double(ends[0]) / 1000, Double(ends[1]) / 1000))
    }
  }

  private func cadence(_ message: FITMessage, value: UInt8, low: UInt8, high: UInt8) -> ClosedRange<Double>? {
    guard message.int(value) ?? 0 == 0, let first = message.int(low), let second = message.int(high), second > 0,
      max(first, second) <= 300, min(first, second) > 0
    else { return nil }
    return Double(min(first, second))...Double(max(first, second))
  }
}

/// How FIT writes heart rate and power in one number: percent up to a bound, above it the unit with an offset.
enum FITPlanCoding {
  /// Percent of maximum heart rate up to 100, above that beats with 100 added.
  static func heartRate(_ code: Int) -> PlanLimit {
    code <= 100 ? .percent(Double(code), of: .maximumHeartRate) : .value(Double(code - 100))
  }

  /// Percent of FTP up to 1000, above that watts with 1000 added.
  static func power(_ code: Int) -> PlanLimit {
    code <= 1000 ? .percent(Double(code), of: .functionalThresholdPower) : .value(Double(code - 1000))
  }

  /// What stands for a side that is open: 1 beat or watt below, more than can be above.
  static let openBeats = (low: 101, high: 350), openWatts = (low: 1001, high: 4000)

  static func target(_ quantity: Quantity, _ ends: [PlanLimit]) -> PlanTarget? {
    let most: Double = quantity == .heartRate ? 250 : 3000
    switch (ends[0], ends[1]) {
    case (.value(let low), .value(let high)):
      let low = low <= 1 ? nil : low, high = high >= most ? nil : high
      return low == nil && high == nil ? nil : PlanTarget(quantity, .range(low, high))
    case (.percent(let low, let basis), .percent(let high, _)):
      return PlanTarget(quantity, .percent(low, high, of: basis))
    // Percent below and a unit above can't be meant as one range.
    default: return nil
    }
  }
}
