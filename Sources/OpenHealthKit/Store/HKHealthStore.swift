// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

public import Foundation
import HealthDatabase

/// The person's health data, as far as they allow this program to use it.
///
/// `HKHealthStore()` opens the person's data: the folder that the environment names by `ZONECOACH_DATA`, else the app's
/// own, `zonecoach` in `$XDG_DATA_HOME` or `~/.local/share`. With `ZONECOACH_STORE=memory` it is an empty store in memory
/// that all of the process share and in which everything that is asked for is allowed. With `ZONECOACH_STRICT=1` misuse that Apple ignores in silence ends the program with a
/// sentence. Tests make stores of their own with `HKHealthStore(testing:)`.
///
/// What the app brought in from files is read as samples and workouts of the source `org.zonecoach`, one workout for each
/// recording; workouts that are saved here show in the app.
///
/// Handlers are called on a background queue.
open class HKHealthStore: NSObject, @unchecked Sendable {
  package let backend: any RecordingStore
  private let mirroringStart = Lock<(@Sendable (HKWorkoutSession) -> Void)?>(nil)

  /// What would be called with the session of another device that starts to be shown here. There is none on Linux, so it
  /// is kept and never called.
  public var workoutSessionMirroringStartHandler: (@Sendable (HKWorkoutSession) -> Void)? {
    get { mirroringStart.withLock { $0 } }
    set { mirroringStart.withLock { $0 = newValue } }
  }

  /// The person's data.
  public override init() {
    backend = HealthBackend.personal()
    super.init()
  }

  /// A store of a test's own. Ours, not Apple's.
  public init(testing configuration: HealthStoreConfiguration) {
    backend = HealthBackend(configuration)
    super.init()
  }

  package init(backend: any RecordingStore) {
    self.backend = backend
    super.init()
  }

  var health: HealthBackend {
    guard let health = backend as? HealthBackend else { preconditionFailure("This store only records.") }
    return health
  }

  /// Always: there is a store wherever this runs.
  open class func isHealthDataAvailable() -> Bool { true }

  /// Runs what waits for the database on a queue for that.
  func waiting<T: Sendable>(_ body: @escaping @Sendable (HealthBackend) throws -> T) async throws -> T {
    let health = health
    return try await withCheckedThrowingContinuation { continuation in
      health.work.async { continuation.resume(with: Result { try body(health) }) }
    }
  }

  func calling<T: Sendable>(
    _ completion: @escaping @Sendable (Result<T, any Error>) -> Void,
    _ body: @escaping @Sendable (HealthBackend) throws -> T
  ) {
    let health = health
    health.work.async { completion(Result { try body(health) }) }
  }

  /// All samples of a type that show to this program, by start; for tests.
  package func storedSamples(of type: HKSampleType) throws -> [HKSample] { try health.samples(type, nil) }

  // MARK: permission

  /// Asks the person for permission to save and read types, each type once. `completion` tells whether they could be asked,
  /// not what they answered.
  ///
  /// In a terminal the question is put there. Otherwise it stands in the app's page and in `zonecoach permissions`, and is
  /// waited for two minutes; after that the program goes on with nothing granted, and an answer that comes later counts
  /// from then on.
  open func requestAuthorization(
    toShare typesToShare: Set<HKSampleType>?, read typesToRead: Set<HKObjectType>?,
    completion: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    calling({ completion($0.failure == nil, $0.failure) }) {
      try $0.ask(toShare: typesToShare ?? [], read: typesToRead ?? [])
    }
  }

  /// Asks the person for permission to save and read types, each type once, and returns when they have answered.
  open func requestAuthorization(toShare typesToShare: Set<HKSampleType>, read typesToRead: Set<HKObjectType>)
    async throws
  { try await waiting { try $0.ask(toShare: typesToShare, read: typesToRead) } }

  /// Whether samples of a type may be saved. Nothing tells whether they may be read.
  open func authorizationStatus(for type: HKObjectType) -> HKAuthorizationStatus {
    (try? health.sharing(of: type)) ?? .notDetermined
  }

  /// Whether asking for permission would put a question to the person.
  open func getRequestStatusForAuthorization(
    toShare typesToShare: Set<HKSampleType>, read typesToRead: Set<HKObjectType>,
    completion: @escaping @Sendable (HKAuthorizationRequestStatus, (any Error)?) -> Void
  ) {
    calling({ completion((try? $0.get()) ?? .unknown, $0.failure) }) {
      try $0.requestStatus(toShare: typesToShare, read: typesToRead)
    }
  }

  /// Whether asking for permission would put a question to the person.
  open func statusForAuthorizationRequest(toShare typesToShare: Set<HKSampleType>, read typesToRead: Set<HKObjectType>)
    async throws -> HKAuthorizationRequestStatus
  { try await waiting { try $0.requestStatus(toShare: typesToShare, read: typesToRead) } }

  // MARK: saving

  /// Saves an object. Errors are those of `save(_:)`.
  open func save(_ object: HKObject, withCompletion completion: @escaping @Sendable (Bool, (any Error)?) -> Void) {
    save([object], withCompletion: completion)
  }

  /// Saves objects, all or none. Errors are those of `save(_:)`.
  open func save(_ objects: [HKObject], withCompletion completion: @escaping @Sendable (Bool, (any Error)?) -> Void) {
    calling({ completion($0.failure == nil, $0.failure) }) { try $0.saveNew(objects) }
  }

  /// Saves an object. Errors are those for several.
  open func save(_ object: HKObject) async throws { try await save([object]) }

