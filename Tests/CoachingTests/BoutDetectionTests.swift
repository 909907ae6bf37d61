// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Testing
import Workouts
import Zones

@testable import Coaching

private func stretches(_ parts: [(Int, Double?)]) -> [Stretch] { parts.map { Stretch($0.0, $0.1) } }

struct `Efforts by power` {
  /// Efforts from 200 W on, as seconds after the start.
  private func efforts(_ parts: [(Int, Double?)], floor: Double = 200) -> [Range<Int>] {
    let all = stretches(parts)
    let signal = Fixture.signal(all, .power)
    return BoutDetection.powerEfforts(floor: floor, in: signal, window: Fixture.span(0, Fixture.length(all))).map {
      Int(($0.start - Fixture.start) / 1000)..<Int(($0.end - Fixture.start) / 1000)
    }
  }

  @Test func `begin and end where the ten-second mean crosses`() throws {
    let found = efforts([(300, 100), (300, 210), (300, 100)])
    let effort = try #require(found.first)
    #expect(found.count == 1)
    // The trailing mean may move an edge by its window, no further.
    #expect((290...310).contains(effort.lowerBound), "\(effort)")
    #expect((600...610).contains(effort.upperBound), "\(effort)")
  }

  @Test func `need 95 % to begin and fall below 90 % to end`() {
    #expect(efforts([(300, 100), (300, 189.9), (300, 100)]).isEmpty)
    #expect(efforts([(300, 100), (300, 190), (300, 100)]).count == 1)
    // 180 W is 90 %: it goes on.
    #expect(efforts([(300, 100), (60, 200), (240, 180), (300, 100)]).count == 1)
    let through = efforts([(300, 100), (60, 200), (240, 180), (300, 100)]).first
    #expect((through?.count ?? 0) >= 290)
    let broken = efforts([(300, 100), (60, 200), (240, 179), (300, 100)]).first
    #expect((broken?.count ?? 0) <= 80)
  }

  @Test func `bridge short holes and split at long ones`() {
    #expect(efforts([(300, 100), (120, 210), (5, 0), (120, 210), (300, 100)]).count == 1)
    #expect(efforts([(300, 100), (120, 210), (40, 0), (120, 210), (300, 100)]).count == 2)
  }

  @Test func `last 20 s at least`() {
    #expect(efforts([(300, 100), (10, 210), (300, 100)]).isEmpty)
    #expect(efforts([(300, 100), (30, 210), (300, 100)]).count == 1)
  }

  @Test func `end where power is lost`() {
    let found = efforts([(300, 100), (120, 210), (60, nil), (120, 210), (300, 100)])
    #expect(found.count == 2)
  }

  @Test func `are none in an empty, unknown or easy signal`() {
    #expect(efforts([]).isEmpty)
    #expect(efforts([(600, nil)]).isEmpty)
    #expect(efforts([(600, 100)]).isEmpty)
  }

  @Test func `may reach from the first second to the last`() {
    #expect(efforts([(600, 210)]).map(\.upperBound) == [600])
    #expect((efforts([(600, 210)]).first?.lowerBound ?? 99) < 10)
  }
}

struct `Efforts by heart rate` {
  private func efforts(_ parts: [(Int, Double?)]) -> [Range<Int>] {
    let all = stretches(parts)
    let signal = Fixture.signal(all, .heartRate)
    return BoutDetection.heartRateEfforts(floor: 140, in: signal, window: Fixture.span(0, Fixture.length(all))).map {
      Int(($0.start - Fixture.start) / 1000)..<Int(($0.end - Fixture.start) / 1000)
    }
  }

  @Test func `last two minutes at least and begin 30 s ahead`() {
    #expect(efforts([(300, 110), (119, 150), (300, 110)]).isEmpty)
    #expect(efforts([(300, 110), (120, 150), (300, 110)]) == [270..<420])
  }

  @Test func `begin three beats under the floor`() {
    #expect(efforts([(300, 110), (180, 136), (300, 110)]).isEmpty)
    #expect(efforts([(300, 110), (180, 137), (300, 110)]) == [270..<480])
  }

  @Test func `bridge holes of ten seconds`() {
    #expect(efforts([(300, 110), (60, 150), (10, 110), (60, 150), (300, 110)]) == [270..<430])
    #expect(efforts([(300, 110), (60, 150), (11, 110), (60, 150), (300, 110)]).isEmpty)
    #expect(efforts([(300, 110), (60, 150), (10, nil), (60, 150), (300, 110)]) == [270..<430])
  }

  @Test func `never begin before the window`() {
    #expect(efforts([(150, 150), (300, 110)]) == [0..<150])
  }
}
