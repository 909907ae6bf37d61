// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Testing
import WorkoutFiles
import Workouts

/// 2024-11-08T11:33:20Z is 1,100,000,000 s (0x4190AB00) after FIT's epoch.
private let start = Instant(secondsSince1970: 631_065_600 + 1_100_000_000)

private func recording(
  _ sport: Sport = .cycling, seconds: Int64 = 10, _ series: [(Quantity, [(Double, Double)])] = []
) -> Recording {
  var recording = Recording(sport: sport, span: TimeSpan(start: start, end: start + seconds * 1000))
  recording.series = series.map { quantity, samples in
    Series(
      quantity: quantity, times: samples.map { start.millisecondsSince1970 + Int64($0.0 * 1000) },
      values: samples.map(\.1))
  }
  return recording
}

/// The messages of a file, by a reader that is as simple as can be: no developer fields, no compressed times.
private func messages(_ bytes: [UInt8]) -> [(number: Int, fields: [UInt8: [UInt8]])] {
  var definitions: [UInt8: (number: Int, fields: [(number: UInt8, size: Int)])] = [:]
  var result: [(number: Int, fields: [UInt8: [UInt8]])] = []
  var position = 14
  while position < bytes.count - 2 {
    let head = bytes[position]
    position += 1
    if head & 0x40 != 0 {
      let count = Int(bytes[position + 4])
      let number = Int(bytes[position + 2]) | Int(bytes[position + 3]) << 8
      let fields = (0..<count).map { (bytes[position + 5 + 3 * $0], Int(bytes[position + 6 + 3 * $0])) }
      definitions[head & 15] = (number, fields)
      position += 5 + 3 * count
    } else if let definition = definitions[head & 15] {
      var fields: [UInt8: [UInt8]] = [:]
      for field in definition.fields {
        fields[field.number] = Array(bytes[position..<position + field.size])
        position += field.size
      }
      result.append((definition.number, fields))
    } else {
      Issue.record("data without a definition at \(position)")
      break
    }
  }
  return result
}

private func number(_ bytes: [UInt8]?) -> Int? {
  bytes.map { $0.reversed().reduce(0) { $0 << 8 | Int($1) } }
}

struct `The frame of a FIT file` {
  @Test func `the checksum of the nine digits is that of CRC-16 ARC`() {
    #expect(FITWriter.checksum(Array("123456789".utf8)) == 0xBB3D)
    let halves = FITWriter.checksum(Array("6789".utf8), after: FITWriter.checksum(Array("12345".utf8)))
    #expect(halves == 0xBB3D)
  }

  @Test func `the header has 14 bytes, states protocol 2 and the size, and is checked`() throws {
    let bytes = try FITWriter.encode(recording())
    #expect(bytes[0] == 14)
    #expect(bytes[1] == 0x20)
    #expect(number(Array(bytes[2..<4])) == 21_218)
    #expect(number(Array(bytes[4..<8])) == bytes.count - 16)
    #expect(Array(bytes[8..<12]) == Array(".FIT".utf8))
    #expect(FITWriter.checksum(bytes[..<14]) == 0)
    #expect(FITWriter.checksum(bytes) == 0)
  }

  @Test func `the first message says that this is an activity, by whom and when`() throws {
    let options = FITWriter.Options(product: 7, serialNumber: 12345)
    let bytes = try FITWriter.encode(recording(), options: options)
    let definition: [UInt8] = [
      0x40, 0, 0, 0, 0, 5, 0, 1, 0x00, 1, 2, 0x84, 2, 2, 0x84, 3, 4, 0x8C, 4, 4, 0x86,
    ]
    let data: [UInt8] = [0x00, 4, 0xFF, 0x00, 7, 0, 0x39, 0x30, 0, 0, 0x00, 0xAB, 0x90, 0x41]
    #expect(Array(bytes[14..<14 + definition.count + data.count]) == definition + data)
  }

  @Test func `an empty recording has one lap, one session and one activity`() throws {
    let numbers = messages(try FITWriter.encode(recording())).map(\.number)
    #expect(numbers == [0, 49, 23, 21, 21, 19, 18, 34])
  }

  @Test func `dates that FIT cannot name are refused`() {
    for instant in [
      Instant(millisecondsSince1970: -5), Instant(secondsSince1970: 631_065_600),
      Instant(secondsSince1970: 5_000_000_000),
    ] {
      let recording = Recording(sport: .running, span: TimeSpan(start: instant, end: instant + 1000))
      #expect(throws: FITWriterError.self) { try FITWriter.encode(recording) }
    }
  }

