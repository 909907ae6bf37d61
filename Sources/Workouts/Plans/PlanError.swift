// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

/// Why a plan can't be read, or can't be followed by this athlete.
public struct PlanError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind.
  public var code: Code
  /// What is wrong and what to do, for a person, without a capital at its start.
  public var reason: String
  /// The line of the file, from 1, if the plan is read from text.
  public var line: Int?
  /// The step, as "2" or "3.1" for the first step inside the third block, if it is about one.
  public var step: String?

  /// An error.
  public init(_ code: Code, _ reason: String, line: Int? = nil, step: String? = nil) {
    self.code = code
    self.reason = reason
    self.line = line
    self.step = step
  }

  /// Place and reason in one line.
  public var description: String {
    switch (line, step) {
    case (let line?, let step?): "line \(line), step \(step): \(reason)"
    case (let line?, nil): "line \(line): \(reason)"
    case (nil, let step?): "step \(step): \(reason)"
    case (nil, nil): reason
    }
  }

  /// Kinds of errors. More may come.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The word.
    public var rawValue: String
    /// The code of this word.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The format is none of those that are read.
    public static let unknownFormat = Code(rawValue: "unknown-format")
    /// The file breaks the rules of its format.
    public static let malformed = Code(rawValue: "malformed")
    /// A word or number stands for nothing.
    public static let badValue = Code(rawValue: "bad-value")
    /// There are no steps.
    public static let noSteps = Code(rawValue: "no-steps")
    /// There are more steps than can be followed.
    public static let tooManySteps = Code(rawValue: "too-many-steps")
    /// A zone, percentage or gate needs a number of the athlete's that isn't known.
    public static let missingNumber = Code(rawValue: "missing-number")
    /// The format can't say what the plan says.
    public static let cannotBeWritten = Code(rawValue: "cannot-be-written")
  }
}

extension Plan {
  /// Checks what every reader has to check: that there are steps, not too many, and that their numbers can be.
  ///
  /// - Throws: `PlanError` with the step.
  public func validated() throws(PlanError) -> Plan {
    guard stepCount > 0 else { throw PlanError(.noSteps, "the plan has no steps") }
    guard stepCount <= Self.mostSteps else {
      throw PlanError(.tooManySteps, "the plan has more than \(Self.mostSteps) steps with its repeats written out")
    }
    try Self.validate(blocks, at: "", depth: 0)
    return self
  }

  private static func validate(_ blocks: [Block], at place: String, depth: Int) throws(PlanError) {
    for (index, block) in blocks.enumerated() {
      let here = place + String(index + 1)
      switch block {
      case .step(let step):
        if let reason = step.whatIsWrong { throw PlanError(.badValue, reason, step: here) }
      case .repeated(let times, let inner):
        guard depth < deepestRepeat else {
          throw PlanError(.badValue, "repeats lie more than \(deepestRepeat) deep in one another", step: here)
        }
        guard !inner.isEmpty else { throw PlanError(.noSteps, "the repeat has no steps", step: here) }
        switch times {
        case .count(let count):
          guard count >= 1 else { throw PlanError(.badValue, "a repeat needs a count of 1 or more", step: here) }
        case .until(let goal):
          if let reason = goal.whatIsWrong { throw PlanError(.badValue, reason, step: here) }
          if case .open = goal {
            throw PlanError(.badValue, "a repeat needs a count or a goal that is reached by itself", step: here)
          }
        }
        try validate(inner, at: here + ".", depth: depth + 1)
      }
    }
  }
}

extension PlanStep {
  /// Why nobody can follow the step, or `nil`.
  package var whatIsWrong: String? {
    if let reason = goal.whatIsWrong ?? target?.whatIsWrong ?? gate?.whatIsWrong { return reason }
    if gate != nil, goal != .open { return "a rest with a gate ends by the gate, so its goal is open" }
    if let cadence, !(cadence.lowerBound > 0 && cadence.upperBound <= 300) {
      return "a cadence lies between 0 and 300 a minute"
    }
    return nil
  }
}

extension PlanGoal {
  /// Why the goal can't be one, or `nil`.
  var whatIsWrong: String? {
    switch self {
    case .time(let time): (1...86_400_000).contains(time) ? nil : "a step lasts more than 0 s and at most 24 h"
    case .distance(let meters): meters > 0 && meters <= 1_000_000 ? nil : "a distance is above 0 m, up to 1000 km"
    case .energy(let energy): energy > 0 && energy <= 20_000 ? nil : "an energy is above 0 kcal, up to 20000 kcal"
    case .open: nil
    case .until(let quantity, _, let limit): limit.whatIsWrong(for: quantity)
    }
  }
}

extension PlanLimit {
  fileprivate func whatIsWrong(for quantity: Quantity) -> String? {
    switch self {
    case .value(let value):
      switch quantity {
      case .heartRate: value >= 20 && value <= 250 ? nil : "a heart rate lies between 20 and 250 beats a minute"
      case .power: value >= 0 && value <= 3000 ? nil : "a power lies between 0 and 3000 W"
      default: value.isFinite && value >= 0 ? nil : "a limit is a number from 0 on"
      }
    case .zone(let number): (0...9).contains(number) ? nil : "zones have numbers from 1 to 9"
    case .percent(let percent, let basis):
      if basis.quantity != quantity {
        "percent of \(basis.rawValue) is no \(quantity.rawValue)"
      } else {
        percent >= 0 && percent <= 1000 ? nil : "a percentage lies between 0 and 1000"
      }
    }
  }
}

extension PlanTarget {
  fileprivate var whatIsWrong: String? {
    switch limits {
    case .zones(let numbers, _):
      return (0...9).contains(numbers.lowerBound) && numbers.upperBound <= 9 ? nil : "zones have numbers from 1 to 9"
    case .range(nil, nil), .percent(nil, nil, _): return "a target needs a lower or an upper limit"
    case .range(let low, let high):
      return pair(low, high) { PlanLimit.value($0) }
    case .percent(let low, let high, let basis):
      return pair(low, high) { PlanLimit.percent($0, of: basis) }
    }
  }

  private func pair(_ low: Double?, _ high: Double?, _ limit: (Double) -> PlanLimit) -> String? {
    for value in [low, high].compactMap(\.self) {
      if let reason = limit(value).whatIsWrong(for: quantity) { return reason }
    }
    if let low, let high, low > high { return "the lower limit lies above the upper" }
    return nil
  }
}

extension RecoveryGate {
  fileprivate var whatIsWrong: String? {
    if let reason = below.whatIsWrong(for: .heartRate) { return reason }
    guard minimum >= 0, minimum <= maximum, maximum <= 3_600_000 else {
      return "a gate opens between its minimum and its maximum, which is at most an hour"
    }
    return withoutSignal > 0 && withoutSignal <= 3_600_000 ? nil : "a timed rest lasts more than 0 s, at most an hour"
  }
}
