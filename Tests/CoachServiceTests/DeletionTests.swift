// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthDatabase
import Testing
import WorkoutFiles
import Workouts
import Zones

@testable import CoachService

/// A run `days` after the first of all, with heart rates of its own.
private func run(days: Int, name: String? = nil, seed: Int = 0) -> Recording {
  var given = recording { Double(110 + ($0 / 60 + seed * 7) % 50) }
  let shift = Int64(days) * 86_400_000
  given.span = TimeSpan(start: given.span.start + shift, end: given.span.end + shift)
  given.activities = [Activity(sport: .running, span: given.span)]
  given.series[0].times = given.series[0].times.map { $0 + shift }
  given.name = name
  return given
}

private func fit(days: Int, name: String? = nil) throws -> [UInt8] {
  try FITWriter.encode(run(days: days, name: name, seed: days))
}

/// A zip archive whose members are not compressed.
private func stored(_ members: [(name: String, bytes: [UInt8])]) -> [UInt8] {
  func little(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
  }
  var result: [UInt8] = [], directory: [UInt8] = []
  for (name, bytes) in members {
    var sum: UInt32 = .max
    for byte in bytes {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
    }
    let head =
      little(20, 2) + little(0, 8) + little(Int(~sum), 4) + little(bytes.count, 4) + little(bytes.count, 4)
      + little(name.utf8.count, 2) + little(0, 2)
    directory += little(0x0201_4B50, 4) + little(20, 2) + head + little(0, 10) + little(result.count, 4)
    directory += Array(name.utf8)
    result += little(0x0403_4B50, 4) + head + Array(name.utf8) + bytes
  }
  let place = result.count
  result += directory + little(0x0605_4B50, 4) + little(0, 4) + little(members.count, 2) + little(members.count, 2)
  return result + little(directory.count, 4) + little(place, 4) + little(0, 2)
}

/// Deletion by every scope, its receipt, and what keeps a deleted file away.
struct `A deletion` {
  private let folder = TemporaryFolder()

  private func open() throws -> WorkoutLibrary { try WorkoutLibrary(folder: folder.path) }

  private func holds(_ text: String) -> Bool {
    folder.files().values.contains { $0.range(of: Data(text.utf8)) != nil }
  }

  @Test func `everything takes along the copy from before the last restore`() throws {
    let copy = folder.path + "/health.sqlite.before-restore"
    let library = try open()
    #expect(library.add(try fit(days: 1, name: "Marker-Name"), named: "a.fit").outcome == .imported)
    try library.database.backup(to: copy)
    let entry = try #require(library.workouts().first)
    #expect(try library.erase(.workouts([entry.id])).backups.contains("stays in the data folder"))
    #expect(FileManager.default.fileExists(atPath: copy))
    let receipt = try library.erase(.everything)
    #expect(!FileManager.default.fileExists(atPath: copy) && !holds("Marker-Name"))
    #expect(!receipt.backups.contains("stays in the data folder"))
  }

  // MARK: scopes

