// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthDatabase
import Workouts
import Zones

extension SampleReader {
  /// The workouts that a plan asks for, in the order in which they were saved.
  func workouts(_ plan: SamplePlan, _ visibility: Visibility, after anchor: Int64? = nil) throws -> [HKSample] {
    try placedWorkouts(plan, visibility, after: anchor).map(\.workout)
  }

  /// The same with their places in the change feed.
  func placedWorkouts(
    _ plan: SamplePlan, _ visibility: Visibility, after anchor: Int64? = nil
  ) throws -> [(anchor: Int64, workout: HKWorkout)] {
    var heads = try access.recordingsAsSamples(
      of: athlete, from: plan.earliestEnd, through: plan.latestStart, after: anchor)
    if let names = plan.names { heads = heads.filter { names.contains($0.head.uuid) } }
    if let anchor { heads = heads.filter { $0.anchor > anchor } }
    return try heads.compactMap { head, anchor in
      // What the columns say keeps workouts from being read that aren't asked for.
      let start = Date(instant: head.span.start).timeIntervalSinceReferenceDate
      let saved = try access.programWorkout(of: head.id)
      let program = saved?.origin.program ?? HealthBackend.app.source.bundleIdentifier
      guard visibility.shows(program), plan.allows(program), start >= visibility.start(program) else { return nil }
      guard let workout = try saved.map({ try workout(of: $0) }) ?? workout(of: head, anchor) else { return nil }
      guard
        plan.holds(
          start: workout.startDate.timeIntervalSinceReferenceDate,
          end: workout.endDate.timeIntervalSinceReferenceDate), plan.holds(workout, collection: nil)
      else { return nil }
      return (anchor, workout)
    }
  }

  /// A workout that a program saved; nil where it can't be read, as in a database that was damaged.
  private func workout(of saved: ProgramWorkout) throws -> HKWorkout? {
    let archive = Data(saved.document)
    guard let workout = try? NSKeyedUnarchiver.unarchivedObject(ofClass: HKWorkout.self, from: archive) else {
      return nil
    }
    let origin = backend.origins.objects(of: saved.origin)
    return workout.with { contents, identity in
      identity.sourceRevision = origin.revision
      contents.zoneGroups = readable(contents.zoneGroups)
      contents.activities = contents.activities.map { activity in
        var parts = activity.contents
        parts.zoneGroups = readable(parts.zoneGroups)
        return activity.with(end: activity.endDate, metadata: activity.metadata, contents: parts)
      }
    }
  }

  /// Time in zone is as much of a type as its samples are: who may not read those doesn't see it.
  private func readable(
    _ groups: [HKQuantityType: HKWorkoutZoneGroup]
  ) -> [HKQuantityType: HKWorkoutZoneGroup] {
    groups.filter { backend.mayRead($0.key, access, athlete) }
  }

  // MARK: what the app brought in

  /// A recording as a workout; nil where it can't be one.
  func workout(of head: RecordingHead, _ anchor: Int64) throws -> HKWorkout? {
    let recording = try access.outline(of: head.id)
    let start = Date(instant: head.span.start), end = Date(instant: head.span.end)
    var contents = HKWorkout.Contents(
      configuration: Self.configuration(head.sport, head.subSport))
    contents.events = Self.events(of: recording)
    contents.duration = Double(recording.activeTime(in: recording.span)) / 1000
    let statistics = try statistics(of: head, anchor, recording)
    contents.statistics = statistics.whole
    let groups = try access.zoneGroups(of: head.id)
    contents.zoneGroups = readable(Self.zones(groups.filter { $0.leg == nil }, sport: head.sport))
    var before = start
    contents.activities = recording.activities.enumerated().compactMap { leg, activity in
      // Activities don't overlap, legs of files may.
      let from = max(before, Date(instant: activity.span.start))
      let to = min(end, max(from, Date(instant: activity.span.end)))
      guard from <= to else { return nil }
      before = to
      var parts = HKWorkoutActivity.Contents()
      parts.events = contents.events
      parts.statistics = statistics.legs[leg]
      let its = groups.filter { $0.leg == leg || recording.activities.count == 1 && $0.leg == nil }
      parts.zoneGroups = readable(Self.zones(its, sport: activity.sport))
      return HKWorkoutActivity(
        uuid: SeriesNames(head.uuid, -1 - leg)[0], configuration: Self.configuration(activity.sport, activity.subSport),
        start: from, end: to, metadata: nil, contents: parts)
    }
    guard HKWorkout.fault(in: contents, start: start, end: end) == nil else { return nil }
    var metadata: [String: Any] = [:]
    if let name = head.name { metadata["org.zonecoach.name"] = name }
    if let offset = head.utcOffsetSeconds, let zone = TimeZone(secondsFromGMT: offset) {
      metadata[HKMetadataKeyTimeZone] = zone.identifier
    }
    if contents.configuration.locationType == .indoor { metadata[HKMetadataKeyIndoorWorkout] = true }
    return HKWorkout(
      contents, start: start, end: end,
      identity: ObjectIdentity(
        uuid: head.uuid, metadata: metadata.isEmpty ? nil : metadata, device: head.device.map(HKDevice.init),
        sourceRevision: HealthBackend.app))
  }

