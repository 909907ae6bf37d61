// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing
import Workouts
import Zones

@testable import WorkoutFiles

@testable import WorkoutFiles

/// What went wrong with exports of real phones in other programs.
@Suite("Pitfalls: Apple Health export")
struct HealthPitfallTests {
  private typealias Make = HealthDocuments

  private static let brokenType = """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE HealthData [
    <!-- HealthKit Export Version: 12 -->
    <!ELEMENT HealthData (ExportDate,Me,(Record|Workout|VisionPrescription)*)>
    <!ATTLIST VisionPrescription
      type CDATA #REQUIRED
      dateIssued CDATA #REQUIRED
    <!ELEMENT RightEye EMPTY>
    >
    ]>

    """

  @Test func `a broken type declaration, as iOS 16 writes it, breaks nothing`() {
    let text = Make.document(Make.heartRate(150, "10:30:00") + Make.workout(), head: Self.brokenType)
    for size in [1, 7, 64, 5000] {
      let export = Make.read(text.utf8, size: size)
      #expect(export.workouts.count == 1)
      #expect(export.recordings.first?.series.first?.values == [150])
      #expect(export.problems.isEmpty)
    }
  }

  @Test func `control characters and bytes that are no text are put aside`() {
    var bytes = Array(Make.document(Make.heartRate(150, "10:30:00", source: "W@t#ch") + Make.workout()).utf8)
    for i in bytes.indices {
      if bytes[i] == UInt8(ascii: "@") { bytes[i] = 0x0B }
      if bytes[i] == UInt8(ascii: "#") { bytes[i] = 0xFF }
    }
    let export = Make.read(bytes)
    #expect(export.recordings.first?.series.first?.values == [150])
    #expect(export.contents.replacedByteCount == 2)
    #expect(export.problems.map(\.code.rawValue) == ["bad-bytes"])
    let reference = Make.read(Make.heartRate(150, "10:30:00", source: "W&#11;h") + Make.workout())
    #expect(reference.recordings.first?.series.first?.values == [150])
  }

  @Test func `attribute names with spaces, as iOS 8 wrote them, cost the one element`() {
    let bad = "<Record type=\"HKQuantityTypeIdentifierHeartRate\" source name=\"x\" value=\"1\"/>\n"
    let elements =
      bad + Make.heartRate(150, "10:30:00") + bad + bad + Make.workout() + bad + Make.workout(from: "10:40:00")
    let text = Make.document(elements)
    for size in [1, 3, 11, 100, 1 << 16] {
      let export = Make.read(text.utf8, size: size)
      #expect(export.workouts.count == 2, "\(size)")
      #expect(export.recordings.first?.series.first?.values == [150])
      #expect(export.contents.damageCount == 4, "\(size) \(export.problems.map { "\($0.message) \($0.offset ?? -1)" })")
      #expect(export.problems.contains { $0.code.rawValue == "damaged-element" })
    }
  }

  @Test func `dates in the old form are read`() throws {
    let export = Make.read(
      """
      <Workout workoutActivityType="HKWorkoutActivityTypeRunning" duration="10" durationUnit="min" \
      startDate="20150616071916-0700" endDate="20150616072916-0700"></Workout>
      """)
    let span = try #require(export.recordings.first?.span)
    #expect(span.start == Instant(secondsSince1970: 1_434_464_356))
    #expect(span.duration == 600_000)
  }

  @Test(arguments: [
    ("", 3600), ("<MetadataEntry key=\"HKTimeZone\" value=\"Nowhere/Town\"/>", 3600),
    ("<MetadataEntry key=\"HKTimeZone\" value=\"America/New_York\"/>", -14_400),
  ])
  func `the phone's offset of the export gives instants, and the local day only where no zone is known`(
    _ zone: String, _ offset: Int
  ) throws {
    let reader = AppleHealthReader(utcOffset: { zone, _ in zone == "America/New_York" ? -14_400 : nil })
    let document = Make.document(
      """
      <Workout workoutActivityType="HKWorkoutActivityTypeRunning" startDate="2025-07-14 16:39:21 +0100" \
      endDate="2025-07-14 17:51:54 +0100">\(zone)</Workout>
      """)
    Array(document.utf8).withUnsafeBytes { reader.feed($0) }
    let recording = try #require(reader.finish().recordings.first)
    #expect(recording.span.start == Instant(secondsSince1970: 1_752_507_561))
    #expect(recording.utcOffsetSeconds == offset)
  }

  @Test(arguments: [
    ("2024-01-15 10:00:00 +0530", 19_800), ("20150616071916-0700", -25_200), ("2024-01-15T10:00:00Z", 0),
    ("2024-01-15T10:00:00-03:30", -12_600), ("2024-01-15 10:00:00", nil), ("2024-01-15 10:00:00 +9900", nil), ("", nil),
    ("2024-01-15 10:00:00 +05", nil), ("2024-01-15 10:00:00 +1x00", nil),
  ])
  func `an offset is read from a date in any form`(_ date: String, _ offset: Int?) throws {
    #expect(HealthText.offset(date) == offset)
  }

