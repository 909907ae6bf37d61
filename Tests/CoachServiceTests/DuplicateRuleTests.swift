// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import CoachService
import Sensors
import Testing
import WorkoutFiles
import Workouts

@Suite struct `Duplicates` {
  static let start = Instant(secondsSince1970: 1_780_000_000)

  func simulated(_ seed: UInt64, at start: Instant = start) -> Recording {
    var recording = Recording.simulated(seed: seed, startingAt: start)
    recording.device?.serial = nil
    return recording
  }

  func shifted(_ recording: Recording, by span: Milliseconds) -> Recording {
    var result = recording
    result.span = TimeSpan(start: recording.span.start + span, end: recording.span.end + span)
    result.pauses = recording.pauses.map {
      Pause(span: TimeSpan(start: $0.span.start + span, end: $0.span.end + span), kind: $0.kind)
    }
    for i in result.series.indices { result.series[i].times = result.series[i].times.map { $0 + span } }
    return result
  }

  /// Recordings with enough heart rate to compare.
  var rich: [Recording] {
    (1...90).map { simulated(UInt64($0)) }.filter {
      ($0.series(.heartRate)?.values.count { !$0.isNaN } ?? 0) > 300
    }
  }

  @Test func `the same recording is the same by its trace`() {
    #expect(rich.count > 20)
    for recording in rich { #expect(DuplicateRule.match(recording, recording) == .trace) }
  }

  @Test func `a thinner copy, a few seconds off, is the same`() throws {
    for recording in rich {
      var copy = recording
      copy.series = try [#require(recording.series(.heartRate))]
      for i in copy.series[0].values.indices where i % 3 == 0 { copy.series[0].values[i] += 1 }
      copy.span = TimeSpan(start: copy.span.start + 20_000, end: copy.span.end)
      #expect(DuplicateRule.match(recording, copy) == .trace)
      #expect(DuplicateRule.match(copy, recording) == .trace)
    }
  }

  @Test func `a thousand pairs of different rides at the same time never merge`() {
    var compared = 0
    for seed in UInt64(1)...1000 {
      let a = simulated(seed), b = simulated(seed + 5000)
      guard a.series(.heartRate) != nil, b.series(.heartRate) != nil else { continue }
      let match = DuplicateRule.match(a, b)
      #expect(match == nil, "seed \(seed): \(match as Any)")
      compared += 1
    }
    #expect(compared > 500)
  }

  @Test func `two rides on one day are two`() {
    for recording in rich {
      #expect(DuplicateRule.match(recording, shifted(recording, by: recording.span.duration + 600_000)) == nil)
    }
  }

  @Test func `a clock in another time zone is told with its shift`() {
    for recording in rich.prefix(10) {
      #expect(DuplicateRule.match(recording, shifted(recording, by: 3_600_000)) == .clock(shift: 3600))
      #expect(DuplicateRule.match(recording, shifted(recording, by: -5_400_000)) == .clock(shift: -5400))
      // Fifteen hours are no time zone, seven minutes neither.
      #expect(DuplicateRule.match(recording, shifted(recording, by: 15 * 3_600_000)) == nil)
    }
  }

  @Test func `a run and a ride at the same time are two`() {
    var ride = simulated(3), run = simulated(3)
    ride.sport = .cycling
    run.sport = .running
    #expect(DuplicateRule.match(ride, run) == nil)
  }

  @Test func `totals alone match by start and length`() {
    var a = simulated(3)
    a.series = []
    var b = a
    b.span = TimeSpan(start: a.span.start + 30_000, end: a.span.end + 30_000)
    #expect(DuplicateRule.match(a, b) == .summary)
    b.span = TimeSpan(start: a.span.start + 90_000, end: a.span.end + 90_000)
    #expect(DuplicateRule.match(a, b) == nil)
  }

  @Test func `the original with most values is the richest`() {
    for recording in rich {
      var bare = recording
      bare.series = recording.series.filter { $0.quantity != .heartRate && $0.quantity != .power }
      #expect(Richness(bare, format: "fit") < Richness(recording, format: "gpx"))
      #expect(Richness(recording, format: "gpx") < Richness(recording, format: "tcx"))
      #expect(Richness(recording, format: "tcx") < Richness(recording, format: "fit"))
    }
  }
}
