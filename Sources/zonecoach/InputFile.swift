// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif
import CoachService
import FoundationEssentials
import WorkoutFiles

/// Files named on the command line.
enum InputFile {
  /// The largest file that is read. No device writes workouts of this size.
  static let largest = 1 << 30

  /// Reads and decodes a file, or every workout file in an archive.
  ///
  /// - Returns: the files with what to call them; never none.
  /// - Throws: what is wrong with the file, or with the only one in an archive; members that are no workout files are
  ///   passed over.
  static func decodeAll(_ path: String) throws -> [(name: String, file: DecodedFile)] {
    let bytes = try bytes(of: path)
    guard bytes.withUnsafeBytes(WorkoutArchive.isArchive) else { return [(name(path), try decode(bytes))] }
    let archive = try WorkoutArchive.open(bytes: bytes, name: name(path))
    var found: [(name: String, file: DecodedFile)] = []
    var first: (any Error)?
    try archive.forEachItem { item in
      let label = archive.kind == .single ? name(path) : "\(name(path)) › \(item.path)"
      switch item.content {
      case .workout(let bytes):
        do {
          found.append((label, try decode(bytes)))
        } catch {
          first = first ?? error
        }
      case .appleHealth(let stream):
        let reader = AppleHealthReader(zones: .system)
        while try stream.nextBlock({ reader.feed($0) }) {}
        found.append((label, reader.finish().decodedFile))
      case .route, .skipped: break
      }
    }
    if found.isEmpty { throw first ?? InputError("there is no workout file in this archive") }
    return found
  }

  private static func decode(_ bytes: [UInt8]) throws -> DecodedFile {
    try WorkoutFile.decode(bytes, utcOffset: { TimeZoneDatabase.system.offset(of: $0, at: $1) })
  }

  /// What to call it in output: its last component, so that no folder names are passed on.
  static func name(_ path: String) -> String {
    path == "-" ? "standard input" : path.split(separator: "/").last.map(String.init) ?? path
  }

  /// The bytes of a file, or of standard input for `-`.
  static func bytes(of path: String) throws -> [UInt8] {
    let descriptor = path == "-" ? 0 : open(path, O_RDONLY)
    guard descriptor >= 0 else { throw InputError(errno == ENOENT ? "there is no such file" : reason(errno)) }
    defer { if descriptor != 0 { close(descriptor) } }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw InputError(reason(errno)) }
    guard status.st_mode & S_IFMT != S_IFDIR else { throw InputError("this is a folder; name the files in it") }
    let expected = status.st_mode & S_IFMT == S_IFREG ? min(Int(status.st_size), largest) : 0
    var bytes: [UInt8] = []
    bytes.reserveCapacity(expected)
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let got = chunk.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
      if got < 0 && errno == EINTR { continue }
      guard got >= 0 else { throw InputError(reason(errno)) }
      if got == 0 { return bytes }
      bytes += chunk[..<got]
      guard bytes.count <= largest else { throw InputError("it is larger than 1 GB, which no workout is") }
    }
  }

  private static func reason(_ code: Int32) -> String {
    switch code {
    case EACCES, EPERM: "it can't be read: check its permissions"
    default: "it can't be read: \(String(cString: strerror(code)))"
    }
  }
}

/// A file could not be read or written.
struct InputError: Error, CustomStringConvertible {
  /// Why, in one line.
  var description: String

  init(_ description: String) { self.description = description }
}
