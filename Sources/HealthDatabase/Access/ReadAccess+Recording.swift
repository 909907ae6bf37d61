// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

public import Workouts

extension ReadAccess {
  /// A whole recording, equal to the one that was inserted.
  ///
  /// - Throws: `DatabaseError` with code `notFound`, or `damaged` for columns that can't be read.
  /// - Complexity: linear in the number of samples.
  public func recording(_ id: RecordingID) throws -> Recording {
    var recording = try outline(of: id)
    recording.series = try series(of: id)
    return recording
  }

  /// A recording without its series: legs, laps, pauses, what the device said.
  ///
  /// - Throws: `DatabaseError` with code `notFound`, or `damaged` for columns that can't be read.
  public func outline(of id: RecordingID) throws -> Recording {
    guard let head = try recordingHead(id) else { throw Self.noRecording }
    let key = [head.athlete.value, id.value]
    var recording = Recording(sport: head.sport, span: head.span)
    recording.subSport = head.subSport
    recording.name = head.name
    recording.utcOffsetSeconds = head.utcOffsetSeconds
    recording.device = head.device
    recording.isSmartRecording = head.isSmartRecording
    recording.athlete = try profile(id)
    recording.pauses = try connection.all(
      "SELECT start_ms, end_ms, kind FROM pause WHERE athlete = ? AND recording = ? ORDER BY ordinal", key
    ) { (row) throws(DatabaseError) in Pause(span: row.span(0, 1), kind: try row.word(2, Pause.Kind.self)) }
    recording.sensors = try connection.all(
      """
      SELECT manufacturer, product, serial, software, sensor FROM sensor WHERE athlete = ? AND recording = ?
      ORDER BY ordinal
      """, key
    ) { (row) throws(DatabaseError) in
      Device(
        manufacturer: row.optionalText(0), product: row.optionalText(1), serial: row.serial(2),
        software: row.optionalText(3), sensor: try row.optionalWord(4, SeriesSource.Sensor.self))
    }
    recording.activities = try connection.all(
      """
      SELECT \(Self.totalsColumns), start_ms, end_ms, sport, sub_sport FROM leg WHERE athlete = ? AND recording = ?
      ORDER BY ordinal
      """, key
    ) {
      var leg = Activity(sport: Sport(rawValue: $0.text(10)), subSport: $0.optionalText(11), span: $0.span(8, 9))
      leg.totals = Self.totals($0)
      return leg
    }
    recording.laps = try connection.all(
      """
      SELECT \(Self.totalsColumns), start_ms, end_ms, trigger_kind, intensity FROM lap WHERE athlete = ? AND recording = ?
      ORDER BY ordinal
      """, key
    ) { (row) throws(DatabaseError) in
      var lap = Lap(span: row.span(8, 9), trigger: try row.word(10, Lap.Trigger.self))
      lap.intensity = row.optionalText(11)
      lap.totals = Self.totals(row)
      return lap
    }
    try addDeviceZones(to: &recording, key)
    return recording
  }

  static var noRecording: DatabaseError {
    DatabaseError(.notFound, "there is no such recording; it may have been deleted")
  }

  static let totalsColumns = """
    timer_ms, distance, energy, average_heart_rate, maximum_heart_rate, average_power, maximum_power, ascent
    """

  private static func totals(_ row: Row) -> DeviceTotals {
    var totals = DeviceTotals()
    totals.timer = row.optionalInt64(0)
    totals.distance = row.optionalDouble(1)
    totals.energy = row.optionalDouble(2)
    totals.averageHeartRate = row.optionalDouble(3)
    totals.maximumHeartRate = row.optionalDouble(4)
    totals.averagePower = row.optionalDouble(5)
    totals.maximumPower = row.optionalDouble(6)
    totals.ascent = row.optionalDouble(7)
    return totals
  }

  private func profile(_ id: RecordingID) throws -> AthleteProfile {
    try connection.first(
      """
      SELECT age, resting_heart_rate, maximum_heart_rate, threshold_heart_rate, functional_threshold_power
      FROM recording WHERE id = ?
      """, [id.value]
    ) {
      var profile = AthleteProfile()
      profile.age = $0.optionalDouble(0)
      profile.restingHeartRate = $0.optionalDouble(1)
      profile.maximumHeartRate = $0.optionalDouble(2)
      profile.thresholdHeartRate = $0.optionalDouble(3)
      profile.functionalThresholdPower = $0.optionalDouble(4)
      return profile
    } ?? AthleteProfile()
  }

