// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

/// What an archive may ask of the reader.
///
/// The defaults let through what people have: ten years of Apple Health (4 GB of XML in a 200 MB zip, about twentyfold)
/// or of a service's export (tens of thousands of files, zips inside zips), and stop a bomb early.
public struct ArchiveLimits: Hashable, Sendable {
  /// Members, counted over all archives inside one another.
  public var memberCount = 100_000
  /// Bytes of the list of members that a zip has at its end; all of it is held in memory.
  public var directoryBytes = 16 << 20
  /// Bytes unpacked, counted over all archives inside one another.
  public var unpackedBytes = 64 << 30
  /// Bytes unpacked for each byte of the archive read. Deflate reaches 1032.
  public var ratio = 200
  /// Bytes unpacked before the ratio is looked at.
  public var ratioGrace = 48 << 20
  /// Archives inside one another, the outermost not counted; a compressed single file counts as one.
  public var nesting = 3
  /// Bytes of a workout file; a larger one is left out.
  public var workoutBytes = 256 << 20

  /// The defaults.
  public init() {}
}

/// What was read and unpacked so far, over an archive and all those inside it.
final class ArchiveLedger {
  let limits: ArchiveLimits
  /// The size of the outermost archive, if it is known.
  var sourceBytes: Int?
  private var members = 0
  private var unpacked = 0
  /// Bytes of the outermost archive that became members' bytes; counted again when they are read again.
  private var consumed = 0

  init(_ limits: ArchiveLimits) { self.limits = limits }

  /// Counts a member.
  func addMember() throws(FileError) {
    members += 1
    if members > limits.memberCount {
      throw Self.bomb("it has more than \(limits.memberCount) members")
    }
  }

  /// Counts bytes read from the outermost archive.
  func consume(_ count: Int) { consumed += max(0, count) }

  /// Counts unpacked bytes.
  func unpack(_ count: Int) throws(FileError) {
    unpacked += count
    if unpacked > limits.unpackedBytes {
      throw Self.bomb("it unpacks to more than \(limits.unpackedBytes >> 20) MiB")
    }
    guard unpacked > limits.ratioGrace else { return }
    // Members that overlap are read again and again: each looks harmless, all of them can't be.
    let base = min(consumed, sourceBytes ?? consumed)
    if (unpacked - limits.ratioGrace) / limits.ratio > base {
      throw Self.bomb("it unpacks to more than \(limits.ratio) times its size")
    }
  }

  /// The refusal of an archive made to exhaust its reader.
  static func bomb(_ reason: String) -> FileError {
    FileError(FileProblem.Code(rawValue: "archive-bomb"), "this archive is not unpacked: \(reason)")
  }
}

extension FileError {
  /// Whether this refuses an archive made to exhaust its reader: then nothing more of it is tried.
  var isBomb: Bool { code.rawValue == "archive-bomb" }
}
