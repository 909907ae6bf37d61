// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import WorkoutFiles
import Workouts

/// Makes documents of Apple Health exports for tests.
enum HealthDocuments {
  /// A document around its elements.
  static func document(_ elements: String, head: String = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n") -> String {
    head
      + "<HealthData locale=\"en_GB\">\n<ExportDate value=\"2024-07-01 12:00:00 +0100\"/>\n\(elements)\n</HealthData>\n"
  }

  /// A heart rate; `time` of 2024-01-15 as `10:00:00`.
  static func heartRate(
    _ value: Double, _ time: String, to end: String? = nil, source: String = "Watch", device: String? = nil
  ) -> String {
    let device = device.map { "device=\"&lt;&lt;HKDevice: 0x1234&gt;, name:\($0), software:1&gt;\" " } ?? ""
    return """
      <Record type="HKQuantityTypeIdentifierHeartRate" sourceName="\(source)" \(device)unit="count/min" \
      startDate="2024-01-15 \(time) +0000" endDate="2024-01-15 \(end ?? time) +0000" value="\(value)"/>

      """
  }

  /// A workout of 2024-01-15 from 10:00 to 11:00.
  static func workout(
    _ inside: String = "", type: String = "Running", source: String = "Watch", attributes: String = "duration=\"60\"",
    from: String = "10:00:00", to: String = "11:00:00"
  ) -> String {
    """
    <Workout workoutActivityType="HKWorkoutActivityType\(type)" sourceName="\(source)" \(attributes) \
    startDate="2024-01-15 \(from) +0000" endDate="2024-01-15 \(to) +0000">
    \(inside)
    </Workout>

    """
  }

  /// An event of the workout.
  static func event(_ type: String, _ time: String, _ attributes: String = "") -> String {
    "<WorkoutEvent type=\"HKWorkoutEventType\(type)\" date=\"2024-01-15 \(time) +0000\" \(attributes)/>\n"
  }

  /// Reads a document in pieces of `size` bytes.
  static func read(_ document: some Collection<UInt8>, size: Int = 1 << 16) -> AppleHealthExport {
    let reader = AppleHealthReader(utcOffset: { zone, _ in zone == "Europe/Paris" ? 3600 : nil })
    let bytes = Array(document)
    var position = 0
    while position < bytes.count {
      let end = min(bytes.count, position + size)
      bytes[position..<end].withUnsafeBytes { reader.feed($0) }
      position = end
    }
    return reader.finish()
  }

  /// Reads elements inside a document.
  static func read(_ elements: String) -> AppleHealthExport { read(document(elements).utf8) }

  /// Seconds after 2024-01-15 10:00:00 UTC.
  static func seconds(_ instant: Instant) -> Int64 { instant.millisecondsSince1970 / 1000 - 1_705_312_800 }
}
