// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

public import Foundation
import HealthDatabase

extension HKHealthStore {
  /// Relates a sample of effort to a workout, or to one activity of it. Saves the sample if it isn't stored yet.
  ///
  /// - Throws: `HKError` as `save(_:)`, and with the code `errorInvalidArgument` where the sample is not of effort, the
  ///   workout isn't stored, or the activity isn't one of it.
  /// - Returns: true.
  @discardableResult
  public func relateWorkoutEffortSample(
    _ sample: HKSample, with workout: HKWorkout, activity: HKWorkoutActivity?
  ) async throws -> Bool {
    try await waiting { try $0.relate(sample, with: workout, activity: activity) }
    return true
  }

  /// Relates a sample of effort to a workout, or to one activity of it.
  public func relateWorkoutEffortSample(
    _ sample: HKSample, with workout: HKWorkout, activity: HKWorkoutActivity?,
    completion: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    calling({ completion($0.failure == nil, $0.failure) }) {
      try $0.relate(sample, with: workout, activity: activity)
    }
  }

  /// Ends the relation of a sample of effort to a workout. The sample stays.
  ///
  /// - Throws: `HKError` with the code `errorInvalidArgument` where they aren't related.
  /// - Returns: true.
  @discardableResult
  public func unrelateWorkoutEffortSample(
    _ sample: HKSample, from workout: HKWorkout, activity: HKWorkoutActivity?
  ) async throws -> Bool {
    try await waiting { try $0.unrelate(sample, from: workout) }
    return true
  }

  /// Ends the relation of a sample of effort to a workout.
  public func unrelateWorkoutEffortSample(
    _ sample: HKSample, from workout: HKWorkout, activity: HKWorkoutActivity?,
    completion: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    calling({ completion($0.failure == nil, $0.failure) }) { try $0.unrelate(sample, from: workout) }
  }
}

/// A workout with the samples that tell of its effort.
open class HKWorkoutEffortRelationship: NSObject, @unchecked Sendable {
  /// The workout.
  public let workout: HKWorkout
  /// The activity of it that the samples tell of; nil for the whole workout.
  public let activity: HKWorkoutActivity?
  /// The samples, by start; nil where there are none that this program may read.
  public let samples: [HKSample]?

  init(workout: HKWorkout, activity: HKWorkoutActivity?, samples: [HKSample]?) {
    self.workout = workout
    self.activity = activity
    self.samples = samples
    super.init()
  }
}

/// Which samples of effort a query answers with.
public enum HKWorkoutEffortRelationshipQueryOptions: Int, Sendable {
  /// All.
  case `default` = 0
  /// Of each workout and activity the newest that the person or an app gave, else the newest estimate.
  case mostRelevant
}

/// Asks for workouts with the samples that tell of their effort.
public struct HKWorkoutEffortRelationshipQueryDescriptor: HKAsyncQuery, @unchecked Sendable {
  /// What is there.
  public struct Result: Sendable {
    /// One for each workout, and one for each activity that has samples of its own.
    public let relationships: [HKWorkoutEffortRelationship]
    /// From where to ask next.
    public let newAnchor: HKQueryAnchor?
  }

  /// Which workouts; nil for all.
  public var predicate: NSPredicate?
  /// From where; nil for the beginning.
  public var anchor: HKQueryAnchor?
  /// Which samples.
  public var option: HKWorkoutEffortRelationshipQueryOptions

  /// Workouts with the samples that tell of their effort.
  public init(
    predicate: NSPredicate?, anchor: HKQueryAnchor?, option: HKWorkoutEffortRelationshipQueryOptions = .default
  ) {
    self.predicate = predicate
    self.anchor = anchor
    self.option = option
  }

  /// Relations of workouts that were saved since the anchor.
  ///
  /// - Throws: `HKError` with the code `errorDatabaseInaccessible` where they can't be read.
  public func result(for healthStore: HKHealthStore) async throws -> Result {
    let condition = predicate.map { SampleCondition($0) }
    let (after, option) = (Int64(anchor?.value ?? 0), option)
    return try await healthStore.waiting { try $0.effort(condition, after: after, option) }
  }
}

extension HealthBackend {
  private static let effortTypes = [HKQuantityType(.workoutEffortScore), HKQuantityType(.estimatedWorkoutEffortScore)]

  fileprivate func relate(
    _ sample: HKSample, with workout: HKWorkout, activity: HKWorkoutActivity?
  ) throws(HKError) {
    guard Self.effortTypes.contains(where: { $0 == sample.sampleType }) else {
      throw .invalid("Only samples of effort can be related to a workout.")
    }
    guard activity.map({ asked in workout.workoutActivities.contains { $0.uuid == asked.uuid } }) ?? true else {
      throw .invalid("The activity isn't one of the workout.")
    }
    let isStored = try read { try $0.recording(named: workout.uuid, of: $1) != nil }
    guard isStored else { throw .invalid("The workout isn't stored.") }
    try save([sample], collection: nil)
    try write {
      try $0.join([sample.uuid], to: workout.uuid, kind: Membership.effort, part: activity?.uuid, of: $1)
    }
    delivery.changed()
  }

  fileprivate func unrelate(_ sample: HKSample, from workout: HKWorkout) throws(HKError) {
    let wasRelated = try write {
      try $0.leave(sample.uuid, from: workout.uuid, kind: Membership.effort, of: $1)
    }
    guard wasRelated else { throw .invalid("The sample isn't related to the workout.") }
    delivery.changed()
  }

  fileprivate func effort(
    _ condition: SampleCondition?, after anchor: Int64, _ option: HKWorkoutEffortRelationshipQueryOptions
  ) throws(HKError) -> HKWorkoutEffortRelationshipQueryDescriptor.Result {
    let found = try changes(
      [SampleQuestion(type: HKObjectType.workoutType(), condition: condition)], after: anchor, limit: nil)
    var relationships: [HKWorkoutEffortRelationship] = []
    for workout in found.added.compactMap({ $0 as? HKWorkout }) {
      let members = try read { try $0.members(of: workout.uuid, kind: Membership.effort, of: $1) }
      let samples = try Self.effortTypes.map { (type) throws(HKError) in
        try self.samples(type, .names(Set(members.map(\.name))))
      }
      let parts = Dictionary(grouping: members, by: \.part).mapValues { Set($0.map(\.name)) }
      for activity in [nil] + workout.workoutActivities.map(Optional.some) {
        let names = parts[activity?.uuid] ?? []
        if activity != nil, names.isEmpty { continue }
        var its = samples.map { $0.filter { names.contains($0.uuid) } }
        if option == .mostRelevant { its = [(its.first { !$0.isEmpty } ?? []).suffix(1)] }
        var all = its.flatMap { $0 }
        SampleOrder.sort(&all, by: [.byStart])
        relationships.append(
          HKWorkoutEffortRelationship(workout: workout, activity: activity, samples: all.isEmpty ? nil : all))
      }
    }
    return HKWorkoutEffortRelationshipQueryDescriptor.Result(
      relationships: relationships, newAnchor: HKQueryAnchor(fromValue: Int(found.anchor)))
  }
}