  private static func configuration(_ sport: Sport, _ subSport: String?) -> HKWorkoutConfiguration {
    let configuration = HKWorkoutConfiguration()
    configuration.activityType = WorkoutSports.type(of: sport, subSport: subSport)
    switch subSport {
    case "lap_swimming": configuration.swimmingLocationType = .pool
    case "open_water": configuration.swimmingLocationType = .openWater
    case "treadmill", "spin", "virtual_activity", "track_me": configuration.locationType = .indoor
    case let word? where word.hasPrefix("indoor"): configuration.locationType = .indoor
    default: break
    }
    return configuration
  }

  private static func events(of recording: Recording) -> [HKWorkoutEvent] {
    var events: [HKWorkoutEvent] = []
    for pause in recording.pauses {
      guard let span = pause.span.intersection(recording.span) else { continue }
      let isAuto = pause.kind == .auto
      for (type, moment) in [
        (isAuto ? HKWorkoutEventType.motionPaused : .pause, span.start),
        (isAuto ? .motionResumed : .resume, span.end),
      ] {
        events.append(
          HKWorkoutEvent(
            type: type, dateInterval: DateInterval(start: Date(instant: moment), duration: 0), metadata: nil))
      }
    }
    var end = recording.span.start
    for lap in recording.laps {
      let span = TimeSpan(start: max(lap.span.start, end), end: min(lap.span.end, recording.span.end))
      guard span.duration > 0 else { continue }
      end = span.end
      events.append(
        HKWorkoutEvent(
          type: .lap, dateInterval: DateInterval(start: Date(instant: span.start), end: Date(instant: span.end)),
          metadata: nil))
    }
    return HKWorkoutEvent.sorted(events)
  }

  static func zones(_ groups: [StoredZoneGroup], sport: Sport) -> [HKQuantityType: HKWorkoutZoneGroup] {
    var found: [HKQuantityType: HKWorkoutZoneGroup] = [:]
    for group in groups {
      let type: HKQuantityType
      switch group.quantity {
      case .heartRate: type = HKQuantityType(.heartRate)
      case .power where !sport.isOnFoot: type = HKQuantityType(.cyclingPower)
      default: continue
      }
      let source: HKWorkoutZoneConfiguration.Source =
        switch group.source {
        case "system": .system
        case "app": .app
        default: .user
        }
      let unit = group.quantity == .power ? HKUnit.watt() : HKUnit(from: "count/min")
      let boundaries = group.boundaries.map { HKQuantity(unit: unit, doubleValue: $0) }
      guard
        let configuration = try? HKWorkoutZoneConfiguration(
          quantityType: type, zoneBoundaries: boundaries, source: source),
        group.durations.count == configuration.zones.count
      else { continue }
      found[type] = HKWorkoutZoneGroup(
        configuration: configuration, seconds: group.durations.map { Double(max(0, $0)) / 1000 })
    }
    return found
  }

  /// What the series of a recording say, of the whole and of each leg.
  private func statistics(
    of head: RecordingHead, _ anchor: Int64, _ recording: Recording
  ) throws -> (whole: [HKQuantityType: HKStatistics], legs: [[HKQuantityType: HKStatistics]]) {
    let spans = [recording.span] + recording.activities.map(\.span)
    var all = [[HKQuantityType: HKStatistics]](repeating: [:], count: spans.count)
    func count(_ type: HKQuantityType, _ unit: HKUnit, _ add: (inout StatisticsTally) -> Void, of places: Range<Int>) {
      for place in places {
        let start = Date(instant: spans[place].start), end = Date(instant: spans[place].end)
        var tally = StatisticsTally(type: type, unit: unit, start: start, end: end, includesEnd: true)
        add(&tally)
        if let statistics = tally.statistics(start: start, end: end) { all[place][type] = statistics }
      }
    }
    for type in RecordedType.types {
      // The series that is believed first comes first.
      guard let chunk = try chunks(of: head, anchor, type, withNames: false).first, let unit = chunk.unit else {
        continue
      }
      count(
        type, unit,
        { tally in
          let source = tally.index(of: chunk.revision.source)
          for index in 0..<chunk.count {
            tally.add(chunk.values?[index] ?? 0, from: chunk.starts[index], to: chunk.end(index), source: source)
          }
        }, of: spans.indices)
    }
    let energies = [head.energy] + recording.activities.map(\.totals.energy)
    for (place, energy) in energies.enumerated() {
      guard let energy else { continue }
      count(
        HKQuantityType(.activeEnergyBurned), .kilocalorie(),
        { tally in
          let source = tally.index(of: HealthBackend.app.source)
          tally.add(
            energy, from: Date(instant: spans[place].start).timeIntervalSinceReferenceDate,
            to: Date(instant: spans[place].end).timeIntervalSinceReferenceDate, source: source)
        }, of: place..<place + 1)
    }
    return (all[0], Array(all.dropFirst()))
  }
}
