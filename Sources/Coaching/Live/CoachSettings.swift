// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

public import Workouts

/// How the coach is tuned. All times are active time; every number is kept within bounds in which the coach neither
/// nags nor falls silent.
public struct CoachSettings: Hashable, Sendable {
  /// How much is said.
  public var verbosity: Verbosity
  /// For targets of heart rate.
  public var heartRate: Pace
  /// For targets of power.
  public var power: Pace

  /// How much is said.
  public enum Verbosity: String, Hashable, Sendable, Codable, CaseIterable {
    /// All of it.
    case all
    /// Where in the plan the athlete is; anything else is only to be seen.
    case keyMoments = "key-moments"
    /// All of it, but nothing spoken.
    case haptics
    /// Nothing. The screen shows the state all the same.
    case off
  }

  /// How quickly the coach answers one kind of signal.
  public struct Pace: Hashable, Sendable {
    /// How far outside the target the signal has to be, in its unit.
    public var hysteresis: Double
    /// How long outside before the first word.
    public var dwell: Milliseconds
    /// How long nothing is judged after a work step began.
    public var workGrace: Milliseconds
    /// How long nothing is judged after a rest began.
    public var recoveryGrace: Milliseconds
    /// How long nothing is judged after any other step began.
    public var steadyGrace: Milliseconds
    /// How long nothing is judged after a pause.
    public var resumeGrace: Milliseconds
    /// How long nothing is judged after the signal came back.
    public var rearm: Milliseconds
    /// The shortest time between two corrections.
    public var gap: Milliseconds
    /// The shortest time from the first correction of a kind within a step to the second, and from there to the third.
    public var repeats: [Milliseconds]
    /// How long before its end a step is left in peace.
    public var quietEnd: Milliseconds
    /// How long before a work step it is announced.
    public var leadIn: Milliseconds

    /// Heart rate follows effort late.
    public static let heartRate = Pace(
      hysteresis: 3, dwell: 20_000, workGrace: 60_000, recoveryGrace: 90_000, steadyGrace: 60_000, resumeGrace: 30_000,
      rearm: 10_000, gap: 30_000, repeats: [60_000, 120_000], quietEnd: 10_000, leadIn: 10_000)

    /// Power follows at once.
    public static func power(ftp: Double?) -> Pace {
      Pace(
        hysteresis: max(5, 0.02 * (ftp ?? 0)), dwell: 10_000, workGrace: 8_000, recoveryGrace: 8_000,
        steadyGrace: 8_000, resumeGrace: 10_000, rearm: 10_000, gap: 30_000, repeats: [60_000, 120_000],
        quietEnd: 10_000, leadIn: 10_000)
    }

    /// The numbers within sane bounds.
    func bounded(widest hysteresis: Double) -> Pace {
      func bounded(_ value: Milliseconds, _ least: Milliseconds, _ most: Milliseconds) -> Milliseconds {
        min(max(value, least), most)
      }
      var pace = self
      pace.hysteresis = self.hysteresis.isFinite ? min(max(self.hysteresis, 0), hysteresis) : hysteresis
      pace.dwell = bounded(dwell, 5_000, 120_000)
      pace.workGrace = bounded(workGrace, 0, 300_000)
      pace.recoveryGrace = bounded(recoveryGrace, 0, 300_000)
      pace.steadyGrace = bounded(steadyGrace, 0, 300_000)
      pace.resumeGrace = bounded(resumeGrace, 0, 300_000)
      pace.rearm = bounded(rearm, 0, 120_000)
      pace.gap = bounded(gap, 30_000, 600_000)
      // Three corrections of a kind within a step are the most.
      pace.repeats = repeats.prefix(2).map { bounded($0, 30_000, 1_800_000) }
      pace.quietEnd = bounded(quietEnd, 10_000, 60_000)
      pace.leadIn = bounded(leadIn, 0, 60_000)
      return pace
    }

    /// How long a step of this kind is left in peace at its start.
    func grace(_ kind: PlanStep.Kind) -> Milliseconds {
      switch kind {
      case .work: workGrace
      case .recovery: recoveryGrace
      case .warmup, .cooldown, .steady: steadyGrace
      }
    }
  }

  /// The settings that come with the program.
  ///
  /// - Parameter ftp: functional threshold power in watts, on which the room around targets of power hangs.
  public init(ftp: Double? = nil, verbosity: Verbosity = .all) {
    self.verbosity = verbosity
    heartRate = .heartRate
    power = .power(ftp: ftp)
  }

  /// How long a step is left in peace at its start.
  public func grace(of step: ResolvedPlan.Step) -> Milliseconds {
    pace(step.quantity ?? .heartRate).grace(step.kind)
  }

  /// How a signal is answered, within sane bounds.
  func pace(_ quantity: Quantity) -> Pace {
    quantity == .power ? power.bounded(widest: 100) : heartRate.bounded(widest: 20)
  }
}
