// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Coaching
import Foundation
import HealthDatabase
import OpenHealthKit
public import Sensors
import Synchronization
import WorkoutFiles
public import Workouts
import Zones

/// A workout that is recorded and coached while it lasts.
///
/// Readings of sensors come in; whose value counts is decided (`SourceArbiter`), what counts is stored at once as samples of
/// HealthKit's layer, whose session and builder count time in zone; the coach hears the same values and says what is to
/// be said. Everything that happens goes to one handler, in order.
///
/// Time is the clock's: the computer's, or one that is driven, so that a recording can be played at any speed with the
/// same cues.
///
/// ```swift
/// let live = try await LiveWorkout.start(setup, in: library, clock: LiveClock()) { event in print(LiveLine(event).text) }
/// live.take(readings, from: strap)
/// live.tick()
/// let summary = try await live.end()
/// ```
public final class LiveWorkout: Sendable {
  /// What it began with.
  public let setup: LiveSetup
  /// What tells it the time.
  public let clock: LiveClock
  /// When it began.
  public let start: Instant
  /// What it is known by, also after the program was killed.
  public var id: String { session.id.uuidString.lowercased() }

  let library: WorkoutLibrary
  let store: HKHealthStore
  let session: HKWorkoutSession
  let builder: HKLiveWorkoutBuilder
  private let relay: LiveRelay
  /// Says to other programs that it goes on.
  let mark: LiveMark
  private let handler: @Sendable (LiveEvent) -> Void
  let state: Mutex<State>

  struct State {
    var feed: CoachFeed
    var arbiters: [Quantity: SourceArbiter]
    /// The newest value that counts, and when it came.
    var values: [Quantity: (value: Double, time: Instant)] = [:]
    /// The zone that is on, by quantity.
    var zones: [Quantity: Int] = [:]
    /// The step that was told last.
    var step: Int?
    var isPaused = false
    var isOver = false
    /// Metres since the start, as told or from speed.
    var distance = 0.0
    var toldDistance: (metres: Double, time: Instant)?
    var lapStart: Instant
    var laps = 0
    var problem: String?
    /// The zone that was called out last, the one that is held now, and since when.
    var announced: Int?
    var held: (zone: Int, since: Instant)?
    var lastCue: Instant?
    /// The course so far, thinned: a value every few seconds, for a ribbon.
    var course: [LiveSnapshot.Moment] = []
    /// Pauses so far, the last one perhaps still on.
    var pauses: [(start: Instant, end: Instant?)] = []
    /// The last cue that is to be read.
    var cue: Cue?

    mutating func pauseBegins(_ now: Instant) {
      isPaused = true
      pauses.append((now, nil))
    }

    mutating func pauseEnds(_ now: Instant) {
      isPaused = false
      if let last = pauses.indices.last { pauses[last].end = now }
    }
  }

  init(
    setup: LiveSetup, library: WorkoutLibrary, clock: LiveClock, start: Instant, store: HKHealthStore,
    session: HKWorkoutSession,
    builder: HKLiveWorkoutBuilder, feed: CoachFeed,
    handler: @escaping @Sendable (LiveEvent) -> Void
  ) {
    self.setup = setup
    self.library = library
    self.clock = clock
    self.start = start
    self.store = store
    self.session = session
    self.builder = builder
    self.handler = handler
    var arbiters: [Quantity: SourceArbiter] = [:]
    for quantity in [Quantity.heartRate, .power, .cadence, .speed] { arbiters[quantity] = SourceArbiter(quantity) }
    state = Mutex(State(feed: feed, arbiters: arbiters, lapStart: start))
    relay = LiveRelay()
    mark = LiveMark(library, session.id)
    mark.hold()
    relay.owner = self
    session.delegate = relay
    builder.delegate = relay
  }

