// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import HealthDatabase
import Synchronization
public import Workouts
import ZoneStorage
public import Zones

extension WorkoutLibrary {
  // MARK: Reading

  /// What the athlete has kept about zones: anchors, choices and zones of their own, with their days.
  public var zoneHistory: ZoneHistory {
    let before = state.withLock { $0.zones }
    let read = try? database.read { access -> (anchor: Int64, history: ZoneHistory) in
      let anchor = try access.lastAnchor()
      if let before, before.anchor == anchor { return before }
      return (anchor, try access.zoneHistory(of: athleteID))
    }
    guard let read else { return before?.history ?? ZoneHistory() }
    state.withLock { $0.zones = read }
    return read.history
  }

  /// What an athlete has kept about zones in a data folder, without making one; nothing where there is no such folder.
  public static func zoneHistory(in folder: String, named name: String = "me") -> ZoneHistory {
    guard FileManager.default.fileExists(atPath: databasePath(in: folder)),
      let database = try? HealthDatabase(path: databasePath(in: folder)),
      let history = try? database.read({ access in
        try access.existingAthlete(named: name).map { try access.zoneHistory(of: $0) }
      })
    else { return ZoneHistory() }
    return history
  }

  /// The zones that a workout was recorded with, beneath any correction: those of the whole, by quantity. Empty where it
  /// is kept with none, or its legs have different ones.
  public func recordedZones(of id: String) -> [Quantity: ZoneSet] {
    refresh()
    guard let (workout, entry) = state.withLock({ $0.entries[id] }) else { return [:] }
    // A workout of several sources may begin with another one; a day around is enough.
    let start = entry.start.instant
    let filter = WorkoutFilter(from: start + -86_400_000, to: start + 86_400_000)
    var result: [Quantity: ZoneSet] = [:]
    for quantity in WorkoutAnalysis.graded {
      let groups = try? database.read { try $0.zoneGroups(of: athleteID, quantity, asRecorded: true, filter) }
      result[quantity] = groups?[workout].flatMap { ZoneSet($0) }
    }
    return result
  }

  /// Today, in UTC: the program knows the clock of the computer, not the athlete's place.
  public var today: Day { Day(of: now, utcOffsetSeconds: nil) }

  /// The time by the library's clock.
  public var time: Instant { now }

  /// What the athlete states of themselves today, for sports without values of their own.
  public var athlete: AthleteSettings { AthleteSettings(zoneHistory, on: today) }

  // MARK: Anchors

  /// Keeps what the athlete states, from today on: what is not among it any more is forgotten for all days.
  ///
  /// Workouts that are kept with zones stay as they are; those that brought none are shown under the new ones.
  ///
  /// - Throws: `ZoneError` for values that can't be right, `DatabaseError` if they can't be stored.
  public func setAthlete(_ settings: AthleteSettings) throws {
    try settings.check()
    let before = athlete.values, after = settings.values
    let changed = AnchorKind.allCases.filter { before[$0] != after[$0] }
    guard !changed.isEmpty else { return }
    try changeZones { access in
      for kind in changed {
        if let value = after[kind] {
          try enter(DatedAnchor(kind, Anchor(value), from: today, entered: now), access)
        } else {
          try forget(kind, access)
        }
      }
    }
  }

  /// Keeps an anchor from a day on. One of the same kind, sport and day is replaced; others stay true for their days.
  ///
  /// - Throws: `ZoneError` for a value that can't be right or contradicts the others of that day.
  public func enter(_ anchors: [DatedAnchor]) throws {
    for anchor in anchors {
      guard anchor.kind.plausible.contains(anchor.anchor.value) else {
        throw ZoneError.implausibleAnchor(anchor.kind.name, anchor.anchor.value)
      }
      var others = zoneHistory.anchors(on: anchor.from, sport: anchor.sport)
      for other in anchors where other.from == anchor.from { others.remove(other.kind) }
      for other in anchors where other.from == anchor.from && other.sport == anchor.sport {
        try others.set(other.kind, other.anchor)
      }
    }
    try changeZones { access in
      for anchor in anchors { try enter(anchor, access) }
    }
  }

  private func enter(_ anchor: DatedAnchor, _ access: WriteAccess) throws {
    for old in try access.anchors(of: athleteID)
    where old.kind == anchor.kind.rawValue && old.sport == anchor.sport && old.from == anchor.from {
      try access.removeAnchor(old.id, of: athleteID)
    }
    try access.addAnchor(
      StoredAnchor(
        kind: anchor.kind.rawValue, sport: anchor.sport, from: anchor.from, value: anchor.anchor.value,
        provenance: anchor.anchor.provenance.rawValue, note: anchor.anchor.note, entered: anchor.entered),
      of: athleteID)
  }

