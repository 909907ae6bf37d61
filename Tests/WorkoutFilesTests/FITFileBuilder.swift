// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

@testable import WorkoutFiles

/// Writes small FIT files byte by byte, good ones and bad ones.
struct FITFileBuilder {
  /// A field of a definition.
  struct Field {
    var number: Int
    var type: UInt8
    var elementSize: Int
    var size: Int

    static func e(_ number: Int) -> Field { Field(number: number, type: 0x00, elementSize: 1, size: 1) }
    static func s8(_ number: Int) -> Field { Field(number: number, type: 0x01, elementSize: 1, size: 1) }
    static func u8(_ number: Int, _ count: Int = 1) -> Field {
      Field(number: number, type: 0x02, elementSize: 1, size: count)
    }
    static func s16(_ number: Int) -> Field { Field(number: number, type: 0x83, elementSize: 2, size: 2) }
    static func u16(_ number: Int, _ count: Int = 1) -> Field {
      Field(number: number, type: 0x84, elementSize: 2, size: 2 * count)
    }
    static func s32(_ number: Int) -> Field { Field(number: number, type: 0x85, elementSize: 4, size: 4) }
    static func u32(_ number: Int, _ count: Int = 1) -> Field {
      Field(number: number, type: 0x86, elementSize: 4, size: 4 * count)
    }
    static func u32z(_ number: Int) -> Field { Field(number: number, type: 0x8C, elementSize: 4, size: 4) }
    static func f32(_ number: Int) -> Field { Field(number: number, type: 0x88, elementSize: 4, size: 4) }
    static func text(_ number: Int, _ size: Int) -> Field {
      Field(number: number, type: 0x07, elementSize: 1, size: size)
    }
    static func bytes(_ number: Int, _ size: Int) -> Field {
      Field(number: number, type: 0x0D, elementSize: 1, size: size)
    }
    /// The field with a size that its type may not have.
    func sized(_ size: Int) -> Field {
      var field = self
      field.size = size
      return field
    }
    static let time = Field.u32(253)
  }

  /// What a field holds.
  enum Value: ExpressibleByIntegerLiteral, ExpressibleByNilLiteral, ExpressibleByStringLiteral,
    ExpressibleByArrayLiteral
  {
    case number(Int64)
    case none
    case text(String)
    case list([Int64?])

    init(integerLiteral value: Int64) { self = .number(value) }
    init(nilLiteral: ()) { self = .none }
    init(stringLiteral value: String) { self = .text(value) }
    init(arrayLiteral elements: Int64?...) { self = .list(elements) }
    static func n(_ value: Int) -> Value { .number(Int64(value)) }
  }

  var data: [UInt8] = []
  private var definitions: [Int: (fields: [Field], isBigEndian: Bool)] = [:]

  /// A definition message; developer fields are number, size and index of the developer.
  mutating func define(
    _ local: Int, _ number: Int, _ fields: [Field], developer: [(Int, Field, Int)] = [], bigEndian: Bool = false
  ) {
    data += [UInt8(0x40 | (developer.isEmpty ? 0 : 0x20) | local), 0, bigEndian ? 1 : 0]
    let bytes = [UInt8(number & 0xFF), UInt8(number >> 8)]
    data += bigEndian ? bytes.reversed() : bytes
    data.append(UInt8(fields.count))
    for field in fields { data += [UInt8(field.number), UInt8(field.size), field.type] }
    if !developer.isEmpty {
      data.append(UInt8(developer.count))
      for (number, field, index) in developer { data += [UInt8(number), UInt8(field.size), UInt8(index)] }
    }
    definitions[local] = (fields + developer.map(\.1), bigEndian)
  }

  /// A data message with a normal header.
  mutating func add(_ local: Int, _ values: [Value]) {
    data.append(UInt8(local))
    put(local, values)
  }

  /// A data message whose header holds the low five bits of its time.
  mutating func addCompressed(_ local: Int, offset: Int, _ values: [Value]) {
    data.append(UInt8(0x80 | local << 5 | offset))
    put(local, values)
  }

