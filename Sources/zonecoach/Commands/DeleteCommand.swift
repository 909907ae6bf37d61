// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import CoachService
import FoundationEssentials
import HealthDatabase

/// `zonecoach delete`: workouts gone for good.
enum DeleteCommand: Command {
  static let name = "delete"
  static let abstract = "Deletes workouts for good, with all that was derived from them."
  static let synopsis = "zonecoach delete ID… | --source WHAT | --from DAY --to DAY | --all [--yes]"
  static let options = [
    Option("--source", "WHAT", "what came from there: format:gpx, device:garmin, file:NAME, archive:NAME"),
    Option("--from", "DAY", "workouts from this day on, as 2026-11-30"),
    Option("--to", "DAY", "workouts up to this day, the day included"),
    Option("--all", nil, "everything: all workouts, your zones, settings and notes too"),
    Option("--yes", nil, "delete without asking"),
    Option("--dry-run", nil, "only say what would go"),
    Option("--verify", "FILE", "check a receipt: given out here, and unchanged"),
    Option("--json", nil, "the preview or the receipt as one JSON object"),
  ]
  static let discussion = """
    You see first what goes. There is no undo: the bytes are gone from the database
    file as well. The receipt says what was deleted and holds no health values;
    keep it, here stays only its hash. A file of a deleted workout does not come
    back with the next import unless you say import --again; after --all you start
    anew. Days are those of the place where the workout was. `zonecoach sources`
    lists what --source takes.

      zonecoach delete 3f2a
      zonecoach delete --source format:gpx --dry-run
      zonecoach delete --from 2020-01-01 --to 2020-12-31 --yes --json > receipt.json
      zonecoach delete --verify receipt.json
    """

  static func run(_ arguments: Arguments) throws -> ExitStatus {
    if let path = arguments.value("--verify") { return try verify(path, arguments) }
    let library = try WorkoutLibrary(folder: arguments.dataFolder, athlete: arguments.athlete)
    let request = try request(arguments, library)
    let preview = try library.previewErasure(request)
    if arguments.has("--json"), !arguments.has("--yes") {
      Terminal.print(try JSONDocument.encode(preview, pretty: true))
    } else if !arguments.has("--yes") {
      Terminal.print(DeletionText.preview(preview))
    }
    if arguments.has("--dry-run") { return .done }
    guard !preview.isEmpty else {
      Terminal.note("There is nothing to delete.")
      return .done
    }
    if !arguments.has("--yes") {
      guard Terminal.canAsk, !arguments.has("--json") else {
        Terminal.note("Nothing was deleted. Add --yes to delete it.")
        return .failed
      }
      guard Terminal.asks("There is no undo. Delete it?") else {
        Terminal.note("Nothing was deleted.")
        return .done
      }
    }
    let receipt = try library.erase(request)
    if arguments.has("--json") {
      Terminal.print(try JSONDocument.encode(receipt, pretty: true))
    } else {
      Terminal.print(DeletionText.receipt(receipt))
    }
    return .done
  }

  private static func request(_ arguments: Arguments, _ library: WorkoutLibrary) throws -> DeletionRequest {
    let from = try arguments.day("--from"), to = try arguments.day("--to")
    var requests: [DeletionRequest] = []
    if !arguments.words.isEmpty { requests.append(.workouts(try arguments.words.map { try library.fullName($0) })) }
    if from != nil || to != nil { requests.append(.days(from: from, to: to)) }
    if let text = arguments.value("--source") {
      guard let source = SourceName(text) else {
        throw UsageError("--source is format:…, device:…, file:… or archive:…, not “\(text)”.")
      }
      requests.append(.source(source))
    }
    if arguments.has("--all") { requests.append(.everything) }
    guard requests.count == 1, let request = requests.first else {
      throw UsageError("Name workouts, or --source, or a span of days, or --all; one of them.")
    }
    return request
  }

  private static func verify(_ path: String, _ arguments: Arguments) throws -> ExitStatus {
    guard arguments.words.isEmpty else { throw UsageError("--verify takes one receipt and no workouts.") }
    let receipt = try DeletionReceipt(checking: Data(try InputFile.bytes(of: path)))
    let library = try WorkoutLibrary(folder: arguments.dataFolder, athlete: arguments.athlete)
    guard try library.gaveOut(receipt) else {
      Terminal.error(
        "the receipt is unchanged, but this data folder did not give it out, or was restored from a backup made before")
      return .failed
    }
    Terminal.print("This receipt was given out here and is unchanged.\n" + DeletionText.receipt(receipt))
    return .done
  }
}

/// `zonecoach sources`: where workouts come from.
enum SourcesCommand: Command {
  static let name = "sources"
  static let abstract = "Lists the formats, devices and archives the workouts come from."
  static let synopsis = "zonecoach sources [--json]"
  static let options = [Option("--json", nil, "one JSON array")]
  static let discussion = """
    What stands in front is what delete --source takes.

      zonecoach sources
    """

  static func run(_ arguments: Arguments) throws -> ExitStatus {
    guard arguments.words.isEmpty else { throw UsageError("sources takes no names.") }
    let library = try WorkoutLibrary(folder: arguments.dataFolder, athlete: arguments.athlete)
    let sources = try library.sources()
    if arguments.has("--json") {
      Terminal.print(try JSONDocument.encode(sources, pretty: true))
      return .done
    }
    guard !sources.isEmpty else {
      Terminal.note("No workouts. `zonecoach import FILE` brings some in.")
      return .done
    }
    let lines = sources.map { source in
      // Of a hash the beginning is enough.
      let text = source.kind == "archive" ? String(source.source.prefix(20)) : source.source
      let name = source.kind == "archive" ? source.name.map { "  \($0)" } ?? "" : ""
      return Terminal.safe(text) + String(repeating: " ", count: max(1, 32 - text.count))
        + "\(source.workouts) \(source.workouts == 1 ? "workout" : "workouts")" + Terminal.safe(name)
    }
    Terminal.print(lines.joined(separator: "\n"))
    return .done
  }
}
