// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import CoachService
import Workouts
import Zones

/// `zonecoach compare`: workouts under one set of zones.
enum CompareCommand: Command {
  static let name = "compare"
  static let abstract = "Compares workouts under one set of zones, and says where it can't."
  static let synopsis = "zonecoach compare [ID…] [zones] [--from DAY] [--through DAY] [--json]"
  static let options =
    Option.zones + [
      Option("--from", "DAY", "all workouts from this day on, as 2026-11-30"),
      Option("--through", "DAY", "all workouts up to and with this day"),
      Option("--sport", "NAME", "only this sport, for example running"),
      Option("--above", "N", "also the time at or above this many beats or watts"),
      Option("--then", nil, "each under the zones of its own day"),
      Option("--athletes", "A,B,…", "workouts of several athletes, each under their own limits"),
      Option("--total", nil, "only the sum, without a line for each"),
      Option("--json", nil, "one JSON object"),
    ]
  static let discussion = """
    Without zones those you have today are taken. What was recorded stands beside
    what is counted anew. Class A: recorded under these very limits. B: counted
    anew under one set. C: several people, each under their own; compare shares.
    Numbers of zones are never compared across different sets.

      zonecoach compare 3f2a 77c1 --scheme friel-run7 --lthr 168
      zonecoach compare --from 2026-01-01 --sport running --above 160
      zonecoach compare --from 2026-11-01 --athletes ann,ben --scheme hrmax5
    """

  static func run(_ arguments: Arguments) throws -> ExitStatus {
    let athletes = arguments.value("--athletes").map { $0.split(separator: ",").map { String($0) } }
    let libraries = try (athletes ?? [arguments.athlete]).map {
      try WorkoutLibrary(folder: arguments.dataFolder, athlete: $0)
    }
    guard let library = libraries.first else { throw UsageError("--athletes needs names with commas between.") }
    let hasSpan = arguments.value("--from") != nil || arguments.value("--through") != nil || athletes != nil
    guard arguments.words.count >= 2 || (arguments.words.isEmpty && (hasSpan || arguments.value("--sport") != nil))
    else {
      throw UsageError("Name two workouts or more, or choose some with --from, --through or --sport.")
    }
    var request = try self.request(arguments, library)
    if !arguments.words.isEmpty {
      guard athletes == nil else { throw UsageError("Give names of workouts, or --athletes with a span, not both.") }
      request.workouts = try arguments.words.map { try library.fullName($0) }
    }
    request.from = try arguments.calendarDay("--from")
    request.through = try arguments.calendarDay("--through")
    request.sport = arguments.value("--sport").map(Sport.init(rawValue:))
    request.above = try arguments.number("--above")
    var comparison = try WorkoutLibrary.compare(request, in: libraries)
    let isPossible = comparison.class != nil
    if arguments.has("--total") { comparison.workouts = [] }
    if arguments.has("--json") {
      Terminal.print(try JSONDocument.encode(comparison, pretty: true))
    } else {
      Terminal.print(ComparisonText.text(comparison, above: request.above, showsAthletes: libraries.count > 1))
    }
    return isPossible ? .done : .failed
  }

  private static func request(_ arguments: Arguments, _ library: WorkoutLibrary) throws -> ComparisonRequest {
    do {
      let model = try arguments.zoneModel()
      let quantity = try model?.quantity ?? arguments.quantity() ?? .heartRate
      guard quantity != .speed else { throw UsageError("Speed can't be compared yet; heart rate and power can.") }
      guard !arguments.has("--then") || model == nil else {
        throw UsageError("--then takes the zones of each day; leave --scheme and --boundaries out.")
      }
      let zones: ComparisonRequest.Zones
      if let model, arguments.value("--athletes") != nil {
        zones = .model(model)
      } else if let model {
        var anchors = ZoneRequest(library.zoneHistory)
        anchors.anchors = try Anchors(stated: arguments.statedAnchors())
        zones = .set(try model.zones(for: anchors.anchorsOfToday()))
      } else if arguments.has("--then") {
        zones = .ofEachDay
      } else {
        zones = .preferred(on: library.today)
      }
      return ComparisonRequest(quantity, zones: zones)
    } catch let error as ZoneError {
      throw UsageError("\(error).")
    }
  }
}
