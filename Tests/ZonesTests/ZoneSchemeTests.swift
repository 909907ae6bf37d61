// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Testing
import Workouts
import Zones

@Suite struct `Zone schemes` {
  static let athlete: [AnchorKind: Double] = [
    .maximumHeartRate: 190, .restingHeartRate: 50, .thresholdHeartRate: 168, .functionalThresholdPower: 250,
    .criticalPower: 245, .criticalSpeed: 4, .firstThreshold: 180,
  ]

  @Test func `Apple's sample limits come out to the last digit`() throws {
    let zones = try ZoneScheme.named("apple-hr5").zones(
      for: Anchors(stated: [.maximumHeartRate: 180, .restingHeartRate: 72]))
    #expect(zones.boundaries.values == [136.8, 147.6, 158.4, 169.2])
    #expect(zones.firstNumber == 1)
    #expect(!zones.isEstimated)
    #expect(zones.range(of: 1) == "137–147")
  }

  /// Scheme, limits for `athlete`, number of the lowest zone.
  static let table: [(String, [Double], Int)] = [
    ("hrmax5", [95, 114, 133, 152, 171], 0),
    ("karvonen5", [120, 134, 148, 162, 176], 0),
    ("acsm5", [92, 106, 134, 176], 1),
    ("acsm-hrmax5", [108.3, 121.6, 146.3, 182.4], 1),
    ("friel-run7", [142.8, 151.2, 159.6, 168, 173.04, 178.08], 1),
    ("friel-bike7", [136.08, 151.2, 157.92, 168, 173.04, 178.08], 1),
    ("coggan-hr5", [114.24, 139.44, 157.92, 176.4], 1),
    ("british-cycling-hr5", [114.24, 139.44, 157.92, 176.4], 1),
    ("bcf6", [114, 123.5, 142.5, 155.8, 169.1, 178.6], 0),
    ("olympiatoppen8", [104.5, 136.8, 155.8, 165.3, 174.8], 0),
    ("seiler3", [155.8, 165.3], 1),
    ("coggan7", [137.5, 187.5, 225, 262.5, 300, 375], 1),
    ("friel-power7", [137.5, 187.5, 225, 262.5, 300, 375], 1),
    ("apple-power6", [137.5, 187.5, 225, 262.5, 300], 1),
    ("british-cycling6", [137.5, 187.5, 225, 262.5, 300], 1),
    ("trainerroad7", [137.5, 190, 220, 237.5, 265, 302.5], 1),
    ("zwift6", [150, 190, 225, 262.5, 297.5], 1),
    ("wahoo7", [137.5, 187.5, 225, 262.5, 300, 350], 1),
    ("composite8", [137.5, 190, 220, 237.5, 265, 302.5, 375], 1),
    ("cp7", [134.75, 183.75, 220.5, 257.25, 294, 367.5], 1),
    ("domains3", [180, 245], 1),
    ("stryd5", [159.25, 196, 220.5, 245, 281.75], 0),
    ("run-speed6", [3.2, 3.48, 3.8, 4.2, 4.76], 1),
    ("swim-speed6", [3.72, 3.88, 3.96, 4.08, 4.36], 1),
    ("friel-pace7", [4 / 1.29, 4 / 1.14, 4 / 1.06, 4, 4 / 0.97, 4 / 0.9], 1),
  ]