  /// Begins a workout.
  ///
  /// - Parameters:
  ///   - library: the library that it is recorded into.
  ///   - handler: hears everything in order, one after another. It must not call back.
  /// - Throws: `PlanError` where the plan asks for numbers that aren't known; the store's errors where the data can't be
  ///   written.
  public static func start(
    _ setup: LiveSetup, in library: WorkoutLibrary, clock: LiveClock,
    handler: @escaping @Sendable (LiveEvent) -> Void
  ) async throws -> LiveWorkout {
    let store = openStore(library, clock)
    let feed = CoachFeed(
      try coach(setup), start: clock.now.millisecondsSince1970, smartRecording: setup.isSmartRecording)
    let configuration = HKWorkoutConfiguration()
    configuration.activityType = WorkoutSports.type(of: setup.sport, subSport: nil)
    configuration.locationType = setup.isIndoor ? .indoor : .outdoor
    let session = try HKWorkoutSession(healthStore: store, configuration: configuration)
    let builder = session.associatedWorkoutBuilder()
    builder.dataSource = dataSource(store, configuration, setup.sport)
    try await setZones(of: builder, store, setup)
    let live = LiveWorkout(
      setup: setup, library: library, clock: clock, start: clock.now, store: store, session: session, builder: builder,
      feed: feed,
      handler: handler)
    session.startActivity(with: Date(live.start))
    try await builder.beginCollection(at: Date(live.start))
    try await builder.addMetadata(try metadata(setup))
    live.state.withLock {
      live.tell(.state(.running), at: live.start, $0)
      live.pass(live.start, &$0)
    }
    return live
  }

  /// The store that a workout is recorded into: one for all that go on by the computer's time, as each listens to what other
  /// programs write.
  static func openStore(_ library: WorkoutLibrary, _ clock: LiveClock) -> HKHealthStore {
    func open() -> HKHealthStore {
      HKHealthStore(
        testing: HealthStoreConfiguration(
          clock: clock.store, program: "org.zonecoach", folder: library.folder, allowsManySessions: true))
    }
    if clock.isDriven { return open() }
    return library.liveStore.withLock { store in
      if let store { return store }
      let made = open()
      store = made
      return made
    }
  }

  static func coach(_ setup: LiveSetup) throws -> LiveCoach {
    let plan =
      setup.plan
      ?? Plan(name: "", sport: setup.sport, blocks: [.step(PlanStep(.steady, goal: .open))])
    var resolved = try ResolvedPlan(plan, for: setup.athlete)
    // Without a plan a sensor that falls silent is told of all the same.
    resolved.quantity = resolved.quantity ?? setup.primary
    return LiveCoach(resolved, settings: setup.settings)
  }

  static func dataSource(
    _ store: HKHealthStore, _ configuration: HKWorkoutConfiguration, _ sport: Sport
  ) -> HKLiveWorkoutDataSource {
    let source = HKLiveWorkoutDataSource(healthStore: store, workoutConfiguration: configuration)
    for quantity in [Quantity.heartRate, .power, .cadence, .speed, .distance] {
      if let type = LiveTypes.type(of: quantity, in: sport) { source.enableCollection(for: type, predicate: nil) }
    }
    return source
  }

  /// The zones that hold for the sport count in the recording too.
  private static func setZones(of builder: HKLiveWorkoutBuilder, _ store: HKHealthStore, _ setup: LiveSetup)
    async throws
  {
    for (quantity, set) in setup.athlete.zones {
      guard let type = LiveTypes.type(of: quantity, in: setup.sport), quantity == .heartRate || quantity == .power,
        type != HKQuantityType(.runningPower)
      else { continue }
      let unit = LiveTypes.unit(of: quantity)
      let zones = try HKWorkoutZoneConfiguration(
        quantityType: type,
        zoneBoundaries: set.boundaries.values.map { HKQuantity(unit: unit, doubleValue: $0) })
      let preferred = try await store.preferredWorkoutZoneConfiguration(for: type)
      if let preferred,
        preferred.zones.map({ $0.maximum?.doubleValue(for: unit) })
          == zones.zones.map({ $0.maximum?.doubleValue(for: unit) })
      {
        continue
      }
      try await builder.setCustomZoneConfiguration(zones, for: type)
    }
  }

  /// Under which names the builder keeps what is needed to go on after the program was killed.
  enum MetadataKey {
    static let plan = "org.zonecoach.plan"
    /// The steps beside what was done, as a document.
    static let compliance = "org.zonecoach.compliance"
    static let sport = "org.zonecoach.sport"
    static let command = "org.zonecoach.command"
  }

  private static func metadata(_ setup: LiveSetup) throws -> [String: Any] {
    var metadata: [String: Any] = [
      MetadataKey.sport: setup.sport.rawValue, HKMetadataKeyIndoorWorkout: setup.isIndoor,
      HKMetadataKeyTimeZone: TimeZone.current.identifier,
    ]
    if let plan = setup.plan {
      metadata[MetadataKey.plan] = String(decoding: try PlanFile.encode(plan, as: .json).bytes, as: UTF8.self)
      if !plan.name.isEmpty { metadata["org.zonecoach.name"] = plan.name }
    }
    return metadata
  }

