// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

/// A column of times as bytes.
///
/// The first byte says how: 0, runs of equal steps (the first time, then pairs of step and how often it is taken), which
/// makes an hour of seconds six bytes or so; or 1, `PackedIntegers`, for times without rhythm.
enum TimeColumn {
  private static let runs: UInt8 = 0, packed: UInt8 = 1

  static func encode(_ times: some Collection<Int64>) -> [UInt8] {
    times.withContiguousStorageIfAvailable(encode(_:)) ?? Array(times).withUnsafeBufferPointer(encode(_:))
  }

  private static func encode(_ times: UnsafeBufferPointer<Int64>) -> [UInt8] {
    guard let first = times.first else { return [] }
    // Beyond a byte a time, packing is the better way or as good.
    let limit = 16 + times.count
    var byRuns = ByteWriter()
    byRuns.append(byte: runs)
    byRuns.append(zigzag: first)
    var index = 1
    while index < times.count, byRuns.bytes.count <= limit {
      let step = times[index] &- times[index - 1]
      var end = index + 1
      while end < times.count, times[end] &- times[end - 1] == step { end += 1 }
      byRuns.append(zigzag: step)
      byRuns.append(varint: UInt64(end - index))
      index = end
    }
    // Not worth asking for the other way where a rhythm is evident.
    if index == times.count, byRuns.bytes.count <= 32 { return byRuns.bytes }
    var byBits = ByteWriter()
    byBits.append(byte: packed)
    PackedIntegers.encode(times, to: &byBits)
    return index == times.count && byRuns.bytes.count <= byBits.bytes.count ? byRuns.bytes : byBits.bytes
  }

  /// - Parameter count: how many times there are, already known to be a sensible number.
  static func decode(_ bytes: UnsafeRawBufferPointer, count: Int) throws(CodecError) -> [Int64] {
    var reader = ByteReader(bytes)
    guard count > 0 else {
      try reader.expectEnd()
      return []
    }
    var times = [Int64](repeating: 0, count: count)
    switch try reader.byte() {
    case runs:
      times[0] = try reader.zigzag()
      var index = 1
      while index < count {
        let step = try reader.zigzag()
        let length = try reader.count(upTo: count - index)
        guard length > 0 else { throw CodecError(reason: "has a run of nothing") }
        for place in index..<index + length { times[place] = times[place - 1] &+ step }
        index += length
      }
    case packed:
      let failure: CodecError? = times.withUnsafeMutableBufferPointer { times in
        do throws(CodecError) { try PackedIntegers.decode(into: times, from: &reader) } catch { return error }
        return nil
      }
      if let failure { throw failure }
    default: throw CodecError(reason: "names an unknown way to write times")
    }
    try reader.expectEnd()
    return times
  }
}
