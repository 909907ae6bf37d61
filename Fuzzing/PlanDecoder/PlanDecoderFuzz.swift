// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import WorkoutFiles
import Workouts

/// One input of the fuzzer: a file of a plan. It may be refused, but must not trap or hang; a plan that was read comes back
/// the same from our own format, and can be written in every other, or is refused with a reason.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  if let read = try? PlanFile.decode(bytes) {
    precondition((1...Plan.mostSteps).contains(read.plan.stepCount), "a plan has steps, and not too many")
    precondition(read.plan.plannedTime >= 0 && read.plan.plannedDistance >= 0, "nothing planned is negative")
    guard let json = try? PlanFile.encode(read.plan, as: .json).bytes, let again = try? PlanFile.decode(json) else {
      preconditionFailure("what was read can be written and read")
    }
    precondition(again.plan == read.plan, "our own format loses nothing")
    for format in PlanFormat.allCases { _ = try? PlanFile.encode(read.plan, as: format) }
  }
  _ = try? PlanFile.plan(words: String(decoding: bytes.prefix(200), as: UTF8.self))
  return 0
}
