// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A finished workout.
open class HKWorkout: HKSample, @unchecked Sendable {
  /// What a workout has beside its start and end.
  package struct Contents: Sendable {
    package var configuration: ConfigurationValue
    /// By date.
    package var events: [HKWorkoutEvent] = []
    /// Never empty in a workout; where nothing is given, one that matches the workout takes its place.
    package var activities: [HKWorkoutActivity] = []
    package var statistics: [HKQuantityType: HKStatistics] = [:]
    package var zoneGroups: [HKQuantityType: HKWorkoutZoneGroup] = [:]
    /// Seconds without pauses; nil for what events say.
    package var duration: TimeInterval?
    /// Totals that were given as such, by identifier of the type.
    package var totals: [HKQuantityTypeIdentifier: HKQuantity] = [:]

    package init(configuration: HKWorkoutConfiguration) {
      self.configuration = ConfigurationValue(configuration)
    }
  }

  let contents: Contents

  /// A workout with all that it has. Traps where it ends before it starts or `fault(in:start:end:)` names a fault.
  package init(_ contents: Contents, start: Date, end: Date, identity: ObjectIdentity = ObjectIdentity()) {
    if let fault = Self.fault(in: contents, start: start, end: end) { preconditionFailure(fault) }
    self.contents = Self.complete(contents, start: start, end: end)
    super.init(type: HKObjectType.workoutType(), start: start, end: end, identity)
  }

  /// Why there can't be such a workout; nil where there can.
  package static func fault(in contents: Contents, start: Date, end: Date) -> String? {
    if let fault = fault(type: HKObjectType.workoutType(), start: start, end: end) { return fault }
    if let fault = HKWorkoutEvent.fault(in: contents.events, from: start, to: end) { return fault }
    return HKWorkoutActivity.fault(in: contents.activities, from: start, to: end)
  }

  private static func complete(_ contents: Contents, start: Date, end: Date) -> Contents {
    var result = contents
    if result.activities.isEmpty {
      var parts = HKWorkoutActivity.Contents()
      parts.statistics = contents.statistics
      parts.zoneGroups = contents.zoneGroups
      parts.events = contents.events
      result.activities = [
        HKWorkoutActivity(
          uuid: .random(), configuration: contents.configuration.configuration, start: start, end: end, metadata: nil,
          contents: parts)
      ]
    }
    if result.duration == nil {
      result.duration = WorkoutTime(events: contents.events).active(from: start, to: end)
    }
    return result
  }

  /// What was done.
  open var workoutActivityType: HKWorkoutActivityType { contents.configuration.activityType }

  /// What happened, by date; nil where nothing did.
  open var workoutEvents: [HKWorkoutEvent]? { contents.events.isEmpty ? nil : contents.events }

  /// Its parts, by date; at least one.
  open var workoutActivities: [HKWorkoutActivity] { contents.activities }

  /// Seconds from start to end without pauses, made by the person or by the device.
  open var duration: TimeInterval { contents.duration ?? 0 }

  /// Statistics of each type of which it has samples.
  open var allStatistics: [HKQuantityType: HKStatistics] { contents.statistics }

  /// Statistics of a type; nil where it has no samples of it.
  @discardableResult
  open func statistics(for quantityType: HKQuantityType) -> HKStatistics? { contents.statistics[quantityType] }

  /// Time in zone of each type that has zones and samples; nil where none has. As it was when the workout finished: it is
  /// not computed anew when samples are deleted.
  public var zoneGroupsByType: [HKQuantityType: HKWorkoutZoneGroup]? {
    contents.zoneGroups.isEmpty ? nil : contents.zoneGroups
  }

  /// Time in zone of a type; nil where it has no zones or no samples.
  public func zoneGroup(for quantityType: HKQuantityType) -> HKWorkoutZoneGroup? { contents.zoneGroups[quantityType] }

