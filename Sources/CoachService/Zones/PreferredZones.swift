// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import HealthDatabase
public import Workouts
public import Zones

/// The zones that hold on a day for a quantity and a sport, with all that is needed to understand them.
public struct PreferredZones: Codable, Sendable, Equatable {
  /// `heartRate`, `power` or `speed`.
  public var quantity: String
  /// The unit of the limits.
  public var unit: String
  /// The sport, or `nil` for all without zones of their own.
  @ExplicitNull public var sport: String?
  /// `system` or `user`.
  public var source: String
  /// The scheme, if it is one.
  @ExplicitNull public var scheme: String?
  /// The name of custom zones, if it is such.
  @ExplicitNull public var custom: String?
  /// Why these hold, for a person.
  public var reason: Wording
  /// The day from which they hold, if it was said.
  @ExplicitNull public var since: Day?
  /// Whether a formula stands behind them.
  public var estimated: Bool
  /// Whether a number stands in that was entered only for later days.
  public var usesLaterValues: Bool
  /// Where the limits come from, with the anchors and their days.
  public var provenance: String
  /// The anchors.
  public var anchors: [String: Anchor]
  /// The zones, the lowest first.
  public var zones: [Zone]

  /// One zone.
  public struct Zone: Codable, Sendable, Equatable {
    /// The number a person uses.
    public var number: Int
    /// The name.
    public var name: String
    /// Its lower limit, which belongs to it.
    @ExplicitNull public var minimum: Double?
    /// Its upper limit, which belongs to the next.
    @ExplicitNull public var maximum: Double?
    /// Both for a person.
    public var range: String
  }

  init(_ found: ZoneHistory.Found, sport: Sport?, history: ZoneHistory) {
    let set = found.zones
    quantity = set.quantity.rawValue
    unit = set.quantity.unit
    self.sport = sport?.rawValue
    source = set.source.rawValue
    scheme = set.scheme
    custom = found.custom.flatMap { custom in
      history.customs.first { $0.id == custom.id }.map { zones in
        zones.versions.count > 1 ? "\(zones.name), version \(custom.version)" : zones.name
      }
    }
    reason = found.reason.sentence
    since = found.since
    estimated = set.isEstimated
    usesLaterValues = found.usesLaterValues
    provenance = Summarizer.provenance(set)
    anchors = [:]
    for (kind, anchor) in set.anchors { anchors[kind.rawValue] = anchor }
    zones = (0..<set.boundaries.zoneCount).map { index in
      Zone(
        number: set.number(of: index), name: set.names[index], minimum: set.boundaries.lowerBound(of: index),
        maximum: set.boundaries.upperBound(of: index), range: set.range(of: index))
    }
  }
}

extension ZoneHistory.Reason {
  /// Why, for a person.
  var sentence: Wording {
    switch self {
    case .workout: "chosen for this workout"
    case .block(let from, let through, let sport):
      if let sport {
        "chosen for the training block \(from) to \(through) of \(Wording(key: words(sport)))"
      } else {
        "chosen for the training block \(from) to \(through)"
      }
    case .sport(let sport): "chosen for \(Wording(key: words(sport)))"
    case .allSports: "chosen for all sports without zones of their own"
    case .system: "computed from what is known of you; nobody chose others"
    }
  }
}

/// A sport as words.
func words(_ sport: Sport) -> String { sport.rawValue.split(separator: "_").joined(separator: " ") }

extension WorkoutLibrary {
  /// The zones that hold on a day: for all sports, and for each sport that has some of its own.
  ///
  /// Power for all sports is that of a bicycle, so it stands under cycling.
  public func preferredZones(on day: Day, sport: Sport? = nil) -> [PreferredZones] {
    let history = zoneHistory
    func found(_ quantity: Quantity, _ sport: Sport) -> ZoneHistory.Found? {
      history.chosen(quantity, sport: sport, on: day) ?? history.system(quantity, sport: sport, on: day)
    }
    if let sport {
      return [Quantity.heartRate, .power, .speed].compactMap { quantity in
        found(quantity, sport).map { PreferredZones($0, sport: sport, history: history) }
      }
    }
    var rows: [PreferredZones] = []
    let own = Set(history.choices.compactMap(\.sport) + history.anchors.compactMap(\.sport))
      .sorted { $0.rawValue < $1.rawValue }
    for quantity in [Quantity.heartRate, .power, .speed] {
      let general: Sport? = quantity == .heartRate ? .generic : quantity == .power ? .cycling : nil
      let common = general.flatMap { found(quantity, $0) }
      if let common {
        rows.append(PreferredZones(common, sport: quantity == .power ? .cycling : nil, history: history))
      }
      for sport in own where sport != general {
        guard let its = found(quantity, sport), its.zones != common?.zones || its.reason == .sport(sport) else {
          continue
        }
        rows.append(PreferredZones(its, sport: sport, history: history))
      }
    }
    return rows
  }

