// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import CoachService
import FoundationEssentials
import HealthDatabase
import Workouts

/// `zonecoach workouts`: the list.
enum WorkoutsCommand: Command {
  static let name = "workouts"
  static let abstract = "Lists the workouts in the library."
  static let synopsis = "zonecoach workouts [--from DAY] [--to DAY] [--sport NAME] [--json]"
  static let options = [
    Option("--from", "DAY", "only from this day on, as 2026-11-30"),
    Option("--to", "DAY", "only up to this day"),
    Option("--sport", "NAME", "only this sport, for example running"),
    Option("--json", nil, "one JSON array"),
  ]
  static let discussion = """
    The newest is first. The name in front of each is what show, export and
    delete take; its first few letters are enough.

      zonecoach workouts --sport cycling --from 2026-01-01
    """

  static func run(_ arguments: Arguments) throws -> ExitStatus {
    guard arguments.words.isEmpty else { throw UsageError("workouts takes no names; show does.") }
    let library = try WorkoutLibrary(folder: arguments.dataFolder, athlete: arguments.athlete)
    let from = try arguments.day("--from"), to = try arguments.day("--to")
    let entries = library.workouts().filter { entry in
      let day = entry.start.civil.dayText
      return (from.map { day >= $0 } ?? true) && (to.map { day <= $0 } ?? true)
        && (arguments.value("--sport").map { $0 == entry.sport } ?? true)
    }
    if arguments.has("--json") {
      Terminal.print(try JSONDocument.encode(entries, pretty: true))
    } else if entries.isEmpty {
      Terminal.note("No workouts. `zonecoach import FILE` brings some in.")
    } else {
      Terminal.print(entries.map(row).joined(separator: "\n"))
    }
    return .done
  }

  private static func row(_ entry: WorkoutEntry) -> String {
    let title = String(Terminal.safe(entry.title).prefix(28))
    let time = clock(entry.activeSeconds)
    return "\(entry.id.prefix(8))  \(entry.start.civil.dayText) \(entry.start.civil.timeText)  "
      + title + String(repeating: " ", count: 29 - title.count)
      + String(repeating: " ", count: max(0, 8 - time.count)) + time
      + (entry.flag.map { "  \($0)" } ?? "")
  }
}

/// `zonecoach show`: one workout.
enum ShowCommand: Command {
  static let name = "show"
  static let abstract = "Shows a workout of the library, as summary does."
  static let synopsis = "zonecoach show ID [--json]"
  static let options = [Option("--json", nil, "one JSON object")]
  static let discussion = """
    ID is the name that `zonecoach workouts` lists; its first letters are enough.

      zonecoach show 3f2a
    """

  static func run(_ arguments: Arguments) throws -> ExitStatus {
    let library = try WorkoutLibrary(folder: arguments.dataFolder, athlete: arguments.athlete)
    let detail = try arguments.workout(in: library)
    if arguments.has("--json") {
      Terminal.print(try JSONDocument.encode(detail.summary, pretty: true))
    } else {
      var text = SummaryText.text(detail.summary, color: Terminal.hasColor)
      if detail.sources.count > 1 {
        let list = detail.sources.map { "\($0.file ?? $0.format)\($0.isShown ? " (shown)" : "")" }
        text += "\n\nSources: " + Terminal.safe(list.joined(separator: ", "))
      }
      Terminal.print(text)
    }
    return .done
  }
}

/// `zonecoach export`: a workout as a file.
enum ExportCommand: Command {
  static let name = "export"
  static let abstract = "Writes a workout as FIT, TCX, CSV or JSON."
  static let synopsis = "zonecoach export ID --format fit|tcx|csv|json [--output FILE]"
  static let options = [
    Option("--format", "NAME", "fit, tcx, csv or json (the document of show --json)"),
    Option("--output", "FILE", "the file to write (default: standard output)"),
  ]
  static let discussion = """
    FIT keeps the most. CSV leaves positions out.

      zonecoach export 3f2a --format fit --output ride.fit
    """

  static func run(_ arguments: Arguments) throws -> ExitStatus {
    guard let format = arguments.value("--format") else {
      throw UsageError("--format says as what: fit, tcx, csv, json.")
    }
    guard ["fit", "tcx", "csv", "json"].contains(format) else {
      throw UsageError("--format is fit, tcx, csv or json, not “\(format)”.")
    }
    let library = try WorkoutLibrary(folder: arguments.dataFolder, athlete: arguments.athlete)
    let detail = try arguments.workout(in: library)
    guard let data = try library.export(detail.entry.id, as: format) else {
      throw LibraryMissing(detail.entry.id)
    }
    if let path = arguments.value("--output") {
      try data.write(to: URL(filePath: path), options: .atomic)
      Terminal.note("Wrote \(data.count) bytes to \(path).")
    } else {
      Terminal.write(data)
    }
    return .done
  }
}
