// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Workouts

/// Reads plans as users of intervals.icu write them: a line for each step, or all on one line.
///
///     Warmup
///     - 10m ramp 50-75%
///
///     Main 4x
///     - 6m Z4
///     - 3m Z1
///
/// or `4x 6m Z4 / 3m Z1`.
struct TextPlanReader {
  /// What zones without a word for it are of: power, as on the site.
  private let zones: Quantity
  private var blocks: [Plan.Block] = []
  /// Steps of the repeat that is open.
  private var open: (times: Int, steps: [Draft])?
  private var section: PlanStep.Kind?
  private var usesPace = false

  /// A step of which the kind may be still to be found.
  private struct Draft {
    var step: PlanStep
    var isKindStated = false
    /// How hard, in percent of a threshold, roughly; 0 for none.
    var intensity = 0.0
  }

  static func read(_ text: String, zonesOf quantity: Quantity = .power) throws(PlanError) -> Plan {
    var reader = TextPlanReader(zones: quantity)
    // A carriage return and a line feed are one character in Swift.
    for (index, raw) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
      do {
        try reader.take(raw.trimmed)
      } catch {
        throw PlanError(error.code, error.reason, line: index + 1)
      }
    }
    reader.close()
    return Plan(name: "", sport: reader.usesPace ? .running : .generic, blocks: reader.blocks)
  }

  private init(zones: Quantity) { self.zones = zones }

  private mutating func take(_ line: String) throws(PlanError) {
    let line = line.hasPrefix("\u{FEFF}") ? String(line.dropFirst()) : line
    guard !line.isEmpty else { return close() }
    if line.hasPrefix("-") || line.hasPrefix("–") || line.hasPrefix("•") {
      add(try draft(String(line.dropFirst())))
      return
    }
    if let compact = try compact(line) {
      close()
      // A header speaks of the steps with dashes below it.
      section = nil
      for (times, steps) in compact {
        open = times.map { ($0, steps) }
        if open == nil { for step in steps { add(step) } } else { close() }
      }
      return
    }
    // A header: it may begin a repeat, and it may say what follows.
    let words = line.lowercased().split { $0.isWhitespace || $0 == ":" }
    close()
    if let times = words.lazy.compactMap({ Self.times($0) }).first {
      guard times >= 1, times <= Plan.mostSteps else { throw bad("a repeat is done 1 to 10000 times") }
      open = (times, [])
    }
    section =
      words.contains { $0.hasPrefix("warm") } ? .warmup : words.contains { $0.hasPrefix("cool") } ? .cooldown : nil
  }

  private func bad(_ reason: String) -> PlanError { PlanError(.badValue, reason) }

  private mutating func add(_ draft: Draft) {
    if open != nil {
      open?.steps.append(draft)
      return
    }
    var draft = draft
    if !draft.isKindStated {
      draft.step.kind = section ?? (draft.intensity >= 88 ? .work : .steady)
    }
    blocks.append(.step(draft.step))
  }

  private mutating func close() {
    guard let (times, steps) = open else { return }
    open = nil
    guard !steps.isEmpty else { return }
    // In a set the hardest steps are the work, all others rest.
    let most = steps.map(\.intensity).max() ?? 0
    let inner = steps.map { draft -> Plan.Block in
      var step = draft.step
      if !draft.isKindStated {
        step.kind = draft.intensity >= most && (most > 0 || steps.count == 1) ? .work : .recovery
      }
      return .step(step)
    }
    blocks.append(.repeated(.count(times), inner))
  }

  // MARK: All on one line

  /// Parts with commas between, each of them steps with `/` or `+` between, repeated or not; `nil` for a line that is a
  /// header.
  private mutating func compact(_ line: String) throws(PlanError) -> [(times: Int?, steps: [Draft])]? {
    var parts: [(times: Int?, steps: [Draft])] = []
    for part in line.split(separator: ",") {
      var words = part.filter { $0 != "(" && $0 != ")" }.trimmed
      var times: Int?
      if let first = words.split(whereSeparator: \.isWhitespace).first,
        let count = Self.times(Substring(first.lowercased()))
      {
        guard count >= 1, count <= Plan.mostSteps else { throw bad("a repeat is done 1 to 10000 times") }
        times = count
        words = words.dropFirst(first.count).trimmed
      }
      let steps = words.split { $0 == "/" || $0 == "+" }.map(String.init)
      guard !steps.isEmpty, Self.isStep(steps[0]) else {
        // Something that begins as a set and goes on as none is a mistake, not a header.
        if parts.isEmpty { return nil }
        throw bad("“\(part.trimmed.prefix(40))” is no step; one begins with its length, such as 6m or 1km")
      }
      var drafts: [Draft] = []
      for step in steps { drafts.append(try draft(step)) }
      parts.append((times, drafts))
    }
    return parts.isEmpty ? nil : parts
  }

  private static func isStep(_ text: String) -> Bool {
    guard let first = text.split(whereSeparator: \.isWhitespace).first else { return false }
    return TextPlanToken.duration(first) != nil || TextPlanToken.distance(first) != nil
  }

  /// "4x", "x4", "4×".
  private static func times(_ word: Substring) -> Int? {
    guard let last = word.last, last == "x" || last == "×" else { return nil }
    return Int(word.dropLast())
  }

  // MARK: A step

  private mutating func draft(_ text: String) throws(PlanError) -> Draft {
    let words = text.split(whereSeparator: \.isWhitespace)
    var draft = Draft(step: PlanStep(.steady, goal: .open))
    var goal: PlanGoal?, cue: [Substring] = [], isRamp = false, hasTarget = false, isLap = false
    var cueStart: Milliseconds = 0, isFree = false
    var index = 0
    func nextWord() -> String? { index < words.count ? words[index].lowercased() : nil }
    func endCue() {
      guard !cue.isEmpty else { return }
      draft.step.messages.append(.init(after: cueStart, text: cue.joined(separator: " ")))
      cue = []
    }
    while index < words.count {
      let word = words[index], lower = word.lowercased()
      index += 1
      if let time = TextPlanToken.duration(word) {
        if case .time(let before)? = goal {
          goal = .time(before + time)
        } else if goal == nil {
          goal = .time(time)
        } else {
          throw bad("a step has one length, and “\(word.prefix(20))” is a second one")
        }
      } else if let meters = TextPlanToken.distance(word) {
        guard goal == nil else { throw bad("a step has one length, and “\(word.prefix(20))” is a second one") }
        goal = .distance(meters)
      } else if lower.hasSuffix("kcal"), let energy = Double(lower.dropLast(4)) {
        goal = .energy(energy)
      } else if lower == "press", nextWord() == "lap" {
        index += 1
        isLap = true
      } else if lower == "until" {
        goal = try until(words, &index)
      } else if let gate = TextPlanToken.gateBound(lower) {
        guard case .until(.heartRate, .below, let limit)? = goal else {
          throw bad("“\(word.prefix(20))” goes with “until HR <”")
        }
        var now = draft.step.gate ?? RecoveryGate(below: limit)
        switch gate {
        case .minimum(let time): now.minimum = time
        case .maximum(let time): now.maximum = time
        case .lost(let time): now.withoutSignal = time
        }
        now.maximum = max(now.maximum, now.minimum)
        draft.step.gate = now
      } else if lower == "ramp" {
        isRamp = true
      } else if lower == "freeride" || lower == "maxeffort" {
        isFree = true
        if lower == "maxeffort" { draft.intensity = 200 }
      } else if lower.hasPrefix("intensity=") {
        guard let kind = TextPlanToken.kind(lower.dropFirst(10)) else {
          throw bad("there is no intensity “\(word.dropFirst(10).prefix(20))”")
        }
        draft.step.kind = kind
        draft.isKindStated = true
      } else if lower.contains("="), goal != nil {
        continue
      } else if let cadence = TextPlanToken.cadence(lower) {
        draft.step.cadence = cadence
      } else if !hasTarget, let range = TextPlanToken.range(lower) {
        let unit = nextWord()
        if let (target, intensity, isUsed) = try target(range, unit: unit) {
          if isUsed { index += 1 }
          // Percent of the best over a time: the time belongs to it, and neither is known here.
          if unit == "mmp" { index = min(index + 1, words.count) }
          if let target {
            draft.step.target = target
            hasTarget = true
          }
          draft.intensity = intensity
        } else {
          cue.append(word)
        }
      } else if let mark = lower.firstIndex(of: "^"), let time = TextPlanToken.seconds(lower[..<mark]) {
        endCue()
        cueStart = time
      } else if lower == "0", goal != nil {
        draft.intensity = 0
      } else {
        cue.append(word)
      }
    }
    guard let goal = goal ?? (isLap ? .open : nil) else {
      throw bad("“\(text.trimmed.prefix(40))” has no length, such as 6m, 30s or 1km")
    }
    if draft.step.messages.isEmpty, cueStart == 0, !cue.isEmpty {
      draft.step.name = cue.joined(separator: " ")
    } else {
      endCue()
    }
    draft.step.goal = goal
    try finish(&draft, isRamp: isRamp, isFree: isFree)
    return draft
  }

  private func finish(_ draft: inout Draft, isRamp: Bool, isFree: Bool) throws(PlanError) {
    if isFree { draft.step.target = nil }
    if case .until(.heartRate, .below, let limit) = draft.step.goal,
      draft.step.gate != nil || draft.step.kind == .recovery || !draft.isKindStated
    {
      // A rest until the heart has settled is a gate.
      draft.step.gate = draft.step.gate ?? RecoveryGate(below: limit)
      draft.step.goal = .open
      draft.step.kind = draft.isKindStated ? draft.step.kind : .recovery
      draft.isKindStated = true
    }
    if isRamp, var target = draft.step.target {
      // The order in which the ends are written is the direction; it was kept in the slope.
      target.slope = target.slope == .falling ? .falling : .rising
      draft.step.target = target
    } else {
      draft.step.target?.slope = .level
    }
    if let reason = draft.step.whatIsWrong { throw bad(reason) }
  }

  private func until(_ words: [Substring], _ index: inout Int) throws(PlanError) -> PlanGoal {
    // The sign may stand alone or before the number.
    var rest = words[index...].joined(separator: " ").lowercased()
    let quantity: Quantity
    if rest.hasPrefix("hr") {
      quantity = .heartRate
      rest = rest.dropFirst(2).trimmed
    } else if rest.hasPrefix("power") {
      quantity = .power
      rest = rest.dropFirst(5).trimmed
    } else {
      throw bad("“until” goes on with HR or power")
    }
    let side: PlanGoal.Side
    if rest.hasPrefix("<") {
      side = .below
    } else if rest.hasPrefix(">") {
      side = .above
    } else {
      throw bad("“until” needs < or > before its limit")
    }
    rest = rest.dropFirst().trimmed
    guard let word = rest.split(whereSeparator: \.isWhitespace).first, let limit = TextPlanToken.limit(word, quantity)
    else {
      throw bad("“until” needs a limit, such as 130, 130bpm, 80% or z2")
    }
    // On to the word after the limit.
    while index < words.count, !words[index].lowercased().hasSuffix(word) { index += 1 }
    index += 1
    if index < words.count, ["bpm", "w"].contains(words[index].lowercased()) { index += 1 }
    return .until(quantity, side, limit)
  }

  /// The target that a range is with the word after it; how hard it is, and whether the word belongs to it.
  private mutating func target(
    _ range: TextPlanToken.Range, unit: String?
  ) throws(PlanError) -> (target: PlanTarget?, intensity: Double, isUsed: Bool)? {
    let isHeart = unit == "hr", isThreshold = unit == "lthr", isPace = unit == "pace", isPeak = unit == "mmp"
    let isUsed = isHeart || isThreshold || isPace || isPeak
    let slope: PlanTarget.Slope = range.isFalling ? .falling : .rising
    switch range.unit {
    case .zone:
      guard let low = range.low ?? range.high, low >= 1, let high = range.high ?? range.low, high <= 9 else {
        return nil
      }
      let quantity: Quantity = isHeart || isThreshold ? .heartRate : isPace ? .speed : zones
      if isPace { usesPace = true }
      // "Below zone 3" is up to zone 2; "above zone 3" from zone 4 on.
      let numbers: ClosedRange<Int>
      switch (range.low, range.high) {
      case (nil, let high?): numbers = 1...max(1, Int(high) - 1)
      case (let low?, nil):
        guard low < 9 else { throw bad("no zone lies above zone 9") }
        return (PlanTarget(quantity, .zones(Int(low) + 1...Int(low) + 1, scheme: nil)), 60 + low * 10, isUsed)
      default: numbers = Int(low)...Int(high)
      }
      return (PlanTarget(quantity, .zones(numbers, scheme: nil)), 48 + Double(numbers.upperBound) * 10, isUsed)
    case .percent:
      if isPeak { return (nil, range.high ?? 0, true) }
      let basis: PlanBasis =
        isHeart
        ? .maximumHeartRate : isThreshold ? .thresholdHeartRate : isPace ? .criticalSpeed : .functionalThresholdPower
      if isPace { usesPace = true }
      return (
        PlanTarget(basis.quantity, .percent(range.low, range.high, of: basis), slope: slope),
        range.high ?? range.low ?? 0, isUsed
      )
    case .watts:
      return (
        PlanTarget(.power, .range(range.low, range.high), slope: slope), (range.high ?? range.low ?? 0) / 2.5, false
      )
    case .beats:
      return (
        PlanTarget(.heartRate, .range(range.low, range.high), slope: slope), (range.high ?? range.low ?? 0) / 1.8, false
      )
    case .pace:
      usesPace = true
      return (PlanTarget(.speed, .range(range.low, range.high), slope: slope), (range.high ?? 3) * 25, isPace)
    }
  }
}
