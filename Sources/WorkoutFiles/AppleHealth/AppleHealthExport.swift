// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

public import Workouts

/// What was read from an Apple Health export.
public struct AppleHealthExport: Sendable {
  /// The workouts in file order, as many as the document has.
  public var workouts: [AppleHealthWorkout]
  /// What was seen.
  public var contents: AppleHealthContents
  /// What is known of the athlete now: the latest resting heart rate, and the age at the time of the export.
  public var athlete: AthleteProfile
  /// What was wrong, in file order.
  public var problems: [FileProblem]

  /// The recordings of the workouts, in file order.
  public var recordings: [Recording] { workouts.map(\.recording) }
}

/// A workout of an Apple Health export.
public struct AppleHealthWorkout: Sendable {
  /// What was recorded.
  public var recording: Recording
  /// The sport as the export names it, for example `HKWorkoutActivityTypeRunning`.
  public var activityType: String
  /// The app or device that wrote the workout, with plain spaces.
  public var sourceName: String
  /// The name of the time zone in which it was recorded (`Europe/Paris`), if told. The dates of an export all have the
  /// phone's offset at the time of the export, so the local day follows from this alone.
  public var timeZone: String?
  /// Whether it was indoors, if told.
  public var isIndoor: Bool?
  /// Names by which the same workout can be known again: of its activities, of its source.
  public var identifiers: [String]
  /// The source's own name for the workout, which stays the same when it is written again.
  public var syncIdentifier: String?
  /// The version belonging to `syncIdentifier`: of two, the higher is right.
  public var syncVersion: Int?
  /// Route files in the archive, each once.
  public var routePaths: [String]
  /// Routes in the document.
  public var routeCount: Int
  /// Points of routes in the document itself, as iOS 12 and older wrote them.
  public var locationCount: Int
  /// Events by type, as often as they stand in the document.
  public var eventCounts: [String: Int]
  /// How many statistics the document has for the workout and its parts.
  public var statisticCount: Int
  /// What the source says of the workout as a whole.
  public var statistics: [AppleHealthStatistic]
  /// Steps of a planned workout.
  public var steps: [Step]
  /// Whether something in it couldn't be read.
  public var isDamaged: Bool

  /// A step of a planned workout.
  public struct Step: Hashable, Sendable {
    /// Block, repeat and step, counted from 0: `1.3.0`.
    public var keyPath: String
    /// When.
    public var span: TimeSpan
    /// Whether the goal was reached, if told.
    public var isSuccessful: Bool?
  }
}

/// A statistic of a workout as its source wrote it, in the source's unit.
public struct AppleHealthStatistic: Hashable, Sendable {
  /// The type of the records summed up.
  public var type: String
  /// The unit of the values.
  public var unit: String
  /// The sum, of amounts.
  public var sum: Double?
  /// The average, of what is measured at a moment.
  public var average: Double?
  /// The least value.
  public var minimum: Double?
  /// The greatest value.
  public var maximum: Double?
}

/// What was seen in an Apple Health export.
public struct AppleHealthContents: Hashable, Sendable {
  /// Bytes read.
  public var byteCount = 0
  /// The language and region of the phone, as it writes them.
  public var locale: String?
  /// When the export was made.
  public var exportDate: Instant?
  /// Records by type; those inside correlations stand beside them too and are counted once.
  public var recordsByType: [String: Int] = [:]
  /// Records.
  public var recordCount = 0
  /// Records inside correlations, which are not counted above.
  public var recordsInCorrelations = 0
  /// Workouts in the document.
  public var workoutCount = 0
  /// Workouts without a time, from which nothing could be made.
  public var workoutsWithoutTime = 0
  /// Events of workouts.
  public var eventCount = 0
  /// Statistics of workouts.
  public var statisticCount = 0
  /// Routes of workouts.
  public var routeCount = 0
  /// Correlations, such as blood pressure.
  public var correlationCount = 0
  /// Days with activity rings.
  public var activitySummaryCount = 0
  /// Elements that are not known here; newer phones may write some.
  public var unknownElementCount = 0
  /// Records of a kind that is kept, whose value, date or unit couldn't be read.
  public var unreadableRecordCount = 0
  /// Places where reading had to begin anew behind a damage.
  public var damageCount = 0
  /// Bytes that no document may have.
  public var replacedByteCount = 0
}