  @Test(arguments: ["workouts", "format", "device", "file", "days", "everything"])
  func `of any scope takes what was previewed, and its bytes`(kind: String) throws {
    let library = try open()
    // Known long before, so that both are stored with zones.
    let long = try #require(Day(iso8601: "2000-01-01"))
    try library.enter([DatedAnchor(.age, Anchor(20), from: long, entered: library.time)])
    var doomed = run(days: 1, name: "Marker-Name", seed: 1)
    doomed.device = Device(manufacturer: "Marker-Maker", product: "77", serial: 4_242)
    #expect(library.add(TCXWriter.encode(doomed), named: "Marker-File.tcx").outcome == .imported)
    // A neighbour that stays, but with everything.
    #expect(library.add(try fit(days: 9, name: "Neighbour"), named: "other.fit").outcome == .imported)
    #expect(library.workouts().count == 2)
    let entry = try #require(library.workouts().first { $0.title == "Marker-Name" })
    let day = entry.start.civil.dayText
    let maker = try #require(try library.sources().first { $0.source.contains("Marker-Maker") }?.source)
    let request: DeletionRequest =
      switch kind {
      case "workouts": .workouts([entry.id])
      case "format": .source(.format("tcx"))
      case "device": .source(try #require(SourceName(maker)))
      case "file": .source(.file("Marker-File.tcx"))
      case "days": .days(from: day, to: day)
      default: .everything
      }
    let markers = ["Marker-Name", "Marker-File"] + (kind == "everything" ? ["Neighbour"] : [])
    for marker in markers { #expect(holds(marker)) }
    let preview = try library.previewErasure(request)
    #expect(preview.counts.workouts == (kind == "everything" ? 2 : 1) && preview.stayingWorkouts == 0)
    #expect(preview.first?.civil.dayText == day)
    #expect(preview.counts.histograms > 0 && preview.counts.zoneGroups > 0 && preview.counts.cards > 0)
    let age = try #require(library.athlete.age)
    let receipt = try library.erase(request)
    #expect(receipt.counts == preview.counts && receipt.isComplete)
    for marker in markers + ["Marker-Maker"] { #expect(!holds(marker), "\(marker)") }
    #expect(library.workouts().map(\.title) == (kind == "everything" ? [] : ["Neighbour"]))
    #expect(library.athlete.age == (kind == "everything" ? nil : age))
  }

  @Test func `of a source leaves the workout to another source`() throws {
    let library = try open()
    let given = run(days: 1, name: "Run")
    #expect(library.add(try FITWriter.encode(given), named: "run.fit").outcome == .imported)
    #expect(library.add(TCXWriter.encode(given), named: "run.tcx").outcome == .merged)
    let preview = try library.previewErasure(.source(.format("fit")))
    #expect(preview.counts.workouts == 0 && preview.counts.recordings == 1 && preview.stayingWorkouts == 1)
    try library.erase(.source(.format("fit")))
    #expect(library.workouts().count == 1)
    #expect(library.workout(library.workouts()[0].id)?.sources.map(\.file) == ["run.tcx"])
    // The mark is the file's: the one stays away, the other is known as ever.
    #expect(library.add(try FITWriter.encode(given), named: "run.fit").code == "deleted")
    #expect(library.add(TCXWriter.encode(given), named: "run.tcx").outcome == .alreadyThere)
    #expect(library.add(try FITWriter.encode(given), named: "run.fit", again: true).outcome == .merged)
  }

  @Test func `of days takes the local days, both ends included`() throws {
    let library = try open()
    for days in 0..<5 { #expect(library.add(try fit(days: days), named: "\(days).fit").outcome == .imported) }
    let days = library.workouts().map(\.start.civil.dayText).sorted()
    #expect(try library.previewErasure(.days(from: days[1], to: days[3])).counts.workouts == 3)
    #expect(try library.previewErasure(.days(from: days[3], to: nil)).counts.workouts == 2)
    #expect(try library.previewErasure(.days(from: nil, to: days[0])).counts.workouts == 1)
    #expect(try library.previewErasure(.days(from: "2999-01-01", to: nil)).isEmpty)
  }

  @Test(arguments: [
    "format:gpx", "device:garmin", "device:garmin/3121", "device:garmin/3121/7", "device:garmin//7", "device:/Edge 530",
    "file:a b.fit",
    "archive:0123abcd",
  ])
  func `names a source as it is written`(text: String) throws { #expect(SourceName(text)?.text == text) }

  @Test(arguments: ["", "gpx", "device:", "device:/", "device:a/b/c", "device:a/b/1/2", "folder:x"])
  func `refuses what names no source`(text: String) { #expect(SourceName(text) == nil) }

  @Test func `of a file or archive that is not there says so`() throws {
    let library = try open()
    #expect(library.add(try fit(days: 1), named: "a.fit").outcome == .imported)
    #expect(throws: LibraryError.self) { try library.erase(.source(.file("b.fit"))) }
    #expect(throws: LibraryError.self) { try library.erase(.source(.archive("b.zip"))) }
    #expect(library.add(try fit(days: 2), named: "a.fit").outcome == .imported)
    let error = #expect(throws: LibraryError.self) { try library.erase(.source(.file("a.fit"))) }
    #expect(error?.description.contains("hash") == true, "two files of one name")
    #expect(library.workouts().count == 2)
  }

  // MARK: receipts

  @Test func `leaves a receipt that is known again, even after everything went`() throws {
    let library = try open()
    #expect(library.add(try fit(days: 1, name: "Marker-Name"), named: "Marker-File.fit").outcome == .imported)
    #expect(library.add(try fit(days: 2), named: "b.fit").outcome == .imported)
    let first = try library.erase(.source(.file("Marker-File.fit")))
    let second = try library.erase(.everything)
    for receipt in [first, second] {
      for pretty in [false, true] {
        let document = try JSONDocument.encode(receipt, pretty: pretty)
        let text = String(decoding: document, as: UTF8.self)
        #expect(text.contains("\"backupsExpire\"") && !text.contains("Marker"))
        #expect(try DeletionReceipt(checking: document) == receipt)
      }
      #expect(try open().gaveOut(receipt))
    }
    // Only the hash stays: neither the number nor the signature's text is in the folder.
    for receipt in [first, second] { #expect(!holds(receipt.request) && !holds(receipt.signature)) }
    let elsewhere = TemporaryFolder()
    #expect(try !WorkoutLibrary(folder: elsewhere.path).gaveOut(first))
    let rows = try library.database.statistics().rows
    for table in ["workout", "recording", "source", "job", "deletion_mark"] { #expect(rows[table] == 0, "\(table)") }
    #expect(rows["receipt"] == 2)
  }

  @Test func `leaves a receipt that is refused when anything in it is changed`() throws {
    let library = try open()
    #expect(library.add(try fit(days: 1), named: "a.fit").outcome == .imported)
    let receipt = try library.erase(.days(from: "2000-01-01", to: "2999-12-31"))
    let text = String(decoding: try JSONDocument.encode(receipt, pretty: true), as: UTF8.self)
    let changes: [(String, String)] = [
      ("\"workouts\" : 1", "\"workouts\" : 2"), ("\"scope\" : \"days\"", "\"scope\" : \"everything\""),
      ("2999-12-31", "2998-12-31"), ("\"isComplete\" : true", "\"isComplete\" : false"),
      ("\"backupsExpire\" : null", "\"backupsExpire\" : \"2026-01-01T00:00:00Z\""), ("stay where", "stay  where"),
      ("{\n  \"backups\"", "{\n  \"added\" : 1,\n  \"backups\""), ("sha-256:", "sha-256:0"),
      ("\"software\" : \"ZoneCoach", "\"software\" : \"Other"),
    ]
    for (old, new) in changes {
      let changed = text.replacing(old, with: new)
      #expect(changed != text, "\(old)")
      #expect(throws: LibraryError.self, "\(new)") { try DeletionReceipt(checking: Data(changed.utf8)) }
    }
    // Signed anew by whoever changed it, it is a whole receipt, but not one from here.
    var forged = receipt
    forged.counts.workouts = 2
    forged.signature = ""
    forged.signature = "sha-256:" + hexadecimal(try forged.digest())
    let read = try DeletionReceipt(checking: JSONDocument.encode(forged))
    #expect(try !library.gaveOut(read) && library.gaveOut(receipt))
    for other in ["", "{}", "[]", "null", "hello"] {
      #expect(throws: LibraryError.self) { try DeletionReceipt(checking: Data(other.utf8)) }
    }
  }

  // MARK: marks

  @Test func `keeps the file away until it is asked for, and tells nothing of it`() throws {
    let library = try open()
    let bytes = try fit(days: 1, name: "Run")
    let id = try #require(library.add(bytes, named: "run.fit").workouts.first?.id)
    try library.erase(.workouts([id]))
    let verdict = library.add(bytes, named: "run.fit")
    #expect(verdict.outcome == .skipped && verdict.code == "deleted" && verdict.workouts.isEmpty)
    #expect(verdict.message?.hasPrefix("You deleted it on 2") == true)
    #expect(library.workouts().isEmpty)
    // The hash of the file is nowhere, and the mark differs with the key.
    let hash = ContentHash.of(bytes)
    #expect(!folder.files().values.contains { $0.range(of: Data(hash)) != nil })
    var one = DeletionMark(key: DeletionMark.newKey()), other = DeletionMark(key: DeletionMark.newKey())
    #expect(one.of(contentHash: hash) != other.of(contentHash: hash))
    #expect(one.of(contentHash: hash) == one.of(contentHash: hash))
    // Brought back, it is a file like any other.
    #expect(library.add(bytes, named: "run.fit", again: true).outcome == .imported)
    #expect(try library.database.statistics().rows["deletion_mark"] == 0)
    #expect(library.add(bytes, named: "run.fit").outcome == .alreadyThere)
  }

  @Test func `makes marks as RFC 4231 says`() {
    // Its test case 2.
    var mark = DeletionMark(key: Array("Jefe".utf8))
    #expect(
      hexadecimal(mark.of(contentHash: Array("what do ya want for nothing?".utf8)))
        == "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843")
  }

  @Test func `undone within the minute leaves no mark`() throws {
    let library = try open()
    let bytes = try fit(days: 1)
    let id = try #require(library.add(bytes, named: "run.fit").workouts.first?.id)
    #expect(library.delete(id) != nil)
    #expect(library.restore(id))
    #expect(try library.database.statistics().rows["deletion_mark"] == 0)
    #expect(library.add(bytes, named: "run.fit").outcome == .alreadyThere)
    // Not undone, it leaves one.
    #expect(library.delete(id) != nil)
    library.forget(id)
    #expect(try library.database.statistics().rows["deletion_mark"] == 1)
    #expect(library.add(bytes, named: "run.fit").code == "deleted")
  }

  @Test func `of everything leaves no mark, so that one starts anew`() throws {
    let library = try open()
    let (a, b) = (try fit(days: 1), try fit(days: 2))
    #expect(library.add(a, named: "a.fit").outcome == .imported)
    #expect(library.add(b, named: "b.fit").outcome == .imported)
    try library.erase(.source(.file("a.fit")))
    let receipt = try library.erase(.everything)
    #expect(receipt.counts.deletionMarks == 1)
    #expect(library.add(a, named: "a.fit").outcome == .imported)
    #expect(library.add(b, named: "b.fit").outcome == .imported)
    #expect(try library.database.read { try $0.markKey(of: library.athleteID) } == nil)
  }

  @Test func `of one of two workouts in a file is not undone by the file`() throws {
    let library = try open()
    let bytes = try fit(days: 1) + fit(days: 2)
    let both = library.add(bytes, named: "two.fit").workouts
    #expect(both.count == 2)
    try library.erase(.workouts([both[0].id]))
    let verdict = library.add(bytes, named: "two.fit")
    #expect(verdict.outcome == .alreadyThere && verdict.code == "deleted" && library.workouts().count == 1)
    #expect(library.add(bytes, named: "two.fit", again: true).outcome == .imported)
    #expect(library.workouts().count == 2)
    #expect(library.add(bytes, named: "two.fit").code == nil)
  }

  @Test func `of samples leaves no mark`() throws {
    let library = try open()
    #expect(library.addSamples() == 9)
    try library.erase(.workouts([library.workouts()[0].id]))
    #expect(library.delete(library.workouts()[0].id) != nil)
    #expect(library.workouts().count == 7)
    library.addSamples()
    #expect(library.workouts().count == 9)
    #expect(try library.database.statistics().rows["deletion_mark"] == 0)
  }

  @Test func `of what an export or an archive held keeps each workout away`() throws {
    let library = try open()
    let export = """
      <?xml version="1.0"?><!DOCTYPE HealthData []><HealthData locale="en_GB">
      <Workout workoutActivityType="HKWorkoutActivityTypeRunning" duration="30" durationUnit="min" sourceName="Watch" \
      startDate="2024-01-15 10:00:00 +0000" endDate="2024-01-15 10:30:00 +0000"/>
      <Workout workoutActivityType="HKWorkoutActivityTypeCycling" duration="60" durationUnit="min" sourceName="Watch" \
      startDate="2024-02-15 10:00:00 +0000" endDate="2024-02-15 11:00:00 +0000"/></HealthData>
      """
    #expect(library.addAll(Array(export.utf8), named: "export.xml").filter { $0.outcome == .imported }.count == 2)
    try library.erase(.days(from: "2024-01-01", to: "2024-01-31"))
    // A later export is another file; its workouts are the same.
    let later = export.replacing("en_GB", with: "de_DE")
    #expect(library.addAll(Array(later.utf8), named: "export.xml").map(\.code) == ["deleted", nil])
    #expect(library.workouts().count == 1)
    #expect(
      library.addAll(Array(later.utf8), named: "export.xml", again: true).map(\.outcome) == [.imported, .alreadyThere])
  }

  @Test func `of an archive takes what came from it, and its name`() throws {
    let bytes = stored([("a.fit", try fit(days: 2)), ("b.fit", try fit(days: 3))])
    let library = try open()
    #expect(library.add(try fit(days: 1, name: "Neighbour"), named: "own.fit").outcome == .imported)
    #expect(library.addAll(bytes, named: "Marker-Archive.zip").contains { $0.outcome == .imported })
    let source = try #require(try library.sources().first { $0.kind == "archive" })
    #expect(source.name == "Marker-Archive.zip" && source.workouts == library.workouts().count - 1)
    let preview = try library.previewErasure(.source(.archive("Marker-Archive.zip")))
    #expect(preview.counts.workouts == source.workouts && preview.counts.jobs == 1)
    #expect(holds("Marker-Archive"))
    #expect(try library.erase(.source(try #require(SourceName(source.source)).self)).counts == preview.counts)
    #expect(!holds("Marker-Archive"))
    #expect(library.workouts().map(\.title) == ["Neighbour"])
    let again = library.addAll(bytes, named: "Marker-Archive.zip")
    #expect(again.contains { $0.code == "deleted" } && !again.contains { $0.outcome == .imported })
    #expect(!holds("Marker-Archive"), "what is skipped leaves no name")
  }

  // MARK: joined and split

  @Test func `split and joined again, a workout is as before`() throws {
    let library = try open()
    let given = run(days: 1, name: "Run")
    let id = library.add(try FITWriter.encode(given), named: "run.fit").workouts[0].id
    #expect(library.add(TCXWriter.encode(given), named: "run.tcx").outcome == .merged)
    let sources = try #require(library.workout(id)).sources
    for shown in [false, true] {
      let source = try #require(library.workout(id)?.sources.first { $0.isShown == shown })
      let preview = try #require(try library.previewSplit(id, source: source.id))
      #expect(preview.workouts.map { $0.sources.map(\.id) }.last == [source.id])
      let new = try #require(try library.split(source: source.id))
      for (name, part) in zip([id, new], preview.workouts) {
        let entry = try #require(library.workout(name)).entry
        #expect(entry.title == part.title && entry.start == part.start && entry.sport == part.sport)
        #expect(entry.elapsedSeconds == part.elapsedSeconds)
      }
      #expect(try library.previewSplit(id, source: source.id) == nil)
      let joined = try #require(try library.previewJoin(id, with: new))
      #expect(joined.workouts.count == 1 && joined.sharesTime)
      #expect(try library.join(id, with: new))
      #expect(library.workouts().map(\.id) == [id])
      let after = try #require(library.workout(id)).sources
      #expect(Set(after.map(\.id)) == Set(sources.map(\.id)))
      #expect(after.first { $0.isShown }?.id == sources.first { $0.isShown }?.id, "the richest is shown")
      #expect(after.map(\.id) == joined.workouts[0].sources.map(\.id))
    }
    #expect(try library.database.integrityCheck() == [])
    #expect(try library.database.statistics().rows["split_pair"] == 0)
    #expect(try !library.join(id, with: id) && !library.join(id, with: "nothing"))
  }

  @Test func `two workouts without a common moment can be joined, and it is said that they rarely are one`() throws {
    let library = try open()
    let a = library.add(try fit(days: 1), named: "a.fit").workouts[0].id
    let b = library.add(try fit(days: 2), named: "b.fit").workouts[0].id
    #expect(try library.previewJoin(a, with: b)?.sharesTime == false)
    #expect(try library.previewJoin(a, with: a) == nil)
  }

  // MARK: two programs

  @Test func `and a statement of another program are seen without a restart`() throws {
    let page = try open(), command = try open()
    let id = page.add(try fit(days: 1), named: "a.fit").workouts[0].id
    var settings = AthleteSettings()
    settings.maximumHeartRate = 190
    settings.restingHeartRate = 50
    #expect(page.workout(id)?.summary.zoneGroups.isEmpty == true)
    try command.setAthlete(settings)
    #expect(page.athlete == settings)
    #expect(page.workout(id)?.summary.zoneGroups.first?.zones.first?.maximum == 134)
    #expect(page.workouts().first?.ribbon != nil, "the list follows")
    // What the one states is not lost to what the other does.
    #expect(page.delete(id) != nil)
    #expect(command.workouts().isEmpty && command.athlete == settings)
    settings.age = 44
    try command.setAthlete(settings)
    #expect(command.restore(id))
    #expect(page.workouts().map(\.id) == [id] && page.athlete.age == 44)
    try command.erase(.everything)
    #expect(page.workouts().isEmpty && page.athlete == AthleteSettings())
  }

  @Test func `undone by one program is not finished by another`() throws {
    let page = try open(), other = try open()
    let id = page.add(try fit(days: 1), named: "a.fit").workouts[0].id
    #expect(page.delete(id) != nil)
    #expect(other.restore(id))
    page.forget(id)
    #expect(page.workouts().map(\.id) == [id] && other.workouts().map(\.id) == [id])
  }
}
