// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

/// Why a stored column can't be read. Says nothing of what it holds.
struct CodecError: Error, Hashable {
  /// What is wrong with the bytes.
  var reason: String
}

/// Bytes to which whole numbers are appended in little-endian order.
struct ByteWriter {
  private(set) var bytes: [UInt8] = []

  mutating func append(byte: UInt8) { bytes.append(byte) }

  /// Seven bits a byte, the lowest first; the highest bit says that more follow.
  mutating func append(varint value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  /// A signed number whose small magnitudes take few bytes: 0, −1, 1, −2 … become 0, 1, 2, 3 …
  mutating func append(zigzag value: Int64) {
    append(varint: UInt64(bitPattern: (value << 1) ^ (value >> 63)))
  }

  /// The first `byteCount` bytes of a row of words.
  mutating func append(words: UnsafeBufferPointer<UInt64>, byteCount: Int) {
    #if _endian(little)
      bytes.append(contentsOf: UnsafeRawBufferPointer(words).prefix(byteCount))
    #else
      for index in 0..<byteCount {
        bytes.append(UInt8(truncatingIfNeeded: words[index >> 3] >> UInt64((index & 7) * 8)))
      }
    #endif
  }

  mutating func reserve(_ count: Int) { bytes.reserveCapacity(count) }
}

/// Reads what `ByteWriter` wrote. Never reads past the end: it throws instead.
struct ByteReader {
  private let bytes: UnsafeRawBufferPointer
  private var place = 0

  /// - Parameter bytes: must outlive the reader.
  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  var remaining: Int { bytes.count - place }

  mutating func byte() throws(CodecError) -> UInt8 {
    guard place < bytes.count else { throw CodecError(reason: "ends too early") }
    defer { place += 1 }
    return bytes[place]
  }

  mutating func varint() throws(CodecError) -> UInt64 {
    var result: UInt64 = 0
    var shift: UInt64 = 0
    while true {
      let next = try byte()
      // The tenth byte has room for one bit.
      guard shift < 63 || next <= 1 else { throw CodecError(reason: "has a number of more than 64 bits") }
      result |= UInt64(next & 0x7F) << shift
      if next < 0x80 { return result }
      shift += 7
    }
  }

  mutating func zigzag() throws(CodecError) -> Int64 {
    let raw = try varint()
    return Int64(bitPattern: raw >> 1) ^ -Int64(bitPattern: raw & 1)
  }

  /// A number of things of which there can be at most `limit`.
  mutating func count(upTo limit: Int) throws(CodecError) -> Int {
    let raw = try varint()
    guard raw <= UInt64(limit) else { throw CodecError(reason: "counts more than there can be") }
    return Int(raw)
  }

  /// Copies the next bytes to the start of `words`, which has room for them.
  mutating func copy(_ byteCount: Int, to words: UnsafeMutableBufferPointer<UInt64>) throws(CodecError) {
    guard byteCount <= remaining else { throw CodecError(reason: "ends too early") }
    #if _endian(little)
      UnsafeMutableRawBufferPointer(words).copyMemory(
        from: UnsafeRawBufferPointer(rebasing: bytes[place..<place + byteCount]))
    #else
      for index in 0..<words.count { words[index] = 0 }
      for index in 0..<byteCount { words[index >> 3] |= UInt64(bytes[place + index]) << UInt64((index & 7) * 8) }
    #endif
    place += byteCount
  }

  func expectEnd() throws(CodecError) {
    guard remaining == 0 else { throw CodecError(reason: "goes on after its end") }
  }
}
