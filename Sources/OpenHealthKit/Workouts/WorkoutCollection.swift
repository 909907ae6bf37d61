// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Workouts

/// A workout as it is put together: what was added, and in which order things can be done. It does nothing by itself; the
/// builder saves and tells.
struct WorkoutCollection {
  enum Phase: String, Codable, Sendable { case new, collecting, ended, finished, discarded }

  let configuration: ConfigurationValue
  var phase = Phase.new
  var start: Date?
  var end: Date?
  var metadata: [String: Any] = [:]
  /// By date.
  private(set) var events: [HKWorkoutEvent] = []
  /// By date, without what is computed from the workout.
  private(set) var activities: [HKWorkoutActivity] = []
  private(set) var columns: [HKQuantityType: SampleColumn] = [:]
  private(set) var time = WorkoutTime()
  private var known: Set<UUID> = []
  /// What an app wants instead of the preferred zones.
  var customZones: [HKQuantityType: HKWorkoutZoneConfiguration] = [:]
  private(set) var tracks: [HKQuantityType: ZoneTrack] = [:]
  let now: @Sendable () -> Date

  init(configuration: ConfigurationValue, now: @escaping @Sendable () -> Date) {
    self.configuration = configuration
    self.now = now
  }

  /// What was asked for can't be done.
  enum Fault: Error {
    case misuse(Misuse)
    case invalid(String)
  }

  // MARK: Order

  mutating func begin(at date: Date, zones: [HKQuantityType: HKWorkoutZoneConfiguration]) throws(Fault) {
    try checkBegin(at: date)
    phase = .collecting
    start = date
    tracks = zones.merging(customZones) { $1 }.mapValues { ZoneTrack($0, start: date) }
  }

  func checkBegin(at date: Date) throws(Fault) {
    switch phase {
    case .new: break
    case .collecting, .ended: throw .misuse(.collectionBegunTwice)
    case .finished, .discarded: throw .misuse(.usedAfterFinishing)
    }
    guard date.timeIntervalSinceReferenceDate.isFinite else { throw .invalid("A workout starts at a date.") }
  }

  /// Ends at a date. Activities that haven't ended end with it; events after it are left out, laps and segments over it are
  /// cut.
  mutating func end(at date: Date) throws(Fault) {
    guard phase == .collecting, let start else {
      throw .misuse(isOver ? .usedAfterFinishing : .collectionEndedOutOfOrder)
    }
    guard date >= start else { throw .invalid("A workout starts before it ends or at that moment.") }
    let closed = activities.map { $0.endDate == nil && $0.startDate <= date ? $0.with(end: date) : $0 }
    if let fault = HKWorkoutActivity.fault(in: closed, from: start, to: date) { throw .invalid(fault) }
    activities = closed
    setEvents(events.compactMap { $0.cut(at: date) })
    phase = .ended
    end = date
  }

  var isOver: Bool { phase == .finished || phase == .discarded }

  /// Throws unless something can be added now.
  func checkAdding() throws(Fault) {
    switch phase {
    case .new: throw .misuse(.addedBeforeCollectionBegan)
    case .collecting, .ended: break
    case .finished, .discarded: throw .misuse(.usedAfterFinishing)
    }
  }

  func checkFinish() throws(Fault) {
    switch phase {
    case .new, .collecting: throw .misuse(.finishedBeforeCollectionEnded)
    case .ended: break
    case .finished, .discarded: throw .misuse(.usedAfterFinishing)
    }
  }

  func checkZones(_ configuration: HKWorkoutZoneConfiguration?, for type: HKQuantityType) throws(Fault) {
    switch phase {
    case .new: break
    case .collecting, .ended: throw .misuse(.zonesAfterCollectionBegan)
    case .finished, .discarded: throw .misuse(.usedAfterFinishing)
    }
    guard type.zoneUnit != nil else {
      throw .invalid("Only heart rate and cycling power have zones, not \(type.identifier).")
    }
    if let configuration, configuration.quantityType != type {
      throw .invalid("Zones of \(configuration.quantityType.identifier) can't be used for \(type.identifier).")
    }
  }

  // MARK: Samples

  /// The types of samples that can all be added.
  func types(of samples: [HKSample]) throws(Fault) -> Set<HKSampleType> {
    try checkAdding()
    var types: Set<HKSampleType> = []
    var last: HKSampleType?
    for sample in samples {
      if let start, sample.startDate < start { throw .invalid("Samples of a workout start after it or with it.") }
      guard sample.sampleType !== last else { continue }
      if sample is HKWorkout { throw .invalid("A workout can't be a sample of another one.") }
      last = sample.sampleType
      types.insert(sample.sampleType)
    }
    return types
  }

  /// Whether a sample was taken before.
  func knows(_ sample: HKSample) -> Bool { known.contains(sample.uuid) }

