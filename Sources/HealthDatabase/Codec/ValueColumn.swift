// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

/// A column of values as bytes; every bit of every value comes back.
///
/// Sensors and files write whole numbers of some step, so a column is tried as whole numbers under the steps of `grids`,
/// and the first under which every value returns exactly is taken. What fits none is kept as the bits of `Float` if that
/// is exact, else of `Double`. All three are rows of whole numbers for `PackedIntegers`.
///
/// The first byte is 0 for the bits of `Double`, 1 for those of `Float`, or 2 plus the place in `grids`. Unless it is 0,
/// the runs of "the sensor told nothing" follow (how many, then pairs of distance from the end of the one before and
/// length), and only the other values are among the numbers.
enum ValueColumn {
  /// Values `n / scale − offset`.
  private struct Grid {
    var scale: Double
    var offset = 0.0
  }

  /// The steps of what is measured. Only ever appended to: stored columns name their place.
  ///
  /// Text has decimals. FIT has 1/5 m above −500 m, 1/256 of a turn, 1/1024 of a second and 2³¹ to the half circle.
  private static let grids: [Grid] = [
    Grid(scale: 1), Grid(scale: 2), Grid(scale: 5), Grid(scale: 5, offset: 500), Grid(scale: 10), Grid(scale: 100),
    Grid(scale: 1000), Grid(scale: 0x1p31 / 180), Grid(scale: 256), Grid(scale: 1024), Grid(scale: 1e4),
    Grid(scale: 1e5), Grid(scale: 1e6), Grid(scale: 1e7), Grid(scale: 1e8), Grid(scale: 1e9),
  ]
  private static let semicircles = 7
  private static let doubles: UInt8 = 0, floats: UInt8 = 1, firstGrid: UInt8 = 2

  /// Adding it leaves the nearest whole number in the lowest bits, for magnitudes below 2⁵¹.
  private static let rounder = 0x1.8p52

  static func encode(_ values: some Collection<Double>) -> [UInt8] {
    values.withContiguousStorageIfAvailable(encode(_:)) ?? Array(values).withUnsafeBufferPointer(encode(_:))
  }

  private static func encode(_ values: UnsafeBufferPointer<Double>) -> [UInt8] {
    guard !values.isEmpty else { return [] }
    return withUnsafeTemporaryAllocation(of: Int64.self, capacity: values.count) { numbers in
      withUnsafeTemporaryAllocation(of: Double.self, capacity: values.count) { told in
        encode(values, numbers, told)
      }
    }
  }

  private static func encode(
    _ values: UnsafeBufferPointer<Double>, _ numbers: UnsafeMutableBufferPointer<Int64>,
    _ room: UnsafeMutableBufferPointer<Double>
  ) -> [UInt8] {
    var writer = ByteWriter()
    writer.reserve(values.count * 2 + 32)
    let silences = silences(values)
    var told = values
    if !silences.isEmpty {
      var count = 0
      for index in 0..<values.count where !isSilence(values[index]) {
        room[count] = values[index]
        count += 1
      }
      told = UnsafeBufferPointer(rebasing: room[0..<count])
    }
    if let grid = grids.indices.first(where: { fill(numbers, with: told, on: $0) }) {
      writer.append(byte: firstGrid + UInt8(grid))
      append(silences, to: &writer)
    } else if fillWithFloats(numbers, told) {
      writer.append(byte: floats)
      append(silences, to: &writer)
    } else {
      writer.append(byte: doubles)
      for index in 0..<values.count { numbers[index] = Int64(bitPattern: values[index].bitPattern) }
      told = values
    }
    PackedIntegers.encode(UnsafeBufferPointer(rebasing: numbers[0..<told.count]), to: &writer)
    return writer.bytes
  }

  // MARK: whole numbers

  /// Whether every value is on the grid; if so, `numbers` are filled.
  private static func fill(
    _ numbers: UnsafeMutableBufferPointer<Int64>, with values: UnsafeBufferPointer<Double>, on grid: Int
  ) -> Bool {
    let isCircle = grid == semicircles
    let scale = grids[grid].scale, offset = grids[grid].offset
    var start = 0
    // In stretches, so that a grid that does not fit is found out early and the loop inside has no exits.
    while start < values.count {
      let end = min(start + 64, values.count)
      var differences: UInt64 = 0
      for index in start..<end {
        let value = values[index]
        let rounded = (value + offset) * scale + rounder
        let number = Int64(bitPattern: rounded.bitPattern) &- Int64(bitPattern: rounder.bitPattern)
        numbers[index] = number
        // Where the magnitude was too large, the number is wrong and so the value that it leads back to.
        let back = isCircle ? Double(number) * 180 / 0x1p31 : Double(number) / scale - offset
        differences |= back.bitPattern ^ value.bitPattern
      }
      if differences != 0 { return false }
      start = end
    }
    return true
  }

