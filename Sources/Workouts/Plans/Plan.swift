// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

/// A workout that is to be done: steps and repeats of steps, in order.
///
/// A plan says zones, percentages and limits as its author wrote them. What they are in beats and watts for one athlete
/// is decided when the plan is resolved (`ResolvedPlan` in Coaching).
public struct Plan: Hashable, Sendable {
  /// What the plan is called.
  public var name: String
  /// The sport, `generic` where the plan doesn't say.
  public var sport: Sport
  /// What the plan is for, in its author's words, if there are any.
  public var notes: String?
  /// How hard the session is meant to be, where the author says so.
  public var intent: Intent?
  /// Steps and repeats, in order.
  public var blocks: [Block]

  /// A plan.
  public init(
    name: String, sport: Sport = .generic, notes: String? = nil, intent: Intent? = nil, blocks: [Block] = []
  ) {
    self.name = name
    self.sport = sport
    self.notes = notes
    self.intent = intent
    self.blocks = blocks
  }

  /// How hard a session is meant to be.
  public enum Intent: String, Hashable, Sendable, Codable, CaseIterable {
    /// Below the first threshold.
    case easy
    /// Between the thresholds.
    case moderate
    /// Above the second threshold.
    case hard
  }

  /// A step, or a repeat of blocks.
  public indirect enum Block: Hashable, Sendable {
    /// One step.
    case step(PlanStep)
    /// Blocks that are done several times.
    case repeated(Times, [Block])
  }

  /// How often blocks are done.
  public enum Times: Hashable, Sendable {
    /// So many times, the first included.
    case count(Int)
    /// Again and again until a goal is reached, which is looked at after each pass.
    case until(PlanGoal)
  }

  /// The most steps a plan may have with all repeats written out.
  public static let mostSteps = 10_000
  /// How deep repeats may lie inside one another.
  public static let deepestRepeat = 8

  /// How many steps there are with all counted repeats written out; a repeat until something counts once.
  ///
  /// Saturates at `Int.max`.
  public var stepCount: Int { Self.stepCount(blocks) }

  /// How long the timed steps take in all, repeats included.
  ///
  /// Saturates. Steps that end by distance, energy or a press of the lap button add nothing.
  public var plannedTime: Milliseconds {
    sum(blocks) { if case .time(let time) = $0.goal { time } else { 0 } }
  }

  /// How many metres the steps by distance have in all, repeats included.
  public var plannedDistance: Double {
    func total(_ blocks: [Block]) -> Double {
      blocks.reduce(0) { all, block in
        switch block {
        case .step(let step): if case .distance(let meters) = step.goal { all + meters } else { all }
        case .repeated(.count(let count), let inner): all + Double(count) * total(inner)
        case .repeated(.until, let inner): all + total(inner)
        }
      }
    }
    return total(blocks)
  }

  private static func stepCount(_ blocks: [Block]) -> Int {
    blocks.reduce(0) { all, block in
      switch block {
      case .step: saturating(all, adding: 1)
      case .repeated(.count(let count), let inner):
        saturating(all, adding: saturating(stepCount(inner), times: count))
      case .repeated(.until, let inner): saturating(all, adding: stepCount(inner))
      }
    }
  }

  private func sum(_ blocks: [Block], _ value: (PlanStep) -> Milliseconds) -> Milliseconds {
    blocks.reduce(0) { all, block in
      switch block {
      case .step(let step): Self.saturating(all, adding: value(step))
      case .repeated(.count(let count), let inner):
        Self.saturating(all, adding: Self.saturating(sum(inner, value), times: Milliseconds(count)))
      case .repeated(.until, let inner): Self.saturating(all, adding: sum(inner, value))
      }
    }
  }

  private static func saturating<N: FixedWidthInteger>(_ a: N, adding b: N) -> N {
    let (sum, overflow) = a.addingReportingOverflow(b)
    return overflow ? .max : sum
  }

  private static func saturating<N: FixedWidthInteger>(_ a: N, times b: N) -> N {
    let (product, overflow) = a.multipliedReportingOverflow(by: b)
    return overflow ? .max : product
  }
}

/// One step of a plan.
public struct PlanStep: Hashable, Sendable {
  /// What the step is for.
  public var kind: Kind
  /// A word for the step, or what its author says when it begins.
  public var name: String?
  /// When the step ends.
  public var goal: PlanGoal
  /// Where to stay during the step, if anywhere.
  public var target: PlanTarget?
  /// For a rest that ends when the heart has settled. Then `goal` is `open`.
  public var gate: RecoveryGate?
  /// Revolutions or steps a minute that are asked for, if any. They are shown, never judged.
  public var cadence: ClosedRange<Double>?
  /// What to show on the way, in order of time.
  public var messages: [Message]

  /// A step.
  public init(
    _ kind: Kind, name: String? = nil, goal: PlanGoal, target: PlanTarget? = nil, gate: RecoveryGate? = nil,
    cadence: ClosedRange<Double>? = nil, messages: [Message] = []
  ) {
    self.kind = kind
    self.name = name
    self.goal = goal
    self.target = target
    self.gate = gate
    self.cadence = cadence
    self.messages = messages
  }

  /// What a step is for.
  public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
    /// Getting ready.
    case warmup
    /// A repeat, which counts when the workout is judged.
    case work
    /// The rest after one.
    case recovery
    /// Coming down.
    case cooldown
    /// Going along evenly.
    case steady
  }

  /// A text to show.
  public struct Message: Hashable, Sendable {
    /// When, from the start of the step.
    public var after: Milliseconds
    /// The text.
    public var text: String

    /// A text with its time.
    public init(after: Milliseconds, text: String) {
      self.after = after
      self.text = text
    }
  }
}

/// When a step, or a repeat of steps, ends.
public enum PlanGoal: Hashable, Sendable {
  /// After so much active time.
  case time(Milliseconds)
  /// After so many metres.
  case distance(Double)
  /// After so many kilocalories.
  case energy(Double)
  /// When the athlete says so.
  case open
  /// When a signal is above or below a limit.
  case until(Quantity, Side, PlanLimit)

  /// Which side of a limit.
  public enum Side: String, Hashable, Sendable, Codable {
    /// At the limit or above.
    case above
    /// Below the limit.
    case below
  }
}
