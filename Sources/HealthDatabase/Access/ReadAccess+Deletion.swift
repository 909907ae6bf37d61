// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

internal import Workouts

/// What a scope means in a database.
struct DeletionTargets {
  /// Recordings that go.
  var recordings: [Int64] = []
  /// Workouts none of whose recordings stays.
  var workouts: [Int64] = []
  /// Sources that go from recordings that stay.
  var looseSources: [(recording: Int64, ordinal: Int64)] = []
  /// Archives of which no source stays; what was noted of importing them goes.
  var archives: [[UInt8]] = []
  /// Names of collections whose samples go.
  var collections: [[UInt8]] = []
  /// When samples start that go by themselves.
  var sampleSpan: TimeSpan?
  /// Whether settings, consents, jobs and marks go too, and all that programs saved.
  var takesEverything = false

  /// A list of numbers that a statement takes as one parameter.
  static func list(_ numbers: [Int64]) -> Value {
    .text("[" + numbers.map { String($0) }.joined(separator: ",") + "]")
  }
}

extension ReadAccess {
  /// What `delete` with the same scope would take.
  public func previewDeletion(_ scope: DeletionScope, of athlete: AthleteID) throws -> DeletionCounts {
    try counts(targets(scope, of: athlete), of: athlete)
  }

  func targets(_ scope: DeletionScope, of athlete: AthleteID) throws -> DeletionTargets {
    let connection = try connection
    var targets = DeletionTargets()
    func recordings(_ condition: String, _ values: [Value]) throws -> [Int64] {
      try connection.all(
        "SELECT r.id FROM recording AS r WHERE r.athlete = ?1 AND \(condition) ORDER BY r.id",
        [athlete.value] + values
      ) { $0.int64(0) }
    }
    switch scope {
    case .workouts(let ids):
      targets.recordings = try recordings(
        "r.workout IN (SELECT value FROM json_each(?2))", [DeletionTargets.list(ids.map(\.rawValue))])
    case .span(let span):
      targets.recordings = try recordings(
        "r.workout IN (SELECT id FROM workout WHERE athlete = ?1 AND start_ms >= ?2 AND start_ms < ?3)",
        [Value(span.start), Value(span.end)])
    case .everything:
      targets.recordings = try recordings("1", [])
      targets.takesEverything = true
    case .source(let source):
      let (condition, values) = Self.condition(source)
      try connection.rows(
        "SELECT s.recording, s.ordinal FROM source AS s JOIN recording AS r ON r.id = s.recording "
          + "WHERE s.athlete = ?1 AND \(condition) ORDER BY s.recording, s.ordinal", [athlete.value] + values
      ) {
        // The samples are those of the first source: with it goes the recording.
        if $0.int64(1) == 0 {
          targets.recordings.append($0.int64(0))
        } else if targets.recordings.last != $0.int64(0) {
          targets.looseSources.append(($0.int64(0), $0.int64(1)))
        }
      }
    }
    if case .span(let span) = scope { targets.sampleSpan = span }
    for recording in targets.recordings {
      let collection = try connection.first(
        "SELECT collection FROM program_workout WHERE athlete = ? AND recording = ?",
        [athlete.value, .integer(recording)]
      ) { $0.blob(0) }
      if let collection { targets.collections.append(collection) }
    }
    let gone = Set(targets.recordings)
    targets.workouts = try emptied(of: athlete, without: gone)
    targets.archives = try archivesWithoutSources(of: athlete, gone, targets.looseSources)
    return targets
  }

  /// The archives that lose sources and keep none.
  private func archivesWithoutSources(
    of athlete: AthleteID, _ recordings: Set<Int64>, _ loose: [(recording: Int64, ordinal: Int64)]
  ) throws -> [[UInt8]] {
    var losing = Set<[UInt8]>(), keeping = Set<[UInt8]>()
    try connection.rows(
      "SELECT archive_hash, recording, ordinal FROM source WHERE athlete = ? AND archive_hash IS NOT NULL",
      [athlete.value]
    ) { row in
      let recording = row.int64(1), ordinal = row.int64(2)
      let goes = recordings.contains(recording) || loose.contains { $0 == (recording, ordinal) }
      if goes { losing.insert(row.blob(0)) } else { keeping.insert(row.blob(0)) }
    }
    return losing.subtracting(keeping).sorted { $0.lexicographicallyPrecedes($1) }
  }

