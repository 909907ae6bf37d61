// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Workouts

/// The base types that the writer uses, by their byte in a definition.
enum FITWriterType: UInt8 {
  case enumeration = 0x00
  case int8 = 0x01
  case uint8 = 0x02
  case string = 0x07
  case uint16 = 0x84
  case int32 = 0x85
  case uint32 = 0x86
  case uint16z = 0x8B
  case uint32z = 0x8C

  /// Bytes of one element.
  var size: Int {
    switch self {
    case .enumeration, .int8, .uint8, .string: 1
    case .uint16, .uint16z: 2
    case .int32, .uint32, .uint32z: 4
    }
  }

  /// The raw number that says "told nothing".
  var invalid: Int64 {
    switch self {
    case .enumeration, .uint8: 0xFF
    case .int8: 0x7F
    case .uint16: 0xFFFF
    case .int32: 0x7FFF_FFFF
    case .uint32: 0xFFFF_FFFF
    case .string, .uint16z, .uint32z: 0
    }
  }

  /// The raw numbers that say something.
  var range: ClosedRange<Int64> {
    switch self {
    case .enumeration, .uint8, .string: 0...0xFE
    case .int8: -0x80...0x7E
    case .uint16: 0...0xFFFE
    case .int32: -0x8000_0000...0x7FFF_FFFE
    case .uint32: 0...0xFFFF_FFFE
    case .uint16z: 1...0xFFFF
    case .uint32z: 1...0xFFFF_FFFF
    }
  }

  /// The raw number for a value: `(value + offset) · scale`, rounded, or "invalid" where that is no number in range.
  func raw(_ value: Double, scale: Double = 1, offset: Double = 0) -> Int64 {
    let scaled = ((value + offset) * scale).rounded()
    // The comparison is false for what is not a number, so nothing reaches the conversion that could trap there.
    guard scaled >= Double(range.lowerBound), scaled <= Double(range.upperBound) else { return invalid }
    return Int64(scaled)
  }
}

/// Seconds since 1989-12-31T00:00:00Z, as FIT counts time.
enum FITWriterTime {
  /// 1989-12-31T00:00:00Z in seconds since 1970.
  static let epoch: Int64 = 631_065_600
  /// Smaller numbers are seconds since power-on, not dates.
  static let dates: ClosedRange<Int64> = 0x1000_0000...0xFFFF_FFFE

  /// The whole second that holds a moment, since 1989-12-31, or `nil` if it is no date that FIT can name.
  static func seconds(_ instant: Instant) -> Int64? { seconds(milliseconds: instant.millisecondsSince1970) }

  /// The same from milliseconds since 1970.
  static func seconds(milliseconds: Int64) -> Int64? {
    // Division rounds towards zero, which is down from 1970 on; earlier moments are no dates here anyway.
    let seconds = (milliseconds < 0 ? -1 : milliseconds / 1000) - epoch
    return dates.contains(seconds) ? seconds : nil
  }
}

/// A message under construction: which fields, and their bytes.
struct FITWriterMessage {
  /// Definition bytes from the reserved byte on, without the record header.
  private(set) var definition: [UInt8]
  /// Data bytes, without the record header.
  private(set) var payload: [UInt8] = []

  init(_ number: UInt16) {
    definition = [0, 0, UInt8(number & 0xFF), UInt8(number >> 8), 0]
  }

  private mutating func define(_ field: UInt8, _ type: FITWriterType, count: Int) {
    definition[4] += 1
    definition += [field, UInt8(type.size * count), type.rawValue]
  }

  /// Adds a field with a raw number; out of range becomes invalid, `nil` leaves the field out.
  mutating func add(_ field: UInt8, _ type: FITWriterType, _ raw: Int64?) {
    guard let raw else { return }
    add(field, type, array: [raw])
  }

  /// Adds a field with a value under a scale; `nil` leaves the field out.
  mutating func add(_ field: UInt8, _ type: FITWriterType, value: Double?, scale: Double = 1) {
    guard let value else { return }
    add(field, type, array: [type.raw(value, scale: scale)])
  }

