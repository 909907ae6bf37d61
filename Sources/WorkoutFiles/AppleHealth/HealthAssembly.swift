// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Workouts

/// Puts workouts together from what was collected.
struct HealthAssembly {
  private let handler: HealthHandler
  private let series: HealthSeries
  private let utcOffset: AppleHealthReader.UTCOffset?

  init(_ handler: HealthHandler, utcOffset: AppleHealthReader.UTCOffset?) {
    self.handler = handler
    self.utcOffset = utcOffset
    series = HealthSeries(handler.columns.columns)
  }

  func export(problems: [FileProblem]) -> AppleHealthExport {
    var contents = handler.contents
    for entry in handler.types.entries { contents.recordsByType[entry.identifier] = entry.count }
    var problems = problems
    if contents.workoutsWithoutTime > 0 {
      problems.append(
        FileProblem(
          FileProblem.Code(rawValue: "workout-without-time"),
          "\(contents.workoutsWithoutTime) workouts have no start or end and can't be placed"))
    }
    if contents.unreadableRecordCount > 0 {
      problems.append(
        FileProblem(
          FileProblem.Code(rawValue: "unreadable-records"),
          "\(contents.unreadableRecordCount) records have a value, date or unit that can't be read"))
    }
    let now = contents.exportDate
    var athlete = AthleteProfile()
    athlete.restingHeartRate = series.resting.last?.value
    if let now, let born = handler.dateOfBirth { athlete.age = HealthText.age(born: born, at: now) }
    return AppleHealthExport(
      workouts: handler.workouts.map(workout), contents: contents, athlete: athlete, problems: problems)
  }

  private func workout(_ draft: HealthWorkout) -> AppleHealthWorkout {
    let metadata = draft.metadata
    let indoor = metadata["HKIndoorWorkout"].flatMap { HealthText.number($0) }.map { $0 != 0 }
    let zone = metadata["HKTimeZone"]
    let recording = recording(draft, isIndoor: indoor, timeZone: zone)
    let identifiers =
      draft.parts.compactMap(\.uuid)
      + [metadata["HKExternalUUID"], metadata["HKMetadataKeySyncIdentifier"]].compactMap { $0 }
    var seen: Set<String> = []
    return AppleHealthWorkout(
      recording: recording, activityType: draft.type, sourceName: draft.source, timeZone: zone, isIndoor: indoor,
      identifiers: identifiers, syncIdentifier: metadata["HKMetadataKeySyncIdentifier"],
      syncVersion: metadata["HKMetadataKeySyncVersion"].flatMap { Int($0) },
      routePaths: draft.routePaths.filter { seen.insert($0).inserted }, routeCount: draft.routeCount,
      locationCount: draft.locationCount, eventCounts: draft.eventCounts, statisticCount: draft.statisticCount,
      statistics: draft.statistics, steps: steps(draft, in: recording.span), isDamaged: draft.isDamaged)
  }

  private func recording(_ draft: HealthWorkout, isIndoor: Bool?, timeZone: String?) -> Recording {
    let (sport, subSport) = HealthSports.sport(draft.type)
    let span = TimeSpan(start: Instant(secondsSince1970: draft.start), end: Instant(secondsSince1970: draft.end))
    var recording = Recording(sport: sport, span: span)
    let pool = draft.metadata["HKSwimmingLocationType"].flatMap { HealthText.number($0) }.map { $0 == 1 ? 1 : 2 }
    recording.subSport = HealthSports.place(sport, isIndoor: isIndoor, swimmingLocation: pool) ?? subSport
    recording.name = draft.metadata["HKWorkoutBrandName"]
    // The phone's own offset at the time of the export is nearer to the athlete's day than none.
    recording.utcOffsetSeconds = timeZone.flatMap { utcOffset?($0, span.start) } ?? draft.offset
    recording.pauses = HealthPauses.pauses(draft.events, in: span)
    recording.laps = HealthPauses.laps(draft.events, in: span)
    recording.series = series.series(of: draft, sport: sport, span: span)
    recording.device = draft.device.map(\.device) ?? (draft.source.isEmpty ? nil : Device(product: draft.source))
    // The watch writes a heart rate when it has changed or a few seconds have passed.
    recording.isSmartRecording = true
    if let born = handler.dateOfBirth { recording.athlete.age = HealthText.age(born: born, at: span.start) }
    recording.athlete.restingHeartRate =
      series.resting.last { Int64($0.start) * 1000 <= span.end.millisecondsSince1970 }?.value
    recording.activities = activities(draft, recording)
    recording.addRoute(route(draft, in: span))
    return recording
  }

