// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Testing
import Workouts

@testable import WorkoutFiles

@Suite("FIT records become series")
struct FITRecordTests {
  typealias Builder = FITFileBuilder
  let start = Builder.startMilliseconds

  /// The only recording of a file with these messages and a ride of `seconds`.
  func recording(seconds: Int = 10, sport: Int = 2, _ build: (inout Builder) -> Void) throws -> Recording {
    var file = Builder()
    file.addFileID()
    build(&file)
    file.addSession(seconds: seconds, sport: sport)
    return try #require(try WorkoutFile.decode(file.file()).recordings.first)
  }

  @Test func `seconds in compressed headers run on and roll over`() throws {
    // Low five bits 0x13, then 19, 24, 29, and 2, which is smaller: half a minute further.
    let time = 738_571_955
    let recording = try recording {
      $0.define(0, 20, [.time, .u8(3)])
      $0.define(3, 20, [.u8(3)])
      $0.add(0, [.n(time), 100])
      for (offset, rate) in [(0x13, 101), (0x18, 102), (0x1D, 103), (0x02, 104)] {
        $0.addCompressed(3, offset: offset, [.n(rate)])
      }
    }
    let series = try #require(recording.series(.heartRate))
    #expect(series.times.map { Int($0 / 1000) - 631_065_600 - time } == [0, 0, 5, 10, 15])
    #expect(series.values == [100, 101, 102, 103, 104])
  }

  @Test func `a compressed header before any time has none`() throws {
    let recording = try recording {
      $0.define(1, 20, [.u8(3)])
      $0.addCompressed(1, offset: 3, [99])
      $0.addRecords([120, 121])
    }
    #expect(recording.series(.heartRate)?.values == [120, 121])
  }

  @Test func `the time of any message counts for compressed headers`() throws {
    let recording = try recording {
      $0.define(1, 20, [.u8(3)])
      $0.define(2, 104, [.time, .u16(0)])
      $0.add(2, [.n(Builder.start + 7), 3000])
      $0.addCompressed(1, offset: 9, [120])
    }
    #expect(recording.series(.heartRate)?.times == [start + 9000])
  }

  @Test func `numbers may start with their most significant byte`() throws {
    let recording = try recording {
      $0.define(0, 20, [.time, .u16(7), .s32(0), .u8(3)], bigEndian: true)
      $0.add(0, [.n(Builder.start), 250, 536_870_912, 120])
      $0.define(0, 20, [.time, .u16(7), .s32(0), .u8(3)])
      $0.add(0, [.n(Builder.start + 1), 251, -536_870_912, 121])
    }
    #expect(recording.series(.power)?.values == [250, 251])
    #expect(recording.series(.latitude)?.values == [45, -45])
    #expect(recording.series(.heartRate)?.times == [start, start + 1000])
  }

  @Test func `a value that is invalid says so, a field that is missing says nothing`() throws {
    let recording = try recording {
      $0.define(0, 20, [.time, .u8(3), .u16(7)])
      $0.define(1, 20, [.time, .u16(7)])
      $0.add(0, [.n(Builder.start), 120, 200])
      $0.add(1, [.n(Builder.start + 1), 201])
      $0.add(0, [.n(Builder.start + 2), nil, 202])
      $0.add(0, [.n(Builder.start + 3), 123, nil])
    }
    let rate = try #require(recording.series(.heartRate))
    #expect(rate.times == [start, start + 2000, start + 3000])
    #expect(rate.values[0] == 120 && rate.values[1].isNaN && rate.values[2] == 123)
    let power = try #require(recording.series(.power))
    #expect(power.count == 4 && power.values[3].isNaN)
  }

  @Test func `series share their times where every record has every field`() throws {
    let recording = try recording {
      $0.define(0, 20, [.time, .u8(3), .u16(7)])
      for i in 0..<5 { $0.add(0, [.n(Builder.start + i), 120, 200]) }
    }
    let addresses = recording.series.map { series in series.times.withUnsafeBufferPointer { $0.baseAddress } }
    #expect(addresses.count == 2 && addresses[0] == addresses[1])
  }

  @Test func `every quantity comes in its unit`() throws {
    let recording = try recording {
      $0.define(
        0, 20,
        [
          .time, .u16(2), .u8(4), .u8(53), .u32(5), .u16(6), .s8(13), .u8(30), .u16(139), .u8(99),
        ])
      $0.add(0, [.n(Builder.start), 3000, 85, 64, 12_345, 8_765, -3, 180, 3712, 17])
    }
    for (quantity, value) in [
      (.altitude, 100), (.cadence, 85.5), (.distance, 123.45), (.speed, 8.765), (.temperature, -3),
      (.rightBalance, 52), (.coreTemperature, 37.12), (.respirationRate, 17),
    ] as [(Quantity, Double)] {
      #expect(recording.series(quantity)?.values == [value], "\(quantity)")
    }
  }

