// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

/// What one workout was: the document that `summary --json` prints and the page shows.
///
/// Field names are a promise to programs; fields may be added, none renamed or dropped.
public struct WorkoutSummary: Codable, Sendable, Equatable {
  /// The workout's name in the library, or `nil` where it is in none.
  @ExplicitNull public var id: String?
  /// The file it was read from.
  @ExplicitNull public var file: String?
  /// The file's format.
  public var format: String
  /// The sport, `multisport` for several.
  public var sport: String
  /// A finer word for the sport.
  @ExplicitNull public var subSport: String?
  /// The workout's own name.
  @ExplicitNull public var name: String?
  /// When it began.
  public var start: ZonedTime
  /// When it ended.
  public var end: ZonedTime
  /// From start to end.
  public var elapsedSeconds: Double
  /// `elapsedSeconds` without the pauses.
  public var activeSeconds: Double
  /// Metres.
  @ExplicitNull public var distanceMeters: Double?
  /// Kilocalories.
  @ExplicitNull public var energyKilocalories: Double?
  /// Who recorded it.
  @ExplicitNull public var device: DeviceSummary?
  /// What was measured.
  public var series: [SeriesSummary]
  /// Time in zone, one group a quantity; empty where no zones are known or legs have different ones.
  public var zoneGroups: [ZoneGroupSummary]
  /// The legs.
  public var activities: [ActivitySummary]
  /// How many laps.
  public var laps: Int
  /// The laps.
  public var lapDetails: [LapSummary]
  /// When the timer stood still.
  public var pauses: [PauseSummary]
  /// One sentence, or `nil` where nothing true and useful can be said.
  @ExplicitNull public var line: LineSummary?
  /// What was wrong with the file.
  public var warnings: [WarningSummary]
  /// Doubtful stretches of heart rate. They are counted as they are; this says where to look twice.
  public var quality: [QualitySummary]
  /// Why there are no zones, for a person, where there are none.
  @ExplicitNull public var zonesMissing: Wording?
}

/// A recorder.
public struct DeviceSummary: Codable, Sendable, Equatable {
  /// The maker.
  @ExplicitNull public var manufacturer: String?
  /// The product.
  @ExplicitNull public var product: String?
}

/// One measured quantity.
public struct SeriesSummary: Codable, Sendable, Equatable {
  /// What was measured.
  public var quantity: String
  /// The unit.
  public var unit: String
  /// Values read, without duplicates and invalid ones.
  public var samples: Int
  /// The lowest value, or `nil` if none lies inside.
  @ExplicitNull public var minimum: Double?
  /// The highest value.
  @ExplicitNull public var maximum: Double?
  /// The mean over the time with a known value.
  @ExplicitNull public var mean: Double?
  /// The kind of sensor: `chestStrap`, `optical`, `powerMeter`, `motion`, `unknown`.
  public var sensor: String
  /// How the values came: `recorded`, `developerField`, `downloaded`.
  public var path: String
}

/// Time in zone for one quantity under one set of zones.
public struct ZoneGroupSummary: Codable, Sendable, Equatable {
  /// `heartRate` or `power`.
  public var quantity: String
  /// The unit of the limits.
  public var unit: String
  /// Who set the limits: `system`, `user`, `app`, `device`.
  public var source: String
  /// The scheme, if the limits follow one.
  @ExplicitNull public var scheme: String?
  /// The anchors the limits were computed from.
  public var anchors: [String: Double]
  /// Whether any anchor is an estimate.
  public var estimated: Bool
  /// Where the limits come from, as a phrase: "Zones stored by the watch".
  public var provenance: String
  /// The zones, the lowest first.
  public var zones: [ZoneSummary]
  /// Active time with a known value.
  public var knownSeconds: Double
  /// Active time without.
  public var unknownSeconds: Double
  /// The known share of active time, 0 to 1, or `nil` without active time.
  @ExplicitNull public var coverage: Double?
  /// The longest that one value stood for.
  public var holdSeconds: Double
  /// What the device counted, if it did.
  @ExplicitNull public var deviceReported: DeviceReportedSummary?
}

/// One zone and the time in it.
public struct ZoneSummary: Codable, Sendable, Equatable {
  /// The place in the list, from 0.
  public var index: Int
  /// The number a person uses; 0 for the time below zone 1 where a scheme leaves room there.
  public var number: Int
  /// The name.
  public var name: String
  /// The lower limit, which belongs to the zone.
  @ExplicitNull public var minimum: Double?
  /// The upper limit, which belongs to the next zone.
  @ExplicitNull public var maximum: Double?
  /// The time in it.
  public var seconds: Double
  /// Its share of the known time in whole percent; the shares of a group add up to 100.
  public var percent: Int
  /// Its limits as whole numbers for a person: "137–147", "up to 136", "170 and up".
  public var range: String
}

