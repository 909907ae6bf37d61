// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

extension ReadAccess {
  /// What the workouts of an athlete come from: formats, recorders and archives, those with the most workouts first.
  public func sourceGroups(of athlete: AthleteID) throws -> [SourceGroup] {
    let source = "FROM source AS s JOIN recording AS r ON r.id = s.recording WHERE s.athlete = ?"
    let formats = try connection.all(
      "SELECT s.format, count(DISTINCT r.workout) AS n \(source) GROUP BY s.format ORDER BY n DESC, s.format",
      [athlete.value]
    ) { SourceGroup(scope: .format($0.text(0)), name: nil, workouts: $0.int(1)) }
    let devices = try connection.all(
      """
      SELECT manufacturer, product, count(DISTINCT workout) AS n FROM recording
      WHERE athlete = ? AND coalesce(manufacturer, product) IS NOT NULL GROUP BY manufacturer, product
      ORDER BY n DESC, manufacturer, product
      """, [athlete.value]
    ) {
      SourceGroup(
        scope: .device(manufacturer: $0.optionalText(0), product: $0.optionalText(1)), name: nil, workouts: $0.int(2))
    }
    let archives = try connection.all(
      """
      SELECT s.archive_hash, count(DISTINCT r.workout) AS n, (
        SELECT j.detail FROM job AS j WHERE j.athlete = s.athlete AND j.archive_hash = s.archive_hash AND j.member = '')
      \(source) AND s.archive_hash IS NOT NULL GROUP BY s.archive_hash ORDER BY n DESC, s.archive_hash
      """, [athlete.value]
    ) { SourceGroup(scope: .archive(hash: $0.blob(0)), name: $0.optionalText(2), workouts: $0.int(1)) }
    return formats + devices + archives
  }

  /// The files of a name, or of all names, by content, in the order of their names.
  public func sourceFiles(named name: String? = nil, of athlete: AthleteID) throws -> [SourceGroup] {
    try connection.all(
      """
      SELECT s.content_hash, s.file_name, count(DISTINCT r.workout)
      FROM source AS s JOIN recording AS r ON r.id = s.recording
      WHERE s.athlete = ?1 AND s.content_hash IS NOT NULL AND (?2 IS NULL OR s.file_name = ?2)
      GROUP BY s.content_hash ORDER BY s.file_name, s.content_hash
      """, [athlete.value, Value(name)]
    ) { SourceGroup(scope: .file(contentHash: $0.blob(0)), name: $0.optionalText(1), workouts: $0.int(2)) }
  }

  /// The workouts of which at least one source is of this kind.
  public func workouts(from source: DeletionScope.SourceScope, of athlete: AthleteID) throws -> Set<WorkoutID> {
    let (condition, values) = Self.condition(source)
    var found: Set<WorkoutID> = []
    try connection.rows(
      "SELECT DISTINCT r.workout FROM source AS s JOIN recording AS r ON r.id = s.recording WHERE s.athlete = ?1 AND \(condition)",
      [athlete.value] + values
    ) { found.insert(WorkoutID(rawValue: $0.int64(0))) }
    return found
  }
}