  @Test func `running counts both feet, cycling one crank`() throws {
    for (sport, cadence) in [(1, 170.5), (11, 170.5), (17, 170.5), (2, 85.25)] {
      let recording = try recording(sport: sport) {
        $0.define(0, 20, [.time, .u8(4), .u8(53)])
        $0.add(0, [.n(Builder.start), 85, 32])
      }
      #expect(recording.series(.cadence)?.values == [cadence])
    }
  }

  @Test func `balance without a side is no balance`() throws {
    let recording = try recording {
      $0.define(0, 20, [.time, .u8(30), .u8(3)])
      $0.add(0, [.n(Builder.start), 48, 120])
    }
    #expect(recording.series(.rightBalance) == nil)
  }

  @Test func `enhanced fields win, and the short ones fill in`() throws {
    let recording = try recording {
      $0.define(0, 20, [.time, .u16(6), .u32(73), .u16(2), .u32(78)])
      $0.add(0, [.n(Builder.start), 5000, 70_000, 2500, 3000])
      $0.add(0, [.n(Builder.start + 1), 6000, nil, 2505, nil])
      $0.define(1, 20, [.time, .u16(6)])
      $0.add(1, [.n(Builder.start + 2), 7000])
    }
    #expect(recording.series(.speed)?.values == [70, 6, 7])
    #expect(recording.series(.altitude)?.values == [100, 1])
  }

