// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

public import Foundation
import HealthDatabase
import Workouts

/// Puts the workout of a session together while it goes on. A session makes it.
///
/// From `beginCollection` on it takes from its data source what is saved while the session runs or pauses, of moments from
/// the workout's start up to the session's end.
open class HKLiveWorkoutBuilder: HKWorkoutBuilder, @unchecked Sendable {
  private struct Live {
    weak var delegate: (any HKLiveWorkoutBuilderDelegate)?
    weak var session: HKWorkoutSession?
    var dataSource: HKLiveWorkoutDataSource?
    var observation: (any Cancellation)?
    var collectsEvents = true
    var timers: [HKQuantityType: any Cancellation] = [:]
    /// Samples that are stored, but not noted as this workout's yet.
    var unnoted: [UUID] = []
  }

  /// How long it may take until a sample is noted as this workout's, in seconds: what a killed program loses.
  private static let noting = 0.3

  private let live: Lock<Live>
  /// The delegate is called here, one call after the other.
  private let telling = DispatchQueue(label: "HKLiveWorkoutBuilder.delegate")

  init(session: HKWorkoutSession, _ configuration: HKWorkoutConfiguration, collection: UUID) {
    live = Lock(Live(session: session))
    super.init(backend: session.backend, configuration: configuration, device: .local(), collection: collection)
  }

  // MARK: What is there

  /// Hears what is collected.
  open weak var delegate: (any HKLiveWorkoutBuilderDelegate)? {
    get { live.withLock { $0.delegate } }
    set { live.withLock { $0.delegate = newValue } }
  }

  /// The session.
  open weak var workoutSession: HKWorkoutSession? { live.withLock { $0.session } }

  /// Whether pauses of the session become events of the workout. What it does when it is changed after `beginCollection` is
  /// not defined by Apple; here it goes for later pauses.
  open var shouldCollectWorkoutEvents: Bool {
    get { live.withLock { $0.collectsEvents } }
    set {
      live.withLock { $0.collectsEvents = newValue }
      keep()
    }
  }

  /// Where samples come from; nil for none but those that are added.
  open var dataSource: HKLiveWorkoutDataSource? {
    get { live.withLock { $0.dataSource } }
    set {
      let old = live.withLock { live in
        defer { live.dataSource = newValue }
        return live.dataSource
      }
      old?.whenChanged(nil)
      newValue?.whenChanged { [weak self] in self?.observe() }
      observe()
    }
  }

  /// Seconds so far without pauses, up to the session's end; 0 before the start. It may move either way when events come.
  open var elapsedTime: TimeInterval {
    let now = backend.now
    return elapsedTime(at: workoutSession?.endDate.map { min($0, now) } ?? now)
  }

  /// The part that goes on, with statistics and zones so far; the workout as a whole as long as no part was begun; nil between
  /// parts and where nothing goes on.
  open var currentWorkoutActivity: HKWorkoutActivity? {
    guard let session = workoutSession?.snapshot, session.isActive else { return nil }
    return state.withLock { state in
      guard let start = state.start, !state.isOver else { return nil }
      if let part = session.part { return state.complete([part]).first }
      guard state.activities.isEmpty else { return nil }
      let whole = HKWorkoutActivity(
        uuid: session.main, configuration: session.configuration.configuration, start: start, end: state.end,
        metadata: nil, contents: .init())
      return state.complete([whole]).first
    }
  }

  // MARK: What is done

  override func begin(at date: Date) throws(HKError) {
    try super.begin(at: date)
    if let session = workoutSession?.snapshot {
      if session.state == .paused, shouldCollectWorkoutEvents { collect(.pause, at: date) }
      if let part = session.part { begin(part) }
    }
    observe()
    keep()
  }

  override func end(at date: Date) throws(HKError) {
    try super.end(at: date)
    stopCollecting()
    keep()
  }

  override func take(_ samples: [HKSample]) throws(HKError) {
    try super.take(samples)
    counted(Set(samples.map(\.sampleType)))
  }

  override func take(_ events: [HKWorkoutEvent]) throws(HKError) {
    try super.take(events)
    tellEvent()
  }

  override func take(_ activity: HKWorkoutActivity) throws(HKError) {
    try super.take(activity)
    keep()
  }

  override func take(metadata: [String: Any]) throws(HKError) {
    try super.take(metadata: metadata)
    keep()
  }

