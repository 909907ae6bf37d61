// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import CoachService
import FoundationEssentials
import Workouts
import Zones

/// `zonecoach zones save` and `zonecoach zones custom`: zones under names.
enum CustomZonesCommand {
  static func save(_ arguments: Arguments) throws -> ExitStatus {
    try arguments.expect(words: 2...2)
    let names = arguments.value("--names").map { $0.split(separator: ",").map { String($0) } } ?? []
    guard let model = try arguments.zoneModel(names: names) else {
      throw UsageError("Say which zones: --boundaries with their limits, or --scheme.")
    }
    let library = try WorkoutLibrary(folder: arguments.dataFolder, athlete: arguments.athlete)
    let from = try arguments.calendarDay("--from") ?? library.today
    let version = try library.save(model, named: arguments.words[1], from: from)
    Terminal.print(
      version == 1
        ? "Kept “\(Terminal.safe(arguments.words[1]))”: \(model.words)."
        : "Kept version \(version) of “\(Terminal.safe(arguments.words[1]))”, which holds from \(from) on: \(model.words)."
    )
    return .done
  }

  static func run(_ arguments: Arguments) throws -> ExitStatus {
    let library = try WorkoutLibrary(folder: arguments.dataFolder, athlete: arguments.athlete)
    switch arguments.words.dropFirst().first {
    case nil: return try list(library, arguments)
    case "rename":
      try arguments.expect(words: 4...4)
      try library.renameZones(arguments.words[2], to: arguments.words[3])
      Terminal.print("Renamed “\(Terminal.safe(arguments.words[2]))” to “\(Terminal.safe(arguments.words[3]))”.")
    case "delete":
      try arguments.expect(words: 3...3)
      let kept = try library.deleteZones(arguments.words[2])
      if arguments.has("--json") {
        Terminal.print(try JSONDocument.encode(kept, pretty: true))
      } else {
        Terminal.print("Deleted “\(Terminal.safe(arguments.words[2]))”. Workouts keep what they were recorded with.")
        Terminal.note("To bring it back, keep this line for `zonecoach zones custom import -`:")
        Terminal.print(try JSONDocument.encode(kept))
      }
    case "export":
      try arguments.expect(words: 2...3)
      let name = arguments.words.count == 3 ? arguments.words[2] : nil
      Terminal.print(try JSONDocument.encode(library.zoneCollection(named: name), pretty: true))
    case "import":
      try arguments.expect(words: 3...3)
      let bytes = try InputFile.bytes(of: arguments.words[2])
      let taken = try library.importZones(ZoneCollection(json: Data(bytes)))
      Terminal.print(
        taken.isEmpty ? "All of it was here already." : "Took " + Terminal.safe(taken.joined(separator: ", ")) + ".")
    case let other?:
      throw UsageError("There is no “zones custom \(other)”; there are rename, delete, export and import.")
    }
    return .done
  }

  private static func list(_ library: WorkoutLibrary, _ arguments: Arguments) throws -> ExitStatus {
    let collection = try library.zoneCollection()
    if arguments.has("--json") {
      Terminal.print(try JSONDocument.encode(collection, pretty: true))
    } else if collection.sets.isEmpty {
      Terminal.note("No zones under names yet. `zonecoach zones save winter --boundaries 120,140,155` keeps some.")
    } else {
      Terminal.print(
        collection.sets.map { set in
          ([Terminal.safe(set.name)]
            + set.versions.map { "  version \($0.number), from \($0.from): \($0.zones.words)" }).joined(separator: "\n")
        }.joined(separator: "\n"))
    }
    return .done
  }
}
