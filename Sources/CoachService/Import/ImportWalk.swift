// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Synchronization
import WorkoutFiles

/// A stop that can be asked for from anywhere, such as a signal's handler.
public final class ImportStop: Sendable {
  private let flag = Atomic<Bool>(false)

  /// Not asked for yet.
  public init() {}

  /// Asks for it.
  public func stop() { flag.store(true, ordering: .relaxed) }

  /// Whether it was asked for.
  public var isStopped: Bool { flag.load(ordering: .relaxed) }
}

extension WorkoutLibrary {
  /// The largest single workout file that is read. No device writes workouts of this size.
  public static let largestFile = 512 << 20

  /// Brings in files and folders, folders with all that is in them, in the order of their names.
  ///
  /// A file that can't be read is told of and the rest goes on. What was done before a stop is kept; the same import
  /// run again goes on from there.
  ///
  /// - Parameter standardInput: what `-` stands for.
  /// - Throws: `DatabaseError` if nothing more can be stored.
  public func importPaths(
    _ paths: [String], standardInput: [UInt8]? = nil, stop: ImportStop = ImportStop(),
    onProgress: (@Sendable (ImportReport) -> Void)? = nil
  ) throws -> (report: ImportReport, verdicts: [ImportVerdict]) {
    let stopwatch = ContinuousClock()
    let started = stopwatch.now
    let importer = Importer(into: self, now: self.now, onProgress: onProgress)
    for path in paths where !stop.isStopped {
      if path == "-" {
        try importer.take("standard input", standardInput ?? [])
      } else {
        try walk(path, importer, stop)
      }
    }
    var (report, verdicts) = try importer.finish()
    report.stopped = stop.isStopped
    let (seconds, attoseconds) = (stopwatch.now - started).components
    report.seconds = Double(seconds) + (Double(attoseconds) / 1e18 * 1000).rounded() / 1000
    return (report, verdicts)
  }

  private func walk(_ path: String, _ importer: Importer, _ stop: ImportStop) throws {
    guard !stop.isStopped else { return }
    var isFolder = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      importer.fail(path, code: "missing", "There is no such file.")
      return
    }
    if isFolder {
      guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else {
        importer.fail(path, code: "unreadable", "The folder can't be read: check its permissions.")
        return
      }
      // Hidden files are the system's and the database's own, never a device's.
      for name in names.sorted() where !name.hasPrefix(".") { try walk(path + "/" + name, importer, stop) }
      return
    }
    let size = (try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int) ?? 0
    guard size <= Self.largestFile else {
      importer.fail(path, code: "too-large", "It is larger than 512 MB, which no workout is.")
      return
    }
    guard let data = FileManager.default.contents(atPath: path) else {
      importer.fail(path, code: "unreadable", "It can't be read: check its permissions.")
      return
    }
    try importer.take(path, [UInt8](data))
  }
}

extension Importer {
  /// Takes a file with its bytes.
  func take(_ label: String, _ bytes: [UInt8]) throws {
    try add(ImportItem(label: label, bytes: bytes))
  }
}
