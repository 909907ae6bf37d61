// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Workouts

/// A workout's list entry as a few hundred bytes, kept beside the workout so that a list of thousands needs no samples.
///
/// A card is derived: when its version is old or what it was made from changes, it is made anew.
enum WorkoutCard {
  /// The version of what a card holds and how it is computed.
  static let version = 1
  /// How many stretches a card's ribbon keeps at most; a list shows a ribbon a few hundred pixels wide.
  static let mostRuns = 240

  /// Packs an entry, its ribbon thinned.
  static func encode(_ entry: WorkoutEntry) -> [UInt8] {
    var writer = Writer()
    writer.put(Int64(entry.isSample ? 1 : 0))
    writer.put(entry.title)
    writer.put(entry.sport)
    writer.put(entry.start.instant.millisecondsSince1970)
    writer.put(entry.start.offsetSeconds.map(Int64.init))
    writer.put(milliseconds(entry.elapsedSeconds))
    writer.put(milliseconds(entry.activeSeconds))
    writer.put(entry.distanceMeters.map { Int64(($0 * 100).rounded()) })
    writer.put(entry.flag)
    writer.put(Int64(entry.zoneSeconds?.count ?? -1))
    for seconds in entry.zoneSeconds ?? [] { writer.put(milliseconds(seconds)) }
    guard let ribbon = entry.ribbon?.thinned(to: mostRuns) else {
      writer.put(Int64(-1))
      return writer.bytes
    }
    writer.put(Int64(ribbon.runs.count))
    writer.put(milliseconds(ribbon.totalSeconds))
    writer.put(Int64(ribbon.zoneCount))
    writer.put(Int64(ribbon.firstNumber))
    var position: Int64 = 0
    for run in ribbon.runs {
      // Runs follow each other without holes, so their ends are enough.
      let end = milliseconds(run.end)
      writer.put(end - position)
      position = end
      switch run.state {
      case .unknown: writer.put(Int64(0))
      case .paused: writer.put(Int64(1))
      case .zone(let index): writer.put(Int64(index + 2))
      }
    }
    return writer.bytes
  }

  /// Unpacks a card, or `nil` if it is not one.
  static func decode(_ bytes: [UInt8], id: String) -> WorkoutEntry? {
    var reader = Reader(bytes: bytes)
    guard let isSample = reader.number(), let title = reader.text(), let sport = reader.text(),
      let start = reader.number(),
      let offset = reader.optional(), let elapsed = reader.number(), let active = reader.number(),
      let distance = reader.optional(), let flag = reader.optionalText(), let zoneCount = reader.number(),
      zoneCount <= 64
    else { return nil }
    var zoneSeconds: [Double]?
    if zoneCount >= 0 {
      var list: [Double] = []
      for _ in 0..<zoneCount {
        guard let ms = reader.number() else { return nil }
        list.append(seconds(ms))
      }
      zoneSeconds = list
    }
    guard let runCount = reader.number(), runCount <= Int64(bytes.count) else { return nil }
    var ribbon: Ribbon?
    if runCount >= 0 {
      guard let total = reader.number(), let zones = reader.number(), let first = reader.number() else { return nil }
      var runs: [Ribbon.Run] = []
      runs.reserveCapacity(Int(runCount))
      var position: Int64 = 0
      for _ in 0..<runCount {
        guard let length = reader.number(), let state = reader.number() else { return nil }
        runs.append(
          .init(
            start: seconds(position), end: seconds(position + length),
            state: state == 0 ? .unknown : state == 1 ? .paused : .zone(Int(state) - 2)))
        position += length
      }
      ribbon = Ribbon(totalSeconds: seconds(total), zoneCount: Int(zones), firstNumber: Int(first), runs: runs)
    }
    return WorkoutEntry(
      id: id, title: title, sport: sport,
      start: ZonedTime(
        Instant(millisecondsSince1970: start), offsetSeconds: offset.map { Int(truncatingIfNeeded: $0) }),
      elapsedSeconds: seconds(elapsed), activeSeconds: seconds(active),
      distanceMeters: distance.map { Double($0) / 100 }, ribbon: ribbon, zoneSeconds: zoneSeconds, flag: flag,
      isSample: isSample == 1)
  }

