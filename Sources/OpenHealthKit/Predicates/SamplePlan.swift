// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Workouts

/// A condition taken apart: what the database and its columns can answer, and what each object must be asked.
struct SamplePlan {
  /// Seconds since the reference date; what lies outside need not be read.
  var startFrom = -Double.infinity
  var startThrough = Double.infinity
  var endFrom = -Double.infinity
  var endThrough = Double.infinity
  /// Comparisons that exclude the limit itself.
  var startIsAbove = false
  var startIsBelow = false
  var endIsAbove = false
  var endIsBelow = false
  var names: Set<UUID>?
  var programs: Set<String>?
  var collection: (whole: UUID, names: Set<UUID>)?
  /// What must be asked of each object.
  var rest: [SampleCondition] = []

  init(_ condition: SampleCondition?) {
    if let condition { take(condition) }
  }

  private mutating func take(_ condition: SampleCondition) {
    switch condition {
    case .all(let parts): for part in parts { take(part) }
    case .start(let comparison, let date):
      let time = date.timeIntervalSinceReferenceDate
      switch comparison {
      case .less: if time <= startThrough { (startThrough, startIsBelow) = (time, true) }
      case .lessOrEqual: if time < startThrough { (startThrough, startIsBelow) = (time, false) }
      case .greater: if time >= startFrom { (startFrom, startIsAbove) = (time, true) }
      case .greaterOrEqual: if time > startFrom { (startFrom, startIsAbove) = (time, false) }
      case .equal:
        take(.start(.greaterOrEqual, date))
        take(.start(.lessOrEqual, date))
      default: rest.append(condition)
      }
    case .end(let comparison, let date):
      let time = date.timeIntervalSinceReferenceDate
      switch comparison {
      case .less: if time <= endThrough { (endThrough, endIsBelow) = (time, true) }
      case .lessOrEqual: if time < endThrough { (endThrough, endIsBelow) = (time, false) }
      case .greater: if time >= endFrom { (endFrom, endIsAbove) = (time, true) }
      case .greaterOrEqual: if time > endFrom { (endFrom, endIsAbove) = (time, false) }
      case .equal:
        take(.end(.greaterOrEqual, date))
        take(.end(.lessOrEqual, date))
      default: rest.append(condition)
      }
    case .names(let names): self.names = self.names.map { $0.intersection(names) } ?? names
    case .sources(let programs): self.programs = self.programs.map { $0.intersection(programs) } ?? programs
    case .members(let whole, let names) where collection == nil: collection = (whole, names)
    default: rest.append(condition)
    }
  }

  /// Blocks that end before this moment hold nothing; nil where there is no such moment.
  var earliestEnd: Instant? { Self.instant(max(startFrom, endFrom), .down) }

  /// Blocks that begin after this moment hold nothing; nil where there is no such moment.
  var latestStart: Instant? { Self.instant(min(startThrough, endThrough), .up) }

  private static func instant(_ seconds: Double, _ rule: FloatingPointRoundingRule) -> Instant? {
    guard seconds.isFinite, abs(seconds) < 1e14 else { return nil }
    return Instant(millisecondsSince1970: Int64((seconds * 1000).rounded(rule)) + 978_307_200_000)
  }

  /// Whether times are as asked.
  @inline(__always)
  func holds(start: Double, end: Double) -> Bool {
    (startIsAbove ? start > startFrom : start >= startFrom)
      && (startIsBelow ? start < startThrough : start <= startThrough)
      && (endIsAbove ? end > endFrom : end >= endFrom) && (endIsBelow ? end < endThrough : end <= endThrough)
  }

  /// Whether columns answer everything.
  var isOfColumns: Bool { names == nil && collection == nil && rest.isEmpty }

  /// Whether a sample is as asked beside its times.
  func holds(_ sample: HKSample, collection own: UUID?) -> Bool {
    if let names, !names.contains(sample.uuid) { return false }
    if let collection, own != collection.whole, !collection.names.contains(sample.uuid) { return false }
    return rest.allSatisfy { $0.holds(sample, collection: own) }
  }

  /// Whether samples of a program can be among those asked for.
  func allows(_ program: String) -> Bool { programs.map { $0.contains(program) } ?? true }
}