  override func update(_ uuid: UUID, end: Date) throws(HKError) {
    try super.update(uuid, end: end)
    keep()
  }

  override func update(_ uuid: UUID, adding metadata: [String: Any]) throws(HKError) {
    try super.update(uuid, adding: metadata)
    keep()
  }

  override func setZones(_ configuration: HKWorkoutZoneConfiguration?, for type: HKQuantityType) throws(HKError) {
    try super.setZones(configuration, for: type)
    keep()
  }

  override func finish() throws(HKError) -> HKWorkout {
    note()
    let workout = try super.finish()
    stopCollecting()
    keep()
    return workout
  }

  override func discard() {
    note()
    super.discard()
    stopCollecting()
    keep()
  }

  // MARK: The session

  /// Hears what the session does, in order.
  func session(did effect: SessionMachine.Effect) {
    switch effect {
    case .changed(to: .ended, from: _, date: _), .changed(to: .stopped, from: _, date: _): work.async { self.keep() }
    case .changed: break
    case .happened(let event):
      work.async {
        if self.shouldCollectWorkoutEvents { self.collect(event.type, at: event.dateInterval.start) }
      }
    case .began(let activity):
      work.async {
        self.dataSource?.follow(activity.workoutConfiguration.activityType)
        self.begin(activity)
      }
    case .ended(let activity):
      work.async {
        self.dataSource?.follow(self.workoutConfiguration.activityType)
        guard let end = activity.endDate, (try? super.update(activity.uuid, end: end)) != nil else { return }
        let ended = self.state.withLock { state in
          state.complete(state.activities.filter { $0.uuid == activity.uuid })
        }
        self.tell { builder, delegate in
          for activity in ended { delegate.workoutBuilder(builder, didEnd: activity) }
        }
      }
    }
  }

  private func begin(_ activity: HKWorkoutActivity) {
    let isAdded = state.withLock { state in
      guard state.phase == .collecting, let start = state.start else { return false }
      let own = activity.startDate >= start ? activity : activity.starting(at: start)
      return (try? state.add(own)) != nil
    }
    guard isAdded else { return }
    tell { builder, delegate in delegate.workoutBuilder(builder, didBegin: activity) }
    keep()
  }

  /// Takes a pause or resumption of the session, where it lies in the workout.
  private func collect(_ type: HKWorkoutEventType, at date: Date) {
    let isAdded = state.withLock { state in
      guard state.phase == .collecting, let start = state.start else { return false }
      let event = HKWorkoutEvent(
        type: type, dateInterval: DateInterval(start: max(date, start), duration: 0), metadata: nil)
      return (try? state.add([event])) != nil
    }
    if isAdded { tellEvent() }
  }

  private func tellEvent() {
    tell { builder, delegate in delegate.workoutBuilderDidCollectEvent(builder) }
    counted([])
    keep()
  }

  // MARK: Samples

  /// Takes what is saved from here on.
  func observe() {
    let isCollecting = state.withLock { $0.phase == .collecting }
    let types = dataSource?.typesToCollect ?? []
    let observation: (any Cancellation)? =
      isCollecting && !types.isEmpty
      ? backend.observe(types, collection: collection) { [weak self] samples in
        guard let self, let wanted = dataSource?.wanted(of: samples), !wanted.isEmpty else { return }
        collect(wanted)
      } : nil
    let old = live.withLock { live in
      defer { live.observation = observation }
      return live.observation
    }
    old?.cancel()
    keep()
  }

  private func stopCollecting() {
    let (observation, timers) = live.withLock { live in
      defer { (live.observation, live.timers) = (nil, [:]) }
      return (live.observation, Array(live.timers.values))
    }
    observation?.cancel()
    for timer in timers { timer.cancel() }
  }