  private func forget(_ kind: AnchorKind, _ access: WriteAccess) throws {
    for old in try access.anchors(of: athleteID) where old.kind == kind.rawValue && old.sport == nil {
      try access.removeAnchor(old.id, of: athleteID)
    }
  }

  // MARK: Choices

  /// Keeps a choice of zones.
  ///
  /// - Returns: the number by which it can be taken back.
  /// - Throws: `LibraryError` if it names custom zones or a workout that are not there.
  @discardableResult public func choose(_ choice: ZoneChoice) throws -> Int64 {
    var stored = StoredZoneChoice(
      quantity: choice.quantity, sport: choice.sport, from: choice.from, through: choice.through,
      entered: choice.entered)
    switch choice.zones {
    case .none: break
    case .model(let model): stored.modelJSON = String(decoding: try JSONDocument.encode(model), as: UTF8.self)
    case .custom(let id):
      let all = try database.read { try $0.customZones(of: athleteID) }
      guard let found = all.first(where: { $0.uuid.uuidString.lowercased() == id }) else {
        throw LibraryError("There are no zones of that name; `zonecoach zones custom` lists them.")
      }
      stored.customZones = found.id
    }
    if let workout = choice.workout {
      refresh()
      guard let id = state.withLock({ $0.entries[workout]?.id }) else {
        throw LibraryError("There is no such workout; `zonecoach workouts` lists them.")
      }
      stored.workout = id
    }
    var number: Int64 = 0
    try changeZones(workout: stored.workout) { access in
      // A choice for exactly the same place and days replaces the one before.
      for old in try access.zoneChoices(of: athleteID)
      where old.quantity == stored.quantity && old.sport == stored.sport && old.workout == stored.workout
        && (stored.workout != nil || (old.from == stored.from && old.through == stored.through))
      {
        try access.removeZoneChoice(old.id, of: athleteID)
      }
      number = try access.addZoneChoice(stored, of: athleteID)
    }
    return number
  }

  /// Takes a choice or an anchor back, so that what was before it holds again.
  ///
  /// - Returns: whether there was one.
  public func takeBack(_ entry: ZoneEntry.Kind) throws -> Bool {
    var existed = false
    var workout: WorkoutID?
    if case .choice(let id) = entry {
      workout = try database.read { try $0.zoneChoices(of: athleteID).first { $0.id == id }?.workout }
    }
    try changeZones(workout: workout) { access in
      switch entry {
      case .anchor(let id): existed = try access.removeAnchor(id, of: athleteID)
      case .choice(let id): existed = try access.removeZoneChoice(id, of: athleteID)
      case .correction(let id): existed = try access.removeZoneCorrection(id, of: athleteID)
      }
    }
    return existed
  }

  // MARK: Inside

  /// Changes what is kept about zones and shows the workouts anew that are not kept with zones of their own.
  func changeZones(workout: WorkoutID? = nil, _ change: (WriteAccess) throws -> Void) throws {
    try database.write { access in
      try change(access)
      try access.invalidateCardsWithoutZones(of: athleteID)
      if let workout { try access.invalidateCard(of: workout) }
    }
    forgetWhatWasRead()
    refresh()
  }
}

/// One thing in the history of zones, as it can be named and taken back.
public struct ZoneEntry: Sendable, Equatable, Codable {
  /// Its name: `a3` for an anchor, `c2` for a choice, `k1` for a correction.
  public var name: String
  /// The first day it holds; of a correction the day it was made.
  public var from: Day
  /// The last day, if it ends.
  public var through: Day?
  /// The sport, or `nil` for all.
  public var sport: String?
  /// What it says, for a person.
  public var text: Wording

  /// What kind of entry.
  public enum Kind: Sendable, Equatable {
    /// A number that zones hang on.
    case anchor(Int64)
    /// A choice of zones.
    case choice(Int64)
    /// Other zones put over those that workouts were recorded with.
    case correction(Int64)

    /// The entry of a name, or `nil` if it is none.
    public init?(_ name: String) {
      guard let id = Int64(name.dropFirst()) else { return nil }
      switch name.first {
      case "a": self = .anchor(id)
      case "c": self = .choice(id)
      case "k": self = .correction(id)
      default: return nil
      }
    }
  }
}