  // MARK: What comes in

  /// Takes what a sensor tells now.
  public func take(_ readings: [SensorReading], from id: SensorID) {
    let now = clock.now
    let samples = state.withLock { state -> [HKQuantitySample] in
      guard !state.isOver else { return [] }
      return readings.compactMap { accept($0, from: id, at: now, &state) }
    }
    store(samples)
  }

  /// Takes the metres since the start, where something counts them.
  public func take(distance metres: Double) {
    let now = clock.now
    let sample = state.withLock { state -> HKQuantitySample? in
      guard !state.isOver, !state.isPaused else { return nil }
      return move(to: metres, at: now, &state)
    }
    if let sample { store([sample]) }
  }

  private func accept(
    _ reading: SensorReading, from id: SensorID, at now: Instant, _ state: inout State
  ) -> HKQuantitySample? {
    let quantity = reading.quantity
    guard let accepted = state.arbiters[quantity]?.add(reading, from: id) else {
      // A sensor that counts and tells nothing says so at once, instead of being waited for.
      if reading.value == nil, state.arbiters[quantity]?.active == id {
        say(state.feed.add(quantity, nil, at: now.millisecondsSince1970), &state)
      }
      return nil
    }
    let value = accepted.value
    if let change = accepted.change {
      tell(
        .source(quantity, from: change.from?.name, to: change.to.name, reason: change.reason), at: now, state)
    }
    say(state.feed.add(quantity, value, at: now.millisecondsSince1970), &state)
    state.values[quantity] = (value, now)
    tell(.sample(quantity, value, zone: zone(of: value, quantity), source: id.name), at: now, state)
    remember(quantity, value, at: now, &state)
    if quantity == primary { announce(zone(of: value, quantity), at: now, &state) }
    pass(now, &state)
    guard !state.isPaused, now >= start, let type = LiveTypes.type(of: quantity, in: setup.sport) else { return nil }
    let date = Date(now)
    return HKQuantitySample(
      type: type, quantity: HKQuantity(unit: LiveTypes.unit(of: quantity), doubleValue: value), start: date, end: date)
  }

  private func move(to metres: Double, at now: Instant, _ state: inout State) -> HKQuantitySample? {
    say(state.feed.add(.distance, metres, at: now.millisecondsSince1970), &state)
    pass(now, &state)
    let last = state.toldDistance ?? (state.distance, start)
    state.toldDistance = (metres, now)
    state.distance = metres
    guard metres > last.metres, now > last.time, let type = LiveTypes.type(of: .distance, in: setup.sport) else {
      return nil
    }
    return HKQuantitySample(
      type: type, quantity: HKQuantity(unit: .meter(), doubleValue: metres - last.metres), start: Date(last.time),
      end: Date(now))
  }

  private func zone(of value: Double, _ quantity: Quantity) -> Int? {
    setup.athlete.zones[quantity]?.boundaries.index(of: value)
  }

  /// Calls out another zone once it has been held for five seconds, unless something else has just been said.
  private func announce(_ zone: Int?, at now: Instant, _ state: inout State) {
    guard setup.announcesZones, let zone, !state.isPaused else { return }
    if state.held?.zone != zone { state.held = (zone, now) }
    guard let held = state.held, now - held.since >= Self.announceDelay, zone != state.announced else { return }
    if let last = state.lastCue, now - last < Self.announceGap { return }
    state.announced = zone
    tell(.announce(zone: zone), at: now, state)
  }

  private static let announceDelay: Milliseconds = 5_000
  private static let announceGap: Milliseconds = 10_000

  /// Keeps a moment every two seconds for the ribbon.
  private func remember(_ quantity: Quantity, _ value: Double, at now: Instant, _ state: inout State) {
    guard quantity == primary else { return }
    if let last = state.course.last, now - last.time < 2_000 { return }
    state.course.append(LiveSnapshot.Moment(time: now, value: value, zone: zone(of: value, quantity)))
  }

  /// What is shown large.
  public var primary: Quantity { setup.primary }

  private func store(_ samples: [HKQuantitySample]) {
    if !samples.isEmpty {
      do { try store.receive(samples, for: builder) } catch {
        report("What is measured can't be stored: \(error.localizedDescription)")
      }
    }
    if clock.isDriven { settle() }
  }

  /// Waits until everything that came in has been counted.
  func settle() {
    store.settle()
    builder.settle()
    session.settle()
  }

