// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

public import Coaching
public import Sensors
public import Workouts

/// What happens in a live workout, as screens, lines of JSON and the page's stream tell it.
public struct LiveEvent: Sendable {
  /// Milliseconds of active time since the start.
  public var active: Milliseconds
  /// The moment.
  public var wall: Instant
  /// What happens.
  public var kind: Kind

  /// What happens.
  public enum Kind: Sendable {
    /// A value that counts, with the zone it lies in, from 0; `nil` where the sensor fell silent.
    case sample(Quantity, Double?, zone: Int?, source: String)
    /// Another zone, with the seconds in each so far and the newest sample's moment.
    case zone(Quantity, from: Int?, to: Int?, seconds: [Double], lastSample: Instant?)
    /// The coach says something.
    case cue(CoachFeed.Timed)
    /// The workout runs, is paused, or is over.
    case state(State)
    /// Another step of the plan.
    case step(Step)
    /// Another zone has been held for five seconds, and the athlete wants to hear of it; from 0.
    case announce(zone: Int)
    /// Another sensor counts for a quantity from now on, and why.
    case source(Quantity, from: String?, to: String, reason: SourceArbiter.Reason)
    /// How it stands with a sensor.
    case sensor(String, line: String, isLive: Bool)
    /// It is saved, under a name; `nil` where nothing was measured, so that there was nothing to save.
    case summary(Summary)
  }

  /// Whether the timer runs.
  public enum State: String, Sendable, Codable {
    case running
    case paused
    case ended
  }

  /// A step that begins.
  public struct Step: Sendable, Equatable {
    /// The place among the steps with repeats written out, from 0.
    public var index: Int
    /// How many there are.
    public var count: Int
    /// What it is for.
    public var kind: String
    /// How long it is planned in seconds, where it goes by time.
    public var seconds: Double?
    /// Least value of the target; `nil` for none.
    public var lower: Double?
    /// The first value above the target; `nil` for none.
    public var upper: Double?
    /// What the target is of.
    public var quantity: Quantity?
    /// The zones of the target, from 1.
    public var zones: ClosedRange<Int>?
  }

  /// What is left when it is over.
  public struct Summary: Sendable {
    /// The workout's name in the library.
    public var id: String?
    /// From start to end in seconds.
    public var elapsed: Double
    /// Without pauses, in seconds.
    public var active: Double
    /// Seconds in each zone by quantity.
    public var seconds: [Quantity: [Double]]
    /// How the workout went beside its plan; `nil` without one.
    public var card: ComplianceDocument?
  }
}
