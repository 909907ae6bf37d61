// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing
import Workouts

@testable import HealthDatabase

/// Deletion for real.
struct DeletionTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// The tables that hold something of a recording.
  private static let parts = [
    "recording", "source", "leg", "lap", "pause", "sensor", "device_zone", "problem", "series", "series_chunk",
    "zone_group", "histogram", "split_pair",
  ]

  @Test(arguments: Backend.allCases)
  func `with the last recording goes the workout and every row of it`(_ backend: Backend) throws {
    let database = try backend.open(folder)
    let athlete = try database.write { try $0.athlete(named: "me") }
    for seed in UInt64(0)..<10 {
      let counts = try database.write { access in
        let (workout, _) = try access.insert(Fixtures.new(seed, of: athlete))
        try access.setCard([1], version: 1, of: workout)
        let preview = try access.previewDeletion(.workouts([workout]), of: athlete)
        let counts = try access.delete(.workouts([workout]), of: athlete)
        #expect(preview == counts)
        return counts
      }
      let recording = Fixtures.recording(seed)
      #expect(counts.workouts == 1 && counts.recordings == 1 && counts.sources == 1 && counts.cards == 1)
      #expect(counts.legs == recording.activities.count && counts.laps == recording.laps.count)
      #expect(counts.pauses == recording.pauses.count && counts.sensors == recording.sensors.count)
      #expect(counts.series == recording.series.count)
      #expect(counts.values == recording.series.reduce(0) { $0 + $1.count })
      #expect(counts.zoneGroups == 1 && counts.histograms == 2 && counts.problems == 1)
    }
    let rows = try database.statistics().rows
    for table in Self.parts + ["workout"] { #expect(rows[table] == 0, "\(table)") }
    #expect(rows["tombstone"] == 20)
    #expect(try database.integrityCheck() == [])
  }

  @Test func `deleting a source takes what its samples led to, and only unlinks it elsewhere`() throws {
    let database = try HealthDatabase.inMemory()
    try database.write { access in
      let athlete = try access.athlete(named: "me")
      // From a FIT file, later found as TCX too.
      let (workout, fit) = try access.insert(Fixtures.new(1, of: athlete))
      try access.addSource(Fixtures.source(2, format: "tcx"), to: fit)
      // The same event as GPX with samples of its own.
      var gpx = Fixtures.new(3, of: athlete)
      gpx.source = Fixtures.source(3, format: "gpx")
      let (_, second) = try access.insert(gpx, into: workout)

      let loose = try access.delete(.source(.format("tcx")), of: athlete)
      #expect(loose.recordings == 0 && loose.sources == 1)
      #expect(try access.sources(of: fit).map(\.format) == ["fit"])

      let counts = try access.delete(.source(.file(contentHash: [UInt8](repeating: 1, count: 32))), of: athlete)
      #expect(counts.recordings == 1 && counts.workouts == 0)
      let row = try #require(try access.workout(workout))
      #expect(row.primary == second && row.title == "Workout 3" && row.recordingCount == 1)
      #expect(try access.recordings(of: athlete, withContentHash: [UInt8](repeating: 1, count: 32)) == [])

      #expect(try access.delete(.source(.format("gpx")), of: athlete).workouts == 1)
      #expect(try access.workouts(of: athlete) == [])
    }
    #expect(try database.integrityCheck() == [])
  }

  @Test func `of a workout with several recordings some, others or all can go`() throws {
    // Which of three recordings go, the primary one being the first; the workout stays unless all do.
    for going in 0..<8 {
      let database = try HealthDatabase.inMemory()
      try database.write { access in
        let athlete = try access.athlete(named: "me")
        var workout: WorkoutID?
        for place in 0..<3 {
          var new = Fixtures.new(UInt64(place), of: athlete)
          new.source.format = going >> place & 1 == 1 ? "going" : "staying"
          workout = try access.insert(new, into: workout).workout
        }
        let staying = (0..<3).filter { going >> $0 & 1 == 0 }
        let preview = try access.previewDeletion(.source(.format("going")), of: athlete)
        let counts = try access.delete(.source(.format("going")), of: athlete)
        #expect(preview == counts)
        #expect(counts.recordings == 3 - staying.count)
        #expect(counts.workouts == (staying.isEmpty ? 1 : 0))
        let row = try access.workouts(of: athlete).first
        #expect(row?.title == staying.first.map { "Workout \($0)" })
        #expect(row?.recordingCount == (staying.isEmpty ? nil : staying.count))
      }
      #expect(try database.integrityCheck() == [], "\(going)")
    }
  }

  @Test func `devices and archives are sources too`() throws {
    let database = try HealthDatabase.inMemory()
    try database.write { access in
      let athlete = try access.athlete(named: "me")
      var recording = Fixtures.recording(1)
      recording.device = Device(manufacturer: "garmin", product: "3121", serial: 7)
      var source = Fixtures.source()
      source.archiveHash = [UInt8](repeating: 8, count: 32)
      try access.insert(NewRecording(recording, of: athlete, from: source))
      recording.device?.serial = 8
      try access.insert(NewRecording(recording, of: athlete, from: Fixtures.source()))
      func preview(_ scope: DeletionScope.SourceScope) throws -> Int {
        try access.previewDeletion(.source(scope), of: athlete).recordings
      }
      #expect(try preview(.device(manufacturer: "garmin")) == 2)
      #expect(try preview(.device(manufacturer: "garmin", product: "3121", serial: 7)) == 1)
      #expect(try preview(.device(manufacturer: "wahoo")) == 0)
      #expect(try preview(.archive(hash: [UInt8](repeating: 8, count: 32))) == 1)
      #expect(try preview(.archive(hash: [])) == 0)
    }
  }

  @Test func `a span takes the workouts that start in it`() throws {
    let database = try HealthDatabase.inMemory()
    try database.write { access in
      let athlete = try access.athlete(named: "me")
      for seed in UInt64(0)..<4 { try access.insert(Fixtures.new(seed, of: athlete)) }
      let span = TimeSpan(start: Fixtures.recording(1).span.start, end: Fixtures.recording(3).span.start)
      #expect(try access.delete(.span(span), of: athlete).workouts == 2)
      #expect(try access.workouts(of: athlete).map(\.title) == ["Workout 3", "Workout 0"])
    }
  }

  @Test func `everything is everything but the name, and removing takes the name too`() throws {
    let database = try HealthDatabase(path: folder.database)
    let athlete = try database.write { access in
      let athlete = try access.athlete(named: "Marker-Athlete")
      try access.setSettings(#"{"note":"Marker-Settings"}"#, of: athlete)
      try access.setConsent(
        Consent(program: "Marker-Program", access: .write, type: "x", isGranted: true, at: Fixtures.start), of: athlete)
      try access.setJob(
        ImportJob(archiveHash: [UInt8](repeating: 1, count: 32), member: "Marker-Member", state: "done"), of: athlete)
      try access.insert(Fixtures.new(1, of: athlete))
      let counts = try access.delete(.everything, of: athlete)
      #expect(counts.workouts == 1 && counts.consents == 1 && counts.jobs == 1 && counts.settings == 1)
      return athlete
    }
    for marker in ["Marker-Settings", "Marker-Program", "Marker-Member"] {
      let isThere = try Fixtures.allBytes(folder).holds(marker.utf8)
      #expect(!isThere, "\(marker)")
    }
    try database.write { try $0.removeAthlete(athlete) }
    let isNamed = try Fixtures.allBytes(folder).holds("Marker-Athlete".utf8)
    #expect(!isNamed)
    let rows = try database.statistics().rows
    #expect(rows.filter { $0.key != "migration" }.values.allSatisfy { $0 == 0 })
  }

  @Test func `an extent tells the first and the last day, and what stays`() throws {
    let database = try HealthDatabase.inMemory()
    try database.write { access in
      let athlete = try access.athlete(named: "me")
      var joined: WorkoutID?
      for seed in UInt64(0)..<4 { joined = try access.insert(Fixtures.new(seed, of: athlete)).workout }
      var other = Fixtures.new(3, of: athlete)
      other.source = Fixtures.source(9, format: "gpx")
      try access.insert(other, into: joined)
      let gpx = try access.deletionExtent(.source(.format("gpx")), of: athlete)
      #expect(gpx.stayingWorkouts == 1 && gpx.first?.start == Fixtures.recording(3).span.start)
      let fit = try access.deletionExtent(.source(.format("fit")), of: athlete)
      #expect(fit.stayingWorkouts == 1 && fit.first?.start == Fixtures.recording(0).span.start)
      #expect(fit.last?.start == Fixtures.recording(2).span.start, "only of those that go")
      #expect(try access.deletionExtent(.source(.format("tcx")), of: athlete) == DeletionExtent())
    }
  }

  @Test func `the files of a deletion are told, each once`() throws {
    let database = try HealthDatabase.inMemory()
    try database.write { access in
      let athlete = try access.athlete(named: "me")
      let (workout, recording) = try access.insert(Fixtures.new(1, of: athlete))
      try access.addSource(Fixtures.source(2, format: "tcx"), to: recording)
      var sample = Fixtures.new(3, of: athlete)
      sample.source.externalID = "sample"
      try access.insert(sample, into: workout)
      func hashes(_ scope: DeletionScope) throws -> [UInt8] {
        try access.contentHashes(scope, of: athlete, exceptExternalID: "sample").compactMap(\.first)
      }
      #expect(try hashes(.workouts([workout])) == [1, 2])
      #expect(try hashes(.source(.format("tcx"))) == [2], "a further source alone")
      #expect(try hashes(.source(.format("gpx"))) == [])
    }
  }

  @Test(arguments: Backend.allCases)
  func `marks and receipts are kept by athlete, and marks go with everything`(_ backend: Backend) throws {
    let database = try backend.open(folder)
    try database.write { access in
      let one = try access.athlete(named: "one"), other = try access.athlete(named: "other")
      let mark = [UInt8](repeating: 7, count: 32)
      try access.setMarkKey(mark, of: one)
      try access.setDeletionMarks([mark], of: one)
      try access.keepReceipt(mark, of: one)
      try access.keepReceipt(mark, of: one)
      #expect(try access.deletionMark(mark, of: one) == access.now && access.deletionMark(mark, of: other) == nil)
      #expect(try access.holdsReceipt(mark, of: one) && !access.holdsReceipt(mark, of: other))
      #expect(try access.markKey(of: other) == nil)
      #expect(try access.delete(.everything, of: one).deletionMarks == 1)
      #expect(try access.deletionMark(mark, of: one) == nil && access.markKey(of: one) == nil)
      #expect(try access.holdsReceipt(mark, of: one))
      try access.removeAthlete(one)
      #expect(throws: DatabaseError.self) { try access.keepReceipt([1], of: other) }
    }
    let rows = try database.statistics().rows
    #expect(rows["receipt"] == 0 && rows["deletion_mark"] == 0)
  }

  @Test func `what was noted of an archive goes with its last source`() throws {
    let database = try HealthDatabase.inMemory()
    try database.write { access in
      let athlete = try access.athlete(named: "me")
      let archive = [UInt8](repeating: 8, count: 32)
      var workouts: [WorkoutID] = []
      for seed in UInt64(0)..<2 {
        var new = Fixtures.new(seed, of: athlete)
        new.source.archiveHash = archive
        workouts.append(try access.insert(new).workout)
      }
      try access.setJob(ImportJob(archiveHash: archive, member: "", state: "read", detail: "a.zip"), of: athlete)
      #expect(try access.sourceGroups(of: athlete).last?.name == "a.zip")
      for (workout, jobs) in zip(workouts, [0, 1]) {
        #expect(try access.previewDeletion(.workouts([workout]), of: athlete).jobs == jobs)
        #expect(try access.delete(.workouts([workout]), of: athlete).jobs == jobs)
        #expect(try access.jobs(of: athlete, archive: archive).count == 1 - jobs)
      }
    }
  }

  @Test func `deleted bytes are in no file any more`() throws {
    let database = try HealthDatabase(path: folder.database)
    let athlete = try database.write { try $0.athlete(named: "me") }
    // Neighbours that stay, of all sizes, so that rows move between pages.
    var needles: [[UInt8]] = []
    var doomed: [WorkoutID] = []
    for seed in UInt64(0)..<120 {
      var recording = Fixtures.recording(seed % 12)
      // One that no other shares, to look for its samples.
      if seed == 1 { recording = Fixtures.recording(1001) }
      recording.name = "MarkerName-\(seed)-" + String(repeating: "x", count: Int(seed % 7) * 30)
      recording.device = Device(manufacturer: "MarkerMaker-\(seed)-")
      var source = Fixtures.source(UInt8(seed))
      source.fileName = "MarkerFile-\(seed)-.fit"
      let new = NewRecording(
        recording, of: athlete, from: source,
        problems: [StoredProblem(code: "x", message: "MarkerProblem-\(seed)-")], zoneGroups: [Fixtures.zoneGroup],
        histograms: [Fixtures.histogram])
      try database.write { access in
        let (workout, _) = try access.insert(new)
        try access.setTitle("MarkerTitle-\(seed)-", of: workout)
        try access.setCard(Array("MarkerCard-\(seed)-".utf8), version: 1, of: workout)
        guard seed % 3 != 0 else { return }
        doomed.append(workout)
        for kind in ["Name", "Maker", "File", "Problem", "Title", "Card"] {
          needles.append(Array("Marker\(kind)-\(seed)-".utf8))
        }
        // Of payloads that no neighbour shares, a stretch.
        if seed == 1 {
          needles += new.series.flatMap(\.chunks).filter { $0.values.count > 60 }.map { Array($0.values.suffix(40)) }
        }
      }
    }
    #expect(needles.count > 482)
    let before = try Fixtures.allBytes(folder)
    let isThere = needles.allSatisfy { before.holds($0) }
    #expect(isThere)
    for part in 0..<4 {
      let some = doomed.enumerated().filter { $0.offset % 4 == part }.map(\.element)
      try database.write { try $0.delete(.workouts(some), of: athlete) }
    }
    let after = try Fixtures.allBytes(folder)
    let left = needles.filter { after.holds($0) }.map { String(decoding: $0, as: UTF8.self) }
    #expect(left == [])
    #expect(try database.read { try $0.workoutCount(of: athlete) } == 40)
    #expect(try database.integrityCheck(thoroughly: true) == [])
  }

  @Test func `what a reader held on to is erased when the reader is done`() throws {
    let database = try HealthDatabase(path: folder.database)
    let athlete = try database.write { try $0.athlete(named: "me") }
    let workout = try database.write { access in
      let (workout, _) = try access.insert(Fixtures.new(1, of: athlete))
      try access.setTitle("Marker-Title", of: workout)
      return workout
    }
    // Waits as long as the database waits for readers.
    try database.read { access in
      _ = try access.workouts(of: athlete)
      try database.write { try $0.delete(.workouts([workout]), of: athlete) }
      let isThere = try Fixtures.allBytes(folder).holds("Marker-Title".utf8)
      #expect(isThere)
    }
    #expect(try database.finishErasure())
    let isThere = try Fixtures.allBytes(folder).holds("Marker-Title".utf8)
    #expect(!isThere)
  }

  @Test func `what a killed program left to erase is erased when the file is opened again`() throws {
    try {
      let database = try HealthDatabase(path: folder.database)
      try database.write { access in
        let athlete = try access.athlete(named: "me")
        for seed in UInt64(0)..<5 { try access.insert(Fixtures.new(seed, of: athlete)) }
      }
      // As `delete` leaves it if the program ends right after it.
      try database.withOwnConnection { try $0.setErasurePending(true) }
    }()
    // Copies such as a split leaves, in the unused middle of every leaf.
    let url = URL(filePath: folder.database)
    var bytes = [UInt8](try Data(contentsOf: url))
    var planted = 0
    for page in stride(from: 8192, to: bytes.count, by: 8192) where [10, 13].contains(bytes[page]) {
      let cells = Int(bytes[page + 3]) << 8 | Int(bytes[page + 4])
      let content = Int(bytes[page + 5]) << 8 | Int(bytes[page + 6])
      let marker = Array("Marker-Copy".utf8), place = page + content - marker.count
      guard content - marker.count > 8 + 2 * cells else { continue }
      bytes.replaceSubrange(place..<place + marker.count, with: marker)
      planted += 1
    }
    #expect(planted > 20)
    try Data(bytes).write(to: url)
    let database = try HealthDatabase(path: folder.database)
    let isStillThere = try Fixtures.allBytes(folder).holds("Marker-Copy".utf8)
    #expect(!isStillThere)
    #expect(try database.withOwnConnection { try $0.isErasurePending } == false)
    #expect(try database.integrityCheck(thoroughly: true) == [])
  }

  @Test(arguments: UInt64(0)..<60)
  func `a damaged file ends neither the erasing nor the reading nor the search for damage`(_ seed: UInt64) throws {
    let athlete = try {
      let database = try HealthDatabase(path: folder.database)
      return try database.write { access in
        let athlete = try access.athlete(named: "me")
        for seed in UInt64(0)..<4 { try access.insert(Fixtures.new(seed, of: athlete)) }
        return athlete
      }
    }()
    var generator = SeededGenerator(seed: seed)
    let url = URL(filePath: folder.database)
    var bytes = [UInt8](try Data(contentsOf: url))
    for _ in 0..<Int.random(in: 1...40, using: &generator) {
      // Heads of pages more often than their middles.
      let page = Int.random(in: 0..<bytes.count / 8192, using: &generator) * 8192
      let place = page + Int.random(in: 0..<(Bool.random(using: &generator) ? 24 : 8192), using: &generator)
      if place >= 100 { bytes[place] = UInt8(truncatingIfNeeded: generator.next()) }
    }
    try Data(bytes).write(to: url)
    guard let database = try? HealthDatabase(path: folder.database) else { return }
    _ = try? database.finishErasure()
    _ = try? database.integrityCheck(thoroughly: true)
    _ = try? database.write { try $0.delete(.everything, of: athlete) }
    _ = try? database.integrityCheck()
  }

  @Test func `erasing changes no byte that is in use`() throws {
    let database = try HealthDatabase(path: folder.database)
    let athlete = try database.write { access in
      let athlete = try access.athlete(named: "me")
      for seed in UInt64(0)..<40 { try access.insert(Fixtures.new(seed, of: athlete)) }
      return athlete
    }
    let counts = try database.statistics().rows
    for _ in 0..<3 { #expect(try database.finishErasure()) }
    #expect(try database.statistics().rows == counts)
    #expect(try database.integrityCheck(thoroughly: true) == [])
    try database.read { access in
      for (seed, row) in try access.workouts(of: athlete).reversed().enumerated() {
        let primary = try #require(row.primary)
        #expect(exactText(try access.recording(primary)) == exactText(Fixtures.recording(UInt64(seed))))
      }
    }
  }

  // MARK: the change feed

  @Test(arguments: Backend.allCases)
  func `anchors only grow and are never used again`(_ backend: Backend) throws {
    let database = try backend.open(folder)
    let athlete = try database.write { try $0.athlete(named: "me") }
    var last: Int64 = 0
    for seed in UInt64(0)..<5 {
      try database.write { access in
        let (workout, recording) = try access.insert(Fixtures.new(seed, of: athlete))
        let uuid = try #require(try access.workout(workout)?.uuid)
        let its = try #require(try access.recordingHead(recording)?.uuid)
        try access.delete(.workouts([workout]), of: athlete)
        let changes = try access.changes(of: athlete, after: last)
        #expect(changes.map(\.anchor) == changes.map(\.anchor).sorted())
        #expect(changes.allSatisfy { $0.anchor > last })
        #expect(
          changes.map { [$0.kind.rawValue, $0.operation.rawValue] }
            == [["recording", "insert"], ["workout", "insert"], ["recording", "delete"], ["workout", "delete"]])
        #expect(changes.map(\.uuid) == [its, uuid, its, uuid])
        last = try access.lastAnchor()
        #expect(changes.last?.anchor == last)
        #expect(try access.changes(of: athlete, after: last) == [])
        #expect(try access.changes(of: athlete, after: 0, limit: 1).count == 1)
      }
      // Not even when the feed itself is forgotten.
      try database.withOwnConnection { try $0.run("DELETE FROM change") }
    }
  }

  @Test func `numbers of deleted objects are not used again`() throws {
    let database = try HealthDatabase.inMemory()
    try database.write { access in
      let athlete = try access.athlete(named: "me")
      let first = try access.insert(Fixtures.new(1, of: athlete))
      try access.delete(.everything, of: athlete)
      let second = try access.insert(Fixtures.new(1, of: athlete))
      #expect(second.workout.rawValue > first.workout.rawValue)
      #expect(second.recording.rawValue > first.recording.rawValue)
    }
  }

  @Test func `tombstones hold a name and a time, and no value`() throws {
    let database = try HealthDatabase.inMemory()
    try database.withOwnConnection { connection in
      let columns = try connection.all("SELECT name FROM pragma_table_info('tombstone')") { $0.text(0) }
      #expect(columns == ["athlete", "uuid", "kind", "deleted_ms", "anchor"])
    }
    try database.write { access in
      let athlete = try access.athlete(named: "me")
      let (workout, recording) = try access.insert(Fixtures.new(1, of: athlete))
      let uuids = [try access.recordingHead(recording)?.uuid, try access.workout(workout)?.uuid]
      try access.delete(.workouts([workout]), of: athlete)
      let stones = try access.tombstones(of: athlete)
      #expect(stones.map(\.uuid) == uuids)
      #expect(stones.map(\.kind) == [.recording, .workout])
      #expect(stones.allSatisfy { $0.deletedAt == access.now })
    }
  }
}
