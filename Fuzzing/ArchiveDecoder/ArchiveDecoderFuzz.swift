// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import WorkoutFiles
import Workouts

/// One input of the fuzzer: it may be refused, but reading it ends within the limits, and names and members of any kind
/// trap nothing.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeRawBufferPointer(start: start, count: count))
  var limits = ArchiveLimits()
  limits.unpackedBytes = 8 << 20
  limits.ratioGrace = 1 << 20
  limits.workoutBytes = 1 << 20
  limits.memberCount = 2000
  if let archive = try? WorkoutArchive.open(bytes: bytes, limits: limits) {
    _ = try? archive.forEachItem { item in
      switch item.content {
      case .workout(let bytes), .route(let bytes): precondition(bytes.count <= limits.workoutBytes)
      case .appleHealth(let stream):
        let reader = AppleHealthReader()
        while try stream.nextBlock({ reader.feed($0) }) {}
        _ = reader.finish()
      case .skipped: break
      }
    }
  }
  // As from a pipe, which can't go back.
  var position = 0
  let reader = try? ArchiveReader(limits: limits) { buffer in
    let count = min(buffer.count, 300, bytes.count - position)
    for i in 0..<count { buffer[i] = bytes[position + i] }
    position += count
    return count
  }
  if let reader {
    var members = 0
    while let member = try? reader.next() {
      members += 1
      precondition(members <= limits.memberCount && member.name.utf8.count <= 4 * 4096)
      while (try? reader.nextBlock { _ in }) == true {}
    }
  }
  for row in StravaActivities(csv: bytes).rows { precondition(row.file?.isEmpty != true) }
  return 0
}
