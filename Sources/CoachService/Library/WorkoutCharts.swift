// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

/// A workout as a line of zones through time: the ribbon. Seconds are counted from the workout's start, pauses
/// included.
public struct Ribbon: Codable, Sendable, Equatable {
  /// The whole width in seconds.
  public var totalSeconds: Double
  /// How many zones the height stands for, "below zone 1" included.
  public var zoneCount: Int
  /// The number of the lowest zone: 1, or 0 where the lowest is "below zone 1".
  public var firstNumber: Int
  /// Stretches in order, without holes.
  public var runs: [Run]

  /// A stretch in one zone.
  public struct Run: Codable, Sendable, Equatable {
    /// Its first second.
    public var start: Double
    /// The second after it.
    public var end: Double
    /// What it is.
    public var state: State

    /// A stretch.
    public init(start: Double, end: Double, state: State) {
      self.start = start
      self.end = end
      self.state = state
    }

    /// Writes `[start, end, zone index | null | "p"]`.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.unkeyedContainer()
      try container.encode(start)
      try container.encode(end)
      switch state {
      case .zone(let index): try container.encode(index)
      case .unknown: try container.encodeNil()
      case .paused: try container.encode("p")
      }
    }

    /// Reads what `encode(to:)` writes.
    public init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      start = try container.decode(Double.self)
      end = try container.decode(Double.self)
      if try container.decodeNil() {
        state = .unknown
      } else if let index = try? container.decode(Int.self) {
        state = .zone(index)
      } else {
        state = .paused
      }
    }
  }

  /// What a stretch is.
  public enum State: Sendable, Equatable, Hashable {
    /// In the zone with this index, from 0.
    case zone(Int)
    /// No data.
    case unknown
    /// The timer stood still.
    case paused
  }

  /// A ribbon.
  public init(totalSeconds: Double, zoneCount: Int, firstNumber: Int, runs: [Run]) {
    self.totalSeconds = totalSeconds
    self.zoneCount = zoneCount
    self.firstNumber = firstNumber
    self.runs = runs
  }
}

/// The curves of a workout, thinned to what a screen can show: at most two points a pixel, the least and the greatest
/// of what falls into it, so that no peak is lost.
public struct TraceChart: Codable, Sendable, Equatable {
  /// The whole width in seconds, pauses included.
  public var totalSeconds: Double
  /// The curve on zone bands.
  public var main: Curve?
  /// Limits of the zones behind the main curve.
  public var boundaries: [Double]
  /// The number of the lowest zone, 0 or 1.
  public var firstNumber: Int
  /// Curves below, on the same time axis.
  public var lanes: [Curve]
  /// Active stretches over which the main curve is unknown, `[start, end]` in seconds.
  public var gaps: [[Double]]
  /// Pauses, `[start, end]` in seconds.
  public var pauses: [[Double]]
  /// Doubtful stretches of the main curve, in order of time.
  public var flags: [Flag]

  /// A doubtful stretch.
  public struct Flag: Codable, Sendable, Equatable {
    /// `spike`, `cadence-lock`, `flat-line`.
    public var code: String
    /// Its first second.
    public var start: Double
    /// Its last.
    public var end: Double
    /// Whether the athlete left it out; the main curve then has a gap there.
    public var isLeftOut: Bool
    /// What was recorded, where it is left out and inside the window; else empty.
    public var points: [Point]
  }

  /// One curve.
  public struct Curve: Codable, Sendable, Equatable {
    /// What it shows.
    public var quantity: String
    /// Its unit.
    public var unit: String
    /// `[second, value | null]` in order; `null` interrupts the line.
    public var points: [Point]
    /// The least value.
    public var minimum: Double
    /// The greatest value.
    public var maximum: Double
  }

  /// A point, or an interruption.
  public struct Point: Codable, Sendable, Equatable {
    /// Seconds after the workout's start.
    public var second: Double
    /// The value, or `nil` to lift the pen.
    public var value: Double?

    /// Writes `[second, value | null]`.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.unkeyedContainer()
      try container.encode(second)
      if let value { try container.encode(value) } else { try container.encodeNil() }
    }

    /// Reads what `encode(to:)` writes.
    public init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      second = try container.decode(Double.self)
      value = try container.decodeNil() ? nil : container.decode(Double.self)
    }

    /// A point.
    public init(second: Double, value: Double?) {
      self.second = second
      self.value = value
    }
  }
}
