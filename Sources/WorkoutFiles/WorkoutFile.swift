// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

/// Files of workouts, whatever their format.
public enum WorkoutFile {
  /// Detects the format by content, not by name, and decodes.
  ///
  /// Damage is no error as long as anything could be read: see `DecodedFile.problems`.
  ///
  /// - Throws: `empty` for no bytes, `unknown-format` where the format is not read, and what the format's reader throws.
  public static func decode(_ bytes: [UInt8]) throws(FileError) -> DecodedFile { try decode(bytes, utcOffset: nil) }

  /// As `decode(_:)`, and tells the local time of workouts whose zone has only a name.
  ///
  /// - Parameter utcOffset: the offsets of time zones, as for `AppleHealthReader`.
  public static func decode(
    _ bytes: [UInt8], utcOffset: AppleHealthReader.UTCOffset?
  ) throws(FileError) -> DecodedFile {
    let result: Result<DecodedFile, FileError> = bytes.withUnsafeBytes { buffer in
      do throws(FileError) {
        return .success(try decode(buffer, utcOffset: utcOffset))
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  /// As for an array; the bytes need to stay only for the time of the call.
  public static func decode(_ bytes: UnsafeRawBufferPointer) throws(FileError) -> DecodedFile {
    try decode(bytes, utcOffset: nil)
  }

  private static func decode(
    _ bytes: UnsafeRawBufferPointer, utcOffset: AppleHealthReader.UTCOffset?
  ) throws(FileError) -> DecodedFile {
    guard !bytes.isEmpty else {
      throw FileError(FileProblem.Code(rawValue: "empty"), "the file is empty")
    }
    if FITHeader.hasSignature(bytes, at: 0) { return try FITReader.decode(bytes) }
    switch XMLRoot.name(bytes) {
    case "TrainingCenterDatabase": return try TCXReader.decode(bytes)
    case "gpx": return try GPXReader.decode(bytes)
    case "HealthData": return AppleHealthReader.decode(bytes, utcOffset: utcOffset)
    default:
      // A document whose head is broken may still have its records.
      if MemberKind(name: "", head: bytes) == .appleHealth {
        return AppleHealthReader.decode(bytes, utcOffset: utcOffset)
      }
    }
    throw FileError(FileProblem.Code(rawValue: "unknown-format"), unknownFormat(bytes))
  }

  /// What to say of a file that isn't read.
  private static func unknownFormat(_ bytes: UnsafeRawBufferPointer) -> String {
    if WorkoutArchive.isArchive(bytes) {
      return "this is a zip, gzip or tar archive, not a workout file; unpack it first"
    }
    // A name of a root element within the first bytes is enough to say what a text is.
    let head = String(decoding: bytes.prefix(4096), as: UTF8.self)
    for (mark, name) in [
      ("<workout_file", "a ZWO workout"), ("[COURSE HEADER]", "an ERG or MRC workout"),
    ] where head.contains(mark) {
      return "this is \(name): a plan, not a recording; `zonecoach plan` reads it"
    }
    return "this is no workout file that is known here; FIT, TCX, GPX and Apple Health exports are read"
  }
}
