// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WorkoutFiles
import Workouts
import Zones

@testable import CoachService

/// A library with a clock that the test moves.
struct ZoneLibrary {
  let folder = TemporaryFolder()
  let library: WorkoutLibrary

  /// Today is 2026-06-01 for everyone.
  static let today = Day(iso8601: "2026-06-01") ?? Day(daysSince1970: 0)

  init() throws {
    let now = Instant(millisecondsSince1970: Int64(Self.today.daysSince1970) * 86_400_000 + 43_200_000)
    library = try WorkoutLibrary(folder: folder.path, clock: { now })
  }

  /// Stores an hour of a quantity that begins at ten o'clock of a day, and returns its name.
  @discardableResult
  func add(
    _ text: String, _ quantity: Quantity = .heartRate, sport: Sport = .running, device limits: [Double]? = nil,
    seconds: Int = 3600, _ value: (Int) -> Double? = { _ in 130 }
  ) throws -> String {
    let verdict = library.add(
      try FITWriter.encode(Self.recording(text, quantity, sport: sport, device: limits, seconds: seconds, value)),
      named: "\(text)-\(quantity).fit")
    return try #require(verdict.workouts.first).id
  }

  static func recording(
    _ text: String, _ quantity: Quantity, sport: Sport, device limits: [Double]? = nil, seconds: Int = 3600,
    _ value: (Int) -> Double?
  ) throws -> Recording {
    let day = try #require(Day(iso8601: text))
    let start = Instant(secondsSince1970: Int64(day.daysSince1970) * 86_400 + 36_000)
    var given = CoachServiceTests.recording(quantity, seconds: seconds, sport: sport, value)
    let shift = start - given.span.start
    given.span = TimeSpan(start: start, end: given.span.end + shift)
    given.activities = [Activity(sport: sport, span: given.span)]
    for place in given.series.indices { given.series[place].times = given.series[place].times.map { $0 + shift } }
    given.utcOffsetSeconds = 0
    if let limits {
      given.activities[0].deviceZones = [
        DeviceZoneTotals(
          quantity: quantity, durations: [Milliseconds](repeating: 0, count: limits.count + 1),
          limits: DeviceZoneLimits(quantity: quantity, bounds: limits, firstBoundStartsZone1: false))
      ]
    }
    return given
  }

  func day(_ text: String) throws -> Day { try #require(Day(iso8601: text)) }

  func state(
    _ kind: AnchorKind, _ value: Double, from text: String, sport: Sport? = nil
  ) throws {
    try library.enter([
      DatedAnchor(kind, Anchor(value), sport: sport, from: day(text), entered: library.time)
    ])
  }

  func choose(_ scheme: String, from text: String, through: String? = nil, sport: Sport? = nil, workout: String? = nil)
    throws
  {
    let model = try ZoneModel(scheme: scheme)
    try library.choose(
      ZoneChoice(
        model.quantity, .model(model), sport: sport, from: day(text), through: through.map(day), workout: workout,
        entered: library.time))
  }

  /// Where the zones of a workout meet, as it is shown.
  func limits(_ id: String) -> [Double]? {
    library.workout(id)?.summary.zoneGroups.first?.zones.compactMap(\.maximum)
  }

  func group(_ id: String) -> ZoneGroupSummary? { library.workout(id)?.summary.zoneGroups.first }
}
