// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

public import WorkoutFiles
import Workouts

/// What a decoder saw in a file: the document that `inspect --json` prints. It holds no positions.
public struct InspectionReport: Codable, Sendable, Equatable {
  /// The file's name.
  @ExplicitNull public var file: String?
  /// The format.
  public var format: String
  /// The size in bytes.
  public var bytes: Int
  /// What the file says it is.
  @ExplicitNull public var kind: String?
  /// How many files are chained in it.
  public var parts: Int
  /// Kinds of messages with counts; `name` is `null` for kinds that the profile does not know.
  public var messages: [Message]
  /// Fields that apps added.
  public var developerFields: [DeveloperField]
  /// The moments recorded.
  public var records: Records
  /// How many sessions.
  public var sessions: Int
  /// How many laps.
  public var laps: Int
  /// How many events.
  public var events: Int
  /// The workouts made of it.
  public var workouts: [Workout]
  /// What was wrong, with its place.
  public var problems: [WarningSummary]

  /// A kind of message.
  public struct Message: Codable, Sendable, Equatable {
    /// The global message number.
    public var number: Int
    /// The profile's name.
    @ExplicitNull public var name: String?
    /// How many.
    public var count: Int
  }

  /// A field that an app added.
  public struct DeveloperField: Codable, Sendable, Equatable {
    /// The name in the file.
    @ExplicitNull public var name: String?
    /// The unit in the file.
    @ExplicitNull public var units: String?
    /// The message it was added to.
    public var message: String
    /// In how many messages it has a value.
    public var count: Int
  }

  /// The moments recorded.
  public struct Records: Codable, Sendable, Equatable {
    /// How many.
    public var count: Int
    /// With a valid native heart rate, zeros included.
    public var withHeartRate: Int
    /// With a valid native power, zeros included.
    public var withPower: Int
    /// The highest heart rate in beats per minute.
    @ExplicitNull public var maximumHeartRate: Double?
    /// The highest power in watts.
    @ExplicitNull public var maximumPower: Double?
    /// The time of the first in file order.
    @ExplicitNull public var first: ZonedTime?
    /// The time of the last in file order.
    @ExplicitNull public var last: ZonedTime?
  }

  /// A workout.
  public struct Workout: Codable, Sendable, Equatable {
    /// The sport.
    public var sport: String
    /// When it began.
    public var start: ZonedTime
    /// When it ended.
    public var end: ZonedTime
    /// How many pauses.
    public var pauses: Int
    /// The series by quantity with counts of entries, positions left out.
    public var series: [String: Int]
    /// Whether the recorder skips moments.
    public var smartRecording: Bool
    /// Sensors that the file lists.
    public var sensors: [String]
    /// Zone limits stated for the whole workout.
    public var zoneLimits: [ZoneLimits]
    /// The legs.
    public var sessions: [Session]
  }

  /// A leg.
  public struct Session: Codable, Sendable, Equatable {
    /// The sport.
    public var sport: String
    /// When it began.
    public var start: ZonedTime
    /// From start to end.
    public var elapsedSeconds: Double
    /// The device's timer.
    @ExplicitNull public var timerSeconds: Double?
    /// Time in zone as the device counted it.
    public var zoneTotals: [ZoneTotals]
  }

  /// Zone limits as stored.
  public struct ZoneLimits: Codable, Sendable, Equatable {
    /// What they sort.
    public var quantity: String
    /// Upper bounds as written, `null` for one left open between others.
    public var boundaries: [Double?]
    /// How they were made.
    public var calculation: String
  }

  /// Time in zone as stored.
  public struct ZoneTotals: Codable, Sendable, Equatable {
    /// What was sorted.
    public var quantity: String
    /// Upper bounds as written, `null` for one left open between others; empty if none.
    public var boundaries: [Double?]
    /// Seconds as written.
    public var seconds: [Double]
  }

  /// The report on a decoded file.
  public init(_ decoded: DecodedFile, name: String?) {
    let contents = decoded.contents
    let offset = decoded.recordings.first?.utcOffsetSeconds
    file = name
    format = contents.format.rawValue
    bytes = contents.byteCount
    kind = contents.kind
    parts = contents.partCount
    messages = contents.messages.map { Message(number: $0.number, name: $0.name, count: $0.count) }
    developerFields = contents.developerFields.map {
      DeveloperField(name: $0.name, units: $0.units, message: $0.message, count: $0.count)
    }
    records = Records(
      count: contents.recordCount, withHeartRate: contents.recordsWithHeartRate,
      withPower: contents.recordsWithPower, maximumHeartRate: contents.maximumHeartRate,
      maximumPower: contents.maximumPower,
      first: contents.firstRecord.map { ZonedTime($0, offsetSeconds: offset) },
      last: contents.lastRecord.map { ZonedTime($0, offsetSeconds: offset) })
    sessions = contents.sessionCount
    laps = contents.lapCount
    events = contents.eventCount
    workouts = decoded.recordings.map(Workout.init)
    problems = decoded.problems.map {
      WarningSummary(code: $0.code.rawValue, message: $0.message, offset: $0.offset)
    }
  }
}

extension InspectionReport.Workout {
  fileprivate init(_ recording: Recording) {
    let offset = recording.utcOffsetSeconds
    sport = recording.sport.rawValue
    start = ZonedTime(recording.span.start, offsetSeconds: offset)
    end = ZonedTime(recording.span.end, offsetSeconds: offset)
    pauses = recording.pauses.count
    series = [:]
    for one in recording.series where one.quantity != .latitude && one.quantity != .longitude {
      series[one.quantity.rawValue, default: 0] += one.count
    }
    smartRecording = recording.isSmartRecording
    sensors = recording.sensors.map { sensor in
      [sensor.manufacturer, sensor.product, sensor.sensor?.rawValue].compactMap(\.self).joined(separator: " ")
    }
    zoneLimits = recording.deviceZoneLimits.map {
      .init(quantity: $0.quantity.rawValue, boundaries: $0.bounds.map(finite), calculation: $0.calculation.rawValue)
    }
    sessions = recording.activities.map { activity in
      .init(
        sport: activity.sport.rawValue, start: ZonedTime(activity.span.start, offsetSeconds: offset),
        elapsedSeconds: seconds(activity.span.duration), timerSeconds: activity.totals.timer.map(seconds),
        zoneTotals: activity.deviceZones.map {
          .init(
            quantity: $0.quantity.rawValue, boundaries: ($0.limits?.bounds ?? []).map(finite),
            seconds: $0.durations.map(seconds))
        })
    }
  }
}