  /// All that was entered about zones, by the day from which it holds.
  public func zoneEntries() throws -> [ZoneEntry] {
    let (anchors, choices, customs, corrections) = try database.read { access in
      (
        try access.anchors(of: athleteID), try access.zoneChoices(of: athleteID), try access.customZones(of: athleteID),
        try access.zoneCorrections(of: athleteID)
      )
    }
    let history = zoneHistory
    var entries = anchors.compactMap { stored -> ZoneEntry? in
      guard let kind = AnchorKind(rawValue: stored.kind) else { return nil }
      let value = stored.value == stored.value.rounded() ? String(Int(stored.value)) : oneDecimal(stored.value)
      return ZoneEntry(
        name: "a\(stored.id)", from: stored.from, through: nil, sport: stored.sport?.rawValue,
        text: stored.note.map {
          "\(Wording(key: kind.name)) \(value), \(Wording(key: stored.provenance)): \(Wording(key: $0))"
        } ?? "\(Wording(key: kind.name)) \(value), \(Wording(key: stored.provenance))")
    }
    entries += choices.map { stored in
      var zones: Wording = "zones that this version can't read"
      if let choice = history.choices.first(where: { $0.id == stored.id }) {
        switch choice.zones {
        case .none: zones = stored.sport == nil ? "no choice; the device's, else computed" : "as for all sports"
        case .model(let model): zones = model.wording
        case .custom: zones = customs.first { $0.id == stored.customZones }.map { "“\($0.name)”" } ?? "custom zones"
        }
      }
      let quantity = Wording(key: Self.word(stored.quantity))
      let text: Wording =
        if let workout = stored.workoutUUID {
          "\(quantity): \(zones), for the workout \(String(workout.uuidString.lowercased().prefix(8)))"
        } else {
          "\(quantity): \(zones)"
        }
      return ZoneEntry(
        name: "c\(stored.id)", from: stored.from, through: stored.through, sport: stored.sport?.rawValue, text: text)
    }
    entries += corrections.map { stored in
      let what = try? JSONDecoder().decode(ZoneCorrection.self, from: Data(stored.noteJSON.utf8))
      let quantity = Wording(key: what.map { Self.word($0.quantity) } ?? "zones")
      let zones: Wording =
        switch what?.zones {
        case .history, nil: "as this history has it"
        case .model(let model): model.wording
        case .custom(let id): history.customs.first { $0.id == id }.map { "“\($0.name)”" } ?? "zones deleted since"
        }
      let span: Wording =
        switch (what?.from, what?.through) {
        case (nil, nil): "of all days"
        case (let from?, nil): "from \(from) on"
        case (nil, let through?): "through \(through)"
        case (let from?, let through?): "\(from) to \(through)"
        }
      return ZoneEntry(
        name: "k\(stored.id)", from: Day(of: stored.made, utcOffsetSeconds: nil), through: nil,
        sport: what?.sport?.rawValue,
        text: stored.workouts == 1
          ? "correction of 1 workout \(span): \(quantity) \(zones)"
          : "correction of \(stored.workouts) workouts \(span): \(quantity) \(zones)")
    }
    return entries.sorted { ($0.from, $0.name) < ($1.from, $1.name) }
  }

  static func word(_ quantity: Quantity) -> String {
    switch quantity {
    case .heartRate: "heart rate"
    case .power: "power"
    case .speed: "speed"
    default: quantity.rawValue
    }
  }
}

extension ZoneModel {
  /// What it is, for a person.
  public var words: String { wording.description }

  /// The same, for other languages too.
  public var wording: Wording {
    switch limits {
    case .scheme(let id): (try? ZoneScheme.named(id)).map { "\(Wording(key: $0.title)) (\(id))" } ?? Wording(key: id)
    case .percentages(let values, let basis):
      "\(values.map { plain($0) + " %" }.joined(separator: ", ")) of \(basis.word)"
    case .absolute(let values): "\(values.map(plain).joined(separator: ", ")) \(quantity.unitWord)"
    }
  }
}

extension Quantity {
  var unitWord: String { self == .heartRate ? "bpm" : unit }
}

/// A number with two decimals at most, and none that are needless.
func plain(_ value: Double) -> String {
  let hundredths = (value * 100).rounded() / 100
  return hundredths == hundredths.rounded() && abs(hundredths) < 1e15 ? String(Int64(hundredths)) : String(hundredths)
}
