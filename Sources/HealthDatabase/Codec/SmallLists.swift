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
    var reader = ByteReader(bytes)
    var result: [Int64] = []
    while reader.remaining > 0 {
      let number = try reader.zigzag()
      result.append(number)
      // No histogram has more bins.
      if number == 0 { result.append(contentsOf: repeatElement(0, count: try reader.count(upTo: 4_000_000))) }
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
