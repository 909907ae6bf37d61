// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Workouts

/// What is seen of the points of a file, in file order.
struct TrackCounts {
  private(set) var points = 0
  private(set) var pointsWithoutTime = 0
  private(set) var timesWithoutZone = 0
  private var withHeartRate = 0
  private var withPower = 0
  private var maximumHeartRate: Double?
  private var maximumPower: Double?
  private var first: Int64?
  private var last: Int64?

  /// Counts a point.
  mutating func add(_ point: TrackPoint) {
    points += 1
    if let time = point.time {
      if first == nil { first = time }
      last = time
    } else {
      pointsWithoutTime += 1
    }
    let heartRate = point[.heartRate], power = point[.power]
    if heartRate.isFinite {
      withHeartRate += 1
      maximumHeartRate = max(maximumHeartRate ?? heartRate, heartRate)
    }
    if power.isFinite {
      withPower += 1
      maximumPower = max(maximumPower ?? power, power)
    }
  }

  /// Counts a time that was written without a zone.
  mutating func addTimeWithoutZone() { timesWithoutZone += 1 }

  /// Puts the counts into the contents of a file.
  func fill(_ contents: inout FileContents) {
    contents.recordCount = points
    contents.recordsWithHeartRate = withHeartRate
    contents.recordsWithPower = withPower
    contents.maximumHeartRate = maximumHeartRate
    contents.maximumPower = maximumPower
    contents.firstRecord = first.map(Instant.init(millisecondsSince1970:))
    contents.lastRecord = last.map(Instant.init(millisecondsSince1970:))
  }

  /// Notes what is wrong with times.
  func note(in problems: inout FITProblems) {
    if pointsWithoutTime > 0 {
      problems.add("no-time", "A point has no valid time; it is left out.", count: pointsWithoutTime)
    }
    if timesWithoutZone > 0 {
      problems.add("no-zone", "A time has no zone; it is taken for UTC.", count: timesWithoutZone)
    }
  }
}

extension XMLReader {
  /// Notes what kept a document from being read as a whole.
  func note(in problems: inout FITProblems) {
    if let failure {
      problems.add(failure.code, failure.message, at: failure.offset)
    }
    if let trailingOffset {
      problems.add("trailing-data", "Something follows the end of the document; it is left out.", at: trailingOffset)
    }
    if replacedCount > 0 {
      problems.add(
        "bad-characters", "A byte or reference stands for no character; it was replaced.", count: replacedCount)
    }
  }
}

extension XMLFailure {
  /// The code of the problem or error it makes.
  var code: String {
    switch kind {
    case .truncated: "truncated"
    case .malformed, .stopped: "malformed"
    case .tooLarge: "too-large"
    }
  }

  /// What to throw where nothing could be read before it, of a file in the format of this name.
  func error(in format: String) -> FileError {
    let words = message.prefix(1).lowercased() + message.dropFirst().prefix { $0 != "." }
    return FileError(
      FileProblem.Code(rawValue: code), "this is a \(format) file of which nothing can be read: \(words)",
      offset: offset)
  }
}
