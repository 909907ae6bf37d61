// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

public import Foundation
import HealthDatabase

/// Puts a workout together, one of the past or one that goes on.
///
/// The order is: `beginCollection`; then samples, events, activities and metadata; `endCollection`; `finishWorkout`. Whatever
/// comes out of it throws `errorInvalidArgument` with a sentence, and a strict store says it aloud.
///
/// Heart rate and cycling power are sorted into zones as samples are added, whenever and in whatever order they come. Zones
/// are those set with `setCustomZoneConfiguration(_:for:)`, else the person's preferred ones as they are when collection
/// begins; they stay. The rule is that of every time in zone here (`docs/time-in-zone.md`), with the questions that Apple
/// leaves open answered in `docs/healthkit.md`:
///
/// - A value holds from its sample's start until the next sample's, at most 15 s (5 s for power) or as long as the sample
///   lasts. What a value earns is counted when the next sample comes; the last one's when collection has ended.
/// - Nothing is counted in pauses, by the person or by motion, and nothing holds across; samples in a pause count in
///   statistics only.
/// - Late samples are sorted in, and all is counted anew. Of several samples at one moment the last added counts; those of
///   several sources are put together by start. Heart rates beyond 20 to 250 a minute, powers beyond 0 to 3000 W and what
///   is no number are left out.
// NB: unchecked because NSObject isn't Sendable; what changes is behind a lock.
open class HKWorkoutBuilder: NSObject, @unchecked Sendable {
  let backend: any RecordingStore
  /// What its samples are stored under.
  let collection: UUID
  let state: Lock<WorkoutCollection>
  /// What is done is done here, one after the other.
  let work: DispatchQueue
  /// Completions and delegates are called here, one after the other.
  let delivery: DispatchQueue
  private let configurationValue: ConfigurationValue

  /// What measured, or nil.
  public let device: HKDevice?

  package init(
    backend: any RecordingStore, configuration: HKWorkoutConfiguration, device: HKDevice?, collection: UUID = .random()
  ) {
    self.backend = backend
    self.collection = collection
    self.device = device
    configurationValue = ConfigurationValue(configuration)
    state = Lock(WorkoutCollection(configuration: configurationValue, now: { backend.now }))
    work = DispatchQueue(label: "HKWorkoutBuilder")
    delivery = DispatchQueue(label: "HKWorkoutBuilder.delivery")
    super.init()
  }

  // MARK: What is there

  /// When collection began; nil before.
  open var startDate: Date? { state.withLock { $0.start } }
  /// When collection ended; nil before.
  open var endDate: Date? { state.withLock { $0.end } }
  /// What is done; a copy.
  open var workoutConfiguration: HKWorkoutConfiguration { configurationValue.configuration }
  /// What was said of the workout with `addMetadata`.
  open var metadata: [String: Any] { state.withLock { Unchecked($0.metadata) }.value }
  /// What happened, by date.
  open var workoutEvents: [HKWorkoutEvent] { state.withLock { $0.events } }
  /// The parts that were added, by date, with statistics and zones so far.
  open var workoutActivities: [HKWorkoutActivity] { state.withLock { $0.completeActivities() } }
  /// Statistics so far of each type of which there are samples.
  open var allStatistics: [HKQuantityType: HKStatistics] { state.withLock { $0.allStatistics } }

  /// Statistics of a type so far; nil as long as there are no samples.
  @discardableResult
  open func statistics(for quantityType: HKQuantityType) -> HKStatistics? {
    state.withLock { $0.statistics(for: quantityType) }
  }

  /// Seconds from the start to a date, or to the end where that is earlier, without pauses. It may shrink where pauses of the
  /// past are added.
  @discardableResult
  open func elapsedTime(at date: Date) -> TimeInterval { state.withLock { $0.elapsed(at: date) } }

  /// Always nil: routes and heartbeats are not put together here yet.
  @discardableResult
  open func seriesBuilder(for seriesType: HKSeriesType) -> HKSeriesBuilder? { nil }

  // MARK: What is done

  func begin(at date: Date) throws(HKError) {
    try attempt { state throws(WorkoutCollection.Fault) in try state.checkBegin(at: date) }
    try backend.checkSharing(of: HKObjectType.workoutType())
    var zones: [HKQuantityType: HKWorkoutZoneConfiguration] = [:]
    for type in HKQuantityType.zoned { zones[type] = try backend.preferredZones(for: type) }
    try attempt { state throws(WorkoutCollection.Fault) in try state.begin(at: date, zones: zones) }
  }

