// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Workouts

@testable import WorkoutFiles

/// Mistakes that users of other programs reported, one test each.
@Suite("Pitfalls: FIT import and multisport")
struct FITPitfallTests {
  typealias Builder = FITFileBuilder
  let start = Builder.startMilliseconds

  @Test func `a file with developer fields that is cut short before its session is still a workout`() throws {
    var file = Builder()
    file.addFileID()
    FITDeveloperFieldTests.describe(&file, name: "Power", native: 7)
    FITDeveloperFieldTests.addPower(&file, [200, 201, 202])
    let decoded = try WorkoutFile.decode(Array(file.file().dropLast(5)))
    #expect(decoded.recordings.first?.series(.power)?.values == [200, 201])
    #expect(decoded.codes.contains("no-session") && decoded.codes.contains("truncated"))
  }

  @Test func `a missing application id or developer index stops nothing`() throws {
    var file = Builder.ride([120, 121])
    file.define(10, 207, [.u32(4)])
    file.add(10, [1])
    file.define(11, 206, [.text(3, 8)])
    file.add(11, ["Power"])
    #expect(try WorkoutFile.decode(file.file()).recordings.first?.series(.heartRate)?.values == [120, 121])
  }

  @Test func `an event whose 32-bit data have one byte is read and reported`() throws {
    var file = Builder()
    file.addFileID()
    file.addRecords(Array(repeating: 120, count: 10))
    file.define(1, 21, [.time, .e(0), .e(1), .u32(3).sized(1)])
    file.data += [1] + FITRecordTests.little(Builder.start + 5, 4) + [0, 4, 1]
    file.addSession(seconds: 10)
    let decoded = try WorkoutFile.decode(file.file())
    #expect(decoded.recordings[0].pauses.map(\.kind) == [.auto])
    #expect(decoded.codes == ["field-size", "timer-disagrees"])
  }

  @Test func `a strap's memory after a swim is joined to the swim, without a file_id of its own`() throws {
    let strap = FITHeartRateDownloadTests.download(
      anchor: Builder.start, fraction: 0, tick: 0x53B9_0D99, rate: 131, packed: [FITHeartRateDownloadTests.eight])
    let file = try WorkoutFile.decode(Builder.ride([nil, nil, nil, nil], sport: 5).file() + strap.file())
    #expect(file.recordings.count == 1)
    #expect(file.recordings[0].series(.heartRate)?.count == 9)
  }

  @Test func `a watch that writes heart rate only as stored beats, under a header of odd length, has a heart rate`()
    throws
  {
    var file = FITHeartRateDownloadTests.download(
      anchor: Builder.start, fraction: 0, tick: 0x53B9_0D99, rate: 131, packed: [FITHeartRateDownloadTests.eight])
    file.addFileID()
    file.addSession(seconds: 5)
    let decoded = try WorkoutFile.decode(file.file(headerSize: 16))
    #expect(decoded.recordings.first?.series(.heartRate)?.count == 9)
    #expect(decoded.codes.contains("header-size"))
  }

  @Test func `the second part of a chain is not forgotten`() throws {
    let file = try WorkoutFile.decode(Builder.ride([120]).file() + Builder.ride([130]).file())
    #expect(file.recordings.compactMap { $0.series(.heartRate)?.values.first } == [120, 130])
  }

  @Test func `later parts without a file_id are workouts too`() throws {
    var second = Builder()
    second.addRecords([130, 131], from: 100_000)
    second.addSession(after: 100_000, seconds: 2)
    let file = try WorkoutFile.decode(Builder.ride([120]).file() + second.file())
    #expect(file.recordings.compactMap { $0.series(.heartRate)?.values } == [[120], [130, 131]])
  }

  @Test func `a session without records brings its totals, and says that there are no samples`() throws {
    var file = Builder()
    file.addFileID()
    file.define(14, 18, [.time, .u32(2), .u32(7), .u32(8), .u32(9), .e(5), .u16(11), .u8(16), .u8(17)])
    file.add(14, [.n(Builder.start + 60), .n(Builder.start), 60_000, 50_000, 20_000, 1, 9, 131, 150])
    let decoded = try WorkoutFile.decode(file.file())
    let recording = try #require(decoded.recordings.first)
    #expect(recording.series.isEmpty && recording.sport == .running && recording.span.duration == 60_000)
    let totals = try #require(recording.activities.first).totals
    #expect(totals.timer == 50_000 && totals.distance == 200 && totals.energy == 9)
    #expect(totals.averageHeartRate == 131 && totals.maximumHeartRate == 150)
    #expect(decoded.codes.contains("no-records"))
  }

