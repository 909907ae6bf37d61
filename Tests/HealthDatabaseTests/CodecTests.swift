// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import HealthDatabase

/// Columns to bytes and back.
struct CodecTests {
  private func roundTrip(_ times: [Int64]) throws -> [Int64] {
    try TimeColumn.encode(times).withUnsafeBytes { try TimeColumn.decode($0, count: times.count) }
  }

  private func roundTrip(_ values: [Double]) throws -> [UInt64] {
    try ValueColumn.encode(values).withUnsafeBytes { try ValueColumn.decode($0, count: values.count) }.map(\.bitPattern)
  }

  private func size(_ values: [Double]) -> Int { ValueColumn.encode(values).count }

  static let timeColumns: [(name: String, times: [Int64])] = [
    ("none", []), ("one", [42]), ("one, before 1970", [-42]), ("extremes", [.min, .max, .min, 0, .max]),
    ("duplicates", [7, 7, 7, 8, 8, 9]), ("backwards", [9, 8, 7, 100, 3]),
    ("seconds with a gap", (0..<4000).map { Int64($0 < 2000 ? $0 : $0 + 500) * 1000 }),
    ("a huge jump", [0, 1, 2, 9_000_000_000_000_000_000, 9_000_000_000_000_000_001]),
    ("exactly a block", (0..<128).map { Int64($0 * $0) }), ("a block and one", (0..<129).map { Int64($0 * $0 * $0) }),
  ]

  @Test(arguments: timeColumns)
  func `times come back`(_ column: (name: String, times: [Int64])) throws {
    #expect(try roundTrip(column.times) == column.times)
  }

  static let otherNaN = Double(bitPattern: 0x7FF8_0000_0000_1234)

  static let valueColumns: [(name: String, values: [Double])] = [
    ("none", []), ("one", [150]), ("silence", [.nan]), ("silences", Array(repeating: .nan, count: 1000)),
    ("silences at both ends and between", [.nan, 1, .nan, .nan, 2.5, .nan]),
    ("zeros of both signs", [0, -0.0, 0]), ("infinities", [.infinity, 1, -.infinity, .nan]),
    ("another not-a-number", [1, otherNaN, .nan, -Double.nan, .signalingNaN]),
    ("extremes", [.greatestFiniteMagnitude, .leastNonzeroMagnitude, -.greatestFiniteMagnitude, .ulpOfOne]),
    ("beyond whole numbers", [0x1p51, 0x1p52, 0x1p53 + 2, 0x1p62, 0x1p63, 0x1p64, -0x1p63]),
    ("whole numbers at the edge", [0x1p51 - 1, -0x1p51 + 1, 0x1p50 + 0.5]),
    ("fits only at first", Array(repeating: 3, count: 500) + [0.1, .pi]),
    ("floats", (0..<300).map { Double(Float($0) * 0.1) }), ("fractions", (0..<300).map { Double($0) * .pi }),
  ]

  @Test(arguments: valueColumns)
  func `values come back bit for bit`(_ column: (name: String, values: [Double])) throws {
    #expect(try roundTrip(column.values) == column.values.map(\.bitPattern))
  }

  @Test(arguments: UInt64(0)..<300)
  func `random columns come back bit for bit`(_ seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let count = Int.random(in: 0...700, using: &generator)
    let bits = Int.random(in: 0...63, using: &generator)
    var time = Int64.random(in: .min ... .max, using: &generator)
    let times = (0..<count).map { _ in
      time &+= Int64(bitPattern: UInt64.random(in: 0...(UInt64(1) << UInt64(bits)), using: &generator))
      return time
    }
    #expect(try roundTrip(times) == times)
    let scales = [1.0, 2, 5, 10, 100, 1000, 256, 1024, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9]
    let scale = scales.randomElement(using: &generator) ?? 1
    let silence = Double.random(in: 0...0.5, using: &generator)
    let kind = Int.random(in: 0...3, using: &generator)
    let values = (0..<count).map { _ -> Double in
      if Double.random(in: 0..<1, using: &generator) < silence { return .nan }
      let whole = Double(Int64.random(in: -(1 << 40)...(1 << 40), using: &generator))
      return switch kind {
      case 0: whole / scale
      case 1: Double(Int32.random(in: .min ... .max, using: &generator)) * 180 / 0x1p31
      case 2: Double(bitPattern: generator.next())
      default: (whole / 1000).rounded() / 5 - 500
      }
    }
    #expect(try roundTrip(values) == values.map(\.bitPattern))
  }