  private static func fillWithFloats(
    _ numbers: UnsafeMutableBufferPointer<Int64>, _ values: UnsafeBufferPointer<Double>
  ) -> Bool {
    for index in 0..<values.count {
      let float = Float(values[index])
      guard !float.isNaN, Double(float).bitPattern == values[index].bitPattern else { return false }
      numbers[index] = Int64(float.bitPattern)
    }
    return true
  }

  // MARK: silences

  /// Other numbers that are not numbers carry bits of their own, which only the bits of `Double` keep.
  @inline(__always) private static func isSilence(_ value: Double) -> Bool {
    value.bitPattern == Double.nan.bitPattern
  }

  private static func silences(_ values: UnsafeBufferPointer<Double>) -> [Range<Int>] {
    var result: [Range<Int>] = []
    var index = 0
    while index < values.count {
      guard isSilence(values[index]) else {
        index += 1
        continue
      }
      let start = index
      while index < values.count, isSilence(values[index]) { index += 1 }
      result.append(start..<index)
    }
    return result
  }

  private static func append(_ silences: [Range<Int>], to writer: inout ByteWriter) {
    writer.append(varint: UInt64(silences.count))
    var end = 0
    for silence in silences {
      writer.append(varint: UInt64(silence.lowerBound - end))
      writer.append(varint: UInt64(silence.count))
      end = silence.upperBound
    }
  }

  // MARK: back

  /// The step of which all values in a payload are multiples, or `nil` if there is none.
  static func resolution(of payload: [UInt8]) -> Double? {
    guard let way = payload.first, way >= firstGrid, Int(way - firstGrid) < grids.count else { return nil }
    return 1 / grids[Int(way - firstGrid)].scale
  }

  /// - Parameter count: how many values there are, already known to be a sensible number.
  static func decode(_ bytes: UnsafeRawBufferPointer, count: Int) throws(CodecError) -> [Double] {
    var reader = ByteReader(bytes)
    guard count > 0 else {
      try reader.expectEnd()
      return []
    }
    let way = try reader.byte()
    guard way < firstGrid || Int(way - firstGrid) < grids.count else {
      throw CodecError(reason: "names an unknown way to write values")
    }
    var silences: [Range<Int>] = []
    var told = count
    if way != doubles {
      var end = 0
      for _ in 0..<(try reader.count(upTo: count)) {
        let start = end + (try reader.count(upTo: count - end))
        let length = try reader.count(upTo: count - start)
        guard length > 0 else { throw CodecError(reason: "has a silence of no length") }
        end = start + length
        silences.append(start..<end)
        told -= length
      }
    }
    var numbers = [Int64](repeating: 0, count: told)
    let failure: CodecError? = numbers.withUnsafeMutableBufferPointer { numbers in
      do throws(CodecError) { try PackedIntegers.decode(into: numbers, from: &reader) } catch { return error }
      return nil
    }
    if let failure { throw failure }
    try reader.expectEnd()
    let values = values(numbers, way)
    guard !silences.isEmpty else { return values }
    var result: [Double] = []
    result.reserveCapacity(count)
    var place = 0, end = 0
    for silence in silences {
      result.append(contentsOf: values[place..<place + silence.lowerBound - end])
      place += silence.lowerBound - end
      result.append(contentsOf: repeatElement(.nan, count: silence.count))
      end = silence.upperBound
    }
    result.append(contentsOf: values[place...])
    return result
  }

  private static func values(_ numbers: [Int64], _ way: UInt8) -> [Double] {
    [Double](unsafeUninitializedCapacity: numbers.count) { values, count in
      count = numbers.count
      switch way {
      case doubles:
        for index in 0..<count { values[index] = Double(bitPattern: UInt64(bitPattern: numbers[index])) }
      case floats:
        for index in 0..<count {
          values[index] = Double(Float(bitPattern: UInt32(truncatingIfNeeded: numbers[index])))
        }
      case firstGrid + UInt8(semicircles):
        for index in 0..<count { values[index] = Double(numbers[index]) * 180 / 0x1p31 }
      default:
        let scale = grids[Int(way - firstGrid)].scale, offset = grids[Int(way - firstGrid)].offset
        for index in 0..<count { values[index] = Double(numbers[index]) / scale - offset }
      }
    }
  }
}
