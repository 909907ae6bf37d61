// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WorkoutFiles
import Workouts
import Zones

@testable import CoachService

struct `Pitfalls: zones change and workouts do not` {
  private let given: ZoneLibrary

  init() throws { given = try ZoneLibrary() }

  @Test func `a threshold changed in 2024 changes nothing recorded in 2023`() throws {
    try given.state(.functionalThresholdPower, 220, from: "2022-01-01")
    let ride = try given.add("2023-07-01", .power, sport: .cycling) { _ in 180 }
    let before = try #require(given.library.workout(ride)?.summary.zoneGroups)
    let entry = try #require(given.library.workout(ride)?.entry)
    try given.state(.functionalThresholdPower, 260, from: "2024-02-01")
    #expect(given.library.workout(ride)?.summary.zoneGroups == before)
    #expect(given.library.workout(ride)?.entry == entry, "and not the list either")
    let later = try given.add("2024-02-02", .power, sport: .cycling) { _ in 180 }
    #expect(given.limits(later)?.first == 143)
    // Brought in only now, it still belongs to its day.
    let found = try given.add("2023-08-01", .power, sport: .cycling) { _ in 181 }
    #expect(given.limits(found)?.first == 121)
  }

  @Test func `wrong zones of the past can be corrected, after a preview, and the correction taken back`() throws {
    try given.state(.functionalThresholdPower, 220, from: "2022-01-01")
    let first = try given.add("2023-02-01", .power, sport: .cycling) { _ in 180 }
    let second = try given.add("2023-07-01", .power, sport: .cycling) { _ in 180 }
    let run = try given.add("2023-07-02")
    let before = [first, second].map { given.library.workout($0) }
    // The threshold was higher from March on: enter it, and nothing stored changes by itself.
    try given.state(.functionalThresholdPower, 260, from: "2023-03-01")
    #expect([first, second].map { given.library.workout($0) } == before)

    let correction = ZoneCorrection(.power, from: try given.day("2023-01-01"), zones: .history)
    let preview = try given.library.preview(correction)
    #expect(preview.changed == 1 && preview.unchanged == 1 && preview.withoutData == 1)
    #expect(preview.examples.map(\.id) == [second])
    #expect(preview.examples.first?.before?.first == 121 && preview.examples.first?.after?.first == 143)
    #expect([first, second].map { given.library.workout($0) } == before, "a preview changes nothing")

    let done = try given.library.apply(correction)
    #expect(done.preview == preview)
    #expect(given.limits(second)?.first == 143 && given.limits(first)?.first == 121 && given.limits(run) == nil)
    #expect(given.library.workouts().first { $0.id == second }?.zoneSeconds == [0, 3600, 0, 0, 0, 0, 0])
    // The same again has nothing to do.
    #expect(try given.library.preview(correction).changed == 0)
    #expect(try given.library.apply(correction).id == nil)

    // Seen by the next program as well.
    let other = try WorkoutLibrary(folder: given.folder.path)
    #expect(other.workout(second)?.summary.zoneGroups == given.library.workout(second)?.summary.zoneGroups)

    #expect(try given.library.takeBack(.correction(try #require(done.id))))
    #expect([first, second].map { given.library.workout($0) } == before)
  }

  @Test func `a later correction lies over an earlier one and uncovers it again`() throws {
    try given.state(.maximumHeartRate, 190, from: "2020-01-01")
    try given.choose("hrmax5", from: "2020-01-01")
    let run = try given.add("2023-02-01")
    let seiler = try given.library.apply(ZoneCorrection(.heartRate, zones: .model(ZoneModel(scheme: "seiler3")))).id
    let own = try given.library.apply(
      ZoneCorrection(
        .heartRate, zones: .model(ZoneModel(quantity: .heartRate, limits: .absolute([111, 122, 133]))))
    ).id
    #expect(given.limits(run) == [111, 122, 133])
    #expect(try given.library.takeBack(.correction(try #require(seiler))))
    #expect(given.limits(run) == [111, 122, 133])
    #expect(try given.library.takeBack(.correction(try #require(own))))
    #expect(given.limits(run) == [95, 114, 133, 152, 171])
  }

