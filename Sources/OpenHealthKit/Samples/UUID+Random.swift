// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension UUID {
  /// A random UUID of version 4 (RFC 9562, 5.4) from the system's random numbers.
  ///
  /// NB: on Linux `UUID()` opens, reads and closes a device each time, which takes longer than all else that a sample
  /// needs.
  static func random() -> UUID {
    var random = SystemRandomNumberGenerator()
    let high = random.next() & 0xFFFF_FFFF_FFFF_0FFF | 0x4000
    let low = random.next() & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000
    func byte(_ word: UInt64, _ index: UInt64) -> UInt8 { UInt8(truncatingIfNeeded: word >> (56 - 8 * index)) }
    return UUID(
      uuid: (
        byte(high, 0), byte(high, 1), byte(high, 2), byte(high, 3), byte(high, 4), byte(high, 5), byte(high, 6),
        byte(high, 7), byte(low, 0), byte(low, 1), byte(low, 2), byte(low, 3), byte(low, 4), byte(low, 5), byte(low, 6),
        byte(low, 7)
      ))
  }
}
