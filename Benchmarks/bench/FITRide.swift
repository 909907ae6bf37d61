// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import WorkoutFiles

/// Makes the FIT file of a long ride: one record a second with ten fields, events, laps and a session.
struct FITRide {
  private var data: [UInt8] = []

  /// A field of a definition: number, size and base type.
  private typealias Field = (number: UInt8, size: UInt8, type: UInt8)

  private mutating func put(_ value: Int64, _ size: Int) {
    for i in 0..<size { data.append(UInt8(truncatingIfNeeded: value >> (8 * Int64(i)))) }
  }

  private mutating func define(_ local: UInt8, _ number: Int64, _ fields: [Field]) {
    data += [0x40 | local, 0, 0]
    put(number, 2)
    data.append(UInt8(fields.count))
    for field in fields { data += [field.number, field.size, field.type] }
  }

  private mutating func message(_ local: UInt8, _ values: [(Int64, Int)]) {
    data.append(local)
    for (value, size) in values { put(value, size) }
  }

  /// The bytes of a ride of `count` seconds.
  static func bytes(records count: Int) -> [UInt8] {
    var ride = FITRide()
    let start: Int64 = 1_100_000_000
    ride.data.reserveCapacity(count * 27 + 4096)
    ride.define(0, 0, [(0, 1, 0x00), (1, 2, 0x84), (2, 2, 0x84), (3, 4, 0x8C), (4, 4, 0x86)])
    ride.message(0, [(4, 1), (255, 2), (1, 2), (12345, 4), (start, 4)])
    ride.define(1, 21, [(253, 4, 0x86), (0, 1, 0x00), (1, 1, 0x00), (3, 4, 0x86)])
    ride.message(1, [(start, 4), (0, 1), (0, 1), (0, 4)])
    ride.define(
      2, 20,
      [
        (253, 4, 0x86), (0, 4, 0x85), (1, 4, 0x85), (5, 4, 0x86), (2, 2, 0x84), (6, 2, 0x84), (7, 2, 0x84),
        (3, 1, 0x02), (4, 1, 0x02), (13, 1, 0x01),
      ])
    ride.define(3, 19, [(254, 2, 0x84), (253, 4, 0x86), (2, 4, 0x86), (7, 4, 0x86), (8, 4, 0x86), (9, 4, 0x86)])
    var noise: UInt64 = 1
    var distance: Int64 = 0
    let lap = 3600
    for i in 0..<count {
      noise = noise &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let random = Int64(noise >> 40)
      let speed = 7000 + random % 3000
      distance += speed / 10
      let second = Int64(i)
      ride.message(
        2,
        [
          (start + second, 4), (560_000_000 + second * 50, 4), (100_000_000 + second * 80, 4), (distance, 4),
          (2500 + 5 * (300 + second % 400), 2), (speed, 2), (random % 97 == 0 ? 0xFFFF : random % 400, 2),
          (random % 101 == 0 ? 0xFF : 110 + random % 60, 1), (80 + random % 20, 1), (18 + second / 3600 % 10, 1),
        ])
      if (i + 1) % lap == 0 || i + 1 == count {
        let number = Int64(i / lap), begin = start + number * Int64(lap)
        let length = (start + second + 1 - begin) * 1000
        ride.message(
          3, [(number, 2), (start + second + 1, 4), (begin, 4), (length, 4), (length, 4), (length * 8 / 10, 4)])
      }
    }
    let end = start + Int64(count)
    ride.message(1, [(end, 4), (0, 1), (4, 1), (0, 4)])
    ride.define(
      4, 18,
      [
        (254, 2, 0x84), (253, 4, 0x86), (2, 4, 0x86), (7, 4, 0x86), (8, 4, 0x86), (9, 4, 0x86), (5, 1, 0x00),
        (6, 1, 0x00),
      ])
    ride.message(
      4,
      [
        (0, 2), (end, 4), (start, 4), (Int64(count) * 1000, 4), (Int64(count) * 1000, 4), (distance, 4), (2, 1), (7, 1),
      ])
    ride.define(5, 34, [(253, 4, 0x86), (0, 4, 0x86), (1, 2, 0x84), (2, 1, 0x00), (5, 4, 0x86)])
    ride.message(5, [(end, 4), (Int64(count) * 1000, 4), (1, 2), (0, 1), (end + 7200, 4)])
    return ride.finished()
  }

  /// The messages between header and checksum.
  private func finished() -> [UInt8] {
    func checksum(_ bytes: [UInt8]) -> [UInt8] {
      let value = bytes.withUnsafeBytes { FITReader.checksum(of: $0) }
      return [UInt8(value & 0xFF), UInt8(value >> 8)]
    }
    var header: [UInt8] = [14, 0x20, 0xB1, 0x52]
    for i in 0..<4 { header.append(UInt8(truncatingIfNeeded: data.count >> (8 * i))) }
    header += [0x2E, 0x46, 0x49, 0x54]
    header += checksum(header)
    let file = header + data
    return file + checksum(file)
  }
}