  @Test(arguments: table.indices) func `limits of every scheme`(_ row: Int) throws {
    let (id, limits, firstNumber) = Self.table[row]
    let zones = try ZoneScheme.named(id).zones(for: Anchors(stated: Self.athlete))
    #expect(zones.boundaries.values.count == limits.count, "\(id)")
    for (a, b) in zip(zones.boundaries.values, limits) { #expect(abs(a - b) < 1e-9, "\(id): \(a) is not \(b)") }
    #expect(zones.firstNumber == firstNumber, "\(id)")
  }

  @Test func `the table above leaves no scheme out, and ids are unique`() {
    let ids = ZoneScheme.all.map(\.id)
    #expect(Set(ids).count == ids.count)
    #expect(Set(ids) == Set(Self.table.map(\.0)).union(["apple-hr5"]))
    for needed in [
      "apple-hr5", "hrmax5", "karvonen5", "friel-run7", "friel-bike7", "coggan-hr5", "seiler3", "coggan7",
      "apple-power6", "british-cycling6", "trainerroad7", "zwift6", "wahoo7", "stryd5", "olympiatoppen8", "composite8",
    ] { #expect(ids.contains(needed), "\(needed)") }
  }

  @Test func `labels leave no whole number out and never overlap`() throws {
    for scheme in ZoneScheme.all where scheme.quantity != .speed {
      let zones = try scheme.zones(for: Anchors(stated: Self.athlete))
      for value in 1...500 {
        let holding = (0..<zones.boundaries.zoneCount).filter { Self.label(zones.range(of: $0), holds: value) }
        #expect(holding == [zones.boundaries.index(of: Double(value))], "\(scheme.id) at \(value)")
      }
    }
  }

  static func label(_ text: String, holds value: Int) -> Bool {
    let numbers = text.split(whereSeparator: { !$0.isNumber }).compactMap { Int($0) }
    if text.hasPrefix("up to") { return value <= numbers[0] }
    if text.hasSuffix("and up") { return value >= numbers[0] }
    guard let first = numbers.first, let last = numbers.last else { return false }
    return first <= value && value <= last
  }

  @Test func `the age formulas give their published values`() {
    let rows: [(MaximumHeartRateFormula, [Double])] = [
      (.fox, [200, 180, 160]), (.tanaka, [194, 180, 166]), (.gellish, [193, 179, 165]), (.nes, [198.2, 185.4, 172.6]),
      (.gulati, [188.4, 170.8, 153.2]),
    ]
    for (formula, values) in rows {
      for (age, value) in zip([20.0, 40, 60], values) {
        #expect(abs(formula.estimate(age: age) - value) < 1e-9, "\(formula)")
      }
    }
  }

  @Test func `zones from age alone are called an estimate and name the formula`() throws {
    let zones = try ZoneScheme.named("apple-hr5").zones(for: Anchors(stated: [.age: 40]))
    #expect(zones.isEstimated)
    #expect(zones.anchors[.maximumHeartRate]?.note == "211 − 0.64 × age (Nes 2013)")
    #expect(zones.anchors[.restingHeartRate]?.provenance == .estimated)
  }

  @Test func `a stated maximum is never replaced by the formula`() throws {
    let zones = try ZoneScheme.named("hrmax5").zones(for: Anchors(stated: [.age: 40, .maximumHeartRate: 200]))
    #expect(zones.anchors[.maximumHeartRate]?.value == 200)
    #expect(!zones.isEstimated)
  }

  @Test func `a missing anchor names the option to give`() {
    #expect(throws: ZoneError.missingAnchor("coggan7 needs FTP: give --ftp")) {
      try ZoneScheme.named("coggan7").zones(for: Anchors())
    }
    #expect(throws: ZoneError.self) { try ZoneScheme.named("friel-run7").zones(for: Anchors(stated: [.age: 30])) }
  }

  @Test func `anchors that can't be right are refused`() {
    #expect(throws: ZoneError.self) { try Anchors(stated: [.age: 300]) }
    #expect(throws: ZoneError.self) { try Anchors(stated: [.maximumHeartRate: 90]) }
    #expect(throws: ZoneError.self) { try Anchors(stated: [.maximumHeartRate: 110, .restingHeartRate: 100]) }
  }

  @Test func `a value on a boundary belongs to the zone above`() throws {
    let boundaries = try ZoneBoundaries([120, 140, 160])
    #expect([119.999, 120, 139.9, 140, 160, 500, -5].map(boundaries.index) == [0, 1, 1, 2, 3, 3, 0])
  }
}

@Suite struct `Device limits` {
  @Test func `six heart-rate bounds are five zones over a floor; the top one is the maximum heart rate`() throws {
    let limits = DeviceZoneLimits(
      quantity: .heartRate, bounds: [95, 114, 133, 152, 171, 190], firstBoundStartsZone1: true)
    let zones = try #require(ZoneSet(device: limits))
    #expect(zones.boundaries.values == [95, 114, 133, 152, 171])
    #expect(zones.firstNumber == 0)
    #expect(zones.names.first == "Below zone 1")
  }

  @Test func `a first power bound of 0 and the 4000 W sentinel bound nothing`() throws {
    let limits = DeviceZoneLimits(
      quantity: .power, bounds: [0, 137, 187, 224, 261, 299, 374, 4000], firstBoundStartsZone1: true)
    let zones = try #require(ZoneSet(device: limits))
    #expect(zones.boundaries.values == [137, 187, 224, 261, 299, 374])
    #expect(zones.firstNumber == 1)
    let totals = DeviceZoneTotals(
      quantity: .power, durations: [0, 10, 20, 30, 40, 50, 60, 70, 0], limits: limits)
    #expect(totals.durationsUnderAscendingBounds == [10, 20, 30, 40, 50, 60, 70])
  }

  @Test func `bounds that do not ascend decide nothing, and their buckets stay in the sum`() throws {
    let limits = DeviceZoneLimits(
      quantity: .power, bounds: [0, 150, 200, 326, 304, 508, 508], firstBoundStartsZone1: true)
    #expect(limits.ascendingBounds.map(\.value) == [150, 200, 326, 508])
    let totals = DeviceZoneTotals(quantity: .power, durations: [1, 2, 4, 8, 16, 32, 64, 128], limits: limits)
    let merged = try #require(totals.durationsUnderAscendingBounds)
    #expect(merged.reduce(0, +) == 255)
    #expect(merged == [3, 4, 8, 48, 192])
  }
}

@Suite struct `Shares` {
  @Test func `whole percentages add up to 100 by largest remainder`() {
    #expect(wholePercentages(of: [1, 1, 1]) == [34, 33, 33])
    #expect(wholePercentages(of: [0, 0]) == [0, 0])
    #expect(wholePercentages(of: [994, 6]) == [99, 1])
    for n in 1...60 {
      let parts = (0..<7).map { Int64(($0 * 37 + n * 91) % 1009) }
      #expect(wholePercentages(of: parts).reduce(0, +) == 100)
    }
  }
}
