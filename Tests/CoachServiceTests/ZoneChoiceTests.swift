// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Testing
import Workouts
import Zones

@testable import CoachService

private func limits(_ bounds: [Double], _ quantity: Quantity = .heartRate) -> DeviceZoneLimits {
  DeviceZoneLimits(quantity: quantity, bounds: bounds, firstBoundStartsZone1: false)
}

private func group(_ recording: Recording, _ request: ZoneRequest = ZoneRequest()) -> ZoneGroupSummary? {
  summary(of: recording, request).zoneGroups.first
}

struct `The zones of a workout` {
  /// Everything there is to choose from, taken away one by one.
  @Test func `are those named, else the device's, else of what is stated, else of what the file tells`() throws {
    var given = recording { _ in 130 }
    given.deviceZoneLimits = [limits([111, 122, 133, 144, 180])]
    given.athlete.maximumHeartRate = 180
    given.athlete.restingHeartRate = 60
    var request = ZoneRequest()
    request.named[.heartRate] = try ZoneSet(typed: [101, 121, 141], quantity: .heartRate)
    request.anchors = try Anchors(stated: [.maximumHeartRate: 200, .restingHeartRate: 50])

    var found = try #require(group(given, request))
    #expect(found.source == "app" && found.zones.first?.maximum == 101 && found.scheme == nil)
    #expect(found.provenance == "Limits given with the command")

    request.named = [:]
    found = try #require(group(given, request))
    #expect(found.source == "device" && found.zones.first?.maximum == 111)
    #expect(found.provenance == "Zones set on the device")

    given.deviceZoneLimits = []
    found = try #require(group(given, request))
    #expect(found.source == "system" && found.scheme == "apple-hr5" && !found.estimated)
    // 60 % of the reserve of 150 over 50.
    #expect(found.zones.first?.maximum == 140)
    #expect(found.anchors == ["maxHR": 200, "restingHR": 50])
    #expect(found.provenance.contains("maximum heart rate 200; resting heart rate 50"))

    request.anchors = Anchors()
    found = try #require(group(given, request))
    #expect(found.zones.first?.maximum == 132)
    #expect(found.provenance.contains("from the file"))

    given.athlete = AthleteProfile()
    #expect(group(given, request) == nil)
    #expect(
      summary(of: given, request).zonesMissing
        == "The file says nothing about zones. State an age, or better a maximum and a resting heart rate, to see them."
    )
  }

  @Test func `of a leg are its own before those of the whole file`() throws {
    var given = recording { _ in 130 }
    given.deviceZoneLimits = [limits([111, 122, 133, 144, 180])]
    given.activities[0].deviceZones = [
      DeviceZoneTotals(quantity: .heartRate, durations: [0, 0, 3_600_000, 0, 0], limits: limits([100, 120, 140, 180]))
    ]
    #expect(try #require(group(given)).zones.first?.maximum == 100)
  }

  @Test func `from an age are labelled as an estimate, with its formula`() throws {
    var request = ZoneRequest()
    request.anchors = try Anchors(stated: [.age: 40])
    let found = try #require(group(recording { _ in 130 }, request))
    #expect(found.estimated && found.scheme == "apple-hr5")
    // 211 − 0.64 × 40 = 185.4, and 60 at rest.
    #expect(abs((found.zones.first?.maximum ?? 0) - (60 + 0.6 * 125.4)) < 1e-9)
    #expect(found.provenance.contains("maximum heart rate about 185.4, estimated: 211 − 0.64 × age (Nes 2013)"))
    #expect(found.provenance.contains("resting heart rate about 60, estimated"))
  }

  @Test func `from a threshold alone are Friel's, of the sport`() throws {
    var request = ZoneRequest()
    request.anchors = try Anchors(stated: [.thresholdHeartRate: 168])
    #expect(try #require(group(recording { _ in 130 }, request)).scheme == "friel-run7")
    #expect(try #require(group(recording(sport: .cycling) { _ in 130 }, request)).scheme == "friel-bike7")
  }

  @Test func `of power come from an FTP only`() throws {
    let ride = recording(.power, sport: .cycling) { _ in 180 }
    #expect(summary(of: ride).zonesMissing == "The file says nothing about zones. State an FTP to see power zones.")
    var request = ZoneRequest()
    request.anchors = try Anchors(stated: [.functionalThresholdPower: 200, .age: 40])
    let found = try #require(group(ride, request))
    #expect(found.scheme == "coggan7" && found.unit == "W" && !found.estimated)
    #expect(found.zones.map(\.maximum) == [110, 150, 180, 210, 240, 300, nil])
    #expect(found.zones.map(\.seconds) == [0, 0, 0, 3600, 0, 0, 0], "a value on a limit belongs above")
  }

  @Test func `of one quantity only are shown where that is asked for`() throws {
    var both = recording(sport: .cycling) { _ in 130 }
    both.series += recording(.power) { _ in 180 }.series
    var request = ZoneRequest()
    request.anchors = try Anchors(stated: [.functionalThresholdPower: 200, .age: 40])
    #expect(summary(of: both, request).zoneGroups.map(\.quantity) == ["heartRate", "power"])
    request.quantity = .power
    #expect(summary(of: both, request).zoneGroups.map(\.quantity) == ["power"])
  }

  @Test func `are missing for a reason`() {
    let bare = recording { _ in nil }
    #expect(
      summary(of: bare).zonesMissing == "The file holds totals but no samples, so there is nothing to sort into zones.")
    let slow = recording(.speed) { _ in 3 }
    #expect(
      summary(of: slow).zonesMissing
        == "There is no heart rate and no power in this file, so there is nothing to sort into zones.")
  }

  @Test func `device limits that make no zones are passed over`() throws {
    var given = recording { _ in 130 }
    given.deviceZoneLimits = [limits([180])]
    #expect(group(given) == nil)
    var request = ZoneRequest()
    request.anchors = try Anchors(stated: [.age: 40])
    #expect(try #require(group(given, request)).source == "system")
  }

  @Test func `of settings leave out what can't be right`() {
    var settings = AthleteSettings()
    settings.age = 400
    settings.maximumHeartRate = 190
    settings.functionalThresholdPower = -3
    let request = ZoneRequest(settings)
    #expect(request.anchors.values.keys.sorted { $0.rawValue < $1.rawValue } == [.maximumHeartRate])
  }
}

