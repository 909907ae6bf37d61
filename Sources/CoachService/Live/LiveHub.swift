// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Coaching
import Dispatch
import FoundationEssentials
import HealthDatabase
import Synchronization
public import Workouts

/// The live workouts of this process, several at once, for pages and programs that watch and steer them.
///
/// Interrupted workouts of earlier runs are found at the first look. When the hub stops, workouts that go on are left as
/// they are: nothing is saved or lost, and the next start offers them.
public final class LiveHub: Sendable {
  /// What a workout begins with.
  public struct Order: Sendable {
    /// What is done; `nil` for the plan's sport, else running.
    public var sport: Sport?
    /// Whether inside.
    public var isIndoor: Bool
    /// The plan, if one is followed.
    public var plan: Plan?
    /// Where values come from.
    public var source: LiveSource

    /// An order.
    public init(sport: Sport? = nil, isIndoor: Bool = false, plan: Plan? = nil, source: LiveSource) {
      self.sport = sport
      self.isIndoor = isIndoor
      self.plan = plan
      self.source = source
    }
  }

  /// What becomes of an interrupted workout.
  public enum Recovery: String, Sendable, CaseIterable {
    /// It goes on.
    case resume
    /// It is saved as it is.
    case save
    /// It is deleted.
    case discard
  }

  /// As many go on at once at most.
  public static let most = 1_000
  /// How long one that has ended can still be looked at.
  private static let remembered: TimeInterval = 3_600

  private let library: WorkoutLibrary
  private struct State {
    var runs: [String: LiveRun] = [:]
    var ended: [(id: String, time: Date)] = []
    var interrupted: [InterruptedWorkout]?
    var timer: (any DispatchSourceTimer)?
    var beats = 0
    var isStopped = false
  }
  private let state = Mutex(State())
  private let ticking = DispatchQueue(label: "zonecoach.live.ticks", qos: .userInitiated)
  /// Held while it is looked for interrupted workouts, so that each is found once.
  private let looking = Mutex(())

  /// The live workouts of a library.
  public init(library: WorkoutLibrary) { self.library = library }

  // MARK: What goes on

  /// The workouts that go on, the oldest first.
  public var running: [LiveRun] {
    state.withLock { Array($0.runs.values) }.filter { !$0.live.isOver }.sorted { $0.live.start < $1.live.start }
  }

  /// A workout that goes on, or ended within the last hour.
  public func run(_ id: String) -> LiveRun? { state.withLock { $0.runs[id] } }

  /// Begins a workout.
  ///
  /// - Throws: `PlanError` where the plan asks for numbers that aren't known, `LiveError`, and the store's errors where the
  ///   data can't be written.
  public func start(_ order: Order) async throws -> LiveRun {
    #if !os(Linux)
      if case .bluetooth = order.source { throw LiveError.noBluetooth }
    #endif
    let setup = setup(order)
    let player: LivePlayer? =
      if case .simulation(let seed, let speed) = order.source {
        LivePlayer(.simulation(seed: seed), speed: speed)
      } else { nil }
    let now = HealthDatabase.systemClock()
    let clock = player.map { LiveClock(startingAt: $0.start(now: now, plan: setup.plan)) } ?? LiveClock()
    let feed = LiveFeed()
    let live = try await LiveWorkout.start(setup, in: library, clock: clock) { event in
      player?.hear(event)
      feed.append(event)
    }
    let run = LiveRun(live, feed, order.source, player)
    guard add(run) else {
      try await run.discard()
      throw LiveError.over
    }
    return run
  }

  /// What the athlete's zones and wishes make of an order.
  private func setup(_ order: Order) -> LiveSetup {
    var sport = order.sport ?? order.plan?.sport ?? .running
    // Watts without a sport are a bicycle's.
    if sport == .generic { sport = order.plan.flatMap(LiveSetup.quantity(of:)) == .power ? .cycling : .running }
    let preferences = library.coachPreferences
    var request = ZoneRequest()
    request.history = library.zoneHistory
    let athlete = request.planAthlete(for: sport, on: Day(of: HealthDatabase.systemClock(), utcOffsetSeconds: nil))
    var setup = LiveSetup(sport: sport, athlete: athlete, settings: preferences.settings(ftp: athlete.ftp))
    setup.plan = order.plan
    setup.isIndoor = order.isIndoor
    setup.announcesZones = preferences.zoneChanges ?? false
    return setup
  }

