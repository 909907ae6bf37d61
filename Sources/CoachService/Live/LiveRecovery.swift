// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Coaching
import Foundation
import OpenHealthKit
import Sensors
import Synchronization
import WorkoutFiles
public import Workouts
import Zones

/// A workout that was running when the program was killed.
public struct InterruptedWorkout: Sendable {
  /// When it began.
  public var start: Instant
  /// The newest thing that was measured; its start where nothing was.
  public var last: Instant
  /// The time of day at which that was, here.
  public var lastClock: String {
    let offset = TimeZone.current.secondsFromGMT(for: Date(last))
    return CivilTime(millisecondsSince1970: last.millisecondsSince1970 + Int64(offset) * 1_000).timeText
  }
  /// What was done.
  public var sport: Sport
  /// The plan that was followed.
  public var plan: Plan?

  /// What it is known by.
  public var id: String { session.id.uuidString.lowercased() }

  let library: WorkoutLibrary
  let store: HKHealthStore
  let session: HKWorkoutSession
  let builder: HKLiveWorkoutBuilder

  /// The workout that was interrupted in a library; `nil` where there is none.
  ///
  /// - Throws: where the data can't be read.
  public static func find(in library: WorkoutLibrary, clock: LiveClock) async throws -> InterruptedWorkout? {
    try findAll(in: library, clock: clock).last
  }

  /// All workouts that were interrupted, the oldest first; those that go on in another program are left alone.
  ///
  /// - Throws: where the data can't be read.
  public static func findAll(in library: WorkoutLibrary, clock: LiveClock) throws -> [InterruptedWorkout] {
    let store = LiveWorkout.openStore(library, clock)
    return try store.interruptedWorkoutSessions()
      .filter { LiveMark(library, $0.id).isFree }
      .compactMap { try interrupted($0, in: library, store) }
  }

  private static func interrupted(
    _ session: HKWorkoutSession, in library: WorkoutLibrary, _ store: HKHealthStore
  ) throws -> InterruptedWorkout? {
    let builder = session.associatedWorkoutBuilder()
    guard let start = builder.startDate ?? session.startDate else {
      session.end()
      session.waitUntilKept()
      return nil
    }
    let metadata = builder.metadata
    let plan = (metadata[LiveWorkout.MetadataKey.plan] as? String).flatMap {
      try? PlanFile.decode(Array($0.utf8)).plan
    }
    let last = try builder.collectedSamples().map { $0.endDate }.max() ?? start
    return InterruptedWorkout(
      start: Instant(start), last: Instant(last),
      sport: Sport(rawValue: metadata[LiveWorkout.MetadataKey.sport] as? String ?? "generic"), plan: plan,
      library: library, store: store, session: session, builder: builder)
  }
}

extension LiveWorkout {
  /// Goes on with a workout that was interrupted: the coach hears again what it had heard, and is where it was.
  ///
  /// What was not measured meanwhile stays unknown; the timer ran on unless it was paused.
  ///
  /// - Parameter setup: the athlete's zones and how the coach behaves; sport and plan are those of the workout.
  public static func recover(
    _ interrupted: InterruptedWorkout, _ setup: LiveSetup, clock: LiveClock,
    handler: @escaping @Sendable (LiveEvent) -> Void
  ) throws -> LiveWorkout {
    var setup = setup
    setup.sport = interrupted.sport
    setup.plan = interrupted.plan
    let builder = interrupted.builder
    let start = interrupted.start
    builder.dataSource = dataSource(interrupted.store, builder.workoutConfiguration, setup.sport)
    let feed = CoachFeed(try coach(setup), start: start.millisecondsSince1970, smartRecording: setup.isSmartRecording)
    let live = LiveWorkout(
      setup: setup, library: interrupted.library, clock: clock, start: start, store: interrupted.store,
      session: interrupted.session,
      builder: builder, feed: feed, handler: handler)
    let samples = try builder.collectedSamples()
    live.state.withLock { state in
      live.hearAgain(samples, builder.workoutEvents, &state)
      live.tell(.state(state.isPaused ? .paused : .running), at: clock.now, state)
      live.pass(clock.now, &state)
    }
    return live
  }

  /// Feeds the coach with what is stored, in order of time.
  private func hearAgain(_ samples: [HKQuantitySample], _ events: [HKWorkoutEvent], _ state: inout State) {
    enum Heard {
      case sample(Quantity, Double)
      case metres(Double)
      case event(HKWorkoutEvent)
    }
    var heard: [(time: Instant, order: Int, what: Heard)] = []
    for sample in samples {
      for quantity in [Quantity.heartRate, .power, .cadence, .speed]
      where LiveTypes.type(of: quantity, in: setup.sport) == sample.quantityType {
        let value = sample.quantity.doubleValue(for: LiveTypes.unit(of: quantity))
        heard.append((Instant(sample.startDate), 1, .sample(quantity, value)))
      }
      if LiveTypes.type(of: .distance, in: setup.sport) == sample.quantityType {
        heard.append((Instant(sample.endDate), 1, .metres(sample.quantity.doubleValue(for: .meter()))))
      }
    }
    for event in events { heard.append((Instant(event.dateInterval.start), 0, .event(event))) }
    heard.sort { ($0.time, $0.order) < ($1.time, $1.order) }
    for (time, _, what) in heard {
      let wall = time.millisecondsSince1970
      switch what {
      case .sample(let quantity, let value):
        state.hear(state.feed.add(quantity, value, at: wall))
        state.values[quantity] = (value, time)
        if quantity == primary {
          let zone = setup.athlete.zones[quantity]?.boundaries.index(of: value)
          if state.course.last.map({ time - $0.time >= 2_000 }) ?? true {
            state.course.append(LiveSnapshot.Moment(time: time, value: value, zone: zone))
          }
        }
      case .metres(let metres):
        state.distance += metres
        state.toldDistance = (state.distance, time)
        state.hear(state.feed.add(.distance, state.distance, at: wall))
      case .event(let event):
        switch event.type {
        case .pause:
          state.pauseBegins(time)
          state.hear(state.feed.pause(at: wall))
        case .resume:
          state.pauseEnds(time)
          state.hear(state.feed.resume(at: wall))
        case .lap:
          state.laps += 1
          state.lapStart = Instant(event.dateInterval.end)
        case .marker:
          if let name = event.metadata?[MetadataKey.command] as? String, let command = LiveAction(rawValue: name) {
            state.hear(Self.ask(command, &state.feed, at: time))
          }
        default: break
        }
      }
    }
    state.step = state.feed.coach.isFinished ? nil : state.feed.coach.stepIndex
  }
}

extension LiveWorkout.State {
  /// Remembers what was said last, without saying it again.
  fileprivate mutating func hear(_ cues: [CoachFeed.Timed]) {
    if let last = cues.last { cue = last.cue }
  }
}
