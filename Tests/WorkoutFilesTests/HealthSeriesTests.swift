// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Testing
import WorkoutFiles
import Workouts
import Zones

/// Which records belong to a workout; nothing in the document says so.
struct HealthSeriesTests {
  private typealias Make = HealthDocuments

  private func series(_ elements: String) -> [Series] { Make.read(elements).workouts.first?.recording.series ?? [] }

  @Test func `the recovery after a workout is not its heart rate`() {
    let found = series(
      Make.heartRate(60, "09:59:59") + Make.heartRate(150, "10:00:00") + Make.heartRate(170, "10:59:59")
        + Make.heartRate(140, "11:00:00") + Make.heartRate(110, "11:01:00") + Make.workout())
    #expect(found.map(\.values) == [[150, 170]])
  }

  @Test func `of several sources the workout's own is believed first, then a watch, then what tells most`() {
    let records =
      Make.heartRate(100, "10:01:00", source: "Scale") + Make.heartRate(120, "10:01:00", source: "My Phone")
      + Make.heartRate(121, "10:02:00", source: "My Phone")
      + Make.heartRate(130, "10:01:00", source: "Ann’s Apple\u{A0}Watch", device: "Apple Watch")
      + Make.heartRate(140, "10:01:00", source: "Strap\u{A0}App ")
    #expect(series(records + Make.workout(source: "Strap App")).map { $0.values[0] } == [140, 130, 120, 100])
    let own = records + Make.workout(source: "Ann's Apple Watch")
    #expect(series(own).map { $0.values[0] } == [130, 120, 100, 140])
    #expect(series(records + Make.workout(source: "Other App")).first?.values == [130])
    #expect(series(records + Make.workout(source: "Other App")).first?.source.sensor == .optical)
  }

  @Test func `a strap paired with the watch is believed before the watch's own sensor`() {
    let found = series(
      Make.heartRate(130, "10:01:00", device: "Apple Watch") + Make.heartRate(140, "10:01:00", device: "Polar H10")
        + Make.workout())
    #expect(found.map { $0.values[0] } == [140, 130])
  }

  @Test func `at each moment one source tells, and values are never averaged`() {
    let workout = Make.read(
      Make.heartRate(140, "10:00:00") + Make.heartRate(100, "10:00:05", source: "Phone")
        + Make.heartRate(110, "10:00:40", source: "Phone") + Make.workout(to: "10:01:00")
    ).workouts[0].recording
    let joined = HeldSignal.firstKnown(
      workout.series.map { HeldSignal($0, over: workout.span, pauses: workout.pauses, hold: 30_000) })
    let known = joined?.spans.filter(\.isKnown) ?? []
    #expect(known.map(\.value) == [140, 100, 110])
    #expect(known.map { $0.duration } == [30_000, 5_000, 20_000])
  }

  @Test func `a sample put together from many holds from its start to its end`() {
    let workout = Make.read(
      Make.heartRate(140, "10:00:00", to: "10:02:00") + Make.heartRate(150, "10:02:00") + Make.workout()
    ).workouts[0].recording
    #expect(workout.series[0].ends?.map { $0 / 1000 - 1_705_312_800 } == [120, 120])
    let signal = HeldSignal(workout.series[0], over: workout.span, pauses: workout.pauses, hold: 30_000)
    #expect(signal.spans.filter(\.isKnown).map { $0.duration } == [120_000, 30_000])
  }

  @Test func `records come in any order, and of two at one moment the later counts`() {
    let found = series(
      Make.heartRate(150, "10:02:00") + Make.heartRate(140, "10:01:00") + Make.heartRate(155, "10:02:00")
        + Make.workout())
    #expect(found.map(\.values) == [[140, 150, 155]])
    #expect(found.map { $0.normalized().values } == [[140, 155]])
  }

  @Test func `two workouts at one time both have the heart rate`() {
    let export = Make.read(
      Make.heartRate(150, "10:30:00") + Make.workout() + Make.workout(source: "Service", from: "10:20:00"))
    #expect(export.recordings.map { $0.series.count } == [1, 1])
  }

  @Test func `units are turned into ours, and values in others are counted, not guessed`() {
    let export = Make.read(
      """
      <Record type="HKQuantityTypeIdentifierHeartRate" unit="count/s" startDate="2024-01-15 10:00:10 +0000" value="2.5"/>
      <Record type="HKQuantityTypeIdentifierHeartRate" unit="bananas" startDate="2024-01-15 10:00:20 +0000" value="150"/>
      <Record type="HKQuantityTypeIdentifierHeartRate" unit="count/min" startDate="soon" value="150"/>
      <Record type="HKQuantityTypeIdentifierRunningSpeed" unit="km/hr" startDate="2024-01-15 10:00:10 +0000" value="9"/>
      <Record type="HKQuantityTypeIdentifierRunningPower" unit="W" startDate="2024-01-15 10:00:10 +0000" value="250"/>
      <Record type="HKQuantityTypeIdentifierCyclingPower" unit="W" startDate="2024-01-15 10:00:10 +0000" value="200"/>
      """ + Make.workout())
    let series = export.recordings[0].series
    #expect(series.map(\.quantity) == [.heartRate, .power, .speed])
    #expect(series.map(\.values) == [[150], [250], [2.5]])
    #expect(export.contents.unreadableRecordCount == 2)
    #expect(export.problems.map(\.code.rawValue) == ["unreadable-records"])
  }

  @Test func `ways add up along the workout, from one source`() {
    func way(_ from: String, _ to: String, _ km: Double, _ source: String) -> String {
      """
      <Record type="HKQuantityTypeIdentifierDistanceWalkingRunning" sourceName="\(source)" unit="km" \
      startDate="2024-01-15 \(from) +0000" endDate="2024-01-15 \(to) +0000" value="\(km)"/>
      """
    }
    let found = series(
      way("10:00:00", "10:05:00", 1, "Watch") + way("10:00:00", "10:09:00", 2, "Phone")
        + way("10:05:00", "10:10:00", 0.5, "Watch") + Make.workout())
    #expect(found.map(\.values) == [[0, 1000, 1500]])
  }
}
