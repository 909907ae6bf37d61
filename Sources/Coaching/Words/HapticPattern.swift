// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

public import Workouts

/// What a cue feels like on the wrist. The same meaning always has the same pattern, and each pattern is told from the
/// others by itself.
public struct HapticPattern: Hashable, Sendable {
  /// Touches in order, which do not overlap.
  public var pulses: [Pulse]

  /// One touch.
  public struct Pulse: Hashable, Sendable {
    /// When it begins, from the start of the pattern.
    public var start: Milliseconds
    /// How long it lasts.
    public var duration: Milliseconds
    /// How strong it is, above 0 up to 1.
    public var strength: Double
  }

  private init(_ pulses: [(Milliseconds, Milliseconds, Double)]) {
    self.pulses = pulses.map { Pulse(start: $0.0, duration: $0.1, strength: $0.2) }
  }

  /// Two strong ones: a step begins.
  public static let double = HapticPattern([(0, 120, 1), (240, 120, 1)])
  /// Three ticks: something begins soon.
  public static let ticks = HapticPattern([(0, 40, 0.7), (300, 40, 0.7), (600, 40, 0.7)])
  /// Ever weaker: ease off.
  public static let falling = HapticPattern([(0, 150, 1), (200, 150, 0.6), (400, 150, 0.3)])
  /// Ever stronger: a little more.
  public static let rising = HapticPattern([(0, 150, 0.3), (200, 150, 0.6), (400, 150, 1)])
  /// One long one: the signal is lost.
  public static let long = HapticPattern([(0, 800, 0.8)])
  /// One short, light one: on target.
  public static let tap = HapticPattern([(0, 60, 0.4)])
  /// Two strong ones and a long one: done.
  public static let finale = HapticPattern([(0, 120, 1), (240, 120, 1), (480, 500, 1)])

  /// The pattern of a cue, or `nil` for one that is only seen.
  public init?(_ code: Cue.Code) {
    switch code {
    case .start: self = .double
    case .leadIn, .gateOpen, .gateTimeout, .gateFallback: self = .ticks
    case .ease: self = .falling
    case .build: self = .rising
    case .backIn: self = .tap
    case .signalLost: self = .long
    case .finish: self = .finale
    case .signalBack, .paused, .resumed: return nil
    }
  }
}
