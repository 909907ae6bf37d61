// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Workouts

/// The moments of several series in order, each once, with the values told at it.
struct Moments {
  private let series: [Series?]
  private var places: [Int]
  /// The values of the moment, one for each series; not a number where a series tells nothing at it.
  private(set) var values: [Double]

  /// The moments of the preferred series of these quantities.
  init(_ recording: Recording, _ quantities: [Quantity]) {
    series = quantities.map { recording.series($0) }
    places = Array(repeating: 0, count: quantities.count)
    values = Array(repeating: .nan, count: quantities.count)
  }

  /// Goes on to the next moment; `nil` after the last. Of several values at one moment the last is right.
  mutating func next() -> Int64? {
    var time = Int64.max
    for (column, series) in series.enumerated() {
      if let series, places[column] < series.count { time = min(time, series.times[places[column]]) }
    }
    guard time < Int64.max else { return nil }
    for (column, series) in series.enumerated() {
      values[column] = .nan
      guard let series else { continue }
      while places[column] < series.count, series.times[places[column]] == time {
        values[column] = series.values[places[column]]
        places[column] += 1
      }
    }
    return time
  }
}
