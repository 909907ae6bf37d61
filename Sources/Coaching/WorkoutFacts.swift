// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

public import Workouts
public import Zones

/// What is known of a finished workout, as the coach needs it: values only.
public struct WorkoutFacts: Sendable {
  /// The legs, transitions included, in order; one for a workout of one sport.
  public var legs: [Leg]

  /// Facts of a workout.
  public init(legs: [Leg]) { self.legs = legs }

  /// One leg.
  public struct Leg: Sendable {
    /// The sport.
    public var sport: Sport
    /// From start to end.
    public var span: TimeSpan
    /// Heart rate under its zones, if both are known.
    public var heartRate: Graded?
    /// Power under its zones, if both are known.
    public var power: Graded?
    /// Repeats and rests as the laps of a planned workout tell them; empty where they tell nothing.
    public var markedBouts: [Bout]

    /// A leg.
    public init(sport: Sport, span: TimeSpan, heartRate: Graded?, power: Graded?, markedBouts: [Bout] = []) {
      self.sport = sport
      self.span = span
      self.heartRate = heartRate
      self.power = power
      self.markedBouts = markedBouts
    }
  }

  /// A signal with the zones it is sorted into.
  public struct Graded: Sendable {
    /// The zones.
    public var zones: ZoneSet
    /// The signal of the whole workout.
    public var signal: HeldSignal
    /// Time in zone within the leg.
    public var time: TimeInZone

    /// A signal with its zones.
    public init(zones: ZoneSet, signal: HeldSignal, time: TimeInZone) {
      self.zones = zones
      self.signal = signal
      self.time = time
    }

    /// Milliseconds in zones with numbers in `numbers`.
    func time(inNumbers numbers: ClosedRange<Int>) -> Milliseconds {
      time.zones.enumerated().reduce(0) { numbers.contains(zones.number(of: $1.offset)) ? $0 + $1.element : $0 }
    }

    /// The highest zone number.
    var highestNumber: Int { zones.number(of: zones.boundaries.zoneCount - 1) }
  }

  /// A stretch of work or of rest.
  public struct Bout: Hashable, Sendable {
    /// From start to end.
    public var span: TimeSpan
    /// What it was for.
    public var kind: Kind

    /// What a bout is for.
    public enum Kind: Hashable, Sendable {
      /// A repeat.
      case work
      /// The rest after one.
      case rest
    }

    /// A bout.
    public init(span: TimeSpan, kind: Kind) {
      self.span = span
      self.kind = kind
    }
  }
}

/// How hard a session was as a whole.
public enum SessionClass: String, Hashable, Sendable, Codable {
  /// Little time above the first threshold.
  case easy
  /// A good share between the thresholds.
  case moderate
  /// Enough time above the second threshold.
  case hard

  /// The class by time: hard from 6 minutes and 10 % of known time in hard zones on (the larger of the two), moderate
  /// from 15 minutes and 25 % above easy on, else easy.
  public init(_ graded: WorkoutFacts.Graded) {
    let zones = graded.zones
    let known = graded.time.known
    let hard = zones.hardFrom <= graded.highestNumber ? graded.time(inNumbers: zones.hardFrom...99) : 0
    let aboveEasy = graded.time(inNumbers: (zones.easyThrough + 1)...99)
    if hard >= max(360_000, known / 10) {
      self = .hard
    } else if aboveEasy >= max(900_000, known / 4) {
      self = .moderate
    } else {
      self = .easy
    }
  }
}