  /// The same workout with other identity and contents, as a store gives it back.
  package func with(_ change: (inout Contents, inout ObjectIdentity) -> Void) -> HKWorkout {
    var contents = contents
    var identity = ObjectIdentity(uuid: uuid, metadata: metadata, device: device, sourceRevision: sourceRevision)
    change(&contents, &identity)
    return HKWorkout(contents, start: startDate, end: endDate, identity: identity)
  }

  /// All that it has, for a store to keep.
  package var allContents: Contents { contents }

  /// Codes contents after what all samples have.
  open override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    coder.encode(contents.configuration.configuration, forKey: "HKConfiguration")
    coder.encode(NSArray(array: contents.events), forKey: "HKEvents")
    coder.encode(NSArray(array: contents.activities), forKey: "HKActivities")
    coder.encode(statistics: contents.statistics, zones: contents.zoneGroups)
    coder.encode(duration, forKey: "HKDuration")
    for type in Self.totalTypes {
      if let total = contents.totals[type] { coder.encode(total, forKey: "HKTotal" + type.rawValue) }
    }
  }

  /// Decodes a workout; nil where something is missing or such a workout can't be.
  public required init?(coder: NSCoder) {
    guard let start = coder.decodeDate(forKey: "HKStartDate"), let end = coder.decodeDate(forKey: "HKEndDate"),
      let configuration = coder.decodeObject(of: HKWorkoutConfiguration.self, forKey: "HKConfiguration"),
      coder.containsValue(forKey: "HKDuration")
    else { return nil }
    var contents = Contents(configuration: configuration)
    contents.events = HKWorkoutEvent.sorted(coder.decodeArray(of: HKWorkoutEvent.self, forKey: "HKEvents") ?? [])
    contents.activities = coder.decodeArray(of: HKWorkoutActivity.self, forKey: "HKActivities") ?? []
    (contents.statistics, contents.zoneGroups) = coder.decodeStatisticsAndZones()
    let duration = coder.decodeDouble(forKey: "HKDuration")
    contents.duration = duration.isFinite && duration >= 0 ? duration : nil
    for type in Self.totalTypes where coder.containsValue(forKey: "HKTotal" + type.rawValue) {
      contents.totals[type] = coder.decodeObject(of: HKQuantity.self, forKey: "HKTotal" + type.rawValue)
    }
    guard Self.fault(in: contents, start: start, end: end) == nil else { return nil }
    self.contents = Self.complete(contents, start: start, end: end)
    super.init(coder: coder)
    guard sampleType == HKObjectType.workoutType() else { return nil }
  }
}

/// A configuration that can't change, to be kept and shared.
package struct ConfigurationValue: Hashable, Sendable {
  package var activityType: HKWorkoutActivityType
  package var locationType: HKWorkoutSessionLocationType
  package var swimmingLocationType: HKWorkoutSwimmingLocationType
  package var lapLength: HKQuantity?

  package init(_ configuration: HKWorkoutConfiguration) {
    activityType = configuration.activityType
    locationType = configuration.locationType
    swimmingLocationType = configuration.swimmingLocationType
    lapLength = configuration.lapLength
  }

  /// A configuration of one's own that says the same.
  package var configuration: HKWorkoutConfiguration {
    let configuration = HKWorkoutConfiguration()
    configuration.activityType = activityType
    configuration.locationType = locationType
    configuration.swimmingLocationType = swimmingLocationType
    configuration.lapLength = lapLength
    return configuration
  }
}

extension HKWorkoutActivity {
  /// Why a workout can't have these parts, which are by date; nil where it can.
  static func fault(in activities: [HKWorkoutActivity], from start: Date, to end: Date?) -> String? {
    for (place, activity) in activities.enumerated() {
      if activity.startDate < start { return "Activities start after their workout or with it." }
      if let end, (activity.endDate ?? activity.startDate) > end {
        return "Activities end before their workout or with it."
      }
      guard place > 0 else { continue }
      guard let before = activities[place - 1].endDate, before <= activity.startDate else {
        return "Activities of a workout don't overlap."
      }
    }
    return nil
  }
}
