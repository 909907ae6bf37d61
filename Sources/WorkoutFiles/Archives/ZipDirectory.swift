// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

/// The list of members at the end of a zip, looked at before it is read: libarchive holds all of it in memory.
struct ZipDirectory {
  /// The size of the list.
  let byteCount: Int
  /// How many members the list has, as it is told where that can be believed, else counted.
  let memberCount: Int

  /// Looks at the end of a source; `nil` if it can't go back or has no list there.
  ///
  /// - Parameter limits: a list larger than they allow isn't counted.
  init?(_ source: ArchiveSource, _ limits: ArchiveLimits) {
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
    let members = number(place + 10, 2)
    let large = members == 0xFFFF ? Self.large(tail, before: place, at: 32) : nil
    if start == 0xFFFF_FFFF {
      byteCount = told == 0xFFFF_FFFF ? Self.large(tail, before: place, at: 40) ?? 0 : Int(told)
    } else {
      byteCount = max(0, end - Int(start))
    }
    // The number has 16 bits, so a longer list may tell any; a member takes 46 bytes of the list at least.
    if let large {
      memberCount = large
    } else if start != 0xFFFF_FFFF, byteCount / 46 > limits.memberCount, byteCount <= limits.directoryBytes {
      memberCount = Self.count(source.bytes(at: Int(start), count: byteCount))
    } else {
      memberCount = Int(members)
    }
  }

  /// How many members a list has, as far as it is sound.
  private static func count(_ list: [UInt8]) -> Int {
    list.withUnsafeBytes { list in
      var place = 0, count = 0
      while place + 46 <= list.count, list[place] == 0x50, list[place + 1] == 0x4B, list[place + 2] == 1,
        list[place + 3] == 2
      {
        // The lengths of the name, of what else is told, and of a remark.
        let rest = [28, 30, 32].reduce(0) { $0 + Int(list[place + $1]) + Int(list[place + $1 + 1]) << 8 }
        place += 46 + rest
        count += 1
      }
      return count
    }
  }

  /// A number of the record of large archives, which stands before the plain one; `nil` if there is none.
  private static func large(_ tail: [UInt8], before place: Int, at offset: Int) -> Int? {
    // "PK", 6, 6; 56 bytes, a locator of 20, then the plain record.
    let start = place - 76
    guard start >= 0, tail[start..<start + 4].elementsEqual([0x50, 0x4B, 6, 6]) else { return nil }
    return Int(clamping: (0..<8).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64(tail[start + offset + $1]) })
  }
}
