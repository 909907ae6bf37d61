// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

public import Workouts

/// An anchor from a day on, for one sport or for all.
public struct DatedAnchor: Hashable, Sendable {
  /// What it is.
  public var kind: AnchorKind
  /// Its value and where that comes from.
  public var anchor: Anchor
  /// The sport it holds for, or `nil` for all without one of their own.
  public var sport: Sport?
  /// The first day it holds.
  public var from: Day
  /// When it was entered: of two from the same day the later counts.
  public var entered: Instant

  /// An anchor from a day on.
  public init(_ kind: AnchorKind, _ anchor: Anchor, sport: Sport? = nil, from: Day, entered: Instant) {
    self.kind = kind
    self.anchor = anchor
    self.sport = sport
    self.from = from
    self.entered = entered
  }
}

/// Zones that an athlete keeps under a name. Editing them adds a version; the earlier ones stay true for their days.
public struct CustomZones: Hashable, Sendable, Identifiable {
  /// Its name for all time.
  public var id: String
  /// What the athlete calls it.
  public var name: String
  /// The versions, the first first; never empty.
  public var versions: [Version]

  /// What the zones were from a day on.
  public struct Version: Hashable, Sendable {
    /// 1 for the first.
    public var number: Int
    /// The first day it holds.
    public var from: Day
    /// The zones.
    public var model: ZoneModel

    /// A version.
    public init(number: Int, from: Day, model: ZoneModel) {
      self.number = number
      self.from = from
      self.model = model
    }
  }

  /// Zones under a name.
  public init(id: String, name: String, versions: [Version]) {
    self.id = id
    self.name = name
    self.versions = versions
  }

  /// The version of a day: the latest from that day or before, else the first of all.
  public func version(on day: Day) -> Version? {
    versions.filter { $0.from <= day }.max { ($0.from, $0.number) < ($1.from, $1.number) } ?? versions.first
  }
}

/// What an athlete chose for a quantity, and where it holds.
public struct ZoneChoice: Hashable, Sendable, Identifiable {
  /// Its number.
  public var id: Int64
  /// What is sorted.
  public var quantity: Quantity
  /// What was chosen.
  public var zones: Zones
  /// The sport it holds for, or `nil` for all without a choice of their own.
  public var sport: Sport?
  /// The first day it holds; for one workout without meaning.
  public var from: Day
  /// The last day of a training block, or `nil` for a choice that holds until another is made.
  public var through: Day?
  /// The only workout it holds for, if it is one.
  public var workout: String?
  /// When it was made: of two for the same days the later counts.
  public var entered: Instant

  /// What can be chosen.
  public enum Zones: Hashable, Sendable {
    /// These zones.
    case model(ZoneModel)
    /// The custom zones of this name for all time.
    case custom(String)
    /// None of one's own: as for all sports or, for all sports, as the device and the system have it.
    case none
  }

  /// A choice.
  public init(
    id: Int64 = 0, _ quantity: Quantity, _ zones: Zones, sport: Sport? = nil, from: Day, through: Day? = nil,
    workout: String? = nil, entered: Instant
  ) {
    self.id = id
    self.quantity = quantity
    self.zones = zones
    self.sport = sport
    self.from = from
    self.through = through
    self.workout = workout
    self.entered = entered
  }
}

/// What is known of an athlete's zones, by day: anchors, choices, zones of one's own. Pure: any day of the past can be
/// asked for.
public struct ZoneHistory: Hashable, Sendable {
  /// All anchors ever entered.
  public var anchors: [DatedAnchor]
  /// All choices ever made.
  public var choices: [ZoneChoice]
  /// Zones under names.
  public var customs: [CustomZones]
  /// Anchors that hold on every day and for every sport, such as those given with a command.
  public var fixed: [AnchorKind: Anchor] = [:]

  /// A history.
  public init(anchors: [DatedAnchor] = [], choices: [ZoneChoice] = [], customs: [CustomZones] = []) {
    self.anchors = anchors
    self.choices = choices
    self.customs = customs
  }

  /// Whether nothing is known.
  public var isEmpty: Bool { anchors.isEmpty && choices.isEmpty && customs.isEmpty && fixed.isEmpty }

  // MARK: Anchors

