// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import FoundationEssentials
import HealthDatabase
import Synchronization
public import Workouts
public import Zones

/// Which workouts get other zones, and which.
public struct ZoneCorrection: Sendable, Equatable, Codable {
  /// What is sorted.
  public var quantity: Quantity
  /// The first local day, or `nil` for all before.
  public var from: Day?
  /// The last local day, or `nil` for all after.
  public var through: Day?
  /// The sport of the workout, or `nil` for all.
  public var sport: Sport?
  /// Only these workouts, by their names in the library; `nil` for all.
  public var workouts: [String]?
  /// The zones.
  public var zones: Zones

  /// Zones to put over those that workouts were recorded with.
  public enum Zones: Sendable, Equatable, Codable {
    /// What the athlete's history says today of the day of each workout.
    case history
    /// These zones, with the anchors of each workout's day.
    case model(ZoneModel)
    /// The custom zones of this name for all time, in the version of each workout's day.
    case custom(String)
  }

  /// A correction.
  public init(
    _ quantity: Quantity, from: Day? = nil, through: Day? = nil, sport: Sport? = nil, workouts: [String]? = nil,
    zones: Zones
  ) {
    self.quantity = quantity
    self.from = from
    self.through = through
    self.sport = sport
    self.workouts = workouts
    self.zones = zones
  }

  /// What a correction would do, before anyone agrees to it.
  public struct Preview: Sendable, Equatable, Codable {
    /// Workouts that would be shown under other zones than now.
    public var changed = 0
    /// Workouts that have these zones already.
    public var unchanged = 0
    /// Workouts of the span without a value of the quantity.
    public var withoutData = 0
    /// Workouts for which the zones can't be made, because a number is missing on their day.
    public var withoutZones = 0
    /// The first few that would change, the latest first.
    public var examples: [Example] = []

    /// One workout before and after.
    public struct Example: Sendable, Equatable, Codable {
      /// Its name in the library.
      public var id: String
      /// When it began.
      public var start: ZonedTime
      /// Where the zones meet now; `nil` if it has none, or legs with different ones.
      public var before: [Double]?
      /// Where they would meet; `nil` for legs with different ones.
      public var after: [Double]?
      /// Seconds in each zone now.
      public var secondsBefore: [Double]?
      /// Seconds in each zone then.
      public var secondsAfter: [Double]?
    }
  }
}

extension WorkoutLibrary {
  /// What a correction would do. Nothing is changed.
  public func preview(_ correction: ZoneCorrection) throws -> ZoneCorrection.Preview {
    try plan(correction).preview
  }

  /// Puts other zones over those that workouts were recorded with. Those stay below; `undo` brings them to light again.
  ///
  /// - Returns: what was done, and the number by which it can be taken back; `nil` where nothing would change.
  @discardableResult
  public func apply(_ correction: ZoneCorrection) throws -> (preview: ZoneCorrection.Preview, id: Int64?) {
    let plan = try plan(correction)
    guard !plan.groups.isEmpty else { return (plan.preview, nil) }
    var id: Int64 = 0
    let note = String(decoding: try JSONDocument.encode(correction), as: UTF8.self)
    try changeZones { access in
      id = try access.addZoneCorrection(noteJSON: note, groups: plan.groups, of: athleteID)
    }
    return (plan.preview, id)
  }

  /// The corrections that hold, the latest last.
  public func corrections() throws -> [(id: Int64, made: Instant, correction: ZoneCorrection?, workouts: Int)] {
    try database.read { try $0.zoneCorrections(of: athleteID) }.map { stored in
      (
        stored.id, stored.made, try? JSONDecoder().decode(ZoneCorrection.self, from: Data(stored.noteJSON.utf8)),
        stored.workouts
      )
    }
  }

  private struct Plan {
    var preview = ZoneCorrection.Preview()
    var groups: [(recording: RecordingID, groups: [StoredZoneGroup])] = []
  }

