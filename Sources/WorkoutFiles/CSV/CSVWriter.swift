// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

public import Workouts

/// Writes the samples of a recording as a table of comma-separated values (RFC 4180), for spreadsheets and scripts.
///
/// One row for each moment at which a sensor told something; a header with units; empty where nothing was told. Numbers
/// have a decimal point and times are in UTC, whatever the user's language. Times between heartbeats are left out:
/// they have moments of their own.
public enum CSVWriter {
  /// What can be a column, with its heading and decimals.
  private static let columns: [(quantity: Quantity, heading: String, decimals: Int)] = [
    (.heartRate, "heart_rate_bpm", 1), (.power, "power_w", 1), (.cadence, "cadence_per_min", 2),
    (.speed, "speed_m_per_s", 3), (.distance, "distance_m", 2), (.altitude, "altitude_m", 2),
    (.temperature, "temperature_degc", 2), (.coreTemperature, "core_temperature_degc", 2),
    (.respirationRate, "respiration_rate_per_min", 2), (.rightBalance, "right_balance_percent", 2),
  ]
  private static let positions: [(quantity: Quantity, heading: String, decimals: Int)] = [
    (.latitude, "latitude_deg", 8), (.longitude, "longitude_deg", 8),
  ]

  /// The bytes of a table in UTF-8. Where the athlete was is left out unless asked for.
  public static func encode(_ recording: Recording, includingPositions: Bool = false) -> [UInt8] {
    let columns = (columns + (includingPositions ? positions : [])).filter { recording.series($0.quantity) != nil }
    var output = TextOutput()
    output.write((["time_utc", "elapsed_s"] + columns.map(\.heading)).joined(separator: ","))
    output.write("\r\n")
    var moments = Moments(recording, columns.map(\.quantity))
    let start = recording.span.start.millisecondsSince1970
    while let time = moments.next() {
      guard moments.values.contains(where: { !$0.isNaN }) else { continue }
      output.write(time: time)
      output.write(",")
      output.write(Double(time - start) / 1000, decimals: 3)
      for (column, value) in zip(columns, moments.values) {
        output.write(",")
        output.write(value, decimals: column.decimals)
      }
      output.write("\r\n")
    }
    return output.bytes
  }
}
