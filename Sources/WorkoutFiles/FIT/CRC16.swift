// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

/// The checksum of FIT files: CRC-16/ARC, polynomial 0x8005 with its bits reversed, starting at 0, without a final
/// exclusive or. Over a file together with its stored checksum the result is 0.
struct CRC16 {
  /// The checksum of the bytes so far; the whole state, so a file may be fed in pieces.
  private(set) var value: UInt16 = 0

  /// Adds bytes, 16 at a time where there are as many ("slicing": one table per distance from the end of the block).
  mutating func add(_ bytes: UnsafeRawBufferPointer) {
    guard let base = bytes.baseAddress else { return }
    let count = bytes.count
    value = Self.tables.withUnsafeBufferPointer { tables in
      guard let table = tables.baseAddress else { return value }
      var crc = value
      var i = 0
      while count - i >= 16 {
        let low = UInt64(littleEndian: base.loadUnaligned(fromByteOffset: i, as: UInt64.self)) ^ UInt64(crc)
        let high = UInt64(littleEndian: base.loadUnaligned(fromByteOffset: i + 8, as: UInt64.self))
        let a = table[15 << 8 | Int(low & 0xFF)] ^ table[14 << 8 | Int(low >> 8 & 0xFF)]
        let b = table[13 << 8 | Int(low >> 16 & 0xFF)] ^ table[12 << 8 | Int(low >> 24 & 0xFF)]
        let c = table[11 << 8 | Int(low >> 32 & 0xFF)] ^ table[10 << 8 | Int(low >> 40 & 0xFF)]
        let d = table[9 << 8 | Int(low >> 48 & 0xFF)] ^ table[8 << 8 | Int(low >> 56)]
        let e = table[7 << 8 | Int(high & 0xFF)] ^ table[6 << 8 | Int(high >> 8 & 0xFF)]
        let f = table[5 << 8 | Int(high >> 16 & 0xFF)] ^ table[4 << 8 | Int(high >> 24 & 0xFF)]
        let g = table[3 << 8 | Int(high >> 32 & 0xFF)] ^ table[2 << 8 | Int(high >> 40 & 0xFF)]
        let h = table[1 << 8 | Int(high >> 48 & 0xFF)] ^ table[Int(high >> 56)]
        crc = (a ^ b) ^ (c ^ d) ^ (e ^ f) ^ (g ^ h)
        i += 16
      }
      while i < count {
        let byte = base.load(fromByteOffset: i, as: UInt8.self)
        crc = crc >> 8 ^ table[Int(UInt8(truncatingIfNeeded: crc) ^ byte)]
        i += 1
      }
      return crc
    }
  }

  /// The checksum of bytes.
  static func checksum(_ bytes: UnsafeRawBufferPointer) -> UInt16 {
    var crc = CRC16()
    crc.add(bytes)
    return crc.value
  }

  /// Table `k` at `k << 8`: what a byte does to the checksum `k` bytes later.
  private static let tables: [UInt16] = {
    var tables = [UInt16](repeating: 0, count: 16 * 256)
    for byte in 0..<256 {
      var crc = UInt16(byte)
      for _ in 0..<8 { crc = crc & 1 == 0 ? crc >> 1 : crc >> 1 ^ 0xA001 }
      tables[byte] = crc
    }
    for i in 256..<tables.count {
      let before = tables[i - 256]
      tables[i] = before >> 8 ^ tables[Int(before & 0xFF)]
    }
    return tables
  }()
}