  /// The route in the document itself.
  private func route(_ draft: HealthWorkout, in span: TimeSpan) -> Recording {
    var route = Recording(sport: .generic, span: span)
    let points = draft.locations.sorted { $0.time < $1.time }, times = points.map { $0.time * 1000 }
    let columns: [(Quantity, KeyPath<HealthWorkout.Location, Double>)] = [
      (.latitude, \.latitude), (.longitude, \.longitude), (.altitude, \.altitude), (.speed, \.speed),
    ]
    for (quantity, value) in columns where points.contains(where: { !$0[keyPath: value].isNaN }) {
      route.series.append(Series(quantity: quantity, times: times, values: points.map { $0[keyPath: value] }))
    }
    return route
  }

  /// Steps of a planned workout are laps of it, not legs: the activity goes on through them.
  private func steps(_ draft: HealthWorkout, in span: TimeSpan) -> [AppleHealthWorkout.Step] {
    draft.parts.compactMap { part in
      guard let keyPath = part.metadata["WOIntervalStepKeyPath"], let stretch = stretch(part).intersection(span) else {
        return nil
      }
      return AppleHealthWorkout.Step(
        keyPath: keyPath, span: stretch, isSuccessful: part.metadata["WOIntervalStepSuccessful"].map { $0 == "1" })
    }
  }

  private func stretch(_ part: HealthWorkout.Part) -> TimeSpan {
    TimeSpan(start: Instant(secondsSince1970: part.start), end: Instant(secondsSince1970: part.end))
  }

  private func activities(_ draft: HealthWorkout, _ recording: Recording) -> [Activity] {
    let legs = draft.parts.filter { $0.metadata["WOIntervalStepKeyPath"] == nil }.sorted { $0.start < $1.start }
    var whole = Activity(sport: recording.sport, subSport: recording.subSport, span: recording.span)
    whole.totals = totals(draft.statistics)
    whole.totals.timer = draft.duration
    whole.totals.distance = whole.totals.distance ?? draft.distance
    whole.totals.energy = whole.totals.energy ?? draft.energy
    if let (value, unit) = draft.metadata["HKElevationAscended"].flatMap(HealthText.measure),
      let factor = HealthText.metres(unit)
    {
      whole.totals.ascent = value * factor
    }
    guard legs.count > 1 else { return [whole] }
    var result: [Activity] = []
    for leg in legs {
      let start = max(Instant(secondsSince1970: leg.start), result.last?.span.end ?? recording.span.start)
      guard let span = TimeSpan(start: start, end: Instant(secondsSince1970: leg.end)).intersection(recording.span)
      else { continue }
      let sport = recording.sport == .multisport ? Self.sport(leg.statistics) : recording.sport
      var activity = Activity(sport: sport, subSport: recording.subSport, span: span)
      activity.totals = totals(leg.statistics)
      activity.totals.timer = leg.duration
      result.append(activity)
    }
    return result.isEmpty ? [whole] : result
  }

  /// A leg doesn't say which sport it was; the way it counted does. Between the sports nothing is counted.
  private static func sport(_ statistics: [AppleHealthStatistic]) -> Sport {
    for statistic in statistics {
      switch statistic.type.dropFirst("HKQuantityTypeIdentifier".count) {
      case "DistanceSwimming", "SwimmingStrokeCount": return .swimming
      case "DistanceCycling", "CyclingPower", "CyclingSpeed", "CyclingCadence": return .cycling
      case "RunningSpeed", "RunningPower": return .running
      default: break
      }
    }
    let isOnFoot = statistics.contains { $0.type == "HKQuantityTypeIdentifierDistanceWalkingRunning" }
    return isOnFoot ? .running : .transition
  }

  private func totals(_ statistics: [AppleHealthStatistic]) -> DeviceTotals {
    var totals = DeviceTotals()
    for statistic in statistics where statistic.type.hasPrefix("HKQuantityTypeIdentifier") {
      switch statistic.type.dropFirst("HKQuantityTypeIdentifier".count) {
      case "HeartRate":
        guard let factor = HealthText.perMinute(statistic.unit) else { break }
        totals.averageHeartRate = statistic.average.map { $0 * factor }
        totals.maximumHeartRate = statistic.maximum.map { $0 * factor }
      case "CyclingPower", "RunningPower":
        totals.averagePower = statistic.average
        totals.maximumPower = statistic.maximum
      case "ActiveEnergyBurned":
        guard let factor = HealthText.kilocalories(statistic.unit) else { break }
        totals.energy = statistic.sum.map { $0 * factor }
      case let name where name.hasPrefix("Distance"):
        guard let factor = HealthText.metres(statistic.unit), let sum = statistic.sum else { break }
        totals.distance = (totals.distance ?? 0) + sum * factor
      default: break
      }
    }
    return totals
  }
}
