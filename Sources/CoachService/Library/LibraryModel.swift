// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Workouts
public import Zones

/// A workout in a list.
public struct WorkoutEntry: Codable, Sendable, Equatable {
  /// Its name in the library, fit for a URL.
  public var id: String
  /// What to call it: its own name, or its sport.
  public var title: String
  /// The sport.
  public var sport: String
  /// When it began, with the place's offset; its local day is the one it belongs to.
  public var start: ZonedTime
  /// From start to end.
  public var elapsedSeconds: Double
  /// Without the pauses.
  public var activeSeconds: Double
  /// Metres.
  public var distanceMeters: Double?
  /// Its ribbon, or `nil` where no zones are known.
  public var ribbon: Ribbon?
  /// Seconds in each zone of the ribbon's zones, if those are one set.
  public var zoneSeconds: [Double]?
  /// One thing to know before opening it, if any: "61 % known", "Cut off".
  public var flag: String?
  /// Whether it is one of the sample workouts.
  public var isSample: Bool
}

/// A workout with all that its page shows.
public struct WorkoutDetail: Codable, Sendable, Equatable {
  /// As in the list.
  public var entry: WorkoutEntry
  /// The document of `summary --json`.
  public var summary: WorkoutSummary
  /// The ribbon for each quantity with zones, `heartRate` first. Legs with zones of their own keep them here; the
  /// height then stands for the largest set.
  public var ribbons: [QuantityRibbon]
  /// The ribbon of each leg, in order, for its first quantity with zones; `nil` for a leg without.
  public var legRibbons: [Ribbon?]
  /// Where the workout comes from: one source or several, the one that is shown first.
  public var sources: [WorkoutSource]
  /// Repeats that were found where no laps mark them, in order; empty where there are none.
  public var repeats: [FoundRepeat] = []
  /// How it went beside its plan, where it was recorded here under one.
  public var compliance: ComplianceDocument?

  /// The ribbon of one quantity.
  public struct QuantityRibbon: Codable, Sendable, Equatable {
    /// `heartRate` or `power`.
    public var quantity: String
    /// The ribbon.
    public var ribbon: Ribbon
  }
}

/// A hard effort among several alike.
public struct FoundRepeat: Codable, Sendable, Equatable {
  /// What it was found by: `heartRate` or `power`.
  public var quantity: String
  /// Seconds after the workout's start.
  public var startSeconds: Double
  /// How long it is.
  public var seconds: Double
  /// The mean over time with known value, in the quantity's unit.
  public var mean: Double?
  /// The number of the zone that the mean lies in.
  public var zone: Int?
}

/// One source of a workout: a file, or a part of an archive.
public struct WorkoutSource: Codable, Sendable, Equatable {
  /// Its number, fit for a URL.
  public var id: Int64
  /// The file's name, if there was a file.
  public var file: String?
  /// The format.
  public var format: String
  /// The recorder, if known.
  public var device: DeviceSummary?
  /// When it was brought in.
  public var imported: ZonedTime
  /// Whether the workout is shown as this source tells it.
  public var isShown: Bool
  /// Why it was taken for the same workout, for a person; `nil` for the first.
  public var match: String?
}

/// What became of one file that was brought in.
public struct ImportVerdict: Codable, Sendable, Equatable {
  /// The file's name.
  public var file: String
  /// What happened.
  public var outcome: Outcome
  /// The workouts it holds, new or known.
  public var workouts: [WorkoutEntry]
  /// The reason, and what to do, where it was not simply imported; or what is missing from it.
  public var message: String?
  /// The kind of failure, for programs.
  public var code: String?

  /// What happened to a file.
  public enum Outcome: String, Codable, Sendable {
    /// Its workouts are in the library now.
    case imported
    /// They were there before.
    case alreadyThere
    /// It was taken for another source of workouts that are there.
    case merged
    /// It is a readable file without a workout.
    case skipped
    /// It could not be read or stored.
    case failed
  }
}

/// What the athlete has stated about themselves, used for zones where a file brings none.
public struct AthleteSettings: Codable, Sendable, Equatable {
  /// Years.
  public var age: Double?
  /// Beats per minute.
  public var maximumHeartRate: Double?
  /// Beats per minute.
  public var restingHeartRate: Double?
  /// Heart rate at the lactate threshold in beats per minute.
  public var thresholdHeartRate: Double?
  /// Functional threshold power in watts.
  public var functionalThresholdPower: Double?

  /// Nothing stated.
  public init() {}

  /// What was stated, by kind.
  public var values: [AnchorKind: Double] {
    var values: [AnchorKind: Double] = [:]
    values[.age] = age
    values[.maximumHeartRate] = maximumHeartRate
    values[.restingHeartRate] = restingHeartRate
    values[.thresholdHeartRate] = thresholdHeartRate
    values[.functionalThresholdPower] = functionalThresholdPower
    return values
  }

  /// What holds on a day for sports without values of their own.
  init(_ history: ZoneHistory, on day: Day) {
    let known = history.anchors(on: day, sport: nil)
    age = known[.age]?.value
    maximumHeartRate = known[.maximumHeartRate]?.value
    restingHeartRate = known[.restingHeartRate]?.value
    thresholdHeartRate = known[.thresholdHeartRate]?.value
    functionalThresholdPower = known[.functionalThresholdPower]?.value
  }

  /// Checks that the values can be right.
  ///
  /// - Throws: `ZoneError.implausibleAnchor`.
  public func check() throws { _ = try Anchors(stated: values) }
}
