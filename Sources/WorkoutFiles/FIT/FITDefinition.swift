// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

/// How a field's bytes are to be read: FIT's base types, without the bit that tells their endianness.
enum FITBaseType: UInt8 {
  case enumeration = 0x00
  case sint8 = 0x01
  case uint8 = 0x02
  case sint16 = 0x03
  case uint16 = 0x04
  case sint32 = 0x05
  case uint32 = 0x06
  case string = 0x07
  case float32 = 0x08
  case float64 = 0x09
  case uint8z = 0x0A
  case uint16z = 0x0B
  case uint32z = 0x0C
  case byte = 0x0D
  case sint64 = 0x0E
  case uint64 = 0x0F
  case uint64z = 0x10

  /// The type of a byte in a definition; unknown ones are read as plain bytes.
  init(code: UInt8) { self = FITBaseType(rawValue: code & 0x1F) ?? .byte }

  /// Bytes per element.
  var size: Int {
    switch self {
    case .enumeration, .sint8, .uint8, .uint8z, .string, .byte: 1
    case .sint16, .uint16, .uint16z: 2
    case .sint32, .uint32, .uint32z, .float32: 4
    case .float64, .sint64, .uint64, .uint64z: 8
    }
  }

  /// The bits of an element of `width` bytes that stand for "no value".
  func invalidBits(width: Int) -> UInt64 {
    let ones = width >= 8 ? UInt64.max : (1 << (8 * UInt64(width))) - 1
    switch self {
    case .sint8, .sint16, .sint32, .sint64: return ones >> 1
    case .uint8z, .uint16z, .uint32z, .uint64z: return 0
    default: return ones
    }
  }

  /// Whether the type tells negative numbers.
  var isSigned: Bool {
    switch self {
    case .sint8, .sint16, .sint32, .sint64: true
    default: false
    }
  }
}

/// Where one field lies in its messages and how it is written.
struct FITField {
  /// The field's number in its message.
  var number: UInt8
  /// How its bytes are read.
  var type: FITBaseType
  /// Bytes in the message.
  var size: Int
  /// Bytes from the start of the message's content.
  var offset: Int

  /// Bytes of one element. A size that the type does not divide makes the whole field one element if integers have
  /// that width (COROS writes one byte for a 32-bit number), else bytes.
  var elementSize: Int {
    if size % type.size == 0 { return type.size }
    return size == 1 || size == 2 || size == 4 || size == 8 ? size : 1
  }

  /// Whether the size is no multiple of the type's.
  var hasWrongSize: Bool { size % type.size != 0 }
}

/// A developer field in a definition, with its description if that was read before.
struct FITDeveloperField {
  /// Index of the developer and number of the field: the key of a description.
  var key: FITDeveloperKey
  /// Where the field lies; its type is the description's, or `byte`.
  var field: FITField
  /// What the file says of the field, or `nil` if it has not said anything yet.
  var description: FITFieldDescription?
  /// The place of its counter.
  var counter: Int
}

/// What a definition message says: how the messages of one local type are laid out.
final class FITDefinition {
  /// The global message number.
  let number: Int
  /// Whether numbers are written with their most significant byte first.
  let isBigEndian: Bool
  /// The fields in order.
  let fields: [FITField]
  /// The fields added by apps, in order.
  let developerFields: [FITDeveloperField]
  /// Bytes of a message without its header byte.
  let size: Int

  init(number: Int, isBigEndian: Bool, fields: [FITField], developerFields: [FITDeveloperField], size: Int) {
    self.number = number
    self.isBigEndian = isBigEndian
    self.fields = fields
    self.developerFields = developerFields
    self.size = size
  }

  /// The number of the field that holds the time in every message.
  static let timestamp: UInt8 = 253
  /// The number of the field that numbers messages of one kind.
  static let messageIndex: UInt8 = 254

  /// Where the time lies, or -1.
  var timestampOffset: Int {
    for field in fields where field.number == Self.timestamp && field.size == 4 { return field.offset }
    return -1
  }
}

