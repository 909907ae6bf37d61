// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Workouts
import Zones

@testable import CoachService

struct `A ribbon` {
  private func check(_ ribbon: Ribbon, _ window: TimeSpan, _ recording: Recording, _ name: String) {
    #expect(ribbon.totalSeconds == Double(window.duration) / 1000, "\(name)")
    #expect(ribbon.runs.first?.start == 0 || window.duration == 0, "\(name)")
    #expect(ribbon.runs.last?.end == ribbon.totalSeconds || window.duration == 0, "\(name)")
    for (a, b) in zip(ribbon.runs, ribbon.runs.dropFirst()) {
      #expect(a.end == b.start, "\(name)")
      // Two pauses may meet, of different kinds.
      #expect(a.state != b.state || a.state == .paused, "\(name)")
    }
    #expect(ribbon.runs.allSatisfy { $0.start < $0.end }, "\(name)")
    let paused = ribbon.runs.filter { $0.state == .paused }.reduce(0) { $0 + ms($1.end) - ms($1.start) }
    #expect(paused == window.duration - recording.activeTime(in: window), "\(name)")
    for run in ribbon.runs {
      if case .zone(let index) = run.state { #expect((0..<ribbon.zoneCount).contains(index), "\(name)") }
    }
  }

  private func seconds(_ ribbon: Ribbon, _ state: Ribbon.State) -> Int64 {
    ribbon.runs.filter { $0.state == state }.reduce(0) { $0 + ms($1.end) - ms($1.start) }
  }

  @Test func `covers the workout from end to end without holes, with its pauses`() throws {
    var count = 0
    for given in Given.some {
      let analysis = WorkoutAnalysis(given.recording, zones: ZoneRequest())
      for quantity in WorkoutAnalysis.graded {
        guard let ribbon = analysis.ribbon(quantity) else { continue }
        count += 1
        check(ribbon, given.recording.span, given.recording, "\(given.name), \(quantity)")
      }
      for (place, activity) in given.recording.activities.enumerated() {
        guard let ribbon = analysis.legRibbon(place) else { continue }
        check(ribbon, activity.span, given.recording, "\(given.name), leg \(place)")
      }
    }
    #expect(count > 150)
  }

  @Test func `has as much of each zone as the table says`() throws {
    for given in Given.some {
      let analysis = WorkoutAnalysis(given.recording, zones: ZoneRequest())
      let summary = summary(of: given.recording)
      for group in summary.zoneGroups {
        let quantity = try #require(Quantity(rawValue: group.quantity))
        let ribbon = try #require(analysis.ribbon(quantity))
        guard summary.activities.count == 1 else { continue }
        #expect(ribbon.zoneCount == group.zones.count && ribbon.firstNumber == group.zones.first?.number)
        for zone in group.zones {
          #expect(seconds(ribbon, .zone(zone.index)) == ms(zone.seconds), "\(given.name)")
        }
        #expect(seconds(ribbon, .unknown) == ms(group.unknownSeconds), "\(given.name)")
      }
    }
  }

  @Test(arguments: [33_333, 10_001, 7_777, 90_909] as [Int64])
  func `of a leg between milliseconds begins at nought and ends at its length to the digit`(change: Int64) throws {
    var given = recording(seconds: 100) { _ in 130 }
    given.span = TimeSpan(start: day, end: day + 100_567)
    given.activities = [
      Activity(sport: .cycling, span: TimeSpan(start: day, end: day + change)),
      Activity(sport: .running, span: TimeSpan(start: day + change, end: day + 100_567)),
    ]
    given.pauses = [Pause(span: TimeSpan(start: day + 50_001, end: day + 60_007), kind: .auto)]
    given.deviceZoneLimits = [
      DeviceZoneLimits(quantity: .heartRate, bounds: [100, 120, 140, 180], firstBoundStartsZone1: false)
    ]
    let analysis = WorkoutAnalysis(given, zones: ZoneRequest())
    for place in 0...1 {
      check(try #require(analysis.legRibbon(place)), given.activities[place].span, given, "leg \(place)")
    }
  }

  @Test func `marks legs without zones, and the time between legs, as no data`() throws {
    var given = recording(seconds: 300) { _ in 130 }
    let limits = DeviceZoneLimits(quantity: .heartRate, bounds: [100, 120, 140, 180], firstBoundStartsZone1: false)
    given.activities = [0..<100, 150..<300].map { range in
      Activity(
        sport: .running,
        span: TimeSpan(start: day + Int64(range.lowerBound) * 1000, end: day + Int64(range.upperBound) * 1000))
    }
    given.activities[0].deviceZones = [
      DeviceZoneTotals(quantity: .heartRate, durations: [0, 0, 100_000], limits: limits)
    ]
    let ribbon = try #require(WorkoutAnalysis(given, zones: ZoneRequest()).ribbon(.heartRate))
    #expect(
      ribbon.runs == [
        .init(start: 0, end: 100, state: .zone(2)), .init(start: 100, end: 300, state: .unknown),
      ])
  }

  @Test func `is read back as it is written`() throws {
    for given in Given.samples {
      let ribbon = try #require(WorkoutAnalysis(given.recording, zones: ZoneRequest()).ribbon(.heartRate))
      #expect(try JSONDecoder().decode(Ribbon.self, from: JSONDocument.encode(ribbon)) == ribbon, "\(given.name)")
    }
  }
}
