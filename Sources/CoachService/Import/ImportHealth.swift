// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
public import WorkoutFiles
import Workouts

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The folder of an unpacked Apple Health export, in which its routes are looked for.
struct HealthFolder {
  /// The name of the folder with the routes, which is the same in all languages.
  static let routes = "workout-routes"

  /// The folder without links, with a slash.
  private let path: String

  /// The folder in which a document is; `nil` if it can't be found.
  init?(ofDocument path: String) {
    guard let document = Self.resolved(path) else { return nil }
    self.path = String(document[...(document.lastIndex(of: "/") ?? document.startIndex)])
  }

  enum Route {
    /// A file inside the folder, named without links.
    case file(String)
    case missing
    /// A path that leads out of the folder, by itself or by a link.
    case outside
  }

  /// Where a path of the document leads.
  func route(_ routePath: String) -> Route {
    let parts = routePath.split(separator: "/")
    guard !parts.isEmpty, !parts.contains(".."), !routePath.utf8.contains(0) else { return .outside }
    guard let file = Self.resolved(path + parts.joined(separator: "/")) else { return .missing }
    return file.hasPrefix(path) ? .file(file) : .outside
  }

  /// A path without links; `nil` if there is nothing there.
  static func resolved(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }
}

extension AppleHealthReader {
  /// A reader that looks up time zones by name.
  public convenience init(zones: TimeZoneDatabase) {
    self.init(utcOffset: { zone, moment in zones.offset(of: zone, at: moment) })
  }
}