  /// Saves objects, all or none.
  ///
  /// An object with `HKMetadataKeySyncIdentifier` takes the place of this program's older version of it; where there is a
  /// newer one, or the same, nothing is saved.
  ///
  /// - Throws: `HKError` with the code `errorAuthorizationNotDetermined` where the person wasn't asked,
  ///   `errorAuthorizationDenied` where they don't allow it, `errorInvalidArgument` where there is nothing to save, or
  ///   something is stored already, or is no sample.
  open func save(_ objects: [HKObject]) async throws { try await waiting { try $0.saveNew(objects) } }

  /// Adds samples to a workout that is stored.
  @available(*, deprecated, message: "Use HKWorkoutBuilder.")
  open func add(
    _ samples: [HKSample], to workout: HKWorkout, completion: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) { calling({ completion($0.failure == nil, $0.failure) }) { try $0.add(samples, to: workout) } }

  /// Adds samples to a workout that is stored. Saves those that aren't stored yet.
  ///
  /// - Throws: `HKError` as `save(_:)`, and with the code `errorInvalidArgument` where the workout isn't stored by this
  ///   program.
  @available(*, deprecated, message: "Use HKWorkoutBuilder.")
  open func addSamples(_ samples: [HKSample], to workout: HKWorkout) async throws {
    try await waiting { try $0.add(samples, to: workout) }
  }

  /// Takes samples of a sensor: saves them as this program's and hands them to data sources of live workouts at once. Ours,
  /// not Apple's; what a driver of a sensor calls, or a test in its place.
  ///
  /// - Throws: `HKError` as `save(_:)`. Samples that are stored already are passed over.
  public func receive(_ samples: [HKQuantitySample]) throws { try health.receive(samples) }

  // MARK: deleting

  /// Deletes an object. Errors are those of `delete(_:)`.
  open func delete(_ object: HKObject, withCompletion completion: @escaping @Sendable (Bool, (any Error)?) -> Void) {
    delete([object], withCompletion: completion)
  }

  /// Deletes objects, all or none. Errors are those of `delete(_:)`.
  open func delete(_ objects: [HKObject], withCompletion completion: @escaping @Sendable (Bool, (any Error)?) -> Void) {
    calling({ completion($0.failure == nil, $0.failure) }) { try $0.delete(objects) }
  }

  /// Deletes an object. Errors are those for several.
  open func delete(_ object: HKObject) async throws { try await delete([object]) }

  /// Deletes objects that this program saved, all or none. The samples of a workout stay. Queries with anchors learn of it
  /// by `HKDeletedObject`.
  ///
  /// - Throws: `HKError` with the code `errorInvalidArgument` where there are none, or one isn't stored by this program, and
  ///   those of saving where the program may not save such.
  open func delete(_ objects: [HKObject]) async throws { try await waiting { try $0.delete(objects) } }

  /// Deletes this program's objects of a type that a predicate holds for. Errors are those of `delete(_:)`.
  open func deleteObjects(
    of objectType: HKObjectType, predicate: NSPredicate,
    withCompletion completion: @escaping @Sendable (Bool, Int, (any Error)?) -> Void
  ) {
    let condition = SampleCondition(predicate)
    calling({ completion($0.failure == nil, (try? $0.get()) ?? 0, $0.failure) }) {
      try $0.delete(objectType, condition)
    }
  }

  /// Deletes this program's objects of a type that a predicate holds for.
  ///
  /// - Returns: how many there were.
  open func deleteObjects(of objectType: HKObjectType, predicate: NSPredicate) async throws -> Int {
    let condition = SampleCondition(predicate)
    return try await waiting { try $0.delete(objectType, condition) }
  }

  // MARK: queries

  /// Puts a query. Traps where it was put before.
  open func execute(_ query: HKQuery) { query.execute(health) }

  /// Ends a query: its handlers aren't called any more.
  open func stop(_ query: HKQuery) { query.stop() }

  /// From when on samples can be saved and read: 1900.
  open func earliestPermittedSampleDate() -> Date { health.earliestPermitted }

  /// From when on this program may read samples of types of which the person shows only the recent past; other types are
  /// not among the answer.
  open func earliestAuthorizedSampleDate(for types: Set<HKObjectType>) async throws -> [HKObjectType: Date] {
    try await waiting { health in
      Dictionary(uniqueKeysWithValues: types.compactMap { type in health.readableFrom(type).map { (type, $0) } })
    }
  }

  // MARK: zones

  /// The zones in which the person's heart rate or cycling power is sorted: those that they chose in the app, else the
  /// system's; nil where there are none, and for types that have no zones.
  ///
  /// The system's for heart rate are five of heart-rate reserve, at 60, 70, 80 and 90 % between the resting heart rate (the
  /// latest sample or number of the app, else 60) and the maximum that the person gave, else Nes' 211 − 0.64 · age; nil
  /// without age and maximum. For cycling power they are six at 55, 75, 90, 105 and 120 % of the latest
  /// `cyclingFunctionalThresholdPower` or the app's number; nil without.
  ///
  /// - Throws: `HKError` where the database can't be read.
  public func preferredWorkoutZoneConfiguration(
    for quantityType: HKQuantityType
  ) async throws -> HKWorkoutZoneConfiguration? {
    let backend = backend
    return try backend.preferredZones(for: quantityType)
  }
}

extension Result {
  var failure: (any Error)? {
    if case .failure(let error) = self { error } else { nil }
  }
}
