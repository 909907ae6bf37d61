// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

/// The list of members at the end of a zip, looked at before it is read: libarchive holds all of it in memory.
struct ZipDirectory {
  /// The size of the list.
  let byteCount: Int

  /// Looks at the end of a source; `nil` if it can't go back or has no list there.
  init?(_ source: ArchiveSource) {
    guard let size = source.size, size >= 22 else { return nil }
    // As far back as libarchive looks.
    let tail = source.bytes(at: max(0, size - (1 << 14)), count: 1 << 14)
    guard tail.count >= 22 else { return nil }
    func number(_ place: Int, _ count: Int) -> UInt64 {
      (0..<count).reversed().reduce(0) { $0 << 8 | UInt64(tail[place + $1]) }
    }
    // "PK", 5, 6: the record after the list.
    var place = tail.count - 22
    while number(place, 4) != 0x0605_4B50 {
      if place == 0 { return nil }
      place -= 1
    }
    let end = size - tail.count + place
    // The list lies between the place told and the record, and is read to its end whatever else the record tells.
    // Larger archives tell the place elsewhere; then the list has at least the size told here.
    let start = number(place + 16, 4), told = number(place + 12, 4)
    if start == 0xFFFF_FFFF {
      byteCount = told == 0xFFFF_FFFF ? Self.largeDirectory(tail, before: place, end: end) : Int(told)
    } else {
      byteCount = max(0, end - Int(start))
    }
  }

  /// The size of the list where the record of large archives tells it, which stands before the plain one.
  private static func largeDirectory(_ tail: [UInt8], before place: Int, end: Int) -> Int {
    // "PK", 6, 6; 56 bytes, a locator of 20, then the plain record.
    let start = place - 76
    guard start >= 0, tail[start..<start + 4].elementsEqual([0x50, 0x4B, 6, 6]) else { return 0 }
    let told = (0..<8).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64(tail[start + 40 + $1]) }
    return Int(clamping: told)
  }
}
