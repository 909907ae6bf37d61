// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import WorkoutFiles
import Workouts

/// One input of the fuzzer: whatever it is, reading it ends, what comes out keeps its promises, as many workouts come
/// out as went in, and the size of the pieces makes no difference.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = UnsafeRawBufferPointer(start: start, count: count)
  let whole = AppleHealthReader(), pieces = AppleHealthReader()
  whole.feed(bytes)
  var position = 0
  while position < count {
    let end = min(count, position + 1 + Int(bytes[position]))
    pieces.feed(UnsafeRawBufferPointer(rebasing: bytes[position..<end]))
    position = end
  }
  let export = whole.finish()
  precondition(export.contents == pieces.finish().contents, "pieces make a difference")
  precondition(
    export.workouts.count + export.contents.workoutsWithoutTime == export.contents.workoutCount, "a workout is lost")
  expectPromises(of: export.decodedFile)
  for recording in export.recordings {
    for series in recording.series {
      precondition(series.ends.map { zip(series.times, $0).allSatisfy { $0 <= $1 } } ?? true, "ends before start")
    }
    precondition(zip(recording.laps, recording.laps.dropFirst()).allSatisfy { $0.span.end <= $1.span.start }, "laps")
  }
  if let file = try? WorkoutFile.decode(bytes) { expectPromises(of: file) }
  return 0
}
