// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import CoachService
import FoundationEssentials
import Workouts
import Zones

/// `zonecoach zones`: which zones hold, since when and why; choosing others.
enum ZonesCommand: Command {
  static let name = "zones"
  static let abstract = "Shows and changes your zones, with their history."
  static let synopsis = "zonecoach zones [show|set|history|undo|apply|save|custom|estimate|schemes]"
  static let options =
    Option.zones + [
      Option("--custom", "NAME", "custom zones by their name"),
      Option("--names", "A,B,…", "names for the zones, the lowest first"),
      Option("--none", nil, "with set: take back a choice, so that what holds for all sports holds again"),
      Option("--sport", "NAME", "only for this sport, for example running"),
      Option("--on", "DAY", "with show: the zones of that day"),
      Option("--from", "DAY", "from this day on (default: today)"),
      Option("--through", "DAY", "up to and with this day: a training block"),
      Option("--workout", "ID", "with set: only for this workout"),
      Option("--how", "WORD", "how a number is known: stated, measured, imported or estimated"),
      Option("--accept", "NAME", "with estimate: keep the estimate of this name"),
      Option("--dry-run", nil, "with apply: only say what would change"),
      Option("--yes", nil, "with apply: do not ask"),
      Option("--json", nil, "one JSON document"),
    ]
  static let discussion = """
    zones show       the zones of today, or of a day, with where they come from
    zones set        choose zones (--scheme, --boundaries, --custom), or state
                     numbers (--max-hr, --lthr, --ftp …), from a day on
    zones history    all that was entered, with the days for which it holds
    zones undo NAME  take back an entry of the history
    zones apply      put these zones over those that stored workouts have; the
                     ones they were recorded with stay, and undo shows them again
    zones save NAME  keep zones under a name; again under it is a new version
    zones custom     zones under names; with rename, delete, export, import
    zones estimate   thresholds estimated from stored workouts; never taken by
                     themselves
    zones schemes    the schemes there are, with their limits for you

    A workout keeps the zones that held on its day. A change from today on, or
    from any day, changes none that is stored; apply does, after a preview.

      zonecoach zones set --max-hr 190 --resting-hr 50
      zonecoach zones set --scheme friel-run7 --lthr 168 --sport running
      zonecoach zones set --boundaries 55%,75%,90%,105% --of ftp
      zonecoach zones save winter --boundaries 120,140,155
      zonecoach zones set --custom winter --from 2026-11-01 --through 2027-02-28
      zonecoach zones apply --from 2024-03-01 --dry-run
    """

  static func run(_ arguments: Arguments) throws -> ExitStatus {
    do {
      switch arguments.words.first {
      case nil, "show": return try show(arguments)
      case "schemes": return try ZoneSchemesList.run(arguments)
      case "set": return try set(arguments)
      case "history": return try history(arguments)
      case "undo": return try undo(arguments)
      case "apply": return try ZonesApply.run(arguments)
      case "save": return try CustomZonesCommand.save(arguments)
      case "custom": return try CustomZonesCommand.run(arguments)
      case "estimate": return try ZonesEstimate.run(arguments)
      case let other?:
        throw UsageError(
          "There is no “zones \(other)”; there are show, set, history, undo, apply, save, custom, estimate and schemes."
        )
      }
    } catch let error as ZoneError {
      throw UsageError("\(error).")
    }
  }

  // MARK: show

  private static func show(_ arguments: Arguments) throws -> ExitStatus {
    try arguments.expect(words: 0...1)
    let library = try WorkoutLibrary(folder: arguments.dataFolder, athlete: arguments.athlete)
    let day = try arguments.calendarDay("--on") ?? library.today
    let rows = library.preferredZones(on: day, sport: arguments.value("--sport").map(Sport.init(rawValue:)))
    if arguments.has("--json") {
      Terminal.print(try JSONDocument.encode(rows, pretty: true))
      return .done
    }
    guard !rows.isEmpty else {
      Terminal.note(
        "Nothing is known of your zones yet. Your age is enough to begin: `zonecoach zones set --age 40`; better is "
          + "`zonecoach zones set --max-hr 190 --resting-hr 50`. Files that bring zones keep theirs.")
      return .done
    }
    Terminal.print(rows.map(ZonesText.text).joined(separator: "\n\n"))
    if rows.contains(where: { $0.usesLaterValues }) {
      Terminal.note("Some numbers were entered for later days only, and stand in for \(day).")
    }
    return .done
  }

  // MARK: set

