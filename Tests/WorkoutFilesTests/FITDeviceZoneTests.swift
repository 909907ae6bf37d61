// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Testing
import Workouts

@testable import WorkoutFiles

@Suite("Zones that devices stored in FIT files")
struct FITDeviceZoneTests {
  typealias Builder = FITFileBuilder

  /// Adds a `time_in_zone` message.
  static func addZones(
    _ file: inout Builder, kind: Int = 18, index: Int = 0, rates: [Int64?] = [], rateBounds: [Int64?] = [],
    powers: [Int64?] = [], powerBounds: [Int64?] = []
  ) {
    file.define(
      9, 216,
      [.time, .u16(0), .u16(1), .u32(2, 7), .u8(6, 6), .u32(5, 10), .u16(9, 10), .e(10), .u8(11), .u8(13), .u16(15)])
    file.add(
      9,
      [
        .n(Builder.start), .n(kind), .n(index), .list(rates), .list(rateBounds), .list(powers), .list(powerBounds), 1,
        190, 170, 250,
      ])
  }

  func recording(seconds: Int = 100, _ build: (inout Builder) -> Void) throws -> (Recording, [String]) {
    var file = Builder()
    file.addFileID()
    file.addRecords([120])
    build(&file)
    file.addSession(seconds: seconds)
    let decoded = try WorkoutFile.decode(file.file())
    return (try #require(decoded.recordings.first), decoded.codes)
  }

  @Test func `time in zone comes with its limits`() throws {
    let (recording, codes) = try recording {
      Self.addZones(
        &$0, rates: [1000, 2000, 3000, 4000, 5000, 6000, 0], rateBounds: [95, 114, 133, 152, 171, 190])
    }
    let zones = try #require(recording.activities[0].deviceZones.first)
    #expect(codes.isEmpty && recording.activities[0].deviceZones.count == 1)
    #expect(zones.quantity == .heartRate && zones.durations == [1000, 2000, 3000, 4000, 5000, 6000, 0])
    let limits = try #require(zones.limits)
    #expect(limits.bounds == [95, 114, 133, 152, 171, 190])
    #expect(limits.firstBoundStartsZone1 && limits.calculation == .percentMaximum)
    #expect(limits.maximumHeartRate == 190 && limits.thresholdHeartRate == 170)
    #expect(recording.athlete.functionalThresholdPower == 250 && recording.athlete.maximumHeartRate == 190)
  }

  @Test func `power bounds that don't ascend and one of 4000 W are kept as written and repaired to compute`() throws {
    let (recording, _) = try recording {
      Self.addZones(
        &$0, powers: [0, 1000, 2000, 3000, 4000, 5000, 0, 6000, 7000],
        powerBounds: [0, 142, 195, 240, 284, 326, 304, 508, 508, 4000])
    }
    let zones = try #require(recording.activities[0].deviceZones.first { $0.quantity == .power })
    let limits = try #require(zones.limits)
    #expect(limits.bounds == [0, 142, 195, 240, 284, 326, 304, 508, 508, 4000])
    #expect(limits.ascendingBounds.map(\.value) == [142, 195, 240, 284, 326, 508])
    // Bucket 6 ends at 304 W, which is no bound: what it holds lies below the next one.
    #expect(zones.durationsUnderAscendingBounds == [1000, 2000, 3000, 4000, 5000, 6000, 7000])
  }

  @Test func `bounds without a value at the end are left out`() throws {
    let (recording, _) = try recording {
      Self.addZones(&$0, powers: [1000, 2000, nil, nil], powerBounds: [150, 200, nil, nil])
    }
    let zones = try #require(recording.activities[0].deviceZones.first { $0.quantity == .power })
    #expect(zones.durations == [1000, 2000] && zones.limits?.bounds == [150, 200])
  }

  @Test func `totals longer than the time that passed are left out`() throws {
    let (recording, codes) = try recording {
      Self.addZones(&$0, rates: [172_534_000], rateBounds: [95, 114])
    }
    #expect(recording.activities[0].deviceZones.isEmpty)
    #expect(codes == ["zone-totals-implausible"])
  }

  @Test func `arrays without any value are no totals`() throws {
    let (recording, _) = try recording { Self.addZones(&$0) }
    #expect(recording.activities[0].deviceZones.isEmpty)
  }

  @Test func `every leg and lap has its own zones`() throws {
    var file = Builder()
    file.addFileID()
    file.addRecords([120])
    file.addSession(seconds: 50, sport: 2, index: 0)
    file.addSession(after: 50, seconds: 50, sport: 1, index: 1)
    file.define(0, 19, [.u16(254), .u32(2), .u32(7)])
    file.add(0, [0, .n(Builder.start), 50_000])
    file.add(0, [1, .n(Builder.start + 50), 50_000])
    Self.addZones(&file, index: 1, rates: [3000], rateBounds: [100, 120])
    Self.addZones(&file, index: 0, rates: [1000, 2000], rateBounds: [90, 110])
    Self.addZones(&file, kind: 19, index: 1, rates: [7000], rateBounds: [100, 120])
    Self.addZones(&file, kind: 312, index: 0, rates: [9000], rateBounds: [1, 2])
    let recording = try #require(try WorkoutFile.decode(file.file()).recordings.first)
    #expect(recording.activities.map { $0.deviceZones[0].durations } == [[1000, 2000], [3000]])
    #expect(recording.activities.map { $0.deviceZones[0].limits?.bounds } == [[90, 110], [100, 120]])
    #expect(recording.laps.map { $0.deviceZones.map(\.durations) } == [[], [[7000]]])
  }

  @Test func `totals in a session borrow their limits from zone messages, whose first bound ends zone 1`() throws {
    var file = Builder()
    file.addFileID()
    file.addRecords([120])
    file.define(0, 8, [.u8(1)])
    for bound in [124, 144, 163, 182, 254] { file.add(0, [.n(bound)]) }
    file.define(1, 18, [.u32(2), .u32(7), .u32(65, 5), .u32(68, 2)])
    file.add(1, [.n(Builder.start), 100_000, [1000, 2000, 3000, 4000, 0], [5000, 6000]])
    let recording = try #require(try WorkoutFile.decode(file.file()).recordings.first)
    let zones = recording.activities[0].deviceZones
    #expect(zones.map(\.quantity) == [.heartRate, .power])
    let limits = try #require(zones[0].limits)
    #expect(limits.bounds == [124, 144, 163, 182, 254] && !limits.firstBoundStartsZone1)
    #expect(limits.ascendingBounds.map(\.value) == [124, 144, 163, 182])
    #expect(zones[0].durationsUnderAscendingBounds == [1000, 2000, 3000, 4000, 0])
    #expect(zones[1].limits == nil && zones[1].durationsUnderAscendingBounds == nil)
    #expect(recording.deviceZoneLimits == [limits])
  }

  @Test func `a message about the session wins over arrays in it`() throws {
    var file = Builder()
    file.addFileID()
    file.addRecords([120])
    file.define(1, 18, [.u32(2), .u32(7), .u32(65, 2)])
    file.add(1, [.n(Builder.start), 100_000, [50_000, 50_000]])
    Self.addZones(&file, rates: [1000, 2000], rateBounds: [90, 110])
    let recording = try #require(try WorkoutFile.decode(file.file()).recordings.first)
    #expect(recording.activities[0].deviceZones.map(\.durations) == [[1000, 2000]])
  }

  @Test func `totals in a lap borrow their limits from the message about its leg`() throws {
    let (recording, _) = try recording {
      Self.addZones(&$0, rates: [1000, 2000, 3000], rateBounds: [90, 110])
      $0.define(2, 19, [.u16(254), .u32(2), .u32(7), .u32(57, 3)])
      $0.add(2, [0, .n(Builder.start), 20_000, [1000, 2000, 2500]])
    }
    #expect(recording.laps[0].deviceZones.map(\.durations) == [[1000, 2000, 2500]])
    #expect(recording.laps[0].deviceZones[0].limits?.bounds == [90, 110])
  }

  @Test func `totals are not given limits that make other zones`() throws {
    let (recording, _) = try recording {
      Self.addZones(&$0, rates: [1000, 2000, 3000], rateBounds: [90, 110])
      $0.define(2, 19, [.u16(254), .u32(2), .u32(7), .u32(57, 5)])
      $0.add(2, [0, .n(Builder.start), 20_000, [1000, 2000, 2500, 1000, 1000]])
    }
    #expect(recording.laps[0].deviceZones[0].limits == nil)
  }

  @Test func `what the device knew of the athlete is read`() throws {
    let (recording, _) = try recording {
      $0.define(0, 3, [.u8(2), .u8(8), .u8(11)])
      $0.add(0, [40, 52, 188])
      $0.define(0, 7, [.u8(1), .u8(2), .u16(3)])
      $0.add(0, [186, 168, 255])
    }
    #expect(recording.athlete.age == 40 && recording.athlete.restingHeartRate == 52)
    #expect(recording.athlete.maximumHeartRate == 186 && recording.athlete.thresholdHeartRate == 168)
    #expect(recording.athlete.functionalThresholdPower == 255)
  }
}
