// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing
import WorkoutFiles
import Workouts

struct ArchiveTests {
  /// What was handed over, in words.
  static func contents(_ archive: WorkoutArchive) throws -> [String] {
    var result: [String] = []
    try archive.forEachItem { item in
      switch item.content {
      case .workout(let bytes): result.append("\(item.path): workout \(bytes.count)")
      case .route(let bytes): result.append("\(item.path): route \(bytes.count)")
      case .appleHealth(let stream):
        var count = 0
        while try stream.nextBlock({ count += $0.count }) {}
        result.append("\(item.path): health \(count)")
      case .skipped(let reason): result.append("\(item.path): \(reason.rawValue)")
      }
    }
    return result
  }

  static let health = Array("<?xml version=\"1.0\"?>\n<HealthData locale=\"de_DE\">\n</HealthData>\n".utf8)
  static let fit = PackedFiles.fitLike()

  @Test(arguments: [PackedFiles.Format.zip, .tar, .tarGzip])
  func `every file is handed over once, with what it is`(_ format: PackedFiles.Format) throws {
    let files: [(String, [UInt8])] = [
      ("rides/", []), ("rides/a.fit", Self.fit), ("notes.txt", Array("hello".utf8)),
      ("b.fit.gz", PackedFiles.pack([("b.fit", Self.fit)], as: .gzip)), ("nothing.fit", []),
      ("__MACOSX/rides/._a.fit", [1, 2]), (".DS_Store", [0]),
      ("older.zip", PackedFiles.pack([("c.fit", Self.fit), ("more.zip", PackedFiles.pack([("d.fit", Self.fit)]))])),
      ("a.gpx", Array("<?xml version=\"1.0\"?><gpx version=\"1.1\"></gpx>".utf8)),
    ]
    let archive = try WorkoutArchive.open(bytes: PackedFiles.pack(files, as: format))
    #expect(archive.kind == .plain)
    #expect(archive.memberCount == 9)
    #expect(
      try Self.contents(archive) == [
        "rides/a.fit: workout 16", "notes.txt: not-a-workout", "b.fit.gz: workout 16", "nothing.fit: empty",
        "__MACOSX/rides/._a.fit: system-trace", ".DS_Store: system-trace", "older.zip/c.fit: workout 16",
        "older.zip/more.zip/d.fit: workout 16", "a.gpx: workout 46",
      ])
  }

  @Test func `one compressed file is an archive of one, under its own name`() throws {
    let archive = try WorkoutArchive.open(bytes: PackedFiles.pack([("x", Self.fit)], as: .gzip), name: "ride.fit.gz")
    #expect(archive.kind == .single)
    #expect(try Self.contents(archive) == ["ride.fit.gz: workout 16"])
  }

  @Test(arguments: [
    "Export.xml", "exportar.xml", "exportación.xml", "exportation.xml", "eksport.xml", "vienti.xml", "导出.xml", "輸出.xml",
    "書き出したデータ.xml", "書き出したテ\u{3099}ータ.xml",
  ])
  func `an Apple Health export is found by content under a name in any language`(_ name: String) throws {
    let copy = Array("<?xml version=\"1.0\"?><ClinicalDocument xmlns=\"urn:hl7-org:v3\"/>".utf8)
    let big = Self.health + [UInt8](repeating: 0x20, count: 500)
    let archive = try WorkoutArchive.open(
      bytes: PackedFiles.pack([
        ("apple_health_export/export_cda.xml", copy + [UInt8](repeating: 0x20, count: 4000)),
        ("apple_health_export/old/\(name)", Self.health), ("apple_health_export/\(name)", big),
        ("apple_health_export/workout-routes/route.gpx", Array("<gpx></gpx>".utf8)),
        ("__MACOSX/apple_health_export/._\(name)", Self.health),
      ]))
    #expect(archive.kind == .appleHealth)
    #expect(archive.healthDocumentSize == big.count)
    // Unicode says that two ways to write a letter are one; the test compares what a person would see.
    #expect(
      try Self.contents(archive) == [
        "apple_health_export/\(name): health \(big.count)", "apple_health_export/export_cda.xml: copy",
        "apple_health_export/old/\(name): copy", "apple_health_export/workout-routes/route.gpx: route 11",
        "__MACOSX/apple_health_export/._\(name): system-trace",
      ])
  }

  @Test func `a name in the old code page is read as that`() throws {
    var bytes = PackedFiles.pack([("M@tz.fit", Self.fit)])
    for i in bytes.indices where bytes[i] == UInt8(ascii: "@") { bytes[i] = 0x84 }
    #expect(try Self.contents(WorkoutArchive.open(bytes: bytes)) == ["Mätz.fit: workout 16"])
  }

  @Test func `names that lead elsewhere are labels like any other`() throws {
    let bytes = PackedFiles.pack([("../../etc/passwd.fit", Self.fit), ("/tmp/x.fit", Self.fit)])
    #expect(
      try Self.contents(WorkoutArchive.open(bytes: bytes)) == [
        "../../etc/passwd.fit: workout 16", "/tmp/x.fit: workout 16",
      ])
  }

  @Test func `Strava's list gives names, types and numbers to its files`() throws {
    let list = """
      Activity ID,Activity Date,Activity Name,Activity Type,Activity Description,Elapsed Time,Distance,Commute,Filename,\
      Elapsed Time,Distance,Commute
      12070555079,"May 29, 2022, 3:53:35 PM","Ride, with ""rain""
      and a second line",Ride,,3600,20.1,false,activities/12866632127.fit.gz,3600.0,20100.0,0.0
      77,"May 30, 2022, 3:53:35 PM",Typed in,Run,,60,1,true,,60,1000,1.0
      """
    let archive = try WorkoutArchive.open(
      bytes: PackedFiles.pack([
        ("export_1/activities/12866632127.fit.gz", PackedFiles.pack([("a", Self.fit)], as: .gzip)),
        ("export_1/activities.csv", Array(list.utf8)), ("export_1/media/a.jpg", [0xFF, 0xD8, 0xFF]),
      ]))
    #expect(archive.kind == .strava)
    var hints: [ArchiveHints] = []
    try archive.forEachItem { if case .workout = $0.content { hints.append($0.hints) } }
    #expect(hints.count == 1)
    #expect(hints.first?.name == "Ride, with \"rain\"\nand a second line")
    #expect(hints.first?.sport == .cycling)
    #expect(hints.first?.isCommute == false)
    #expect(hints.first?.externalID == "12070555079")
  }

  @Test func `Strava's list is read in other languages, and by its values in an unknown one`() {
    let german = StravaActivities(
      csv: Array(
        "Aktivitäts-ID,Aktivitätsdatum,Name der Aktivität,Aktivitätsart,Dateiname\n1,x,Morgens,Lauf,activities/1.gpx"
          .utf8))
    #expect(german.row(forFile: "activities/1.gpx")?.name == "Morgens")
    #expect(german.row(forFile: "activities/1.gpx")?.sport == .running)
    let french = StravaActivities(
      csv: Array(
        "ID de l’activité,Date de l’activité,Nom de l’activité,Type d’activité,Nom du fichier\n9,x,Sortie,Marche,activities/9.fit.gz"
          .utf8))
    #expect(french.row(forFile: "activities/9.fit.gz")?.id == "9")
    #expect(french.row(forFile: "activities/9.fit.gz")?.sport == .walking)
    let unknown = StravaActivities(csv: Array("ä,ö,ü\n5,activities/5.tcx.gz,Tur\n6,activities/6.tcx.gz,Tur".utf8))
    #expect(unknown.rows.map(\.file) == ["activities/5.tcx.gz", "activities/6.tcx.gz"])
    #expect(unknown.rows.allSatisfy { $0.name == nil })
  }

  @Test func `Garmin's zips inside the zip are opened`() throws {
    let part = PackedFiles.pack([("me@example.org_12345678901.fit", Self.fit), ("me@example.org_2.txt", [0x41])])
    let archive = try WorkoutArchive.open(
      bytes: PackedFiles.pack([
        ("DI_CONNECT/DI-Connect-Uploaded-Files/UploadedFiles_0-_Part1.zip", part),
        ("DI_CONNECT/DI-Connect-Fitness/x_summarizedActivities.json", Array("[]".utf8)),
      ]))
    #expect(archive.kind == .garmin)
    var numbers: [String?] = []
    try archive.forEachItem { if case .workout = $0.content { numbers.append($0.hints.externalID) } }
    #expect(numbers == ["12345678901"])
  }

  @Test func `what is no archive is refused in words`() {
    for bytes in [[], Array("hello".utf8), Self.fit, [UInt8](repeating: 0x41, count: 2000)] {
      #expect { try WorkoutArchive.open(bytes: bytes) } throws: {
        ($0 as? FileError)?.code.rawValue == "not-an-archive"
      }
    }
    #expect { try WorkoutArchive.open(path: "/nonexistent/file.zip") } throws: {
      ($0 as? FileError)?.code.rawValue == "unreadable-file"
    }
    #expect { try WorkoutArchive.open(path: "/") } throws: { ($0 as? FileError)?.code.rawValue == "unreadable-file" }
  }

  @Test func `an archive that breaks off gives what is before, wherever that is`() throws {
    // Compressed bytes come out in pieces of 64 KiB, so the last piece of a broken file is lost.
    var random = SeededGenerator(seed: 5)
    for (format, size) in [(PackedFiles.Format.zip, 16), (.tar, 16), (.tarGzip, 40_000)] {
      let files = (0..<6).map { place in
        (name: "\(place).fit", bytes: Self.fit + (16..<size).map { _ in UInt8.random(in: 0...255, using: &random) })
      }
      let whole = PackedFiles.pack(files, as: format)
      #expect(try Self.contents(WorkoutArchive.open(bytes: whole)).count == 6)
      var counts: [Int] = []
      for length in stride(from: 1, to: whole.count, by: max(7, whole.count / 60)) {
        guard let archive = try? WorkoutArchive.open(bytes: Array(whole.prefix(length))) else { continue }
        counts.append(try Self.contents(archive).filter { $0.hasSuffix("workout \(size)") }.count)
      }
      #expect(counts == counts.sorted())
      #expect(counts.last ?? 0 >= 4, "\(format)")
    }
  }

  @Test func `a damaged member does not hide those after it`() throws {
    let files = (0..<5).map {
      (name: "\($0).fit", bytes: PackedFiles.fitLike() + [UInt8](repeating: UInt8($0), count: 999))
    }
    var bytes = PackedFiles.pack(files)
    // The third member's deflated bytes become nonsense.
    let mark = Array("2.fit".utf8)
    let place = try #require(bytes.indices.first { bytes[$0...].starts(with: mark) })
    for i in place + 40..<place + 60 { bytes[i] = 0xFF }
    let contents = try Self.contents(WorkoutArchive.open(bytes: bytes))
    for name in ["0.fit", "1.fit", "3.fit", "4.fit"] { #expect(contents.contains("\(name): workout 1015")) }
    #expect(contents.count == 5, "\(contents)")
  }

  @Test func `bytes of a reader come piece by piece from a callback`() throws {
    let bytes = PackedFiles.pack([("a.fit", Self.fit), ("b.bin", Array(0..<255))])
    var position = 0
    let reader = try ArchiveReader { buffer in
      let count = min(buffer.count, 7, bytes.count - position)
      for i in 0..<count { buffer[i] = bytes[position + i] }
      position += count
      return count
    }
    #expect(try reader.next()?.name == "a.fit")
    #expect(try reader.next()?.name == "b.bin")
    var read: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 10)
    while case let count = try buffer.withUnsafeMutableBytes({ try reader.read(into: $0) }), count > 0 {
      read += buffer.prefix(count)
    }
    #expect(read == Array(0..<255))
    #expect(try reader.next() == nil)
  }
}

struct ArchivePartialReadTests {
  @Test func `members that are read in part hide none after them`() throws {
    var random = SeededGenerator(seed: 3)
    let files = (0..<12).map { place in
      (name: "\(place).bin", bytes: (0..<200_000).map { _ in UInt8.random(in: 0...7, using: &random) })
    }
    for format in [PackedFiles.Format.zip, .tar, .tarGzip] {
      let reader = try ArchiveReader(bytes: PackedFiles.pack(files, as: format))
      var names: [String] = []
      var buffer = [UInt8](repeating: 0, count: 100)
      while let member = try reader.next() {
        names.append(member.name)
        #expect(try buffer.withUnsafeMutableBytes { try reader.read(into: $0) } == 100)
      }
      #expect(names == files.map(\.name), "\(format)")
    }
  }
}