  @Test func `steady times and values cost next to nothing`() {
    #expect(TimeColumn.encode((0..<3600).map { Int64($0) * 1000 }).count <= 12)
    #expect(size(Array(repeating: 142, count: 3600)) <= 29 * 4 + 8)
    #expect(size((0..<3600).map { Double($0 * 3) / 100 }) <= 29 * 5 + 16)
  }

  @Test func `values keep to the bits that their step needs`() {
    var generator = SeededGenerator(seed: 1)
    let bits = { (bytes: Int, count: Int) in Double(bytes * 8) / Double(count) }
    let coordinates = (0..<3600).map { (second: Int) -> Double in
      let semicircles = 500_000_000 + second * 400 + Int.random(in: 0..<16, using: &generator)
      return Double(semicircles) * 180 / 0x1p31
    }
    #expect(bits(size(coordinates), 3600) < 6.5)
    let decimals = (0..<3600).map { (second: Int) -> Double in Double(471_234_567 + second * 400) / 1e7 }
    #expect(bits(size(decimals), 3600) < 3)
    let watts = (0..<3600).map { _ in Double(Int.random(in: 150..<214, using: &generator)) }
    #expect(bits(size(watts), 3600) < 6.5)
  }

  // MARK: damage

  @Test(arguments: UInt64(0)..<2000)
  func `random bytes are refused or read, and never end the program`(_ seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var bytes = (0..<Int.random(in: 0...400, using: &generator)).map { _ in UInt8(truncatingIfNeeded: generator.next())
    }
    // Lead into each way of writing.
    if !bytes.isEmpty { bytes[0] = UInt8(seed % 20) }
    let count = Int.random(in: 0...1000, using: &generator)
    bytes.withUnsafeBytes { (bytes: UnsafeRawBufferPointer) -> Void in
      _ = try? TimeColumn.decode(bytes, count: count)
      _ = try? ValueColumn.decode(bytes, count: count)
      _ = try? SmallLists.decodeNumbers(bytes)
      _ = try? SmallLists.decodeDoubles(bytes)
    }
  }

  @Test(arguments: UInt64(0)..<200)
  func `damaged columns are refused or read, and never end the program`(_ seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let values = (0..<500).map { $0 % 50 == 0 ? Double.nan : Double($0 % 37) * (seed % 2 == 0 ? 1 : .pi) }
    var bytes = ValueColumn.encode(values)
    for _ in 0..<3 {
      bytes[Int.random(in: 0..<bytes.count, using: &generator)] = UInt8(truncatingIfNeeded: generator.next())
    }
    bytes.removeLast(Int.random(in: 0...2, using: &generator))
    bytes.withUnsafeBytes { (bytes: UnsafeRawBufferPointer) -> Void in
      _ = try? ValueColumn.decode(bytes, count: values.count)
    }
  }

  @Test func `bytes too few and too many are refused`() throws {
    let values = (0..<300).map { Double($0 * $0 % 91) }
    let times = (0..<300).map { Int64($0 * $0) }
    for (bytes, isTimes) in [(ValueColumn.encode(values), false), (TimeColumn.encode(times), true)] {
      for length in 0..<bytes.count {
        _ = bytes[..<length].withUnsafeBytes { part in
          #expect(throws: CodecError.self) {
            if isTimes {
              _ = try TimeColumn.decode(part, count: 300)
            } else {
              _ = try ValueColumn.decode(part, count: 300)
            }
          }
        }
      }
      _ = (bytes + [0]).withUnsafeBytes { more in
        #expect(throws: CodecError.self) {
          if isTimes {
            _ = try TimeColumn.decode(more, count: 300)
          } else {
            _ = try ValueColumn.decode(more, count: 300)
          }
        }
      }
    }
  }

  @Test(arguments: [
    [], [0], [0, 0, 0, 5], [-1, .min, .max], Array(repeating: 0, count: 5000) + [1] as [Int64],
  ])
  func `lists of durations come back`(_ numbers: [Int64]) throws {
    #expect(try SmallLists.encode(numbers).withUnsafeBytes { try SmallLists.decodeNumbers($0) } == numbers)
  }
}
