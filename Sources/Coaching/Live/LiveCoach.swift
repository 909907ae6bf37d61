// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

public import Workouts

/// The live coach: signals in, cues out. `docs/coaching.md` tells the rules and the reasons.
///
/// A value without clock, sensor or language. It is told the time once a second of *active* time, that is without
/// pauses, and answers with what is to be said now, which mostly is nothing. The same input gives the same cues.
///
/// ```swift
/// var coach = LiveCoach(try ResolvedPlan(plan, for: athlete))
/// for second in 0..<3600 {
///   let cues = coach.tick(at: Milliseconds(second) * 1000, .init(heartRate: strap.value))
/// }
/// ```
///
/// `CoachFeed` does this for samples and pauses in wall time.
public struct LiveCoach: Sendable {
  /// The plan that is followed, with limits as they are after `adjustTarget(by:at:)`.
  public internal(set) var plan: ResolvedPlan
  /// How much is said.
  public var verbosity: CoachSettings.Verbosity
  /// What became of the steps so far, in the order in which they were done.
  public internal(set) var records: [StepRecord] = []
  /// Whether the plan is done.
  public internal(set) var isFinished = false
  /// Whether the timer stands still.
  public internal(set) var isPaused = false

  let heartRatePace: CoachSettings.Pace
  let powerPace: CoachSettings.Pace

  /// The step that is on.
  var index = 0
  var hasStarted = false
  /// When the step began, and when it ends if it is one by time.
  var stepStart: Milliseconds = 0
  var stepEnd: Milliseconds = .max
  /// Totals at the step's start and now, in metres and kilocalories.
  var startTotals = Totals()
  var totals = Totals()
  var loops: [OpenLoop] = []
  let hasLoops: Bool
  /// The place of the last work step, -1 if there is none.
  private let lastWork: Int

  var heartRate = JudgedSignal(.heartRate)
  var power = JudgedSignal(.power)

  /// Up to when nothing is judged.
  var armedFrom: Milliseconds = 0
  /// Where the signal lies, since when, and whether that was said.
  var side: Side = .on
  var sideSince: Milliseconds = 0
  var wasCorrected = false
  var eased = Corrections()
  var built = Corrections()
  var lastCorrective: Milliseconds = Self.longAgo
  var lastStructural: Milliseconds = Self.longAgo
  var lastLoss: Milliseconds = Self.longAgo
  var lastAudible: Milliseconds = Self.longAgo
  var isAnnounced = false
  var gate = GateState()
  var score = StepScore()

  static let longAgo: Milliseconds = -1_000_000_000

  /// Where the signal lies in respect of the target.
  public enum Side: String, Hashable, Sendable, Codable {
    /// Within the target, or nothing is known.
    case on
    /// Above by more than the hysteresis, and not back yet.
    case high
    /// Below by more than the hysteresis, and not back yet.
    case low
  }

  struct Totals: Sendable {
    var distance: Double = 0
    var energy: Double = 0
    /// How fast they grow, a second, smoothed.
    var distanceRate: Double = 0
    var energyRate: Double = 0
  }

  struct OpenLoop: Sendable {
    var first: Int
    var start: Milliseconds
    var totals: Totals
    var passes = 0
  }

  struct Corrections: Sendable {
    var count = 0
    var last: Milliseconds = LiveCoach.longAgo
  }

  struct GateState: Sendable {
    /// Since when heart rate is below the gate.
    var belowSince: Milliseconds?
    /// When the next step begins, once the gate has opened for whatever reason.
    var opensAt: Milliseconds?
    var minimum: Milliseconds = 0
    var maximum: Milliseconds = 0
  }

  /// What a tick tells, already held and judged; `nil` where a sensor tells nothing.
  public struct Input: Sendable {
    /// Beats a minute.
    public var heartRate: Double?
    /// Watts of this moment; the mean is formed here.
    public var power: Double?
    /// Metres since the start of the workout; `nil` means no news.
    public var distance: Double?
    /// Kilocalories since the start of the workout; `nil` means no news.
    public var energy: Double?

    /// What a tick tells.
    @inlinable public init(
      heartRate: Double? = nil, power: Double? = nil, distance: Double? = nil, energy: Double? = nil
    ) {
      self.heartRate = heartRate
      self.power = power
      self.distance = distance
      self.energy = energy
    }
  }

