// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

public import Foundation
import HealthDatabase

/// Which samples a live builder takes from the store as they are saved, by sensors or other programs.
// NB: unchecked because NSObject isn't Sendable; what changes is behind a lock.
open class HKLiveWorkoutDataSource: NSObject, @unchecked Sendable {
  private struct State {
    var predicates: [HKQuantityType: NSPredicate?] = [:]
    var isCustomised = false
    var whenChanged: (@Sendable () -> Void)?
  }

  private let state: Lock<State>

  /// A source for a builder of the same store.
  ///
  /// - Parameter workoutConfiguration: with the session's configuration the source begins with the types that fit it: heart
  ///   rate, active and basal energy, and the distance of the activity (for swimming strokes, too, for wheelchairs pushes);
  ///   with nil it begins without any.
  public convenience init(healthStore: HKHealthStore, workoutConfiguration: HKWorkoutConfiguration?) {
    self.init(configuration: workoutConfiguration)
  }

  package init(configuration: HKWorkoutConfiguration?) {
    state = Lock(State())
    super.init()
    if let configuration { state.withLock { $0.predicates = Self.types(for: configuration.activityType) } }
  }

  /// The types that are collected. As long as an app has enabled and disabled none, they follow the session's activity.
  open var typesToCollect: Set<HKQuantityType> { state.withLock { Set($0.predicates.keys) } }

  /// Collects a type too, from samples that fit a predicate; nil for all. Again, it takes another predicate.
  open func enableCollection(for quantityType: HKQuantityType, predicate: NSPredicate?) {
    change { state in
      state.isCustomised = true
      state.predicates[quantityType] = .some(predicate)
    }
  }

  /// Collects a type no longer.
  open func disableCollection(for quantityType: HKQuantityType) {
    change { state in
      state.isCustomised = true
      state.predicates[quantityType] = nil
    }
  }

  private func change(_ body: (inout State) -> Void) {
    let whenChanged = state.withLock { state in
      body(&state)
      return state.whenChanged
    }
    whenChanged?()
  }

  /// Takes the types of another activity, unless the app has chosen its own.
  func follow(_ activityType: HKWorkoutActivityType) {
    change { state in
      if !state.isCustomised { state.predicates = Self.types(for: activityType) }
    }
  }

  /// Has `body` called whenever types or predicates change.
  func whenChanged(_ body: (@Sendable () -> Void)?) { state.withLock { $0.whenChanged = body } }

  /// The samples that are wanted.
  func wanted(of samples: [HKQuantitySample]) -> [HKQuantitySample] {
    let predicates = state.withLock { Unchecked($0.predicates) }.value
    return samples.filter { sample in
      guard let predicate = predicates[sample.quantityType] else { return false }
      return predicate?.evaluate(with: sample) ?? true
    }
  }

  private static func types(for activityType: HKWorkoutActivityType) -> [HKQuantityType: NSPredicate?] {
    var types: [HKQuantityTypeIdentifier] = [.heartRate, .activeEnergyBurned, .basalEnergyBurned]
    if let distance = activityType.distance { types.append(distance) }
    switch activityType {
    case .swimming: types.append(.swimmingStrokeCount)
    case .wheelchairWalkPace, .wheelchairRunPace: types.append(.pushCount)
    default: break
    }
    return Dictionary(uniqueKeysWithValues: types.map { (HKQuantityType($0), nil) })
  }
}
