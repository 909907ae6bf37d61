// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Testing
import Workouts
import Zones

@testable import CoachService

private let bounds: [Double] = [100, 120, 140, 160, 180]

/// A recording with device totals counted from a closure, second by second.
private func withTotals(
  _ given: Recording, _ quantity: Quantity = .heartRate, bounds: [Double] = bounds, includingLimit: Bool = false,
  _ counted: (Int) -> Double?
) -> Recording {
  var result = given
  var durations = [Milliseconds](repeating: 0, count: bounds.count + 1)
  for second in 0..<Int(given.span.duration / 1000) {
    guard let value = counted(second) else { continue }
    durations[bounds.firstIndex { includingLimit ? value <= $0 : value < $0 } ?? bounds.count] += 1000
  }
  let limits = DeviceZoneLimits(quantity: quantity, bounds: bounds, firstBoundStartsZone1: true)
  result.activities[0].deviceZones = [DeviceZoneTotals(quantity: quantity, durations: durations, limits: limits)]
  return result
}

private func comparison(_ given: Recording) throws -> DeviceComparison {
  try #require(summary(of: given).activities.first?.zoneGroups.first?.deviceReported?.comparison)
}

/// Ten minutes each at 110, 130, 150, 170, 130 and 110.
private func stairs(_ second: Int) -> Double { [110, 130, 150, 170, 130, 110][second / 600 % 6] }

struct `A device that counts as we do` {
  @Test func `agrees, and no cause is looked for`() throws {
    let found = try comparison(withTotals(recording { stairs($0) }) { stairs($0) })
    #expect(found.agrees && found.causes.isEmpty)
    #expect(found.zones.allSatisfy { $0.differenceSeconds == 0 && $0.seconds == $0.deviceSeconds })
    #expect(found.zones.map(\.number) == [0, 1, 2, 3, 4, 5])
    #expect(found.zones.map(\.range) == ["up to 99", "100–119", "120–139", "140–159", "160–179", "180 and up"])
  }

  @Test func `agrees within a hundredth of the time, or six seconds if that is more`() throws {
    // An hour: 36 s are near enough, 37 are not.
    for (shift, agrees) in [(36, true), (37, false)] {
      let given = withTotals(recording { stairs($0) }) { $0 >= 600 && $0 < 600 + shift ? 110 : stairs($0) }
      #expect(try comparison(given).agrees == agrees)
    }
    for (shift, agrees) in [(6, true), (7, false)] {
      let short = recording(seconds: 300) { _ in 130 }
      #expect(try comparison(withTotals(short) { $0 < shift ? 110 : 130 }).agrees == agrees)
    }
  }

  @Test func `without limits is shown without a comparison`() throws {
    var given = withTotals(recording { stairs($0) }) { stairs($0) }
    given.activities[0].deviceZones[0].limits = nil
    given.deviceZoneLimits = [DeviceZoneLimits(quantity: .heartRate, bounds: bounds, firstBoundStartsZone1: false)]
    let reported = try #require(summary(of: given).zoneGroups.first?.deviceReported)
    #expect(reported.comparison == nil && reported.boundaries.isEmpty && reported.seconds.count == 6)
  }
}

struct `A device with a habit` {
  /// The only cause, with its seconds.
  private func cause(_ given: Recording) throws -> (code: String, seconds: Double) {
    let found = try comparison(given)
    #expect(!found.agrees)
    #expect(found.causes.count == 1, "\(found.causes.map(\.code))")
    let cause = try #require(found.causes.first)
    #expect(cause.text.description.hasSuffix("."))
    return (cause.code, cause.seconds)
  }

  @Test func `goes on counting through a gap`() throws {
    // 400 s without a value: we hold the last one, a second old by then, for 14 s of them.
    let gap = 1300..<1700
    let given = withTotals(recording { gap.contains($0) ? nil : stairs($0) }) {
      stairs(gap.contains($0) ? 1299 : $0)
    }
    let found = try cause(given)
    #expect(found.code == "gap-past-cap")
    #expect(found.seconds == 386)
  }

  @Test func `goes on counting where the records say “nothing told”`() throws {
    let gap = 1300..<1700
    let given = withTotals(recording { gap.contains($0) ? Double.nan : stairs($0) }) {
      stairs(gap.contains($0) ? 1299 : $0)
    }
    let found = try cause(given)
    #expect(found.code == "gap-past-cap" && found.seconds == 400)
  }

  @Test func `counts pauses, in which the strap went on`() throws {
    let given = withTotals(recording(pauses: [1300..<1600]) { stairs($0) }) { stairs($0) }
    let found = try cause(given)
    #expect(found.code == "pauses-counted" && found.seconds == 300)
  }

  @Test func `puts a value on a limit below`() throws {
    func values(_ second: Int) -> Double { (600..<1200).contains(second) ? 140 : stairs(second) + 1 }
    let given = withTotals(recording { values($0) }, includingLimit: true) { values($0) }
    let found = try cause(given)
    #expect(found.code == "limit-belongs-below")
    #expect(found.seconds == 600, "ten minutes lie in another zone, not twenty")
  }

