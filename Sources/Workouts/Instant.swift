// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

/// A length of time in whole milliseconds.
///
/// All durations in ZoneCoach are exact integers, so that parts add up to their whole.
public typealias Milliseconds = Int64

/// A moment in time: milliseconds since 1970-01-01T00:00:00Z, without leap seconds.
///
/// Fractions finer than a millisecond are rounded half up, once, where a value enters the program.
public struct Instant: Hashable, Comparable, Sendable, Codable {
  /// Milliseconds since 1970-01-01T00:00:00Z.
  public var millisecondsSince1970: Int64

  /// The moment this many milliseconds after 1970-01-01T00:00:00Z.
  @inlinable public init(millisecondsSince1970: Int64) {
    self.millisecondsSince1970 = millisecondsSince1970
  }

  /// The moment this many whole seconds after 1970-01-01T00:00:00Z.
  @inlinable public init(secondsSince1970: Int64) {
    self.init(millisecondsSince1970: secondsSince1970 * 1000)
  }

  /// Whether `a` is earlier.
  @inlinable public static func < (a: Instant, b: Instant) -> Bool {
    a.millisecondsSince1970 < b.millisecondsSince1970
  }

  /// The time from `b` to `a`, negative if `a` is earlier.
  @inlinable public static func - (a: Instant, b: Instant) -> Milliseconds {
    a.millisecondsSince1970 - b.millisecondsSince1970
  }

  /// The moment `span` later.
  @inlinable public static func + (a: Instant, span: Milliseconds) -> Instant {
    Instant(millisecondsSince1970: a.millisecondsSince1970 + span)
  }

  /// The moment `span` earlier.
  @inlinable public static func - (a: Instant, span: Milliseconds) -> Instant {
    Instant(millisecondsSince1970: a.millisecondsSince1970 - span)
  }

  /// Encodes the bare number of milliseconds.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(millisecondsSince1970)
  }

  /// Decodes the bare number of milliseconds.
  public init(from decoder: any Decoder) throws {
    millisecondsSince1970 = try decoder.singleValueContainer().decode(Int64.self)
  }
}

/// Rounds a number of seconds to milliseconds, half up; `nil` if it is not finite or does not fit.
@inlinable public func milliseconds(seconds: Double) -> Milliseconds? {
  let scaled = (seconds * 1000 + 0.5).rounded(.down)
  guard scaled.isFinite, abs(scaled) < 9e18 else { return nil }
  return Milliseconds(scaled)
}

/// A half-open stretch of time, `start ..< end`.
public struct TimeSpan: Hashable, Sendable, Codable {
  /// The first moment inside.
  public var start: Instant
  /// The first moment after.
  public var end: Instant

  /// The stretch from `start` up to, not including, `end`; empty if `end` is not later.
  @inlinable public init(start: Instant, end: Instant) {
    self.start = start
    self.end = max(start, end)
  }

  /// The length, never negative.
  @inlinable public var duration: Milliseconds { end - start }

  /// Whether the stretch holds `instant`.
  @inlinable public func contains(_ instant: Instant) -> Bool { start <= instant && instant < end }

  /// What both stretches hold, or `nil` if they share no time.
  @inlinable public func intersection(_ other: TimeSpan) -> TimeSpan? {
    let a = max(start, other.start), b = min(end, other.end)
    return a < b ? TimeSpan(start: a, end: b) : nil
  }
}
