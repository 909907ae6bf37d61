// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthDatabase
import Synchronization
import Testing
import WorkoutFiles
import Workouts
import Zones

@testable import CoachService

/// A file with one workout, `days` after the first, without zones of its own unless asked for.
private func file(days: Int = 0, zones: Bool = false, name: String? = nil) throws -> [UInt8] {
  var given = recording { _ in 130 }
  let shift = Int64(days) * 86_400_000
  given.span = TimeSpan(start: given.span.start + shift, end: given.span.end + shift)
  given.activities = [Activity(sport: .running, span: given.span)]
  given.series[0].times = given.series[0].times.map { $0 + shift }
  given.name = name
  if zones {
    given.activities[0].deviceZones = [
      DeviceZoneTotals(
        quantity: .heartRate, durations: [0, 0, 3_600_000, 0, 0],
        limits: DeviceZoneLimits(quantity: .heartRate, bounds: [100, 120, 140, 180], firstBoundStartsZone1: true))
    ]
  }
  return try FITWriter.encode(given)
}

/// A file that chains two workouts.
private func pair() throws -> [UInt8] { try file(days: 1) + file(days: 2) }

struct `The library` {
  private let folder = TemporaryFolder()

  private func open() throws -> WorkoutLibrary { try WorkoutLibrary(folder: folder.path) }

  /// Opens the library when no deletion can be undone any more.
  private func openLater() throws -> WorkoutLibrary {
    try WorkoutLibrary(folder: folder.path) {
      Instant(millisecondsSince1970: Int64(Date().timeIntervalSince1970 * 1000) + 61_000)
    }
  }

  /// Whether the first values of the test's files, or a text, are anywhere in the folder.
  private func holds(_ text: String) -> Bool {
    folder.files().values.contains { $0.range(of: Data(text.utf8)) != nil }
  }

  private func ids(_ library: WorkoutLibrary) -> [String] { library.workouts().map(\.id) }

  @Test func `takes a file once, and has it after the next start`() throws {
    let library = try open()
    #expect(library.workouts().isEmpty)
    let bytes = try file()
    let verdict = library.add(bytes, named: "run.fit")
    #expect(verdict.outcome == .imported && verdict.workouts.count == 1 && verdict.message == nil)
    #expect(library.add(bytes, named: "copy.fit").outcome == .alreadyThere)
    #expect(ids(library) == verdict.workouts.map(\.id))
    let again = try open()
    #expect(again.workouts() == library.workouts())
    #expect(again.add(bytes, named: "run.fit").outcome == .alreadyThere)
  }

  @Test func `shows a source that joins a workout that was looked at`() throws {
    let library = try open()
    let bytes = try file(name: "Run")
    let id = library.add(bytes, named: "run.fit").workouts[0].id
    #expect(library.workout(id)?.sources.count == 1)
    let copy = TCXWriter.encode(try WorkoutFile.decode(bytes).recordings[0])
    #expect(library.add(copy, named: "run.tcx").outcome == .merged)
    #expect(library.workout(id)?.sources.map(\.file) == ["run.fit", "run.tcx"])
    let other = try #require(library.workout(id)?.sources.first { !$0.isShown })
    try library.split(source: other.id)
    #expect(library.workouts().count == 2)
    #expect(library.workouts().allSatisfy { library.workout($0.id)?.sources.count == 1 })
    #expect(library.add(copy, named: "again.tcx").outcome == .alreadyThere, "and stays split")
  }

