// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

internal import Workouts

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// What the operating system does for the database.
enum DatabaseFile {
  /// Sees to it that there is a file that only its owner reads; SQLite gives the log beside it the same rights.
  ///
  /// NB: a file that exists is never opened here. Closing it would end all locks that SQLite holds on it in this process
  /// (POSIX advisory locks belong to the process, not to the descriptor).
  static func prepare(_ path: String) throws(DatabaseError) {
    var status = stat()
    if stat(path, &status) == 0 {
      guard status.st_mode & S_IFMT == S_IFREG else {
        throw DatabaseError(.cannotOpen, "the database can't be opened: \(path) is not a file")
      }
      if status.st_mode & 0o077 != 0 { _ = chmod(path, 0o600) }
      return
    }
    try makeEmptyFile(path)
  }

  /// Makes an empty file with rights for its owner only.
  static func makeEmptyFile(_ path: String) throws(DatabaseError) {
    let descriptor = open(path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      // Another process was faster.
      if errno == EEXIST { return }
      let reason = String(cString: strerror(errno))
      switch errno {
      case EACCES, EROFS, EPERM:
        throw DatabaseError(
          .readOnly, "no database can be made at \(path) (\(reason)); choose a folder you can write to")
      case ENOENT, ENOTDIR:
        throw DatabaseError(.cannotOpen, "no database can be made at \(path) (\(reason)); make the folder first")
      case ENOSPC, EDQUOT:
        throw DatabaseError(.full, "no database can be made at \(path) (\(reason)); make room and try again")
      default: throw DatabaseError(.cannotOpen, "no database can be made at \(path) (\(reason))")
      }
    }
    close(descriptor)
  }

  /// Puts a finished file in the place of another, so that a reader finds the old or the new one, whole.
  static func move(_ source: String, to target: String) throws(DatabaseError) {
    try synchronize(source)
    guard rename(source, target) == 0 else {
      throw DatabaseError(.cannotOpen, "\(target) can't be written (\(String(cString: strerror(errno))))")
    }
    let folder = target.lastIndex(of: "/").map { $0 == target.startIndex ? "/" : String(target[..<$0]) } ?? "."
    // Not every file system lets a folder be synchronized; the file's content is safe already.
    try? synchronize(folder)
  }

  private static func synchronize(_ path: String) throws(DatabaseError) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw DatabaseError(.cannotOpen, "\(path) can't be opened (\(String(cString: strerror(errno))))")
    }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else {
      throw DatabaseError(.full, "\(path) can't be written to the disk (\(String(cString: strerror(errno))))")
    }
  }

  static func remove(_ path: String) { unlink(path) }

  /// The size in bytes, 0 if there is no file.
  static func size(_ path: String) -> Int64 {
    var status = stat()
    return stat(path, &status) == 0 ? Int64(status.st_size) : 0
  }

  static func now() -> Instant {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Instant(millisecondsSince1970: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
  }
}
