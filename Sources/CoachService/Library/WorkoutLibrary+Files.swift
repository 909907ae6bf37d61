// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

public import FoundationEssentials

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif
import HealthDatabase
import WorkoutFiles
import Workouts

/// A workout that was named is not there.
public struct LibraryMissing: Error, CustomStringConvertible, Sendable {
  /// Which, and what to do.
  public var description: String

  /// A name that no workout has.
  public init(_ name: String) { description = "there is no workout “\(name)”; `zonecoach workouts` lists them" }
}

extension WorkoutLibrary {
  /// The whole name of a workout that is given by its first letters.
  ///
  /// - Throws: `LibraryMissing` if none begins so, `LibraryError` if several do.
  public func fullName(_ beginning: String) throws -> String {
    let wanted = beginning.lowercased()
    let found = workouts().map(\.id).filter { $0.hasPrefix(wanted) }
    guard let first = found.first, !wanted.isEmpty else { throw LibraryMissing(beginning) }
    guard found.count == 1 || found.contains(wanted) else {
      throw LibraryError("“\(beginning)” begins the names of \(found.count) workouts; give more of it")
    }
    return found.contains(wanted) ? wanted : first
  }

  /// A workout as a file: `fit`, `tcx`, `csv` or `json`; `nil` if there is no such workout or format.
  public func export(_ id: String, as format: String) throws -> Data? {
    guard let detail = workout(id), var recording = recording(id) else { return nil }
    recording.name = detail.summary.name
    switch format {
    case "fit": return Data(try FITWriter.encode(recording))
    case "tcx": return Data(TCXWriter.encode(recording))
    case "csv": return Data(CSVWriter.encode(recording))
    case "json": return try JSONDocument.encode(detail.summary, pretty: true) + Data("\n".utf8)
    default: return nil
    }
  }

  /// Puts a backup in the place of a data folder's database, after checking it, and keeps what was there beside it.
  ///
  /// - Returns: how many workouts it holds.
  /// - Throws: `DatabaseError` or `LibraryError` for a file that is no whole backup; the library is then untouched.
  public static func restore(from backup: String, into folder: String, athlete: String = "me") throws -> Int {
    guard FileManager.default.fileExists(atPath: backup) else {
      throw LibraryError("there is no file \(backup)")
    }
    // Opened as a library of its own: what is damaged, too new or something else is refused here.
    let path = databasePath(in: folder)
    let unfinished = folder + "/.restoring"
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    try? FileManager.default.removeItem(atPath: unfinished)
    try FileManager.default.createDirectory(
      atPath: unfinished, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    defer { try? FileManager.default.removeItem(atPath: unfinished) }
    let copy = databasePath(in: unfinished)
    try FileManager.default.copyItem(atPath: backup, toPath: copy)
    let library = try WorkoutLibrary(folder: unfinished, athlete: athlete)
    let problems = try library.database.integrityCheck(thoroughly: true)
    guard problems.isEmpty else {
      throw LibraryError("\(backup) is no whole backup: \(problems[0])")
    }
    let count = library.workouts().count
    library.database.close()
    if FileManager.default.fileExists(atPath: path) {
      let before = path + ".before-restore"
      let current = try HealthDatabase(path: path)
      try current.backup(to: before)
      current.close()
      // The last to close a database takes its log along; where that stays, someone else has it open.
      guard !FileManager.default.fileExists(atPath: path + "-shm") else {
        throw LibraryError("another program has the library open; stop `zonecoach serve` first, then restore again")
      }
    }
    for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
    _ = try FileManager.default.replaceItem(at: path, with: copy)
    return count
  }
}

extension FileManager {
  /// Moves a file over another in one step.
  fileprivate func replaceItem(at path: String, with other: String) throws -> Bool {
    guard rename(other, path) == 0 else {
      throw LibraryError("\(path) can't be replaced; check the permissions of the data folder")
    }
    return true
  }
}
