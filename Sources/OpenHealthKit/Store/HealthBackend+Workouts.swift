// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthDatabase
import Workouts
import ZoneStorage
import Zones

extension HealthBackend {
  func samples(collection: UUID) throws(HKError) -> [HKSample] {
    try read { access, athlete in
      var found: [HKSample] = []
      var blocks = try access.samples(inCollection: collection, of: athlete)
      let members = Set(try access.members(of: collection, kind: Membership.member, of: athlete).map(\.name))
      blocks += try access.samples(named: members, of: athlete).filter { $0.traits.collection != collection }
      for block in blocks {
        guard let chunk = SampleChunk(block, origins) else { continue }
        for place in 0..<chunk.count
        where chunk.collection == collection || members.contains(chunk.names[place]) {
          if let sample = chunk.sample(place) { found.append(sample) }
        }
      }
      SampleOrder.sort(&found, by: [.byStart])
      return found
    }
  }

  func finish(_ workout: HKWorkout, collection: UUID) throws(HKError) -> HKWorkout {
    try checkSharing(of: workout.sampleType)
    let stored = workout.with { _, identity in identity.sourceRevision = revision }
    let archive = try archived(stored)
    try savingTurn { () throws(HKError) in
      let places = try write { access, athlete in
        guard try access.recording(named: workout.uuid, of: athlete) == nil else {
          throw HKError.invalid("The workout is stored already.")
        }
        let before = try access.lastAnchor()
        try insert(stored, archive, collection: collection, access, athlete)
        return before + 1...(try access.lastAnchor())
      }
      delivery.saved([stored], for: nil, at: places)
    }
    return stored
  }

  /// Adds samples to a workout that this program saved.
  func add(_ samples: [HKSample], to workout: HKWorkout) throws(HKError) {
    let found = try read { access, athlete -> ProgramWorkout? in
      try access.recording(named: workout.uuid, of: athlete).flatMap { try access.programWorkout(of: $0.head.id) }
    }
    guard let found, found.origin.program == program else {
      throw .invalid("The workout isn't stored by this program.")
    }
    try save(samples, collection: found.collection)
  }

  /// Deletes the samples that were saved for a collection.
  func discard(collection: UUID) throws(HKError) {
    try savingTurn { () throws(HKError) in
      try write { access, athlete in
        // Few blocks leave few tombstones.
        try access.compact(collection: collection, of: athlete)
        try access.deleteSamples(inCollection: collection, of: athlete)
      }
    }
    delivery.changed()
  }

  func archived(_ workout: HKWorkout) throws(HKError) -> [UInt8] {
    do { return Array(try NSKeyedArchiver.archivedData(withRootObject: workout, requiringSecureCoding: true)) } catch {
      throw .invalid("The workout can't be stored.")
    }
  }

  /// Keeps a workout as HealthKit has it, and beside it a recording as the app reads it.
  func insert(
    _ workout: HKWorkout, _ archive: [UInt8], collection: UUID, _ access: WriteAccess, _ athlete: AthleteID
  ) throws {
    let sync = StoredMetadata.sync(workout.metadata)
    if let sync {
      let known = try access.programWorkouts(synchronizedAs: sync.identifier, program: program, of: athlete)
      if known.contains(where: { $0.version >= sync.version }) { return }
      for old in known { try remove(old.recording, access, athlete) }
    }
    let recording = try RecordingOfWorkout(workout).recording(
      try access.samples(inCollection: collection, of: athlete)
        + access.samples(
          named: Set(access.members(of: collection, kind: Membership.member, of: athlete).map(\.name)), of: athlete
        ).filter { $0.traits.collection != collection }, origins)
    var source = SourceRecord(format: "healthkit", importedAt: access.now)
    source.externalID = workout.uuid.uuidString
    var new = NewRecording(
      recording, of: athlete, from: source,
      zoneGroups: try named(RecordingOfWorkout(workout).zoneGroups, in: recording, access, athlete),
      histograms: RecordingOfWorkout.histograms(of: recording))
    new.uuid = workout.uuid
    new.isCopy = true
    let (_, id) = try access.insert(new)
    try access.compact(collection: collection, of: athlete)
    try access.setProgramWorkout(
      ProgramWorkout(
        origin: origins.origin(revision, workout.device), collection: collection, sync: sync, document: archive),
      of: id, athlete: athlete)
  }

  /// Zone groups with the names that the person's own zones have, where the limits are those.
  private func named(
    _ groups: [StoredZoneGroup], in recording: Recording, _ access: WriteAccess, _ athlete: AthleteID
  ) throws -> [StoredZoneGroup] {
    let history = try access.zoneHistory(of: athlete)
    let day = Day(of: recording.span.start, utcOffsetSeconds: recording.utcOffsetSeconds)
    return groups.map { group in
      let found =
        history.chosen(group.quantity, sport: recording.sport, on: day)
        ?? history.system(group.quantity, sport: recording.sport, on: day)
      guard let zones = found?.zones, zones.boundaries.values == group.boundaries else { return group }
      var group = group
      group.names = zones.names
      return group
    }
  }