  /// A coach for a plan, which begins with the first tick.
  public init(_ plan: ResolvedPlan, settings: CoachSettings = CoachSettings()) {
    self.plan = plan
    verbosity = settings.verbosity
    heartRatePace = settings.pace(.heartRate)
    powerPace = settings.pace(.power)
    hasLoops = plan.steps.contains { $0.loop != nil }
    lastWork = plan.steps.lastIndex { $0.kind == .work } ?? -1
    isFinished = plan.steps.isEmpty
  }

  /// A coach for a plan and an athlete; power is judged by the athlete's FTP unless `settings` say otherwise.
  ///
  /// - Throws: `PlanError` where the plan asks for numbers that aren't known.
  public init(plan: Plan, athlete: PlanAthlete, settings: CoachSettings? = nil) throws(PlanError) {
    self.init(try ResolvedPlan(plan, for: athlete), settings: settings ?? CoachSettings(ftp: athlete.ftp))
  }

  /// Takes a second of active time.
  ///
  /// - Parameter now: active time since the start, growing from tick to tick. A second without a tick counts as one in
  ///   which nothing is known.
  /// - Returns: what is to be said, mostly nothing; at most one cue that is more than seen.
  public mutating func tick(at now: Milliseconds, _ input: Input = Input()) -> [Cue] {
    guard !isFinished, !isPaused else { return [] }
    var cues: [Cue] = []
    heartRate.take(input.heartRate ?? .nan)
    power.take(input.power ?? .nan)
    if input.distance != nil || input.energy != nil { take(input) }
    if !hasStarted {
      hasStarted = true
      enter(0, at: now)
      say(.start, at: now, &cues)
    } else if isStepOver(at: now) {
      endSteps(at: now, &cues)
      if isFinished { return cues }
    }
    watchSignal(at: now, &cues)
    score.take(coached: judgedValue, heartRate: heartRate.value, at: now, plan.steps[index], stepStart)
    if plan.steps[index].gate != nil {
      watchGate(at: now, &cues)
    } else {
      announce(at: now, &cues)
      watchTarget(at: now, &cues)
    }
    tellLoss(at: now, &cues)
    return cues
  }

  private mutating func take(_ input: Input) {
    if let distance = input.distance, distance.isFinite, distance >= totals.distance {
      totals.distanceRate += (distance - totals.distance - totals.distanceRate) * 0.1
      totals.distance = distance
    }
    if let energy = input.energy, energy.isFinite, energy >= totals.energy {
      totals.energyRate += (energy - totals.energy - totals.energyRate) * 0.1
      totals.energy = energy
    }
  }

  // MARK: What the athlete does

  /// Stops the timer: until `resume(at:)` nothing is said or judged.
  public mutating func pause(at now: Milliseconds) -> [Cue] {
    guard !isPaused, !isFinished else { return [] }
    isPaused = true
    clearExcursion()
    heartRate.clear()
    power.clear()
    gate.belowSince = nil
    var cues: [Cue] = []
    say(.paused, at: now, &cues)
    return cues
  }

  /// Starts the timer again; nothing is judged for a while.
  public mutating func resume(at now: Milliseconds) -> [Cue] {
    guard isPaused else { return [] }
    isPaused = false
    armedFrom = max(armedFrom, now + (pace(currentQuantity ?? .heartRate).resumeGrace))
    var cues: [Cue] = []
    say(.resumed, at: now, &cues)
    return cues
  }

  /// The step is done, as far as the athlete is concerned: the next one begins. For steps that are open, and for any
  /// other.
  public mutating func stepDone(at now: Milliseconds) -> [Cue] { goOn(at: now, skipping: false) }

  /// Leaves the rest of the step out: it is not scored, and the next one begins.
  public mutating func skip(at now: Milliseconds) -> [Cue] { goOn(at: now, skipping: true) }

  private mutating func goOn(at now: Milliseconds, skipping: Bool) -> [Cue] {
    guard hasStarted, !isFinished else { return [] }
    var cues: [Cue] = []
    let result = close(at: now, skipped: skipping)
    next(at: now, after: result, &cues)
    return cues
  }