  private static func set(_ arguments: Arguments) throws -> ExitStatus {
    try arguments.expect(words: 1...1)
    let library = try WorkoutLibrary(folder: arguments.dataFolder, athlete: arguments.athlete)
    let sport = arguments.value("--sport").map(Sport.init(rawValue:))
    let from = try arguments.calendarDay("--from") ?? library.today
    let through = try arguments.calendarDay("--through")
    if let through, through < from { throw UsageError("--through \(through) lies before --from \(from).") }
    let stated = try arguments.statedAnchors()
    let zones = try choice(arguments, library)
    guard !stated.isEmpty || zones != nil else {
      throw UsageError("Say which zones (--scheme, --boundaries, --custom, --none) or state numbers (--max-hr …).")
    }
    if let sportless = stated.keys.first(where: \.needsSport), sport == nil {
      throw UsageError("\(sportless.option) differs from sport to sport: add --sport running or --sport swimming.")
    }
    var provenance = Anchor.Provenance.stated
    if let word = arguments.value("--how") {
      guard let known = Anchor.Provenance(rawValue: word) else {
        throw UsageError("--how is stated, measured, imported or estimated, not “\(word)”.")
      }
      provenance = known
    }
    if let (quantity, choice) = zones {
      if quantity == .speed, sport == nil {
        throw UsageError("Zones of speed differ from sport to sport: add --sport running or --sport swimming.")
      }
      try check(choice, quantity, with: stated, on: from, sport: sport, library)
    }
    if !stated.isEmpty {
      try library.enter(
        stated.map { kind, value in
          DatedAnchor(kind, Anchor(value, provenance), sport: sport, from: from, entered: library.time)
        })
    }
    if let (quantity, choice) = zones {
      var workout: String?
      if let name = arguments.value("--workout") { workout = try library.fullName(name) }
      try library.choose(
        ZoneChoice(
          quantity, choice, sport: sport, from: from, through: through, workout: workout, entered: library.time))
    }
    let rows = library.preferredZones(on: from, sport: sport)
    if arguments.has("--json") {
      Terminal.print(try JSONDocument.encode(rows, pretty: true))
    } else {
      Terminal.print(rows.map(ZonesText.text).joined(separator: "\n\n"))
      Terminal.note(
        "Stored workouts keep the zones of their day. `zonecoach zones apply --from \(from) --dry-run` says which would "
          + "change.")
    }
    return .done
  }

  /// What `--scheme`, `--boundaries`, `--custom` or `--none` choose.
  static func choice(
    _ arguments: Arguments, _ library: WorkoutLibrary
  ) throws -> (Quantity, ZoneChoice.Zones)? {
    let names = arguments.value("--names").map { $0.split(separator: ",").map { String($0) } } ?? []
    let model = try arguments.zoneModel(names: names)
    let given = [model != nil, arguments.value("--custom") != nil, arguments.has("--none")].filter { $0 }.count
    guard given <= 1 else { throw UsageError("Give one of --scheme, --boundaries, --custom and --none.") }
    if let model { return (model.quantity, .model(model)) }
    if let name = arguments.value("--custom") {
      guard let custom = library.zoneHistory.customs.first(where: { $0.name == name }),
        let quantity = custom.versions.first?.model.quantity
      else { throw UsageError("There are no zones named “\(name)”; `zonecoach zones custom` lists them.") }
      return (quantity, .custom(custom.id))
    }
    if arguments.has("--none") {
      guard let quantity = try arguments.quantity() else {
        throw UsageError("Say of what, with --quantity heart-rate, power or speed.")
      }
      return (quantity, .none)
    }
    return nil
  }

  /// Refuses zones for which a number is missing, before anything is stored.
  private static func check(
    _ choice: ZoneChoice.Zones, _ quantity: Quantity, with stated: [AnchorKind: Double], on day: Day, sport: Sport?,
    _ library: WorkoutLibrary
  ) throws {
    let history = library.zoneHistory
    let model: ZoneModel?
    switch choice {
    case .none: model = nil
    case .model(let its): model = its
    case .custom(let id): model = history.customs.first { $0.id == id }?.version(on: day)?.model
    }
    guard let model else { return }
    // Power for all sports is a bicycle's.
    let common: Sport? = quantity == .power ? .cycling : nil
    var anchors = history.anchors(on: day, sport: sport ?? common)
    for (kind, value) in stated {
      anchors.remove(kind)
      try anchors.set(kind, Anchor(value))
    }
    _ = try model.zones(for: anchors)
  }

  // MARK: history

  private static func history(_ arguments: Arguments) throws -> ExitStatus {
    try arguments.expect(words: 1...1)
    let library = try WorkoutLibrary(folder: arguments.dataFolder, athlete: arguments.athlete)
    let entries = try library.zoneEntries().filter { entry in
      arguments.value("--sport").map { $0 == entry.sport } ?? true
    }
    if arguments.has("--json") {
      Terminal.print(try JSONDocument.encode(entries, pretty: true))
    } else if entries.isEmpty {
      Terminal.note("Nothing was entered yet. `zonecoach zones set --help` shows how.")
    } else {
      Terminal.print(entries.map(ZonesText.text).joined(separator: "\n"))
    }
    return .done
  }

  private static func undo(_ arguments: Arguments) throws -> ExitStatus {
    try arguments.expect(words: 2...2)
    let library = try WorkoutLibrary(folder: arguments.dataFolder, athlete: arguments.athlete)
    let name = arguments.words[1]
    guard let kind = ZoneEntry.Kind(name), let entry = try library.zoneEntries().first(where: { $0.name == name }),
      try library.takeBack(kind)
    else { throw UsageError("There is no entry “\(name)”; `zonecoach zones history` lists them.") }
    Terminal.print("Took back \(entry.text).")
    return .done
  }
}

extension Arguments {
  /// The value of an option as a day of the calendar.
  func calendarDay(_ name: String) throws -> Day? {
    guard let text = value(name) else { return nil }
    guard let day = Day(iso8601: text) else {
      throw UsageError("\(name) needs a day such as 2026-11-30, not “\(text)”.")
    }
    return day
  }

  /// Refuses words that nothing asks for.
  func expect(words range: ClosedRange<Int>) throws {
    guard words.count >= range.lowerBound else { throw UsageError("Something is missing after “\(words.last ?? "")”.") }
    guard words.count <= range.upperBound else {
      throw UsageError("“\(words[range.upperBound])” belongs to nothing here.")
    }
  }
}