  /// Deletes the recording of a workout; samples stay.
  func remove(_ recording: RecordingID, _ access: WriteAccess, _ athlete: AthleteID) throws {
    guard let head = try access.recordingHead(recording) else { return }
    try access.deleteRecordingOnly(head)
  }
}

/// A workout of HealthKit as a recording of the app.
struct RecordingOfWorkout {
  let workout: HKWorkout

  init(_ workout: HKWorkout) { self.workout = workout }

  private var span: TimeSpan { TimeSpan(start: workout.startDate.instant, end: workout.endDate.instant) }

  /// The recording, with series from samples.
  func recording(_ blocks: [SampleBlock], _ origins: OriginTable) throws -> Recording {
    let type = workout.workoutActivityType
    var recording = Recording(sport: WorkoutSports.sport(of: type), span: span)
    recording.subSport = Self.subSport(workout.allContents.configuration)
    recording.name = workout.metadata?["org.zonecoach.name"] as? String
    let zone = (workout.metadata?[HKMetadataKeyTimeZone] as? String).flatMap(TimeZone.init(identifier:))
    recording.utcOffsetSeconds = (zone ?? .current).secondsFromGMT(for: workout.startDate)
    if let device = workout.device {
      recording.device = Device(
        manufacturer: device.manufacturer?.lowercased(), product: device.model ?? device.name,
        software: device.softwareVersion)
    }
    let events = workout.workoutEvents ?? []
    recording.pauses = WorkoutTime(events: events).pauses.compactMap { pause in
      let isAuto = !events.contains { $0.type == .pause && $0.dateInterval.start.instant == pause.start }
      return pause.intersection(span).map { Pause(span: $0, kind: isAuto ? .auto : .manual) }
    }
    recording.laps = events.filter { $0.type == .lap }.map {
      Lap(
        span: TimeSpan(start: $0.dateInterval.start.instant, end: $0.dateInterval.end.instant), trigger: .manual)
    }
    recording.activities = workout.workoutActivities.map { activity in
      var leg = Activity(
        sport: WorkoutSports.sport(of: activity.workoutConfiguration.activityType),
        subSport: Self.subSport(ConfigurationValue(activity.workoutConfiguration)),
        span: TimeSpan(start: activity.startDate.instant, end: (activity.endDate ?? workout.endDate).instant))
      leg.totals = Self.totals(activity.allStatistics)
      return leg
    }
    if recording.activities.count == 1 {
      let whole = Self.totals(workout.allStatistics)
      recording.activities[0].totals.energy =
        workout.allContents.totals[.activeEnergyBurned]?.doubleValue(for: .kilocalorie()) ?? whole.energy
      recording.activities[0].totals.distance =
        workout.allContents.totals[.distanceWalkingRunning]?.doubleValue(for: .meter()) ?? whole.distance
    }
    recording.series = Self.series(blocks, origins)
    return recording
  }

  private static func subSport(_ configuration: ConfigurationValue) -> String? {
    switch (configuration.activityType, configuration.locationType, configuration.swimmingLocationType) {
    case (.swimming, _, .pool): "lap_swimming"
    case (.swimming, _, .openWater): "open_water"
    case (.running, .indoor, _): "treadmill"
    case (.cycling, .indoor, _): "indoor_cycling"
    case (.rowing, .indoor, _): "indoor_rowing"
    case (.walking, .indoor, _): "indoor_walking"
    default: nil
    }
  }

  private static func totals(_ statistics: [HKQuantityType: HKStatistics]) -> DeviceTotals {
    var totals = DeviceTotals()
    func sum(_ identifier: HKQuantityTypeIdentifier, _ unit: HKUnit) -> Double? {
      statistics[HKQuantityType(identifier)]?.sumQuantity()?.doubleValue(for: unit)
    }
    totals.energy = sum(.activeEnergyBurned, .kilocalorie())
    totals.distance = HKWorkout.distances.lazy.compactMap { sum($0, .meter()) }.first
    return totals
  }

  /// Quantities of the app by the types that hold them.
  private static let quantities: [(Quantity, [HKQuantityTypeIdentifier])] = [
    (.heartRate, [.heartRate]), (.power, [.cyclingPower, .runningPower]), (.cadence, [.cyclingCadence]),
    (.speed, [.cyclingSpeed, .runningSpeed, .walkingSpeed, .rowingSpeed, .paddleSportsSpeed]),
    (.distance, HKWorkout.distances), (.respirationRate, [.respiratoryRate]),
  ]

