// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import HealthDatabase
import Workouts
import Zones

extension WorkoutLibrary {
  /// Leaves flagged stretches of heart rate out of time in zone, histograms and thresholds, or takes them in again. The
  /// samples stay as they were recorded, so everything returns exactly.
  ///
  /// - Parameter flags: the numbers of the flags in `summary.quality` that are left out from now on; all others count.
  /// - Returns: whether there is such a workout.
  /// - Throws: `LibraryError` for a number that no flag has, `DatabaseError` if it can't be stored.
  @discardableResult
  public func leaveOut(_ flags: [Int], of id: String) throws -> Bool {
    guard let (_, read) = read(id) else { return false }
    let recording = read.analysis.recording
    let known = recording.qualityFlags
    guard flags.allSatisfy(known.indices.contains) else {
      throw LibraryError("There is no flag of that number; the workout has \(known.count).")
    }
    let exclusions = Set(flags).sorted().map { place in
      StoredExclusion(
        quantity: .heartRate, kind: known[place].kind.rawValue, span: known[place].span, made: now)
    }
    let analysis = WorkoutAnalysis(recording, zones: ZoneRequest(), excluding: exclusions)
    let derived = analysis.derived
    try database.write { access in
      try access.setExclusions(exclusions, of: read.recording)
      try access.recount(read.recording, histograms: derived.histograms, efforts: analysis.efforts) { group in
        let window = group.leg.flatMap { leg in
          recording.activities.indices.contains(leg) ? recording.activities[leg].span : nil
        }
        guard let limits = try? ZoneBoundaries(group.boundaries), let signal = analysis.signals[group.quantity] else {
          return (group.durations, group.unknown)
        }
        let time = signal.timeInZone(limits, in: window)
        return (time.zones, time.unknown)
      }
    }
    forgetWhatWasRead()
    return true
  }
}