  @Test func `whatever is complete in a document cut short is there, wherever it is cut`() {
    let elements = (0..<4).map { place in
      Make.heartRate(150, "10:3\(place):00") + Make.workout(Make.event("Pause", "10:50:00"), from: "10:1\(place):00")
    }
    let text = Array(Make.document(elements.joined()).utf8)
    let ends = text.indices.filter { text[..<$0].suffix(10).elementsEqual("</Workout>".utf8) }
    #expect(ends.count == 4)
    for length in stride(from: 0, to: text.count - 15, by: 13) {
      let export = Make.read(text[..<length])
      #expect(export.workouts.count == ends.count { $0 <= length }, "cut at \(length)")
      #expect(export.workouts.count == export.contents.workoutCount)
      #expect(export.problems.map(\.code.rawValue) == ["truncated"], "cut at \(length)")
    }
  }

  @Test func `as many workouts come out as went in, also short, long and without anything`() {
    let elements =
      Make.workout(from: "10:00:00", to: "10:00:00") + Make.workout(type: "") + Make.workout("", attributes: "")
      + "<Workout/>" + Make.workout(from: "11:00:00", to: "10:00:00")
      + "<Workout workoutActivityType=\"HKWorkoutActivityTypeYoga\" duration=\"5\" startDate=\"2024-01-15 10:00:00 +0000\"/>"
    let export = Make.read(elements)
    #expect(export.contents.workoutCount == 6)
    // Without a time nothing can be made of one; it is told.
    #expect(export.workouts.count == 4)
    #expect(export.contents.workoutsWithoutTime == 2)
    #expect(export.problems.map(\.code.rawValue) == ["workout-without-time"])
    #expect(export.recordings.last?.span.duration == 300_000)
  }

  @Test func `a workout whose end is missing doesn't swallow the next`() {
    let open = Make.workout(Make.event("Pause", "10:50:00")).replacing("</Workout>", with: "")
    let export = Make.read(open + Make.workout(type: "Yoga") + "</Workout>")
    #expect(export.workouts.map(\.isDamaged) == [true, false])
    #expect(export.workouts.map { $0.recording.pauses.count } == [1, 0])
  }

  @Test func `active time is what the events leave, not end minus start, and never negative`() {
    let pauses = Make.event("Pause", "09:00:00") + Make.event("Resume", "10:30:00") + Make.event("Pause", "10:40:00")
    let recording = Make.read(Make.workout(pauses)).recordings[0]
    #expect(recording.activeTime(in: recording.span) == 600_000)
    let all = Make.read(Make.workout(Make.event("Pause", "09:00:00"))).recordings[0]
    #expect(all.activeTime(in: all.span) == 0)
  }

  @Test func `correlated records are counted once, beside them`() {
    let record = Make.heartRate(70, "10:00:00")
    let export = Make.read("<Correlation type=\"x\" sourceName=\"y\">\(record)</Correlation>" + record + Make.workout())
    #expect(export.contents.recordCount == 1)
    #expect(export.contents.recordsInCorrelations == 1)
    #expect(export.recordings.first?.series.first?.values == [70])
  }

  @Test func `elements that no phone has written yet are passed over and counted`() {
    let export = Make.read("<WorkoutZones a=\"1\"><Zone/></WorkoutZones>" + Make.workout("<Zone low=\"1\"/>"))
    #expect(export.contents.unknownElementCount == 3)
    #expect(export.workouts.count == 1)
  }

  @Test func `a second root is read on from and told`() {
    let one = Make.document(Make.workout())
    let export = Make.read((one + one).utf8)
    #expect(export.workouts.count == 2)
    #expect(export.problems.map(\.code.rawValue) == ["several-roots"])
  }

  @Test func `an XML bomb is nothing but its text`() {
    var entities = "<!ENTITY a \"aaaaaaaaaa\">"
    for letter in "bcdefghij" { entities += "<!ENTITY \(letter) \"" + String(repeating: "&a;", count: 10) + "\">" }
    let head =
      "<?xml version=\"1.0\"?>\n<!DOCTYPE HealthData [\n\(entities)\n<!ENTITY x SYSTEM \"file:///etc/passwd\">]>\n"
    let elements = "<Record type=\"&j;\" value=\"&x;\"/>" + Make.workout()
    let start = threadSeconds()
    let export = Make.read(Make.document(elements, head: head).utf8)
    #expect(threadSeconds() - start < 1)
    #expect(export.workouts.count == 1)
    #expect(export.contents.damageCount == 1)
  }

