// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Synchronization
import WorkoutFiles
import Workouts

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

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
  /// - Parameters:
  ///   - standardInput: what `-` stands for.
  ///   - again: whether what was deleted comes back; otherwise it is skipped.
  ///   - zones: where the offsets of named time zones are looked up.
  /// - Throws: `DatabaseError` if nothing more can be stored.
  public func importPaths(
    _ paths: [String], standardInput: [UInt8]? = nil, again: Bool = false, zones: TimeZoneDatabase = .system,
    stop: ImportStop = ImportStop(),
    onProgress: (@Sendable (ImportReport) -> Void)? = nil
  ) throws -> (report: ImportReport, verdicts: [ImportVerdict]) {
    let stopwatch = ContinuousClock()
    let started = stopwatch.now
    let importer = Importer(into: self, now: self.now, again: again, zones: zones, onProgress: onProgress)
    for path in paths where !stop.isStopped {
      if path == "-" {
        try importer.take("standard input", standardInput ?? [], stop: stop)
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

  /// Brings in one file, an archive with all that is in it, under a name that is not its name on the disk.
  /// What can't be stored is told of as a failure.
  public func importFile(
    _ path: String, named name: String, again: Bool = false, stop: ImportStop = ImportStop(),
    onProgress: (@Sendable (ImportReport) -> Void)? = nil
  ) -> (report: ImportReport, verdicts: [ImportVerdict]) {
    let importer = Importer(into: self, now: self.now, again: again, onProgress: onProgress)
    do {
      try take(path, named: name, importer, stop)
      var (report, verdicts) = try importer.finish()
      report.stopped = stop.isStopped
      return (report, verdicts)
    } catch {
      let message = "The file could not be stored: \(error)"
      return (
        importer.report,
        [ImportVerdict(file: name, outcome: .failed, workouts: [], message: message, code: "storage")]
      )
    }
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
      // Routes come last: the document, whose name is in any language, tells whose they are.
      let sorted = names.sorted { ($0 == HealthFolder.routes ? 1 : 0, $0) < ($1 == HealthFolder.routes ? 1 : 0, $1) }
      for name in sorted where !name.hasPrefix(".") { try walk(path + "/" + name, importer, stop) }
      return
    }
    // An unpacked Apple Health export has its routes and a clinical copy beside its document.
    if path.split(separator: "/").dropLast().last.map(String.init) == HealthFolder.routes {
      importer.skipUnlessJoined(path)
      return
    }
    if path.hasSuffix("_cda.xml") {
      importer.skip(path, "It is the clinical copy of an Apple Health export.")
      return
    }
    try take(path, named: path, importer, stop)
  }

  /// The first bytes of a file, held once: through `Data` they would be held twice.
  private static func bytes(ofFile path: String, _ size: Int) -> [UInt8]? {
    guard let handle = fopen(path, "rb") else { return nil }
    defer { fclose(handle) }
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      count = fread(buffer.baseAddress, 1, size, handle)
    }
    return ferror(handle) == 0 ? bytes : nil
  }

  private func take(_ path: String, named name: String, _ importer: Importer, _ stop: ImportStop) throws {
    switch FileBeginning(ofFile: path) {
    case .unreadable: importer.fail(name, code: "unreadable", "It can't be read: check its permissions.")
    case .archive:
      try importer.takeArchive(name, stop, hash: { ContentHash.of(file: path) }) { () throws(FileError) in
        try WorkoutArchive.open(path: path)
      }
    case .healthDocument: try importer.takeHealthDocument(path, named: name, stop)
    case .other:
      let size = (try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int) ?? 0
      guard size <= Self.largestFile else {
        importer.fail(name, code: "too-large", "It is larger than 512 MB, which no workout is.")
        return
      }
      guard let bytes = Self.bytes(ofFile: path, size) else {
        importer.fail(name, code: "unreadable", "It can't be read: check its permissions.")
        return
      }
      try importer.add(ImportItem(label: name, bytes: bytes))
    }
  }
}

/// What a file is, by its first bytes, as far as the way of reading it depends on that.
private enum FileBeginning {
  /// It can't be opened.
  case unreadable
  /// A zip or a gzip file: read member by member.
  case archive
  /// The document of an Apple Health export, which can be larger than memory: read in pieces.
  case healthDocument
  /// Anything else: read whole.
  case other

