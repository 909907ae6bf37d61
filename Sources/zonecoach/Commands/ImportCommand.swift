// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import CoachService

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// `zonecoach import`: brings files into the library.
enum ImportCommand: Command {
  static let name = "import"
  static let abstract = "Brings workouts from files and folders into the library."
  static let synopsis = "zonecoach import PATH… [--again] [--json]"
  static let options = [
    Option("--again", nil, "bring back what you deleted, too"),
    Option("--json", nil, "one JSON object that says what was done"),
  ]
  static let discussion = """
    Folders are taken with all that is in them; - is standard input. Importing the
    same again changes nothing, and an import that was stopped goes on when it is
    run again. The same workout from two files is kept as one with two sources.
    A file whose workout you deleted is skipped; --again brings it back.

      zonecoach import ~/Downloads/ride.fit
      zonecoach import /media/garmin/GARMIN/Activity
    """

  static func run(_ arguments: Arguments) throws -> ExitStatus {
    guard !arguments.words.isEmpty else { throw UsageError("Name at least one file or folder.") }
    let library = try WorkoutLibrary(folder: arguments.dataFolder, athlete: arguments.athlete)
    let input = arguments.words.contains("-") ? try InputFile.bytes(of: "-") : nil
    let stop = Interruption.begin()
    let (report, verdicts) = try library.importPaths(
      arguments.words, standardInput: input, again: arguments.has("--again"), stop: stop
    ) { report in
      Terminal.progress("\(report.read) files · \(report.imported) imported · Ctrl-C stops, and nothing is lost")
    }
    Terminal.progress(nil)
    if arguments.has("--json") {
      Terminal.print(try JSONDocument.encode(report, pretty: true))
    } else {
      Terminal.print(text(report))
    }
    for verdict in verdicts where verdict.outcome == .failed {
      Terminal.error("\(verdict.file): \(verdict.message ?? "could not be read")")
    }
    if report.stopped { Terminal.note("Stopped. What was done is kept; run the same again to go on.") }
    let hasWorkout = verdicts.contains { $0.outcome != .skipped || $0.code == "deleted" }
    return report.failed.isEmpty && hasWorkout ? .done : .failed
  }

  private static func text(_ report: ImportReport) -> String {
    var parts = ["imported \(report.imported)"]
    if report.alreadyThere > 0 { parts.append("already here \(report.alreadyThere)") }
    if report.mergedSources > 0 { parts.append("joined as another source \(report.mergedSources)") }
    if !report.skipped.isEmpty { parts.append("skipped \(report.skipped.count)") }
    if !report.failed.isEmpty { parts.append("unreadable \(report.failed.count)") }
    var lines = ["\(report.read) \(report.read == 1 ? "file" : "files"): " + parts.joined(separator: ", ") + "."]
    for skipped in report.skipped.prefix(10) { lines.append("  \(Terminal.safe(skipped.path)): \(skipped.reason)") }
    if report.skipped.count > 10 { lines.append("  … and \(report.skipped.count - 10) more.") }
    return lines.joined(separator: "\n")
  }
}

/// Ctrl-C during long work: the first asks it to stop at the next safe place, the second ends the program.
enum Interruption {
  private static let current = ImportStop()

  /// Takes over Ctrl-C, and says when it was pressed.
  static func begin() -> ImportStop {
    signal(SIGINT) { _ in
      if Interruption.current.isStopped { _exit(130) }
      Interruption.current.stop()
    }
    return current
  }
}
