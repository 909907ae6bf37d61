// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Foundation
import WorkoutFiles
import Workouts

/// Many one-hour rides at 1 Hz with heart rate, power, cadence, speed, altitude and position, no two alike.
enum RideSet {
  /// Writes rides as FIT files and returns their bytes in all.
  static func write(_ count: Int, to folder: String) throws -> Int {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    var total = 0
    for number in 0..<count {
      let bytes = try FITWriter.encode(ride(number))
      total += bytes.count
      try Data(bytes).write(to: URL(filePath: "\(folder)/ride-\(number).fit"))
    }
    return total
  }

  /// The ride of a number: wandering values, one ride every other day from 2010 on.
  private static func ride(_ number: Int) -> Recording {
    var state = UInt64(number) &* 0x9E37_79B9_7F4A_7C15 | 1
    func random(_ range: ClosedRange<Double>) -> Double {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return range.lowerBound + Double(state >> 11) / Double(1 << 53) * (range.upperBound - range.lowerBound)
    }
    let start = Instant(secondsSince1970: 1_262_340_000 + Int64(number) * 172_800 + Int64(random(0...7200)))
    let seconds = 3600
    var recording = Recording(
      sport: .cycling, span: TimeSpan(start: start, end: start + Int64(seconds) * 1000))
    recording.subSport = "road"
    var activity = Activity(sport: .cycling, subSport: "road", span: recording.span)
    activity.totals.timer = Int64(seconds) * 1000
    recording.activities = [activity]
    recording.laps = [Lap(span: recording.span, trigger: .sessionEnd)]
    recording.device = Device(manufacturer: "development", product: "1", serial: UInt32(number + 1))
    var columns: [Quantity: [Double]] = [:]
    var heart = 110.0, power = 180.0, cadence = 85.0, speed = 8.0, altitude = 300.0
    var latitude = 48.0 + random(0...1), longitude = 11.0 + random(0...1), heading = random(0...6), distance = 0.0
    for _ in 0..<seconds {
      heart = min(185, max(85, heart + random(-1.2...1.2)))
      power = min(600, max(0, power + random(-30...30)))
      cadence = min(110, max(60, cadence + random(-2...2)))
      speed = min(14, max(3, speed + random(-0.2...0.2)))
      altitude = max(0, altitude + random(-0.3...0.3))
      heading += random(-0.05...0.05)
      latitude += speed * cos(heading) / 111_320
      longitude += speed * sin(heading) / 74_500
      distance += speed
      columns[.heartRate, default: []].append(heart.rounded())
      columns[.power, default: []].append(power.rounded())
      columns[.cadence, default: []].append(cadence.rounded())
      columns[.speed, default: []].append((speed * 1000).rounded() / 1000)
      columns[.altitude, default: []].append((altitude * 5).rounded() / 5)
      columns[.distance, default: []].append((distance * 100).rounded() / 100)
      columns[.latitude, default: []].append(latitude)
      columns[.longitude, default: []].append(longitude)
    }
    let times = (0..<seconds).map { start.millisecondsSince1970 + Int64($0) * 1000 }
    recording.series = Quantity.allCases.compactMap { quantity in
      columns[quantity].map { Series(quantity: quantity, times: times, values: $0) }
    }
    return recording
  }
}
