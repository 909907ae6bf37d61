// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

internal import CoachService
import Coaching
import Workouts
import Zones

/// A live workout with all that a page needs to draw it at once.
struct LiveDocument: Encodable {
  var id: String
  var sport: String
  var indoor: Bool
  /// The plan's name; `nil` without a plan.
  @ExplicitNull var plan: String?
  /// `browser`, `bluetooth`, `simulate` or `none`.
  var source: String
  /// Milliseconds since 1970.
  var start: Int64
  /// `heartRate` or `power`.
  var quantity: String
  /// The number of the newest event that the document knows of; the stream goes on after it.
  var lastEventId: Int
  var zones: [Zone]
  /// The plan's steps with how long they are, where that is known, and the zone that they ask for, from 0.
  var steps: [Step]
  /// The course so far in seconds of active time: start, end, zone from 0.
  var runs: [Ribbon.Run]
  /// Moments of active time at which the timer stood still.
  var pauses: [Double]
  /// What was said last.
  var cue: String
  var moment: LiveView
  /// What is left of it, once it has ended.
  var summary: LiveSummary?

  /// A zone with its lower limit.
  struct Zone: Encodable {
    var number: Int
    var name: String
    @ExplicitNull var lower: Double?
  }

  /// A step as the ribbon shows it.
  struct Step: Encodable {
    @ExplicitNull var seconds: Double?
    @ExplicitNull var zone: Int?
    var kind: String
  }

  init(_ run: LiveRun) {
    // Asked for before the snapshot, so that nothing falls between the two.
    let last = run.feed.lastID
    let shot = run.snapshot()
    let setup = run.live.setup
    id = run.id
    sport = setup.sport.rawValue
    indoor = setup.isIndoor
    _plan = ExplicitNull(wrappedValue: setup.plan?.name)
    source = run.source.name
    start = run.live.start.millisecondsSince1970
    quantity = shot.quantity.rawValue
    lastEventId = last
    let set = shot.zones
    zones = (0..<shot.zoneCount).map { index in
      Zone(
        number: (set?.firstNumber ?? 1) + index, name: t(Phrase(key: shot.zoneNames[index])),
        lower: set?.boundaries.lowerBound(of: index))
    }
    steps = shot.steps.map { Step($0, set) }
    runs = shot.runs(from: run.live.start)
    pauses = shot.pauses.map { shot.active(at: $0.start, from: run.live.start) }
    cue = shot.cue?.text(in: Language.current.coach).shown ?? ""
    moment = LiveView(shot, sport: setup.sport, viewers: run.feed.listenerCount)
    summary = run.summary.map { LiveSummary($0, setup) }
  }
}

extension LiveDocument.Step {
  init(_ step: ResolvedPlan.Step, _ set: ZoneSet?) {
    let seconds: Double? =
      if let gate = step.gate { Double(gate.minimum + gate.maximum) / 2000 } else {
        step.plannedTime.map { Double($0) / 1000 }
      }
    var zone: Int?
    if let set, set.quantity == .heartRate, let gate = step.gate {
      zone = set.boundaries.index(of: gate.below - 1)
    } else if let set, step.quantity == set.quantity {
      if let zones = step.zones {
        zone = min(set.boundaries.zoneCount - 1, max(0, zones.upperBound - set.firstNumber))
      } else if let middle = step.lower.map({ ($0 + (step.upper ?? $0)) / 2 }) ?? step.upper.map({ $0 - 1 }) {
        zone = set.boundaries.index(of: middle)
      }
    }
    self.init(
      seconds: seconds, zone: zone,
      kind: step.kind.rawValue)
  }
}

/// What is left of a live workout.
struct LiveSummary: Encodable {
  /// The workout's name in the library; `nil` where nothing was measured, so that nothing was saved.
  @ExplicitNull var id: String?
  var elapsedSeconds: Double
  var activeSeconds: Double
  /// Seconds in each zone by quantity.
  var zoneSeconds: [String: [Double]]
  @ExplicitNull var compliance: ComplianceDocument?

  init(_ summary: LiveEvent.Summary, _ setup: LiveSetup) {
    _id = ExplicitNull(wrappedValue: summary.id)
    elapsedSeconds = summary.elapsed
    activeSeconds = summary.active
    zoneSeconds = Dictionary(uniqueKeysWithValues: summary.seconds.map { ($0.key.rawValue, $0.value) })
    _compliance = ExplicitNull(wrappedValue: summary.card)
  }
}

extension LiveSnapshot {
  /// A moment as seconds of active time.
  func active(at moment: Instant, from start: Instant) -> Double {
    let paused = pauses.reduce(Int64(0)) { sum, pause in
      guard pause.start < moment else { return sum }
      return sum + (min(pause.end ?? moment, moment) - pause.start)
    }
    return Double(max(0, moment - start - paused)) / 1000
  }

  /// The course in seconds of active time, each value held until the next, as long as it may be held.
  func runs(from start: Instant) -> [Ribbon.Run] {
    let hold = quantity == .power ? 5.0 : 15.0
    var runs: [Ribbon.Run] = []
    func add(_ from: Double, _ to: Double, _ state: Ribbon.State) {
      guard to > from else { return }
      if let last = runs.last, last.state == state, last.end >= from - 0.001 {
        runs[runs.count - 1].end = to
      } else {
        runs.append(Ribbon.Run(start: from, end: to, state: state))
      }
    }
    var position = 0.0
    let total = Double(active) / 1000
    for (index, moment) in course.enumerated() {
      let from = self.active(at: moment.time, from: start)
      let next = index + 1 < course.count ? self.active(at: course[index + 1].time, from: start) : total
      // A moment of a pause has no place of its own.
      add(max(position, from - 3) < from && from - position > 3 ? position : from, from, .unknown)
      let end = min(next, from + hold)
      if let zone = moment.zone { add(from, end, .zone(zone)) }
      if next > end { add(end, next, .unknown) }
      position = max(position, next)
    }
    if course.isEmpty { add(0, total, .unknown) }
    return runs
  }
}

extension LiveSource {
  /// As the interface names it.
  var name: String {
    switch self {
    case .none: "none"
    case .browser: "browser"
    case .bluetooth: "bluetooth"
    case .simulation: "simulate"
    }
  }
}

extension Language {
  /// The same language of the coach.
  var coach: CoachLanguage {
    switch self {
    case .english: .english
    case .chinese: .chinese
    case .japanese: .japanese
    }
  }
}