  func end(at date: Date) throws(HKError) {
    try attempt { state throws(WorkoutCollection.Fault) in try state.end(at: date) }
  }

  func take(_ samples: [HKSample]) throws(HKError) {
    let types = try attempt { state throws(WorkoutCollection.Fault) in try state.types(of: samples) }
    for type in types { try backend.checkSharing(of: type) }
    if samples.isEmpty { return }
    try backend.save(samples, collection: collection)
    state.withLock { $0.take(samples) }
  }

  func take(_ events: [HKWorkoutEvent]) throws(HKError) {
    try attempt { state throws(WorkoutCollection.Fault) in try state.add(events) }
  }

  func take(_ activity: HKWorkoutActivity) throws(HKError) {
    try attempt { state throws(WorkoutCollection.Fault) in try state.add(activity) }
  }

  func take(metadata: [String: Any]) throws(HKError) {
    let metadata = Unchecked(metadata)
    try attempt { state throws(WorkoutCollection.Fault) in
      try state.checkAdding()
      state.metadata.merge(metadata.value) { $1 }
    }
  }

  func update(_ uuid: UUID, end: Date) throws(HKError) {
    try attempt { state throws(WorkoutCollection.Fault) in try state.update(uuid, end: end) }
  }

  func update(_ uuid: UUID, adding metadata: [String: Any]) throws(HKError) {
    let metadata = Unchecked(metadata)
    try attempt { state throws(WorkoutCollection.Fault) in try state.update(uuid, adding: metadata.value) }
  }

  func finish() throws(HKError) -> HKWorkout {
    let workout = try attempt { state throws(WorkoutCollection.Fault) in
      try state.checkFinish()
      let metadata = state.metadata.isEmpty ? nil : state.metadata
      return HKWorkout(
        state.contents(), start: state.start ?? .distantPast, end: state.end ?? .distantPast,
        identity: ObjectIdentity(metadata: metadata, device: device))
    }
    let finished = try backend.finish(workout, collection: collection)
    state.withLock { $0.phase = .finished }
    return finished
  }

  func discard() {
    let misuse: Misuse? = state.withLock { state in
      if state.phase == .finished { return .usedAfterFinishing }
      state.phase = .discarded
      return nil
    }
    if let misuse { backend.report(misuse) }
  }

  func setZones(_ configuration: HKWorkoutZoneConfiguration?, for type: HKQuantityType) throws(HKError) {
    try attempt { state throws(WorkoutCollection.Fault) in
      try state.checkZones(configuration, for: type)
      state.customZones[type] = configuration
    }
  }

  func zones(for type: HKQuantityType) throws(HKError) -> HKWorkoutZoneConfiguration? {
    let (hasBegun, own) = state.withLock { state in
      (state.phase != .new, state.tracks[type]?.configuration ?? state.customZones[type])
    }
    if hasBegun || own != nil || type.zoneUnit == nil { return own }
    return try backend.preferredZones(for: type)
  }

  /// The result of `body`; a fault becomes an error, and a strict store says it aloud.
  @discardableResult
  func attempt<Result>(
    _ body: (inout WorkoutCollection) throws(WorkoutCollection.Fault) -> Result
  ) throws(HKError) -> Result {
    do {
      return try state.withLock(body)
    } catch {
      switch error {
      case .invalid(let sentence): throw .invalid(sentence)
      case .misuse(let misuse):
        backend.report(misuse)
        throw .invalid(misuse.description)
      }
    }
  }

  /// Does something after what was asked for before. Its result comes on a queue in the background.
  func perform<Result: Sendable>(
    _ body: @escaping @Sendable () throws -> Result, then: @escaping @Sendable (Swift.Result<Result, any Error>) -> Void
  ) {
    let delivery = delivery
    work.async {
      let result = Swift.Result { try body() }
      delivery.async { then(result) }
    }
  }

  /// The same for a caller that waits.
  func performed<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
      work.async { continuation.resume(with: Swift.Result { try body() }) }
    }
  }
}

/// A value that is handed from one thread to another and not used by both at once.
// SAFETY: whoever makes one sees to that; metadata holds values that can't change.
struct Unchecked<Value>: @unchecked Sendable {
  let value: Value
  init(_ value: Value) { self.value = value }
}
