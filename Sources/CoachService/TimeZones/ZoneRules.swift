// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

/// How far the clocks of a zone were from UTC at any moment: the contents of a file of the time zone database (TZif,
/// RFC 8536).
struct ZoneRules: Sendable {
  /// Moments at which the offset changes, in seconds since 1970, and for each the type from then on.
  private var transitions: [(time: Int64, type: Int)] = []
  /// Offsets in seconds east of UTC.
  private var offsets: [Int] = []
  /// What applies after the last transition.
  private var footer: PosixZone?

  /// Reads a file's bytes; `nil` if they are no such file or break off.
  init?(_ bytes: [UInt8]) {
    var reader = Reader(bytes: bytes)
    guard let first = reader.header() else { return nil }
    if first.version < 2 {
      guard read(&reader, first, timeSize: 4) else { return nil }
      return
    }
    // Readers of version 2 and later pass over the block of 32 bits.
    guard reader.skip(first.size(timeSize: 4)), let header = reader.header(), read(&reader, header, timeSize: 8) else {
      return nil
    }
    footer = reader.line().flatMap { PosixZone($0) }
  }

  /// Seconds east of UTC at a moment, given in seconds since 1970.
  func offset(at time: Int64) -> Int {
    guard let last = transitions.last else { return footer?.offset(at: time) ?? offsets[0] }
    if time >= last.time { return footer?.offset(at: time) ?? offsets[last.type] }
    // The first transition after the moment; before the first of all, type 0 applies.
    var low = 0, high = transitions.count
    while low < high {
      let middle = (low + high) / 2
      if transitions[middle].time <= time { low = middle + 1 } else { high = middle }
    }
    return low == 0 ? offsets[0] : offsets[transitions[low - 1].type]
  }

  private mutating func read(_ reader: inout Reader, _ header: Header, timeSize: Int) -> Bool {
    guard header.types > 0, reader.has(header.size(timeSize: timeSize)) else { return false }
    let times = (0..<header.times).map { _ in reader.number(timeSize) }
    let types = (0..<header.times).map { _ in Int(reader.number(1)) & 0xFF }
    for _ in 0..<header.types {
      offsets.append(Int(reader.number(4)))
      _ = reader.skip(2)
    }
    guard types.allSatisfy(offsets.indices.contains), offsets.allSatisfy({ abs($0) <= 26 * 3600 }) else { return false }
    transitions = zip(times, types).map { (time: $0, type: $1) }
    guard zip(times, times.dropFirst()).allSatisfy({ $0 < $1 }) else { return false }
    // Names, leap seconds and what kind of time the rules were written in: of no interest here.
    return reader.skip(header.size(timeSize: timeSize) - header.times * (timeSize + 1) - header.types * 6)
  }

  /// The counts in front of a block of data.
  private struct Header {
    var version: Int
    var utcMarks: Int, standardMarks: Int, leaps: Int, times: Int, types: Int, characters: Int

    func size(timeSize: Int) -> Int {
      times * (timeSize + 1) + types * 6 + characters + leaps * (timeSize + 4) + standardMarks + utcMarks
    }
  }

  private struct Reader {
    let bytes: [UInt8]
    var place = 0

    func has(_ count: Int) -> Bool { count >= 0 && count <= bytes.count - place }

    mutating func skip(_ count: Int) -> Bool {
      guard has(count) else { return false }
      place += count
      return true
    }

    /// The next bytes as a signed number, the highest first. They must be there.
    mutating func number(_ count: Int) -> Int64 {
      var value: UInt64 = 0
      for byte in bytes[place..<place + count] { value = value << 8 | UInt64(byte) }
      place += count
      let shift = UInt64(64 - 8 * count)
      return Int64(bitPattern: value << shift) >> Int64(shift)
    }

    mutating func header() -> Header? {
      guard has(44), bytes[place..<place + 4].elementsEqual("TZif".utf8) else { return nil }
      let version = bytes[place + 4]
      place += 20
      let counts = (0..<6).map { _ in Int(number(4)) }
      // No zone has more of anything; so sizes can't overflow.
      guard counts.allSatisfy({ (0...100_000).contains($0) }) else { return nil }
      return Header(
        version: version < 0x32 ? 1 : Int(version) - 0x30, utcMarks: counts[0], standardMarks: counts[1],
        leaps: counts[2], times: counts[3], types: counts[4], characters: counts[5])
    }

    /// The text between two line ends.
    mutating func line() -> String? {
      guard has(1), bytes[place] == 0x0A, let end = bytes[(place + 1)...].firstIndex(of: 0x0A) else { return nil }
      return String(validating: bytes[(place + 1)..<end], as: UTF8.self)
    }
  }
}
