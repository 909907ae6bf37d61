// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

/// An export with a run of ten minutes on each of the first days of 2024, at 10:00 UTC.
public enum HealthExport {
  /// The document: a run for each list of paths of its routes.
  public static func document(_ routes: [[String]], heartRate: Int = 140) -> [UInt8] {
    var text = "<?xml version=\"1.0\"?>\n<HealthData locale=\"en_GB\">\n"
    for day in routes.indices {
      for second in stride(from: 0, to: 600, by: 10) {
        let time = "2024-01-0\(day + 1) 10:0\(second / 60):\(second % 60 / 10)0 +0000"
        text += """
          <Record type="HKQuantityTypeIdentifierHeartRate" sourceName="Watch" unit="count/min" startDate="\(time)" \
          endDate="\(time)" value="\(heartRate + day + second / 30)"/>

          """
      }
    }
    for (day, paths) in routes.enumerated() {
      text += """
        <Workout workoutActivityType="HKWorkoutActivityTypeRunning" duration="10" sourceName="Watch" \
        startDate="2024-01-0\(day + 1) 10:00:00 +0000" endDate="2024-01-0\(day + 1) 10:10:00 +0000">
        \(paths.map { "<WorkoutRoute><FileReference path=\"\($0)\"/></WorkoutRoute>" }.joined())
        </Workout>

        """
    }
    return Array((text + "</HealthData>\n").utf8)
  }

  /// A route with a point a second.
  public static func route(day: Int, _ seconds: Range<Int> = 0..<600) -> [UInt8] {
    let points = seconds.map { second in
      let minute = second / 60, rest = second % 60
      return """
        <trkpt lon="8.\(100_000 + second)" lat="50.\(100_000 + second)"><ele>\(100 + second / 10)</ele>\
        <time>2024-01-0\(day)T10:\(minute < 10 ? "0" : "")\(minute):\(rest < 10 ? "0" : "")\(rest)Z</time>\
        <extensions><speed>2.5</speed><course>10</course><hAcc>2</hAcc><vAcc>3</vAcc></extensions></trkpt>
        """
    }
    return Array(
      """
      <?xml version="1.0"?><gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1"><trk><trkseg>
      \(points.joined(separator: "\n"))
      </trkseg></trk></gpx>
      """.utf8)
  }
}
