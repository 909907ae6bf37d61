// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing
import WorkoutFiles
import Workouts

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
}
