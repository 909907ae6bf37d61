// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Testing
import Workouts

@testable import HealthDatabase

/// Recordings of one event, lists, and looking for duplicates.
struct GroupingTests {
  let database: HealthDatabase
  let athlete: AthleteID

  init() throws {
    database = try .inMemory()
    athlete = try database.write { try $0.athlete(named: "me") }
  }

  @Test func `two recordings of one event are one workout that shows the primary one`() throws {
    try database.write { access in
      let (workout, first) = try access.insert(Fixtures.new(1, of: athlete))
      let (same, second) = try access.insert(Fixtures.new(2, of: athlete), into: workout)
      #expect(same == workout)
      var row = try #require(try access.workouts(of: athlete).first)
      #expect(row.recordingCount == 2)
      #expect(row.title == "Workout 1")
      try access.setPrimary(second)
      row = try #require(try access.workout(workout))
      #expect(row.title == "Workout 2")
      #expect(row.span == Fixtures.recording(2).span)
      #expect(try access.recordings(of: workout).map(\.id) == [second, first])
      #expect(try access.recordings(of: workout).map(\.isPrimary) == [true, false])
      #expect(try access.histograms(of: athlete, .heartRate).map(\.recording) == [second])
    }
    #expect(try database.integrityCheck() == [])
  }

  @Test func `a recording split off is remembered as another event, until it is joined again`() throws {
    try database.write { access in
      let (workout, first) = try access.insert(Fixtures.new(1, of: athlete))
      let (_, second) = try access.insert(Fixtures.new(2, of: athlete), into: workout)
      let (_, third) = try access.insert(Fixtures.new(3, of: athlete), into: workout)
      #expect(!(try access.areSplit(first, second)))
      // The primary one leaves; the next takes its place.
      let alone = try access.split(first)
      #expect(alone != workout)
      #expect(try access.split(first) == alone)
      #expect(try access.areSplit(first, second) && access.areSplit(third, first))
      #expect(!(try access.areSplit(second, third)))
      #expect(try access.workout(workout)?.title == "Workout 2")
      #expect(try access.workout(workout)?.recordingCount == 2)
      #expect(try access.workout(alone)?.title == "Workout 1")
      let uuid = try #require(try access.workout(alone)?.uuid)
      try access.join(first, into: workout)
      #expect(try access.workout(alone) == nil)
      #expect(!(try access.areSplit(first, second)))
      #expect(try access.workout(workout)?.recordingCount == 3)
      #expect(try access.workout(workout)?.title == "Workout 2")
      #expect(try access.tombstones(of: athlete).map(\.uuid) == [uuid])
    }
    #expect(try database.integrityCheck() == [])
  }

  @Test func `athletes do not see each other`() throws {
    try database.write { access in
      let other = try access.athlete(named: "other")
      #expect(other != athlete)
      #expect(try access.athlete(named: "other") == other)
      let (workout, _) = try access.insert(Fixtures.new(1, of: athlete))
      let (_, theirs) = try access.insert(Fixtures.new(1, of: other))
      #expect(try access.workouts(of: other).count == 1)
      #expect(throws: DatabaseError.self) { try access.join(theirs, into: workout) }
      #expect(throws: DatabaseError.self) { try access.insert(Fixtures.new(2, of: other), into: workout) }
      #expect(try access.delete(.workouts([workout]), of: other).recordings == 0)
      #expect(try access.delete(.everything, of: other).workouts == 1)
      #expect(try access.workouts(of: athlete).count == 1)
    }
  }

  @Test func `the list is sorted, and filtered by time and by the sport that the athlete says`() throws {
    try database.write { access in
      let ids = try [3, 1, 2, 4].map { try access.insert(Fixtures.new($0, of: athlete)).workout }
      #expect(try access.workouts(of: athlete).map(\.id) == [ids[3], ids[0], ids[2], ids[1]])
      #expect(try access.workouts(of: athlete, WorkoutFilter(limit: 2)).map(\.id) == [ids[3], ids[0]])
      let third = Fixtures.recording(3).span.start, second = Fixtures.recording(2).span.start
      #expect(try access.workouts(of: athlete, WorkoutFilter(from: second, to: third)).map(\.id) == [ids[2]])
      let curling = Sport(rawValue: "curling")
      try access.setSport(curling, of: ids[1])
      try access.setTitle("House", of: ids[1])
      let row = try #require(try access.workouts(of: athlete, WorkoutFilter(sport: curling)).first)
      #expect(row.id == ids[1] && row.sport == curling && row.subSport == nil && row.title == "House")
      #expect(try access.histograms(of: athlete, .heartRate, WorkoutFilter(sport: curling)).map(\.workout) == [ids[1]])
      try access.setSport(nil, of: ids[1])
      try access.setTitle(nil, of: ids[1])
      #expect(try access.workout(ids[1])?.title == "Workout 1")
      #expect(try access.workouts(of: athlete, WorkoutFilter(sport: curling)) == [])
    }
  }

