// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

public import Workouts
import Zones

/// Feeds a coach with samples and pauses in wall time: holds values as time in zone does, leaves pauses out, and ticks
/// once a second of active time.
///
/// What is said depends only on what was fed before the moment at which it is said, so that samples may come one by
/// one or in pieces of any size, at any speed.
///
/// ```swift
/// var feed = CoachFeed(coach, start: 0)
/// let cues = feed.add(.heartRate, 152, at: 1_000) + feed.advance(to: 1_000)
/// ```
public struct CoachFeed: Sendable {
  /// The coach.
  public private(set) var coach: LiveCoach

  private let start: Milliseconds
  private var heartRate: SampleHold
  private var power: SampleHold
  private var distance: Double?
  private var energy: Double?
  /// How long the timer has stood still, and since when it does.
  private var pausedTime: Milliseconds = 0
  private var pausedAt: Milliseconds?
  /// The active time of the next tick.
  private var nextTick: Milliseconds = 0

  /// A cue with its moment in wall time.
  public struct Timed: Hashable, Sendable {
    /// The moment.
    public var wall: Milliseconds
    /// The cue; `cue.time` is active time.
    public var cue: Cue
  }

  /// A feed for a workout that starts at `start`.
  ///
  /// - Parameter smartRecording: whether samples are left out where little changed, so that heart rate holds longer.
  public init(_ coach: LiveCoach, start: Milliseconds, smartRecording: Bool = false) {
    self.coach = coach
    self.start = start
    heartRate = SampleHold(
      start: start, hold: SampleHold.holdCap(for: .heartRate, smartRecording: smartRecording))
    power = SampleHold(start: start, hold: SampleHold.holdCap(for: .power, smartRecording: smartRecording))
  }

  /// The active time at a moment of wall time.
  public func activeTime(at wall: Milliseconds) -> Milliseconds { (pausedAt ?? wall) - start - pausedTime }

  /// Takes a sample, after the ticks that come before it.
  ///
  /// Heart rate and power that can't be right count as a sensor that tells nothing. A sample earlier than the one
  /// before it of the same kind is left out.
  ///
  /// - Parameters:
  ///   - quantity: heart rate, power, or distance in metres since the start; others are left out.
  ///   - value: `nil` where the sensor was asked and told nothing.
  public mutating func add(_ quantity: Quantity, _ value: Double?, at wall: Milliseconds) -> [Timed] {
    let cues = ticks(before: wall)
    let judged = value.map { quantity.isPlausible($0) ? $0 : .nan } ?? .nan
    switch quantity {
    case .heartRate: heartRate.add(judged, at: wall) { _ in }
    case .power: power.add(judged, at: wall) { _ in }
    case .distance: distance = value ?? distance
    default: break
    }
    return cues
  }

  /// Takes the energy used since the start, in kilocalories, after the ticks that come before it.
  public mutating func add(energy value: Double, at wall: Milliseconds) -> [Timed] {
    let cues = ticks(before: wall)
    energy = value
    return cues
  }

  /// Stops the timer.
  public mutating func pause(at wall: Milliseconds) -> [Timed] {
    guard pausedAt == nil else { return [] }
    var cues = ticks(before: wall)
    pausedAt = wall
    heartRate.pause(at: wall) { _ in }
    power.pause(at: wall) { _ in }
    cues += coach.pause(at: activeTime(at: wall)).map { Timed(wall: wall, cue: $0) }
    return cues
  }

  /// Starts the timer again.
  public mutating func resume(at wall: Milliseconds) -> [Timed] {
    guard let since = pausedAt else { return [] }
    pausedTime += wall - since
    pausedAt = nil
    heartRate.resume(at: wall)
    power.resume(at: wall)
    return coach.resume(at: activeTime(at: wall)).map { Timed(wall: wall, cue: $0) }
  }

  /// Lets the time go on to `wall`, that moment included.
  public mutating func advance(to wall: Milliseconds) -> [Timed] { ticks(before: wall + 1) }

  /// Does something with the coach that the athlete asked for, such as `stepDone(at:)`, at a moment of wall time.
  public mutating func ask(
    at wall: Milliseconds, _ action: (inout LiveCoach, Milliseconds) -> [Cue]
  ) -> [Timed] {
    var cues = ticks(before: wall)
    cues += action(&coach, activeTime(at: wall)).map { Timed(wall: wall, cue: $0) }
    return cues
  }

  private mutating func ticks(before wall: Milliseconds) -> [Timed] {
    var cues: [Timed] = []
    while pausedAt == nil, start + pausedTime + nextTick < wall, !coach.isFinished {
      let moment = start + pausedTime + nextTick
      let input = LiveCoach.Input(
        heartRate: heartRate.value(at: moment), power: power.value(at: moment), distance: distance, energy: energy)
      for cue in coach.tick(at: nextTick, input) { cues.append(Timed(wall: moment, cue: cue)) }
      nextTick += 1000
    }
    return cues
  }
}
