// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import WorkoutFiles
import Workouts

/// Traps where a decoded file breaks what recordings and series promise.
func expectPromises(of file: DecodedFile) {
  for recording in file.recordings {
    for series in recording.series {
      precondition(zip(series.times, series.times.dropFirst()).allSatisfy { $0 <= $1 }, "times go back")
      _ = series.normalized()
    }
    var last = recording.span.start
    for pause in recording.pauses {
      precondition(pause.span.start >= last && pause.span.end <= recording.span.end, "pauses overlap")
      last = pause.span.end
    }
    last = recording.span.start
    for activity in recording.activities {
      precondition(activity.span.start >= last && activity.span.end <= recording.span.end, "legs overlap")
      last = activity.span.end
      for zones in activity.deviceZones { _ = zones.durationsUnderAscendingBounds }
    }
    _ = recording.activeTime(in: recording.span)
  }
}
