// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

extension HKWorkoutBuilder {
  /// A builder of a workout that is saved in a store.
  ///
  /// - Parameter device: what measured; `.local()` for this computer.
  public convenience init(healthStore: HKHealthStore, configuration: HKWorkoutConfiguration, device: HKDevice?) {
    self.init(backend: healthStore.backend, configuration: configuration, device: device)
  }
}

extension HKWorkoutBuilder {
  /// The quantity samples that were collected so far, by start.
  ///
  /// - Throws: where the store can't be read.
  package func collectedSamples() throws(HKError) -> [HKQuantitySample] {
    try backend.samples(collection: collection).compactMap { $0 as? HKQuantitySample }
  }

  /// Deletes what was collected so far: for a workout that nobody wants. Apple's `discardWorkout()` keeps the samples.
  ///
  /// - Throws: where the store can't be written.
  package func deleteCollected() throws(HKError) {
    guard let health = backend as? HealthBackend else { return }
    try health.discard(collection: collection)
  }
}
