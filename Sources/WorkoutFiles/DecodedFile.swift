// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

public import Workouts

/// What a decoder made of a file: the workouts in it, what it saw, and what was wrong.
///
/// A damaged file is not an error as long as anything in it could be read; the damage is among `problems`.
public struct DecodedFile: Sendable {
  /// The workouts, in file order; empty for a file that holds none.
  public var recordings: [Recording]
  /// What the decoder saw.
  public var contents: FileContents
  /// What was wrong, in file order.
  public var problems: [FileProblem]

  /// The result of decoding a file.
  public init(recordings: [Recording], contents: FileContents, problems: [FileProblem]) {
    self.recordings = recordings
    self.contents = contents
    self.problems = problems
  }
}

/// Formats of workout files.
public enum FileFormat: String, Hashable, Sendable, Codable {
  /// Garmin's Flexible and Interoperable Data Transfer.
  case fit
  /// Garmin's Training Center XML.
  case tcx
  /// GPS Exchange Format.
  case gpx
  /// The document of an Apple Health export.
  case appleHealth = "apple-health"
}

/// What a decoder saw in a file, without positions.
public struct FileContents: Hashable, Sendable, Codable {
  /// The format.
  public var format: FileFormat
  /// The size of the file in bytes.
  public var byteCount: Int
  /// What the file says it is, for example `activity`, `workout`, `course`, `settings`, if it says.
  public var kind: String?
  /// How many files were chained one after another.
  public var partCount: Int
  /// Kinds of messages and how often each occurs, in order of number.
  public var messages: [MessageCount]
  /// Fields that apps added, and in how many messages each has a value.
  public var developerFields: [DeveloperFieldCount]
  /// How many sessions.
  public var sessionCount: Int
  /// How many laps.
  public var lapCount: Int
  /// How many events.
  public var eventCount: Int
  /// How many records (moments).
  public var recordCount: Int
  /// Records with a valid value in the native heart-rate field, zeros included.
  public var recordsWithHeartRate: Int
  /// Records with a valid value in the native power field, zeros included.
  public var recordsWithPower: Int
  /// Highest valid value of the native heart-rate field.
  public var maximumHeartRate: Double?
  /// Highest valid value of the native power field.
  public var maximumPower: Double?
  /// The time of the first record in file order.
  public var firstRecord: Instant?
  /// The time of the last record in file order.
  public var lastRecord: Instant?

  /// How often a kind of message occurs.
  public struct MessageCount: Hashable, Sendable, Codable {
    /// The global message number; in XML, which has none, a running one.
    public var number: Int
    /// The profile's name, or `nil` if the profile knows no such message; in XML the element's.
    public var name: String?
    /// How many.
    public var count: Int

    /// A count.
    public init(number: Int, name: String?, count: Int) {
      self.number = number
      self.name = name
      self.count = count
    }
  }

  /// A field that an app added.
  public struct DeveloperFieldCount: Hashable, Sendable, Codable {
    /// The name in the file, or `nil` if its description is missing.
    public var name: String?
    /// The unit in the file.
    public var units: String?
    /// The profile's name of the message it was added to, or the number.
    public var message: String
    /// In how many messages it has a valid value.
    public var count: Int

    /// A count.
    public init(name: String?, units: String?, message: String, count: Int) {
      self.name = name
      self.units = units
      self.message = message
      self.count = count
    }
  }

  /// Contents with nothing seen yet.
  public init(format: FileFormat, byteCount: Int) {
    self.format = format
    self.byteCount = byteCount
    partCount = 0
    messages = []
    developerFields = []
    sessionCount = 0
    lapCount = 0
    eventCount = 0
    recordCount = 0
    recordsWithHeartRate = 0
    recordsWithPower = 0
  }
}

/// Something wrong with a file that did not keep the rest from being read.
public struct FileProblem: Hashable, Sendable, Codable {
  /// A stable word for the kind of problem, for example `truncated` or `bad-checksum`.
  public var code: Code
  /// What is wrong, for a person.
  public var message: String
  /// Where, in bytes from the start of the file, if it is at a place.
  public var offset: Int?

  /// A problem.
  public init(_ code: Code, _ message: String, offset: Int? = nil) {
    self.code = code
    self.message = message
    self.offset = offset
  }

  /// Kinds of problems. More may come.
  public struct Code: RawRepresentable, Hashable, Sendable, Codable {
    /// The word.
    public var rawValue: String
    /// The code of this word.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Encodes the bare word.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(rawValue)
    }
    /// Decodes the bare word.
    public init(from decoder: any Decoder) throws {
      rawValue = try decoder.singleValueContainer().decode(String.self)
    }
  }
}

/// Why nothing could be read from a file.
public struct FileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A stable word for the reason, for example `empty` or `unknown-format`.
  public var code: FileProblem.Code
  /// What is wrong and what to do, for a person, in one line.
  public var message: String
  /// Where, in bytes from the start of the file, if it is at a place.
  public var offset: Int?

  /// An error.
  public init(_ code: FileProblem.Code, _ message: String, offset: Int? = nil) {
    self.code = code
    self.message = message
    self.offset = offset
  }

  /// The message.
  public var description: String { message }
}
