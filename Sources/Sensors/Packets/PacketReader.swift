// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

/// Reads the fields of a packet in their order, little-endian.
///
/// A field counts only when all its bytes are there. At the first one that isn't, reading stops: everything after it is
/// absent too, because nobody knows where it begins.
struct PacketReader {
  private let bytes: [UInt8]
  private var position = 0
  /// Whether a field was announced that isn't there as a whole.
  private(set) var isTruncated = false

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Bytes that have not been read.
  var remaining: Int { isTruncated ? 0 : bytes.count - position }

  /// Whether bytes are left although all fields were read.
  var hasSurplus: Bool { remaining > 0 }

  /// Gives up: what follows can't be told apart.
  mutating func stop() { isTruncated = true }

  /// The next `count` bytes as an unsigned number.
  mutating func unsigned(_ count: Int) -> Int? {
    guard !isTruncated, bytes.count - position >= count else {
      isTruncated = true
      return nil
    }
    var number = 0
    for place in 0..<count { number |= Int(bytes[position + place]) << (8 * place) }
    position += count
    return number
  }

  /// The next `count` bytes as a number in two's complement.
  mutating func signed(_ count: Int) -> Int? {
    guard let number = unsigned(count) else { return nil }
    let half = 1 << (8 * count - 1)
    return number < half ? number : number - 2 * half
  }

  /// An 8-bit number.
  mutating func u8() -> Int? { unsigned(1) }
  /// A 16-bit number.
  mutating func u16() -> Int? { unsigned(2) }
  /// A 16-bit number with a sign.
  mutating func i16() -> Int? { signed(2) }
  /// A 24-bit number.
  mutating func u24() -> Int? { unsigned(3) }
  /// A 32-bit number.
  mutating func u32() -> Int? { unsigned(4) }

  /// A counter and the time of its last event, which count only together.
  mutating func revolutions(counterBytes: Int) -> Revolutions? {
    guard !isTruncated, bytes.count - position >= counterBytes + 2 else {
      isTruncated = true
      return nil
    }
    guard let count = unsigned(counterBytes), let time = u16() else { return nil }
    return Revolutions(count: UInt32(count), eventTime: UInt16(time))
  }

  /// Passes over bytes that nobody needs.
  mutating func skip(_ count: Int) { _ = unsigned(count) }
}

/// Revolutions of a wheel or a crank since some time, and when the last one was complete.
public struct Revolutions: Hashable, Sendable {
  /// Counts on from 65,535 (crank) or 4,294,967,295 (wheel) to 0.
  public var count: UInt32
  /// In 1/1024 s, of a power meter's wheel in 1/2048 s; counts on from 65,535 to 0.
  public var eventTime: UInt16

  /// A counter as a sensor sent it.
  public init(count: UInt32, eventTime: UInt16) {
    self.count = count
    self.eventTime = eventTime
  }
}

/// How whole a packet was.
public struct PacketState: Hashable, Sendable {
  /// Fields were announced that aren't there; they are absent.
  public var isTruncated = false
  /// Bytes followed the last field; they were left aside.
  public var hasSurplus = false

  /// A packet that holds what it announces and nothing else.
  public init() {}

  init(_ reader: PacketReader) {
    isTruncated = reader.isTruncated
    hasSurplus = reader.hasSurplus
  }
}