  private func plan(_ correction: ZoneCorrection) throws -> Plan {
    let history = zoneHistory
    if case .custom(let id) = correction.zones, !history.customs.contains(where: { $0.id == id }) {
      throw LibraryError("There are no zones of that name; `zonecoach zones custom` lists them.")
    }
    let names = correction.workouts.map(Set.init)
    let rows = try database.read { try $0.workouts(of: athleteID) }.filter { row in
      let day = Day(of: row.span.start, utcOffsetSeconds: row.utcOffsetSeconds)
      return (correction.from.map { $0 <= day } ?? true) && (correction.through.map { day <= $0 } ?? true)
        && (correction.sport.map { $0 == row.sport } ?? true) && (names?.contains(Self.name(row)) ?? true)
    }
    // Each reads for itself, on all cores.
    let found = Mutex([Outcome?](repeating: nil, count: rows.count))
    let failure = Mutex<(any Error)?>(nil)
    DispatchQueue.concurrentPerform(iterations: rows.count) { index in
      do {
        let outcome = try database.read { try Self.outcome(correction, rows[index], history, $0) }
        found.withLock { $0[index] = outcome }
      } catch {
        failure.withLock { $0 = error }
      }
    }
    if let failure = failure.withLock({ $0 }) { throw failure }
    var plan = Plan()
    for (row, outcome) in zip(rows, found.withLock { $0 }) {
      switch outcome {
      case .withoutData, nil: plan.preview.withoutData += 1
      case .withoutZones: plan.preview.withoutZones += 1
      case .unchanged: plan.preview.unchanged += 1
      case .changed(let recording, let before, let after):
        plan.preview.changed += 1
        plan.groups.append((recording, after))
        if plan.preview.examples.count < 5 { plan.preview.examples.append(Self.example(row, before, after)) }
      }
    }
    return plan
  }

  private enum Outcome: Sendable {
    case withoutData
    case withoutZones
    case unchanged
    case changed(RecordingID, before: [StoredZoneGroup], after: [StoredZoneGroup])
  }

  private static func outcome(
    _ correction: ZoneCorrection, _ row: WorkoutRow, _ history: ZoneHistory, _ access: ReadAccess
  ) throws -> Outcome {
    guard let primary = row.primary else { return .withoutData }
    let histograms = try access.histograms(of: primary).filter { $0.quantity == correction.quantity }
    guard histograms.contains(where: { $0.bins.contains { $0 > 0 } }) else { return .withoutData }
    let outline = try access.outline(of: primary)
    let day = Day(of: outline.span.start, utcOffsetSeconds: outline.utcOffsetSeconds)
    let before = try access.zoneGroups(of: primary).filter { $0.quantity == correction.quantity }

    func zones(_ sport: Sport) -> ZoneSet? {
      switch correction.zones {
      case .history:
        return
          (history.chosen(correction.quantity, sport: sport, on: day, workout: name(row))
          ?? history.system(correction.quantity, sport: sport, on: day))?.zones
      case .model(let model): return history.zones(model, sport: sport, on: day)?.zones
      case .custom(let id):
        guard let custom = history.customs.first(where: { $0.id == id }), let version = custom.version(on: day) else {
          return nil
        }
        return history.zones(version.model, title: custom.name, sport: sport, on: day)?.zones
      }
    }
    let sets = outline.activities.map { zones($0.sport) }
    let hasLegs = outline.activities.count > 1
    // Legs that measured nothing have no say in what the whole is sorted into.
    let counting = outline.activities.indices.filter { leg in
      !hasLegs || histograms.contains { $0.leg == leg && $0.bins.contains { $0 > 0 } }
    }
    let shared = counting.first.flatMap { first in
      counting.allSatisfy { sets[$0]?.boundaries == sets[first]?.boundaries } ? sets[first] : nil
    }
    guard counting.contains(where: { sets[$0] != nil }) else { return .withoutZones }

    // From histograms wherever that is exact, else from the samples.
    var analysis: WorkoutAnalysis?
    var after: [StoredZoneGroup] = []
    for histogram in histograms {
      guard let set = histogram.leg.map({ $0 < sets.count ? sets[$0] : nil }) ?? shared else { continue }
      let bins = TimeAtValue(histogram)
      var time = bins.timeInZone(set.boundaries)
      if !bins.isExact {
        if analysis == nil {
          analysis = WorkoutAnalysis(
            try access.recording(primary), zones: ZoneRequest(), excluding: try access.exclusions(of: primary))
        }
        let window = histogram.leg.map { outline.activities[$0].span }
        time = analysis?.time(correction.quantity, set, in: window) ?? time
      }
      after.append(StoredZoneGroup(set, leg: histogram.leg, time))
    }
    let isSame =
      before.count == after.count
      && after.allSatisfy { new in before.contains { $0.leg == new.leg && $0.boundaries == new.boundaries } }
    return isSame ? .unchanged : .changed(primary, before: before, after: after)
  }

  private static func example(
    _ row: WorkoutRow, _ before: [StoredZoneGroup], _ after: [StoredZoneGroup]
  ) -> ZoneCorrection.Preview.Example {
    let old = before.first { $0.leg == nil }, new = after.first { $0.leg == nil }
    return .init(
      id: name(row), start: ZonedTime(row.span.start, offsetSeconds: row.utcOffsetSeconds), before: old?.boundaries,
      after: new?.boundaries, secondsBefore: old?.durations.map(seconds), secondsAfter: new?.durations.map(seconds))
  }
}
