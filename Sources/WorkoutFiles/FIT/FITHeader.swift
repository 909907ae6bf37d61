// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

/// The header of one part of a FIT file.
struct FITHeader {
  /// Bytes before the first message.
  var size: Int
  /// Bytes of messages as stated, without header and trailing checksum; may be 0 or wrong.
  var dataSize: Int
  /// Whether the first byte states a size that old and new writers use, 12 or 14.
  var hasUsualSize: Bool
  /// Whether the header's own checksum is right, absent, or not computed.
  var checksumIsRight: Bool

  /// The shortest header there is.
  static let minimumSize = 12

  /// Whether `.FIT` stands where it does in every header.
  static func hasSignature(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> Bool {
    bytes.count - offset >= minimumSize && bytes[offset + 8] == 0x2E && bytes[offset + 9] == 0x46
      && bytes[offset + 10] == 0x49 && bytes[offset + 11] == 0x54
  }

  /// Reads the header at `offset`, or returns `nil` where `.FIT` is missing.
  ///
  /// A first byte below 12 can't be a header's size. The signature makes it a FIT file nevertheless, so the size is
  /// guessed from where the first message, always a definition, begins.
  init?(_ bytes: UnsafeRawBufferPointer, at offset: Int) {
    guard Self.hasSignature(bytes, at: offset) else { return nil }
    let stated = Int(bytes[offset])
    dataSize = Int(UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset + 4, as: UInt32.self)))
    hasUsualSize = stated == 12 || stated == 14
    if stated >= Self.minimumSize {
      size = stated
    } else {
      func definitionStarts(_ place: Int) -> Bool { place < bytes.count && bytes[place] & 0xC0 == 0x40 }
      size = definitionStarts(offset + 14) || !definitionStarts(offset + 12) ? 14 : 12
    }
    checksumIsRight = true
    if size >= 14, bytes.count - offset >= 14 {
      let stored = UInt16(littleEndian: bytes.loadUnaligned(fromByteOffset: offset + 12, as: UInt16.self))
      let first12 = UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + 12])
      checksumIsRight = stored == 0 || stored == CRC16.checksum(first12)
    }
  }

  /// The next place in `range` where a header stands that can be believed in the middle of a file, or `nil`.
  static func search(_ bytes: UnsafeRawBufferPointer, in range: Range<Int>) -> Int? {
    var place = range.lowerBound
    while place < range.upperBound, bytes.count - place > minimumSize {
      // Cheapest test first: every header that is looked for begins with its usual size.
      if bytes[place] == 14 || bytes[place] == 12, let header = FITHeader(bytes, at: place), header.checksumIsRight,
        bytes.count - place > header.size
      {
        return place
      }
      place += 1
    }
    return nil
  }
}