  init(ofFile path: String) {
    guard let handle = fopen(path, "rb") else {
      self = .unreadable
      return
    }
    defer { fclose(handle) }
    var head = [UInt8](repeating: 0, count: 1024)
    let count = fread(&head, 1, head.count, handle)
    self = FileBeginning(head.prefix(count))
  }

  init(_ bytes: some Collection<UInt8>) {
    let head = Array(bytes.prefix(1024))
    let text = String(decoding: head, as: UTF8.self)
    let isHealth = text.contains("<!DOCTYPE HealthData") || text.contains("<HealthData")
    self = head.withUnsafeBytes(WorkoutArchive.isArchive) ? .archive : isHealth ? .healthDocument : .other
  }
}

extension Importer {
  /// Takes a file with its bytes, an archive with all that is in it.
  func take(_ label: String, _ bytes: [UInt8], stop: ImportStop = ImportStop()) throws {
    switch FileBeginning(bytes) {
    case .archive: break
    case .healthDocument:
      let reader = AppleHealthReader(zones: zones)
      bytes.withUnsafeBytes { reader.feed($0) }
      try takeHealth(label, reader.finish(), from: nil)
      return
    case .unreadable, .other:
      try add(ImportItem(label: label, bytes: bytes))
      return
    }
    try takeArchive(label, stop, hash: { ContentHash.of(bytes) }) { () throws(FileError) in
      try WorkoutArchive.open(bytes: bytes, name: label)
    }
  }

  /// Takes everything in an archive. What can't be read in it is told of, and the rest goes on.
  func takeArchive(
    _ label: String, _ stop: ImportStop, hash: () -> [UInt8]?, _ open: () throws(FileError) -> WorkoutArchive
  ) throws {
    var routes = HealthRoutes()
    defer { origin = (nil, nil) }
    do {
      let archive = try open()
      // A compressed file is that file, not an archive it comes from.
      if archive.kind != .single {
        origin = (hash(), label.split(separator: "/").last.map(String.init) ?? label)
      }
      let problems = try archive.forEachItem { item in
        if stop.isStopped { throw Stopped() }
        try take(item, of: archive, in: label, &routes)
      }
      for problem in problems { fail(label, code: problem.code.rawValue, problem.message) }
      try takeLateRoutes(&routes, of: archive, in: label, stop)
    } catch is Stopped {
      return
    } catch let error as FileError {
      fail(label, code: error.code.rawValue, error.message)
      // What was read before stays, without the rest of its routes.
      try takeAsTheyAre(&routes)
    }
    tellOfRoutes(routes, in: label)
  }

  struct Stopped: Error {}

  private func take(
    _ item: ArchiveItem, of archive: WorkoutArchive, in label: String, _ routes: inout HealthRoutes
  ) throws {
    // A compressed file is that file; what lies in an archive is named after it.
    let path = archive.kind == .single ? label : "\(label) › \(item.path)"
    switch item.content {
    case .workout(let bytes):
      var hints = ImportItem.Hints()
      hints.name = item.hints.name
      hints.sport = item.hints.sport
      hints.externalID = item.hints.externalID.map { "\(item.hints.origin.rawValue):\($0)" }
      try add(ImportItem(label: path, bytes: bytes, hints: hints))
    case .route(let bytes): try take(route: item.path, bytes, item.damage, in: label, &routes)
    case .appleHealth(let stream):
      let reader = AppleHealthReader(zones: zones)
      while try stream.nextBlock({ reader.feed($0) }) {}
      let export = reader.finish()
      for workout in export.workouts {
        if workout.routePaths.isEmpty { try add(workout, of: path) } else { routes.add(workout, of: path) }
      }
      tellOf(export, path)
    case .skipped(.systemTrace), .skipped(.copy): break
    case .skipped(let reason): skip(path, Self.sentence(reason))
    }
  }

  private static func sentence(_ reason: ArchiveItem.SkipReason) -> String {
    switch reason {
    case .notWorkout: "It is no workout file."
    case .copy: "It is a second copy of what is read elsewhere."
    case .systemTrace: "It belongs to the system that packed the archive."
    case .empty: "It is empty."
    case .encrypted: "It is locked with a password; unpack it first."
    case .tooLarge: "It is larger than a workout file can be."
    case .nestedTooDeep: "It lies in too many archives; unpack it first."
    case .damaged: "Nothing of it could be unpacked."
    }
  }
}
