// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

public import Workouts

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A recording with all that is stored of it, ready to be inserted.
///
/// Making one compresses the series, which is most of the work: make it on the thread that read the file, not inside of
/// `write`, where everyone else waits.
public struct NewRecording: Sendable {
  /// Whose it is.
  public let athlete: AthleteID
  /// What was recorded.
  public let recording: Recording
  /// Where it comes from.
  public var source: SourceRecord
  /// What was wrong with the file.
  public var problems: [StoredProblem]
  /// Time in zone under zone sets.
  public var zoneGroups: [StoredZoneGroup]
  /// Time at value.
  public var histograms: [StoredHistogram]
  /// Its best efforts.
  public var efforts: [StoredEffort]
  /// Its name for all time, where it has one already.
  public var uuid: UUID?
  /// Whether its series repeat samples that are stored by themselves.
  public var isCopy = false
  let series: [EncodedSeries]

  /// A recording to insert.
  public init(
    _ recording: Recording, of athlete: AthleteID, from source: SourceRecord, problems: [StoredProblem] = [],
    zoneGroups: [StoredZoneGroup] = [], histograms: [StoredHistogram] = [], efforts: [StoredEffort] = []
  ) {
    self.athlete = athlete
    self.recording = recording
    self.source = source
    self.problems = problems
    self.zoneGroups = zoneGroups
    self.histograms = histograms
    self.efforts = efforts
    series = EncodedSeries.encode(recording.series)
  }
}

/// Where a recording comes from.
public struct SourceRecord: Hashable, Sendable {
  /// The format, for example `fit`.
  public var format: String
  /// The file's name without its folder.
  public var fileName: String?
  /// The size in bytes.
  public var byteCount: Int?
  /// 32 bytes that tell the content from every other (SHA-256 of the bytes, decompressed).
  public var contentHash: [UInt8]?
  /// 32 bytes that tell the archive it came in, if it came in one.
  public var archiveHash: [UInt8]?
  /// When it was imported.
  public var importedAt: Instant
  /// The name it has where it comes from: an upload's number, a workout's UUID.
  public var externalID: String?
  /// What the recorder wrote to identify the file.
  public var identity: RecorderIdentity?
  /// Why it was taken for another source of the same workout, if it was: a stable word, for example `trace`.
  public var matchReason: String?

  /// A source.
  public init(format: String, importedAt: Instant) {
    self.format = format
    self.importedAt = importedAt
  }
}

/// What tells one recorder's file from every other file of any recorder.
public struct RecorderIdentity: Hashable, Sendable {
  /// The maker.
  public var manufacturer: String
  /// The product.
  public var product: String
  /// The serial number.
  public var serial: UInt32
  /// When the file was begun.
  public var timeCreated: Instant
  /// Which session of the file, from 0, where one file holds several workouts.
  public var session: Int

  /// An identity.
  public init(manufacturer: String, product: String, serial: UInt32, timeCreated: Instant, session: Int = 0) {
    self.manufacturer = manufacturer
    self.product = product
    self.serial = serial
    self.timeCreated = timeCreated
    self.session = session
  }
}

/// Something that was wrong with a file.
public struct StoredProblem: Hashable, Sendable {
  /// A stable word.
  public var code: String
  /// For a person.
  public var message: String
  /// Bytes from the start of the file, if it is at a place.
  public var offset: Int?

  /// A problem.
  public init(code: String, message: String, offset: Int? = nil) {
    self.code = code
    self.message = message
    self.offset = offset
  }
}

/// Time in zone with the zones it was counted under.
public struct StoredZoneGroup: Hashable, Sendable {
  /// The leg, from 0, or `nil` for the whole recording.
  public var leg: Int?
  /// What was sorted.
  public var quantity: Quantity
  /// Who set the limits: `system`, `user`, `app`, `device`.
  public var source: String
  /// The scheme, if the limits follow one.
  public var scheme: String?
  /// Where the limits come from, for a person.
  public var provenance: String
  /// Where the zones meet, unrounded.
  public var boundaries: [Double]
  /// A name for each zone.
  public var names: [String]
  /// The number of the lowest zone.
  public var firstNumber: Int
  /// The anchors as JSON text.
  public var anchorsJSON: String
  /// The version of the rules that time was counted by.
  public var algorithmVersion: Int
  /// The time in each zone.
  public var durations: [Milliseconds]
  /// Active time over which nothing was known.
  public var unknown: Milliseconds

  /// A zone group.
  public init(
    leg: Int? = nil, quantity: Quantity, source: String, scheme: String? = nil, provenance: String,
    boundaries: [Double], names: [String], firstNumber: Int = 1, anchorsJSON: String = "{}", algorithmVersion: Int,
    durations: [Milliseconds], unknown: Milliseconds
  ) {
    self.leg = leg
    self.quantity = quantity
    self.source = source
    self.scheme = scheme
    self.provenance = provenance
    self.boundaries = boundaries
    self.names = names
    self.firstNumber = firstNumber
    self.anchorsJSON = anchorsJSON
    self.algorithmVersion = algorithmVersion
    self.durations = durations
    self.unknown = unknown
  }
}

/// How long a signal stood at each value.
public struct StoredHistogram: Hashable, Sendable {
  /// The leg, from 0, or `nil` for the whole recording.
  public var leg: Int?
  /// What was measured.
  public var quantity: Quantity
  /// The width of a bin in the quantity's unit, above 0.
  public var binWidth: Double
  /// The number of the first bin.
  public var firstBin: Int
  /// Milliseconds in each bin.
  public var bins: [Milliseconds]
  /// Active time over which nothing was known.
  public var unknown: Milliseconds
  /// Whether every value was a multiple of the width.
  public var isExact: Bool

  /// A histogram.
  public init(
    leg: Int? = nil, quantity: Quantity, binWidth: Double = 1, firstBin: Int, bins: [Milliseconds],
    unknown: Milliseconds, isExact: Bool
  ) {
    self.leg = leg
    self.quantity = quantity
    self.binWidth = binWidth
    self.firstBin = firstBin
    self.bins = bins
    self.unknown = unknown
    self.isExact = isExact
  }
}
