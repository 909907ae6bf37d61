// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import WorkoutFiles
import Workouts

/// One input of the fuzzer: it may be refused, but must not trap, hang, or break what a recording promises; and what was
/// read can be written and read again.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = UnsafeRawBufferPointer(start: start, count: count)
  for decode in [WorkoutFile.decode, GPXReader.decode] as [(UnsafeRawBufferPointer) throws -> DecodedFile] {
    guard let file = try? decode(bytes) else { continue }
    expectPromises(of: file)
    for recording in file.recordings {
      _ = CSVWriter.encode(recording, includingPositions: true)
      if let again = try? WorkoutFile.decode(TCXWriter.encode(recording)) { expectPromises(of: again) }
    }
  }
  return 0
}
