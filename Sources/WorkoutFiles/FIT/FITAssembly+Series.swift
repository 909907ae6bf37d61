// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Workouts

extension FITColumn {
  /// What the column measures.
  var quantity: Quantity {
    switch self {
    case .heartRate: .heartRate
    case .power: .power
    case .cadence: .cadence
    case .speed: .speed
    case .distance: .distance
    case .altitude: .altitude
    case .temperature: .temperature
    case .coreTemperature: .coreTemperature
    case .respirationRate: .respirationRate
    case .rightBalance: .rightBalance
    case .latitude: .latitude
    case .longitude: .longitude
    }
  }
}

extension FITAssembly {
  /// Everything the sensors told, the preferred source of a quantity first.
  func series(_ rows: FITRows, _ activities: [Activity]) -> [Series] {
    let onFoot = activities.allSatisfy { $0.sport.isOnFoot }
    var result: [Series] = []
    // A strap that was out of reach under water knows better than the wrist, unless it tells of another day.
    let stored = storedHeartRate
    let storedIsInside = stored.map { isInside($0, activities) } ?? false
    if let stored, storedIsInside { result.append(stored) }
    for column in FITColumn.allCases {
      let quantity = column.quantity
      var own = source(quantity, onFoot: onFoot)
      // What a watch recorded while its strap kept the beats to itself comes from the wrist.
      if quantity == .heartRate, storedIsInside, sensors.contains(where: { $0.sensor == .optical }) {
        own = SeriesSource(sensor: .optical)
      }
      if let series = series(column.rawValue, quantity, rows, activities, own) {
        result.append(series)
        continue
      }
      for (place, developer) in rows.developerColumns.enumerated() where developer.column == column {
        let source = SeriesSource(sensor: own.sensor, name: developer.description.name, path: .developerField)
        let place = FITColumn.allCases.count + place
        if let series = series(place, quantity, rows, activities, source) {
          result.append(series)
          break
        }
      }
    }
    if let beats = beatIntervals(rows) { result.append(beats) }
    if let stored, !storedIsInside { result.append(stored) }
    return result
  }

  /// Whether any value of a series lies in the workout.
  private func isInside(_ series: Series, _ activities: [Activity]) -> Bool {
    guard let start = activities.first?.span.start, let end = activities.last?.span.end else { return false }
    return zip(series.times, series.values).contains { time, value in
      value > 0 && time >= start.millisecondsSince1970 && time <= end.millisecondsSince1970
    }
  }

  /// The series of a column, or `nil` where no value is valid; a heart rate that is always 0 stands for "no strap".
  private func series(
    _ column: Int, _ quantity: Quantity, _ rows: FITRows, _ activities: [Activity], _ source: SeriesSource
  ) -> Series? {
    var (times, values) = rows.values(column)
    let least = quantity == .heartRate ? 0 : -Double.infinity
    guard values.contains(where: { $0 > least }) else { return nil }
    if quantity == .cadence { countBothFeet(times, &values, activities) }
    return Series(quantity: quantity, times: times, values: values, source: source)
  }

  /// Running cadence is written in strides a minute; steps are twice that.
  private func countBothFeet(_ times: [Int64], _ values: inout [Double], _ activities: [Activity]) {
    guard activities.contains(where: { $0.sport.isOnFoot }) else { return }
    var leg = 0
    for i in values.indices {
      while leg + 1 < activities.count, activities[leg + 1].span.start.millisecondsSince1970 <= times[i] { leg += 1 }
      if activities[leg].sport.isOnFoot { values[i] *= 2 }
    }
  }

  /// A heart that beats 20 times a minute takes this many milliseconds; what is longer is a gap, not a beat.
  private static let longestInterval = 3000.0

  /// Times between beats. The messages have no time of their own: they belong to the record before them in the file,
  /// and inside a stretch without dropouts each beat is its interval after the one before.
  private func beatIntervals(_ rows: FITRows) -> Series? {
    // More than this off the record, a beat was lost: start anew from there.
    let tolerance = 3000.0
    var times: [Int64] = [], values: [Double] = []
    for (place, interval) in part.beatIntervals.enumerated() where interval > 0 {
      guard let record = rows.time(beforeRow: part.beatRows[place]) else { continue }
      var time = Double(times.last ?? record) + (times.isEmpty ? 0 : interval)
      if abs(time - Double(record)) > tolerance { time = max(Double(record), Double(times.last ?? record)) }
      times.append(Int64(time))
      values.append(interval > Self.longestInterval ? .nan : interval)
    }
    for message in part.all(290) {
      guard let start = clock.instant(message.timestamp) else { continue }
      var time = start.millisecondsSince1970 + Int64(message.int(0) ?? 0)
      for interval in message.array(1) {
        guard let interval, interval > 0, interval < 0x1_0000 else { continue }
        time += Int64(interval)
        guard time >= times.last ?? time else { continue }
        times.append(time)
        values.append(Double(interval) > Self.longestInterval ? .nan : Double(interval))
      }
    }
    guard values.contains(where: { !$0.isNaN }) else { return nil }
    return Series(quantity: .beatInterval, times: times, values: values, source: source(.beatInterval, onFoot: false))
  }
}
