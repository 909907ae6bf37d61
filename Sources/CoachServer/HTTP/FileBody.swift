// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A file that is sent and gone: it has no name any more when this is made, so nothing is left however sending ends.
final class FileBody: Sendable {
  /// Its length in bytes.
  let count: Int
  private let descriptor: Mutex<Int32>

  /// Opens a file and takes its name away; `nil` if it can't be opened.
  init?(removing path: String) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    unlink(path)
    guard descriptor >= 0 else { return nil }
    let end = lseek(descriptor, 0, Int32(SEEK_END))
    guard end >= 0, lseek(descriptor, 0, Int32(SEEK_SET)) == 0 else {
      close(descriptor)
      return nil
    }
    count = Int(end)
    self.descriptor = Mutex(descriptor)
  }

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
