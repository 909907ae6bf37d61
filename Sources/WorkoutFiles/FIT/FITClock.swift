// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Workouts

/// Turns times as written into moments.
///
/// A device whose clock was never set counts seconds from when it was switched on. Such times are anchored where the
/// file lets us: by a `timestamp_correlation`, else by the time at which the file was made. Where it doesn't, they
/// stay in 1990, which at least keeps all lengths right.
struct FITClock {
  /// Milliseconds to add to times before 1998, which no file can have.
  private(set) var shift: Int64 = 0
  private static let firstDate = FITTime.milliseconds(FITTime.firstDate)

  init(_ part: FITPart, _ problems: inout FITProblems) {
    let start = part.all(18).first?.uint32(2) ?? part.all(18).first?.timestamp
    let firstRecord = part.records.times.first { $0 != FITRecordColumns.noTime }
    let first = start.map(FITTime.milliseconds) ?? firstRecord
    guard let first, min(first, firstRecord ?? first) < Self.firstDate else { return }
    let earliest = min(first, firstRecord ?? first)
    for message in part.all(162) {
      if let time = message.timestamp, time >= FITTime.firstDate, let system = message.uint32(1) {
        shift = (Int64(time) - Int64(system)) * 1000
      }
    }
    if shift == 0, let created = part.all(0).first?.uint32(4), created >= FITTime.firstDate {
      shift = FITTime.milliseconds(created) - earliest
    }
    problems.add(
      "clock-not-set",
      shift == 0
        ? "The device's clock was never set; the lengths are right, the date is not."
        : "The device's clock was never set; times were counted from the one date the file has.", at: part.offset)
  }

  /// A moment in milliseconds since 1970, as read by `FITTime`.
  func corrected(_ milliseconds: Int64) -> Int64 {
    shift != 0 && milliseconds < Self.firstDate ? milliseconds + shift : milliseconds
  }

  /// The moment of a time as written.
  func instant(_ seconds: UInt32?) -> Instant? {
    guard let seconds, seconds != .max else { return nil }
    return Instant(millisecondsSince1970: corrected(FITTime.milliseconds(seconds)))
  }
}
