// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

extension FITReader {
  /// The checksum alone, so that benchmarks can tell what share of the work it is.
  package static func checksum(of bytes: UnsafeRawBufferPointer) -> UInt16 { CRC16.checksum(bytes) }

  /// The messages of a file's parts without any assembly, counted; for benchmarks.
  package static func messageCount(of bytes: UnsafeRawBufferPointer) -> Int {
    var problems = FITProblems()
    return parts(of: bytes, &problems).reduce(0) { $0 + $1.messageCounts.values.reduce(0, +) }
  }
}
