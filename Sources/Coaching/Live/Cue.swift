// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

public import Workouts

/// One thing that the coach says, apart from any language and device.
public struct Cue: Hashable, Sendable {
  /// What is said.
  public var code: Code
  /// When, in active time.
  public var time: Milliseconds
  /// 1 to 3 for `ease` and `build`, else `nil`.
  public var level: Int?
  /// The place among the plan's resolved steps of the step that is on; of the last one for `finish`.
  public var step: Int
  /// What that step is for.
  public var kind: PlanStep.Kind
  /// What became of the work step that just ended, for `start` and `finish` after one.
  public var result: StepResult?
  /// How it reaches the athlete.
  public var channels: Channels
  /// The quantity it is about.
  public var quantity: Quantity?
  /// The zones that the target is, where it is whole zones.
  public var zones: ClosedRange<Int>?
  /// Whether a work step comes after this one, so that a next time can be spoken of.
  public var hasMoreWork: Bool
  /// Seconds it announces, for `lead_in` and the gate's.
  public var seconds: Int?
  /// How far off the target the signal is, in its unit, for `ease` and `build`.
  public var distance: Double?

  /// A cue.
  public init(
    code: Code, time: Milliseconds, level: Int? = nil, step: Int, kind: PlanStep.Kind, result: StepResult? = nil,
    channels: Channels, quantity: Quantity? = nil, zones: ClosedRange<Int>? = nil, hasMoreWork: Bool = false,
    seconds: Int? = nil, distance: Double? = nil
  ) {
    self.code = code
    self.time = time
    self.level = level
    self.step = step
    self.kind = kind
    self.result = result
    self.channels = channels
    self.quantity = quantity
    self.zones = zones
    self.hasMoreWork = hasMoreWork
    self.seconds = seconds
    self.distance = distance
  }

  /// What can be said.
  public enum Code: String, Hashable, Sendable, Codable, CaseIterable {
    /// A step begins.
    case start
    /// A work step begins soon.
    case leadIn = "lead_in"
    /// Above the target for a while.
    case ease
    /// Below the target for a while.
    case build
    /// On target again after `ease` or `build`.
    case backIn = "back_in"
    /// The heart has settled; the next step begins soon.
    case gateOpen = "gate_open"
    /// The longest rest is over.
    case gateTimeout = "gate_timeout"
    /// The rest is timed because the signal is lost.
    case gateFallback = "gate_fallback"
    /// The sensor tells nothing any more.
    case signalLost = "signal_lost"
    /// The sensor tells again.
    case signalBack = "signal_back"
    /// The timer stands still.
    case paused
    /// The timer runs again.
    case resumed
    /// The plan is done.
    case finish

    /// Whether it says where in the plan the athlete is, as opposed to how well it goes.
    public var isStructural: Bool {
      switch self {
      case .start, .leadIn, .gateOpen, .gateTimeout, .gateFallback, .finish: true
      case .ease, .build, .backIn, .signalLost, .signalBack, .paused, .resumed: false
      }
    }

    /// Whether it asks for a change.
    public var isCorrective: Bool { self == .ease || self == .build }
  }

  /// Ways to reach the athlete.
  public struct Channels: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: UInt8
    /// Channels with these bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    /// On the screen.
    public static let visual = Channels(rawValue: 1)
    /// On the wrist.
    public static let haptic = Channels(rawValue: 2)
    /// Spoken.
    public static let voice = Channels(rawValue: 4)
    /// All of them.
    public static let all: Channels = [.visual, .haptic, .voice]

    /// Their names, in this order: visual, haptic, voice.
    public var names: [String] {
      [(Channels.visual, "visual"), (.haptic, "haptic"), (.voice, "voice")].filter { contains($0.0) }.map(\.1)
    }
  }

  /// Whether it is more than something to see: two of these never come in one tick.
  public var isAudible: Bool { !channels.isDisjoint(with: [.haptic, .voice]) }
}

/// How well a work step went: time on target within the part of it that can be judged.
public struct StepResult: Hashable, Sendable {
  /// The band.
  public var band: Band
  /// Time on target.
  public var onTarget: Milliseconds
  /// Time in which the signal was known, of the part that is judged.
  public var known: Milliseconds
  /// Whether more of what missed the target lay above it than below.
  public var isMostlyAbove: Bool

  /// A result.
  public init(band: Band, onTarget: Milliseconds, known: Milliseconds, isMostlyAbove: Bool = false) {
    self.band = band
    self.onTarget = onTarget
    self.known = known
    self.isMostlyAbove = isMostlyAbove
  }

  /// Bands of a score.
  public enum Band: String, Hashable, Sendable, Codable, CaseIterable {
    /// On target for four fifths or more.
    case met
    /// For half or more.
    case close
    /// For less.
    case below
    /// Too short to judge, without target, or the signal unknown for over a quarter.
    case unscored

    /// The band of a score from 0 to 1.
    public init(score: Double?) {
      switch score {
      case nil: self = .unscored
      case let score? where score >= 0.8: self = .met
      case let score? where score >= 0.5: self = .close
      default: self = .below
      }
    }
  }
}
