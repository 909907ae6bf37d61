// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Sensors
import TestSupport
import Testing
import WorkoutFiles
import Workouts

@testable import HealthDatabase

/// How large and how fast. Sizes and statements are held to limits; times are printed.
struct FigureTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// An hour on a bike, a record each second, with positions: a wiggly way at the speed of the ride.
  private static func hour(_ seed: UInt64 = 1) -> Recording {
    var ride = SampleWorkouts.steadyRide(records: 3600, startingAt: Fixtures.start, seed: seed)
    var generator = SeededGenerator(seed: seed)
    var heading = 0.3, latitude = 47.37, longitude = 8.54
    var places: [(Double, Double)] = []
    for speed in ride.series(.speed)?.values ?? [] {
      heading += Double.random(in: -0.05...0.05, using: &generator)
      // A receiver's places wander about a decimetre from second to second.
      let noise = { Double.random(in: -0.1...0.1, using: &generator) }
      latitude += (speed * cos(heading) + noise()) / 111_320
      longitude += (speed * sin(heading) + noise()) / (111_320 * cos(latitude * .pi / 180))
      places.append((latitude, longitude))
    }
    let grid = { (degrees: Double) in (degrees / 180 * 0x1p31).rounded() * 180 / 0x1p31 }
    let times = ride.series(.speed)?.times ?? []
    ride.series.append(Series(quantity: .latitude, times: times, values: places.map { grid($0.0) }))
    ride.series.append(Series(quantity: .longitude, times: times, values: places.map { grid($0.1) }))
    ride.series.removeAll { $0.quantity == .temperature }
    return ride
  }

  @Test func `an hour of seconds costs 12 bytes a record at most`() throws {
    let series = EncodedSeries.encode(Self.hour().series)
    #expect(
      Set(series.map(\.quantity)) == [
        .heartRate, .power, .cadence, .speed, .altitude, .distance, .latitude, .longitude,
      ])
    var total = 0
    for one in series {
      let bytes = one.chunks.reduce(0) { $0 + $1.values.count + ($1.times?.count ?? 0) }
      print("  \(one.quantity): \(Double(bytes * 100 / 3600) / 100) bytes a record, step \(one.resolution ?? 0)")
      total += bytes
    }
    print("  all: \(Double(total * 100 / 3600) / 100) bytes a record")
    #expect(total <= 12 * 3600)
  }

  @Test func `a database takes at most 45 percent of the FIT files`() throws {
    let database = try HealthDatabase(path: folder.database)
    try database.finishErasure()
    let empty = try database.statistics().fileBytes
    print("  an empty database has \(empty) bytes")
    // What devices write for such a record: a header byte, the time, and 22 bytes of fields, positions included. Our
    // own writer says speed and altitude twice, for old and new readers, and leaves positions out.
    let fitBytes = 30 * 3600 * 27
    var writerBytes = 0
    try database.write { access in
      let athlete = try access.athlete(named: "me")
      for seed in UInt64(1)...30 {
        let ride = Self.hour(seed)
        writerBytes += try FITWriter.encode(ride).count
        try access.insert(
          NewRecording(
            ride, of: athlete, from: Fixtures.source(), zoneGroups: [Fixtures.zoneGroup],
            histograms: [Fixtures.histogram]))
      }
    }
    try database.finishErasure()
    let bytes = try database.statistics().fileBytes - empty
    print("  \(bytes / 30) bytes a ride, \(Double(bytes * 1000 / Int64(fitBytes)) / 10) % of \(fitBytes / 30)")
    print("  our writer's files have \(writerBytes / 30) bytes")
    #expect(bytes * 100 <= Int64(fitBytes) * 45)
  }

  @Test func `encoding and decoding keep pace with readers of files`() throws {
    let rides = (UInt64(1)...4).map(Self.hour)
    let count = rides.reduce(0) { $0 + $1.series.reduce(0) { $0 + $1.count } }
    let clock = ContinuousClock()
    var encoded: [EncodedSeries] = []
    let rounds = 20
    let encoding = clock.measure {
      for _ in 0..<rounds { encoded = rides.flatMap { EncodedSeries.encode($0.series) } }
    }
    var decoded = 0
    let decoding = try clock.measure {
      for _ in 0..<rounds {
        for chunk in encoded.lazy.flatMap(\.chunks) {
          decoded += try chunk.values.withUnsafeBytes { try ValueColumn.decode($0, count: chunk.count).count }
        }
      }
    }
    #expect(decoded == count * rounds)
    for (name, duration) in [("encoding", encoding), ("decoding", decoding)] {
      print("  \(name): \(Int(Double(count * rounds) / (duration / .seconds(1)) / 1e6)) million values a second")
    }
  }

  @Test func `a list of 5000 workouts is one statement`() throws {
    let database = try HealthDatabase(path: folder.database)
    let athlete = try database.write { access in
      let athlete = try access.athlete(named: "me")
      var recording = Recording(sport: .cycling, span: TimeSpan(start: Fixtures.start, end: Fixtures.start + 3_600_000))
      recording.utcOffsetSeconds = 7200
      let card = [UInt8](repeating: 7, count: 300)
      for number in 0..<5000 {
        recording.name = "Ride number \(number)"
        recording.span = TimeSpan(
          start: recording.span.start + 86_400_000, end: recording.span.start + 86_400_000 + 3_600_000)
        let (workout, _) = try access.insert(NewRecording(recording, of: athlete, from: Fixtures.source()))
        try access.setCard(card, version: 1, of: workout)
      }
      return athlete
    }
    try database.read { access in
      for _ in 0..<3 {
        let before = try access.connection.statementCount
        let clock = ContinuousClock()
        var rows: [WorkoutRow] = []
        let duration = try clock.measure { rows = try access.workouts(of: athlete) }
        print("  list of \(rows.count): \(duration)")
        #expect(rows.count == 5000 && rows.allSatisfy { $0.card?.count == 300 })
        #expect(try access.connection.statementCount - before == 1)
      }
    }
  }

  @Test func `an insertion and a complete reading take few statements`() throws {
    let database = try HealthDatabase.inMemory()
    let ride = Self.hour()
    let athlete = try database.write { try $0.athlete(named: "me") }
    let new = NewRecording(ride, of: athlete, from: Fixtures.source())
    let before = try database.writerStatementCount
    let id = try database.write { try $0.insert(new).recording }
    let inserted = try database.writerStatementCount
    _ = try database.read { try $0.recording(id) }
    let read = try database.writerStatementCount
    let zones =
      ride.activities.reduce(0) { $0 + $1.deviceZones.count } + ride.laps.reduce(0) { $0 + $1.deviceZones.count }
    let parts = ride.activities.count + ride.laps.count + ride.sensors.count + zones + 2 * ride.series.count
    #expect(inserted - before <= parts + 16)
    #expect(read - inserted <= 14)
  }
}
