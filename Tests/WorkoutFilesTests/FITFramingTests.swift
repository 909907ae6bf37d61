// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing
import Workouts

@testable import WorkoutFiles

@Suite("FIT headers, messages and damage")
struct FITFramingTests {
  typealias Builder = FITFileBuilder

  @Test func `the checksum gives the known values`() {
    let digits = Array("123456789".utf8)
    #expect(digits.withUnsafeBytes { CRC16.checksum($0) } == 0xBB3D)
    let header: [UInt8] = [0x0E, 0x10, 0x4D, 0x08, 0xD8, 0x25, 0x00, 0x00, 0x2E, 0x46, 0x49, 0x54]
    #expect(header.withUnsafeBytes { CRC16.checksum($0) } == 0x53EF)
  }

  @Test func `the checksum is the same bit by bit, in pieces, and 0 over a file with its own`() {
    var random = SeededGenerator(seed: 1)
    for count in [0, 1, 15, 16, 17, 100, 1000] {
      let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
      var slow: UInt16 = 0
      for byte in bytes {
        slow ^= UInt16(byte)
        for _ in 0..<8 { slow = slow & 1 == 0 ? slow >> 1 : slow >> 1 ^ 0xA001 }
      }
      var pieces = CRC16()
      let middle = count / 3
      bytes.withUnsafeBytes {
        pieces.add(UnsafeRawBufferPointer(rebasing: $0[..<middle]))
        pieces.add(UnsafeRawBufferPointer(rebasing: $0[middle...]))
      }
      #expect(pieces.value == slow)
      #expect((bytes + Builder.checksum(bytes)).withUnsafeBytes { CRC16.checksum($0) } == 0)
    }
  }

  @Test(arguments: [(12, nil), (14, nil), (20, nil), (14, 0), (12, 0), (12, 3)] as [(Int, Int?)])
  func `headers of any size are read`(size: Int, stated: Int?) throws {
    let file = try WorkoutFile.decode(Builder.ride([120, 121, 122]).file(headerSize: size, statedHeaderSize: stated))
    #expect(file.contents.recordCount == 3)
    #expect(file.recordings.first?.series(.heartRate)?.values == [120, 121, 122])
    #expect(file.codes.contains("header-size") == (stated != nil || size == 20))
  }

  @Test(arguments: [0, 1_000_000, 20])
  func `a wrong size of the data in the header loses nothing`(size: Int) throws {
    let file = try WorkoutFile.decode(Builder.ride([120, 121, 122]).file(dataSize: size))
    #expect(file.contents.recordCount == 3 && file.contents.sessionCount == 1)
    #expect(file.codes == ["data-size"])
  }

  @Test func `a wrong checksum keeps everything and says so`() throws {
    var bytes = Builder.ride([120, 121, 122]).file()
    bytes[bytes.count - 1] ^= 0xFF
    let file = try WorkoutFile.decode(bytes)
    #expect(file.contents.recordCount == 3)
    #expect(file.problems.map(\.offset) == [bytes.count - 2])
    #expect(file.codes == ["bad-checksum"])
  }

  @Test func `a header checksum of 0 means that there is none`() throws {
    var bytes = Builder.ride([120]).file()
    bytes[12] = 0
    bytes[13] = 0
    #expect(try WorkoutFile.decode(Array(bytes.dropLast(2)) + Builder.checksum(Array(bytes.dropLast(2)))).codes.isEmpty)
    bytes[12] = 1
    #expect(try WorkoutFile.decode(bytes).codes.contains("bad-header"))
  }

  @Test func `a file cut anywhere gives every whole message before the cut`() throws {
    let bytes = Builder.ride(Array(repeating: 120, count: 20)).file()
    var last = 0
    for count in 0...bytes.count {
      let part = Array(bytes[..<count])
      guard count >= 12 else {
        #expect(throws: FileError.self) { try WorkoutFile.decode(part) }
        continue
      }
      let file = try WorkoutFile.decode(part)
      let messages = file.contents.messages.reduce(0) { $0 + $1.count }
      #expect(messages >= last)
      #expect(count == bytes.count || !file.problems.isEmpty, "a cut at \(count) is not reported")
      last = messages
    }
    #expect(last == 22)
  }