/// The bytes of a message and how to read them. Valid only while the file's bytes are.
struct FITMessage {
  /// How the message is laid out.
  let definition: FITDefinition
  /// The content, without the header byte.
  let bytes: UnsafeRawBufferPointer
  /// The time in field 253 or in a compressed header, as written, or `nil`.
  var timestamp: UInt32?
  /// Where the message stands in the file.
  let offset: Int

  /// The bits of element `index` of a field, or `nil` if they say that there is no value.
  private func bits(_ field: FITField, _ index: Int) -> UInt64? {
    let width = field.elementSize
    guard (index + 1) * width <= field.size else { return nil }
    let start = field.offset + index * width
    var bits: UInt64 = 0
    for i in 0..<width {
      bits = bits << 8 | UInt64(bytes[definition.isBigEndian ? start + i : start + width - 1 - i])
    }
    return bits == field.type.invalidBits(width: width) ? nil : bits
  }

  private func first(_ number: UInt8) -> FITField? { definition.fields.first { $0.number == number } }

  /// Whether the message has the field, valid or not.
  func has(_ number: UInt8) -> Bool { first(number) != nil }

  /// The first valid whole number under a field number, not negative.
  func unsigned(_ number: UInt8) -> UInt64? {
    for field in definition.fields where field.number == number {
      if let bits = bits(field, 0) { return bits }
    }
    return nil
  }

  /// As `unsigned`, for numbers that fit.
  func int(_ number: UInt8) -> Int? { unsigned(number).flatMap { Int(exactly: $0) } }

  /// As `unsigned`, cut to 32 bits, which is what times and serial numbers have.
  func uint32(_ number: UInt8) -> UInt32? { unsigned(number).flatMap { UInt32(exactly: $0) } }

  /// A number in its unit: raw value divided by `scale`.
  func number(_ number: UInt8, scale: Double = 1) -> Double? {
    guard let field = first(number), let bits = unsigned(number) else { return nil }
    let value = Self.value(bits, field) / scale
    return value.isFinite ? value : nil
  }

  /// All elements of a field up to the last valid one; `nil` inside where there is no value.
  func array(_ number: UInt8) -> [UInt64?] {
    guard let field = first(number) else { return [] }
    var result: [UInt64?] = []
    for i in 0..<field.size / field.elementSize { result.append(bits(field, i)) }
    while let last = result.last, last == nil { result.removeLast() }
    return result
  }

  /// A time as written, or `nil`.
  func time(_ number: UInt8) -> UInt32? { number == FITDefinition.timestamp ? timestamp : uint32(number) }

  /// A text up to its end, or `nil` if it is empty.
  func string(_ number: UInt8) -> String? {
    guard let field = first(number) else { return nil }
    let content = UnsafeRawBufferPointer(rebasing: bytes[field.offset..<field.offset + field.size])
    let text = content.prefix { $0 != 0 }
    guard !text.isEmpty, !text.allSatisfy({ $0 == 0xFF }) else { return nil }
    return String(decoding: text, as: UTF8.self)
  }

  /// Bytes of a field, none if it is missing.
  func raw(_ number: UInt8) -> [UInt8] {
    guard let field = first(number) else { return [] }
    return [UInt8](bytes[field.offset..<field.offset + field.size])
  }

  /// The place among messages of its kind, without the bit that marks a selection.
  var index: Int? { int(FITDefinition.messageIndex).map { $0 & 0x0FFF } }

  private static func value(_ bits: UInt64, _ field: FITField) -> Double {
    switch (field.type, field.elementSize) {
    case (.float32, 4): return Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits)))
    case (.float64, 8): return Double(bitPattern: bits)
    default:
      guard field.type.isSigned else { return Double(bits) }
      let unused = UInt64(64 - 8 * field.elementSize)
      return Double(Int64(bitPattern: bits << unused) >> Int64(unused))
    }
  }
}