/// What the device counted, beside what we count under the same limits.
public struct DeviceReportedSummary: Codable, Sendable, Equatable {
  /// Upper bounds as the device wrote them, `null` for one left open between others; empty if it wrote none.
  public var boundaries: [Double?]
  /// Seconds as the device wrote them; one more than the bounds.
  public var seconds: [Double]
  /// Both counts under the device's limits, or `nil` where it stated none.
  @ExplicitNull public var comparison: DeviceComparison?
}

/// Two counts under one set of limits, and why they differ.
public struct DeviceComparison: Codable, Sendable, Equatable {
  /// The rows, the lowest zone first.
  public var zones: [Row]
  /// Whether every zone agrees within 1 % of the timer time, or 6 s if that is less than 10 minutes.
  public var agrees: Bool
  /// Where the difference comes from, the largest share first; empty if there is none worth a word.
  public var causes: [Cause]

  /// One zone of both counts.
  public struct Row: Codable, Sendable, Equatable {
    /// The number a person uses; 0 for below zone 1.
    public var number: Int
    /// The lower limit, which belongs to the zone.
    @ExplicitNull public var minimum: Double?
    /// The upper limit, which belongs to the next zone.
    @ExplicitNull public var maximum: Double?
    /// Its limits for a person.
    public var range: String
    /// Our count.
    public var seconds: Double
    /// The device's.
    public var deviceSeconds: Double
    /// The device's less ours.
    public var differenceSeconds: Double
  }

  /// A reason for a difference.
  public struct Cause: Codable, Sendable, Equatable {
    /// A stable word.
    public var code: String
    /// How much of the difference it explains.
    public var seconds: Double
    /// The reason as a sentence.
    public var text: Wording
  }
}

/// One leg.
public struct ActivitySummary: Codable, Sendable, Equatable {
  /// The place in the list, from 0.
  public var index: Int
  /// The sport.
  public var sport: String
  /// A finer word for the sport.
  @ExplicitNull public var subSport: String?
  /// When it began.
  public var start: ZonedTime
  /// When it ended.
  public var end: ZonedTime
  /// From start to end.
  public var elapsedSeconds: Double
  /// Without the pauses.
  public var activeSeconds: Double
  /// Metres.
  @ExplicitNull public var distanceMeters: Double?
  /// Kilocalories.
  @ExplicitNull public var energyKilocalories: Double?
  /// What was measured.
  public var series: [SeriesSummary]
  /// Time in zone.
  public var zoneGroups: [ZoneGroupSummary]
}

/// One lap.
public struct LapSummary: Codable, Sendable, Equatable {
  /// The place in the list, from 0.
  public var index: Int
  /// When it began, in seconds after the workout's start.
  public var startSeconds: Double
  /// From start to end.
  public var elapsedSeconds: Double
  /// Without the pauses.
  public var activeSeconds: Double
  /// Metres.
  @ExplicitNull public var distanceMeters: Double?
  /// What the lap was for: `active`, `rest`, `warmup`, `cooldown`, `recovery`, `interval`, `other`.
  @ExplicitNull public var intensity: String?
  /// Mean over the time with a known value.
  @ExplicitNull public var meanHeartRate: Double?
  /// The highest value.
  @ExplicitNull public var maximumHeartRate: Double?
  /// Mean over the time with a known value.
  @ExplicitNull public var meanPower: Double?
  /// Time in zone under the zones of the leg it lies in.
  public var zoneGroups: [ZoneGroupSummary]
}

/// A pause.
public struct PauseSummary: Codable, Sendable, Equatable {
  /// When the timer stopped.
  public var start: ZonedTime
  /// When it went on.
  public var end: ZonedTime
  /// `manual` or `auto`.
  public var kind: String
}

/// The coaching line.
public struct LineSummary: Codable, Sendable, Equatable {
  /// What is said, for programs.
  public var code: String
  /// The numbers in it.
  public var values: [String: Double]
  /// The words in it that are no numbers, by name: `sport`, `firstSport`, `secondSport`, `quantity`, `kind`.
  public var words: [String: String]
  /// What is said, in English.
  public var text: String
}

/// Something wrong with a file.
public struct WarningSummary: Codable, Sendable, Equatable {
  /// A stable word.
  public var code: String
  /// What is wrong and what was kept.
  public var message: String
  /// Where, in bytes from the start of the file.
  @ExplicitNull public var offset: Int?
}

/// A doubtful stretch of a signal.
public struct QualitySummary: Codable, Sendable, Equatable {
  /// `spike`, `cadence-lock`, `flat-line`.
  public var code: String
  /// When it begins, in seconds after the workout's start.
  public var startSeconds: Double
  /// How long it is.
  public var seconds: Double
  /// What it is, in a sentence.
  public var text: Wording
  /// Whether the athlete left it out of time in zone. The samples are there all the same.
  public var isLeftOut = false
}
