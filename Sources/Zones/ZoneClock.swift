// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

public import Workouts

/// Time in zone as samples arrive: the live counter of a workout.
///
/// Samples may arrive late by up to the reorder window; within it their order of arrival makes no difference, and the
/// totals equal those of the finished recording. A sample later than that is dropped and counted in `tooLate`; the
/// totals of the finished recording then settle the matter.
///
/// ```swift
/// var clock = ZoneClock(zones: boundaries, start: 0, hold: 15_000)
/// clock.add(132, at: 1_000)
/// clock.add(151, at: 2_000)
/// clock.totals(at: 3_000).zones
/// ```
public struct ZoneClock: Sendable {
  private let boundaries: ZoneBoundaries
  private var hold: SampleHold
  private var settled: TimeInZone
  private var pending: [Input] = []
  private let reorderWindow: Milliseconds
  private var latest: Milliseconds
  private var released: Milliseconds
  private var arrivals = 0
  /// Samples dropped because they came later than the reorder window allows.
  public private(set) var tooLate = 0

  private struct Input: Sendable {
    var time: Milliseconds
    var arrival: Int
    var kind: Kind
    enum Kind: Sendable {
      case sample(Double)
      case pause
      case resume
    }
    /// Edges of a pause come before a sample at the same moment; of samples the one that arrived first.
    var order: (Milliseconds, Int, Int) {
      switch kind {
      case .sample: (time, 1, arrival)
      case .pause, .resume: (time, 0, arrival)
      }
    }
  }

  /// A clock that starts, with the signal unknown, at `start`.
  ///
  /// - Parameters:
  ///   - hold: the longest one value stands for.
  ///   - reorderWindow: how late a sample may come, 10 s unless told otherwise.
  public init(
    zones: ZoneBoundaries, start: Milliseconds, hold: Milliseconds, reorderWindow: Milliseconds = 10_000
  ) {
    boundaries = zones
    self.hold = SampleHold(start: start, hold: hold)
    settled = TimeInZone(zoneCount: zones.zoneCount)
    self.reorderWindow = reorderWindow
    latest = start
    released = start
  }

  /// Takes a sample; not a number, or an implausible value judged so by the caller, means the sensor told nothing.
  public mutating func add(_ value: Double, at time: Milliseconds) { take(.sample(value), at: time) }

  /// Stops the timer.
  public mutating func pause(at time: Milliseconds) { take(.pause, at: time) }

  /// Starts the timer again.
  public mutating func resume(at time: Milliseconds) { take(.resume, at: time) }

  private mutating func take(_ kind: Input.Kind, at time: Milliseconds) {
    guard time >= released else {
      tooLate += 1
      return
    }
    pending.append(Input(time: time, arrival: arrivals, kind: kind))
    arrivals += 1
    latest = max(latest, time)
    let ripe = latest - reorderWindow
    guard ripe > released else { return }
    pending.sort { $0.order < $1.order }
    let count = pending.firstIndex { $0.time >= ripe } ?? pending.count
    for input in pending[..<count] { Self.apply(input, to: &hold, crediting: &settled, boundaries) }
    pending.removeFirst(count)
    released = ripe
  }

  /// The totals if the workout ended at `now`, which is not before the latest input.
  public func totals(at now: Milliseconds) -> TimeInZone {
    var state = hold, totals = settled
    for input in pending.sorted(by: { $0.order < $1.order }) where input.time <= now {
      Self.apply(input, to: &state, crediting: &totals, boundaries)
    }
    let boundaries = boundaries
    state.finish(at: now) { totals.add($0, boundaries) }
    return totals
  }

  private static func apply(
    _ input: Input, to hold: inout SampleHold, crediting totals: inout TimeInZone, _ boundaries: ZoneBoundaries
  ) {
    switch input.kind {
    case .sample(let value): hold.add(value, at: input.time) { totals.add($0, boundaries) }
    case .pause: hold.pause(at: input.time) { totals.add($0, boundaries) }
    case .resume: hold.resume(at: input.time)
    }
  }
}