  /// The anchors that held on a day for a sport.
  ///
  /// FTP and critical power for all sports are those of a bicycle, so they do not count for sports on foot. An age grows
  /// by whole years from the day on which it was entered.
  ///
  /// - Parameter standingIn: whether, where none of a kind had been entered by that day, the first one entered for later
  ///   days stands in.
  public func anchors(on day: Day, sport: Sport?, standingIn: Bool = false) -> Anchors {
    var result = Anchors()
    for (kind, anchor) in fixed { try? result.set(kind, anchor) }
    for kind in AnchorKind.allCases where fixed[kind] == nil {
      let candidates = anchors.filter { $0.kind == kind && ($0.sport == nil || $0.sport == sport) }
        .filter { !(sport?.isOnFoot == true && $0.sport == nil && kind.isOfCycling) }
      guard let found = Self.held(on: day, of: candidates) ?? (standingIn ? Self.first(of: candidates) : nil) else {
        continue
      }
      var anchor = found.anchor
      anchor.since = found.from
      if kind == .age {
        anchor.value += (Double(day.daysSince1970 - found.from.daysSince1970) / 365.2425).rounded(.towardZero)
      }
      // Two values of different days may contradict each other; then the first of the two stays.
      try? result.set(kind, anchor)
    }
    return result
  }

  private static func held(on day: Day, of candidates: [DatedAnchor]) -> DatedAnchor? {
    func latest(_ some: [DatedAnchor]) -> DatedAnchor? {
      some.max { ($0.from, $0.entered) < ($1.from, $1.entered) }
    }
    let held = candidates.filter { $0.from <= day }
    return latest(held.filter { $0.sport != nil }) ?? latest(held)
  }

  /// The first of all, one of the sport before one of all; of those for the same first day the one entered last.
  private static func first(of candidates: [DatedAnchor]) -> DatedAnchor? {
    candidates.min { a, b in
      (a.sport == nil ? 1 : 0, a.from, b.entered) < (b.sport == nil ? 1 : 0, b.from, a.entered)
    }
  }

  /// The zones that a model makes on a day: from the anchors that held or, only where those are too few, with the first
  /// ones entered for later days.
  public func zones(
    _ model: ZoneModel, title: String? = nil, sport: Sport?, on day: Day
  ) -> (zones: ZoneSet, usesLaterValues: Bool)? {
    for standingIn in attempts {
      let known = anchors(on: day, sport: sport, standingIn: standingIn)
      if let zones = try? model.zones(for: known, title: title) { return (zones, standingIn) }
    }
    return nil
  }

  /// What is given with a command is given for any day, and so are the numbers beside it.
  private var attempts: [Bool] { fixed.isEmpty ? [false, true] : [true] }

  // MARK: Zones

  /// Zones with the reason for which they hold.
  public struct Found: Hashable, Sendable {
    /// The zones.
    public var zones: ZoneSet
    /// Why these.
    public var reason: Reason
    /// The day from which they hold, if it was said.
    public var since: Day?
    /// Whether a number stands in that was entered only for later days.
    public var usesLaterValues: Bool
    /// The custom zones and their version, if it is such.
    public var custom: Custom?

    /// Which custom zones.
    public struct Custom: Hashable, Sendable {
      /// Their name for all time.
      public var id: String
      /// The version.
      public var version: Int
    }
  }

  /// Why zones hold.
  public enum Reason: Hashable, Sendable {
    /// They were chosen for this workout.
    case workout
    /// They were chosen for a training block that holds the day, of the sport or of all.
    case block(from: Day, through: Day, sport: Sport?)
    /// They were chosen for the sport.
    case sport(Sport)
    /// They were chosen for all sports that have none of their own.
    case allSports
    /// Nobody chose: computed from what is known of the athlete.
    case system
  }

  /// The zones that the athlete chose for a workout, or `nil` if the athlete chose none.
  ///
  /// In this order: for the workout itself, for a training block, for the sport, for all sports. In a block a choice for
  /// the sport comes before one for all. Choices of power for all sports are those of a bicycle, and speed is chosen by
  /// sport only.
  public func chosen(_ quantity: Quantity, sport: Sport, on day: Day, workout: String? = nil) -> Found? {
    for (choice, reason) in applying(quantity, sport: sport, on: day, workout: workout) {
      if case .none = choice.zones {
        // Back to what holds for all; for all sports, to no choice.
        if choice.sport != nil { continue }
        return nil
      }
      if let found = found(choice, reason, sport: sport, on: day) { return found }
    }
    return nil
  }

