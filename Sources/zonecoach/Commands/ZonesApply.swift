// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import CoachService
import Workouts
import Zones

/// `zonecoach zones apply`: other zones over those that stored workouts have, after a preview.
enum ZonesApply {
  static func run(_ arguments: Arguments) throws -> ExitStatus {
    try arguments.expect(words: 1...1)
    let library = try WorkoutLibrary(folder: arguments.dataFolder, athlete: arguments.athlete)
    let chosen = try ZonesCommand.choice(arguments, library)
    let zones: ZoneCorrection.Zones
    switch chosen?.1 {
    case nil: zones = .history
    case .model(let model): zones = .model(model)
    case .custom(let id): zones = .custom(id)
    case .some(.none): throw UsageError("--none is for set; `zonecoach zones undo` takes a correction back.")
    }
    guard try arguments.statedAnchors().isEmpty else {
      throw UsageError("Numbers are entered with `zonecoach zones set --from DAY`; apply then uses those of each day.")
    }
    let quantities = try (chosen?.0 ?? arguments.quantity()).map { [$0] } ?? [.heartRate, .power]
    let workouts = try arguments.value("--workout").map { [try library.fullName($0)] }
    let corrections = try quantities.map {
      ZoneCorrection(
        $0, from: try arguments.calendarDay("--from"), through: try arguments.calendarDay("--through"),
        sport: arguments.value("--sport").map(Sport.init(rawValue:)), workouts: workouts, zones: zones)
    }
    let previews = try corrections.map { ($0, try library.preview($0)) }
    let changing = previews.filter { $0.1.changed > 0 }
    if arguments.has("--dry-run") || changing.isEmpty {
      try tell(previews, done: nil, arguments)
      return .done
    }
    if !arguments.has("--yes") {
      guard Terminal.canAsk else {
        try tell(previews, done: nil, arguments)
        Terminal.note("Nothing was changed. Add --yes to do it.")
        return .failed
      }
      try tell(previews, done: nil, arguments)
      guard Terminal.asks("Do it? The zones they were recorded with stay, and undo shows them again.") else {
        Terminal.note("Nothing was changed.")
        return .done
      }
    }
    var ids: [Int64] = []
    var done: [(ZoneCorrection, ZoneCorrection.Preview)] = []
    for (correction, _) in changing {
      let (preview, id) = try library.apply(correction)
      done.append((correction, preview))
      if let id { ids.append(id) }
    }
    try tell(done, done: ids, arguments)
    return .done
  }

  private struct Report: Encodable {
    var quantity: String
    var preview: ZoneCorrection.Preview
    @ExplicitNull var entry: String?
  }

  private static func tell(
    _ previews: [(ZoneCorrection, ZoneCorrection.Preview)], done ids: [Int64]?, _ arguments: Arguments
  ) throws {
    if arguments.has("--json") {
      let reports = previews.enumerated().map { place, item in
        Report(quantity: item.0.quantity.rawValue, preview: item.1, entry: ids.map { "k\($0[place])" })
      }
      Terminal.print(try JSONDocument.encode(reports, pretty: true))
      return
    }
    for (place, (correction, preview)) in previews.enumerated() {
      var lines = [
        "\(ZonesText.word(correction.quantity)): \(counted(preview.changed, "workout")) "
          + (ids == nil ? "would be shown under other zones" : "shown under other zones")
          + ", \(preview.unchanged) have these already"
          + (preview.withoutData > 0 ? ", \(preview.withoutData) measured none" : "")
          + (preview.withoutZones > 0 ? ", \(preview.withoutZones) lack a number on their day" : "") + "."
      ]
      for example in preview.examples {
        lines.append(
          "  \(example.id.prefix(8))  \(example.start.civil.dayText)  "
            + "\(limits(example.before)) → \(limits(example.after))")
      }
      if preview.changed > preview.examples.count {
        lines.append("  … and \(preview.changed - preview.examples.count) more.")
      }
      if let ids { lines.append("  `zonecoach zones undo k\(ids[place])` takes it back.") }
      Terminal.print(lines.joined(separator: "\n"))
    }
  }

  private static func limits(_ values: [Double]?) -> String {
    values.map { $0.map(ZonesText.number).joined(separator: "·") } ?? "none"
  }

  private static func counted(_ count: Int, _ word: String) -> String { "\(count) \(word)\(count == 1 ? "" : "s")" }
}
