// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

public import Workouts

extension AppleHealthExport {
  /// Adds what a route file of the archive tells to the workouts that refer to it.
  ///
  /// - Parameters:
  ///   - path: the file's name in the archive.
  ///   - route: what was read from it.
  /// - Returns: whether a workout refers to it.
  @discardableResult
  public mutating func addRoute(path: String, _ route: Recording) -> Bool {
    var isFound = false
    for i in workouts.indices where workouts[i].refers(to: path) {
      workouts[i].recording.addRoute(route)
      isFound = true
    }
    return isFound
  }
}

extension AppleHealthWorkout {
  /// Whether the workout's route is in the file of this name in the archive.
  public func refers(to path: String) -> Bool { routePaths.contains { Self.refers($0, to: path) } }

  /// Whether a path in the document (`/workout-routes/….gpx`) is that of the file of this name in the archive.
  public static func refers(_ routePath: String, to path: String) -> Bool {
    path == routePath || path.hasSuffix(routePath.hasPrefix("/") ? routePath : "/\(routePath)")
      || routePath == "/\(path)"
  }

  /// Adds the points of a route that lie inside the workout.
  public mutating func addRoute(_ route: Recording) { recording.addRoute(route) }
}

extension Recording {
  /// Adds the points of a route that lie inside the recording.
  ///
  /// A workout has several routes where it was paused, or for the steps of a plan. Their names say only the minute, so
  /// two workouts may refer to one file: the times of the points tell whose they are.
  mutating func addRoute(_ route: Recording) {
    let first = span.start.millisecondsSince1970, last = span.end.millisecondsSince1970
    for quantity in [Quantity.latitude, .longitude, .altitude, .speed] {
      guard let found = route.series(quantity) else { continue }
      var points: [(time: Int64, value: Double)] = []
      for (time, value) in zip(found.times, found.values) where time >= first && time <= last {
        points.append((time, value))
      }
      guard !points.isEmpty else { continue }
      let source = SeriesSource(name: "route")
      if let place = series.firstIndex(where: { $0.quantity == quantity && $0.source == source }) {
        points += zip(series[place].times, series[place].values).map { (time: $0, value: $1) }
        points.sort { $0.time < $1.time }
        series[place].times = points.map(\.time)
        series[place].values = points.map(\.value)
      } else {
        series.append(
          Series(quantity: quantity, times: points.map(\.time), values: points.map(\.value), source: source))
      }
    }
  }
}