  /// The zones computed from what is known of the athlete, where nobody chose any: for heart rate five of heart-rate
  /// reserve, or Friel's if only the threshold is known; for power on a bicycle Coggan's seven, of FTP or else of critical
  /// power, on foot Stryd's five; for speed those of the sport's critical speed. `nil` if too little is known.
  public func system(_ quantity: Quantity, sport: Sport, on day: Day) -> Found? {
    let models = Self.systemSchemes(quantity, sport: sport).compactMap { try? ZoneModel(scheme: $0) }
    for standingIn in attempts {
      let known = anchors(on: day, sport: sport, standingIn: standingIn)
      guard let zones = models.lazy.compactMap({ try? $0.zones(for: known) }).first else { continue }
      return Found(
        zones: zones, reason: .system, since: zones.anchors.values.compactMap(\.since).max(),
        usesLaterValues: standingIn, custom: nil)
    }
    return nil
  }

  /// The schemes that are taken where nobody chose, the first for which enough is known.
  public static func systemSchemes(_ quantity: Quantity, sport: Sport) -> [String] {
    switch quantity {
    case .heartRate: ["apple-hr5", sport == .cycling ? "friel-bike7" : "friel-run7"]
    case .power: sport.isOnFoot ? ["stryd5"] : ["coggan7", "cp7"]
    case .speed: sport == .swimming ? ["swim-speed6"] : sport.isOnFoot ? ["run-speed6"] : []
    default: []
    }
  }

  private func applying(
    _ quantity: Quantity, sport: Sport, on day: Day, workout: String?
  ) -> [(ZoneChoice, Reason)] {
    let ofQuantity = choices.filter { $0.quantity == quantity }
    var result: [(ZoneChoice, Reason)] = []
    func take(_ some: [ZoneChoice], _ reason: (ZoneChoice) -> Reason) {
      guard let latest = some.max(by: { ($0.from, $0.entered, $0.id) < ($1.from, $1.entered, $1.id) }) else { return }
      result.append((latest, reason(latest)))
    }
    if let workout { take(ofQuantity.filter { $0.workout == workout }) { _ in .workout } }
    let general = ofQuantity.filter { $0.workout == nil && $0.sport == nil && Self.isForAll(quantity, sport) }
    let own = ofQuantity.filter { $0.workout == nil && $0.sport == sport }
    for some in [own, general] {
      take(some.filter { $0.from <= day && $0.through.map { day <= $0 } ?? false }) {
        .block(from: $0.from, through: $0.through ?? $0.from, sport: $0.sport)
      }
    }
    take(own.filter { $0.from <= day && $0.through == nil }) { _ in .sport(sport) }
    take(general.filter { $0.from <= day && $0.through == nil }) { _ in .allSports }
    return result
  }

  /// Whether a choice for all sports means this sport too.
  static func isForAll(_ quantity: Quantity, _ sport: Sport) -> Bool {
    switch quantity {
    case .heartRate: true
    case .power: !sport.isOnFoot
    default: false
    }
  }

  private func found(_ choice: ZoneChoice, _ reason: Reason, sport: Sport, on day: Day) -> Found? {
    let model: ZoneModel
    var title: String?, custom: Found.Custom?
    switch choice.zones {
    case .none: return nil
    case .model(let stated): model = stated
    case .custom(let id):
      guard let zones = customs.first(where: { $0.id == id }), let version = zones.version(on: day) else { return nil }
      model = version.model
      title = zones.name
      custom = .init(id: id, version: version.number)
    }
    guard let made = zones(model, title: title, sport: sport, on: day) else { return nil }
    return Found(
      zones: made.zones, reason: reason, since: choice.workout == nil ? choice.from : nil,
      usesLaterValues: made.usesLaterValues, custom: custom)
  }
}

extension AnchorKind {
  /// Whether a value that names no sport is that of a bicycle.
  public var isOfCycling: Bool { self == .functionalThresholdPower || self == .criticalPower }

  /// Whether the value depends on the sport so much that one must be named: critical speed is that of running or of
  /// swimming.
  public var needsSport: Bool { self == .criticalSpeed }
}