  /// Takes samples that are stored. Those that were taken before are left out.
  mutating func take(_ samples: [HKSample]) {
    if samples.count > 64 { known.reserveCapacity(known.count + samples.count) }
    var place = 0
    while place < samples.count {
      let type = samples[place].sampleType
      guard let first = samples[place] as? HKQuantitySample else {
        place += 1
        continue
      }
      // NB: a column is taken out while it grows, so that it isn't copied.
      var column = columns.removeValue(forKey: first.quantityType) ?? SampleColumn(first: first)
      if samples.count > 64 { column.reserve(samples.count - place) }
      while place < samples.count, samples[place].sampleType === type {
        let sample = unsafeDowncast(samples[place], to: HKQuantitySample.self)
        if known.insert(sample.uuid).inserted { column.append(sample) }
        place += 1
      }
      column.sort()
      columns[first.quantityType] = column
    }
  }

  // MARK: Zones

  /// Counts what was added since the last time; hears of changes of zone, in order.
  mutating func count(_ tell: (ZoneChange) -> Void = { _ in }) {
    for type in HKQuantityType.zoned {
      guard let column = columns[type] else { continue }
      tracks[type]?.process(column, end: end?.instant, tell)
    }
  }

  /// Time in zone so far; nil before the start and where a type has no zones.
  mutating func zoneGroup(for type: HKQuantityType) -> HKWorkoutZoneGroup? {
    guard phase != .new, tracks[type] != nil else { return nil }
    count()
    return tracks[type]?.group(end: end?.instant)
  }

  /// When the newest value of each type ceases to hold, where a zone is active.
  var silences: [HKQuantityType: Instant] {
    phase == .collecting ? tracks.compactMapValues(\.fallsSilentAt) : [:]
  }

  mutating func fallSilent(_ type: HKQuantityType, at moment: Instant) -> ZoneChange? {
    phase == .collecting ? tracks[type]?.fallSilent(at: moment) : nil
  }

  // MARK: Statistics

  /// Statistics of a type so far; nil without samples.
  func statistics(for type: HKQuantityType) -> HKStatistics? {
    guard let start, let column = columns[type] else { return nil }
    return column.statistics(from: start, to: end ?? now().atLeast(start), isOpen: end == nil)
  }

  var allStatistics: [HKQuantityType: HKStatistics] {
    Dictionary(uniqueKeysWithValues: columns.keys.compactMap { type in statistics(for: type).map { (type, $0) } })
  }

  // MARK: Events

  mutating func add(_ more: [HKWorkoutEvent]) throws(Fault) {
    try checkAdding()
    guard let start else { return }
    let all = HKWorkoutEvent.sorted(events + more)
    if let fault = HKWorkoutEvent.fault(in: all, from: start, to: end) { throw .invalid(fault) }
    setEvents(all)
  }

  private mutating func setEvents(_ all: [HKWorkoutEvent]) {
    events = all
    time = WorkoutTime(events: all)
    for type in tracks.keys { tracks[type]?.setTime(time) }
  }

  // MARK: Activities

  mutating func add(_ activity: HKWorkoutActivity) throws(Fault) {
    try checkAdding()
    let type = activity.workoutConfiguration.activityType
    if let fault = Self.fault(in: type, of: configuration.activityType) { throw .invalid(fault) }
    guard !activities.contains(where: { $0.uuid == activity.uuid }) else {
      throw .invalid("The activity is part of the workout already.")
    }
    try set(activities + [activity])
  }

  /// Why a workout can't have an activity of a type; nil where it can.
  static func fault(in type: HKWorkoutActivityType, of workout: HKWorkoutActivityType) -> String? {
    if workout == .swimBikeRun {
      return [.swimming, .cycling, .running, .transition].contains(type)
        ? nil : "Activities of a swimBikeRun workout are swimming, cycling, running and transition."
    }
    return type == workout ? nil : "Intervals of a workout are of its own type; several sports need swimBikeRun."
  }

  mutating func update(_ uuid: UUID, end: Date) throws(Fault) {
    try replace(uuid) { activity throws(Fault) in
      guard end >= activity.startDate else { throw .invalid("An activity starts before it ends or at that moment.") }
      return activity.with(end: end)
    }
  }

  mutating func update(_ uuid: UUID, adding metadata: [String: Any]) throws(Fault) {
    try replace(uuid) { activity throws(Fault) in
      activity.with(
        end: activity.endDate, metadata: (activity.metadata ?? [:]).merging(metadata) { $1 }, contents: .init())
    }
  }

  private mutating func replace(
    _ uuid: UUID, _ change: (HKWorkoutActivity) throws(Fault) -> HKWorkoutActivity
  ) throws(Fault) {
    try checkAdding()
    guard let place = activities.firstIndex(where: { $0.uuid == uuid }) else {
      throw .invalid("The workout has no such activity.")
    }
    var all = activities
    all[place] = try change(all[place])
    try set(all)
  }

