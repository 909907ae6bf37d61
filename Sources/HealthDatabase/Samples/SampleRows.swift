// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

public import Workouts

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Who saved samples: a program, with what else is known of it and of the device that measured.
public struct Origin: Hashable, Sendable {
  /// What the program is known by.
  public var program: String
  /// Version, device and so on, as JSON text.
  public var details: String

  /// An origin.
  public init(program: String, details: String) {
    self.program = program
    self.details = details
  }
}

/// The name under which a program knows an object, so that a newer version takes the place of an older one.
public struct SyncMark: Hashable, Sendable {
  /// The program's name for it.
  public var identifier: String
  /// The greater is the newer.
  public var version: Double

  /// A mark.
  public init(identifier: String, version: Double) {
    self.identifier = identifier
    self.version = version
  }
}

/// Samples that have all in common but time, value and name, as columns of equal length.
///
/// Times are seconds since 2001-01-01T00:00:00Z, of which every bit is kept.
public struct SampleColumns: Sendable {
  /// When each began.
  public var starts: [Double]
  /// When each ended; `nil` where all ended as they began.
  public var ends: [Double]?
  /// The numbers; `nil` for samples without.
  public var values: [Double]?
  /// The samples' names.
  public var names: [UUID]

  /// Columns.
  ///
  /// - Precondition: all are equally long.
  public init(starts: [Double], ends: [Double]?, values: [Double]?, names: [UUID]) {
    precondition(
      starts.count == names.count && ends.map { $0.count == names.count } ?? true
        && values.map { $0.count == names.count } ?? true, "columns of samples are equally long")
    self.starts = starts
    self.ends = ends
    self.values = values
    self.names = names
  }

  /// How many samples there are.
  public var count: Int { starts.count }
}

/// What samples of a block have in common.
public struct SampleTraits: Hashable, Sendable {
  /// What they are samples of.
  public var type: String
  /// The unit of the numbers, if there are numbers.
  public var unit: String?
  /// Who saved them.
  public var origin: Origin
  /// What they belong to, such as a workout, by its name.
  public var collection: UUID?
  /// What else is said of them, as JSON text.
  public var metadata: String?
  /// What a single sample is known by to its program.
  public var sync: SyncMark?

  /// Traits.
  public init(
    type: String, unit: String? = nil, origin: Origin, collection: UUID? = nil, metadata: String? = nil,
    sync: SyncMark? = nil
  ) {
    self.type = type
    self.unit = unit
    self.origin = origin
    self.collection = collection
    self.metadata = metadata
    self.sync = sync
  }
}

/// Samples as they are stored.
public struct SampleBlock: Sendable {
  /// Its number.
  public var id: Int64
  /// What they have in common.
  public var traits: SampleTraits
  /// Time, value and name of each. Without names where they weren't asked for.
  public var columns: SampleColumns
  /// The place of the first in the change feed.
  public var firstAnchor: Int64
  /// The place of each in the change feed, ascending. Empty where they weren't asked for.
  public var anchors: [Int64]
}

/// Which samples to read. What can't be said here is for the reader to sort out.
public struct SampleQuery: Sendable {
  /// What they are samples of.
  public var type: String
  /// Only blocks that end at this time or later.
  public var from: Instant?
  /// Only blocks that begin before or at this time.
  public var through: Instant?
  /// Only those of this program.
  public var program: String?
  /// Only those saved for a collection.
  public var collection: UUID?
  /// Only blocks with something after this place of the change feed.
  public var after: Int64?
  /// Which block comes first.
  public var order = Order.anchor
  /// Whether names and anchors are read too.
  public var withNames = true

  /// Orders of blocks.
  public enum Order: Sendable {
    /// As saved.
    case anchor
    /// By the start of the first sample.
    case firstStart
    /// By the end of the last sample, the latest first.
    case latestEnd
  }

  /// All of a type.
  public init(type: String) { self.type = type }
}

/// Samples that were deleted.
public struct SampleTombstone: Sendable {
  /// What they were samples of.
  public var type: String
  /// Who had saved them; `nil` for what came from a recording.
  public var program: String?
  /// Their names.
  public var names: [UUID]
  /// The place of the first deletion in the change feed; the others follow.
  public var firstAnchor: Int64
  /// What a single sample was known by to its program.
  public var sync: SyncMark?
}

/// The series of a recording that was brought in, for those who read samples.
public struct RecordedSeries: Sendable {
  /// The recording.
  public var head: RecordingHead
  /// Its place in the change feed. That of the value `index` of the series is `firstAnchor + index`.
  public var firstAnchor: Int64
  /// Its legs.
  public var legs: [Activity]
  /// The values.
  public var series: Series
  /// The place of the series in the recording.
  public var ordinal: Int
}

/// A workout that a program saved.
public struct ProgramWorkout: Hashable, Sendable {
  /// Who saved it.
  public var origin: Origin
  /// Under which name its samples were saved.
  public var collection: UUID
  /// What it is known by to its program.
  public var sync: SyncMark?
  /// The program's whole workout, in a form of its own.
  public var document: [UInt8]

  /// A workout.
  public init(origin: Origin, collection: UUID, sync: SyncMark? = nil, document: [UInt8]) {
    self.origin = origin
    self.collection = collection
    self.sync = sync
    self.document = document
  }
}
