// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif
import FoundationEssentials
import WorkoutFiles

/// Files named on the command line.
enum InputFile {
  /// The largest file that is read. No device writes workouts of this size.
  static let largest = 1 << 30

  /// Reads and decodes a file, or standard input for `-`.
  static func decode(_ path: String) throws -> DecodedFile {
    try WorkoutFile.decode(try bytes(of: path))
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