  private func report(_ line: String) {
    state.withLock { state in
      guard state.problem != line else { return }
      state.problem = line
      tell(.sensor("recording", line: line, isLive: false), at: clock.now, state)
    }
  }

  /// Says how it stands with a sensor.
  public func sensorChanged(_ name: String, line: String, isLive: Bool) {
    state.withLock { tell(.sensor(name, line: line, isLive: isLive), at: clock.now, $0) }
  }

  /// Lets the coach know that time goes on; to be called about once a second.
  public func tick() {
    let now = clock.now
    state.withLock { state in
      guard !state.isOver else { return }
      say(state.feed.advance(to: now.millisecondsSince1970), &state)
      pass(now, &state)
    }
  }

  // MARK: What is told

  func tell(_ kind: LiveEvent.Kind, at wall: Instant, _ state: borrowing State) {
    handler(
      LiveEvent(active: state.feed.activeTime(at: wall.millisecondsSince1970), wall: wall, kind: kind))
  }

  func say(_ cues: [CoachFeed.Timed], _ state: inout State) {
    for cue in cues {
      state.cue = cue.cue
      if cue.cue.isAudible { state.lastCue = Instant(millisecondsSince1970: cue.wall) }
      handler(LiveEvent(active: cue.cue.time, wall: Instant(millisecondsSince1970: cue.wall), kind: .cue(cue)))
    }
  }

  /// Tells of a step that has begun, and marks the lap.
  func pass(_ now: Instant, _ state: inout State) {
    let coach = state.feed.coach
    guard !coach.isFinished, state.step != coach.stepIndex else { return }
    let isFirst = state.step == nil
    state.step = coach.stepIndex
    let step = coach.plan.steps[coach.stepIndex]
    tell(
      .step(
        LiveEvent.Step(
          index: coach.stepIndex, count: coach.plan.steps.count, kind: step.kind.rawValue,
          seconds: step.plannedTime.map { Double($0) / 1000 }, lower: step.lower, upper: step.upper,
          quantity: step.quantity, zones: step.zones)),
      at: now, state)
    if !isFirst { endLap(at: now, &state) }
  }

  func endLap(at now: Instant, _ state: inout State) {
    guard now > state.lapStart else { return }
    state.laps += 1
    let lap = HKWorkoutEvent(
      type: .lap, dateInterval: DateInterval(start: Date(state.lapStart), end: Date(now)), metadata: nil)
    state.lapStart = now
    builder.addWorkoutEvents([lap]) { [weak self] _, error in
      if let error { self?.report("A lap can't be stored: \(error.localizedDescription)") }
    }
  }

  /// A zone changed; called by the builder's delegate.
  func zoneChanged(_ update: HKLiveWorkoutZoneUpdate) {
    guard let group = update.zoneGroup else { return }
    let quantity: Quantity = group.configuration.quantityType == HKQuantityType(.heartRate) ? .heartRate : .power
    let to = update.currentZoneDuration?.zone.index
    let last = update.lastSampleProcessedDate.map { Instant($0) }
    state.withLock { state in
      state.zones[quantity] = to
      tell(
        .zone(
          quantity, from: update.previousZoneDuration?.zone.index, to: to,
          seconds: group.zoneDurations.map(\.duration), lastSample: last),
        at: last ?? clock.now, state)
    }
  }
}

/// Hears the session and the builder.
private final class LiveRelay: NSObject, HKWorkoutSessionDelegate, HKLiveWorkoutBuilderDelegate, @unchecked Sendable {
  // SAFETY: set once, before anybody calls.
  weak var owner: LiveWorkout?

  func workoutSession(
    _ workoutSession: HKWorkoutSession, didChangeTo toState: HKWorkoutSessionState,
    from fromState: HKWorkoutSessionState, date: Date
  ) {}

  func workoutSession(_ workoutSession: HKWorkoutSession, didFailWithError error: any Error) {
    owner?.sensorChanged("recording", line: error.localizedDescription, isLive: false)
  }

  func workoutBuilder(_ workoutBuilder: HKLiveWorkoutBuilder, didCollectDataOf collectedTypes: Set<HKSampleType>) {}

  func workoutBuilderDidCollectEvent(_ workoutBuilder: HKLiveWorkoutBuilder) {}

  func workoutBuilder(_ workoutBuilder: HKLiveWorkoutBuilder, didUpdateWorkoutZone zoneUpdate: HKLiveWorkoutZoneUpdate)
  {
    owner?.zoneChanged(zoneUpdate)
  }
}
