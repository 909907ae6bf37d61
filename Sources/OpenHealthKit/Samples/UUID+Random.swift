// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthDatabase
import Synchronization

extension UUID {
  /// A new UUID of version 4 (RFC 9562, 5.4): 60 random bits that all of the process share, then 62 that count on from a
  /// random number.
  ///
  /// No two processes have the same by any chance worth naming, and the database packs many of one process into few bytes.
  ///
  /// NB: on Linux `UUID()` opens, reads and closes a device each time, which takes longer than all else that a sample
  /// needs.
  static func random() -> UUID {
    let count = counter.wrappingAdd(1, ordering: .relaxed).newValue
    return UUID(high: prefix, low: Int64(bitPattern: count & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000))
  }

  private static let prefix = Int64(bitPattern: UInt64.random(in: .min ... .max) & 0xFFFF_FFFF_FFFF_0FFF | 0x4000)
  // Far enough from its end to never come around.
  private static let counter = Atomic(UInt64.random(in: 0..<1 << 61))
}