  private mutating func put(_ local: Int, _ values: [Value]) {
    guard let (fields, isBigEndian) = definitions[local] else { return }
    for (field, value) in zip(fields, values) {
      func bytes(_ number: Int64?, _ size: Int) -> [UInt8] {
        let type = FITBaseType(code: field.type)
        let bits = number.map { UInt64(bitPattern: $0) } ?? type.invalidBits(width: size)
        let little = (0..<size).map { UInt8(truncatingIfNeeded: bits >> (8 * UInt64($0))) }
        return isBigEndian ? little.reversed() : little
      }
      switch value {
      case .number(let number):
        data += bytes(number, field.size == 4 || field.size < 4 ? field.size : field.elementSize)
      case .none:
        for _ in 0..<field.size / field.elementSize { data += bytes(nil, field.elementSize) }
      case .text(let text):
        let content = Array(text.utf8.prefix(field.size))
        data += content + [UInt8](repeating: 0, count: field.size - content.count)
      case .list(let list):
        for place in 0..<field.size / field.elementSize {
          data += bytes(place < list.count ? list[place] : nil, field.elementSize)
        }
      }
    }
  }

  /// The file: header, messages, checksum.
  func file(headerSize: Int = 14, statedHeaderSize: Int? = nil, dataSize: Int? = nil) -> [UInt8] {
    var header: [UInt8] = [UInt8(statedHeaderSize ?? headerSize), 0x20, 0xB1, 0x52]
    for i in 0..<4 { header.append(UInt8(truncatingIfNeeded: (dataSize ?? data.count) >> (8 * i))) }
    header += [0x2E, 0x46, 0x49, 0x54]
    if headerSize >= 14 {
      header += Self.checksum(header)
      header += [UInt8](repeating: 0, count: headerSize - 14)
    }
    let content = header + data
    return content + Self.checksum(content)
  }

  static func checksum(_ bytes: [UInt8]) -> [UInt8] {
    let value = bytes.withUnsafeBytes { CRC16.checksum($0) }
    return [UInt8(value & 0xFF), UInt8(value >> 8)]
  }

  // MARK: Frequent messages

  /// A time that no test cares about, and that has the low five bits 0.
  static let start = 1_100_000_000 & ~31
  /// The same in milliseconds since 1970.
  static let startMilliseconds = Int64(start + 631_065_600) * 1000

  /// `file_id` of an activity by Garmin.
  mutating func addFileID(type: Int = 4, created: Int = start, maker: Int = 1) {
    define(15, 0, [.e(0), .u16(1), .u16(2), .u32z(3), .u32(4)])
    add(15, [.n(type), .n(maker), 3113, 42, .n(created)])
  }

  /// A session that starts at `start` plus `after` seconds.
  mutating func addSession(
    after: Int = 0, seconds: Int, timer: Int? = nil, sport: Int = 2, subSport: Int = 0, index: Int = 0
  ) {
    define(14, 18, [.u16(254), .time, .u32(2), .u32(7), .u32(8), .e(5), .e(6)])
    add(
      14,
      [
        .n(index), .n(Self.start + after), .n(Self.start + after), .n(seconds * 1000), .n((timer ?? seconds) * 1000),
        .n(sport), .n(subSport),
      ])
  }

  /// An event of the timer.
  mutating func addTimer(_ after: Int, type: Int, trigger: Int = 0) {
    define(13, 21, [.time, .e(0), .e(1), .u32(3)])
    add(13, [.n(Self.start + after), 0, .n(type), .n(trigger)])
  }

  /// Records with time and heart rate, one a second.
  mutating func addRecords(_ rates: [Int?], from after: Int = 0, step: Int = 1) {
    define(12, 20, [.time, .u8(3)])
    for (i, rate) in rates.enumerated() {
      add(12, [.n(Self.start + after + i * step), rate.map { .n($0) } ?? nil])
    }
  }

  /// A ride of `rates.count` seconds.
  static func ride(_ rates: [Int?], sport: Int = 2) -> FITFileBuilder {
    var file = FITFileBuilder()
    file.addFileID()
    file.addRecords(rates)
    file.addSession(seconds: rates.count, sport: sport)
    return file
  }
}

extension DecodedFile {
  /// The words of all problems.
  var codes: [String] { problems.map(\.code.rawValue) }
}