struct `Legs with zones of their own` {
  private func race(_ bounds: [[Double]?]) -> Recording {
    var given = recording(seconds: 1200 * bounds.count, sport: .multisport) { _ in 130 }
    let sports = [Sport.cycling, .running, .swimming]
    given.activities = bounds.enumerated().map { place, bounds in
      var leg = Activity(
        sport: sports[place],
        span: TimeSpan(start: day + Int64(place) * 1_200_000, end: day + Int64(place + 1) * 1_200_000))
      if let bounds {
        leg.deviceZones = [
          DeviceZoneTotals(
            quantity: .heartRate, durations: bounds.map { $0 == 130 ? 0 : 0 } + [1_200_000], limits: limits(bounds))
        ]
      }
      return leg
    }
    return given
  }

  @Test func `have no table for the whole, but one each`() {
    let found = summary(of: race([[100, 120, 140, 180], [105, 125, 145, 190]]))
    #expect(found.zoneGroups.isEmpty)
    #expect(found.activities.map { $0.zoneGroups.first?.zones.first?.maximum } == [100, 105])
    #expect(
      found.zonesMissing == "The legs have zones of their own, so minutes in them do not add up to one table.")
  }

  @Test func `share a table where the limits are the same, with the device's totals added up`() throws {
    let found = summary(of: race([[100, 120, 140, 180], [100, 120, 140, 180]]))
    let group = try #require(found.zoneGroups.first)
    #expect(group.knownSeconds == 2400)
    #expect(group.deviceReported?.seconds.reduce(0, +) == 2400)
    #expect(found.zonesMissing == nil)
  }

  @Test func `have none for the whole where one leg has none`() {
    let found = summary(of: race([[100, 120, 140, 180], nil]))
    #expect(found.zoneGroups.isEmpty)
    #expect(found.activities.map(\.zoneGroups.count) == [1, 0])
  }

  @Test func `named zones hold for all legs`() throws {
    var request = ZoneRequest()
    request.named[.heartRate] = try ZoneSet(typed: [110, 131, 150], quantity: .heartRate)
    let found = summary(of: race([[100, 120, 140, 180], nil]), request)
    #expect(found.zoneGroups.first?.zones.map(\.seconds) == [0, 2400, 0, 0])
    #expect(found.activities.map { $0.zoneGroups.first?.knownSeconds } == [1200, 1200])
  }

  @Test func `a leg without a single value has no say`() throws {
    var given = race([[100, 120, 140, 180], [105, 125, 145, 190]])
    let end = given.activities[0].span.end.millisecondsSince1970
    let kept = given.series[0].times.prefix { $0 < end - 20_000 }
    given.series[0] = Series(quantity: .heartRate, times: Array(kept), values: kept.map { _ in 130 })
    given.activities[1].deviceZones = []
    let found = summary(of: given)
    #expect(try #require(found.zoneGroups.first).zones.first?.maximum == 100)
    #expect(found.activities[1].zoneGroups.isEmpty)
  }
}
