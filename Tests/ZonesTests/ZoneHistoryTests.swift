// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing
import Workouts
import Zones

private func day(_ text: String) -> Day { Day(iso8601: text) ?? Day(daysSince1970: 0) }

private func anchor(
  _ kind: AnchorKind, _ value: Double, _ from: String, sport: Sport? = nil, entered: Int64 = 0
) -> DatedAnchor {
  DatedAnchor(kind, Anchor(value), sport: sport, from: day(from), entered: Instant(millisecondsSince1970: entered))
}

private func choice(
  _ scheme: String, _ from: String, through: String? = nil, sport: Sport? = nil, workout: String? = nil,
  entered: Int64 = 0
) throws -> ZoneChoice {
  let model = try ZoneModel(scheme: scheme)
  return ZoneChoice(
    id: entered, model.quantity, .model(model), sport: sport, from: day(from), through: through.map(day),
    workout: workout, entered: Instant(millisecondsSince1970: entered))
}

struct `Zones by day` {
  @Test func `a threshold changed in 2024 changes nothing of 2023`() throws {
    let before = ZoneHistory(anchors: [anchor(.functionalThresholdPower, 220, "2022-05-01")])
    var after = before
    after.anchors.append(anchor(.functionalThresholdPower, 260, "2024-02-01", entered: 1))
    for text in ["2022-05-01", "2023-07-01", "2024-01-31"] {
      let (old, new) = (
        before.system(.power, sport: .cycling, on: day(text)), after.system(.power, sport: .cycling, on: day(text))
      )
      #expect(old == new && old?.zones.boundaries.values.first == 121)
    }
    let now = try #require(after.system(.power, sport: .cycling, on: day("2024-02-01")))
    #expect(now.zones.boundaries.values.first == 143 && now.since == day("2024-02-01") && !now.usesLaterValues)
  }

  @Test func `where nothing had been entered yet, the first value stands in and says so`() throws {
    let history = ZoneHistory(anchors: [
      anchor(.functionalThresholdPower, 220, "2022-05-01"), anchor(.functionalThresholdPower, 260, "2024-02-01"),
    ])
    let found = try #require(history.system(.power, sport: .cycling, on: day("2020-01-01")))
    #expect(found.zones.boundaries.values.first == 121 && found.usesLaterValues)
  }

  @Test func `of two entries for the same day the later one counts`() throws {
    let history = ZoneHistory(anchors: [
      anchor(.functionalThresholdPower, 230, "2022-05-01", entered: 2),
      anchor(.functionalThresholdPower, 220, "2022-05-01", entered: 1),
    ])
    for text in ["2022-05-01", "2021-01-01"] {
      #expect(history.anchors(on: day(text), sport: nil, standingIn: true)[.functionalThresholdPower]?.value == 230)
    }
  }

  @Test func `an age grows, and so its estimate falls`() throws {
    let history = ZoneHistory(anchors: [anchor(.age, 40, "2026-01-15")])
    func age(_ text: String) -> Double? { history.anchors(on: day(text), sport: nil, standingIn: true)[.age]?.value }
    for (text, years) in [
      ("2026-01-15", 40.0), ("2026-12-31", 40), ("2027-01-20", 41), ("2036-01-20", 50), ("2025-12-31", 40),
      ("2016-01-10", 30),
    ] {
      #expect(age(text) == years, "\(text)")
    }
    let young = try #require(history.system(.heartRate, sport: .running, on: day("2026-02-01")))
    #expect(young.zones.isEstimated && !young.usesLaterValues)
    #expect(history.system(.heartRate, sport: .running, on: day("2020-02-01"))?.usesLaterValues == true)
  }

  @Test func `custom zones are those of the version of the day`() throws {
    let first = try ZoneModel(quantity: .heartRate, limits: .absolute([120, 140]))
    let second = try ZoneModel(quantity: .heartRate, limits: .absolute([125, 145]))
    let history = ZoneHistory(
      choices: [
        ZoneChoice(.heartRate, .custom("x"), from: day("2024-01-01"), entered: Instant(millisecondsSince1970: 0))
      ],
      customs: [
        CustomZones(
          id: "x", name: "Mine",
          versions: [
            .init(number: 1, from: day("2024-01-01"), model: first),
            .init(number: 2, from: day("2024-06-01"), model: second),
          ])
      ])
    let before = try #require(history.chosen(.heartRate, sport: .running, on: day("2024-05-31")))
    let after = try #require(history.chosen(.heartRate, sport: .running, on: day("2024-06-01")))
    #expect(before.zones.boundaries.values == [120, 140] && before.custom?.version == 1)
    #expect(after.zones.boundaries.values == [125, 145] && after.custom?.version == 2)
    #expect(after.zones.provenance == "Mine" && after.zones.source == .user)
  }
}

