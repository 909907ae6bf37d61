// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthDatabase
import TestSupport
import Testing
import WorkoutFiles
import Workouts

@testable import CoachService

struct `Routes of an Apple Health export` {
  private let folder = TemporaryFolder()
  private let library: WorkoutLibrary

  init() throws { library = try WorkoutLibrary(folder: folder.path + "/data") }

  private static let path = "/workout-routes/r"
  /// Three runs: two with a route, of which the first is in two parts, and one without.
  private static let document = HealthExport.document([["\(path)1a.gpx", "\(path)1b.gpx"], ["\(path)2.gpx"], []])
  private static let routes: [(name: String, bytes: [UInt8])] = [
    ("workout-routes/r1a.gpx", HealthExport.route(day: 1, 0..<200)),
    ("workout-routes/r2.gpx", HealthExport.route(day: 2)),
    ("workout-routes/r1b.gpx", HealthExport.route(day: 1, 300..<600)),
  ]

  private func take(_ files: [(name: String, bytes: [UInt8])], named name: String = "export.zip") throws -> (
    report: ImportReport, verdicts: [ImportVerdict]
  ) {
    let path = folder.path + "/" + name
    try Data(PackedFiles.pack(files.map { ("apple_health_export/" + $0.name, $0.bytes) })).write(
      to: URL(filePath: path))
    return try library.importPaths([path])
  }

  /// Writes an unpacked export and returns its folder.
  private func unpack(_ files: [(name: String, bytes: [UInt8])]) throws -> String {
    let path = folder.path + "/apple_health_export"
    for file in files {
      let url = URL(filePath: path + "/" + file.name)
      try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(file.bytes).write(to: url)
    }
    return path
  }

  /// How many positions each workout that is shown has, the earliest first.
  private func positions() -> [Int] {
    library.workouts().reversed().map { library.recording($0.id)?.series(.latitude)?.count ?? 0 }
  }

  @Test(arguments: [false, true])
  func `join their workouts, whether they lie before or after the document`(isAfter: Bool) throws {
    let document = ("export.xml", Self.document)
    let (report, verdicts) = try take(isAfter ? [document] + Self.routes : Self.routes + [document])
    #expect(report.imported == 3 && report.failed.isEmpty && report.skipped.isEmpty, "\(verdicts)")
    #expect(positions() == [500, 600, 0])
    let second = try #require(library.workouts().reversed().dropFirst().first)
    let recording = try #require(library.recording(second.id))
    #expect(recording.series(.altitude)?.values.first == 100 && recording.series(.altitude)?.values.last == 159)
    #expect(recording.series(.speed)?.values.allSatisfy { $0 == 2.5 } == true)
    #expect(recording.series(.heartRate)?.count == 60)
    for format in ["fit", "tcx"] {
      let bytes = try #require(try library.export(second.id, as: format))
      let again = try #require(try WorkoutFile.decode([UInt8](bytes)).recordings.first)
      #expect(again.series(.latitude)?.values.count { !$0.isNaN } == 600, "\(format)")
      #expect(again.series(.altitude)?.values.last { !$0.isNaN } == 159, "\(format)")
    }
  }

  @Test func `join their workouts from an export inside another archive, before its document`() throws {
    let inner = PackedFiles.pack(
      (Self.routes + [("export.xml", Self.document)]).map { ("apple_health_export/" + $0.name, $0.bytes) })
    let (report, verdicts) = try take([("export.zip", inner), ("note.txt", Array("hello".utf8))])
    #expect(report.imported == 3 && report.failed.isEmpty, "\(verdicts)")
    #expect(report.skipped.map(\.reason) == ["It is no workout file."])
    #expect(positions() == [500, 600, 0])
  }

  @Test func `join their workouts from a folder`() throws {
    let path = try unpack(Self.routes + [("導出.xml", Self.document)])
    let (report, verdicts) = try library.importPaths([path])
    #expect(report.imported == 3 && report.read == 3, "\(verdicts)")
    #expect(positions() == [500, 600, 0])
    let again = try library.importPaths([path]).report
    #expect(again.alreadyThere == 3 && again.read == 3)
  }

  @Test func `of the same export again change nothing, with or without them`() throws {
    _ = try take([("export.xml", Self.document)] + Self.routes)
    let anchor = try library.database.read { try $0.lastAnchor() }
    let again = try take([("export.xml", Self.document)] + Self.routes).report
    #expect(again.alreadyThere == 3 && again.read == 3)
    let document = try take([("export.xml", Self.document)]).report
    #expect(document.alreadyThere == 3 && document.imported == 0 && document.mergedSources == 0)
    #expect(try library.database.read { try $0.lastAnchor() } == anchor)
  }