  /// Takes samples that a data source wants. On the store's queue, so that as little as can be lies between sensor and
  /// delegate.
  private func collect(_ samples: [HKQuantitySample]) {
    guard let session = workoutSession?.snapshot, session.start != nil else { return }
    let (taken, silences) = state.withLock { state -> ([HKQuantitySample], [HKQuantityType: Instant]) in
      guard state.phase == .collecting, let start = state.start else { return ([], [:]) }
      let end = session.end ?? .distantFuture
      let own = samples.filter { $0.startDate >= start && $0.startDate <= end && !state.knows($0) }
      guard !own.isEmpty else { return ([], [:]) }
      state.take(own)
      return (own, count(Set(own.map(\.sampleType)), &state))
    }
    guard !taken.isEmpty else { return }
    for (type, moment) in silences { wait(for: type, until: moment) }
    let isFirst = live.withLock { live in
      defer { live.unnoted += taken.map(\.uuid) }
      return live.unnoted.isEmpty
    }
    if isFirst { work.asyncAfter(deadline: .now() + Self.noting) { self.note() } }
  }

  /// Notes samples as this workout's. They are stored already; those that can't be noted are lost only if the program is
  /// killed.
  private func note() {
    let samples = live.withLock { live in
      defer { live.unnoted = [] }
      return live.unnoted
    }
    if !samples.isEmpty { try? backend.join(samples, to: collection) }
  }

  /// Counts what was taken, and tells of it.
  private func counted(_ types: Set<HKSampleType>) {
    let silences = state.withLock { count(types, &$0) }
    for (type, moment) in silences { wait(for: type, until: moment) }
  }

  /// The same under the lock, so that what is told is told in the order in which it was counted.
  private func count(_ types: Set<HKSampleType>, _ state: inout WorkoutCollection) -> [HKQuantityType: Instant] {
    var updates: [HKLiveWorkoutZoneUpdate] = []
    state.count { updates.append($0.update) }
    if !types.isEmpty || !updates.isEmpty {
      tell { [updates] builder, delegate in
        if !types.isEmpty { delegate.workoutBuilder(builder, didCollectDataOf: types) }
        for update in updates { delegate.workoutBuilder(builder, didUpdateWorkoutZone: update) }
      }
    }
    return state.silences
  }

  private func tell(
    _ body: @escaping @Sendable (HKLiveWorkoutBuilder, any HKLiveWorkoutBuilderDelegate) -> Void
  ) {
    telling.async { [weak self] in
      if let self, let delegate { body(self, delegate) }
    }
  }

  /// Ends the zone of a type when its value ceases to hold, unless something comes before.
  private func wait(for type: HKQuantityType, until moment: Instant) {
    guard moment > backend.now.instant, live.withLock({ $0.timers[type] == nil }) else { return }
    let timer = backend.schedule(at: moment.date) { [weak self] in
      guard let self else { return }
      work.async { self.timePassed(for: type) }
    }
    live.withLock { $0.timers[type] = timer }
  }

  private func timePassed(for type: HKQuantityType) {
    live.withLock { $0.timers[type] = nil }
    let now = backend.now.instant
    let later = state.withLock { state -> Instant? in
      guard let moment = state.silences[type] else { return nil }
      guard moment <= now else { return moment }
      if let update = state.fallSilent(type, at: moment)?.update {
        tell { builder, delegate in delegate.workoutBuilder(builder, didUpdateWorkoutZone: update) }
      }
      return nil
    }
    if let later { wait(for: type, until: later) }
  }

  /// Waits until what was taken before is counted and noted, and the delegate has heard of it.
  package func settle() {
    work.sync { note() }
    telling.sync {}
  }

  // MARK: Recovery

  private func keep() { workoutSession?.keep() }

  /// What is needed to go on after the program was killed.
  var kept: KeptBuilder {
    let (source, collectsEvents) = live.withLock { ($0.dataSource, $0.collectsEvents) }
    return state.withLock { state in
      KeptBuilder(state, collection: collection, types: source?.typesToCollect, collectsEvents: collectsEvents)
    }
  }

  /// Goes on where a killed program was.
  func recover(_ kept: KeptBuilder, _ samples: [HKSample]) {
    live.withLock { $0.collectsEvents = kept.collectsEvents }
    state.withLock { state in
      kept.restore(&state)
      state.take(samples)
      state.count()
    }
  }
}

extension HKWorkoutActivity {
  /// The same activity with a later start.
  fileprivate func starting(at date: Date) -> HKWorkoutActivity {
    HKWorkoutActivity(
      uuid: uuid, configuration: workoutConfiguration, start: date, end: endDate.map { max($0, date) },
      metadata: metadata, contents: .init())
  }
}

extension Instant {
  /// The moment as a date.
  var date: Date { Date(timeIntervalSince1970: Double(millisecondsSince1970) / 1000) }
}
