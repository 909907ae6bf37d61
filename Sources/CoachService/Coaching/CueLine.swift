// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

public import Coaching
import Workouts

/// A cue as one line of JSON, as `live --json-lines` and `coach --scenario` print it.
public struct CueLine: Codable, Sendable, Equatable {
  /// Milliseconds of active time since the start.
  public var t: Int64
  /// Milliseconds of wall time, since 1970 or since the start of a scenario.
  public var wall: Int64
  /// `cue`.
  public var type: String
  /// What is said.
  public var code: String
  /// 1 to 3 for `ease` and `build`.
  @ExplicitNull public var level: Int?
  /// The step that is on.
  public var step: Step
  /// What became of the work step that just ended.
  @ExplicitNull public var result: Result?
  /// What is to be read.
  public var text: String
  /// What is to be spoken.
  public var spoken: String
  /// How it reaches the athlete: `visual`, `haptic`, `voice`.
  public var channels: [String]

  /// The place of a step.
  public struct Step: Codable, Sendable, Equatable {
    /// The place among the steps with repeats written out, from 0.
    public var index: Int
    /// What the step is for.
    public var kind: String
  }

  /// What became of a work step.
  public struct Result: Codable, Sendable, Equatable {
    /// `met`, `close`, `below` or `unscored`.
    public var band: String
    /// Seconds on target.
    public var secondsOnTarget: Double
    /// Seconds that could be judged.
    public var secondsKnown: Double
  }

  /// A cue's line.
  public init(_ timed: CoachFeed.Timed, in language: CoachLanguage = .english, numbers: Bool = true) {
    let cue = timed.cue, text = cue.text(in: language, numbers: numbers)
    t = cue.time
    wall = timed.wall
    type = "cue"
    code = cue.code.rawValue
    _level = ExplicitNull(wrappedValue: cue.level)
    step = Step(index: cue.step, kind: cue.kind.rawValue)
    _result = ExplicitNull(
      wrappedValue: cue.result.map {
        Result(
          band: $0.band.rawValue, secondsOnTarget: Double($0.onTarget) / 1000, secondsKnown: Double($0.known) / 1000)
      })
    self.text = text.shown
    spoken = text.spoken
    channels = cue.channels.names
  }
}