  @Test func `a file with any bits flipped is decoded or refused, never trapped on`() throws {
    let seed: UInt64 = 20_240_607
    var random = SeededGenerator(seed: seed)
    var builder = Builder.ride((0..<30).map { 100 + $0 })
    builder.addTimer(3, type: 4)
    builder.define(3, 132, [.time, .u16(0), .u8(6, 8), .u32(9), .bytes(10, 12)])
    builder.add(3, [.n(Builder.start), 0, [100, 100], 1024, nil])
    let bytes = builder.file()
    for _ in 0..<3000 {
      var damaged = bytes
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        damaged[Int.random(in: 0..<bytes.count, using: &random)] ^= 1 << UInt8.random(in: 0...7, using: &random)
      }
      guard let file = try? WorkoutFile.decode(damaged) else { continue }
      for recording in file.recordings { check(recording) }
    }
  }

  @Test func `a message of an undefined kind ends its part, and the next part is found`() throws {
    var damaged = Builder.ride([120, 121])
    damaged.data.append(0x07)
    let good = Builder.ride([130, 131, 132]).file()
    // Once where the damaged part says that it ends, once after bytes that belong to nothing.
    for filling in [[], [1, 2, 3, 4, 5]] as [[UInt8]] {
      let file = try WorkoutFile.decode(damaged.file() + filling + good)
      #expect(file.recordings.map { $0.series(.heartRate)?.values.count } == [2, 3])
      let problem = try #require(file.problems.first { $0.code.rawValue == "undefined-message" })
      #expect(problem.offset == 14 + damaged.data.count - 1)
    }
  }

  @Test func `a truncated part does not hide the one after it`() throws {
    let first = Builder.ride([120, 121, 122]).file()
    let file = try WorkoutFile.decode(Array(first.dropLast(30)) + Builder.ride([130, 131]).file())
    #expect(file.contents.partCount == 2)
    #expect(file.recordings.last?.series(.heartRate)?.values == [130, 131])
  }

  @Test func `what follows a whole file but is none is skipped`() throws {
    let ride = Builder.ride([120]).file()
    #expect(try WorkoutFile.decode(ride + [1, 2, 3]).codes == ["trailing-bytes"])
    #expect(try WorkoutFile.decode(ride + [0, 0, 0]).codes == [])
    var header = Builder.ride([120]).file()
    header[9] = 0x20
    #expect(try WorkoutFile.decode(ride + header).contents.recordCount == 1)
  }

  @Test func `thousands of empty headers cost no more than their bytes`() throws {
    var bytes: [UInt8] = []
    let header = Array(Builder().file(dataSize: 1_000_000).prefix(14))
    for _ in 0..<5000 { bytes += header }
    let file = try WorkoutFile.decode(bytes)
    #expect(file.contents.recordCount == 0)
    #expect(file.recordings.isEmpty)
  }

  @Test func `a format that is not read is named`() {
    func message(_ text: String) -> String? {
      do throws(FileError) {
        _ = try WorkoutFile.decode(Array(text.utf8))
        return nil
      } catch {
        return "\(error.code.rawValue): \(error.message)"
      }
    }
    #expect(message("")?.hasPrefix("empty") == true)
    #expect(message("<?xml version=\"1.0\"?><TrainingCenterDatabase>")?.contains("TCX") == true)
    #expect(message("<?xml version=\"1.0\"?><gpx>")?.contains("GPX") == true)
    #expect(message("PK\u{3}\u{4}")?.contains("zip") == true)
    #expect(message("hello")?.hasPrefix("unknown-format") == true)
    #expect(throws: FileError.self) {
      try Array("no fit at all".utf8).withUnsafeBytes { bytes in try FITReader.decode(bytes) }
    }
  }

  @Test func `a file of another kind holds no workout`() throws {
    var settings = Builder()
    settings.addFileID(type: 2)
    settings.define(0, 3, [.u8(2), .u8(8)])
    settings.add(0, [40, 50])
    let file = try WorkoutFile.decode(settings.file())
    #expect(file.recordings.isEmpty && file.problems.isEmpty)
    #expect(file.contents.kind == "settings")
  }

  @Test func `the example of a writer is read as it was meant`() throws {
    let file = try WorkoutFile.decode(Self.example)
    #expect(file.problems.isEmpty)
    let recording = try #require(file.recordings.first)
    let start = Int64(1_100_000_000 + 631_065_600) * 1000
    #expect(recording.sport == .cycling && recording.subSport == "indoor_cycling")
    #expect(recording.span.start.millisecondsSince1970 == start && recording.span.duration == 2000)
    #expect(recording.utcOffsetSeconds == 3600)
    let rate = try #require(recording.series(.heartRate)), power = try #require(recording.series(.power))
    #expect(rate.values == [120, 121] && rate.times == [start, start + 1000])
    #expect(power.values[0] == 200 && power.values[1].isNaN)
    #expect(recording.laps.count == 1 && recording.activities.count == 1)
  }

  /// Two seconds indoors: 120 and 121 beats a minute, 200 W and nothing.
  static let example: [UInt8] = {
    let text =
      "0e20b152090100002e464954ff9e40000000000500010001028402028403048c0404860004ff0000003930000000ab904140"
      + "0000150004fd04860001000101000304860000ab9041000000000000410000140003fd04860301020702840100ab904178c8"
      + "000101ab904179ffff0002ab9041000400000000420000130007fe0284fd0486020486070486080486000100010100020000"
      + "02ab904100ab9041d0070000d0070000090142000012000bfe0284fd04860204860704860804860501000601000001000101"
      + "001902841a028402000002ab904100ab9041d0070000d00700000206080100000100420000220007fd048600048601028402"
      + "01000301000401000504860202ab9041d00700000100001a0112b9904121bd"
    let digits = Array(text)
    return stride(from: 0, to: digits.count, by: 2).map { UInt8(String(digits[$0...$0 + 1]), radix: 16) ?? 0 }
  }()
}
