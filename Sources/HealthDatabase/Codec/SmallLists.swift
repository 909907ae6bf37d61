// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Short lists in a column of their own: durations as varints, limits as the bits of `Double`, names as JSON.
enum SmallLists {
  static func encode(_ numbers: [Int64]) -> [UInt8] {
    var writer = ByteWriter()
    // Histograms have runs of empty bins: a 0 is followed by how many more there are.
    var index = 0
    while index < numbers.count {
      writer.append(zigzag: numbers[index])
      let start = index
      index += 1
      guard numbers[start] == 0 else { continue }
      while index < numbers.count, numbers[index] == 0 { index += 1 }
      writer.append(varint: UInt64(index - start - 1))
    }
    return writer.bytes
  }

  static func decodeNumbers(_ bytes: UnsafeRawBufferPointer) throws(CodecError) -> [Int64] {
    var result: [Int64] = []
    result.reserveCapacity(bytes.count)
    var at = 0
    /// The next varint. Ten years of histograms are millions of them, so this loop is kept bare.
    @inline(__always) func varint() throws(CodecError) -> UInt64 {
      var value: UInt64 = 0
      var shift: UInt64 = 0
      while at < bytes.count {
        let next = bytes[at]
        at += 1
        guard shift < 63 || next <= 1 else { throw CodecError(reason: "has a number of more than 64 bits") }
        value |= UInt64(next & 0x7F) << shift
        if next < 0x80 { return value }
        shift += 7
      }
      throw CodecError(reason: "ends too early")
    }
    while at < bytes.count {
      let raw = try varint()
      result.append(Int64(bitPattern: raw >> 1) ^ -Int64(bitPattern: raw & 1))
      // No histogram has more bins.
      if raw == 0 {
        let zeros = try varint()
        guard zeros <= 4_000_000 else { throw CodecError(reason: "counts more than there can be") }
        result.append(contentsOf: repeatElement(0, count: Int(zeros)))
      }
      guard result.count <= 4_000_000 else { throw CodecError(reason: "counts more than there can be") }
    }
    return result
  }

  static func encode(_ values: [Double]) -> [UInt8] {
    values.flatMap { value in (0..<8).map { UInt8(truncatingIfNeeded: value.bitPattern >> UInt64($0 * 8)) } }
  }

  static func decodeDoubles(_ bytes: UnsafeRawBufferPointer) throws(CodecError) -> [Double] {
    guard bytes.count % 8 == 0 else { throw CodecError(reason: "ends too early") }
    return stride(from: 0, to: bytes.count, by: 8).map { place in
      Double(bitPattern: UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)))
    }
  }

  static func encode(_ names: [String]) -> String {
    // Encoding strings can't fail.
    names.isEmpty ? "[]" : (try? JSONEncoder().encode(names)).map { String(decoding: $0, as: UTF8.self) } ?? "[]"
  }

  static func decodeNames(_ text: String) throws(CodecError) -> [String] {
    if text == "[]" { return [] }
    guard let names = try? JSONDecoder().decode([String].self, from: Data(text.utf8)) else {
      throw CodecError(reason: "is not a list of names")
    }
    return names
  }
}