  @Test func `a clock that goes one second back gives times that only rise, and the same length`() throws {
    var file = Builder()
    file.addFileID()
    file.define(0, 20, [.time, .u8(3)])
    let seconds = Array(0...40) + [40, 39] + Array(40...100)
    for second in seconds { file.add(0, [.n(Builder.start + second), .n(100 + second)]) }
    file.addSession(seconds: 101)
    let recording = try WorkoutFile.decode(file.file()).recordings[0]
    let series = try #require(recording.series(.heartRate)).normalized()
    #expect(zip(series.times, series.times.dropFirst()).allSatisfy { $0 < $1 })
    #expect(series.times.map { ($0 - start) / 1000 } == (0...100).map { Int64($0) })
    #expect(series.values == (0...100).map { Double(100 + $0) })
    #expect(recording.span.duration == 101_000)
  }

  @Test func `beats after a dropout are kept`() throws {
    var file = Builder.ride([60, 60])
    file.define(1, 78, [.u16(0, 5)])
    file.add(1, [[1000, nil, nil, nil, nil]])
    file.addRecords([60], from: 30)
    file.add(1, [[900, 910, nil, nil, nil]])
    let beats = try #require(try WorkoutFile.decode(file.file()).recordings[0].series(.beatInterval))
    #expect(beats.values == [1000, 900, 910])
    #expect(beats.times[1] == start + 30_000)
  }

  @Test func `no time is in 1989 where the file tells a date`() throws {
    var file = Builder()
    file.addFileID()
    file.define(0, 20, [.time, .u8(3)])
    for second in 0..<3 { file.add(0, [.n(second), 120]) }
    let decoded = try WorkoutFile.decode(file.file())
    #expect(decoded.recordings[0].span.start.millisecondsSince1970 == start)
    #expect(decoded.codes.first == "clock-not-set")
  }

  @Test func `a file cropped at its end by a service keeps what is there`() throws {
    var file = Builder()
    file.addFileID()
    file.addRecords(Array(repeating: 120, count: 50))
    file.addSession(seconds: 100)
    let recording = try WorkoutFile.decode(file.file()).recordings[0]
    #expect(recording.series(.heartRate)?.count == 50 && recording.span.duration == 100_000)
  }

  @Test func `stopped time is no lap time`() throws {
    var file = Builder()
    file.addFileID()
    file.addTimer(20, type: 4)
    file.addTimer(50, type: 0)
    file.addRecords(Array(repeating: 120, count: 100))
    file.define(0, 19, [.u32(2), .u32(7), .u32(8)])
    file.add(0, [.n(Builder.start), 100_000, 70_000])
    file.addSession(seconds: 100, timer: 70)
    let recording = try WorkoutFile.decode(file.file()).recordings[0]
    #expect(recording.laps[0].totals.timer == 70_000)
    #expect(recording.activeTime(in: recording.laps[0].span) == 70_000)
  }

  @Test func `five legs are not flattened, whether summaries come first or last`() throws {
    func file(summariesFirst: Bool) throws -> DecodedFile {
      var file = Builder()
      file.addFileID()
      func sessions(_ file: inout Builder) {
        for (leg, sport) in [5, 3, 2, 3, 1].enumerated() {
          file.addSession(after: leg * 10, seconds: 10, sport: sport, index: leg)
        }
      }
      if summariesFirst { sessions(&file) }
      file.addRecords(Array(repeating: 120, count: 50))
      if !summariesFirst { sessions(&file) }
      return try WorkoutFile.decode(file.file())
    }
    for order in [true, false] {
      let recording = try #require(try file(summariesFirst: order).recordings.first)
      #expect(recording.activities.map(\.sport) == [.swimming, .transition, .cycling, .transition, .running])
      #expect(recording.activities.map(\.span.duration) == Array(repeating: 10_000, count: 5))
      #expect(recording.sport == .multisport)
    }
  }

  @Test func `a developer field that starts in the second leg breaks no leg`() throws {
    var file = Builder()
    file.addFileID()
    file.addRecords([120, 121])
    FITDeveloperFieldTests.describe(&file, name: "Power", native: 7)
    FITDeveloperFieldTests.addPower(&file, [200, 201], from: 2)
    file.addSession(seconds: 2, sport: 5)
    file.addSession(after: 2, seconds: 2, sport: 1, index: 1)
    let recording = try #require(try WorkoutFile.decode(file.file()).recordings.first)
    #expect(recording.activities.count == 2)
    #expect(recording.series(.heartRate)?.count == 4)
    #expect(recording.series(.power)?.times == [start + 2000, start + 3000])
  }

  // MARK: Kept files

  /// Small files of our own, among them inputs that once went wrong.
  static let fixtures: [String] = {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Fixtures/fit").standardized
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0.hasSuffix(".fit") }.sorted().map { folder.appending(path: $0).path }
  }()

  @Test(arguments: fixtures)
  func `every kept file is decoded without breaking a promise`(path: String) throws {
    let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
    let file = try WorkoutFile.decode(bytes)
    #expect(!file.recordings.isEmpty)
    for recording in file.recordings { check(recording) }
  }

  @Test func `there are kept files`() { #expect(Self.fixtures.count >= 6) }
}