  @Test func `tags without an end and nests without a bottom end early`() {
    let start = threadSeconds()
    let endless = Array("<HealthData><Record type=\"".utf8) + [UInt8](repeating: 0x61, count: 20 << 20)
    #expect(Make.read(endless).problems.isEmpty == false)
    let deep = Array("<HealthData>".utf8) + Array(repeating: Array("<Record a='b'>".utf8), count: 200_000).joined()
    #expect(Make.read(deep).contents.recordCount <= 200_000)
    let many = Array("<HealthData>".utf8) + (0..<100_000).flatMap { Array("<Record type=\"t\($0)\"/>".utf8) }
    #expect(Make.read(many).contents.recordsByType.count < 5000)
    #expect(threadSeconds() - start < 10)
  }

  @Test func `a watch that stores only changes has each value held, to the cap and no further`() throws {
    let workout = Make.read(
      Make.heartRate(130, "10:00:00") + Make.heartRate(140, "10:00:20") + Make.heartRate(150, "10:05:00")
        + Make.workout(to: "10:06:00")
    ).recordings[0]
    let series = try #require(workout.series(.heartRate))
    let hold = SampleHold.holdCap(for: .heartRate, smartRecording: workout.isSmartRecording)
    let signal = HeldSignal(series, over: workout.span, pauses: workout.pauses, hold: hold)
    let known = signal.spans.filter(\.isKnown)
    #expect(known.map(\.value) == [130, 140, 150])
    #expect(known.map(\.duration) == [min(hold, 20_000), hold, hold])
  }

  @Test func `an export of 4 GB in a zip of 200 MB is within the limits, and of 105 MB all the more`() throws {
    for (unpacked, packed) in [(4096, 200), (105, 5), (8192, 400)] {
      let ledger = ArchiveLedger(ArchiveLimits())
      ledger.sourceBytes = packed << 20
      #expect(throws: Never.self, "\(unpacked) MB") {
        for _ in 0..<unpacked {
          ledger.consume((packed << 20) / unpacked)
          try ledger.unpack(1 << 20)
        }
      }
    }
  }

  @Test func `the limit of a workout file is none for an export, which is read as a stream`() throws {
    var limits = ArchiveLimits()
    limits.workoutBytes = 1000
    let document = Array(
      Make.document((10..<60).map { Make.heartRate(150, "10:\($0):00") }.joined() + Make.workout()).utf8)
    #expect(document.count > limits.workoutBytes)
    let archive = try WorkoutArchive.open(bytes: PackedFiles.pack([("export.xml", document)]), limits: limits)
    #expect(try ArchiveTests.contents(archive) == ["export.xml: health \(document.count)"])
  }

  @Test func `the export is chosen, not the clinical copy beside it, however large that is`() throws {
    let copy = Array("<?xml version=\"1.0\"?><ClinicalDocument xmlns=\"urn:hl7-org:v3\"/>".utf8)
    let archive = try WorkoutArchive.open(
      bytes: PackedFiles.pack([
        ("apple_health_export/export_cda.xml", copy + [UInt8](repeating: 0x20, count: 9000)),
        ("apple_health_export/export.xml", Array(Make.document(Make.workout()).utf8)),
      ]))
    #expect(archive.kind == .appleHealth)
    #expect(
      try ArchiveTests.contents(archive).map { $0.prefix { $0 != ":" } } == [
        "apple_health_export/export.xml", "apple_health_export/export_cda.xml",
      ])
  }

  @Test func `an export of nothing says so, and an empty file is refused in words`() throws {
    let file = try WorkoutFile.decode(Array(Make.document("").utf8))
    #expect(file.recordings.isEmpty && file.contents.format == .appleHealth)
    for bytes in [[], Array("PK\u{3}\u{4}".utf8) + [UInt8](repeating: 0, count: 30)] {
      let error = #expect(throws: FileError.self) { try WorkoutFile.decode(bytes) }
      #expect(error?.message.isEmpty == false)
    }
  }

  @Test func `small exports decode like any workout file`() throws {
    let file = try WorkoutFile.decode(Array(Make.document(Make.heartRate(150, "10:30:00") + Make.workout()).utf8))
    #expect(file.contents.format == .appleHealth)
    #expect(file.contents.recordsWithHeartRate == 1)
    #expect(file.recordings.count == 1)
  }

  @Test func `pieces of any size give the same`() throws {
    var random = SeededGenerator(seed: 11)
    let elements = (0..<30).map { place in
      Make.heartRate(Double(100 + place), "10:\(10 + place):00", source: "Ann’s\u{A0}Watch")
        + (place % 3 == 0 ? Make.workout(Make.event("Pause", "10:5\(place % 10):00")) : "")
    }
    let text = Array(Make.document(elements.joined(), head: Self.brokenType).utf8)
    let whole = Make.read(text)
    for _ in 0..<20 {
      let export = Make.read(text, size: Int.random(in: 1...200, using: &random))
      #expect(export.contents == whole.contents)
      #expect(export.recordings.map { $0.series.map(\.values) } == whole.recordings.map { $0.series.map(\.values) })
    }
  }
}
