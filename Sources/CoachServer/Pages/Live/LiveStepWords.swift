// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

internal import CoachService
import Coaching
import Workouts
import Zones

/// Words for the step that is on and for the next.
struct LiveStepWords {
  private let shot: LiveSnapshot
  private let place: LiveCoach.Snapshot?

  init(_ shot: LiveSnapshot) {
    self.shot = shot
    place = shot.place.flatMap { $0.isFinished ? nil : $0 }
  }

  /// The limits of the target, or of the gate.
  var limits: (lower: Double?, upper: Double?)? {
    guard let step = place?.step else { return nil }
    if let gate = step.gate { return (nil, gate.below) }
    guard step.quantity == shot.quantity else { return nil }
    return step.lower == nil && step.upper == nil ? nil : (step.lower, step.upper)
  }

  /// Seconds that are left of the step, as far as that can be told.
  var left: Double? {
    guard let place else { return nil }
    if let gate = place.step.gate, place.remaining == nil {
      return Double(max(0, (place.isSignalLost ? gate.withoutSignal : gate.maximum) - place.elapsed)) / 1000
    }
    return remaining.map { Double($0) / 1000 }
  }

  /// What is left of the step; before the first second all of it.
  private var remaining: Milliseconds? {
    guard let place, let left = place.remaining, left < 86_400_000 * 30 else { return place?.step.plannedTime }
    return left
  }

  /// `Rest 3 of 5`.
  var heading: String? { place.map { heading(of: $0.index) } }

  private func heading(of index: Int) -> String {
    let steps = shot.steps
    guard steps.indices.contains(index) else { return "" }
    let kind = steps[index].kind
    let count = steps.count { $0.kind == kind }
    let number = steps[...index].count { $0.kind == kind }
    switch kind {
    case .warmup: return t("Warm-up")
    case .cooldown: return t("Cool-down")
    case .steady: return t("Steady")
    case .work: return count > 1 ? t("Repeat \(number) of \(count)") : t("Work")
    case .recovery: return count > 1 ? t("Rest \(number) of \(count)") : t("Rest")
    }
  }

  // MARK: The card

  var card: LiveCard? {
    guard let place else { return nil }
    if let gate = place.step.gate { return card(of: gate, place) }
    let step = place.step
    var card = LiveCard(todo: target(step), count: "", countName: t("left"), marks: [], hint: hint(place), then: then)
    switch step.goal {
    case .distance(let metres):
      let left = place.metersLeft ?? metres
      card.count = left >= 1_000 ? "\(Format.distance(left)) \(Units.current.distance)" : "\(Self.whole(left)) m"
      card.fill = metres > 0 ? 1 - left / metres : nil
    case .energy(let energy):
      let left = place.kilocaloriesLeft ?? energy
      card.count = "\(Self.whole(left)) kcal"
      card.fill = energy > 0 ? 1 - left / energy : nil
    case .time(let time):
      card.count = Self.clock(remaining ?? time)
      card.fill = time > 0 ? Double(place.elapsed) / Double(time) : nil
      if step.isCoached, shot.grace > 0, shot.grace < time {
        card.marks = [LiveCard.Mark(at: Double(shot.grace) / Double(time), text: Self.clock(shot.grace))]
      }
    default:
      card.count = Self.clock(place.elapsed)
      card.countName = t("so far")
    }
    return card
  }

  private func card(of gate: ResolvedPlan.Gate, _ place: LiveCoach.Snapshot) -> LiveCard {
    var card = LiveCard(
      todo: t("Settle below \(Self.limit(gate.below))"), count: Self.clock(place.elapsed), countName: t("resting"),
      marks: [], hint: "", then: then)
    if place.isGateOpen {
      card.todo = t("Settled")
      card.count = Self.clock(remaining ?? 0)
      card.countName = t("left")
      card.fill = 1
      card.hint = t("Get ready.")
    } else if place.isSignalLost {
      card.todo = t("Timing this rest.")
      card.count = Self.clock(max(0, gate.withoutSignal - place.elapsed))
      card.countName = t("left")
      card.fill = Self.share(place.elapsed, gate.withoutSignal)
      if shot.value == nil { card.hint = t("Heart rate is missing, so the clock decides.") }
    } else {
      card.fill = Self.share(place.elapsed, gate.maximum)
      card.marks = [
        LiveCard.Mark(at: Self.share(gate.minimum, gate.maximum), text: Self.clock(gate.minimum)),
        LiveCard.Mark(at: 1, text: Self.clock(gate.maximum)),
      ]
      let range = t("At least \(Self.clock(gate.minimum)), at most \(Self.clock(gate.maximum)).")
      let beats = shot.value.map { Int($0.rounded()) - Int(gate.below.rounded(.up)) + 1 } ?? 0
      card.hint =
        beats > 0
        ? "\(counted(beats, "beat to go", "beats to go"))\(Language.current == .english ? ". " : "。")\(range)" : range
    }
    return card
  }

