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
