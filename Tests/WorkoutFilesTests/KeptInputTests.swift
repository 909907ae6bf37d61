// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WorkoutFiles
import Workouts

/// Exports and archives that the project keeps, the seeds of the fuzz targets.
struct KeptInputTests {
  private static func files(_ folder: String) -> [URL] {
    let place = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Fixtures/\(folder)")
      .standardized
    let found = try? FileManager.default.contentsOfDirectory(at: place, includingPropertiesForKeys: nil)
    return (found ?? []).sorted { $0.path() < $1.path() }
  }

  @Test func `every kept document of an export is read`() throws {
    let files = Self.files("health")
    #expect(!files.isEmpty)
    for file in files {
      let bytes = [UInt8](try Data(contentsOf: file))
      let export = HealthDocuments.read(bytes)
      #expect(export.workouts.count + export.contents.workoutsWithoutTime == export.contents.workoutCount)
      #expect(HealthDocuments.read(bytes, size: 100).contents == export.contents)
    }
  }

  @Test func `a workout of three legs has all that its document tells`() throws {
    let file = try #require(Self.files("health").first { $0.lastPathComponent == "three-legs-and-pauses.xml" })
    let export = HealthDocuments.read([UInt8](try Data(contentsOf: file)))
    #expect(export.problems.isEmpty)
    let workout = try #require(export.workouts.first), recording = workout.recording
    #expect(recording.series.map(\.values) == [[141], [150]])
    #expect(recording.series.map { $0.ends != nil } == [true, false])
    #expect(recording.pauses.map { $0.span.duration } == [120_000, 60_000, 600_000])
    #expect(recording.activities.map(\.sport) == [.cycling, .transition])
    #expect(workout.steps.map(\.keyPath) == ["0.0.0"])
    #expect(recording.athlete.age == 38)
    #expect(recording.athlete.restingHeartRate == 52)
    #expect(recording.utcOffsetSeconds == 3600)
  }

  @Test(arguments: [
    ("folder.tgz", WorkoutArchive.Kind.plain, 2), ("health.zip", .appleHealth, 0), ("ride.fit.gz", .single, 1),
    ("service.zip", .strava, 1), ("zips-in-zips.zip", .garmin, 2),
  ])
  func `every kept archive is what it is`(_ name: String, _ kind: WorkoutArchive.Kind, _ workouts: Int) throws {
    let file = try #require(Self.files("archive").first { $0.lastPathComponent == name })
    let archive = try WorkoutArchive.open(path: file.path())
    #expect(archive.kind == kind)
    let contents = try ArchiveTests.contents(archive)
    #expect(contents.count { $0.contains(": workout ") } == workouts, "\(contents)")
  }
}
