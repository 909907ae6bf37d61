// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// A column of UUIDs as bytes: the upper halves as packed integers, then the lower ones.
///
/// UUIDs that a program made one after the other share the upper half and count on in the lower one, and then take no more
/// than a few bytes for 128 of them. Random ones take 16 bytes each and a little.
enum NameColumn {
  static func encode(_ names: some Collection<UUID>) -> [UInt8] {
    var writer = ByteWriter()
    for half in [names.map(\.high), names.map(\.low)] {
      half.withUnsafeBufferPointer { PackedIntegers.encode($0, to: &writer) }
    }
    return writer.bytes
  }

  /// - Parameter count: how many names there are, already known to be a sensible number.
  static func decode(_ bytes: UnsafeRawBufferPointer, count: Int) throws(CodecError) -> [UUID] {
    var reader = ByteReader(bytes)
    var halves = [Int64](repeating: 0, count: count * 2)
    let failure: CodecError? = halves.withUnsafeMutableBufferPointer { halves in
      do throws(CodecError) {
        try PackedIntegers.decode(into: UnsafeMutableBufferPointer(rebasing: halves[..<count]), from: &reader)
        try PackedIntegers.decode(into: UnsafeMutableBufferPointer(rebasing: halves[count...]), from: &reader)
      } catch { return error }
      return nil
    }
    if let failure { throw failure }
    try reader.expectEnd()
    return (0..<count).map { UUID(high: halves[$0], low: halves[count + $0]) }
  }
}

extension UUID {
  /// Bytes 0 to 7, the first the highest.
  package var high: Int64 {
    withUnsafeBytes(of: uuid) { Int64(bigEndian: $0.loadUnaligned(fromByteOffset: 0, as: Int64.self)) }
  }

  /// Bytes 8 to 15, the first the highest.
  package var low: Int64 {
    withUnsafeBytes(of: uuid) { Int64(bigEndian: $0.loadUnaligned(fromByteOffset: 8, as: Int64.self)) }
  }

  /// A UUID of two halves.
  package init(high: Int64, low: Int64) {
    self = withUnsafeBytes(of: (high.bigEndian, low.bigEndian)) { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
  }
}

/// The names of the values of a series, which follow from the recording's name and the place of the series in it: UUIDs of
/// version 8 (RFC 9562, 5.8) that are never stored.
package struct SeriesNames: Sendable {
  /// The upper half of all names of the series.
  package let high: Int64
  private let base: Int64

  package init(_ recording: UUID, _ ordinal: Int) {
    let seed = Self.mixed(
      UInt64(bitPattern: recording.high) ^ Self.mixed(UInt64(bitPattern: Int64(ordinal)) &+ 0x9E37_79B9_7F4A_7C15))
    let first = Self.mixed(seed ^ UInt64(bitPattern: recording.low)), second = Self.mixed(first)
    high = Int64(bitPattern: first & 0xFFFF_FFFF_FFFF_0FFF | 0x8000)
    // 30 bits that depend on the series and 32 for the index.
    base = Int64(bitPattern: (second & 0x3FFF_FFFF_0000_0000) | 0x8000_0000_0000_0000)
  }

  /// The name of a value.
  package subscript(index: Int) -> UUID { UUID(high: high, low: base | Int64(UInt32(truncatingIfNeeded: index))) }

  /// Which value has the name; `nil` where none can have it.
  package func index(of name: UUID) -> Int? {
    name.high == high && (name.low & ~0xFFFF_FFFF) == base ? Int(name.low & 0xFFFF_FFFF) : nil
  }

  /// The finishing steps of SplitMix64, which spread every bit over all others.
  private static func mixed(_ word: UInt64) -> UInt64 {
    var word = word
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return word ^ (word >> 31)
  }
}
