// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// What puts a series together. There is none here yet that a program could use.
// NB: unchecked because NSObject isn't Sendable; nothing is stored.
open class HKSeriesBuilder: NSObject, @unchecked Sendable {
  package override init() { super.init() }

  /// Drops what was put together.
  open func discard() {}
}
