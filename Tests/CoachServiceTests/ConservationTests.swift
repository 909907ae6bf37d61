// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Testing
import Workouts
import Zones

@testable import CoachService

struct `All time of a summary is somewhere` {
  private func check(_ group: ZoneGroupSummary, active: Double, elapsed: Double, _ name: String) {
    let rows = group.zones.reduce(0) { $0 + ms($1.seconds) }
    #expect(rows == ms(group.knownSeconds), "\(name)")
    #expect(rows + ms(group.unknownSeconds) == ms(active), "\(name)")
    #expect(rows + ms(group.unknownSeconds) + ms(elapsed) - ms(active) == ms(elapsed), "\(name)")
    #expect(group.zones.allSatisfy { $0.seconds >= 0 && $0.percent >= 0 }, "\(name)")
    #expect(group.zones.reduce(0) { $0 + $1.percent } == (rows > 0 ? 100 : 0), "\(name)")
    if let coverage = group.coverage {
      #expect(abs(coverage - group.knownSeconds / active) < 1e-9, "\(name)")
    } else {
      #expect(active == 0, "\(name)")
    }
  }

  @Test func `rows, no data and pauses add up to elapsed time, in the whole, each leg and each lap`() throws {
    var request = ZoneRequest()
    request.named[.heartRate] = try ZoneSet(typed: [110, 130, 150], quantity: .heartRate)
    var groups = 0
    for given in Given.some {
      for request in [ZoneRequest(), request] {
        let summary = summary(of: given.recording, request)
        #expect(
          ms(summary.elapsedSeconds) - ms(summary.activeSeconds)
            == given.recording.pauses.reduce(0) { $0 + $1.span.duration }, "\(given.name)")
        for group in summary.zoneGroups {
          groups += 1
          check(group, active: summary.activeSeconds, elapsed: summary.elapsedSeconds, given.name)
        }
        for leg in summary.activities {
          for group in leg.zoneGroups {
            check(group, active: leg.activeSeconds, elapsed: leg.elapsedSeconds, "\(given.name), leg \(leg.index)")
          }
        }
        for lap in summary.lapDetails {
          for group in lap.zoneGroups {
            check(group, active: lap.activeSeconds, elapsed: lap.elapsedSeconds, "\(given.name), lap \(lap.index)")
          }
        }
      }
    }
    #expect(groups > 300)
  }

  @Test func `legs that meet add up to the whole`() {
    for given in Given.some {
      let summary = summary(of: given.recording)
      #expect(
        summary.activities.reduce(0) { $0 + ms($1.elapsedSeconds) } == ms(summary.elapsedSeconds), "\(given.name)")
      #expect(summary.activities.reduce(0) { $0 + ms($1.activeSeconds) } == ms(summary.activeSeconds), "\(given.name)")
      for group in summary.zoneGroups {
        let legs = summary.activities.flatMap { $0.zoneGroups.filter { $0.quantity == group.quantity } }
        for zone in group.zones {
          let parts = legs.reduce(0) {
            $0 + ($1.zones.count == group.zones.count ? ms($1.zones[zone.index].seconds) : 0)
          }
          #expect(parts == ms(zone.seconds), "\(given.name), zone \(zone.number)")
        }
      }
    }
  }

  @Test func `zone times are those of a count second by second`() throws {
    for given in Given.some {
      for group in summary(of: given.recording).zoneGroups {
        let quantity = try #require(Quantity(rawValue: group.quantity))
        let naive = NaiveSignal(given.recording, quantity, hold: Int(group.holdSeconds))
        var counts = [Int](repeating: 0, count: group.zones.count)
        for case .value(let value) in naive.seconds {
          counts[group.zones.lastIndex { ($0.minimum ?? 0) <= value } ?? 0] += 1
        }
        #expect(counts.map { Int64($0) * 1000 } == group.zones.map { ms($0.seconds) }, "\(given.name), \(quantity)")
      }
    }
  }

  @Test func `zones meet: each ends where the next begins`() {
    for given in Given.some {
      let summary = summary(of: given.recording)
      for group in summary.zoneGroups + summary.activities.flatMap(\.zoneGroups) {
        #expect(group.zones.first?.minimum == nil && group.zones.last?.maximum == nil)
        for (low, high) in zip(group.zones, group.zones.dropFirst()) {
          #expect(low.maximum != nil && low.maximum == high.minimum, "\(given.name)")
          #expect(low.number + 1 == high.number && low.index + 1 == high.index, "\(given.name)")
        }
      }
    }
  }

  @Test func `means are over known time and samples are counted once`() throws {
    // 100 for 10 s, 160 for 5 s told twice and once invalid, then 15 s of hold and no data.
    var given = recording(seconds: 100) { _ in nil }
    let origin = day.millisecondsSince1970
    given.series = [
      Series(
        quantity: .heartRate, times: [0, 10, 10, 15, 20, 20, 21].map { origin + $0 * 1000 },
        values: [100, 0, 160, 255, .nan, 130, 130])
    ]
    let series = try #require(summary(of: given).series.first)
    #expect(series.samples == 4, "100, 160, 130 and 130")
    #expect(series.minimum == 100 && series.maximum == 160)
    // 100 × 10 s, 160 × 5 s, 130 × (1 + 15) s
    let mean = try #require(series.mean)
    #expect(abs(mean - (1000 + 800 + 130 * 16) / 31.0) < 1e-9)
  }

  @Test func `a mean weighs by time, not by samples`() throws {
    // Each second 100 for a minute, then 160 every ten seconds for a minute.
    let given = recording(seconds: 120) { $0 < 60 ? 100 : $0 % 10 == 0 ? 160 : nil }
    let series = try #require(summary(of: given).series.first)
    #expect(series.samples == 66)
    #expect(series.mean == 130)
  }

  @Test func `a pause is no known time, and nothing holds across it`() throws {
    let given = recording(seconds: 200, pauses: [50..<150]) { $0 < 50 ? 100 : $0 >= 160 ? 160 : nil }
    var request = ZoneRequest()
    request.named[.heartRate] = try ZoneSet(typed: [110, 130], quantity: .heartRate)
    let group = try #require(summary(of: given, request).zoneGroups.first)
    #expect(group.zones.map(\.seconds) == [50, 0, 40])
    #expect(group.unknownSeconds == 10)
  }

  @Test func `values beyond all measure do not spoil the document`() throws {
    var given = recording(seconds: 100) { _ in 120 }
    given.series.append(
      Series(
        quantity: .altitude, times: given.series[0].times,
        values: given.series[0].times.map { _ in .greatestFiniteMagnitude }))
    let document = try JSONDocument.encode(summary(of: given))
    #expect(!document.isEmpty)
  }
}