  private static func series(_ blocks: [SampleBlock], _ origins: OriginTable) -> [Series] {
    let chunks = blocks.compactMap { SampleChunk($0, origins) }
    return quantities.compactMap { quantity, identifiers in
      let names = Set(identifiers.map(\.rawValue))
      var points: [(time: Int64, value: Double, end: Int64)] = []
      let isZoned = quantity == .heartRate || quantity == .power
      let unit = HKUnit(from: quantity.unit)
      for chunk in chunks where names.contains(chunk.type.identifier) {
        guard let own = chunk.unit, let values = chunk.values else { continue }
        for place in 0..<chunk.count {
          let moment = quantity == .distance ? chunk.end(place) : chunk.starts[place]
          let value = own.convert(values[place], to: unit)
          // What can't be is as if it weren't there, as for a builder.
          if isZoned, !quantity.isPlausible(value) { continue }
          points.append(
            (
              Date(timeIntervalSinceReferenceDate: moment).instant.millisecondsSince1970, value,
              Date(timeIntervalSinceReferenceDate: chunk.end(place)).instant.millisecondsSince1970
            ))
        }
      }
      guard !points.isEmpty else { return nil }
      if !zip(points, points.dropFirst()).allSatisfy({ $0.time <= $1.time }) {
        points = points.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }.map(
          \.element)
      }
      var values = points.map(\.value)
      if quantity == .distance {
        var sum = 0.0
        for place in values.indices {
          sum += values[place]
          values[place] = sum
        }
      }
      let hasLength = isZoned && points.contains { $0.end > $0.time }
      return Series(
        quantity: quantity, times: points.map(\.time), values: values, ends: hasLength ? points.map(\.end) : nil)
    }
  }

  /// Time in zone as the workout has it.
  var zoneGroups: [StoredZoneGroup] {
    let isSingle = workout.workoutActivities.count <= 1
    return Self.groups(workout.zoneGroupsByType, leg: nil, active: span.duration - paused(in: span))
      + (isSingle
        ? []
        : workout.workoutActivities.enumerated().flatMap { leg, activity in
          let its = TimeSpan(
            start: activity.startDate.instant, end: (activity.endDate ?? workout.endDate).instant)
          return Self.groups(activity.zoneGroupsByType, leg: leg, active: its.duration - paused(in: its))
        })
  }

  private func paused(in span: TimeSpan) -> Milliseconds {
    WorkoutTime(events: workout.workoutEvents ?? []).pauses.reduce(0) { $0 + ($1.intersection(span)?.duration ?? 0) }
  }

  private static func groups(
    _ groups: [HKQuantityType: HKWorkoutZoneGroup]?, leg: Int?, active: Milliseconds
  ) -> [StoredZoneGroup] {
    (groups ?? [:]).sorted { $0.key.identifier < $1.key.identifier }.map { type, group in
      let durations = group.zoneDurations.map { milliseconds(seconds: $0.duration) ?? 0 }
      let source =
        switch group.configuration.source {
        case .system: "system"
        case .user: "user"
        case .app: "app"
        }
      return StoredZoneGroup(
        leg: leg, quantity: type == HKQuantityType(.cyclingPower) ? .power : .heartRate, source: source,
        provenance: "Zones that the workout was recorded with", boundaries: group.configuration.boundaries.values,
        names: group.zoneDurations.indices.map { "Zone \($0 + 1)" }, algorithmVersion: 1, durations: durations,
        unknown: max(0, active - durations.reduce(0, +)))
    }
  }

  /// Time at value, for zones that are put over the workout later.
  static func histograms(of recording: Recording) -> [StoredHistogram] {
    let parts: [(leg: Int?, window: TimeSpan?)] =
      [(nil, nil)]
      + (recording.activities.count > 1 ? recording.activities.enumerated().map { ($0.offset, $0.element.span) } : [])
    return [Quantity.heartRate, .power].flatMap { quantity -> [StoredHistogram] in
      guard let series = recording.series(quantity) else { return [] }
      let signal = HeldSignal(
        series.normalized(), over: recording.span, pauses: recording.pauses,
        hold: SampleHold.holdCap(for: quantity, smartRecording: false))
      return parts.map { leg, window in
        var bins = signal.timeAtValue(in: window)
        if !bins.isExact { bins = signal.timeAtValue(in: window, binWidth: 0.1) }
        return StoredHistogram(
          leg: leg, quantity: quantity, binWidth: bins.binWidth, firstBin: bins.firstBin, bins: bins.bins,
          unknown: bins.unknown, isExact: bins.isExact)
      }
    }
  }
}
