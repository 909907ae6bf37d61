// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Coaching
import Dispatch
import Sensors
import Synchronization
public import Workouts

/// Drives a live workout from what is no sensor: a recording that is played again, or the simulated athlete.
///
/// The clock is driven second by second, so that the same is said at any speed.
public final class LivePlayer: Sendable {
  /// What is played.
  public enum Source: Sendable {
    /// A recording, as if its sensors were here.
    case replay(Recording)
    /// Somebody who rides what the plan asks for; the same seed rides the same workout.
    case simulation(seed: UInt64)
  }

  private let source: Source
  /// How many times faster than life; 0 for as fast as the computer can.
  private let speed: Double
  /// Cues that the simulated athlete has not heard yet.
  private let heard = Mutex<[Cue]>([])
  private let isStopped = Mutex(false)

  /// How long somebody rides without a plan.
  private static let freeRide: Milliseconds = 1_800_000
  /// How long a plan with open steps is ridden at most.
  private static let longestRide: Milliseconds = 6 * 3_600_000

  /// A player.
  ///
  /// - Precondition: the speed is 0 or more.
  public init(_ source: Source, speed: Double) {
    precondition(speed >= 0, "time does not go back")
    self.source = source
    self.speed = speed
  }

  /// When a workout that is played begins: now at the speed of life, else so early that it ends about now.
  public func start(now: Instant, plan: Plan?) -> Instant {
    let length: Milliseconds =
      switch source {
      case .replay(let recording): recording.span.duration
      case .simulation: plan.map { max($0.plannedTime, 60_000) } ?? Self.freeRide
      }
    let share = speed == 0 ? 1 : max(0, 1 - 1 / speed)
    let start = now.millisecondsSince1970 - Int64(Double(length) * share)
    return Instant(millisecondsSince1970: start / 1_000 * 1_000)
  }

  /// Lets the simulated athlete hear what the coach says.
  public func hear(_ event: LiveEvent) {
    if case .cue(let timed) = event.kind, timed.cue.code.isCorrective { heard.withLock { $0.append(timed.cue) } }
  }

  /// Ends the playing at the next second.
  public func stop() { isStopped.withLock { $0 = true } }

  /// Plays to the end, or until it is stopped. The workout is not ended.
  public func play(into live: LiveWorkout) {
    switch source {
    case .replay(let recording): replay(ReplayFeed(recording), into: live)
    case .simulation(let seed): simulate(seed, into: live)
    }
  }

  private func replay(_ feed: ReplayFeed, into live: LiveWorkout) {
    let pacer = Pacer(speed), id = SensorID("replay")
    var second: Milliseconds = 0
    for event in feed {
      while second + 1_000 <= event.time {
        second += 1_000
        guard go(to: second, live, pacer) else { return }
      }
      live.clock.advance(to: live.start + event.time)
      switch event.kind {
      case .readings(let readings): live.take(readings, from: id)
      case .distance(let metres): live.take(distance: metres)
      case .pause: live.perform(.pause)
      case .resume: live.perform(.resume)
      }
    }
    while second + 1_000 <= feed.length {
      second += 1_000
      guard go(to: second, live, pacer) else { return }
    }
    live.clock.advance(to: live.start + feed.length)
  }

  private func simulate(_ seed: UInt64, into live: LiveWorkout) {
    let pacer = Pacer(speed), id = SensorID("simulation")
    var rider = SimulatedRider(sport: live.setup.sport, seed: seed)
    // Nobody rides for six hours because a plan has no end.
    let hasEnd = live.setup.plan.map { $0.plannedTime > 0 || $0.plannedDistance > 0 } ?? false
    let limit = hasEnd ? Self.longestRide : Self.freeRide
    var second: Milliseconds = 0
    while second < limit, !live.isPlanDone {
      second += 1_000
      guard go(to: second, live, pacer) else { return }
      for cue in heard.withLock({ cues in
        defer { cues = [] }
        return cues
      }) { rider.hear(less: cue.code == .ease) }
      guard !live.isPaused else { continue }
      let readings = rider.ride(live.aim)
      live.take(readings, from: id)
      live.take(distance: rider.distance)
    }
  }

  /// Lets the time go on; false once playing is stopped.
  private func go(to second: Milliseconds, _ live: LiveWorkout, _ pacer: Pacer) -> Bool {
    pacer.wait(until: second)
    guard !isStopped.withLock({ $0 }), !live.isOver else { return false }
    live.clock.advance(to: live.start + second)
    live.tick()
    return true
  }
}

/// Waits until a moment of what is played has come.
private struct Pacer {
  private let speed: Double
  private let begin = DispatchTime.now()

  init(_ speed: Double) { self.speed = speed }

  func wait(until moment: Milliseconds) {
    guard speed > 0 else { return }
    let due = begin + .microseconds(Int(Double(moment) * 1_000 / speed))
    // A semaphore that nobody signals is a sleep that may be called from anywhere.
    _ = DispatchSemaphore(value: 0).wait(timeout: due)
  }
}

extension LiveWorkout {
  /// Whether the plan is done; never without one.
  public var isPlanDone: Bool { setup.plan != nil && state.withLock { $0.feed.coach.isFinished } }

  /// Whether the timer stands still.
  public var isPaused: Bool { state.withLock { $0.isPaused } }

  /// Whether it has ended.
  public var isOver: Bool { state.withLock { $0.isOver } }

  /// What somebody who does as the plan says aims at now.
  var aim: SimulatedRider.Aim {
    state.withLock { state in
      let coach = state.feed.coach
      guard setup.plan != nil, !coach.isFinished else { return .intensity(0.65) }
      let step = coach.plan.steps[coach.stepIndex]
      if step.gate != nil { return .intensity(0.25) }
      if step.isCoached, let middle = Self.middle(step.lower, step.upper) {
        return step.quantity == .power ? .power(middle) : .heartRate(middle)
      }
      switch step.kind {
      case .work: return .intensity(0.95)
      case .recovery: return .intensity(0.45)
      case .warmup, .cooldown: return .intensity(0.55)
      case .steady: return .intensity(0.65)
      }
    }
  }

  private static func middle(_ lower: Double?, _ upper: Double?) -> Double? {
    switch (lower, upper) {
    case (let lower?, let upper?): (lower + upper) / 2
    case (let lower?, nil): lower * 1.04
    case (nil, let upper?): upper * 0.93
    case (nil, nil): nil
    }
  }
}
