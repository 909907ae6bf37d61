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
  /// Whether settings, consents and jobs go too.
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
    targets.workouts = try emptied(of: athlete, without: Set(targets.recordings))
    return targets
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

  private static func condition(_ source: DeletionScope.SourceScope) -> (String, [Value]) {
    switch source {
    case .format(let format): ("s.format = ?2", [.text(format)])
    case .file(let hash): ("s.content_hash = ?2", [.blob(hash)])
    case .archive(let hash): ("s.archive_hash = ?2", [.blob(hash)])
    case .device(let manufacturer, let product, let serial):
      // The recorder of the samples, which the recording names, or that of a further file, which the source names.
      (
        """
        (s.ordinal = 0 AND r.manufacturer = ?2 AND (?3 IS NULL OR r.product = ?3) AND (?4 IS NULL OR r.serial = ?4)
          OR s.manufacturer = ?2 AND (?3 IS NULL OR s.product = ?3) AND (?4 IS NULL OR s.serial = ?4))
        """, [.text(manufacturer), Value(product), Value(serial)]
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
    guard targets.takesEverything else { return counts }
    func countOfAthlete(_ table: String, _ condition: String) throws -> Int {
      try connection.first("SELECT count(*) FROM \(table) WHERE \(condition)", [athlete.value], { $0.int(0) }) ?? 0
    }
    counts.consents = try countOfAthlete("consent", "athlete = ?")
    counts.jobs = try countOfAthlete("job", "athlete = ?")
    counts.settings = try countOfAthlete("athlete", "id = ? AND settings IS NOT NULL")
    return counts
  }
}