struct `Zones by sport` {
  private func history() throws -> ZoneHistory {
    ZoneHistory(
      anchors: [
        anchor(.thresholdHeartRate, 170, "2024-01-01"), anchor(.thresholdHeartRate, 162, "2024-01-01", sport: .cycling),
        anchor(.functionalThresholdPower, 250, "2024-01-01"), anchor(.maximumHeartRate, 190, "2024-01-01"),
        anchor(.restingHeartRate, 50, "2024-01-01"),
      ],
      choices: [
        try choice("karvonen5", "2024-01-01"), try choice("friel-bike7", "2024-01-01", sport: .cycling),
        try choice("coggan7", "2024-01-01"),
      ])
  }

  @Test func `a sport with zones of its own has those, with its own threshold`() throws {
    let found = try #require(try history().chosen(.heartRate, sport: .cycling, on: day("2024-05-01")))
    #expect(found.reason == .sport(.cycling) && found.zones.scheme == "friel-bike7")
    #expect(found.zones.anchors[.thresholdHeartRate]?.value == 162)
  }

  @Test(arguments: [Sport.running, .swimming, .hiking, Sport(rawValue: "cross_country_skiing")])
  func `a sport without falls back to those for all sports, and says so`(sport: Sport) throws {
    let found = try #require(try history().chosen(.heartRate, sport: sport, on: day("2024-05-01")))
    #expect(found.reason == .allSports && found.zones.scheme == "karvonen5")
  }

  @Test func `power on foot never falls back to the bicycle's`() throws {
    var given = try history()
    #expect(given.chosen(.power, sport: .cycling, on: day("2024-05-01"))?.zones.scheme == "coggan7")
    #expect(given.chosen(.power, sport: .rowing, on: day("2024-05-01"))?.reason == .allSports)
    #expect(given.chosen(.power, sport: .running, on: day("2024-05-01")) == nil)
    #expect(given.system(.power, sport: .running, on: day("2024-05-01")) == nil)
    given.anchors.append(anchor(.criticalPower, 300, "2024-01-01", sport: .running))
    let own = try #require(given.system(.power, sport: .running, on: day("2024-05-01")))
    #expect(own.zones.scheme == "stryd5")
    #expect(own.zones.boundaries.values.first == 195)
  }

  @Test func `pace has a model for each sport`() throws {
    let given = ZoneHistory(anchors: [
      anchor(.criticalSpeed, 4, "2024-01-01", sport: .running),
      anchor(.criticalSpeed, 1.25, "2024-01-01", sport: .swimming),
    ])
    #expect(given.system(.speed, sport: .running, on: day("2024-05-01"))?.zones.scheme == "run-speed6")
    let swim = try #require(given.system(.speed, sport: .swimming, on: day("2024-05-01")))
    #expect(swim.zones.boundaries.values.first == 1.1625)
    #expect(given.system(.speed, sport: .cycling, on: day("2024-05-01")) == nil)
  }

  @Test func `a choice can be taken back for a sport, and for all`() throws {
    var given = try history()
    given.choices.append(
      ZoneChoice(
        .heartRate, .none, sport: .cycling, from: day("2024-03-01"), entered: Instant(millisecondsSince1970: 9)))
    #expect(given.chosen(.heartRate, sport: .cycling, on: day("2024-02-28"))?.zones.scheme == "friel-bike7")
    #expect(given.chosen(.heartRate, sport: .cycling, on: day("2024-03-01"))?.reason == .allSports)
    given.choices.append(
      ZoneChoice(.heartRate, .none, from: day("2024-04-01"), entered: Instant(millisecondsSince1970: 10)))
    #expect(given.chosen(.heartRate, sport: .cycling, on: day("2024-04-01")) == nil)
  }

  @Test func `a block comes before the sport, a workout before the block`() throws {
    var given = try history()
    given.choices += [
      try choice("seiler3", "2024-05-01", through: "2024-05-31", entered: 3),
      try choice("hrmax5", "2024-01-01", workout: "w", entered: 4),
    ]
    func scheme(_ text: String, _ workout: String? = nil) -> String? {
      given.chosen(.heartRate, sport: .cycling, on: day(text), workout: workout)?.zones.scheme
    }
    #expect(scheme("2024-04-30") == "friel-bike7")
    #expect(scheme("2024-05-01") == "seiler3" && scheme("2024-05-31") == "seiler3")
    #expect(scheme("2024-06-01") == "friel-bike7")
    #expect(scheme("2024-05-10", "w") == "hrmax5" && scheme("2024-05-10", "other") == "seiler3")
  }

