// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import CoachService
import WorkoutFiles

/// `zonecoach summary`: what workouts in files were, without storing anything.
enum SummaryCommand: Command {
  static let name = "summary"
  static let abstract = "Shows time in zone and one line for workouts in files; stores nothing."
  static let synopsis = "zonecoach summary FILE… [options]"
  static let options =
    Option.zones + [
      Option("--json", nil, "one JSON array, an element for each workout"),
      Option("--strict", nil, "end with status 3 if there were warnings"),
    ]
  static let discussion = """
    Zones come from --boundaries or --scheme; else from the device that wrote the
    file; else from what you state here or stated on the page, an age being enough
    for an estimate; else from what the file says of you.
    FILE can be - for standard input.

      zonecoach summary long-run.fit
      zonecoach summary ride.fit --scheme coggan7 --ftp 250
      zonecoach summary run.fit --boundaries 120,140,160,180 --json
    """

  static func run(_ arguments: Arguments) throws -> ExitStatus {
    guard !arguments.words.isEmpty else { throw UsageError("Name at least one file.") }
    let request = try arguments.zoneRequest()
    var summaries: [WorkoutSummary] = []
    var status = ExitStatus.done
    var hasWarnings = false
    for (index, path) in arguments.words.enumerated() {
      if arguments.words.count > 20 { Terminal.progress("\(index + 1) of \(arguments.words.count) · \(path)") }
      do {
        for (name, file) in try InputFile.decodeAll(path) {
          let found = Summarizer.summaries(of: file, name: name, zones: request)
          if found.isEmpty {
            Terminal.progress(nil)
            Terminal.error("\(path): \(WorkoutLibrary.whyNoWorkout(file))")
            status = .failed
          }
          for problem in file.problems {
            hasWarnings = true
            Terminal.progress(nil)
            let place = problem.offset.map { " (at byte \($0))" } ?? ""
            Terminal.note("\(path): \(problem.code.rawValue): \(problem.message)\(place)")
          }
          summaries += found
        }
      } catch {
        Terminal.progress(nil)
        Terminal.error("\(path): \(error)")
        status = .failed
      }
    }
    Terminal.progress(nil)
    if arguments.has("--json") {
      Terminal.print(try JSONDocument.encode(summaries, pretty: true))
    } else {
      let texts = summaries.map { SummaryText.text($0, color: Terminal.hasColor) }
      if !texts.isEmpty { Terminal.print(texts.joined(separator: "\n\n")) }
    }
    if status == .done, hasWarnings, arguments.has("--strict") { return .warnings }
    return status
  }
}
