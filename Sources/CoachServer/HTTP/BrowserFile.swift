// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import CoachService
import FoundationEssentials

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The file of the browsers that were let in: read and written by its owner only, by one program at a time.
///
/// Where it can't be read, nobody was let in; where it can't be written, access ends with the program.
struct BrowserFile: Sendable {
  let path: String

  /// Tells one state of the file from the next.
  struct Version: Equatable {
    var seconds: Int
    var nanoseconds: Int
    var size: Int
  }

  /// The state of the file; `nil` where there is none.
  var version: Version? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    #if canImport(Glibc)
      let time = status.st_mtim
    #else
      let time = status.st_mtimespec
    #endif
    return Version(seconds: Int(time.tv_sec), nanoseconds: Int(time.tv_nsec), size: Int(status.st_size))
  }

  func read() -> [Access.Browser] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return [] }
    defer { close(descriptor) }
    flock(descriptor, LOCK_SH)
    return content(of: descriptor)
  }

  /// Changes what the file holds and returns it; `nil` where it can't be written.
  func change(_ body: (inout [Access.Browser]) -> Void) -> [Access.Browser]? {
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    flock(descriptor, LOCK_EX)
    var browsers = content(of: descriptor)
    body(&browsers)
    guard let bytes = try? JSONDocument.encode(browsers, pretty: true) else { return browsers }
    // In place, as the lock is on the file itself: whoever waits for it sees the whole.
    ftruncate(descriptor, 0)
    _ = Array(bytes).withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, 0) }
    return browsers
  }

  private func content(of descriptor: Int32) -> [Access.Browser] {
    let size = Int(lseek(descriptor, 0, Int32(SEEK_END)))
    guard size > 0, size < 1 << 22 else { return [] }
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      count = max(0, pread(descriptor, buffer.baseAddress, size, 0))
    }
    return (try? JSONDecoder().decode([Access.Browser].self, from: Data(bytes))) ?? []
  }
}
