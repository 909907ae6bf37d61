// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing
import Workouts

@testable import WorkoutFiles

@Suite("Heart rates that a strap stored")
struct FITHeartRateDownloadTests {
  /// Garmin's own way to put stored beats into records: every value is repeated each quarter of a second until the
  /// next, for five seconds at most, and a record gets the rounded mean of what falls between the record before and it.
  static func merged(_ beats: Series, into times: [Int64], _ own: [Int64: Double]) -> [Double] {
    var expanded: [(time: Int64, value: Double)] = []
    for i in beats.times.indices {
      let end = min(i + 1 < beats.count ? beats.times[i + 1] : .max, beats.times[i] + 5000)
      var time = beats.times[i]
      repeat {
        expanded.append((time, beats.values[i]))
        time += 250
      } while time < end
    }
    var result: [Double] = []
    var next = 0
    var before = times.first.map { $0 - 1000 } ?? 0
    for time in times {
      while next < expanded.count, expanded[next].time <= before { next += 1 }
      var sum = 0.0, count = 0.0
      while next < expanded.count, expanded[next].time <= time {
        sum += expanded[next].value
        count += 1
        next += 1
      }
      before = time
      if count > 0 { result.append((sum / count).rounded()) } else if let value = own[time] { result.append(value) }
    }
    return result
  }

  @Test(
    "merging them as Garmin does gives what Garmin's decoder gives",
    .enabled(if: Corpus.folder != nil, "the corpus of real files was not found"),
    arguments: [
      "fit/fp-sample_mulitple_header.fit", "fit/gc-Garmin945swimRRdata.fit", "fit/gc-activity_2677977976.fit",
      "fit/js-HrmPluginTestActivity.fit",
    ])
  func mergedAsGarmin(name: String) throws {
    let oracle = try #require(CorpusOracle.all[name]?.merged_hr)
    let file = try WorkoutFile.decode(try Corpus.bytes(name))
    let recording = try #require(file.recordings.first)
    let rates = recording.series.filter { $0.quantity == .heartRate }
    let stored = try #require(rates.first)
    #expect(stored.source.path == .downloaded && stored.source.sensor == .chestStrap)
    var own: [Int64: Double] = [:]
    for series in rates.dropFirst() {
      for (time, value) in zip(series.times, series.values) where !value.isNaN { own[time] = value }
    }
    // In a pool most records hold nothing but their time; that watch wrote one every second.
    let longest = try #require(recording.series.filter { $0.source.path == .recorded }.max { $0.count < $1.count })
    let first = try #require(file.contents.firstRecord), last = try #require(file.contents.lastRecord)
    let isPool = longest.count * 2 < file.contents.recordCount
    let times =
      isPool
      ? Array(stride(from: first.millisecondsSince1970, through: last.millisecondsSince1970, by: 1000))
      : longest.times
    let merged = Self.merged(stored, into: times, own)
    #expect(abs(merged.count - (oracle.records_with_hr ?? 0)) <= (isPool ? 2 : 0))
    #expect(merged.max() == oracle.max_hr)
    let mean = merged.reduce(0, +) / Double(merged.count)
    #expect(abs(mean - (oracle.mean_hr ?? 0)) < (isPool ? 0.01 : 0.001))
  }

  typealias Builder = FITFileBuilder

  /// The part that a strap hands over: one full message, then packed ones.
  static func download(anchor time: Int, fraction: Int, tick: Int, rate: Int, packed: [([Int64], [Int64])])
    -> FITFileBuilder
  {
    var file = Builder()
    file.define(2, 132, [.time, .u32(9), .u16(0), .u8(6)])
    file.add(2, [.n(time), .n(tick), .n(fraction), .n(rate)])
    file.define(3, 132, [.u8(6, 8), .bytes(10, 12)])
    for (rates, bytes) in packed { file.add(3, [.list(rates), .list(bytes)]) }
    return file
  }

  static let eight: ([Int64], [Int64]) = (
    [132, 132, 132, 132, 133, 133, 132, 132],
    [0x6A, 0x8F, 0x13, 0x08, 0x73, 0x4D, 0xA5, 0x86, 0x87, 0x4B, 0x6A, 0xC2]
  )