  @Test func `a workout is shown under other zones without being changed`() throws {
    try given.state(.maximumHeartRate, 190, from: "2020-01-01")
    try given.choose("hrmax5", from: "2020-01-01")
    let run = try given.add("2023-02-01")
    let before = given.library.workout(run)
    let other = try #require(
      given.library.workout(run, under: [.heartRate: ZoneSet(typed: [120, 140, 160], quantity: .heartRate)]))
    #expect(other.summary.zoneGroups.first?.zones.map(\.seconds) == [0, 3600, 0, 0])
    #expect(given.library.workout(run) == before)
  }

  @Test func `the zones of a device stay where the athlete chose none, and give way where they chose some`() throws {
    let bare = try given.add("2023-02-01", device: [111, 122, 133, 144])
    #expect(given.group(bare)?.source == "device")
    try given.state(.maximumHeartRate, 190, from: "2023-01-01")
    let stated = try given.add("2023-02-02", device: [111, 122, 133, 144])
    #expect(given.group(stated)?.source == "device", "a number alone is no choice")
    try given.choose("hrmax5", from: "2023-02-03")
    let chosen = try given.add("2023-02-03", device: [111, 122, 133, 144])
    #expect(given.group(chosen)?.scheme == "hrmax5")
    #expect(given.group(bare)?.source == "device" && given.group(stated)?.source == "device")
  }

  @Test func `a workout that brought no zones follows the first numbers ever stated`() throws {
    let old = try given.add("2020-02-01")
    #expect(given.group(old) == nil)
    try given.library.setAthlete(
      {
        var settings = AthleteSettings()
        settings.maximumHeartRate = 180
        return settings
      }())
    #expect(given.group(old)?.anchors["maxHR"] == 180)
    // A second thought on the same day replaces the first.
    try given.library.setAthlete(
      {
        var settings = AthleteSettings()
        settings.maximumHeartRate = 200
        return settings
      }())
    #expect(given.group(old)?.anchors["maxHR"] == 200)
    #expect(given.library.zoneHistory.anchors.count == 1)
    // One entered for later days does not.
    try given.state(.maximumHeartRate, 195, from: "2026-07-01")
    #expect(given.group(old)?.anchors["maxHR"] == 200)
  }

  @Test func `custom zones are named, edited as a new version, renamed, exported, deleted and brought back`() throws {
    let library = given.library
    let first = try ZoneModel(quantity: .heartRate, limits: .absolute([120, 140, 155]))
    let second = try ZoneModel(quantity: .heartRate, limits: .absolute([125, 145, 160]))
    #expect(try library.save(first, named: "winter", from: given.day("2024-01-01")) == 1)
    let custom = try #require(library.zoneHistory.customs.first)
    try library.choose(
      ZoneChoice(.heartRate, .custom(custom.id), from: given.day("2024-01-01"), entered: library.time))
    let early = try given.add("2024-02-01")
    #expect(try library.save(second, named: "winter", from: given.day("2024-06-01")) == 2)
    let late = try given.add("2024-06-02")
    #expect(given.limits(early) == [120, 140, 155] && given.limits(late) == [125, 145, 160])

    try library.renameZones("winter", to: "base")
    #expect(throws: LibraryError.self) { try library.renameZones("winter", to: "x") }
    let power = try ZoneModel(quantity: .power, limits: .absolute([150, 200, 250]))
    #expect(throws: LibraryError.self) { try library.save(power, named: "base", from: given.day("2024-06-01")) }

    let document = try JSONDocument.encode(library.zoneCollection())
    let kept = try library.deleteZones("base")
    #expect(library.zoneHistory.customs.isEmpty && library.zoneHistory.choices.isEmpty)
    #expect(given.limits(early) == [120, 140, 155], "workouts keep what they were recorded with")
    #expect(try ZoneCollection(json: document) == kept)
    #expect(try library.importZones(kept) == ["base"])
    #expect(try library.importZones(kept).isEmpty, "a second time there is nothing to do")
    #expect(try library.zoneCollection() == kept)
    #expect(throws: LibraryError.self) { try ZoneCollection(json: Data(#"{"format":2,"sets":[]}"#.utf8)) }
    #expect(throws: LibraryError.self) { try ZoneCollection(json: Data("no".utf8)) }
  }

  @Test func `custom zones can hold for a sport, a block, or one workout`() throws {
    let library = given.library
    func save(_ name: String, _ limits: [Double]) throws -> String {
      try library.save(
        ZoneModel(quantity: .heartRate, limits: .absolute(limits)), named: name, from: given.day("2024-01-01"))
      return try #require(library.zoneHistory.customs.first { $0.name == name }).id
    }
    let sport = try save("bike", [101, 111]), block = try save("block", [102, 112]), one = try save("one", [103, 113])
    let entered = library.time
    try library.choose(
      ZoneChoice(.heartRate, .custom(sport), sport: .cycling, from: given.day("2024-01-01"), entered: entered))
    try library.choose(
      ZoneChoice(
        .heartRate, .custom(block), from: given.day("2024-05-01"), through: given.day("2024-05-31"), entered: entered))
    let ride = try given.add("2024-04-01", sport: .cycling), inBlock = try given.add("2024-05-31")
    let outside = try given.add("2024-06-01")
    #expect(given.limits(ride) == [101, 111] && given.limits(inBlock) == [102, 112] && given.limits(outside) == nil)
    try library.choose(
      ZoneChoice(.heartRate, .custom(one), from: given.day("2024-06-01"), workout: outside, entered: entered))
    try library.choose(
      ZoneChoice(.heartRate, .custom(one), from: given.day("2024-06-01"), workout: ride, entered: entered))
    #expect(given.limits(outside) == [103, 113] && given.limits(ride) == [103, 113])
    let entries = try library.zoneEntries()
    let ofRide = try #require(entries.last { $0.text.description.contains(ride.prefix(8)) })
    #expect(try library.takeBack(try #require(ZoneEntry.Kind(ofRide.name))))
    #expect(given.limits(ride) == [101, 111], "what it was recorded with shows again")
  }

  @Test func `formula, numbers, their provenance and day are always shown, and an estimate is called one`() throws {
    try given.library.enter([
      DatedAnchor(.age, Anchor(40), from: given.day("2026-01-01"), entered: given.library.time)
    ])
    let estimated = try #require(given.library.preferredZones(on: given.day("2026-02-01")).first)
    #expect(estimated.estimated && estimated.scheme == "apple-hr5" && estimated.source == "system")
    #expect(
      estimated.provenance.contains("maximum heart rate about 185.4, estimated 2026-01-01: 211 − 0.64 × age (Nes 2013)")
    )
    try given.library.enter([
      DatedAnchor(
        .maximumHeartRate, Anchor(188, .measured, note: "188 bpm for 5 s on 2026-02-10"), from: given.day("2026-02-11"),
        entered: given.library.time),
      DatedAnchor(.restingHeartRate, Anchor(51), from: given.day("2026-02-11"), entered: given.library.time),
    ])
    let measured = try #require(given.library.preferredZones(on: given.day("2026-03-01")).first)
    #expect(!measured.estimated)
    #expect(
      measured.provenance.contains(
        "maximum heart rate 188, measured 2026-02-11: 188 bpm for 5 s on 2026-02-10; resting heart rate 51, stated 2026-02-11"
      ))
    #expect(
      given.library.preferredZones(on: try given.day("2026-02-01")).first == estimated, "the day before is as it was")
  }

  @Test func `pace and power on foot have models of their own, and a run is sorted under them`() throws {
    try given.state(.criticalSpeed, 4, from: "2024-01-01", sport: .running)
    try given.state(.functionalThresholdPower, 250, from: "2024-01-01")
    let run = try given.add("2024-02-01", .speed) { $0 < 1800 ? 3 : 4.1 }
    let group = try #require(given.group(run))
    #expect(group.quantity == "speed" && group.scheme == "run-speed6" && group.source == "system")
    #expect(group.zones.map(\.seconds) == [1800, 0, 0, 1800, 0, 0])
    #expect(group.zones.map(\.range).prefix(2) == ["slower than 5:13 /km", "5:13–4:47 /km"])
    #expect(group.zones.last?.range == "3:30 /km and faster")
    let uphill = try given.add("2024-02-02", .power) { _ in 300 }
    #expect(given.group(uphill) == nil, "the bicycle's threshold says nothing of running")
    try given.state(.criticalPower, 320, from: "2024-01-01", sport: .running)
    #expect(given.group(uphill)?.scheme == "stryd5")
    let ride = try given.add("2024-02-03", .speed, sport: .cycling) { _ in 8 }
    #expect(given.group(ride) == nil, "nobody reads pace on a bicycle")
  }
}
