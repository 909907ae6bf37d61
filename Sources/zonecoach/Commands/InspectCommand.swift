// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import CoachService

/// `zonecoach inspect`: what the decoder saw in a file.
enum InspectCommand: Command {
  static let name = "inspect"
  static let abstract = "Shows what the decoder sees in a file, without positions."
  static let synopsis = "zonecoach inspect FILE [--json]"
  static let options = [Option("--json", nil, "one JSON object")]
  static let discussion = """
    Use it when a workout looks odd, and send its output instead of the file:
    it holds no positions and no samples.

      zonecoach inspect ride.fit
    """

  static func run(_ arguments: Arguments) throws -> ExitStatus {
    guard arguments.words.count == 1, let path = arguments.words.first else { throw UsageError("Name one file.") }
    do {
      let files = try InputFile.decodeAll(path)
      guard files.count == 1, let only = files.first else {
        throw InputError("there are \(files.count) workout files in this archive; unpack it and name one")
      }
      let report = InspectionReport(only.file, name: only.name)
      if arguments.has("--json") {
        Terminal.print(try JSONDocument.encode(report, pretty: true))
      } else {
        Terminal.print(text(report))
      }
      return .done
    } catch {
      Terminal.error("\(path): \(error)")
      return .failed
    }
  }

  private static func text(_ report: InspectionReport) -> String {
    var lines = [
      "\(Terminal.safe(report.file ?? "–")): \(report.format.uppercased()), \(report.bytes) bytes, "
        + "\(report.kind ?? "of no stated kind")" + (report.parts > 1 ? ", \(report.parts) parts" : "")
    ]
    lines.append(
      "sessions \(report.sessions), laps \(report.laps), events \(report.events), records \(report.records.count) "
        + "(\(report.records.withHeartRate) with heart rate, \(report.records.withPower) with power)")
    if let first = report.records.first, let last = report.records.last {
      lines.append("First record \(first.iso8601), last \(last.iso8601)")
    }
    for workout in report.workouts {
      lines += ["", "Workout: \(workout.sport), \(workout.start.iso8601) to \(workout.end.iso8601)"]
      lines.append("  pauses: \(workout.pauses)" + (workout.smartRecording ? "; smart recording" : ""))
      let series = workout.series.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
      lines.append("  series: " + (series.isEmpty ? "none" : series.joined(separator: ", ")))
      if !workout.sensors.isEmpty {
        lines.append("  sensors: " + Terminal.safe(workout.sensors.joined(separator: ", ")))
      }
      for limits in workout.zoneLimits {
        lines.append("  \(limits.quantity) limits: \(numbers(limits.boundaries)) (\(limits.calculation))")
      }
      for session in workout.sessions {
        lines.append("  session: \(session.sport), \(clock(session.elapsedSeconds))")
        for totals in session.zoneTotals {
          lines.append(
            "    device's \(totals.quantity) zones: \(totals.seconds.map(clock).joined(separator: ", "))"
              + (totals.boundaries.isEmpty ? ", no limits stated" : " under \(numbers(totals.boundaries))"))
        }
      }
    }
    lines += ["", "Messages"]
    let width = report.messages.map { String($0.count).count }.max() ?? 1
    for message in report.messages {
      let count = String(message.count)
      lines.append(
        "  " + String(repeating: " ", count: width - count.count) + count + "  "
          + (message.name ?? "unknown") + " (\(message.number))")
    }
    if !report.developerFields.isEmpty {
      lines += ["", "Developer fields"]
      for field in report.developerFields {
        let units = field.units.map { " [\($0)]" } ?? ""
        lines.append(
          "  " + Terminal.safe("\(field.name ?? "not described")\(units) in \(field.count) × \(field.message)"))
      }
    }
    lines += ["", report.problems.isEmpty ? "No problems." : "Problems"]
    for problem in report.problems {
      lines.append("  \(problem.code): \(problem.message)" + (problem.offset.map { " (at byte \($0))" } ?? ""))
    }
    return lines.joined(separator: "\n")
  }

  private static func numbers(_ values: [Double?]) -> String {
    values.map { value in
      guard let value else { return "open" }
      return Int(exactly: value).map { String($0) } ?? String(value)
    }.joined(separator: ", ")
  }
}
