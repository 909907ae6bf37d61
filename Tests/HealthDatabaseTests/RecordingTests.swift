// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthDatabase
import Sensors
import Testing
import Workouts

struct RecordingTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(arguments: Backend.allCases)
  func `a hundred simulated recordings come back equal in every field`(_ backend: Backend) throws {
    let database = try backend.open(folder)
    for seed in UInt64(0)..<100 {
      let (recording, back) = try database.write { access in
        let new = Fixtures.new(seed, of: try access.athlete(named: "me"))
        let (_, id) = try access.insert(new)
        return (new.recording, try access.recording(id))
      }
      #expect(exactText(back) == exactText(recording), "seed \(seed)")
    }
    #expect(try database.integrityCheck(thoroughly: true) == [])
  }

  @Test func `all samples come back after closing and opening`() throws {
    let samples = SampleWorkouts.all(endingOn: Fixtures.start)
    let path = folder.database
    let ids = try {
      let database = try HealthDatabase(path: path)
      return try database.write { access in
        let athlete = try access.athlete(named: "me")
        return try samples.map { try access.insert(NewRecording($0.recording, of: athlete, from: Fixtures.source())) }
      }
    }()
    let database = try HealthDatabase(path: path)
    for (sample, id) in zip(samples, ids) {
      let back = try database.read { try $0.recording(id.recording) }
      #expect(exactText(back) == exactText(sample.recording), "\(sample.name)")
    }
  }

  @Test(arguments: Backend.allCases)
  func `source, problems, zones and histograms come back with their recording`(_ backend: Backend) throws {
    let database = try backend.open(folder)
    var source = Fixtures.source()
    source.archiveHash = Array(0..<32)
    source.externalID = "12070555079"
    source.identity = RecorderIdentity(
      manufacturer: "garmin", product: "3121", serial: .max, timeCreated: Fixtures.start, session: 2)
    source.matchReason = "trace"
    var new = Fixtures.new(4, of: try database.write { try $0.athlete(named: "me") })
    new.source = source
    let ids = try database.write { try $0.insert(new) }
    try database.read { access in
      #expect(try access.sources(of: ids.recording) == [source])
      #expect(try access.problems(of: ids.recording) == new.problems)
      #expect(try access.zoneGroups(of: ids.recording) == [Fixtures.zoneGroup])
      #expect(try access.histograms(of: ids.recording) == [Fixtures.histogram, Fixtures.legHistogram])
      #expect(try access.recordings(of: new.athlete, withExternalID: "12070555079").map(\.id) == [ids.recording])
      let identity = try #require(source.identity)
      #expect(try access.recordings(of: new.athlete, withIdentity: identity).map(\.id) == [ids.recording])
      #expect(
        try access.recordings(of: new.athlete, withContentHash: [UInt8](repeating: 1, count: 32)).map(\.id)
          == [ids.recording])
      let row = try #require(try access.workout(ids.workout))
      #expect(row.title == "Workout 4")
      #expect(row.span == new.recording.span)
      #expect(row.primary == ids.recording)
      #expect(try access.workout(uuid: row.uuid) == row)
      #expect(try access.histograms(of: new.athlete, .heartRate).map(\.histogram) == [Fixtures.histogram])
    }
  }

  @Test func `a store in memory, for tests, takes and gives as one on disk and leaves no file`() throws {
    let folder = try TemporaryFolder()
    func dump(_ database: HealthDatabase) throws -> [String] {
      try database.write { access in
        let athlete = try access.athlete(named: "me")
        let (workout, recording) = try access.insert(Fixtures.new(4, of: athlete))
        return ["\(try access.recording(recording).span)", "\(try access.recordings(of: workout).count)"]
          + (try access.series(of: recording).map { "\($0.quantity) \($0.times) \($0.values)" })
      }
    }
    #expect(try dump(.inMemory()) == dump(HealthDatabase(path: folder.database)))
    let other = try TemporaryFolder()
    _ = try dump(.inMemory())
    #expect(try FileManager.default.contentsOfDirectory(atPath: other.path).isEmpty)
  }

  @Test func `a recording with hostile text, odd numbers and empty series comes back`() throws {
    var recording = Recording(sport: Sport(rawValue: ""), span: TimeSpan(start: Fixtures.start, end: Fixtures.start))
    recording.name = "'; DROP TABLE workout; --\u{0}\n👩‍🚴"
    recording.device = Device()
    recording.sensors = [Device(serial: .max)]
    recording.deviceZoneLimits = [
      DeviceZoneLimits(
        quantity: .power, bounds: [.infinity, -1, .leastNonzeroMagnitude], firstBoundStartsZone1: false,
        names: ["\u{7}"])
    ]
    var leg = Activity(sport: .running, span: recording.span)
    leg.deviceZones = [DeviceZoneTotals(quantity: .speed, durations: [], limits: nil)]
    recording.activities = [leg]
    recording.series = [
      Series(quantity: .power, times: [], values: []),
      Series(quantity: .power, times: [5, 5, .max], values: [.nan, -0.0, .infinity]),
      Series(quantity: .heartRate, times: [], values: []),
    ]
    let database = try HealthDatabase.inMemory()
    let back = try database.write { access in
      let new = NewRecording(recording, of: try access.athlete(named: ""), from: Fixtures.source())
      return try access.recording(try access.insert(new).recording)
    }
    #expect(exactText(back) == exactText(recording))
  }

  @Test func `series that share their times do so again when read`() throws {
    let recording = SampleWorkouts.steadyRide(records: 40_000, startingAt: Fixtures.start)
    let database = try HealthDatabase.inMemory()
    let back = try database.write { access in
      let new = NewRecording(recording, of: try access.athlete(named: "me"), from: Fixtures.source())
      return try access.recording(try access.insert(new).recording)
    }
    #expect(exactText(back) == exactText(recording))
    let first = try #require(back.series.first).times.withUnsafeBufferPointer(\.baseAddress)
    #expect(back.series.allSatisfy { $0.times.withUnsafeBufferPointer(\.baseAddress) == first })
  }
}
