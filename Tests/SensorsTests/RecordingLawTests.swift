// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Sensors
import Testing
import WorkoutFiles
import Workouts

/// What holds for every recording a watch makes, random ones and samples alike.
struct `Every simulated recording` {
  static let start = Instant(secondsSince1970: 1_780_000_000)
  static let recordings: [(name: String, recording: Recording)] =
    (UInt64(0)..<80).map { ("seed \($0)", Recording.simulated(seed: $0, startingAt: start)) }
    + SampleWorkouts.all(endingOn: start).map { ($0.name, $0.recording) }

  @Test func `has its legs one after another over its whole span`() {
    for (name, recording) in Self.recordings {
      var end = recording.span.start
      for leg in recording.activities {
        #expect(leg.span.start == end, "\(name)")
        end = leg.span.end
      }
      #expect(end == recording.span.end, "\(name)")
    }
  }

  @Test func `has laps that cover each leg without holes`() {
    for (name, recording) in Self.recordings {
      for leg in recording.activities {
        let laps = recording.laps.filter { leg.span.contains($0.span.start) }
        #expect(laps.first?.span.start == leg.span.start, "\(name)")
        #expect(laps.last?.span.end == leg.span.end, "\(name)")
        #expect(zip(laps, laps.dropFirst()).allSatisfy { $0.span.end == $1.span.start }, "\(name)")
        #expect(laps.compactMap(\.totals.timer).reduce(0, +) == leg.totals.timer, "\(name)")
      }
    }
  }

  @Test func `has disjoint pauses in order inside its span, and no sample in them`() {
    for (name, recording) in Self.recordings {
      var end = recording.span.start
      for pause in recording.pauses {
        #expect(pause.span.start >= end && pause.span.duration > 0, "\(name)")
        end = pause.span.end
        for series in recording.series {
          #expect(!series.times.contains { pause.span.contains(Instant(millisecondsSince1970: $0)) }, "\(name)")
        }
      }
      #expect(end <= recording.span.end, "\(name)")
    }
  }

  @Test func `has times that rise by whole seconds inside its span`() {
    for (name, recording) in Self.recordings {
      for series in recording.series {
        #expect(zip(series.times, series.times.dropFirst()).allSatisfy { $0 < $1 }, "\(name)")
        #expect(
          series.times.allSatisfy {
            $0 % 1000 == 0 && recording.span.contains(Instant(millisecondsSince1970: $0))
          }, "\(name)")
      }
    }
  }

  @Test func `counts the timer as its active time`() {
    for (name, recording) in Self.recordings {
      for leg in recording.activities { #expect(leg.totals.timer == recording.activeTime(in: leg.span), "\(name)") }
      for lap in recording.laps { #expect(lap.totals.timer == recording.activeTime(in: lap.span), "\(name)") }
    }
  }

  @Test func `sorts every second of the timer into a zone from the first value on`() throws {
    for (name, recording) in Self.recordings {
      // Without smart recording the first record with a heart rate is the moment from which one is shown.
      guard !recording.isSmartRecording, let series = recording.series(.heartRate),
        let first = zip(series.times, series.values).first(where: { !$1.isNaN })?.0
      else { continue }
      // A value told while the timer stood is shown afterwards too, so pauses leave this to the other tests.
      guard recording.pauses.allSatisfy({ $0.span.start.millisecondsSince1970 > first }) else { continue }
      let counted = recording.activities.flatMap(\.deviceZones).filter { $0.quantity == .heartRate }
      let sum = counted.flatMap(\.durations).reduce(0, +)
      let seen = TimeSpan(start: Instant(millisecondsSince1970: first), end: recording.span.end)
      #expect(sum == recording.activeTime(in: seen), "\(name)")
    }
  }

  @Test func `has laps whose time in zone adds up to their leg's`() {
    for (name, recording) in Self.recordings {
      for leg in recording.activities {
        for total in leg.deviceZones {
          var sum = [Milliseconds](repeating: 0, count: total.durations.count)
          for lap in recording.laps where leg.span.contains(lap.span.start) {
            let part = lap.deviceZones.first { $0.quantity == total.quantity }
            for (place, duration) in (part?.durations ?? []).enumerated() { sum[place] += duration }
          }
          #expect(sum == total.durations, "\(name)")
        }
      }
    }
  }

  @Test func `counts power for the whole timer of a leg`() {
    for (name, recording) in Self.recordings {
      for leg in recording.activities {
        guard let power = leg.deviceZones.first(where: { $0.quantity == .power }) else { continue }
        #expect(power.durations.reduce(0, +) == leg.totals.timer, "\(name)")
      }
    }
  }

  @Test func `becomes a FIT file whose checksum is right`() throws {
    for (name, recording) in Self.recordings {
      #expect(FITWriter.checksum(try FITWriter.encode(recording)) == 0, "\(name)")
    }
  }
}
