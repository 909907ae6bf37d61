// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

public import Workouts

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A workout as a list shows it.
public struct WorkoutRow: Hashable, Sendable {
  /// Its number.
  public var id: WorkoutID
  /// Its name for all time.
  public var uuid: UUID
  /// The span of its primary recording.
  public var span: TimeSpan
  /// Seconds east of UTC, if known.
  public var utcOffsetSeconds: Int?
  /// What the athlete says, else the primary recording.
  public var sport: Sport
  /// Of the primary recording; `nil` where the athlete says another sport.
  public var subSport: String?
  /// What the athlete says, else the primary recording, if either does.
  public var title: String?
  /// The recording that is shown; `nil` only in a damaged database.
  public var primary: RecordingID?
  /// How many recordings there are of the event.
  public var recordingCount: Int
  /// What was kept for the list, if anything.
  public var card: [UInt8]?
  /// The version of whoever made the card.
  public var cardVersion: Int?
}

/// A recording without its series.
public struct RecordingHead: Hashable, Sendable {
  /// Its number.
  public var id: RecordingID
  /// Its name for all time.
  public var uuid: UUID
  /// Whose it is.
  public var athlete: AthleteID
  /// The workout it belongs to.
  public var workout: WorkoutID
  /// Whether it is the one that is shown.
  public var isPrimary: Bool
  /// When it was.
  public var span: TimeSpan
  /// Seconds east of UTC, if known.
  public var utcOffsetSeconds: Int?
  /// The sport.
  public var sport: Sport
  /// A finer word.
  public var subSport: String?
  /// What the file calls it.
  public var name: String?
  /// Who recorded it, if known.
  public var device: Device?
  /// Whether moments were skipped in which little changed.
  public var isSmartRecording: Bool
  /// Time with the timer running.
  public var activeTime: Milliseconds
  /// Metres, as the device says or the series ends.
  public var distance: Double?
  /// Kilocalories, as the device says.
  public var energy: Double?
  /// The format of its first source.
  public var format: String
}

/// A histogram with what it belongs to.
public struct HistogramRow: Hashable, Sendable {
  /// The workout.
  public var workout: WorkoutID
  /// The recording.
  public var recording: RecordingID
  /// When the workout was.
  public var span: TimeSpan
  /// Where the workout was, in seconds east of UTC, if known.
  public var utcOffsetSeconds: Int?
  /// The sport of the leg or of the workout.
  public var sport: Sport
  /// The histogram.
  public var histogram: StoredHistogram
}

/// Which workouts.
public struct WorkoutFilter: Hashable, Sendable {
  /// Only those that start at this time or later.
  public var from: Instant?
  /// Only those that start before this time.
  public var to: Instant?
  /// Only those of this sport.
  public var sport: Sport?
  /// No more than these.
  public var limit: Int?

  /// All, unless told otherwise.
  public init(from: Instant? = nil, to: Instant? = nil, sport: Sport? = nil, limit: Int? = nil) {
    self.from = from
    self.to = to
    self.sport = sport
    self.limit = limit
  }
}

/// Something that happened to an object, for those who keep a copy.
public struct Change: Hashable, Sendable {
  /// Its place among all changes: greater than that of every change before, and never used again.
  public var anchor: Int64
  /// What it happened to.
  public var kind: Kind
  /// The object.
  public var uuid: UUID
  /// What happened.
  public var operation: Operation

  /// Kinds of objects.
  public enum Kind: String, Hashable, Sendable {
    /// An athlete's settings or consents.
    case athlete
    /// A workout.
    case workout
    /// A recording.
    case recording
  }

  /// What can happen.
  public enum Operation: String, Hashable, Sendable {
    /// It is new.
    case insert
    /// Something of it is different.
    case update
    /// It is gone.
    case delete
  }
}

/// What is left of a deleted object: that it was deleted.
public struct Tombstone: Hashable, Sendable {
  /// The object.
  public var uuid: UUID
  /// What it was.
  public var kind: Change.Kind
  /// When it was deleted.
  public var deletedAt: Instant
  /// The change that tells of it.
  public var anchor: Int64
}

/// What an athlete allows a program to do with a type of data, or has been asked to allow.
public struct Consent: Hashable, Sendable {
  /// The program.
  public var program: String
  /// What it may do.
  public var access: Access
  /// The type of data.
  public var type: String
  /// Whether it is allowed; `nil` while the athlete has not answered.
  public var isGranted: Bool?
  /// When the athlete decided, or was asked.
  public var at: Instant
  /// When the athlete took it back, if so.
  public var revokedAt: Instant?
  /// For reading: only what is from this moment on, if the athlete said so.
  public var from: Instant?

  /// What programs do with data.
  public enum Access: String, Hashable, Sendable {
    /// Look at what others saved.
    case read
    /// Save.
    case write
  }

  /// A consent.
  public init(
    program: String, access: Access, type: String, isGranted: Bool?, at: Instant, revokedAt: Instant? = nil,
    from: Instant? = nil
  ) {
    self.program = program
    self.access = access
    self.type = type
    self.isGranted = isGranted
    self.at = at
    self.revokedAt = revokedAt
    self.from = from
  }

  /// Whether it holds now.
  public var isInForce: Bool { isGranted == true && revokedAt == nil }

  /// What a person calls a type: the words of its name in lower case, without what comes before the name itself, so "heart
  /// rate" for a name that ends in "IdentifierHeartRate".
  public static func words(ofType type: String) -> String {
    var name = Array(type)
    let mark = Array("Identifier")
    let ends = name.indices.filter { $0 + mark.count <= name.count && Array(name[$0..<$0 + mark.count]) == mark }
    if let last = ends.last, last + mark.count < name.count {
      name.removeFirst(last + mark.count)
    } else if let last = ends.last {
      name.removeLast(name.count - last)
      if name.suffix(4) == Array("Type") { name.removeLast(4) }
      // The letters that all names begin with: of "XYWorkout" the last capital belongs to the word.
      let capitals = name.prefix { $0.isUppercase }.count
      if capitals > 1 { name.removeFirst(capitals - 1) }
    }
    var words = ""
    for (place, letter) in name.enumerated() {
      let startsWord = place > 0 && letter.isUppercase && !name[place - 1].isUppercase
      let isInitials =
        letter.isUppercase
        && (place > 0 && name[place - 1].isUppercase || place + 1 < name.count && name[place + 1].isUppercase)
      if startsWord { words += " " }
      words += isInitials ? String(letter) : letter.lowercased()
    }
    return words
  }
}

/// One member of an archive that is being imported, so that a stopped import can go on.
public struct ImportJob: Hashable, Sendable {
  /// 32 bytes that tell the archive.
  public var archiveHash: [UInt8]
  /// The member's name inside of the archive, or "" for the archive itself.
  public var member: String
  /// How far it is: a stable word.
  public var state: String
  /// More about it, if there is more to say.
  public var detail: String?

  /// A job.
  public init(archiveHash: [UInt8], member: String, state: String, detail: String? = nil) {
    self.archiveHash = archiveHash
    self.member = member
    self.state = state
    self.detail = detail
  }
}