  @Test func `speed and distance packed into three bytes are unpacked`() throws {
    let recording = try recording {
      $0.define(0, 20, [.time, .bytes(8, 3)])
      for (i, bytes)
        in ([[0x48, 0xD0, 0x02], [0x87, 0xB0, 0x0B], [0xFF, 0xFF, 0xFF], [0x64, 0x00, 0x00]] as [[Int64]])
        .enumerated()
      {
        $0.add(0, [.n(Builder.start + i), .list(bytes)])
      }
    }
    let speed = try #require(recording.series(.speed)?.values),
      distance = try #require(
        recording.series(.distance)?.values)
    #expect(speed[0] == 0.72 && speed[1] == 1.35 && speed[2].isNaN && speed[3] == 1)
    // The last one rolls over: 256 m in all.
    #expect(distance[0] == 2.8125 && distance[1] == 11.6875 && distance[2].isNaN && distance[3] == 256)
  }

  @Test func `packed speed does not replace a speed of its own`() throws {
    let recording = try recording {
      $0.define(0, 20, [.time, .u16(6), .bytes(8, 3)])
      $0.add(0, [.n(Builder.start), 5000, [0x48, 0xD0, 0x02]])
      $0.add(0, [.n(Builder.start + 1), nil, [0x48, 0xD0, 0x02]])
    }
    #expect(recording.series(.speed)?.values == [5, 0.72])
    #expect(recording.series(.distance)?.values == [2.8125, 2.8125])
  }

  @Test func `of a field that comes twice the first valid value wins`() throws {
    let recording = try recording {
      $0.define(0, 20, [.time, .time, .u8(3), .u8(3)])
      $0.add(0, [.n(Builder.start), .n(Builder.start), 120, 99])
      $0.add(0, [nil, .n(Builder.start + 1), nil, 98])
    }
    #expect(recording.series(.heartRate)?.times == [start, start + 1000])
    #expect(recording.series(.heartRate)?.values == [120, 98])
  }

  @Test func `a definition without fields makes messages of one byte`() throws {
    var file = Builder.ride([120, 121])
    file.define(5, 20, [])
    for _ in 0..<3 { file.add(5, []) }
    file.addRecords([122], from: 2)
    let decoded = try WorkoutFile.decode(file.file())
    #expect(decoded.contents.recordCount == 6)
    #expect(decoded.recordings.first?.series(.heartRate)?.values == [120, 121, 122])
  }

  @Test func `fields are read by the size they have`() throws {
    // One byte for a 32-bit number (COROS), eight for one, three for a 16-bit one.
    let recording = try recording {
      $0.define(0, 20, [.time, .u32(3).sized(1), .u32(5).sized(8), .u16(7).sized(3)])
      $0.data += [0] + Self.little(Builder.start, 4) + [120] + Self.little(1000, 4) + Self.little(2000, 4) + [1, 2, 3]
    }
    #expect(recording.series(.heartRate)?.values == [120])
    #expect(recording.series(.distance)?.values == [10])
    #expect(recording.series(.power) == nil)
  }

  static func little(_ value: Int, _ size: Int) -> [UInt8] {
    (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  @Test func `floating point numbers are read as such`() throws {
    let recording = try recording {
      $0.define(0, 20, [.time, .f32(7)])
      $0.add(0, [.n(Builder.start), .number(Int64(Float(212.5).bitPattern))])
      $0.add(0, [.n(Builder.start + 1), nil])
      $0.add(0, [.n(Builder.start + 2), .number(Int64(Float(213).bitPattern))])
    }
    let values = try #require(recording.series(.power)?.values)
    #expect(values.count == 3 && values[0] == 212.5 && values[1].isNaN && values[2] == 213)
  }

  @Test func `a heart rate that is always 0 is none, a power of 0 is coasting`() throws {
    var file = Builder()
    file.addFileID(maker: 260)
    file.define(0, 20, [.time, .u8(3), .u16(7)])
    for i in 0..<5 { file.add(0, [.n(Builder.start + i), 0, 0]) }
    file.addSession(seconds: 5)
    let decoded = try WorkoutFile.decode(file.file())
    #expect(decoded.contents.recordsWithHeartRate == 5 && decoded.contents.maximumHeartRate == 0)
    #expect(decoded.recordings[0].series(.heartRate) == nil)
    #expect(decoded.recordings[0].series(.power)?.values == [0, 0, 0, 0, 0])
  }

  @Test func `records go into the order of their times`() throws {
    var file = Builder()
    file.addFileID()
    file.define(0, 20, [.time, .u8(3)])
    for (second, rate) in [(0, 100), (2, 102), (1, 101), (3, 103), (3, 104)] {
      file.add(0, [.n(Builder.start + second), .n(rate)])
    }
    file.addSession(seconds: 4)
    let decoded = try WorkoutFile.decode(file.file())
    #expect(decoded.recordings[0].series(.heartRate)?.values == [100, 101, 102, 103, 104])
    #expect(decoded.codes == ["time-backwards"])
  }

  @Test func `a record without time is counted and left out`() throws {
    var file = Builder()
    file.addFileID()
    file.define(0, 20, [.u8(3)])
    file.add(0, [144])
    file.addRecords([120])
    file.addSession(seconds: 1)
    let decoded = try WorkoutFile.decode(file.file())
    #expect(decoded.contents.recordCount == 2 && decoded.contents.maximumHeartRate == 144)
    #expect(decoded.recordings[0].series(.heartRate)?.values == [120])
  }

  @Test func `an empty record at the end is dropped`() throws {
    let recording = try recording { $0.addRecords([120, 121, nil]) }
    #expect(recording.series(.heartRate)?.values == [120, 121])
  }

  @Test func `where a watch leaves the heart rate out for long, it is lost from that moment on`() throws {
    let recording = try recording(seconds: 100) {
      $0.addRecords(Array(repeating: 120, count: 30))
      $0.define(1, 20, [.time, .u32(5)])
      for i in 30..<60 { $0.add(1, [.n(Builder.start + i), .n(i)]) }
      $0.addRecords(Array(repeating: 130, count: 30), from: 60)
    }
    let series = try #require(recording.series(.heartRate))
    #expect(series.count == 61)
    #expect(series.times[30] == start + 30_000 && series.values[30].isNaN)
  }

  @Test func `where an app writes a heart rate only now and then, a record without one says nothing`() throws {
    let recording = try recording(seconds: 100) {
      $0.define(0, 20, [.time, .u8(3)])
      $0.define(1, 20, [.time, .u32(5)])
      for i in 0..<60 {
        if i % 5 == 0 { $0.add(0, [.n(Builder.start + i), 120]) } else { $0.add(1, [.n(Builder.start + i), .n(i)]) }
      }
    }
    #expect(recording.series(.heartRate)?.values == Array(repeating: 120, count: 12))
  }

  @Test func `lost records and a step back still give times in order`() throws {
    // This once put the moment of loss before the record that was moved.
    let recording = try recording(seconds: 100) {
      $0.addRecords(Array(repeating: 120, count: 30))
      $0.define(1, 20, [.time, .u32(5)])
      $0.add(1, [.n(Builder.start + 20), 1])
      for i in 31..<60 { $0.add(1, [.n(Builder.start + i), .n(i)]) }
    }
    check(recording)
  }

  @Test func `times between beats follow each other, and gaps stay gaps`() throws {
    let recording = try recording {
      $0.define(1, 78, [.u16(0, 5)])
      $0.addRecords([60])
      $0.add(1, [[1000, nil, nil, nil, nil]])
      $0.addRecords([60], from: 1)
      $0.add(1, [[1000, 500, nil, nil, nil]])
      $0.addRecords([60], from: 9)
      $0.add(1, [[20_000, 800]])
    }
    let beats = try #require(recording.series(.beatInterval))
    #expect(beats.values.filter { !$0.isNaN } == [1000, 1000, 500, 800])
    #expect(beats.values[3].isNaN)
    #expect(beats.times == [start, start + 1000, start + 1500, start + 9000, start + 9800])
  }

  @Test func `recorders that skip moments are told from those that write every fifth second`() throws {
    let smart = try recording(seconds: 100) {
      $0.define(0, 20, [.time, .u8(3)])
      for second in [0, 1, 4, 9, 11, 18, 19, 25, 31, 33, 40] { $0.add(0, [.n(Builder.start + second), 120]) }
    }
    #expect(smart.isSmartRecording)
    let slow = try recording(seconds: 100) { $0.addRecords(Array(repeating: 120, count: 20), step: 5) }
    #expect(!slow.isSmartRecording)
    let steady = try recording(seconds: 100) { $0.addRecords(Array(repeating: 120, count: 90)) }
    #expect(!steady.isSmartRecording)
  }
}