  @Test func `the same recording gives the same bytes`() throws {
    let ride = recording(.cycling, [(.heartRate, [(0, 120), (1, 121)]), (.power, [(0, 200)])])
    #expect(try FITWriter.encode(ride) == FITWriter.encode(ride))
  }
}

struct `Records of a FIT file` {
  @Test func `a record is its header, the time and the fields of that second`() throws {
    let bytes = try FITWriter.encode(recording(.cycling, [(.heartRate, [(1, 152)]), (.power, [(1, 300)])]))
    // The local message type is whatever was free.
    let tail: [UInt8] = [0x01, 0xAB, 0x90, 0x41, 152, 0x2C, 0x01]
    let definition: [UInt8] = [0, 0, 20, 0, 3, 253, 4, 0x86, 3, 1, 0x02, 7, 2, 0x84]
    let place = try #require(bytes.indices.first { bytes[$0...].starts(with: definition) })
    let local = bytes[place - 1] & 0x0F
    #expect(Array(bytes[place + definition.count..<place + definition.count + 8]) == [local] + tail)
  }

  @Test func `invalid and absent stay apart`() throws {
    let records = messages(
      try FITWriter.encode(
        recording(
          .cycling, [(.heartRate, [(0, 120), (1, .nan), (3, 122)]), (.power, [(0, 200), (1, 201), (2, 202)])]))
    ).filter { $0.number == 20 }
    #expect(records.map { $0.fields[3] } == [[120], [0xFF], nil, [122]])
    #expect(records.map { number($0.fields[7]) } == [200, 201, 202, nil])
  }

  @Test(
    arguments: [
      (Quantity.heartRate, -1, 3, 0xFF), (.heartRate, 255, 3, 0xFF), (.heartRate, .infinity, 3, 0xFF),
      (.heartRate, 151.6, 3, 152), (.power, 70_000, 7, 0xFFFF), (.power, 0, 7, 0), (.speed, 3.2145, 73, 3215),
      (.speed, 3.2145, 6, 3215), (.speed, 70, 6, 0xFFFF), (.speed, 70, 73, 70_000), (.distance, 12.344, 5, 1234),
      (.distance, -1, 5, 0xFFFF_FFFF), (.altitude, 100, 78, 3000), (.altitude, 100, 2, 3000),
      (.altitude, -501, 2, 0xFFFF),
      (.temperature, -3, 13, 0xFD), (.temperature, 127, 13, 0x7F), (.coreTemperature, 38.25, 139, 3825),
      (.respirationRate, 22.5, 108, 2250), (.rightBalance, 52, 30, 0x80 | 52), (.rightBalance, 101, 30, 0xFF),
      (.latitude, 90, 0, 0x4000_0000), (.longitude, 180, 1, 0x7FFF_FFFF), (.longitude, -180, 1, 0x8000_0000),
    ] as [(Quantity, Double, UInt8, Int)])
  func `values become raw numbers, or invalid out of range`(
    quantity: Quantity, value: Double, field: UInt8, raw: Int
  ) throws {
    let record = try #require(
      messages(try FITWriter.encode(recording(.cycling, [(quantity, [(0, value)])]))).first { $0.number == 20 })
    #expect(number(record.fields[field]) == raw)
  }

  @Test func `steps are written as strides with a fraction, revolutions as they are`() throws {
    func cadence(_ sport: Sport, _ value: Double) throws -> [[UInt8]?] {
      let all = messages(try FITWriter.encode(recording(sport, [(.cadence, [(0, value)])])))
      let record = all.first { $0.number == 20 }
      return [record?.fields[4], record?.fields[53]]
    }
    #expect(try cadence(.running, 173) == [[86], [64]])
    #expect(try cadence(.cycling, 90) == [[90], [0]])
    #expect(try cadence(.cycling, 300) == [[0xFF], [0xFF]])
    #expect(try cadence(.walking, .nan) == [[0xFF], [0xFF]])
  }

  @Test func `times within a second are rounded down, and the last sample of a second wins`() throws {
    let records = messages(
      try FITWriter.encode(recording(.cycling, [(.heartRate, [(0.2, 120), (0.9, 125), (1.999, 130)])]))
    ).filter { $0.number == 20 }
    #expect(records.map { number($0.fields[253]) } == [1_100_000_000, 1_100_000_001])
    #expect(records.map { $0.fields[3] } == [[125], [130]])
  }

  @Test func `more sets of fields than local types still decode`() throws {
    // Each of the 31 combinations of five series, twice.
    let quantities: [Quantity] = [.heartRate, .power, .speed, .distance, .temperature]
    var series: [(Quantity, [(Double, Double)])] = []
    for (bit, quantity) in quantities.enumerated() {
      let seconds: [Int] = (1..<63).filter { second in (second % 31 + 1) & (1 << bit) != 0 }
      series.append((quantity, seconds.map { (Double($0), 50.0) }))
    }
    let records = messages(try FITWriter.encode(recording(.cycling, seconds: 70, series))).filter { $0.number == 20 }
    #expect(records.count == 62)
    for (place, record) in records.enumerated() {
      let mask: Int = (place + 1) % 31 + 1
      let present: [Bool] = ([3, 7, 6, 5, 13] as [UInt8]).map { record.fields[$0] != nil }
      let wanted: [Bool] = (0..<5).map { bit in mask & (1 << bit) != 0 }
      #expect(present == wanted)
    }
  }

  @Test func `intervals between beats follow the record of their second, five to a message`() throws {
    let beats = (0..<7).map { (Double($0) * 0.14, 800.0 + Double($0)) }
    let all = messages(try FITWriter.encode(recording(.cycling, [(.heartRate, [(0, 75)]), (.beatInterval, beats)])))
    let place = try #require(all.firstIndex { $0.number == 20 })
    #expect(all[place + 1].number == 78)
    #expect(all[place + 1].fields[0] == [0x20, 3, 0x21, 3, 0x22, 3, 0x23, 3, 0x24, 3])
    #expect(all[place + 2].fields[0] == [0x25, 3, 0x26, 3, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF])
  }
}

