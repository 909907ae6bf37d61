// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import HealthDatabase

extension HKHealthStore {
  /// Asks for observer queries of a type to be told of changes. Here they are as long as the program runs, at every change,
  /// whatever `frequency` says; a program that ended isn't started again.
  public func enableBackgroundDelivery(
    for type: HKObjectType, frequency: HKUpdateFrequency,
    withCompletion completion: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) { calling({ completion($0.failure == nil, $0.failure) }) { _ = try $0.read { try $0.lastAnchor() + $1.rawValue } } }

  /// Asks for observer queries of a type to be told of changes, as they are anyway as long as the program runs.
  ///
  /// - Throws: `HKError` with the code `errorDatabaseInaccessible` where the data can't be read.
  public func enableBackgroundDelivery(for type: HKObjectType, frequency: HKUpdateFrequency) async throws {
    try await waiting { _ = try $0.read { try $0.lastAnchor() + $1.rawValue } }
  }

  /// Takes back what `enableBackgroundDelivery` asked for. Queries go on until they are stopped.
  public func disableBackgroundDelivery(
    for type: HKObjectType, withCompletion completion: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) { calling({ completion($0.failure == nil, $0.failure) }) { _ in } }

  /// Takes back what `enableBackgroundDelivery` asked for. Queries go on until they are stopped.
  public func disableBackgroundDelivery(for type: HKObjectType) async throws {}

  /// Takes back what `enableBackgroundDelivery` asked for, for all types.
  public func disableAllBackgroundDelivery(completion: @escaping @Sendable (Bool, (any Error)?) -> Void) {
    calling({ completion($0.failure == nil, $0.failure) }) { _ in }
  }

  /// Takes back what `enableBackgroundDelivery` asked for, for all types.
  public func disableAllBackgroundDelivery() async throws {}

  /// Starts the app on a watch, of which there is none here: the error is `errorHealthDataUnavailable`.
  public func startWatchApp(
    with workoutConfiguration: HKWorkoutConfiguration,
    completion: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) { calling({ completion($0.failure == nil, $0.failure) }) { _ in throw HKError(.errorHealthDataUnavailable) } }

  /// Starts the app on a watch, of which there is none here.
  ///
  /// - Throws: `HKError` with the code `errorHealthDataUnavailable`.
  public func startWatchApp(toHandle workoutConfiguration: HKWorkoutConfiguration) async throws {
    throw HKError(.errorHealthDataUnavailable)
  }
}