  @Test func `cards live until something of their workout changes`() throws {
    try database.write { access in
      let (workout, recording) = try access.insert(Fixtures.new(1, of: athlete))
      #expect(try access.workout(workout)?.card == nil)
      try access.setCard([1, 2, 0, 3], version: 4, of: workout)
      let row = try #require(try access.workout(workout))
      #expect(row.card == [1, 2, 0, 3] && row.cardVersion == 4)
      try access.setTitle("Other", of: workout)
      #expect(try access.workout(workout)?.card == nil)
      try access.setCard([], version: 5, of: workout)
      #expect(try access.workout(workout)?.card == [])
      try access.invalidateCards(of: athlete)
      #expect(try access.workout(workout)?.cardVersion == nil)
      try access.setDerived(zoneGroups: [], histograms: [Fixtures.histogram], of: recording)
      #expect(try access.zoneGroups(of: recording) == [])
      #expect(try access.histograms(of: recording) == [Fixtures.histogram])
    }
  }

  @Test func `recordings near a span are found by start, overlap and margin`() throws {
    try database.write { access in
      func insert(_ from: Int64, _ to: Int64) throws -> RecordingID {
        let span = TimeSpan(start: Instant(secondsSince1970: from), end: Instant(secondsSince1970: to))
        let new = NewRecording(Recording(sport: .running, span: span), of: athlete, from: Fixtures.source())
        return try access.insert(new).recording
      }
      func near(_ from: Int64, _ to: Int64, within seconds: Int64) throws -> [RecordingID] {
        let span = TimeSpan(start: Instant(secondsSince1970: from), end: Instant(secondsSince1970: to))
        return try access.recordings(of: athlete, near: span, within: seconds * 1000).map(\.id)
      }
      let long = try insert(0, 100_000), early = try insert(40_000, 43_600), late = try insert(90_000, 93_600)
      #expect(try near(41_000, 42_000, within: 0) == [long, early])
      #expect(try near(43_700, 44_000, within: 90) == [long])
      #expect(try near(43_700, 44_000, within: 100) == [long, early])
      #expect(try near(80_000, 80_001, within: 20_000) == [long, late])
      #expect(try near(200_000, 200_001, within: 99_999) == [])
      let all = TimeSpan(start: Instant(millisecondsSince1970: .min), end: Instant(millisecondsSince1970: .max))
      #expect(try access.recordings(of: athlete, near: all, within: .max).count == 3)
    }
  }

  @Test func `settings, consents and jobs are kept`() throws {
    let archive = [UInt8](repeating: 9, count: 32)
    try database.write { access in
      #expect(try access.settings(of: athlete) == nil)
      try access.setSettings(#"{"lthr": 160}"#, of: athlete)
      #expect(try access.settings(of: athlete) == #"{"lthr": 160}"#)
      let error = #expect(throws: DatabaseError.self) { try access.setSettings("lthr", of: athlete) }
      #expect(error?.code == .invalid)
      var consent = Consent(program: "coach", access: .read, type: "heartRate", isGranted: true, at: Fixtures.start)
      try access.setConsent(consent, of: athlete)
      consent.isGranted = false
      consent.revokedAt = Fixtures.start + 5
      try access.setConsent(consent, of: athlete)
      #expect(try access.consents(of: athlete) == [consent])
      let jobs = ["a.fit", "b.fit"].map { ImportJob(archiveHash: archive, member: $0, state: "waiting") }
      for job in jobs { try access.setJob(job, of: athlete) }
      let done = ImportJob(archiveHash: archive, member: "a.fit", state: "imported", detail: "1 workout")
      try access.setJob(done, of: athlete)
      #expect(try access.jobs(of: athlete, archive: archive) == [done, jobs[1]])
      #expect(try access.jobs(of: athlete, state: "waiting") == [jobs[1]])
      try access.removeJobs(of: athlete, archive: archive)
      #expect(try access.jobs(of: athlete, archive: archive) == [])
    }
  }
}
