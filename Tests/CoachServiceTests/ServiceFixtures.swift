// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Sensors
import WorkoutFiles
import Workouts
import Zones

@testable import CoachService

let day = Instant(secondsSince1970: 1_780_000_000)

/// The samples and random recordings, with what to say of one when it fails.
struct Given: Sendable {
  var name: String
  var recording: Recording

  static let samples: [Given] = SampleWorkouts.all(endingOn: day, utcOffsetSeconds: 7200).map {
    Given(name: $0.name, recording: $0.recording)
  }

  static func random(_ seeds: ClosedRange<UInt64>, longestStep: Int = 240) -> [Given] {
    seeds.map {
      Given(
        name: "seed \($0)",
        recording: .simulated(seed: $0, startingAt: day + Int64($0) * 60_000, longestStep: longestStep))
    }
  }

  static let some = samples + random(1...200)
}

/// A summary as the command makes it.
func summary(of recording: Recording, _ request: ZoneRequest = ZoneRequest(), problems: [FileProblem] = [])
  -> WorkoutSummary
{
  let file = DecodedFile(
    recordings: [recording], contents: FileContents(format: .fit, byteCount: 1), problems: problems)
  return Summarizer.summaries(of: file, name: "a.fit", zones: request)[0]
}

/// A recording of one leg with heart rate or power each second, told by a closure; `nil` leaves the second out.
func recording(
  _ quantity: Quantity = .heartRate, seconds: Int = 3600, sport: Sport = .running, pauses: [Range<Int>] = [],
  every step: Int = 1, _ value: (Int) -> Double?
) -> Recording {
  let span = TimeSpan(start: day, end: day + Int64(seconds) * 1000)
  var result = Recording(sport: sport, span: span)
  result.activities = [Activity(sport: sport, span: span)]
  result.pauses = pauses.map {
    Pause(
      span: TimeSpan(start: day + Int64($0.lowerBound) * 1000, end: day + Int64($0.upperBound) * 1000), kind: .manual)
  }
  var times: [Int64] = [], values: [Double] = []
  for second in stride(from: 0, to: seconds, by: step) {
    guard let value = value(second) else { continue }
    times.append(day.millisecondsSince1970 + Int64(second) * 1000)
    values.append(value)
  }
  if !times.isEmpty { result.series = [Series(quantity: quantity, times: times, values: values)] }
  return result
}

/// Seconds as exact milliseconds.
func ms(_ seconds: Double) -> Int64 { Int64((seconds * 1000).rounded()) }

/// A signal second by second, made the slow obvious way: the last value of the same stretch of running timer, if it
/// is not older than the hold allows. Only for recordings on whole seconds.
struct NaiveSignal {
  enum Second: Equatable {
    case paused
    case unknown
    case value(Double)
  }
  var seconds: [Second]

  init(_ recording: Recording, _ quantity: Quantity, hold: Int) {
    let start = recording.span.start.millisecondsSince1970
    let count = Int(recording.span.duration / 1000)
    seconds = [Second](repeating: .unknown, count: count)
    for pause in recording.pauses {
      let first = Int((pause.span.start - recording.span.start) / 1000)
      let last = Int((pause.span.end - recording.span.start) / 1000)
      for second in first..<last { seconds[second] = .paused }
    }
    var told: [Int: Double] = [:]
    if let series = recording.series(quantity) {
      for (time, value) in zip(series.times, series.values) {
        told[Int((time - start) / 1000)] = quantity.isPlausible(value) ? value : .nan
      }
    }
    for second in 0..<count where seconds[second] != .paused {
      for age in 0..<hold {
        let earlier = second - age
        guard earlier >= 0, seconds[earlier] != .paused else { break }
        guard let value = told[earlier] else { continue }
        if !value.isNaN { seconds[second] = .value(value) }
        break
      }
    }
  }

  /// The values of a stretch of seconds, `nil` where unknown; paused seconds are left out.
  func active(_ range: Range<Int>) -> [Double?] {
    seconds[range.clamped(to: 0..<seconds.count)].compactMap { second -> Double?? in
      switch second {
      case .paused: nil
      case .unknown: .some(nil)
      case .value(let value): .some(value)
      }
    }
  }
}

/// A folder that is gone when the test is over.
final class TemporaryFolder: Sendable {
  let path: String

  init() {
    path = FileManager.default.temporaryDirectory.appending(path: "zonecoach-\(UUID().uuidString)").path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// All files below, with their contents.
  func files() -> [String: Data] {
    var result: [String: Data] = [:]
    for name in FileManager.default.enumerator(atPath: path)?.compactMap({ $0 as? String }) ?? [] {
      var isFolder: ObjCBool = false
      let full = path + "/" + name
      if FileManager.default.fileExists(atPath: full, isDirectory: &isFolder), !isFolder.boolValue {
        result[name] = FileManager.default.contents(atPath: full)
      }
    }
    return result
  }
}
