// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Testing
import Workouts

@testable import WorkoutFiles

@Suite("FIT fields that apps added")
struct FITDeveloperFieldTests {
  typealias Builder = FITFileBuilder

  /// An app under an index.
  static func identify(_ file: inout Builder, index: Int, application: Int64) {
    file.define(10, 207, [.bytes(1, 2), .u8(3)])
    file.add(10, [.list([application, application]), .n(index)])
  }

  /// A field of an app; stands in for a native field if told.
  static func describe(
    _ file: inout Builder, index: Int = 0, number: Int = 0, type: Int = 0x84, name: String, native: Int? = nil
  ) {
    file.define(11, 206, [.u8(0), .u8(1), .u8(2), .text(3, 16), .text(8, 8), .u16(14), .u8(15)])
    file.add(
      11,
      [
        .n(index), .n(number), .n(type), .text(name), "W", native == nil ? nil : 20, native.map { .n($0) } ?? nil,
      ])
  }

  static func addPower(_ file: inout Builder, _ values: [Int], from: Int = 0) {
    file.define(0, 20, [.time, .u8(3)], developer: [(0, .u16(0), 0)])
    for (i, value) in values.enumerated() { file.add(0, [.n(Builder.start + from + i), 120, .n(value)]) }
  }

  func decode(_ build: (inout Builder) -> Void) throws -> DecodedFile {
    var file = Builder()
    file.addFileID()
    build(&file)
    file.addSession(seconds: 10, sport: 1)
    return try WorkoutFile.decode(file.file())
  }

  @Test func `a field stands in for the native one where that is absent`() throws {
    let file = try decode {
      Self.identify(&$0, index: 0, application: 7)
      Self.describe(&$0, name: "Power", native: 7)
      Self.addPower(&$0, [200, 201])
    }
    let power = try #require(file.recordings[0].series(.power))
    #expect(power.values == [200, 201])
    #expect(power.source == SeriesSource(sensor: .motion, name: "Power", path: .developerField))
    #expect(
      file.contents.developerFields
        == [FileContents.DeveloperFieldCount(name: "Power", units: "W", message: "record", count: 2)])
    #expect(file.contents.recordsWithPower == 0)
  }

  @Test func `the native field wins where both are there`() throws {
    let file = try decode {
      Self.describe(&$0, name: "Power", native: 7)
      $0.define(0, 20, [.time, .u16(7)], developer: [(0, .u16(0), 0)])
      $0.add(0, [.n(Builder.start), 250, 200])
    }
    #expect(file.recordings[0].series.filter { $0.quantity == .power }.map(\.values) == [[250]])
  }

  @Test func `a field described after its use is read as if before`() throws {
    let file = try decode {
      Self.addPower(&$0, [200, 201])
      Self.describe(&$0, name: "Power", native: 7)
      $0.add(0, [.n(Builder.start + 2), 120, 202])
    }
    #expect(file.recordings[0].series(.power)?.values == [200, 201, 202])
    #expect(file.contents.developerFields.map(\.count) == [3])
    #expect(file.codes == ["late-description"])
  }

  @Test func `a field that is never described is skipped and counted`() throws {
    let file = try decode { Self.addPower(&$0, [200, 201]) }
    #expect(file.recordings[0].series(.heartRate)?.values == [120, 120])
    #expect(file.contents.developerFields.map(\.name) == [nil])
    #expect(file.contents.developerFields.map(\.count) == [2])
    #expect(file.codes == ["missing-description"])
  }

  @Test func `an index may be taken over by another app`() throws {
    let file = try decode {
      Self.identify(&$0, index: 0, application: 7)
      Self.describe(&$0, name: "wprime")
      Self.addPower(&$0, [20, 21])
      Self.identify(&$0, index: 0, application: 8)
      Self.describe(&$0, name: "Power", native: 7)
      Self.addPower(&$0, [200, 201, 202], from: 2)
    }
    #expect(file.recordings[0].series(.power)?.values == [200, 201, 202])
    #expect(file.contents.developerFields.map(\.name) == ["wprime", "Power"])
    #expect(file.contents.developerFields.map(\.count) == [2, 3])
  }

  @Test func `descriptions end with their part of a chain`() throws {
    var first = Builder()
    first.addFileID()
    Self.describe(&first, name: "Power", native: 7)
    Self.addPower(&first, [200])
    first.addSession(seconds: 1)
    var second = Builder()
    second.addFileID()
    Self.addPower(&second, [300])
    second.addSession(seconds: 1)
    let file = try WorkoutFile.decode(first.file() + second.file())
    #expect(file.recordings.map { $0.series(.power)?.values } == [[200], nil])
  }

  @Test func `a description without application or units is enough`() throws {
    let file = try decode {
      $0.define(11, 206, [.u8(0), .u8(1), .u8(2), .u8(15)])
      $0.add(11, [0, 0, 0x84, 7])
      Self.addPower(&$0, [200])
    }
    #expect(file.recordings[0].series(.power)?.values == [200])
    #expect(file.contents.developerFields.first?.units == nil)
  }

  @Test func `core temperature may come from an app`() throws {
    let file = try decode {
      Self.describe(&$0, type: 0x88, name: "core_temperature", native: 139)
      $0.define(0, 20, [.time], developer: [(0, .f32(0), 0)])
      $0.add(0, [.n(Builder.start), .number(Int64(Float(37.5).bitPattern))])
    }
    #expect(file.recordings[0].series(.coreTemperature)?.values == [37.5])
  }
}
