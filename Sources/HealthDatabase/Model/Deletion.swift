// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

public import Workouts

/// What to delete of an athlete.
public enum DeletionScope: Hashable, Sendable {
  /// These workouts, with all their recordings and the samples that programs saved for them.
  case workouts([WorkoutID])
  /// What came from somewhere. A recording whose samples came from elsewhere only loses that source.
  case source(SourceScope)
  /// The workouts that start in this stretch of time, and samples of programs that do.
  case span(TimeSpan)
  /// Everything but the athlete's name: settings, consents and jobs too.
  case everything

  /// Where something came from.
  public enum SourceScope: Hashable, Sendable {
    /// Files of this format.
    case format(String)
    /// A recorder: its maker, `nil` for one that the file does not name, and, if given, product and serial number.
    case device(manufacturer: String?, product: String? = nil, serial: UInt32? = nil)
    /// The file with this content.
    case file(contentHash: [UInt8])
    /// The archive with this content.
    case archive(hash: [UInt8])
  }
}

/// How many of each class of record a deletion takes; no health values. What a preview and a receipt say.
public struct DeletionCounts: Hashable, Sendable, Codable {
  /// Workouts that go, because no recording of theirs stays.
  public var workouts = 0
  /// Recordings.
  public var recordings = 0
  /// Sources, those of recordings that stay included.
  public var sources = 0
  /// Legs.
  public var legs = 0
  /// Laps.
  public var laps = 0
  /// Pauses.
  public var pauses = 0
  /// Sensors listed.
  public var sensors = 0
  /// Totals and limits of devices.
  public var deviceZones = 0
  /// What was wrong with files.
  public var problems = 0
  /// Series.
  public var series = 0
  /// Values in the series.
  public var values = 0
  /// Samples that programs saved.
  public var samples = 0
  /// Sessions of programs that haven't ended.
  public var sessions = 0
  /// Time in zone, derived.
  public var zoneGroups = 0
  /// Time at value, derived.
  public var histograms = 0
  /// Best efforts, derived.
  public var efforts = 0
  /// Stretches that were left out.
  public var exclusions = 0
  /// Cards of lists, derived.
  public var cards = 0
  /// Pairs said to be different.
  public var splitPairs = 0
  /// Consents.
  public var consents = 0
  /// Jobs of imports.
  public var jobs = 0
  /// Anchors of zones.
  public var anchors = 0
  /// Choices of zones.
  public var zoneChoices = 0
  /// Zones under names.
  public var customZones = 0
  /// Plans.
  public var plans = 0
  /// Corrections of zones.
  public var zoneCorrections = 0
  /// Settings: 0 or 1.
  public var settings = 0
  /// Marks of files deleted earlier.
  public var deletionMarks = 0

  /// Nothing.
  public init() {}
}

/// Which workouts a deletion touches; what a preview says beside the counts.
public struct DeletionExtent: Hashable, Sendable {
  /// When the first of them starts, with the offset of its place in seconds if known.
  public var first: LocalStart?
  /// When the last of them starts.
  public var last: LocalStart?
  /// Workouts that lose a source and stay, because another one holds them.
  public var stayingWorkouts = 0

  /// A start and the seconds east of UTC of its place, if known.
  public struct LocalStart: Hashable, Sendable {
    /// The moment.
    public var start: Instant
    /// Seconds east of UTC.
    public var utcOffsetSeconds: Int?
  }
}

/// Something that workouts come from, as a list for deleting by source shows it.
public struct SourceGroup: Hashable, Sendable {
  /// What a deletion of it is called.
  public var scope: DeletionScope.SourceScope
  /// The name of the file or the archive, where it is one and has one.
  public var name: String?
  /// How many workouts have something of it.
  public var workouts: Int
}