struct `Events and summaries of a FIT file` {
  @Test func `pauses stop and start the timer before the record of the same second`() throws {
    var ride = recording(.cycling, [(.heartRate, (0..<10).map { (Double($0), 120) })])
    ride.pauses = [
      Pause(span: TimeSpan(start: start + 2000, end: start + 4000), kind: .auto),
      Pause(span: TimeSpan(start: start + 8500, end: start + 10_000), kind: .manual),
    ]
    let events = messages(try FITWriter.encode(ride)).filter { $0.number == 21 }
    #expect(events.map { (number($0.fields[253]) ?? 0) - 1_100_000_000 } == [0, 2, 4, 8, 10])
    #expect(events.map { $0.fields[1] } == [[0], [4], [0], [4], [4]])
    #expect(events.map { $0.fields[3]?[0] } == [0, 1, 1, 0, 0])
    let order = messages(try FITWriter.encode(ride)).map(\.number).filter { $0 == 20 || $0 == 21 }
    #expect(order == [21, 20, 20, 21, 20, 20, 21, 20, 20, 20, 20, 21, 20, 20, 21])
  }

  @Test func `time in zone states its bounds and what it refers to`() throws {
    var run = recording(.running)
    var leg = Activity(sport: .running, subSport: "trail", span: run.span)
    var limits = DeviceZoneLimits(
      quantity: .heartRate, bounds: [95, 114, 133, 152, 171, 190], firstBoundStartsZone1: true)
    limits.calculation = .percentMaximum
    limits.maximumHeartRate = 190
    leg.deviceZones = [
      DeviceZoneTotals(quantity: .heartRate, durations: [0, 1000, 2000, 3000, 4000, 0, 0], limits: limits)
    ]
    run.activities = [leg]
    let all = messages(try FITWriter.encode(run))
    let zones = try #require(all.first { $0.number == 216 })
    #expect(number(zones.fields[0]) == 18)
    #expect(number(zones.fields[1]) == 0)
    #expect(zones.fields[6] == [95, 114, 133, 152, 171, 190])
    #expect(zones.fields[2]?.count == 28)
    #expect(zones.fields[10] == [1])
    #expect(zones.fields[11] == [190])
    let session = try #require(all.first { $0.number == 18 })
    #expect(session.fields[65] == zones.fields[2])
    #expect(session.fields[6] == [3])
  }

  @Test func `limits without a lower end get one at zero`() throws {
    var ride = recording()
    var leg = Activity(sport: .cycling, span: ride.span)
    let limits = DeviceZoneLimits(quantity: .power, bounds: [150, 250], firstBoundStartsZone1: false)
    leg.deviceZones = [DeviceZoneTotals(quantity: .power, durations: [1, 2, 3], limits: limits)]
    ride.activities = [leg]
    let zones = try #require(messages(try FITWriter.encode(ride)).first { $0.number == 216 })
    #expect(zones.fields[9] == [0, 0, 150, 0, 250, 0])
    #expect(zones.fields[5] == [0, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0])
  }

  @Test func `local time is the end plus the offset`() throws {
    var run = recording(.running)
    run.utcOffsetSeconds = 3600
    let activity = try #require(messages(try FITWriter.encode(run)).last)
    #expect(number(activity.fields[5]) == 1_100_000_010 + 3600)
    #expect(number(activity.fields[0]) == 10_000)
  }
}