  private func hint(_ place: LiveCoach.Snapshot) -> String {
    let step = place.step
    guard step.isCoached, step.lower != nil || step.upper != nil else { return "" }
    if place.isSignalLost {
      return step.quantity == .power ? t("Power signal lost. Go by feel.") : t("Heart rate signal lost. Go by feel.")
    }
    if step.kind != .recovery, place.elapsed < shot.grace {
      return t("Settling in. Counts from \(Self.clock(shot.grace)).")
    }
    guard step.quantity == shot.quantity, let value = place.value else { return "" }
    let whole = value.rounded()
    if let lower = step.lower, whole < lower.rounded(.up) {
      return t("▼ \(Self.whole(lower.rounded(.up) - whole)) below")
    }
    if let upper = step.upper, whole >= upper.rounded(.up) {
      return t("▲ \(Self.whole(whole - upper.rounded(.up) + 1)) above")
    }
    return t("On target.")
  }

  private var then: String {
    guard let place else { return "" }
    guard let next = place.next else { return t("Finish") }
    let title = heading(of: place.index + 1)
    if let gate = next.gate { return t("\(title): settle below \(Self.limit(gate.below))") }
    let length: String? =
      switch next.goal {
      case .time(let time): Self.clock(time)
      case .distance(let metres):
        metres >= 1_000 ? "\(Format.distance(metres)) \(Units.current.distance)" : "\(Self.whole(metres)) m"
      case .energy(let energy): "\(Self.whole(energy)) kcal"
      default: nil
      }
    let aim = next.lower == nil && next.upper == nil ? nil : target(next)
    switch (length, aim) {
    case (let length?, let aim?): return t("\(title): \(length), \(aim)")
    case (let one?, nil), (nil, let one?): return t("\(title): \(one)")
    case (nil, nil): return title
    }
  }

  /// `Zone 4, 160–173 bpm`.
  private func target(_ step: ResolvedPlan.Step) -> String {
    guard let quantity = step.quantity, step.lower != nil || step.upper != nil else { return t("By feel") }
    let range = ZoneWords.range(from: step.lower, to: step.upper, quantity.rawValue)
    guard let zones = step.zones else { return range }
    return zones.lowerBound == zones.upperBound
      ? t("Zone \(zones.lowerBound), \(range)") : t("Zones \(zones.lowerBound) to \(zones.upperBound), \(range)")
  }

  // MARK: Numbers

  static func whole(_ value: Double) -> String { Format.decimals(value.rounded(), 0) }
  static func limit(_ value: Double) -> String { whole(value.rounded(.up)) }
  static func clock(_ time: Milliseconds) -> String { Format.clock((Double(time) / 1000).rounded(.up)) }
  static func unit(_ quantity: Quantity) -> String { quantity == .power ? "W" : "bpm" }

  private static func share(_ part: Milliseconds, _ whole: Milliseconds) -> Double {
    whole > 0 ? min(1, Double(part) / Double(whole)) : 1
  }

  static func text(_ quantity: Quantity, _ value: Double, _ sport: Sport) -> String {
    switch quantity {
    case .heartRate: "\(whole(value)) bpm"
    case .power: "\(whole(value)) W"
    case .cadence: sport == .cycling ? "\(whole(value)) rpm" : "\(whole(value)) /min"
    default:
      Format.effort(meters: value, seconds: 1, sport: sport.rawValue).map { "\($0.value) \($0.unit)" } ?? ""
    }
  }
}