  /// Which workouts `delete` with the same scope would touch.
  public func deletionExtent(_ scope: DeletionScope, of athlete: AthleteID) throws -> DeletionExtent {
    let targets = try targets(scope, of: athlete)
    let recordings = DeletionTargets.list(targets.recordings + targets.looseSources.map(\.recording))
    let touched = try connection.all(
      "SELECT DISTINCT r.workout FROM json_each(?) AS j CROSS JOIN recording AS r ON r.id = j.value", [recordings]
    ) { $0.int64(0) }
    let gone = Set(targets.workouts)
    let shown = DeletionTargets.list(gone.isEmpty ? touched : targets.workouts)
    func end(_ order: String) throws -> DeletionExtent.LocalStart? {
      try connection.first(
        """
        SELECT w.start_ms, w.utc_offset FROM json_each(?) AS j CROSS JOIN workout AS w ON w.id = j.value
        ORDER BY w.start_ms \(order) LIMIT 1
        """, [shown]
      ) { DeletionExtent.LocalStart(start: $0.instant(0), utcOffsetSeconds: $0.optionalInt(1)) }
    }
    return DeletionExtent(
      first: try end("ASC"), last: try end("DESC"), stayingWorkouts: touched.filter { !gone.contains($0) }.count)
  }

  /// The contents of the files that a deletion takes, each once. What has no file has none.
  ///
  /// - Parameter exceptExternalID: sources of this name are left out.
  public func contentHashes(
    _ scope: DeletionScope, of athlete: AthleteID, exceptExternalID excepted: String? = nil
  ) throws -> [[UInt8]] {
    let targets = try targets(scope, of: athlete)
    var hashes = Set<[UInt8]>()
    func take(_ recording: Int64, _ ordinal: Int64?) throws {
      try connection.rows(
        """
        SELECT content_hash FROM source WHERE athlete = ?1 AND recording = ?2 AND (?3 IS NULL OR ordinal = ?3)
          AND content_hash IS NOT NULL AND (?4 IS NULL OR external_id IS NOT ?4)
        """, [athlete.value, .integer(recording), ordinal.map { .integer($0) } ?? .null, Value(excepted)]
      ) { hashes.insert($0.blob(0)) }
    }
    for recording in targets.recordings { try take(recording, nil) }
    for source in targets.looseSources { try take(source.recording, source.ordinal) }
    return hashes.sorted { $0.lexicographicallyPrecedes($1) }
  }

  /// The workouts that lose recordings and keep none.
  private func emptied(of athlete: AthleteID, without recordings: Set<Int64>) throws -> [Int64] {
    guard !recordings.isEmpty else { return [] }
    var losing: [Int64] = []
    var keeping = Set<Int64>()
    // From an index alone, in its order.
    try connection.rows("SELECT workout, id FROM recording WHERE athlete = ? ORDER BY workout, id", [athlete.value]) {
      let workout = $0.int64(0)
      if !recordings.contains($0.int64(1)) {
        keeping.insert(workout)
      } else if losing.last != workout {
        losing.append(workout)
      }
    }
    return losing.filter { !keeping.contains($0) }
  }

