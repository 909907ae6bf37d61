// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Workouts

/// A workout as the document has it, collected until its end.
struct HealthWorkout {
  /// An event: a pause, a segment, a lap.
  struct Event: Hashable {
    var type: String
    var start: Int64
    /// Milliseconds, if told.
    var duration: Milliseconds?
  }

  /// A part of the workout: a leg of a multisport workout, or a step of a planned one.
  struct Part {
    var uuid: String?
    var start: Int64
    var end: Int64
    var duration: Milliseconds?
    var statistics: [AppleHealthStatistic] = []
    var metadata: [String: String] = [:]
  }

  /// A point of a route: degrees, metres, metres a second; not a number where it isn't told.
  struct Location {
    var time: Int64
    var latitude: Double
    var longitude: Double
    var altitude: Double
    var speed: Double
  }

  var type: String
  var start: Int64
  var end: Int64
  /// The offset with which the start is written, in seconds east of UTC.
  var offset: Int?
  var duration: Milliseconds?
  var source: String
  var device: HealthDevice?
  /// Totals of the old dialect: metres, kilocalories.
  var distance: Double?
  var energy: Double?
  var metadata: [String: String] = [:]
  var events: [Event] = []
  var eventCounts: [String: Int] = [:]
  var statistics: [AppleHealthStatistic] = []
  var statisticCount = 0
  var parts: [Part] = []
  var routeCount = 0
  var routePaths: [String] = []
  var locationCount = 0
  var locations: [Location] = []
  /// Whether something in it couldn't be read.
  var isDamaged = false

  /// More of anything than a workout has is left out.
  private static let limit = 100_000

  /// The workout of an element, or `nil` without a start and an end.
  init?(_ attributes: HealthAttributes) {
    guard let start = attributes.date(.startDate) else { return nil }
    self.start = start
    offset = attributes[.startDate].flatMap(HealthText.offset)
    duration = Self.duration(attributes)
    // Without an end, the duration tells it as far as there were no pauses.
    guard let end = attributes.date(.endDate) ?? duration.map({ start + $0 / 1000 }), end >= start else { return nil }
    self.end = end
    type = attributes[.workoutActivityType] ?? ""
    source = HealthText.plain(attributes[.sourceName] ?? "")
    device = attributes[.device].map { HealthDevice($0) }
    if let value = attributes.number(.totalDistance),
      let factor = HealthText.metres(attributes[.totalDistanceUnit] ?? "")
    {
      distance = value * factor
    }
    if let value = attributes.number(.totalEnergyBurned),
      let factor = HealthText.kilocalories(attributes[.totalEnergyBurnedUnit] ?? "kcal")
    {
      energy = value * factor
    }
  }

  static func duration(_ attributes: HealthAttributes) -> Milliseconds? {
    guard let value = attributes.number(.duration), value >= 0,
      let factor = HealthText.milliseconds(attributes[.durationUnit] ?? "min")
    else { return nil }
    return milliseconds(seconds: value * factor / 1000)
  }

  mutating func addEvent(_ attributes: HealthAttributes) {
    guard let type = attributes[.type] else { return }
    if eventCounts[type] != nil || eventCounts.count < 100 { eventCounts[type, default: 0] += 1 }
    // Segments cut the workout by kilometre and by mile, over and over: nothing is made of them.
    guard let date = attributes.date(.date), type != "HKWorkoutEventTypeSegment", events.count < Self.limit else {
      return
    }
    events.append(Event(type: type, start: date, duration: Self.duration(attributes)))
  }

  mutating func addStatistic(_ attributes: HealthAttributes, inPart: Bool) {
    statisticCount += 1
    guard let statistic = AppleHealthStatistic(attributes) else { return }
    if inPart, !parts.isEmpty {
      if parts[parts.count - 1].statistics.count < 100 { parts[parts.count - 1].statistics.append(statistic) }
    } else if statistics.count < 200 {
      statistics.append(statistic)
    }
  }

  mutating func addPart(_ attributes: HealthAttributes) {
    guard let start = attributes.date(.startDate), parts.count < Self.limit else { return }
    let duration = Self.duration(attributes)
    let end = attributes.date(.endDate) ?? duration.map { start + $0 / 1000 } ?? self.end
    parts.append(Part(uuid: attributes[.uuid], start: start, end: max(start, end), duration: duration))
  }

  mutating func addMetadata(_ attributes: HealthAttributes, inPart: Bool) {
    guard let key = attributes[.key], let value = attributes[.value] else { return }
    if inPart, !parts.isEmpty {
      if parts[parts.count - 1].metadata.count < 100 { parts[parts.count - 1].metadata[key] = value }
    } else if metadata.count < 200 {
      metadata[key] = value
    }
  }

  mutating func addLocation(_ attributes: HealthAttributes) {
    locationCount += 1
    guard let time = attributes.date(.date), let latitude = attributes.number(.latitude), abs(latitude) <= 90,
      let longitude = attributes.number(.longitude), abs(longitude) <= 180, locations.count < Self.limit
    else { return }
    // A speed below zero says that it isn't known.
    let speed = attributes.number(.speed).flatMap { $0 >= 0 ? $0 : nil }
    locations.append(
      Location(
        time: time, latitude: latitude, longitude: longitude, altitude: attributes.number(.altitude) ?? .nan,
        speed: speed ?? .nan))
  }

  mutating func addRoute(_ path: String) {
    if routePaths.count < Self.limit { routePaths.append(path) }
  }
}

extension AppleHealthStatistic {
  /// The statistic of an element, or `nil` without a type.
  init?(_ attributes: HealthAttributes) {
    guard let type = attributes[.type] else { return nil }
    self.type = type
    unit = attributes[.unit] ?? ""
    sum = attributes.number(.sum)
    average = attributes.number(.average)
    minimum = attributes.number(.minimum)
    maximum = attributes.number(.maximum)
  }
}
