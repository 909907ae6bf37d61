// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Coaching
import CoachService
import TestSupport
import Testing
import WorkoutFiles
import Workouts
import Zones

/// Recordings of real people, played through the coach under plans of their own laps.
struct CoachReplayTests {
  private static let files = Corpus.readableFITFiles() + Corpus.files(in: "tcx", endingIn: ".tcx")

  private static func replay(_ name: String, _ quantity: Quantity) throws -> (Recording, CoachReplay)? {
    guard let recording = try? WorkoutFile.decode(try Corpus.bytes(name)).recordings.first else { return nil }
    let zones =
      quantity == .heartRate
      ? try ZoneSet(typed: [120, 133, 146, 159, 172], quantity: .heartRate, unitIsStated: true)
      : try ZoneSet(typed: [110, 150, 190, 230, 270], quantity: .power, unitIsStated: true)
    return CoachReplay(lapsOf: recording, zones: zones).map { (recording, $0) }
  }

  @Test(.enabled(if: Corpus.folder != nil, Comment(rawValue: Corpus.absence)))
  func `in real recordings nothing is corrected in dropouts and pauses, and never too often`() throws {
    var replayed = 0, hours = 0.0, correctives = 0
    for name in Self.files {
      for quantity in [Quantity.heartRate, .power] {
        guard let (recording, replay) = try Self.replay(name, quantity) else { continue }
        if quantity == .heartRate { replayed += 1 }
        hours += Double(replay.active) / 3_600_000
        let series = try #require(recording.series(quantity)?.normalized())
        let hold = SampleHold.holdCap(for: quantity, smartRecording: recording.isSmartRecording)
        var last: Milliseconds?
        for timed in replay.cues where timed.cue.code.isCorrective {
          correctives += 1
          let wall = Instant(millisecondsSince1970: timed.wall)
          #expect(!recording.pauses.contains { $0.span.contains(wall) }, "\(name)")
          let place = series.times.lastIndex { $0 <= timed.wall }
          let sample = try #require(place.map { (series.times[$0], series.values[$0]) }, "\(name)")
          #expect(timed.wall - sample.0 < hold && !sample.1.isNaN, "\(name)")
          if let last { #expect(timed.cue.time - last >= 30_000, "\(name)") }
          last = timed.cue.time
        }
        // Never more than six in a step, three of a kind.
        let perStep = Dictionary(grouping: replay.cues.filter { $0.cue.code.isCorrective }, by: \.cue.step)
        #expect(perStep.values.allSatisfy { $0.count <= 6 }, "\(name)")
      }
    }
    #expect(replayed >= 20 && hours > 20)
    #expect(Double(correctives) / hours < 20)
  }

  @Test(.enabled(if: Corpus.folder != nil, Comment(rawValue: Corpus.absence)))
  func `a real recording gives the same cues on every replay`() throws {
    for name in Self.files.prefix(12) {
      guard let (_, one) = try Self.replay(name, .heartRate), let (_, two) = try Self.replay(name, .heartRate) else {
        continue
      }
      #expect(one.cues == two.cues && one.records == two.records, "\(name)")
    }
  }
}