  @Test func `join workouts that were brought in without them, once`() throws {
    let without = try take([("export.xml", Self.document)]).report
    #expect(without.imported == 3 && without.skipped.count == 1)
    #expect(without.skipped.first?.reason.contains("3 routes that are not there") == true)
    #expect(positions() == [0, 0, 0])
    // A part of the routes, then all, then all again.
    #expect(try take([("export.xml", Self.document), Self.routes[0]]).report.mergedSources == 1)
    #expect(positions() == [200, 0, 0])
    let all = try take([("export.xml", Self.document)] + Self.routes).report
    #expect(all.mergedSources == 2 && all.alreadyThere == 1)
    #expect(positions() == [500, 600, 0])
    #expect(library.workouts().count == 3)
    #expect(try take([("export.xml", Self.document)] + Self.routes).report.alreadyThere == 3)
  }

  @Test(arguments: [false, true])
  func `that can't be read are told of, and the workout is there`(isFolder: Bool) throws {
    var routes = Self.routes
    routes[1].bytes = Array("<gpx><trk>nonsense".utf8)
    let files = [("export.xml", Self.document)] + routes
    let (report, _) = isFolder ? try library.importPaths([try unpack(files)]) : try take(files)
    #expect(report.imported == 3 && report.failed.count == 1)
    #expect(report.failed.first?.path.hasSuffix("workout-routes/r2.gpx") == true)
    #expect(report.failed.first?.message.contains("its workout is here without") == true)
    #expect(positions() == [500, 0, 0])
  }

  @Test func `that break off give what they have, and the workout says so`() throws {
    var routes = Self.routes
    routes[1].bytes.removeLast(routes[1].bytes.count / 2)
    let (report, verdicts) = try take([("export.xml", Self.document)] + routes)
    #expect(report.imported == 3 && report.failed.isEmpty)
    #expect(verdicts.compactMap(\.message).contains { $0.contains("r2.gpx: ") }, "\(verdicts.map(\.message))")
    #expect(positions()[1] > 250)
  }

  @Test func `that no workout refers to are told of`() throws {
    let (report, _) = try take(
      [("export.xml", Self.document), ("workout-routes/x.gpx", HealthExport.route(day: 3))] + Self.routes)
    #expect(report.imported == 3)
    #expect(report.skipped.map(\.path).filter { $0.hasSuffix("workout-routes/x.gpx") }.count == 1)
    let path = try unpack([("workout-routes/y.gpx", HealthExport.route(day: 3))])
    #expect(try library.importPaths([path]).report.skipped.count == 1)
  }

  @Test(arguments: ["/../secret.gpx", "/workout-routes/../../secret.gpx", "../secret.gpx", "/workout-routes/link.gpx"])
  func `outside the folder are never read`(_ routePath: String) throws {
    try Data(HealthExport.route(day: 1)).write(to: URL(filePath: folder.path + "/secret.gpx"))
    let path = try unpack([("export.xml", HealthExport.document([[routePath]])), ("workout-routes/a.txt", [65])])
    try FileManager.default.createSymbolicLink(
      atPath: path + "/workout-routes/link.gpx", withDestinationPath: folder.path + "/secret.gpx")
    let report = try library.importPaths([path + "/export.xml"]).report
    #expect(report.imported == 1)
    #expect(report.failed.map(\.code) == ["unsafe-path"])
    #expect(positions() == [0])
  }

  @Test func `elsewhere in the archive are workouts of their own`() throws {
    let (report, _) = try take([
      ("export.xml", HealthExport.document([[], []])), ("rides/a.gpx", HealthExport.route(day: 5)),
    ])
    #expect(report.imported == 3)
    #expect(positions() == [0, 0, 600])
  }

  /// Nine workouts with three routes each, first all the first routes, then all the second: the worst order.
  @Test(arguments: [10, 1_000, 100_000])
  func `are joined in bounded memory in any order`(pointLimit: Int) throws {
    let names = (1...9).map { day in (1...3).map { "/workout-routes/\(day)-\($0).gpx" } }
    let export = HealthExport.document(names)
    let reader = AppleHealthReader()
    export.withUnsafeBytes { reader.feed($0) }
    var routes = HealthRoutes(pointLimit: pointLimit)
    for workout in reader.finish().workouts { routes.add(workout, of: "export") }
    var ways = 0, complete: [HealthRoutes.Complete] = []
    while !routes.isEmpty, ways < 20 {
      ways += 1
      for part in 1...3 {
        for day in 1...9 {
          let path = "apple_health_export/workout-routes/\(day)-\(part).gpx"
          let bytes = HealthExport.route(day: day, (part - 1) * 200..<part * 200)
          guard routes.isWanted(path) else { continue }
          complete += routes.take(path, try WorkoutFile.decode(bytes), [])
        }
      }
      complete += routes.endOfWay()
    }
    #expect(complete.count == 9)
    for one in complete { #expect(one.workout.recording.series(.latitude)?.count == 600) }
    #expect(routes.absent.isEmpty)
    #expect(pointLimit < 5_000 ? ways > 1 : ways == 1, "\(ways) ways")
  }
}
