// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import CoachService
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A file that is sent and gone: it has no name any more when this is made, so nothing is left however sending ends.
final class FileBody: Sendable {
  /// Where it begins in the file.
  let start: Int
  /// Its length in bytes.
  let count: Int
  /// The SHA-256 of the whole file.
  let hash: [UInt8]
  private let descriptor: Mutex<Int32>

  /// Opens a file and takes its name away; `nil` if it can't be opened.
  init?(removing path: String) {
    let hash = ContentHash.of(file: path)
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    unlink(path)
    guard descriptor >= 0, let hash else {
      if descriptor >= 0 { close(descriptor) }
      return nil
    }
    let end = lseek(descriptor, 0, Int32(SEEK_END))
    guard end >= 0, lseek(descriptor, 0, Int32(SEEK_SET)) == 0 else {
      close(descriptor)
      return nil
    }
    start = 0
    count = Int(end)
    self.hash = hash
    self.descriptor = Mutex(descriptor)
  }

  private init(_ whole: FileBody, _ range: Range<Int>) {
    start = range.lowerBound
    count = range.count
    hash = whole.hash
    descriptor = Mutex(whole.take() ?? -1)
  }

  /// A part of it, which takes the file over.
  func part(_ range: Range<Int>) -> FileBody { FileBody(self, range) }

  /// Hands the descriptor over, once; who takes it closes it.
  func take() -> Int32? {
    descriptor.withLock { descriptor in
      defer { descriptor = -1 }
      return descriptor < 0 ? nil : descriptor
    }
  }

  deinit {
    if let descriptor = take() { close(descriptor) }
  }
}