  private static func milliseconds(_ seconds: Double) -> Int64 { Int64((seconds * 1000).rounded()) }

  /// Numbers in LEB128 with the sign folded in (zigzag), texts with their length before them.
  private struct Writer {
    var bytes: [UInt8] = []

    mutating func put(_ number: Int64) {
      var rest = UInt64(bitPattern: (number << 1) ^ (number >> 63))
      while rest >= 0x80 {
        bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
        rest >>= 7
      }
      bytes.append(UInt8(rest))
    }

    mutating func put(_ number: Int64?) {
      put(Int64(number == nil ? 0 : 1))
      if let number { put(number) }
    }

    mutating func put(_ text: String) {
      put(Int64(text.utf8.count))
      bytes += text.utf8
    }

    mutating func put(_ text: String?) {
      put(Int64(text == nil ? 0 : 1))
      if let text { put(text) }
    }
  }

  private struct Reader {
    var bytes: [UInt8]
    var position = 0

    init(bytes: [UInt8]) { self.bytes = bytes }

    mutating func number() -> Int64? {
      var result: UInt64 = 0
      var shift: UInt64 = 0
      while position < bytes.count, shift < 64 {
        let byte = bytes[position]
        position += 1
        result |= UInt64(byte & 0x7F) << shift
        if byte < 0x80 { return Int64(bitPattern: result >> 1) ^ -Int64(bitPattern: result & 1) }
        shift += 7
      }
      return nil
    }

    mutating func optional() -> Int64?? {
      guard let has = number() else { return nil }
      if has == 0 { return .some(nil) }
      guard let value = number() else { return nil }
      return .some(value)
    }

    mutating func text() -> String? {
      guard let count = number(), count >= 0, count <= Int64(bytes.count - position) else { return nil }
      defer { position += Int(count) }
      return String(decoding: bytes[position..<position + Int(count)], as: UTF8.self)
    }

    mutating func optionalText() -> String?? {
      guard let has = number() else { return nil }
      if has == 0 { return .some(nil) }
      guard let value = text() else { return nil }
      return .some(value)
    }
  }
}

extension Ribbon {
  /// The ribbon with at most so many runs: the whole is cut into that many equal columns, and each takes the state that
  /// fills most of it. A ribbon with few runs stays as it is.
  func thinned(to most: Int) -> Ribbon {
    guard runs.count > most, totalSeconds > 0 else { return self }
    let width = totalSeconds / Double(most)
    var thin: [Run] = []
    var place = 0
    for column in 0..<most {
      let start = Double(column) * width, end = column == most - 1 ? totalSeconds : Double(column + 1) * width
      var shares: [State: Double] = [:]
      while place > 0, runs[place].start > start { place -= 1 }
      while place < runs.count, runs[place].end <= start { place += 1 }
      var k = place
      while k < runs.count, runs[k].start < end {
        shares[runs[k].state, default: 0] += min(runs[k].end, end) - max(runs[k].start, start)
        k += 1
      }
      if place >= runs.count { place = runs.count - 1 }
      // Of equal shares the one that comes first in the column, so that the result does not hang on chance.
      let best = shares.values.max() ?? 0
      let state = runs[place..<max(place + 1, k)].first { shares[$0.state] == best }?.state ?? .unknown
      if let last = thin.last, last.state == state {
        thin[thin.count - 1].end = end
      } else {
        thin.append(Run(start: start, end: end, state: state))
      }
    }
    return Ribbon(totalSeconds: totalSeconds, zoneCount: zoneCount, firstNumber: firstNumber, runs: thin)
  }
}
