// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import CoachService
import Workouts
import Zones

/// All workouts of a library under one new set of zones, from their histograms.
enum CompareBench {
  static func run(_ folder: String) throws {
    let library = try WorkoutLibrary(folder: folder)
    var anchors = Anchors()
    try anchors.set(.thresholdHeartRate, Anchor(168))
    try anchors.set(.functionalThresholdPower, Anchor(250))
    for (quantity, scheme) in [(Quantity.heartRate, "friel-bike7"), (.power, "coggan7")] {
      let zones = try ZoneModel(scheme: scheme).zones(for: anchors)
      let request = ComparisonRequest(quantity, zones: .set(zones))
      let count = try library.compare(request).workouts.count
      let time = try median(21) { use(try library.compare(request)) }
      print(
        "{\"quantity\": \"\(quantity.rawValue)\", \"workouts\": \(count), \"milliseconds\": \(time), "
          + "\"microsecondsPerHistogram\": \(time * 1000 / Double(max(1, count)))}")
    }
  }
}
