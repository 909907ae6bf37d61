// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import WorkoutFiles
import Workouts

/// One input of the fuzzer: it may be refused, but must not trap, hang, or break what a recording promises.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = UnsafeRawBufferPointer(start: start, count: count)
  for decode in [WorkoutFile.decode, FITReader.decode] as [(UnsafeRawBufferPointer) throws -> DecodedFile] {
    guard let file = try? decode(bytes) else { continue }
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
  return 0
}
