// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A body on its way into a file of its own, which only its owner reads and which is gone with the object.
///
/// The file is locked while the object lives, so that a program that starts can tell what a crash left from what another
/// one is writing.
final class Upload: Sendable {
  /// Where the file lies.
  let path: String
  private let state: Mutex<State>

  private struct State {
    var descriptor: Int32
    var count: Int64 = 0
    var hasFailed = false
  }

  /// Makes an empty file in a folder, and the folder where there is none; `nil` if that can't be done.
  init?(in folder: String) {
    mkdir(folder, 0o700)
    path = folder + "/" + String(UInt64.random(in: .min ... .max), radix: 36) + ".part"
    let descriptor = open(path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return nil }
    flock(descriptor, LOCK_EX | LOCK_NB)
    state = Mutex(State(descriptor: descriptor))
  }

  /// How many bytes have arrived.
  var count: Int64 { state.withLock { $0.count } }

  /// Whether the disk could not take all of it.
  var hasFailed: Bool { state.withLock { $0.hasFailed } }

  /// Appends what has arrived. After a failure nothing more is written.
  func append(_ bytes: UnsafeRawBufferPointer) {
    state.withLock { state in
      var position = 0
      while position < bytes.count, !state.hasFailed, let start = bytes.baseAddress {
        let written = write(state.descriptor, start + position, bytes.count - position)
        if written < 0 && errno == EINTR { continue }
        if written <= 0 {
          // What can't be used need not take the room that is missing.
          state.hasFailed = true
          ftruncate(state.descriptor, 0)
          return
        }
        position += written
        state.count += Int64(written)
      }
    }
  }

  deinit {
    unlink(path)
    let descriptor = state.withLock { $0.descriptor }
    close(descriptor)
  }

  /// Removes what a crash left in a folder. What is still being written stays.
  static func removeRemains(in folder: String) {
    guard let listing = opendir(folder) else { return }
    defer { closedir(listing) }
    while let entry = readdir(listing) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      guard name.hasSuffix(".part") else { continue }
      let path = folder + "/" + name
      let descriptor = open(path, O_RDWR | O_CLOEXEC)
      guard descriptor >= 0 else { continue }
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { unlink(path) }
      close(descriptor)
    }
  }

  /// How many bytes the disk of a folder, or of the folder it lies in, has free for this user.
  static func freeBytes(at folder: String) -> Int64? {
    var status = statvfs()
    guard statvfs(folder, &status) == 0 else { return nil }
    return Int64(clamping: UInt64(status.f_bavail) * UInt64(status.f_frsize))
  }
}
