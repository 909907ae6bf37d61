// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import CoachService
import FoundationEssentials

/// `zonecoach split`: one workout made two.
enum SplitCommand: Command {
  static let name = "split"
  static let abstract = "Makes a source of a workout a workout of its own."
  static let synopsis = "zonecoach split ID SOURCE [--yes] [--json]"
  static let options = [
    Option("--yes", nil, "do it without asking"),
    Option("--json", nil, "the preview as one JSON object"),
  ]
  static let discussion = """
    For two workouts that were taken for one. SOURCE is the name of a file
    that `zonecoach show ID` lists, or the number that is told if two have one name.
    You see first what the two will be; `zonecoach join` undoes it.

      zonecoach split 3f2a ride.gpx
    """

  static func run(_ arguments: Arguments) throws -> ExitStatus {
    guard arguments.words.count == 2 else { throw UsageError("Name a workout and one of its sources.") }
    let library = try WorkoutLibrary(folder: arguments.dataFolder, athlete: arguments.athlete)
    let id = try library.fullName(arguments.words[0]), word = arguments.words[1]
    guard let detail = library.workout(id) else { throw LibraryMissing(arguments.words[0]) }
    let found = detail.sources.filter { "\($0.id)" == word || $0.file == word }
    guard found.count == 1, let source = found.first else {
      let list = detail.sources.map { "\($0.id) \($0.file ?? $0.format)" }.joined(separator: ", ")
      Terminal.error("\(found.isEmpty ? "no" : "more than one") source is called “\(word)”; there are: \(list)")
      return .failed
    }
    guard let preview = try library.previewSplit(id, source: source.id) else {
      Terminal.error("the workout has only this source, so there is nothing to split")
      return .failed
    }
    guard try GroupingText.confirm(preview, "These will be two workouts:", arguments) else { return .failed }
    guard let new = try library.split(source: source.id) else { throw LibraryMissing(id) }
    Terminal.note("Two workouts now: \(id.prefix(8)) and \(new.prefix(8)). `zonecoach join` makes them one again.")
    return .done
  }
}

/// `zonecoach join`: two workouts made one.
enum JoinCommand: Command {
  static let name = "join"
  static let abstract = "Makes two workouts one with the sources of both."
  static let synopsis = "zonecoach join ID ID [--yes] [--json]"
  static let options = [
    Option("--yes", nil, "do it without asking"),
    Option("--json", nil, "the preview as one JSON object"),
  ]
  static let discussion = """
    For one workout that came twice and was not recognised. It keeps the name of the
    first and shows the richest source; `zonecoach split` undoes it.

      zonecoach join 3f2a 91bc
    """

  static func run(_ arguments: Arguments) throws -> ExitStatus {
    guard arguments.words.count == 2 else { throw UsageError("Name two workouts.") }
    let library = try WorkoutLibrary(folder: arguments.dataFolder, athlete: arguments.athlete)
    let names = try arguments.words.map { try library.fullName($0) }
    guard let preview = try library.previewJoin(names[0], with: names[1]) else {
      throw UsageError("Name two different workouts.")
    }
    guard try GroupingText.confirm(preview, "This will be one workout:", arguments) else { return .failed }
    try library.join(names[0], with: names[1])
    Terminal.note("One workout now: \(names[0].prefix(8)). `zonecoach split` makes them two again.")
    return .done
  }
}

/// What there will be, and the question.
private enum GroupingText {
  /// Shows what there will be and asks, unless `--yes` says so already.
  static func confirm(_ preview: GroupingPreview, _ title: String, _ arguments: Arguments) throws -> Bool {
    if arguments.has("--json") {
      Terminal.print(try JSONDocument.encode(preview, pretty: true))
    } else {
      Terminal.print(title)
      for part in preview.workouts { Terminal.print(text(part)) }
      if !preview.sharesTime { Terminal.note("The two share no time; they rarely are one workout.") }
    }
    if arguments.has("--yes") { return true }
    guard Terminal.canAsk, !arguments.has("--json") else {
      Terminal.note("Nothing was changed. Add --yes to do it.")
      return false
    }
    if Terminal.asks("Do it?") { return true }
    Terminal.note("Nothing was changed.")
    return false
  }

  private static func text(_ part: GroupingPreview.Part) -> String {
    let sources = part.sources.map {
      "\($0.file ?? $0.format)\($0.isShown && part.sources.count > 1 ? " (shown)" : "")"
    }
    let distance = part.distanceMeters.map { ", \(($0 / 10).rounded() / 100) km" } ?? ""
    return Terminal.safe(
      "  \(part.title), \(part.sport), \(part.start.civil.dayText) \(part.start.civil.timeText), "
        + "\(clock(part.elapsedSeconds))\(distance), from \(sources.joined(separator: " and "))")
  }
}
