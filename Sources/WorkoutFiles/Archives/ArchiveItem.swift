// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

public import Workouts

/// A member of an archive, as far as it concerns workouts.
public struct ArchiveItem {
  /// The name of the member, for a person; of one inside inner archives with their names in front.
  public var path: String
  /// What it is.
  public var content: Content
  /// What the archive says of the workout beside its file.
  public var hints: ArchiveHints
  /// What was wrong with the member, if only part of it could be unpacked.
  public var damage: FileProblem?

  /// What a member is.
  public enum Content {
    /// A workout file, unpacked. Whether its format is read, and whether there is a workout in it, shows on decoding.
    case workout([UInt8])
    /// A GPX file of an Apple Health export, whose workout is in the export's own document.
    case route([UInt8])
    /// An Apple Health export, to be read now.
    case appleHealth(MemberStream)
    /// Left out.
    case skipped(SkipReason)
  }

  /// Why a member is left out.
  public enum SkipReason: String, Hashable, Sendable, Codable {
    /// It is no workout file.
    case notWorkout = "not-a-workout"
    /// It is the clinical copy of an Apple Health export, or a smaller second document.
    case copy = "copy"
    /// It is something that the system which packed the archive put there.
    case systemTrace = "system-trace"
    /// It has no bytes.
    case empty = "empty"
    /// It is locked with a password.
    case encrypted = "encrypted"
    /// It is larger than a workout file can be.
    case tooLarge = "too-large"
    /// It is an archive inside too many others.
    case nestedTooDeep = "nested-too-deep"
    /// Nothing of it could be unpacked.
    case damaged = "damaged-archive"
  }
}

/// What an archive says of a workout beside its file.
public struct ArchiveHints: Hashable, Sendable {
  /// What kind of archive it is.
  public var origin: WorkoutArchive.Kind
  /// What the athlete called the workout.
  public var name: String?
  /// What the athlete wrote about it.
  public var description: String?
  /// The sport in the archive's words, which may be in any language.
  public var sportName: String?
  /// The sport, where those words are known.
  public var sport: Sport?
  /// Whether it was a way to work, if told.
  public var isCommute: Bool?
  /// The number that the service gave the workout.
  public var externalID: String?

  /// Nothing but the origin.
  public init(origin: WorkoutArchive.Kind) { self.origin = origin }
}

/// The bytes of a member, to be read while it is its turn.
public final class MemberStream {
  private let reader: ArchiveReader

  init(_ reader: ArchiveReader) { self.reader = reader }

  /// Hands over the next bytes; they are there only during the call.
  ///
  /// - Returns: whether there were any.
  /// - Throws: `damaged-archive`, `archive-bomb`.
  public func nextBlock(_ body: (UnsafeRawBufferPointer) -> Void) throws(FileError) -> Bool {
    try reader.nextBlock(body)
  }
}
