// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A part of a workout in which one thing is done, such as the ride of a triathlon.
// NB: unchecked because NSObject isn't Sendable; everything stored is constant, the configuration a copy of its own.
open class HKWorkoutActivity: NSObject, NSSecureCoding, NSCopying, @unchecked Sendable {
  /// What the activity is known by.
  public let uuid: UUID
  private let configuration: HKWorkoutConfiguration
  /// When it began.
  public let startDate: Date
  /// When it ended; nil as long as it hasn't.
  public let endDate: Date?
  /// What else is said of it: texts, numbers, dates and quantities.
  public let metadata: [String: Any]?
  /// What happened in it, of which some may have begun before or ended after; by date.
  public let workoutEvents: [HKWorkoutEvent]
  let contents: Contents

  /// What an activity has as part of a workout.
  package struct Contents: Sendable {
    package var statistics: [HKQuantityType: HKStatistics] = [:]
    package var zoneGroups: [HKQuantityType: HKWorkoutZoneGroup] = [:]
    /// All events of the workout, by date, of which pauses may have begun before the activity.
    package var events: [HKWorkoutEvent] = []
    /// The moment it is.
    package var now: @Sendable () -> Date = { Date() }

    package init() {}
  }

  /// An activity that isn't part of a workout yet. Traps, as Apple's raises an exception, where it ends before it starts or
  /// metadata holds anything but texts, numbers, dates and quantities.
  public convenience init(
    workoutConfiguration: HKWorkoutConfiguration, start startDate: Date, end endDate: Date?, metadata: [String: Any]?
  ) {
    self.init(
      uuid: .random(), configuration: workoutConfiguration, start: startDate, end: endDate, metadata: metadata,
      contents: Contents())
  }

  /// An activity as part of a workout.
  package init(
    uuid: UUID, configuration: HKWorkoutConfiguration, start: Date, end: Date?, metadata: [String: Any]?,
    contents: Contents
  ) {
    if let fault = Self.fault(start: start, end: end) { preconditionFailure(fault) }
    self.uuid = uuid
    self.configuration = configuration.own
    startDate = start
    endDate = end
    self.metadata = Metadata.valid(metadata)
    self.contents = contents
    workoutEvents = contents.events.filter { $0.touches(from: start, to: end ?? .distantFuture) }
    super.init()
  }

  /// The same activity with other contents, or another end or metadata.
  package func with(end: Date?, metadata: [String: Any]?, contents: Contents) -> HKWorkoutActivity {
    HKWorkoutActivity(
      uuid: uuid, configuration: configuration, start: startDate, end: end, metadata: metadata, contents: contents)
  }

  private static func fault(start: Date, end: Date?) -> String? {
    let seconds = [start, end ?? start].map(\.timeIntervalSinceReferenceDate)
    return seconds[0].isFinite && seconds[0] <= seconds[1]
      ? nil : "An activity starts before it ends or at that moment."
  }

  /// What is done; a copy.
  open var workoutConfiguration: HKWorkoutConfiguration { configuration.own }

  /// Seconds from start to end, or up to now as long as it hasn't ended, without pauses of the workout.
  open var duration: TimeInterval {
    WorkoutTime(events: contents.events).active(from: startDate, to: endDate ?? contents.now())
  }

  /// Statistics of each type of which there are samples in the activity. Of a sum over its edge the part inside counts.
  open var allStatistics: [HKQuantityType: HKStatistics] { contents.statistics }

  /// Statistics of a type; nil where there are no samples.
  @discardableResult
  open func statistics(for quantityType: HKQuantityType) -> HKStatistics? { contents.statistics[quantityType] }

  /// Time in zone of each type that has zones and samples, from the activity's start up to its end; nil where none has.
  public var zoneGroupsByType: [HKQuantityType: HKWorkoutZoneGroup]? {
    contents.zoneGroups.isEmpty ? nil : contents.zoneGroups
  }

  /// Time in zone of a type; nil where it has no zones or no samples.
  public func zoneGroup(for quantityType: HKQuantityType) -> HKWorkoutZoneGroup? { contents.zoneGroups[quantityType] }

  /// Whether the other object is the same activity, at the same time, with the same contents.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? HKWorkoutActivity else { return false }
    return self === other
      || uuid == other.uuid && startDate == other.startDate && endDate == other.endDate
        && configuration == other.configuration && workoutEvents == other.workoutEvents
        && contents.statistics == other.contents.statistics
        && NSDictionary(dictionary: metadata ?? [:]).isEqual(NSDictionary(dictionary: other.metadata ?? [:]))
  }

  /// Equal for equal activities.
  open override var hash: Int { uuid.hashValue }

  /// The activity itself, which can't change.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  /// Activities are coded with all that they are made of.
  public static var supportsSecureCoding: Bool { true }

  /// Codes all that the activity is made of.
  open func encode(with coder: NSCoder) {
    coder.encode(uuid: uuid, forKey: "HKUUID")
    coder.encode(configuration, forKey: "HKConfiguration")
    coder.encode(date: startDate, forKey: "HKStartDate")
    if let endDate { coder.encode(date: endDate, forKey: "HKEndDate") }
    coder.encode(metadata: metadata, forKey: "HKMetadata")
    coder.encode(NSArray(array: contents.events), forKey: "HKEvents")
    coder.encode(statistics: contents.statistics, zones: contents.zoneGroups)
  }

  /// Decodes an activity; nil where something is missing or such an activity can't be.
  public required convenience init?(coder: NSCoder) {
    guard let uuid = coder.decodeUUID(forKey: "HKUUID"), let start = coder.decodeDate(forKey: "HKStartDate"),
      let configuration = coder.decodeObject(of: HKWorkoutConfiguration.self, forKey: "HKConfiguration")
    else { return nil }
    let end = coder.decodeDate(forKey: "HKEndDate")
    guard Self.fault(start: start, end: end) == nil else { return nil }
    var contents = Contents()
    contents.events = HKWorkoutEvent.sorted(coder.decodeArray(of: HKWorkoutEvent.self, forKey: "HKEvents") ?? [])
    (contents.statistics, contents.zoneGroups) = coder.decodeStatisticsAndZones()
    self.init(
      uuid: uuid, configuration: configuration, start: start, end: end,
      metadata: coder.decodeMetadata(forKey: "HKMetadata"), contents: contents)
  }
}

extension HKWorkoutConfiguration {
  /// A copy that nobody else changes.
  package var own: HKWorkoutConfiguration {
    let copy = copy()
    guard let copy = copy as? HKWorkoutConfiguration else { preconditionFailure("A copy is of another class.") }
    return copy
  }
}
