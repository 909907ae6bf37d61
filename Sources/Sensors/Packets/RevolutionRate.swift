// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

public import Workouts

/// Revolutions a second from the counters of a wheel or a crank.
///
/// Sensors repeat a packet while nothing turns, so a repeat is not a standstill: the rate falls with the time since the
/// last turn and reaches 0 after twice the last period, at least 2 s and at most 3 s.
public struct RevolutionRate: Sendable {
  private let ticksPerSecond: Double
  private let counterMask: UInt32
  private let limit: Double
  private var last: Revolutions?
  private var lastArrival: Milliseconds = 0
  private var lastEvent: Milliseconds = 0
  private var rate: Double?

  /// A rate without a packet yet.
  ///
  /// - Parameters:
  ///   - ticksPerSecond: of the event time: 1024, of a power meter's wheel 2048.
  ///   - counterBits: 16 for a crank, 32 for a wheel.
  ///   - limit: the highest rate in revolutions per second that is believed.
  public init(ticksPerSecond: Double = 1024, counterBits: Int, limit: Double) {
    self.ticksPerSecond = ticksPerSecond
    counterMask = counterBits >= 32 ? .max : 1 << counterBits - 1
    self.limit = limit
  }

  /// A crank: up to 300 revolutions a minute.
  public static var crank: RevolutionRate { RevolutionRate(counterBits: 16, limit: 5) }

  /// A wheel with a circumference in metres: up to 40 m/s.
  public static func wheel(circumference: Double, ticksPerSecond: Double = 1024) -> RevolutionRate {
    RevolutionRate(ticksPerSecond: ticksPerSecond, counterBits: 32, limit: 40 / circumference)
  }

  /// Takes a packet. The result is revolutions per second and how many turns it added, or `nil` at the first packet,
  /// after more than 30 s of silence, and where the counters jump: those only make a new beginning.
  ///
  /// - Parameter time: when the packet came, by a clock that never goes back.
  public mutating func add(_ packet: Revolutions, at time: Milliseconds) -> (rate: Double, turns: UInt32)? {
    guard let last, time - lastArrival <= 30_000 else { return begin(packet, at: time) }
    lastArrival = time
    let turns = (packet.count &- last.count) & counterMask
    let ticks = packet.eventTime &- last.eventTime
    if turns == 0 && ticks == 0 { return current(at: time).map { ($0, 0) } }
    // Turns without time: the sensor told two events in one packet; the next packet settles it.
    if ticks == 0 { return current(at: time).map { ($0, 0) } }
    let new = Double(turns) * ticksPerSecond / Double(ticks)
    guard new <= limit else { return begin(packet, at: time) }
    self.last = packet
    lastEvent = time
    rate = new
    return (new, turns)
  }

  /// Revolutions per second at a moment; `nil` before two packets have come.
  public func current(at time: Milliseconds) -> Double? {
    guard let rate, rate > 0 else { return rate }
    let waited = Double(time - lastEvent) / 1000
    guard waited > 0 else { return rate }
    let standstill = min(max(2, 2 / rate), 3)
    return waited >= standstill ? 0 : min(rate, 1 / waited)
  }

  private mutating func begin(_ packet: Revolutions, at time: Milliseconds) -> (rate: Double, turns: UInt32)? {
    last = packet
    lastArrival = time
    lastEvent = time
    rate = nil
    return nil
  }
}