  static func condition(_ source: DeletionScope.SourceScope) -> (String, [Value]) {
    switch source {
    case .format(let format): ("s.format = ?2", [.text(format)])
    case .file(let hash): ("s.content_hash = ?2", [.blob(hash)])
    case .archive(let hash): ("s.archive_hash = ?2", [.blob(hash)])
    case .device(let manufacturer, let product, let serial):
      // The recorder of the samples, which the recording names, or that of a further file, which the source names.
      (
        """
        (s.ordinal = 0 AND r.manufacturer IS ?2 AND (?3 IS NULL OR r.product = ?3) AND (?4 IS NULL OR r.serial = ?4)
          OR s.manufacturer IS ?2 AND coalesce(s.manufacturer, s.product) IS NOT NULL AND (?3 IS NULL OR s.product = ?3) AND (?4 IS NULL OR s.serial = ?4))
        """, [Value(manufacturer), Value(product), Value(serial)]
      )
    }
  }

  func counts(_ targets: DeletionTargets, of athlete: AthleteID) throws -> DeletionCounts {
    let connection = try connection
    let recordings = DeletionTargets.list(targets.recordings)
    // CROSS JOIN fixes the order: the other way around SQLite would read the list anew for every row of a table.
    func count(_ table: String, _ what: String = "count(*)") throws -> Int {
      try connection.first(
        "SELECT \(what) FROM json_each(?1) AS j CROSS JOIN \(table) AS t ON t.athlete = ?2 AND t.recording = j.value",
        [recordings, athlete.value]
      ) { $0.int(0) } ?? 0
    }
    var counts = DeletionCounts()
    counts.workouts = targets.workouts.count
    counts.recordings = targets.recordings.count
    counts.sources = try count("source") + targets.looseSources.count
    counts.legs = try count("leg")
    counts.laps = try count("lap")
    counts.pauses = try count("pause")
    counts.sensors = try count("sensor")
    counts.deviceZones = try count("device_zone")
    counts.problems = try count("problem")
    counts.series = try count("series")
    counts.values = try count("series", "coalesce(sum(t.value_count), 0)")
    counts.zoneGroups = try count("zone_group")
    counts.histograms = try count("histogram")
    counts.efforts = try count("effort")
    counts.exclusions = try count("exclusion")
    counts.cards =
      try connection.first(
        """
        SELECT count(*) FROM workout
        WHERE card IS NOT NULL
          AND id IN (SELECT r.workout FROM json_each(?1) AS j CROSS JOIN recording AS r ON r.id = j.value)
        """, [recordings], { $0.int(0) }) ?? 0
    counts.splitPairs =
      try connection.first(
        """
        SELECT count(*) FROM split_pair WHERE athlete = ?2
          AND (recording IN (SELECT value FROM json_each(?1)) OR other IN (SELECT value FROM json_each(?1)))
        """, [recordings, athlete.value], { $0.int(0) }) ?? 0
    counts.samples = try sampleCount(targets, of: athlete)
    guard targets.takesEverything else {
      for archive in targets.archives {
        counts.jobs +=
          try connection.first(
            "SELECT count(*) FROM job WHERE athlete = ? AND archive_hash = ?", [athlete.value, .blob(archive)],
            { $0.int(0) }) ?? 0
      }
      return counts
    }
    func countOfAthlete(_ table: String, _ condition: String) throws -> Int {
      try connection.first("SELECT count(*) FROM \(table) WHERE \(condition)", [athlete.value], { $0.int(0) }) ?? 0
    }
    counts.sessions = try countOfAthlete("session", "athlete = ?")
    counts.consents = try countOfAthlete("consent", "athlete = ?")
    counts.jobs = try countOfAthlete("job", "athlete = ?")
    counts.anchors = try countOfAthlete("anchor_value", "athlete = ?")
    counts.zoneChoices = try countOfAthlete("zone_choice", "athlete = ?")
    counts.customZones = try countOfAthlete("custom_zones", "athlete = ?")
    counts.plans = try countOfAthlete("plan", "athlete = ?")
    counts.zoneCorrections = try countOfAthlete("zone_correction", "athlete = ?")
    counts.settings = try countOfAthlete("athlete", "id = ? AND settings IS NOT NULL")
    counts.deletionMarks = try countOfAthlete("deletion_mark", "athlete = ?")
    return counts
  }
}
