// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Workouts

extension FITAssembly {
  /// The numbers under which `session` and `lap` write the same totals.
  struct TotalFields {
    var averageHeartRate: UInt8, maximumHeartRate: UInt8
    var averagePower: UInt8, maximumPower: UInt8
    var ascent: UInt8

    static let session = TotalFields(
      averageHeartRate: 16, maximumHeartRate: 17, averagePower: 20, maximumPower: 21, ascent: 22)
    static let lap = TotalFields(
      averageHeartRate: 15, maximumHeartRate: 16, averagePower: 19, maximumPower: 20, ascent: 21)
  }

  private func totals(_ message: FITMessage, _ fields: TotalFields) -> DeviceTotals {
    var totals = DeviceTotals()
    totals.timer = message.unsigned(8).map { Milliseconds($0 & 0xFFFF_FFFF) }
    totals.distance = message.number(9, scale: 100)
    totals.energy = message.number(11)
    totals.averageHeartRate = message.number(fields.averageHeartRate)
    totals.maximumHeartRate = message.number(fields.maximumHeartRate)
    totals.averagePower = message.number(fields.averagePower)
    totals.maximumPower = message.number(fields.maximumPower)
    totals.ascent = message.number(fields.ascent)
    return totals
  }

  /// Elapsed time of a summary in milliseconds: as stated, else its timer time.
  private func elapsed(_ message: FITMessage) -> Milliseconds? {
    for field: UInt8 in [7, 8] {
      if let value = message.unsigned(field), value > 0, value <= UInt32.max { return Milliseconds(value) }
    }
    return nil
  }

  static func sport(_ number: Int?) -> Sport {
    guard let number else { return .generic }
    return Sport(rawValue: FITProfile.sportName(number) ?? "sport_\(number)")
  }

  static func subSport(_ number: Int?) -> String? {
    guard let number, number != 0, number != 254 else { return nil }
    return FITProfile.subSportName(number) ?? "sub_sport_\(number)"
  }

  /// The sport of a session that sums up others.
  private static let multisport = 18

  /// The legs in order, one for each session; where there is none, one that the records span.
  ///
  /// A leg ends its elapsed time after its start. The time of the summary message itself is no end: files that begin
  /// with their summaries put the start there, and one real triathlon puts its run's eight hours late.
  mutating func activities(_ rows: FITRows) -> [Activity] {
    let sessions = part.all(18)
    guard !sessions.isEmpty else { return derivedActivity(rows) }
    var result: [(activity: Activity, message: Int)] = []
    // Some devices add a session for the whole to those of its legs.
    let hasLegs = sessions.contains { $0.int(5) != Self.multisport }
    for (place, message) in sessions.enumerated() where !hasLegs || message.int(5) != Self.multisport {
      let length = elapsed(message)
      var start = clock.instant(message.uint32(2))
      if start == nil {
        problems.add(
          "no-start", "A session has no valid start; it was set to the first record or the end of the one before.",
          at: message.offset)
        start =
          result.last?.activity.span.end ?? rows.times.first.map(Instant.init(millisecondsSince1970:))
          ?? clock.instant(message.timestamp)
      }
      guard let start else { continue }
      var end = length.map { start + $0 }
      if end == nil, let stamp = clock.instant(message.timestamp), stamp > start { end = stamp }
      if end == nil, let last = rows.times.last { end = Instant(millisecondsSince1970: last) }
      var activity = Activity(
        sport: Self.sport(message.int(5)), subSport: Self.subSport(message.int(6)),
        span: TimeSpan(start: start, end: end ?? start))
      activity.totals = totals(message, .session)
      result.append((activity, place))
    }
    if result.isEmpty { return derivedActivity(rows) }
    result.sort { ($0.activity.span.start, $0.message) < ($1.activity.span.start, $1.message) }
    // Starts are whole seconds, lengths are not: a leg may reach a moment into the next.
    for i in result.indices.dropLast() {
      let next = result[i + 1].activity.span.start
      let span = result[i].activity.span
      if span.end > next {
        if span.end - next > 2000 {
          problems.add("overlap", "A session reaches into the next one; it was ended where that starts.")
        }
        result[i].activity.span = TimeSpan(start: span.start, end: next)
      }
    }
    for i in result.indices { result[i].activity.deviceZones = sessionZones(result[i].message, result[i].activity) }
    return result.map(\.activity)
  }

  private mutating func derivedActivity(_ rows: FITRows) -> [Activity] {
    let times = rows.times.isEmpty ? storedHeartRate?.times ?? [] : rows.times
    guard let first = times.first, let last = times.last else { return [] }
    problems.add(
      "no-session", "There is no summary of the session; start, end and totals come from the records.", at: part.offset)
    let lap = part.all(19).first, sport = part.all(12).first
    let span = TimeSpan(
      start: Instant(millisecondsSince1970: first), end: Instant(millisecondsSince1970: last))
    return [
      Activity(
        sport: Self.sport(sport?.int(0) ?? lap?.int(25)), subSport: Self.subSport(sport?.int(1) ?? lap?.int(39)),
        span: span)
    ]
  }

  /// The laps in order. One without a valid start begins where the one before it ended, or ends where the next begins;
  /// without laps each leg is one.
  mutating func laps(_ activities: [Activity]) -> [Lap] {
    let messages = part.all(19)
    guard !messages.isEmpty, let first = activities.first, let last = activities.last else {
      return activities.map {
        var lap = Lap(span: $0.span, trigger: .sessionEnd)
        lap.totals = $0.totals
        return lap
      }
    }
    // A day around the workout is enough for any lap; what lies further off is not a time.
    let day: Milliseconds = 24 * 3_600_000
    let starts = messages.map { message -> Instant? in
      guard let start = clock.instant(message.uint32(2)) else { return nil }
      return start < first.span.start - day || start > last.span.end + day ? nil : start
    }
    var result: [Lap] = []
    for (place, message) in messages.enumerated() {
      let length = elapsed(message)
      let next = place + 1 < starts.count ? starts[place + 1] : nil
      let start: Instant
      if let stated = starts[place] {
        start = stated
      } else {
        problems.add("no-start", "A lap has no valid start; it was set by the laps beside it.", at: message.offset)
        if let before = result.last {
          start = before.span.end
        } else if let next, let length {
          start = next - length
        } else {
          start = first.span.start
        }
      }
      let end = length.map { start + $0 } ?? next ?? last.span.end
      var lap = Lap(span: TimeSpan(start: start, end: end), trigger: Self.trigger(message.int(24)))
      lap.intensity = message.int(23).flatMap(FITProfile.intensity)
      lap.totals = totals(message, .lap)
      lap.deviceZones = lapZones(place, lap.span.duration)
      result.append(lap)
    }
    return result.enumerated().sorted { ($0.element.span.start, $0.offset) < ($1.element.span.start, $1.offset) }
      .map(\.element)
  }

  private static func trigger(_ number: Int?) -> Lap.Trigger {
    switch number {
    case 0: .manual
    case 1: .time
    case 2: .distance
    case 3, 4, 5, 6: .position
    case 7: .sessionEnd
    case 8: .equipment
    default: .unknown
    }
  }
}