  @Test func `zones that lack a number give way to the next in line`() throws {
    let given = ZoneHistory(
      anchors: [anchor(.maximumHeartRate, 190, "2024-01-01")],
      choices: [try choice("hrmax5", "2024-01-01"), try choice("friel-run7", "2024-01-01", sport: .running)])
    #expect(given.chosen(.heartRate, sport: .running, on: day("2024-02-01"))?.zones.scheme == "hrmax5")
  }
}

struct `Zone models` {
  @Test func `are the same after writing and reading`() throws {
    for model in [
      try ZoneModel(scheme: "friel-run7"),
      try ZoneModel(quantity: .power, limits: .percentages([55, 75, 90, 105.5], of: .functionalThresholdPower)),
      try ZoneModel(quantity: .heartRate, limits: .absolute([136.8, 147.6, 158.4]), names: ["a", "b", "c", "d"]),
      try ZoneModel(quantity: .power, limits: .absolute([55, 75, 90]), unitIsStated: true),
    ] {
      let data = try JSONEncoder().encode(model)
      #expect(try JSONDecoder().decode(ZoneModel.self, from: data) == model)
    }
  }

  @Test(arguments: [
    #"{"format":2,"scheme":"hrmax5"}"#, #"{"scheme":"nothing"}"#, #"{"quantity":"heartRate","boundaries":[140,120]}"#,
    #"{"percentages":[50,60],"of":"moon"}"#, #"{"boundaries":[120,140]}"#, "{}",
  ])
  func `that can't be zones are not read`(json: String) {
    #expect(throws: (any Error).self) { try JSONDecoder().decode(ZoneModel.self, from: Data(json.utf8)) }
  }

  @Test func `written without a format, a quantity or names are read`() throws {
    let model = try JSONDecoder().decode(ZoneModel.self, from: Data(#"{"percentages":[60,80],"of":"lthr"}"#.utf8))
    #expect(model.quantity == .heartRate && model.names.isEmpty)
  }

  @Test func `of percentages follow the athlete's number, absolute ones do not`() throws {
    let model = try ZoneModel(quantity: .power, limits: .percentages([50, 100], of: .functionalThresholdPower))
    #expect(try model.zones(for: Anchors(stated: [.functionalThresholdPower: 200])).boundaries.values == [100, 200])
    #expect(try model.zones(for: Anchors(stated: [.functionalThresholdPower: 250])).boundaries.values == [125, 250])
    #expect(throws: ZoneError.self) { try model.zones(for: Anchors()) }
    #expect(model.followsAnchors)
    #expect(try !ZoneModel(quantity: .heartRate, limits: .absolute([120, 140])).followsAnchors)
  }
}

struct `Days` {
  @Test func `come back from their text and their number`() throws {
    #expect(Day(iso8601: "1970-01-01")?.daysSince1970 == 0)
    #expect(Day(iso8601: "2026-11-30")?.daysSince1970 == 20_787)
    #expect(Day(iso8601: "2026-11-30")?.weekday == 1)
    var last = Day(daysSince1970: -200_001)
    for number in -200_000...200_000 {
      let day = Day(daysSince1970: number)
      let (year, month, dayOfMonth) = day.civil
      #expect(Day(year: year, month: month, day: dayOfMonth) == day)
      #expect(day.weekday == last.weekday % 7 + 1)
      last = day
    }
  }

  @Test(arguments: ["2026-02-29", "2026-13-01", "2026-00-10", "2026-1-01", "26-01-01", "2026-01-32", "", "2026-01-0x"])
  func `that are none are refused`(text: String) { #expect(Day(iso8601: text) == nil) }

  @Test func `are those of the place`() {
    let late = Instant(secondsSince1970: 1_700_000_000)  // 2023-11-14T22:13:20Z
    #expect(Day(of: late, utcOffsetSeconds: nil).description == "2023-11-14")
    #expect(Day(of: late, utcOffsetSeconds: 7200).description == "2023-11-15")
    #expect(Day(of: late, utcOffsetSeconds: -3600).description == "2023-11-14")
    #expect(Day(of: Instant(millisecondsSince1970: -1), utcOffsetSeconds: 0).description == "1969-12-31")
  }
}