  private func addDeviceZones(to recording: inout Recording, _ key: [Value]) throws {
    try connection.rows(
      """
      SELECT leg, lap, quantity, durations, bounds, limit_quantity, first_bound_starts_zone_1, names,
        maximum_heart_rate, resting_heart_rate, threshold_heart_rate, functional_threshold_power, calculation
      FROM device_zone WHERE athlete = ? AND recording = ? ORDER BY ordinal
      """, key
    ) { (row) throws(DatabaseError) in
      var limits: DeviceZoneLimits?
      if !row.isNull(4) {
        var stored = DeviceZoneLimits(
          quantity: try row.word(5, Quantity.self), bounds: try row.doubles(4), firstBoundStartsZone1: row.bool(6),
          names: try row.names(7))
        stored.maximumHeartRate = row.optionalDouble(8)
        stored.restingHeartRate = row.optionalDouble(9)
        stored.thresholdHeartRate = row.optionalDouble(10)
        stored.functionalThresholdPower = row.optionalDouble(11)
        stored.calculation = try row.word(12, DeviceZoneLimits.Calculation.self)
        limits = stored
      }
      guard !row.isNull(3) else {
        if let limits { recording.deviceZoneLimits.append(limits) }
        return
      }
      let totals = DeviceZoneTotals(
        quantity: try row.word(2, Quantity.self), durations: try row.numbers(3), limits: limits)
      if let leg = row.optionalInt(0), recording.activities.indices.contains(leg) {
        recording.activities[leg].deviceZones.append(totals)
      } else if let lap = row.optionalInt(1), recording.laps.indices.contains(lap) {
        recording.laps[lap].deviceZones.append(totals)
      } else {
        throw Row.damaged("a device's totals of no leg and no lap")
      }
    }
  }

  // MARK: series

  /// The series of a recording, without anything else.
  public func series(of id: RecordingID) throws -> [Series] {
    guard let head = try recordingHead(id) else { throw Self.noRecording }
    return try series(of: id, head.athlete)
  }

  /// How many values of a quantity a recording has, without reading them; of several series, those of the longest.
  public func valueCount(of quantity: Quantity, in id: RecordingID) throws -> Int {
    guard let head = try recordingHead(id) else { throw Self.noRecording }
    return try connection.first(
      "SELECT max(value_count) FROM series WHERE athlete = ? AND recording = ? AND quantity = ?",
      [head.athlete.value, id.value, .text(quantity.rawValue)]
    ) { $0.optionalInt(0) ?? 0 } ?? 0
  }

  /// - Parameter only: the quantities that are wanted; other series are empty.
  func series(of id: RecordingID, _ athlete: AthleteID, only: Set<Quantity>? = nil) throws -> [Series] {
    let key = [athlete.value, id.value]
    var counts: [Int] = []
    var timesOf: [Int?] = []
    var result = try connection.all(
      """
      SELECT quantity, sensor, source_name, path, value_count, times_of FROM series WHERE athlete = ? AND recording = ?
      ORDER BY ordinal
      """, key
    ) { (row) throws(DatabaseError) in
      counts.append(row.int(4))
      timesOf.append(row.optionalInt(5))
      return Series(
        quantity: try row.word(0, Quantity.self), times: [], values: [],
        source: SeriesSource(
          sensor: try row.word(1, SeriesSource.Sensor.self), name: row.optionalText(2),
          path: try row.word(3, SeriesSource.Path.self)))
    }
    let wanted = only.map { only in
      let places = result.indices.filter { only.contains(result[$0].quantity) }
      return Set(places + places.compactMap { timesOf[$0] })
    }
    // Collected apart, as a series takes no column without its other.
    var times = [[Int64]](repeating: [], count: result.count)
    var values = [[Double]](repeating: [], count: result.count)
    try connection.rows(
      """
      SELECT series, value_count, time_payload, value_payload FROM series_chunk WHERE athlete = ?1 AND recording = ?2
        AND (?3 IS NULL OR series IN (SELECT value FROM json_each(?3)))
      ORDER BY series, number
      """, key + [wanted.map { DeletionTargets.list($0.map(Int64.init)) } ?? .null]
    ) { (row) throws(DatabaseError) in
      let place = row.int(0), count = row.int(1)
      guard result.indices.contains(place), (0...EncodedSeries.chunkLength).contains(count) else {
        throw Row.damaged("a piece of a series")
      }
      if !row.isNull(2) {
        let column = try row.decoded(2) { (bytes) throws(CodecError) in try TimeColumn.decode(bytes, count: count) }
        if times[place].isEmpty { times[place] = column } else { times[place] += column }
      }
      let column = try row.decoded(3) { (bytes) throws(CodecError) in try ValueColumn.decode(bytes, count: count) }
      if values[place].isEmpty { values[place] = column } else { values[place] += column }
    }
    for place in result.indices where wanted?.contains(place) ?? true {
      if let earlier = timesOf[place] {
        guard earlier >= 0, earlier < place else { throw Row.damaged("a series with the times of none") }
        times[place] = times[earlier]
      }
      guard times[place].count == counts[place], values[place].count == counts[place] else {
        throw Row.damaged("a series that is not whole")
      }
      result[place] = Series(
        quantity: result[place].quantity, times: times[place], values: values[place], source: result[place].source)
    }
    return result
  }
}