  @Test func `counted before the strap handed over its memory`() throws {
    let swim = 600..<1800
    var given = recording { swim.contains($0) ? nil : stairs($0) }
    var stored = recording { stairs($0) }.series[0]
    stored.source = SeriesSource(sensor: .chestStrap, path: .downloaded)
    given.series.insert(stored, at: 0)
    let found = try cause(withTotals(given) { $0 >= 614 && $0 < 1800 ? nil : stairs(swim.contains($0) ? 599 : $0) })
    #expect(found.code == "strap-read-later")
    // 1186 s are not counted, and the 14 s for which the last recorded value stands lie in its zone.
    #expect(found.seconds == 1200)
  }

  @Test func `credits each value to the time before it`() throws {
    // A value at 130 that stands for ten seconds, then one at 150 for two.
    func isTold(_ second: Int) -> Bool { second % 12 == 0 || second % 12 == 10 }
    func value(_ second: Int) -> Double { second % 12 < 10 ? 130 : 150 }
    let given = withTotals(recording { isTold($0) ? value($0) : nil }) { second in
      second % 12 < 10 ? 150 : 130
    }
    let found = try cause(given)
    #expect(found.code == "credited-backwards")
    #expect(abs(found.seconds - 2400) <= 12, "8 of 12 s, 300 times")
  }

  @Test func `smooths power before it sorts it`() throws {
    func watts(_ second: Int) -> Double { second % 2 == 0 ? 100 : 300 }
    let limits: [Double] = [120, 150, 180, 220, 260]
    let given = withTotals(recording(.power, sport: .cycling) { watts($0) }, .power, bounds: limits) { second in
      let window = max(0, second - 2)...second
      return (window.map(watts).reduce(0, +) / Double(window.count)).rounded()
    }
    let found = try cause(given)
    #expect(found.code == "power-smoothed")
    #expect(found.seconds > 3500)
  }

  @Test func `heart rate is never called smoothed, nor power handed over later`() {
    for habit in DeviceCount.Habit.allCases {
      #expect(habit.fits(.heartRate) == (habit != .smoothsPower))
      #expect(habit.fits(.power) == (habit != .withoutDownload))
    }
  }

  @Test func `counts its lowest zone until a late sensor tells something`() throws {
    let given = withTotals(recording { $0 < 300 ? nil : stairs($0) }) { $0 < 300 ? 60 : stairs($0) }
    let found = try comparison(given)
    #expect(!found.agrees && found.causes.map(\.code) == ["late-sensor"] && found.causes[0].seconds == 300)
  }

  @Test func `counted under other limits than those it is shown under`() throws {
    let given = withTotals(recording { stairs($0) }) { stairs($0) }
    var request = ZoneRequest()
    // 110 and 130 have the same number in both, 150 and 170 another.
    request.named[.heartRate] = try ZoneSet(typed: [120, 165, 185], quantity: .heartRate)
    let reported = try #require(
      summary(of: given, request).activities.first?.zoneGroups.first?.deviceReported?.comparison)
    #expect(reported.agrees && reported.causes.map(\.code) == ["other-limits"] && reported.causes[0].seconds == 1200)
  }

  @Test func `two habits are both named, the larger first`() throws {
    let gap = 1300..<1700, pause = 2500..<2600
    let given = withTotals(
      recording(pauses: [pause]) { gap.contains($0) ? nil : stairs($0) }
    ) { stairs(gap.contains($0) ? 1299 : $0) }
    let found = try comparison(given)
    #expect(found.causes.map(\.code) == ["gap-past-cap", "pauses-counted"])
    #expect(found.causes.map(\.seconds) == [386, 100])
  }

  @Test func `counts the pause by its last value, though nothing was recorded in it`() throws {
    let pause = 1300..<1600
    let given = withTotals(recording(pauses: [pause]) { pause.contains($0) ? nil : stairs($0) }) {
      stairs(pause.contains($0) ? 1299 : $0)
    }
    let found = try comparison(given)
    #expect(Set(found.causes.map(\.code)).isSubset(of: ["gap-past-cap", "pauses-counted"]))
    #expect(found.causes.reduce(0) { $0 + $1.seconds } == 300)
  }

  @Test func `that nobody knows is called unexplained`() throws {
    let given = withTotals(recording { stairs($0) }) { $0 < 300 ? 170 : stairs($0) }
    let found = try cause(given)
    #expect(found.code == "unexplained")
    #expect(found.seconds == 300)
  }

  @Test func `counts more time than there was`() throws {
    var given = withTotals(recording { stairs($0) }) { stairs($0) }
    given.activities[0].deviceZones[0].durations[3] += 500_000
    let found = try cause(given)
    #expect(found.code == "device-counts-too-much" && found.seconds == 500)
  }

  @Test func `counts whole seconds where the value changes zone often`() throws {
    // The value changes zone every three seconds, and the device is a second late each time it falls.
    func value(_ second: Int) -> Double { second % 6 < 3 ? 130 : 150 }
    let given = withTotals(recording { value($0) }) { second in
      second % 6 == 3 && second % 12 == 3 ? 130 : value(second)
    }
    let found = try cause(given)
    #expect(found.code == "zone-changes")
    #expect(found.seconds == 300)
  }
}