  private func add(_ run: LiveRun) -> Bool {
    let isAdded = state.withLock { state in
      guard !state.isStopped else { return false }
      state.runs[run.id] = run
      if state.timer == nil {
        let timer = DispatchSource.makeTimerSource(queue: ticking)
        timer.schedule(deadline: .now() + .milliseconds(250), repeating: .milliseconds(250), leeway: .milliseconds(10))
        timer.setEventHandler { [weak self] in self?.beat() }
        timer.activate()
        state.timer = timer
      }
      return true
    }
    guard isAdded else { return false }
    run.begin { [weak self, weak run] in
      guard let run else { return }
      // What is played ends with its last second; somebody may have ended it before.
      Task { try? await self?.end(run) }
    }
    return true
  }

  /// Lets the time go on for all, four times a second for what is played faster than life, else once.
  private func beat() {
    let (runs, isFull) = state.withLock { state -> ([LiveRun], Bool) in
      state.beats += 1
      let old = Date().addingTimeInterval(-Self.remembered)
      for ended in state.ended where ended.time < old { state.runs[ended.id] = nil }
      state.ended.removeAll { $0.time < old }
      return (Array(state.runs.values), state.beats % 4 == 0)
    }
    for run in runs where !run.live.isOver && (isFull || run.source.isPlayed) {
      if !run.live.clock.isDriven { run.live.tick() }
      run.publish()
    }
  }

  /// Ends a workout and saves it.
  ///
  /// - Throws: `LiveError.over` where it has ended already; the store's errors where it can't be saved.
  @discardableResult public func end(_ run: LiveRun) async throws -> LiveEvent.Summary {
    let summary = try await run.end()
    forgetLater(run)
    return summary
  }

  /// Ends a workout without keeping anything of it.
  public func discard(_ run: LiveRun) async throws {
    try await run.discard()
    forgetLater(run)
  }

  private func forgetLater(_ run: LiveRun) { state.withLock { $0.ended.append((run.id, Date())) } }

  /// Ends all work and leaves what goes on as it is.
  public func stop() {
    let (runs, timer) = state.withLock { state in
      defer {
        state.timer = nil
        state.runs = [:]
        state.interrupted = nil
        state.isStopped = true
      }
      return (Array(state.runs.values), state.timer)
    }
    timer?.cancel()
    for run in runs { run.leave() }
  }

  // MARK: What was interrupted

  /// Workouts of earlier runs that were not ended, the oldest first.
  ///
  /// - Throws: where the data can't be read.
  public func interrupted() throws -> [InterruptedWorkout] {
    try looking.withLock { _ in
      if let known = state.withLock({ $0.interrupted }) { return known }
      let found = try InterruptedWorkout.findAll(in: library, clock: LiveClock())
      state.withLock { $0.interrupted = found }
      return found
    }
  }

  /// Deals with an interrupted workout.
  ///
  /// - Parameters:
  ///   - id: which one; `nil` for the newest.
  ///   - source: where values come from when it goes on.
  /// - Returns: the workout, which goes on, or has ended; `nil` where there is none.
  /// - Throws: where the data can't be read or written.
  public func recover(_ id: String?, _ recovery: Recovery, source: LiveSource) async throws -> LiveRun? {
    guard let workout = try take(id) else { return nil }
    do {
      let feed = LiveFeed()
      let setup = setup(Order(sport: workout.sport, plan: workout.plan, source: source))
      let live = try LiveWorkout.recover(workout, setup, clock: LiveClock()) { feed.append($0) }
      let run = LiveRun(live, feed, source.isPlayed ? .none : source, nil)
      switch recovery {
      case .resume: _ = add(run)
      case .save:
        state.withLock { $0.runs[run.id] = run }
        _ = try await run.end(at: workout.last)
        forgetLater(run)
      case .discard:
        try await run.discard()
      }
      return run
    } catch {
      state.withLock { $0.interrupted?.append(workout) }
      throw error
    }
  }

  private func take(_ id: String?) throws -> InterruptedWorkout? {
    _ = try interrupted()
    return state.withLock { state in
      guard let known = state.interrupted,
        let index = id.map({ id in known.firstIndex { $0.id == id } }) ?? known.indices.last
      else { return nil }
      return state.interrupted?.remove(at: index)
    }
  }
}