  @Test func `packed beats roll on from the anchor`() throws {
    let time = 896_340_114
    var swim = Builder()
    swim.addFileID(created: time)
    swim.define(14, 18, [.time, .u32(2), .u32(7), .e(5)])
    swim.add(14, [.n(time), .n(time), 10_000, 5])
    let strap = Self.download(anchor: time, fraction: 0x3330, tick: 0x53B9_0D99, rate: 131, packed: [Self.eight])
    let file = try WorkoutFile.decode(swim.file() + strap.file())
    #expect(file.contents.partCount == 2 && file.recordings.count == 1)
    let series = try #require(file.recordings.first?.series(.heartRate))
    #expect(series.values == [131, 132, 132, 132, 132, 133, 133, 132, 132])
    let base = (Int64(time) + 631_065_600) * 1000
    #expect(series.times.map { $0 - base } == [400, 854, 1305, 1758, 2210, 2662, 3118, 3574, 4038])
  }

  @Test func `the strap's clock may start over`() throws {
    let strap = Self.download(
      anchor: Builder.start, fraction: 0, tick: 0xFFFF_FF00, rate: 100,
      packed: [([100, 101], [0x00, 0x03, 0x30, 0, 0, 0, 0, 0, 0, 0, 0, 0])])
    var file = Builder.ride([60, 60, 60])
    file.data += strap.data
    let series = try #require(try WorkoutFile.decode(file.file()).recordings.first?.series(.heartRate))
    // 0xF00 to 0x300 is 0x400 ticks, one second; the same tick again adds none.
    #expect(Array(series.times.prefix(3)) == [0, 1000, 1000].map { $0 + Builder.startMilliseconds })
  }

  @Test func `beats without an anchor are dropped`() throws {
    var file = Builder.ride([60, 61, 62])
    file.define(3, 132, [.u8(6, 8), .bytes(10, 12)])
    file.add(3, [.list(Self.eight.0), .list(Self.eight.1)])
    let recording = try #require(try WorkoutFile.decode(file.file()).recordings.first)
    #expect(recording.series.filter { $0.quantity == .heartRate }.map(\.values) == [[60, 61, 62]])
  }

  @Test func `the wrist's own heart rate stays as second series`() throws {
    let strap = Self.download(anchor: Builder.start, fraction: 0, tick: 1024, rate: 140, packed: [])
    let file = try WorkoutFile.decode(Builder.ride([60, 61, 62]).file() + strap.file())
    let rates = try #require(file.recordings.first).series.filter { $0.quantity == .heartRate }
    #expect(rates.map(\.source.path) == [.downloaded, .recorded])
    #expect(rates.map(\.values) == [[140], [60, 61, 62]])
  }
}

extension FITHeartRateDownloadTests {
  @Test func `a part that calls itself an activity but holds only stored beats belongs to the workout before`() throws {
    var strap = Self.download(anchor: Builder.start, fraction: 0, tick: 1024, rate: 140, packed: [])
    strap.addFileID()
    let file = try WorkoutFile.decode(Builder.ride([60, 61, 62]).file() + strap.file())
    #expect(file.recordings.count == 1)
    #expect(file.recordings[0].series(.heartRate)?.values == [140])
  }

  @Test func `stored beats alone make a workout of their length`() throws {
    var strap = Self.download(
      anchor: Builder.start, fraction: 0, tick: 0x53B9_0D99, rate: 131, packed: [Self.eight])
    strap.addFileID()
    let file = try WorkoutFile.decode(strap.file())
    #expect(file.recordings.map(\.span.duration) == [3638])
    #expect(file.codes == ["no-session"])
  }

  @Test func `stored beats of another day come after the heart rate of the workout`() throws {
    let strap = Self.download(anchor: Builder.start - 100_000, fraction: 0, tick: 1024, rate: 140, packed: [])
    let file = try WorkoutFile.decode(Builder.ride([60, 61, 62]).file() + strap.file())
    #expect(file.recordings[0].series(.heartRate)?.values == [60, 61, 62])
  }
}