extension Importer {
  /// Reads the document of an Apple Health export piece by piece, then the routes beside it.
  ///
  /// - Parameter name: what it is called. Under another name than its own it was sent by itself, so nothing lies beside it.
  func takeHealthDocument(_ path: String, named name: String, _ stop: ImportStop) throws {
    guard let handle = fopen(path, "rb") else {
      fail(name, code: "unreadable", "It can't be read: check its permissions.")
      return
    }
    defer { fclose(handle) }
    let reader = AppleHealthReader(zones: zones)
    let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 16)
    defer { piece.deallocate() }
    while !stop.isStopped {
      let count = fread(piece.baseAddress, 1, piece.count, handle)
      if count == 0 { break }
      reader.feed(UnsafeRawBufferPointer(rebasing: piece[..<count]))
    }
    // A document half read would lack the workouts, which stand at its end.
    guard !stop.isStopped else { return }
    try takeHealth(name, reader.finish(), from: name == path ? HealthFolder(ofDocument: path) : nil, stop)
  }

  /// Takes the workouts of an Apple Health export, each with the routes that lie in the folder.
  func takeHealth(
    _ label: String, _ export: AppleHealthExport, from folder: HealthFolder?, _ stop: ImportStop = ImportStop()
  ) throws {
    var absent: [(export: String, path: String)] = []
    for var workout in export.workouts where !stop.isStopped {
      var problems: [FileProblem] = []
      for routePath in workout.routePaths {
        let name = "\(label) › \(routePath)"
        switch folder?.route(routePath) ?? .missing {
        case .missing: absent.append((label, routePath))
        case .outside:
          fail(name, code: "unsafe-path", "This route's path leads out of the folder of the export, so it is not read.")
        case .file(let path):
          // Two workouts may refer to one file, of which one word is enough.
          let isFirst = joinedRoutes.insert(path).inserted
          guard let data = FileManager.default.contents(atPath: path) else {
            if isFirst { fail(name, code: "unreadable", "It can't be read: check its permissions.") }
            continue
          }
          let (route, found) = decode(route: isFirst ? name : nil, named: routePath, [UInt8](data), nil)
          for recording in route?.recordings ?? [] { workout.addRoute(recording) }
          problems += found
        }
      }
      try add(workout, of: label, problems)
    }
    tellOf(export, label)
    tellOf(absent: absent)
  }

  /// Takes note of a route in a folder, unless it was joined to a workout.
  func skipUnlessJoined(_ path: String) {
    if let resolved = HealthFolder.resolved(path), joinedRoutes.contains(resolved) { return }
    skip(path, Self.noWorkoutOfRoute)
  }

  private static let noWorkoutOfRoute =
    "It is a route of an Apple Health export, and no workout of an export beside it refers to it."

  // MARK: Routes in archives

  /// Takes a route where it stands in the archive.
  func take(
    route path: String, _ bytes: [UInt8], _ damage: FileProblem?, in label: String, _ routes: inout HealthRoutes
  ) throws {
    guard routes.isWanted(path) else { return routes.leave(path) }
    let (route, problems) = decode(route: "\(label) › \(path)", named: path, bytes, damage)
    for complete in routes.take(path, route, problems) { try add(complete) }
  }

  /// Takes routes that came before the document which tells whose they are, or when memory was full.
  func takeLateRoutes(
    _ routes: inout HealthRoutes, of archive: WorkoutArchive, in label: String, _ stop: ImportStop
  ) throws {
    if routes.unclaimed.isEmpty {
      for complete in routes.endOfWay() { try add(complete) }
    } else {
      routes.beginAnew()
    }
    while !routes.isEmpty {
      try archive.forEachRoute { path, bytes in
        if stop.isStopped { throw Stopped() }
        guard routes.isWanted(path) else { return }
        // What is wrong with it was told the first time, or is noted with the workout.
        let isFirst = routes.unclaimed.contains(path)
        let (route, problems) = decode(route: isFirst ? "\(label) › \(path)" : nil, named: path, bytes, nil)
        for complete in routes.take(path, route, problems) { try add(complete) }
      }
      for complete in routes.endOfWay() { try add(complete) }
    }
  }

  /// Takes all that wait with what they have.
  func takeAsTheyAre(_ routes: inout HealthRoutes) throws {
    while !routes.isEmpty {
      for complete in routes.endOfWay() { try add(complete) }
    }
  }

  /// Tells of routes without a workout, and of workouts without their routes.
  func tellOfRoutes(_ routes: HealthRoutes, in label: String) {
    for path in routes.unclaimed.sorted() { skip("\(label) › \(path)", Self.noWorkoutOfRoute) }
    tellOf(absent: routes.absent)
  }

  // MARK: Parts

  /// Reads a route. One of which nothing can be read is told of under `label`; what else was wrong goes with the workout.
  private func decode(
    route label: String?, named path: String, _ bytes: [UInt8], _ damage: FileProblem?
  ) -> (route: DecodedFile?, problems: [FileProblem]) {
    var code = "no-recording", message = "No point of this route could be read; its workout is here without it."
    do throws(FileError) {
      let route = try WorkoutFile.decode(bytes)
      if !route.recordings.isEmpty {
        let problems = (damage.map { [$0] } ?? []) + route.problems
        return (route, problems.map { FileProblem($0.code, "\(path): \($0.message)", offset: $0.offset) })
      }
    } catch {
      code = error.code.rawValue
      message = "\(error.message); its workout is here without this route."
    }
    if let label { fail(label, code: code, message) }
    return (nil, [])
  }

  private func add(_ complete: HealthRoutes.Complete) throws {
    try add(complete.workout, of: complete.export, complete.problems)
  }

  /// Takes a workout of an Apple Health export by itself: what a later export has again is known again.
  ///
  /// It is known by what the document says of it, whether its routes were there or not. A workout that was brought in
  /// without its route, or with a part of it, gets a second source when the route is there; see `WorkoutLibrary.store`.
  func add(_ workout: AppleHealthWorkout, of label: String, _ problems: [FileProblem] = []) throws {
    let start = ZonedTime(workout.recording.span.start, offsetSeconds: workout.recording.utcOffsetSeconds)
    var hints = ImportItem.Hints()
    hints.externalID = (workout.syncIdentifier ?? workout.identifiers.first).map { "apple-health:\($0)" }
    let mark = [
      "apple-health", workout.activityType, workout.sourceName, start.instant.millisecondsSince1970.description,
      workout.recording.span.end.millisecondsSince1970.description, workout.syncVersion?.description ?? "",
    ]
    try add(
      ImportItem(
        label: "\(label) › \(start.iso8601)", bytes: Array(mark.joined(separator: "|").utf8), hints: hints,
        recording: workout.recording, problems: problems))
  }

  /// Tells what was wrong with an export.
  func tellOf(_ export: AppleHealthExport, _ label: String) {
    for problem in export.problems { fail(label, code: problem.code.rawValue, problem.message) }
    if export.workouts.isEmpty { skip(label, "The export holds no workout.") }
  }

  /// Tells once for each export how many of its routes are not there: someone who brings in the document alone has none.
  private func tellOf(absent: [(export: String, path: String)]) {
    var paths: [String: Set<String>] = [:]
    for (export, path) in absent { paths[export, default: []].insert(path) }
    for (export, paths) in paths.sorted(by: { $0.key < $1.key }) {
      let first = paths.min() ?? ""
      let what =
        paths.count == 1
        ? "a route that is not there (\(first)); its workout is here without it."
        : "\(paths.count) routes that are not there, such as \(first); their workouts are here without them."
      skip(export, "It refers to " + what)
    }
  }
}
