// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

internal import Workouts

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension WriteAccess {
  /// Inserts a recording, as the first of a new workout or as one more of a workout that there is.
  ///
  /// The first recording of a workout is its primary one until `setPrimary` says otherwise.
  ///
  /// - Throws: `DatabaseError` with code `notFound` if there is no such workout of the athlete, `invalid` for what the
  ///   schema refuses. Then nothing of it is stored, and the transaction can go on.
  @discardableResult
  public func insert(
    _ new: NewRecording, into existing: WorkoutID? = nil
  ) throws -> (workout: WorkoutID, recording: RecordingID) {
    try asWhole { try insertParts(of: new, into: existing) }
  }

  private func insertParts(
    of new: NewRecording, into existing: WorkoutID?
  ) throws -> (workout: WorkoutID, recording: RecordingID) {
    let connection = try connection
    let workout: WorkoutID
    if let existing {
      guard try athlete(of: existing) == new.athlete else { throw Self.noWorkout }
      workout = existing
    } else {
      workout = try insertWorkout(of: new.athlete, new.recording.span)
    }
    let (recording, uuid) = try insertHead(new, into: workout)
    let key = [new.athlete.value, recording.value]
    try insertSource(new.source, ordinal: 0, key)
    try insertParts(of: new.recording, key)
    try insertDeviceZones(of: new.recording, key)
    try insertSeries(new.series, key, uuid)
    for (ordinal, problem) in new.problems.enumerated() {
      try connection.run(
        """
        INSERT INTO problem (athlete, recording, ordinal, code, message, byte_offset) VALUES (?, ?, ?, ?, ?, ?)
        """, key + [.integer(Int64(ordinal)), .text(problem.code), .text(problem.message), Value(problem.offset)])
    }
    try insertDerived(new.zoneGroups, new.histograms, key)
    try insertEfforts(new.efforts, key)
    if existing == nil {
      try connection.run(
        "UPDATE workout SET primary_recording = ? WHERE id = ?", [recording.value, workout.value])
      try refresh(workout, .insert)
    } else {
      try refresh(workout, .update)
    }
    return (workout, recording)
  }

  /// Remembers one more source of a recording whose samples are there already.
  public func addSource(_ source: SourceRecord, to recording: RecordingID) throws {
    guard let head = try recordingHead(recording) else { throw Self.noRecording }
    let key = [head.athlete.value, recording.value]
    let next = try connection.first(
      "SELECT max(ordinal) + 1 FROM source WHERE athlete = ? AND recording = ?", key, { $0.int(0) })
    try insertSource(source, ordinal: next ?? 0, key)
    try note(.update, .recording, head.uuid, of: head.athlete)
  }

  /// Replaces what was derived from a recording; corrections of its zones stay.
  public func setDerived(
    zoneGroups: [StoredZoneGroup], histograms: [StoredHistogram], of recording: RecordingID
  ) throws {
    guard let head = try recordingHead(recording) else { throw Self.noRecording }
    let key = [head.athlete.value, recording.value]
    try connection.run("DELETE FROM zone_group WHERE athlete = ? AND recording = ? AND correction IS NULL", key)
    try connection.run("DELETE FROM histogram WHERE athlete = ? AND recording = ?", key)
    try insertDerived(zoneGroups, histograms, key)
    try note(.update, .recording, head.uuid, of: head.athlete)
  }

  func insertWorkout(of athlete: AthleteID, _ span: TimeSpan) throws -> WorkoutID {
    // `refresh` fills in what is copied from the primary recording.
    try connection.run(
      """
      INSERT INTO workout (athlete, uuid, created_ms, changed_ms, start_ms, end_ms, sport, recording_count)
      VALUES (?, ?, ?, ?, ?, ?, '', 0)
      """, [athlete.value, Value(UUID()), Value(now), Value(now), Value(span.start), Value(span.end)])
    return WorkoutID(rawValue: try connection.lastID)
  }

  private func insertHead(_ new: NewRecording, into workout: WorkoutID) throws -> (RecordingID, UUID) {
    let recording = new.recording, device = recording.device, athlete = recording.athlete
    let distances = recording.activities.compactMap(\.totals.distance)
    let energies = recording.activities.compactMap(\.totals.energy)
    let uuid = new.uuid ?? UUID()
    // A place in the change feed for itself and, unless they are copies, for each value of its series.
    let anchor = try note(.insert, .recording, uuid, of: new.athlete)
    if !new.isCopy { _ = try reserveAnchors(new.series.reduce(0) { $0 + $1.count }) }
    try connection.run(
      """
      INSERT INTO recording (athlete, workout, uuid, start_ms, end_ms, utc_offset, sport, sub_sport, name, is_smart,
        has_device, manufacturer, product, serial, software, device_sensor, active_ms, distance, energy, age,
        resting_heart_rate, maximum_heart_rate, threshold_heart_rate, functional_threshold_power, first_anchor, is_copy)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        new.athlete.value, workout.value, Value(uuid), Value(recording.span.start), Value(recording.span.end),
        Value(recording.utcOffsetSeconds), .text(recording.sport.rawValue), Value(recording.subSport),
        Value(recording.name), Value(recording.isSmartRecording), Value(device != nil), Value(device?.manufacturer),
        Value(device?.product), Value(device?.serial), Value(device?.software), Value(device?.sensor?.rawValue),
        .integer(recording.activeTime(in: recording.span)),
        Value(
          distances.isEmpty ? recording.series(.distance)?.values.last { !$0.isNaN } : distances.reduce(0, +)),
        Value(energies.isEmpty ? nil : energies.reduce(0, +)), Value(athlete.age), Value(athlete.restingHeartRate),
        Value(athlete.maximumHeartRate), Value(athlete.thresholdHeartRate), Value(athlete.functionalThresholdPower),
        .integer(anchor), Value(new.isCopy),
      ])
    return (RecordingID(rawValue: try connection.lastID), uuid)
  }

  private func insertSource(_ source: SourceRecord, ordinal: Int, _ key: [Value]) throws {
    try connection.run(
      """
      INSERT INTO source (athlete, recording, ordinal, format, file_name, byte_count, content_hash, archive_hash,
        imported_ms, external_id, manufacturer, product, serial, created_ms, session, match_reason)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      key + [
        .integer(Int64(ordinal)), .text(source.format), Value(source.fileName), Value(source.byteCount),
        Value(source.contentHash), Value(source.archiveHash), Value(source.importedAt), Value(source.externalID),
        Value(source.identity?.manufacturer), Value(source.identity?.product), Value(source.identity?.serial),
        Value(source.identity?.timeCreated), Value(source.identity?.session), Value(source.matchReason),
      ])
  }

  private func insertParts(of recording: Recording, _ key: [Value]) throws {
    let connection = try connection
    for (ordinal, leg) in recording.activities.enumerated() {
      try connection.run(
        """
        INSERT INTO leg (athlete, recording, ordinal, start_ms, end_ms, sport, sub_sport, \(Self.totalsColumns))
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
        key + [
          .integer(Int64(ordinal)), Value(leg.span.start), Value(leg.span.end), .text(leg.sport.rawValue),
          Value(leg.subSport),
        ] + Self.values(leg.totals))
    }
    for (ordinal, lap) in recording.laps.enumerated() {
      try connection.run(
        """
        INSERT INTO lap (athlete, recording, ordinal, start_ms, end_ms, trigger_kind, intensity, \(Self.totalsColumns))
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
        key + [
          .integer(Int64(ordinal)), Value(lap.span.start), Value(lap.span.end), .text(lap.trigger.rawValue),
          Value(lap.intensity),
        ] + Self.values(lap.totals))
    }
    for (ordinal, pause) in recording.pauses.enumerated() {
      try connection.run(
        "INSERT INTO pause (athlete, recording, ordinal, start_ms, end_ms, kind) VALUES (?, ?, ?, ?, ?, ?)",
        key + [
          .integer(Int64(ordinal)), Value(pause.span.start), Value(pause.span.end), .text(pause.kind.rawValue),
        ])
    }
    for (ordinal, sensor) in recording.sensors.enumerated() {
      try connection.run(
        """
        INSERT INTO sensor (athlete, recording, ordinal, manufacturer, product, serial, software, sensor)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        """,
        key + [
          .integer(Int64(ordinal)), Value(sensor.manufacturer), Value(sensor.product), Value(sensor.serial),
          Value(sensor.software), Value(sensor.sensor?.rawValue),
        ])
    }
  }

  private static func values(_ totals: DeviceTotals) -> [Value] {
    [
      Value(totals.timer), Value(totals.distance), Value(totals.energy), Value(totals.averageHeartRate),
      Value(totals.maximumHeartRate), Value(totals.averagePower), Value(totals.maximumPower), Value(totals.ascent),
    ]
  }

  private func insertDeviceZones(of recording: Recording, _ key: [Value]) throws {
    var ordinal: Int64 = 0
    func insert(
      leg: Int? = nil, lap: Int? = nil, _ quantity: Quantity, _ durations: [Milliseconds]?, _ limits: DeviceZoneLimits?
    ) throws {
      try connection.run(
        """
        INSERT INTO device_zone (athlete, recording, ordinal, leg, lap, quantity, durations, bounds, limit_quantity,
          first_bound_starts_zone_1, names, maximum_heart_rate, resting_heart_rate, threshold_heart_rate,
          functional_threshold_power, calculation)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
        key + [
          .integer(ordinal), Value(leg), Value(lap), .text(quantity.rawValue),
          Value(durations.map(SmallLists.encode)), Value(limits.map { SmallLists.encode($0.bounds) }),
          Value(limits?.quantity.rawValue), limits.map { Value($0.firstBoundStartsZone1) } ?? .null,
          Value(limits.map { SmallLists.encode($0.names) }), Value(limits?.maximumHeartRate),
          Value(limits?.restingHeartRate), Value(limits?.thresholdHeartRate), Value(limits?.functionalThresholdPower),
          Value(limits?.calculation.rawValue),
        ])
      ordinal += 1
    }
    for (place, leg) in recording.activities.enumerated() {
      for zones in leg.deviceZones { try insert(leg: place, zones.quantity, zones.durations, zones.limits) }
    }
    for (place, lap) in recording.laps.enumerated() {
      for zones in lap.deviceZones { try insert(lap: place, zones.quantity, zones.durations, zones.limits) }
    }
    for limits in recording.deviceZoneLimits { try insert(limits.quantity, nil, limits) }
  }

  private func insertSeries(_ all: [EncodedSeries], _ key: [Value], _ uuid: UUID) throws {
    let connection = try connection
    for (ordinal, series) in all.enumerated() {
      try connection.run(
        """
        INSERT INTO series (athlete, recording, ordinal, quantity, sensor, source_name, path, resolution, value_count,
          times_of, name_high)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
        key + [
          .integer(Int64(ordinal)), .text(series.quantity.rawValue), .text(series.source.sensor.rawValue),
          Value(series.source.name), .text(series.source.path.rawValue), Value(series.resolution),
          .integer(Int64(series.count)), Value(series.timesOf), .integer(SeriesNames(uuid, ordinal).high),
        ])
      for (number, chunk) in series.chunks.enumerated() {
        try connection.run(
          """
          INSERT INTO series_chunk (athlete, recording, series, number, first_ms, last_ms, value_count, time_payload,
            value_payload)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
          """,
          key + [
            .integer(Int64(ordinal)), .integer(Int64(number)), .integer(chunk.first), .integer(chunk.last),
            .integer(Int64(chunk.count)), Value(chunk.times), .blob(chunk.values),
          ])
      }
    }
  }

  private func insertDerived(_ groups: [StoredZoneGroup], _ histograms: [StoredHistogram], _ key: [Value]) throws {
    try insertZoneGroups(groups, correction: nil, key)
    try insertHistograms(histograms, key)
  }

  func insertHistograms(_ histograms: [StoredHistogram], _ key: [Value]) throws {
    let connection = try connection
    for (ordinal, histogram) in histograms.enumerated() {
      try connection.run(
        """
        INSERT INTO histogram (athlete, recording, ordinal, leg, quantity, bin_width, first_bin, bins, unknown_ms,
          is_exact)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
        key + [
          .integer(Int64(ordinal)), Value(histogram.leg), .text(histogram.quantity.rawValue), .real(histogram.binWidth),
          .integer(Int64(histogram.firstBin)), .blob(SmallLists.encode(histogram.bins)), .integer(histogram.unknown),
          Value(histogram.isExact),
        ])
    }
  }

  /// Zone groups after those that are there: those a recording was made with, or those of a correction.
  func insertZoneGroups(_ groups: [StoredZoneGroup], correction: Int64?, _ key: [Value]) throws {
    let connection = try connection
    let next = try connection.first(
      "SELECT coalesce(max(ordinal) + 1, 0) FROM zone_group WHERE athlete = ? AND recording = ?", key
    ) { $0.int(0) }
    for (place, group) in groups.enumerated() {
      let ordinal = place + (next ?? 0)
      guard group.names.count == group.boundaries.count + 1, group.durations.count == group.names.count else {
        throw DatabaseError(.invalid, "a zone group needs a name and a time for each zone")
      }
      try checkJSON(group.anchorsJSON)
      try connection.run(
        """
        INSERT INTO zone_group (athlete, recording, ordinal, correction, leg, quantity, source, scheme, provenance,
          boundaries, names, first_number, anchors, algorithm_version, durations, unknown_ms)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
        key + [
          .integer(Int64(ordinal)), Value(correction), Value(group.leg), .text(group.quantity.rawValue),
          .text(group.source),
          Value(group.scheme), .text(group.provenance), .blob(SmallLists.encode(group.boundaries)),
          .text(SmallLists.encode(group.names)), .integer(Int64(group.firstNumber)), .text(group.anchorsJSON),
          .integer(Int64(group.algorithmVersion)), .blob(SmallLists.encode(group.durations)), .integer(group.unknown),
        ])
    }
  }
}