  @Test func `lists the newest first`() throws {
    let library = try open()
    for days in [3, 1, 2] { #expect(library.add(try file(days: days), named: "a").outcome == .imported) }
    let starts = library.workouts().map(\.start.instant)
    #expect(starts == starts.sorted(by: >) && starts.count == 3)
  }

  @Test func `says what is wrong with what it does not take`() throws {
    let library = try open()
    let cases: [([UInt8], String)] = [
      ([], "empty"), (Array("hello".utf8), "unknown-format"), ([0x1F, 0x8B, 8, 0], "not-an-archive"),
    ]
    for (bytes, code) in cases {
      let verdict = library.add(bytes, named: "a")
      #expect(verdict.outcome == .failed && verdict.code == code, "\(verdict.code ?? "") is not \(code)")
      #expect(verdict.message?.isEmpty == false)
    }
    #expect(try library.workouts().isEmpty && open().workouts().isEmpty)
  }

  @Test func `shows a workout as the command does`() throws {
    let library = try open()
    for given in Given.samples {
      #expect(library.add(try FITWriter.encode(given.recording), named: "\(given.name).fit").outcome == .imported)
    }
    #expect(library.workouts().count == 9)
    for entry in library.workouts() {
      let detail = try #require(library.workout(entry.id))
      #expect(detail.summary.id == entry.id && detail.entry == entry)
      let given = try #require(Given.samples.first { $0.name == entry.title })
      var summary = summary(of: given.recording)
      summary.id = entry.id
      summary.file = "\(given.name).fit"
      #expect(detail.summary.zoneGroups == summary.zoneGroups, "\(given.name)")
      #expect(detail.summary.line == summary.line, "\(given.name)")
      #expect(detail.legRibbons.count == given.recording.activities.count)
      #expect(library.trace(entry.id, quantity: "heartRate", width: 300, from: nil, to: nil)?.main != nil)
    }
    #expect(library.workout("nothing") == nil)
    #expect(library.trace("nothing", quantity: "heartRate", width: 300, from: nil, to: nil) == nil)
  }

  // MARK: Deleting

  @Test func `deletes for good by a start a minute later`() throws {
    var library: WorkoutLibrary? = try open()
    let bytes = try file(name: "A name to look for"), other = try file(days: 1, name: "Another name")
    let id = try #require(library?.add(bytes, named: "run-to-look-for.fit").workouts.first?.id)
    #expect(library?.add(other, named: "other.fit").outcome == .imported)
    #expect(library?.delete(id)?.id == id)
    #expect(library?.delete(id) == nil)
    #expect(library?.workouts().count == 1 && library?.workout(id) == nil)
    library = nil
    #expect(try open().workouts().count == 1, "hidden at once")
    let again = try openLater()
    #expect(again.workouts().count == 1)
    #expect(!again.restore(id))
    // No trace of it: neither its names nor its values.
    #expect(!holds("A name to look for") && !holds("run-to-look-for") && holds("Another name"))
  }

  @Test func `deletes for good at once where that is asked for`() throws {
    let library = try open()
    let bytes = try file(name: "A name to look for")
    let id = try #require(library.add(bytes, named: "run.fit").workouts.first?.id)
    #expect(library.delete(id) != nil)
    library.forget(id)
    #expect(!library.restore(id))
    #expect(!holds("A name to look for"))
  }

  @Test func `brings back what was deleted`() throws {
    let library = try open()
    let bytes = try file()
    let id = try #require(library.add(bytes, named: "run.fit").workouts.first?.id)
    let before = library.workouts()
    #expect(library.delete(id) != nil)
    #expect(library.restore(id))
    #expect(!library.restore(id), "it is there already")
    #expect(library.workouts() == before)
    #expect(try open().workouts() == before)
    #expect(!library.restore("nothing"))
  }

  @Test func `brings nothing back that was brought in again`() throws {
    let library = try open()
    let bytes = try file()
    let id = try #require(library.add(bytes, named: "run.fit").workouts.first?.id)
    #expect(library.delete(id) != nil)
    #expect(library.add(bytes, named: "run.fit").code == "deleted", "not unasked")
    #expect(library.workouts().isEmpty)
    #expect(library.add(bytes, named: "run.fit", again: true).outcome == .imported)
    #expect(!library.restore(id))
    library.forget(id)
    #expect(ids(library) == [id])
    #expect(ids(try open()) == [id])
  }

  @Test func `deletes for good what was brought in again and deleted again`() throws {
    let bytes = try file(name: "A name to look for")
    do {
      let library = try open()
      for _ in 1...3 {
        let id = try #require(library.add(bytes, named: "run.fit", again: true).workouts.first?.id)
        #expect(library.delete(id) != nil)
      }
    }
    let again = try openLater()
    #expect(again.workouts().isEmpty)
    #expect(!holds("A name to look for"))
  }

  // MARK: Several workouts in one file

  @Test func `has all workouts of a file, each by itself`() throws {
    let library = try open()
    let verdict = library.add(try pair(), named: "two.fit")
    #expect(verdict.workouts.count == 2)
    let first = try #require(verdict.workouts.first?.id), second = try #require(verdict.workouts.last?.id)
    #expect(library.workout(first)?.summary.start != library.workout(second)?.summary.start)
    #expect(library.delete(first) != nil)
    #expect(ids(library) == [second])
    #expect(ids(try open()) == [second], "and stays away")
  }

  @Test func `brings back one of two`() throws {
    let library = try open()
    let verdict = library.add(try pair(), named: "two.fit")
    let first = verdict.workouts[0].id, second = verdict.workouts[1].id
    #expect(library.delete(first) != nil && library.delete(second) != nil)
    #expect(library.workouts().isEmpty)
    #expect(library.restore(first))
    #expect(ids(library) == [first])
    #expect(ids(try open()) == [first], "the other one stays away after the next start too")
  }

  @Test func `forgets the file with the last of its workouts`() throws {
    let bytes = try pair()
    do {
      let library = try open()
      for entry in library.add(bytes, named: "two-to-look-for.fit").workouts {
        #expect(library.delete(entry.id) != nil)
      }
    }
    _ = try openLater()
    #expect(!holds("two-to-look-for"))
  }

  @Test func `shows all of a file that is brought in again after all were deleted`() throws {
    let bytes = try pair()
    do {
      let library = try open()
      for entry in library.add(bytes, named: "two.fit").workouts { #expect(library.delete(entry.id) != nil) }
    }
    let library = try openLater()
    #expect(library.add(bytes, named: "two.fit").workouts.isEmpty)
    #expect(library.add(bytes, named: "two.fit", again: true).workouts.count == 2)
    #expect(library.workouts().count == 2)
    #expect(try open().workouts().count == 2, "not only until the next start")
  }

  @Test func `shows all of a file that is brought in again after one was deleted`() throws {
    let library = try open()
    let bytes = try pair()
    let first = library.add(bytes, named: "two.fit").workouts[0].id
    #expect(library.delete(first) != nil)
    let partly = library.add(bytes, named: "two.fit")
    #expect(partly.outcome == .alreadyThere && partly.code == "deleted" && library.workouts().count == 1)
    #expect(library.add(bytes, named: "two.fit", again: true).outcome == .imported)
    #expect(library.workouts().count == 2)
    #expect(try open().workouts().count == 2)
  }

  // MARK: Samples

  @Test func `loads samples and takes them away again, and nothing else`() throws {
    let library = try open()
    let own = library.add(try file(), named: "run.fit").workouts[0].id
    #expect(library.addSamples() == 9)
    #expect(library.workouts().filter(\.isSample).count == 9)
    #expect(library.addSamples() == 9)
    #expect(library.workouts().count == 10, "the same samples again change nothing")
    #expect(library.workouts().allSatisfy { $0.ribbon != nil || $0.id == own })
    #expect(library.removeSamples() == 9)
    #expect(library.removeSamples() == 0)
    #expect(try ids(library) == [own] && ids(open()) == [own])
  }

  @Test func `keeps samples as samples over a restart`() throws {
    #expect(try open().addSamples() == 9)
    let again = try open()
    #expect(again.workouts().filter(\.isSample).count == 9)
    #expect(again.removeSamples() == 9)
  }

  // MARK: The athlete

  @Test func `shows workouts without zones under what is stated, and leaves device zones alone`() throws {
    let library = try open()
    let bare = library.add(try file(), named: "bare.fit").workouts[0].id
    let zoned = library.add(try file(days: 1, zones: true), named: "zoned.fit").workouts[0].id
    func top(_ library: WorkoutLibrary, _ id: String) -> Double? {
      library.workout(id)?.summary.zoneGroups.first?.zones.first?.maximum
    }
    #expect(top(library, bare) == nil && top(library, zoned) == 100)
    #expect(library.workouts().first { $0.id == bare }?.ribbon == nil)
    var settings = AthleteSettings()
    settings.maximumHeartRate = 190
    settings.restingHeartRate = 50
    try library.setAthlete(settings)
    #expect(top(library, bare) == 134 && top(library, zoned) == 100)
    #expect(library.workouts().first { $0.id == bare }?.ribbon != nil, "the list follows")
    settings.maximumHeartRate = 200
    try library.setAthlete(settings)
    #expect(top(library, bare) == 140)
    let again = try open()
    #expect(again.athlete == settings && top(again, bare) == 140)
    try library.setAthlete(AthleteSettings())
    #expect(top(library, bare) == nil)
  }

  @Test(arguments: [
    (\AthleteSettings.age, 3.0), (\.age, 120), (\.age, .nan), (\.maximumHeartRate, 60), (\.maximumHeartRate, 300),
    (\.restingHeartRate, 10), (\.thresholdHeartRate, .infinity), (\.functionalThresholdPower, -200),
    (\.functionalThresholdPower, 5000),
  ])
  func `refuses values that can't be right`(value: (any WritableKeyPath<AthleteSettings, Double?> & Sendable, Double))
    throws
  {
    let library = try open()
    var good = AthleteSettings()
    good.age = 40
    try library.setAthlete(good)
    var bad = good
    bad[keyPath: value.0] = value.1
    #expect(throws: ZoneError.self) { try library.setAthlete(bad) }
    #expect(library.athlete == good)
    #expect(try open().athlete == good)
  }

  @Test func `refuses a maximum that lies at rest`() throws {
    var settings = AthleteSettings()
    settings.maximumHeartRate = 110
    settings.restingHeartRate = 90
    let library = try open()
    #expect(throws: ZoneError.self) { try library.setAthlete(settings) }
  }

  // MARK: Trouble on disk

  @Test func `says that its database is damaged, and touches nothing`() throws {
    #expect(try open().add(try file(), named: "run.fit").outcome == .imported)
    let path = WorkoutLibrary.databasePath(in: folder.path)
    var bytes = try Data(contentsOf: URL(filePath: path))
    for index in 0..<64 { bytes[index] = 0x5A }
    try bytes.write(to: URL(filePath: path))
    let error = #expect(throws: DatabaseError.self) { try open() }
    #expect(error?.description.isEmpty == false)
    #expect(try Data(contentsOf: URL(filePath: path)) == bytes)
  }

  @Test func `says what to do where the folder can't be made`() throws {
    try Data("a file".utf8).write(to: URL(filePath: folder.path))
    let error = #expect(throws: LibraryError.self) { try open() }
    #expect(error?.description.contains("--data") == true)
  }

  @Test func `can be read by its owner only`() throws {
    let library = try open()
    #expect(library.add(try file(), named: "run.fit").outcome == .imported)
    var settings = AthleteSettings()
    settings.age = 40
    try library.setAthlete(settings)
    func permissions(_ path: String) throws -> Int? {
      (try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? NSNumber)?.intValue
    }
    #expect(try permissions(folder.path) == 0o700)
    for name in folder.files().keys { #expect(try permissions(folder.path + "/" + name) == 0o600, "\(name)") }
    #expect(folder.files().keys.contains("health.sqlite"))
  }

  @Test(arguments: [
    "../../x", "/etc/x", "a\u{0}b", "a\nb\u{1B}[31m", "", String(repeating: "ä", count: 3000), "..", "a/b",
  ])
  func `never makes a path of a file's name`(name: String) throws {
    let library = try open()
    let verdict = library.add(try file(name: name.isEmpty ? nil : "x"), named: name)
    #expect(verdict.outcome == .imported && verdict.file == name)
    #expect(folder.files().keys.allSatisfy { $0.hasPrefix("health.sqlite") })
    let again = try open()
    let detail = try #require(again.workout(verdict.workouts[0].id))
    #expect(detail.summary.file == name.split(separator: "/").last.map(String.init) ?? name)
    #expect(verdict.workouts[0].id.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") })
  }

  @Test(arguments: ["../../etc/passwd", "", "..", "originals", "0000000000000000"])
  func `never makes a path of a workout's name`(id: String) throws {
    let library = try open()
    #expect(library.add(try file(), named: "run.fit").outcome == .imported)
    let before = library.workouts()
    #expect(library.workout(id) == nil && library.delete(id) == nil && !library.restore(id))
    library.forget(id)
    #expect(library.workouts() == before)
    #expect(folder.files().keys.allSatisfy { $0.hasPrefix("health.sqlite") })
  }

  // MARK: Many at once

  @Test func `bears additions, looks and deletions from many threads`() throws {
    let library = try open()
    let files = try (0..<12).map { try file(days: $0) }
    let outcomes = Mutex([ImportVerdict.Outcome]())
    DispatchQueue.concurrentPerform(iterations: 48) { index in
      let verdict = library.add(files[index % 12], named: "\(index).fit")
      outcomes.withLock { $0.append(verdict.outcome) }
      _ = library.workouts()
      _ = library.workout(verdict.workouts.first?.id ?? "")
    }
    #expect(library.workouts().count == 12)
    #expect(outcomes.withLock { $0.filter { $0 == .failed || $0 == .skipped }.count } == 0)
    let all = ids(library)
    DispatchQueue.concurrentPerform(iterations: 12) { index in
      _ = library.delete(all[index])
      if index % 2 == 0 { _ = library.restore(all[index]) }
    }
    #expect(library.workouts().count == 6)
    #expect(Set(ids(try open())) == Set(ids(library)))
  }
}