  private mutating func set(_ all: [HKWorkoutActivity]) throws(Fault) {
    let all = all.sorted { $0.startDate < $1.startDate }
    guard let start else { return }
    if let fault = HKWorkoutActivity.fault(in: all, from: start, to: end) { throw .invalid(fault) }
    activities = all
  }
}

extension WorkoutCollection {
  /// Takes what was kept of a workout, but for its samples.
  mutating func restore(
    phase: Phase, start: Date?, end: Date?, metadata: [String: Any], events: [HKWorkoutEvent],
    activities: [HKWorkoutActivity], customZones: [HKQuantityType: HKWorkoutZoneConfiguration],
    zones: [HKQuantityType: HKWorkoutZoneConfiguration]
  ) {
    self.phase = phase
    self.start = start
    self.end = end
    self.metadata = metadata
    self.activities = activities
    self.customZones = customZones
    if let start { tracks = zones.mapValues { ZoneTrack($0, start: start) } }
    setEvents(events)
  }

  // MARK: The whole

  /// Activities with statistics, time in zone and events of their time.
  mutating func completeActivities() -> [HKWorkoutActivity] { complete(activities) }

  /// The same for one that goes on, or for the workout as a whole.
  mutating func complete(_ activities: [HKWorkoutActivity]) -> [HKWorkoutActivity] {
    guard let start, !activities.isEmpty else { return [] }
    count()
    let now = now().atLeast(start)
    let until = end ?? newest.map { $0.atLeast(now) } ?? now
    let spans = activities.map {
      TimeSpan(start: $0.startDate.instant, end: ($0.endDate ?? until).instant)
    }
    var zones: [HKQuantityType: [HKWorkoutZoneGroup]] = [:]
    for (type, column) in columns {
      // Before the workout has ended, totals run up to the newest sample.
      guard let track = tracks[type] else { continue }
      let limit = end?.instant ?? track.newest?.start ?? start.instant
      zones[type] = track.groups(column, in: spans, end: limit)
    }
    return activities.enumerated().map { place, activity in
      var contents = HKWorkoutActivity.Contents()
      contents.events = events
      if activity.endDate == nil { contents.now = self.now }
      let to = activity.endDate ?? until
      for (type, column) in columns {
        let includesEnd = activity.endDate == nil || activity.endDate == end
        let statistics = column.statistics(
          from: activity.startDate, to: to.atLeast(activity.startDate), includesEnd: includesEnd)
        guard let statistics else { continue }
        contents.statistics[type] = statistics
        if let groups = zones[type] { contents.zoneGroups[type] = groups[place] }
      }
      return activity.with(end: activity.endDate, metadata: activity.metadata, contents: contents)
    }
  }

  /// When the newest sample ends.
  private var newest: Date? {
    columns.values.compactMap { $0.ends.last }.max().map { Date(timeIntervalSinceReferenceDate: $0) }
  }

  /// All that the finished workout has. Types without samples in the workout have neither statistics nor zones.
  mutating func contents() -> HKWorkout.Contents {
    var contents = HKWorkout.Contents(configuration: configuration.configuration)
    guard let start, let end else { return contents }
    contents.events = events
    contents.statistics = allStatistics
    for type in tracks.keys where contents.statistics[type] != nil { contents.zoneGroups[type] = zoneGroup(for: type) }
    contents.activities = complete(activities)
    contents.duration = time.active(from: start, to: end)
    return contents
  }

  /// Seconds without pauses up to a date, or to the end where that is earlier; 0 before the start.
  func elapsed(at date: Date) -> TimeInterval {
    guard let start else { return 0 }
    return time.active(from: start, to: end.map { min($0, date) } ?? date)
  }
}

extension SampleColumn {
  /// Statistics of a workout, which count a moment at its end; while it goes on, samples after now too.
  fileprivate func statistics(from start: Date, to end: Date, isOpen: Bool) -> HKStatistics? {
    guard isOpen, let last = ends.max() else { return statistics(from: start, to: end, includesEnd: true) }
    return statistics(from: start, to: end.atLeast(Date(timeIntervalSinceReferenceDate: last)), includesEnd: true)
  }
}

extension HKWorkoutActivity {
  /// The same activity with an end.
  fileprivate func with(end: Date) -> HKWorkoutActivity { with(end: end, metadata: metadata, contents: .init()) }
}

extension HKWorkoutEvent {
  /// The part of the event before a date; nil where there is none.
  fileprivate func cut(at date: Date) -> HKWorkoutEvent? {
    if dateInterval.end <= date { return self }
    guard dateInterval.start <= date else { return nil }
    return HKWorkoutEvent(
      type: type, dateInterval: DateInterval(start: dateInterval.start, end: date), metadata: metadata)
  }
}

extension Date {
  /// This date or a later one.
  fileprivate func atLeast(_ other: Date) -> Date { max(self, other) }
}