  /// Gives a step by time, or a rest with a gate, a minute more. Steps that end otherwise stay as they are.
  public mutating func addMinute(at now: Milliseconds) {
    guard hasStarted, !isFinished else { return }
    if plan.steps[index].gate != nil {
      gate.minimum = now - stepStart + 60_000
      gate.maximum = max(gate.maximum, gate.minimum)
      gate.opensAt = nil
    } else if stepEnd != .max {
      stepEnd += 60_000
      isAnnounced = false
    }
  }

  /// Moves the target of this step, and of every later step that has the same, up or down.
  ///
  /// - Parameter change: beats a minute or watts; the target stays above 0.
  public mutating func adjustTarget(by change: Double, at now: Milliseconds) {
    guard !isFinished, change.isFinite, let quantity = plan.steps[index].quantity else { return }
    let lower = plan.steps[index].lower, upper = plan.steps[index].upper
    let least = [lower, upper].compactMap(\.self).min() ?? 0
    let change = max(change, 1 - least)
    for place in index..<plan.steps.count
    where plan.steps[place].quantity == quantity && plan.steps[place].lower == lower
      && plan.steps[place].upper == upper
    {
      plan.steps[place].lower = lower.map { $0 + change }
      plan.steps[place].upper = upper.map { $0 + change }
    }
    // The athlete has answered: what was said before is settled.
    clearExcursion()
    eased = Corrections()
    built = Corrections()
  }

  /// Ends the workout before the plan does: closes the record of the step that is on.
  public mutating func end(at now: Milliseconds) {
    guard hasStarted, !isFinished else { return }
    _ = close(at: now, skipped: false)
    isFinished = true
  }

  // MARK: Saying

  /// Says something: adds a cue with the channels that the verbosity leaves.
  mutating func say(
    _ code: Cue.Code, at now: Milliseconds, level: Int? = nil, result: StepResult? = nil, seconds: Int? = nil,
    distance: Double? = nil, isQuiet: Bool = false, _ cues: inout [Cue]
  ) {
    let channels = isQuiet ? .visual : code.channels(level: level)
    if code.isStructural { lastStructural = now }
    if !channels.isDisjoint(with: [.haptic, .voice]) { lastAudible = now }
    let step = plan.steps[min(index, plan.steps.count - 1)]
    cues.append(
      Cue(
        code: code, time: now, level: level, step: min(index, plan.steps.count - 1), kind: step.kind, result: result,
        channels: verbosity.channels(channels, isStructural: code.isStructural),
        quantity: currentQuantity, zones: step.zones,
        hasMoreWork: hasMoreWork, seconds: seconds, distance: distance))
  }

  /// Whether work follows after the step that is on.
  private var hasMoreWork: Bool {
    guard index < lastWork else { return plan.steps[index].loop != nil }
    return true
  }

  mutating func clearExcursion() {
    side = .on
    wasCorrected = false
  }

  func pace(_ quantity: Quantity) -> CoachSettings.Pace { quantity == .power ? powerPace : heartRatePace }

  /// What is judged in the step that is on.
  var currentQuantity: Quantity? {
    let step = plan.steps[index]
    // Only heart rate opens a gate.
    if step.gate != nil { return .heartRate }
    return step.isCoached ? step.quantity : plan.quantity
  }

  /// The value of the step's quantity, not a number where it is unknown.
  var judgedValue: Double {
    switch plan.steps[index].quantity {
    case .power: power.value
    case .heartRate: heartRate.value
    default: .nan
    }
  }
}

extension Cue.Code {
  /// How it reaches the athlete where everything is wanted. Escalation is a matter of channels, never of tone.
  func channels(level: Int?) -> Cue.Channels {
    switch self {
    case .start, .leadIn, .gateOpen, .gateTimeout, .gateFallback, .finish, .signalLost: .all
    case .ease, .build: level == 1 ? [.visual, .haptic] : .all
    case .backIn: [.visual, .haptic]
    case .signalBack, .paused, .resumed: .visual
    }
  }
}

extension CoachSettings.Verbosity {
  func channels(_ channels: Cue.Channels, isStructural: Bool) -> Cue.Channels {
    switch self {
    case .all: channels
    case .keyMoments: isStructural ? channels : channels.intersection(.visual)
    case .haptics: channels.subtracting(.voice)
    case .off: []
    }
  }
}
