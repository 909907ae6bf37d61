// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

public import Workouts

extension PlanFile {
  /// A plan from a few words: "stay below zone 3", "zone 4 for 6 minutes", "easy 45 min", "4x 6m Z4 / 3m Z1".
  ///
  /// Zones are of `quantity` unless the words say otherwise. Without a length the step goes on until told.
  ///
  /// - Throws: `PlanError` for words that say no target and no length.
  public static func plan(words: String, quantity: Quantity = .heartRate) throws(PlanError) -> Plan {
    if let plan = try PhrasePlanReader(quantity: quantity).plan(words) { return plan }
    var plan: Plan
    do {
      plan = try TextPlanReader.read(words, zonesOf: quantity).validated()
    } catch {
      throw PlanError(
        error.code == .noSteps ? .badValue : error.code,
        error.code == .noSteps
          ? "“\(words.prefix(60))” names neither a target nor a length; try “zone 4 for 6 minutes”" : error.reason)
    }
    plan.name = words.trimmed
    return plan
  }
}

/// Reads one target in words.
struct PhrasePlanReader {
  let quantity: Quantity

  /// The plan, or `nil` where a word isn't one of a phrase.
  func plan(_ text: String) throws(PlanError) -> Plan? {
    let words = text.lowercased().split { $0.isWhitespace || $0 == "," }.map(String.init)
    var target: PlanTarget?, time: Milliseconds?, distance: Double?
    var bound = Bound.at, isNamed = false, sport = Sport.generic, intent: Plan.Intent?
    var index = 0
    func next() -> String? { index < words.count ? words[index] : nil }
    while let word = next() {
      index += 1
      switch word {
      case "stay", "keep", "hold", "ride", "run", "walk", "go", "at", "in", "for", "of", "me", "the", "a", "it", "and",
        "to":
        if word == "run" { sport = .running }
        if word == "ride" { sport = .cycling }
        if word == "walk" { sport = .walking }
      case "below", "under", "beneath", "<": bound = .below
      case "above", "over", ">": bound = .above
      case "between": bound = .at
      case "zone", "zones", "z":
        guard target == nil, let (first, second) = zones(words, &index) else { return nil }
        target = try zoneTarget(first, second, bound)
      case "easy", "gentle", "recovery":
        isNamed = true
        intent = .easy
        if target == nil { target = PlanTarget(quantity, .zones(1...2, scheme: nil)) }
      case "tempo":
        isNamed = true
        intent = .moderate
        if target == nil { target = PlanTarget(quantity, .zones(3...3, scheme: nil)) }
      case "threshold", "hard":
        isNamed = true
        intent = .hard
        if target == nil { target = PlanTarget(quantity, .zones(4...4, scheme: nil)) }
      default:
        if let found = length(word, next()) {
          if found.usesNext { index += 1 }
          guard time == nil || found.time == nil, distance == nil || found.distance == nil else { return nil }
          time = found.time ?? time
          distance = found.distance ?? distance
        } else if let range = TextPlanToken.range(word + glued(next(), &index)) {
          guard target == nil else { return nil }
          target = try rangeTarget(range, bound)
        } else {
          return nil
        }
      }
    }
    guard target != nil || isNamed else { return nil }
    let goal: PlanGoal = time.map { .time($0) } ?? distance.map { .distance($0) } ?? .open
    return try Plan(
      name: text.trimmed, sport: sport, intent: intent, blocks: [.step(PlanStep(.steady, goal: goal, target: target))]
    ).validated()
  }

  private enum Bound { case at, below, above }

  /// "3", "2-3", "2 to 3".
  private func zones(_ words: [String], _ index: inout Int) -> (Int, Int)? {
    guard index < words.count else { return nil }
    let ends = words[index].split { $0 == "-" || $0 == "–" }.map { Int($0) }
    guard let first = ends.first ?? nil, let second = ends.last ?? nil, ends.count <= 2 else { return nil }
    index += 1
    if ends.count == 1, index + 1 < words.count, ["to", "and", "-", "–"].contains(words[index]),
      let last = Int(words[index + 1])
    {
      index += 2
      return (first, last)
    }
    return (first, second)
  }

  private func zoneTarget(_ first: Int, _ second: Int, _ bound: Bound) throws(PlanError) -> PlanTarget {
    let low = min(first, second), high = max(first, second)
    guard low >= 1, high <= 9 else { throw PlanError(.badValue, "zones have numbers from 1 to 9") }
    switch bound {
    case .at: return PlanTarget(quantity, .zones(low...high, scheme: nil))
    case .below:
      guard low > 1 else { throw PlanError(.badValue, "nothing lies below zone 1") }
      return PlanTarget(quantity, .zones(1...(low - 1), scheme: nil))
    case .above:
      guard high < 9 else { throw PlanError(.badValue, "nothing lies above zone 9") }
      return PlanTarget(quantity, .zones((high + 1)...(high + 1), scheme: nil))
    }
  }

  private func rangeTarget(_ range: TextPlanToken.Range, _ bound: Bound) throws(PlanError) -> PlanTarget {
    if range.unit == .zone { return try zoneTarget(Int(range.low ?? 0), Int(range.high ?? 0), bound) }
    let low = bound == .below ? nil : range.low, high = bound == .above ? nil : range.high
    switch range.unit {
    case .percent: return PlanTarget(.power, .percent(low, high, of: .functionalThresholdPower))
    case .watts: return PlanTarget(.power, .range(low, high))
    case .beats: return PlanTarget(.heartRate, .range(low, high))
    case .pace: return PlanTarget(.speed, .range(low, high))
    case .zone: return PlanTarget(quantity, .zones(1...1, scheme: nil))
    }
  }

  /// A unit that stands apart from its number.
  private func glued(_ next: String?, _ index: inout Int) -> String {
    switch next {
    case "bpm", "beats": index += 1; return "bpm"
    case "w", "watt", "watts": index += 1; return "w"
    case "%": index += 1; return "%"
    default: return ""
    }
  }

  /// "45min", "45 min", "6 minutes", "1 hour", "30 s", "10 km".
  private func length(_ word: String, _ next: String?) -> (time: Milliseconds?, distance: Double?, usesNext: Bool)? {
    if let time = TextPlanToken.duration(word) { return (time, nil, false) }
    if let meters = TextPlanToken.distance(word) { return (nil, meters, false) }
    guard let number = Double(word), number > 0, number < 1e6, let next else { return nil }
    switch next {
    case "h", "hour", "hours": return (milliseconds(seconds: number * 3600), nil, true)
    case "m", "min", "mins", "minute", "minutes": return (milliseconds(seconds: number * 60), nil, true)
    case "s", "sec", "second", "seconds": return (milliseconds(seconds: number), nil, true)
    case "km", "kilometers", "kilometres": return (nil, number * 1000, true)
    default: return nil
    }
  }
}
