// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing
import WorkoutFiles
import Workouts

struct `Recordings that no device would make` {
  static let numbers: [Double] = [
    0, -0.0, -1, 1, 0.5, 63.999, 126.5, 127, 127.9, 128, 254.4, 254.5, 255, 256, 32_767, 65_534.5, 65_535, 131_072,
    4_294_967_295, 1e18, -1e18, 1e300, .infinity, -.infinity, .nan, .leastNonzeroMagnitude, .greatestFiniteMagnitude,
  ]
  static let moments: [Int64] = [
    .min, .max, -1, 0, 1, 631_065_600_000, 899_501_056_000, 1_780_000_000_000, 1_780_000_000_999,
    4_926_032_894_000, 4_926_032_895_000, 9_000_000_000_000_000,
  ]

  static func any(seed: UInt64) -> Recording {
    var generator = SeededGenerator(seed: seed)
    func number() -> Double { numbers.randomElement(using: &generator) ?? 0 }
    func optional() -> Double? { Bool.random(using: &generator) ? number() : nil }
    func moment() -> Instant { Instant(millisecondsSince1970: moments.randomElement(using: &generator) ?? 0) }
    func span() -> TimeSpan { TimeSpan(start: moment(), end: moment()) }
    func some(_ most: Int) -> Range<Int> { 0..<Int.random(in: 0...most, using: &generator) }
    func text() -> String? {
      ["", "a\u{0}b", "sport_97", "sport_-5", "sub_sport_999", "999999999999", String(repeating: "é👩‍👩‍👧", count: 40)]
        .randomElement(using: &generator)
    }
    func totals() -> DeviceTotals {
      var totals = DeviceTotals()
      totals.timer = Bool.random(using: &generator) ? moments.randomElement(using: &generator) : nil
      totals.distance = optional()
      totals.energy = optional()
      totals.averageHeartRate = optional()
      totals.maximumPower = optional()
      totals.ascent = optional()
      return totals
    }
    func limits() -> DeviceZoneLimits {
      var limits = DeviceZoneLimits(
        quantity: Quantity.allCases.randomElement(using: &generator) ?? .power, bounds: some(300).map { _ in number() },
        firstBoundStartsZone1: Bool.random(using: &generator), names: some(3).map { _ in text() ?? "" })
      limits.maximumHeartRate = optional()
      limits.functionalThresholdPower = optional()
      return limits
    }
    func zones() -> [DeviceZoneTotals] {
      some(4).map { _ in
        let known = Bool.random(using: &generator) ? limits() : nil
        return DeviceZoneTotals(
          quantity: known?.quantity ?? .heartRate,
          durations: some(100).map { _ in moments.randomElement(using: &generator) ?? 0 }, limits: known)
      }
    }
    let start = Instant(millisecondsSince1970: 1_780_000_000_250)
    var recording = Recording(
      sport: Sport(rawValue: text() ?? ""), span: TimeSpan(start: start, end: start + 3_600_500))
    recording.name = text()
    recording.subSport = text()
    recording.utcOffsetSeconds = [nil, 0, .max, .min, 3600].randomElement(using: &generator) ?? nil
    recording.pauses = some(5).map { _ in Pause(span: span(), kind: .auto) }
    recording.series = some(20).map { _ in
      let times = some(50).map { _ in moment().millisecondsSince1970 }.sorted()
      return Series(
        quantity: Quantity.allCases.randomElement(using: &generator) ?? .power, times: times,
        values: times.map { _ in number() })
    }
    recording.activities = some(4).map { _ in
      var leg = Activity(sport: Sport(rawValue: text() ?? ""), subSport: text(), span: span())
      leg.totals = totals()
      leg.deviceZones = zones()
      return leg
    }
    recording.laps = some(6).map { _ in
      var lap = Lap(span: span(), trigger: .position)
      lap.intensity = text()
      lap.totals = totals()
      lap.deviceZones = zones()
      return lap
    }
    recording.device = Device(manufacturer: text(), product: text(), serial: 0, software: text())
    recording.sensors = some(300).map { _ in
      Device(manufacturer: text(), product: text(), serial: 0, software: "nan", sensor: .optical)
    }
    recording.athlete.age = optional()
    recording.athlete.functionalThresholdPower = optional()
    recording.deviceZoneLimits = some(2).map { _ in limits() }
    return recording
  }

  @Test func `are written without a trap, into files whose frame is right`() throws {
    for seed in UInt64(0)..<300 {
      let bytes = try FITWriter.encode(Self.any(seed: seed))
      #expect(FITWriter.checksum(bytes) == 0, "seed \(seed)")
      let size = bytes[4..<8].reversed().reduce(0) { $0 << 8 | Int($1) }
      #expect(size == bytes.count - 16, "seed \(seed)")
    }
  }
}