  /// Adds an array, if there is anything in it. A field has at most 255 bytes, so the rest is cut.
  mutating func add(_ field: UInt8, _ type: FITWriterType, array: [Int64]) {
    let elements = array.prefix(255 / type.size)
    guard !elements.isEmpty else { return }
    define(field, type, count: elements.count)
    for raw in elements {
      payload.appendLittleEndian(type.range.contains(raw) ? raw : type.invalid, size: type.size)
    }
  }

  /// Adds a text, zero-terminated, cut to `limit` bytes at the edge of a character; an empty one is left out.
  mutating func add(_ field: UInt8, text: String?, limit: Int = 63) {
    guard let text else { return }
    var bytes: [UInt8] = []
    for character in text {
      let encoded = Array(String(character).utf8)
      // A zero inside would end the text for every reader.
      if encoded.contains(0) { continue }
      if bytes.count + encoded.count > limit { break }
      bytes += encoded
    }
    guard !bytes.isEmpty else { return }
    define(field, .string, count: bytes.count + 1)
    payload += bytes
    payload.append(0)
  }
}

/// The file as it grows.
struct FITWriterOutput {
  /// Header, which is filled in at the end, and messages.
  var bytes: [UInt8] = [UInt8](repeating: 0, count: 14)
  /// The definition that each local message type has now.
  private var definitions: [[UInt8]] = []
  /// When each local message type was used last, in messages.
  private var lastUse: [Int] = []
  private var messageCount = 0
  private var latest = 0

  /// The profile's version as the header states it, 1000 · major + minor.
  static let profileVersion: UInt16 = 21_218

  /// CRC-16/ARC of every byte value.
  static let checksumTable: [UInt16] = (0..<256).map { byte in
    (0..<8).reduce(UInt16(byte)) { crc, _ in crc & 1 == 1 ? (crc >> 1) ^ 0xA001 : crc >> 1 }
  }

  /// Makes room once.
  mutating func reserve(recordCount: Int) { bytes.reserveCapacity(recordCount * 28 + 4096) }

  /// Writes a message, its definition before it if no local message type has it.
  mutating func write(_ message: FITWriterMessage) {
    begin(message.definition)
    bytes += message.payload
  }

  /// Begins a data message of this definition; its bytes must follow.
  ///
  /// There are 16 local message types; the one that was idle longest gives way to a new definition.
  mutating func begin(_ definition: [UInt8]) {
    messageCount += 1
    if definitions.isEmpty || definitions[latest] != definition {
      if let known = definitions.firstIndex(of: definition) {
        latest = known
      } else {
        if definitions.count < 16 {
          latest = definitions.count
          definitions.append(definition)
          lastUse.append(messageCount)
        } else {
          latest = lastUse.indices.min { lastUse[$0] < lastUse[$1] } ?? 0
          definitions[latest] = definition
        }
        bytes.append(0x40 | UInt8(latest))
        bytes += definition
      }
    }
    lastUse[latest] = messageCount
    bytes.append(UInt8(latest))
  }

  /// The whole file: header and checksums filled in.
  consuming func finished() throws(FITWriterError) -> [UInt8] {
    guard let size = UInt32(exactly: bytes.count - 14) else {
      throw FITWriterError(.tooLarge, "the file would exceed 4 GiB, the most that FIT can hold")
    }
    var header: [UInt8] = [14, 0x20]
    header.appendLittleEndian(Int64(Self.profileVersion), size: 2)
    header.appendLittleEndian(Int64(size), size: 4)
    header += Array(".FIT".utf8)
    header.appendLittleEndian(Int64(FITWriter.checksum(header)), size: 2)
    bytes.replaceSubrange(0..<14, with: header)
    bytes.appendLittleEndian(Int64(FITWriter.checksum(bytes)), size: 2)
    return bytes
  }
}

extension [UInt8] {
  /// Appends the low `size` bytes of a number, the lowest first.
  mutating func appendLittleEndian(_ raw: Int64, size: Int) {
    var rest = raw
    for _ in 0..<size {
      append(UInt8(truncatingIfNeeded: rest))
      rest >>= 8
    }
  }
}
