// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthDatabase
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A file beside the database that is locked for as long as a workout goes on, so that no other program takes it for an
/// interrupted one. The system lets go of it when the program is killed.
final class LiveMark: Sendable {
  private let path: String?
  private let file = Mutex<Int32?>(nil)

  init(_ library: WorkoutLibrary, _ id: UUID) {
    path = library.folder.map { "\($0)/live-\(id.uuidString.lowercased()).lock" }
  }

  deinit { release() }

  /// Says that the workout goes on here. Where the file can't be made, nothing is said.
  func hold() {
    guard let path else { return }
    let opened = open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
    guard opened >= 0 else { return }
    guard flock(opened, LOCK_EX | LOCK_NB) == 0 else {
      close(opened)
      return
    }
    file.withLock { $0 = opened }
  }

  /// Whether the workout goes on nowhere.
  var isFree: Bool {
    guard let path else { return true }
    let opened = open(path, O_RDWR | O_CLOEXEC)
    guard opened >= 0 else { return true }
    defer { close(opened) }
    return flock(opened, LOCK_EX | LOCK_NB) == 0
  }

  /// Says that it doesn't go on any more.
  func release() {
    file.withLock { file in
      guard let opened = file, let path else { return }
      unlink(path)
      close(opened)
      file = nil
    }
  }
}

extension WorkoutLibrary {
  /// The folder of the database; `nil` for one in memory.
  var folder: String? { database.path.map { String($0[..<($0.lastIndex(of: "/") ?? $0.startIndex)]) } }
}
