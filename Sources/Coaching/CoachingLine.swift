// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

public import Workouts

/// One sentence about a finished workout: what it says and the numbers in it, apart from any language.
public enum CoachingLine: Hashable, Sendable {
  /// The signal is known for too little of the workout to say more.
  case lowCoverage(quantity: Quantity, percent: Int)
  /// Below a zone for a share of the known time.
  case stayedBelow(zone: Int, percent: Int, sport: Sport)
  /// Below a zone all the time.
  case stayedBelowThroughout(zone: Int, sport: Sport)
  /// Mostly in a low zone, with short excursions above easy.
  case mostlyWithSpikes(zone: Int, spikes: Int)
  /// So many minutes in one zone or two neighbours.
  case minutesInZones(minutes: Int, first: Int, last: Int)
  /// So many minutes in a zone and above.
  case minutesFrom(zone: Int, minutes: Int)
  /// Repeats that reached a zone, whether that is a hard one, and what the rests did.
  case repeatsReached(reached: Int, of: Int, zone: Int, isHard: Bool, rests: Rests)
  /// Efforts too short to judge by heart rate: what the rests between them did.
  case restsSettled(settled: Int, of: Int, belowZone: Int)
  /// Repeats by power: blocks with their mean in a zone.
  case blocksHeld(count: Int, minutes: Int, zone: Int, percentFTP: Int?)
  /// A multisport workout: the leading zone of each of two legs.
  case legs(Leg, Leg)
  /// Mostly in one zone.
  case mostlyZone(zone: Int, percent: Int, sport: Sport)

  /// What heart rate did in the rests of a set.
  public enum Rests: Hashable, Sendable {
    /// In every rest it fell below the zone with this number.
    case settled(belowZone: Int)
    /// In fewer than half of the rests it did.
    case stayedElevated
    /// In some it did, or there is nothing to say.
    case unsaid
  }

  /// The zone in which most of a leg was spent.
  public struct Leg: Hashable, Sendable {
    /// The sport.
    public var sport: Sport
    /// The zone's number.
    public var zone: Int
    /// Its share of the leg's known time.
    public var percent: Int

    /// A leg.
    public init(sport: Sport, zone: Int, percent: Int) {
      self.sport = sport
      self.zone = zone
      self.percent = percent
    }
  }

  /// A stable word for what is said.
  public var code: String {
    switch self {
    case .lowCoverage: "low-coverage"
    case .stayedBelow: "stayed-below"
    case .stayedBelowThroughout: "stayed-below-throughout"
    case .mostlyWithSpikes: "mostly-with-spikes"
    case .minutesInZones: "minutes-in-zones"
    case .minutesFrom: "minutes-from"
    case .repeatsReached(_, _, _, _, .settled): "repeats-reached-rests-settled"
    case .repeatsReached(_, _, _, _, .stayedElevated): "repeats-reached-rests-elevated"
    case .repeatsReached: "repeats-reached"
    case .restsSettled: "rests-settled"
    case .blocksHeld: "blocks-held"
    case .legs: "legs"
    case .mostlyZone: "mostly-zone"
    }
  }

  /// What is said of, by name, as codes: the sport, of two legs both; `power` or `heartRate`; `hard` repeats.
  public var words: [String: String] {
    switch self {
    case .lowCoverage(let quantity, _): ["quantity": quantity.rawValue]
    case .stayedBelow(_, _, let sport), .stayedBelowThroughout(_, let sport), .mostlyZone(_, _, let sport):
      ["sport": sport.rawValue]
    case .repeatsReached(_, _, _, let isHard, _): isHard ? ["kind": "hard"] : [:]
    case .legs(let a, let b): ["firstSport": a.sport.rawValue, "secondSport": b.sport.rawValue]
    case .mostlyWithSpikes, .minutesInZones, .minutesFrom, .restsSettled, .blocksHeld: [:]
    }
  }

  /// The numbers, by name.
  public var values: [String: Double] {
    switch self {
    case .lowCoverage(_, let percent): ["percent": Double(percent)]
    case .stayedBelow(let zone, let percent, _): ["zone": Double(zone), "percent": Double(percent)]
    case .stayedBelowThroughout(let zone, _): ["zone": Double(zone)]
    case .mostlyWithSpikes(let zone, let spikes): ["zone": Double(zone), "spikes": Double(spikes)]
    case .minutesInZones(let minutes, let first, let last):
      ["minutes": Double(minutes), "firstZone": Double(first), "lastZone": Double(last)]
    case .minutesFrom(let zone, let minutes): ["zone": Double(zone), "minutes": Double(minutes)]
    case .repeatsReached(let reached, let count, let zone, _, let rests):
      if case .settled(let below) = rests {
        [
          "reached": Double(reached), "repeats": Double(count), "zone": Double(zone),
          "settledBelowZone": Double(below),
        ]
      } else {
        ["reached": Double(reached), "repeats": Double(count), "zone": Double(zone)]
      }
    case .restsSettled(let settled, let count, let zone):
      ["settled": Double(settled), "rests": Double(count), "zone": Double(zone)]
    case .blocksHeld(let count, let minutes, let zone, let percentFTP):
      percentFTP.map {
        ["blocks": Double(count), "minutes": Double(minutes), "zone": Double(zone), "percentFTP": Double($0)]
      } ?? ["blocks": Double(count), "minutes": Double(minutes), "zone": Double(zone)]
    case .legs(let a, let b):
      [
        "firstZone": Double(a.zone), "firstPercent": Double(a.percent), "secondZone": Double(b.zone),
        "secondPercent": Double(b.percent),
      ]
    case .mostlyZone(let zone, let percent, _): ["zone": Double(zone), "percent": Double(percent)]
    }
  }
}
