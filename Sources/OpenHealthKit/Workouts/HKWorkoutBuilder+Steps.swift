// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

public import Foundation
import HealthDatabase

// Each step is there twice: for callers that wait, and with a completion, which is called once on a queue in the background.
extension HKWorkoutBuilder {
  /// Begins collection at a date, which is the workout's start. From here on zones stay as they are.
  ///
  /// - Throws: `errorInvalidArgument` where it has begun already, the store's errors where the person doesn't allow this
  ///   program to save workouts.
  public func beginCollection(at start: Date) async throws { try await performed { try self.begin(at: start) } }

  /// The same with a completion.
  public func beginCollection(
    withStart startDate: Date, completion: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    perform({ try self.begin(at: startDate) }, then: Self.success(completion))
  }

  /// Adds samples, and saves those that aren't stored yet: all or none. A sample that was added before is left out.
  ///
  /// - Throws: `errorInvalidArgument` before `beginCollection`, after `finishWorkout` or `discardWorkout`, and where a sample
  ///   starts before the workout; the store's errors where the person doesn't allow this program to save such samples.
  public func addSamples(_ samples: [HKSample]) async throws { try await performed { try self.take(samples) } }

  /// The same with a completion.
  public func add(_ samples: [HKSample], completion: @escaping @Sendable (Bool, (any Error)?) -> Void) {
    perform({ try self.take(samples) }, then: Self.success(completion))
  }

  /// Adds events, in any order: all or none.
  ///
  /// - Throws: `errorInvalidArgument` before `beginCollection`, after `finishWorkout` or `discardWorkout`, and where an event
  ///   lies outside of the workout, laps would overlap, or a resumption would come before any pause.
  public func addWorkoutEvents(_ workoutEvents: [HKWorkoutEvent]) async throws {
    try await performed { try self.take(workoutEvents) }
  }

  /// The same with a completion.
  public func addWorkoutEvents(
    _ workoutEvents: [HKWorkoutEvent], completion: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    perform({ try self.take(workoutEvents) }, then: Self.success(completion))
  }

  /// Adds metadata; new values take the place of old ones. Traps where a value is no text, number, date or quantity.
  ///
  /// - Throws: `errorInvalidArgument` before `beginCollection`, and after `finishWorkout` or `discardWorkout`; then metadata
  ///   stays as it was.
  public func addMetadata(_ metadata: [String: Any]) async throws {
    let metadata = Unchecked(Metadata.valid(metadata) ?? [:])
    try await performed { try self.take(metadata: metadata.value) }
  }

  /// The same with a completion.
  public func addMetadata(
    _ metadata: [String: Any], completion: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    let metadata = Unchecked(Metadata.valid(metadata) ?? [:])
    perform({ try self.take(metadata: metadata.value) }, then: Self.success(completion))
  }

  /// Adds a part of the workout.
  ///
  /// - Throws: `errorInvalidArgument` before `beginCollection`, after `finishWorkout` or `discardWorkout`, and where the
  ///   activity lies outside of the workout, would overlap another, or is of a type that the workout can't have: swimming,
  ///   cycling, running and transition in a `swimBikeRun`, else the workout's own.
  public func addWorkoutActivity(_ workoutActivity: HKWorkoutActivity) async throws {
    try await performed { try self.take(workoutActivity) }
  }

  /// The same with a completion.
  public func addWorkoutActivity(
    _ workoutActivity: HKWorkoutActivity, completion: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    perform({ try self.take(workoutActivity) }, then: Self.success(completion))
  }

  /// Sets the end of an activity that was added.
  ///
  /// - Throws: `errorInvalidArgument` where there is no such activity, or it would end before it starts or overlap another.
  public func updateActivity(uuid: UUID, end: Date) async throws {
    try await performed { try self.update(uuid, end: end) }
  }

  /// The same with a completion.
  public func updateActivity(
    uuid: UUID, end: Date, completion: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    perform({ try self.update(uuid, end: end) }, then: Self.success(completion))
  }

  /// Adds metadata to an activity that was added; new values take the place of old ones.
  ///
  /// - Throws: `errorInvalidArgument` where there is no such activity.
  public func updateActivity(uuid: UUID, adding metadata: [String: Any]) async throws {
    let metadata = Unchecked(Metadata.valid(metadata) ?? [:])
    try await performed { try self.update(uuid, adding: metadata.value) }
  }

  /// The same with a completion.
  public func updateActivity(
    uuid: UUID, adding metadata: [String: Any], completion: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    let metadata = Unchecked(Metadata.valid(metadata) ?? [:])
    perform({ try self.update(uuid, adding: metadata.value) }, then: Self.success(completion))
  }

  /// Ends collection at a date, which is the workout's end. Activities that haven't ended end with it. Events after it are
  /// left out, laps and segments that go beyond are cut.
  ///
  /// - Throws: `errorInvalidArgument` where collection hasn't begun or has ended, the date lies before the start, or an
  ///   activity would go beyond it.
  public func endCollection(at end: Date) async throws { try await performed { try self.end(at: end) } }

  /// The same with a completion.
  public func endCollection(
    withEnd endDate: Date, completion: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    perform({ try self.end(at: endDate) }, then: Self.success(completion))
  }

  /// Saves the workout. Here it is never nil without an error: nothing is locked.
  ///
  /// - Throws: `errorInvalidArgument` before `endCollection` and after `finishWorkout` or `discardWorkout`, the store's errors
  ///   where it can't be saved; then it can be tried again.
  @discardableResult
  public func finishWorkout() async throws -> HKWorkout? { try await performed { try self.finish() } }

  /// The same with a completion.
  public func finishWorkout(completion: @escaping @Sendable (HKWorkout?, (any Error)?) -> Void) {
    perform({ try self.finish() }) { result in
      switch result {
      case .success(let workout): completion(workout, nil)
      case .failure(let error): completion(nil, error)
      }
    }
  }

  /// Drops the workout. Samples that were added stay in the store.
  public func discardWorkout() { work.sync { self.discard() } }

  private static func success(
    _ completion: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) -> @Sendable (Result<Void, any Error>) -> Void {
    { result in
      switch result {
      case .success: completion(true, nil)
      case .failure(let error): completion(false, error)
      }
    }
  }
}

extension HKWorkoutBuilder {
  /// Sets zones for this workout alone, instead of the preferred ones; nil takes them back. Nothing else changes: the
  /// preferred zones stay, and an app stores what it made the zones from.
  ///
  /// - Throws: `errorInvalidArgument` after `beginCollection`, for types other than heart rate and cycling power, and where
  ///   the configuration is of another type.
  public func setCustomZoneConfiguration(
    _ configuration: HKWorkoutZoneConfiguration?, for quantityType: HKQuantityType
  ) async throws {
    try await performed { try self.setZones(configuration, for: quantityType) }
  }

  /// The zones that the workout is sorted into: those set for it, else the preferred ones, from `beginCollection` on as they
  /// were then; nil where a type has none.
  public func zoneConfiguration(for quantityType: HKQuantityType) async throws -> HKWorkoutZoneConfiguration? {
    try await performed { try self.zones(for: quantityType) }
  }

  /// Time in zone so far; nil before `beginCollection` and where a type has no zones, zeros as long as there are no samples.
  ///
  /// What a value earns is counted when the next one comes, so together the durations run up to the newest sample.
  public func zoneGroup(for quantityType: HKQuantityType) -> HKWorkoutZoneGroup? {
    state.withLock { $0.zoneGroup(for: quantityType) }
  }
}
