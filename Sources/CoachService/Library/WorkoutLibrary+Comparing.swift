// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import HealthDatabase
import Synchronization
import Training
import Workouts
import Zones

extension WorkoutLibrary {
  /// Sorts workouts into zones from their histograms and says how they can be compared. No sample is read.
  ///
  /// - Throws: `LibraryError` if no zones can be made, `DatabaseError` if the database can't be read.
  public func compare(_ request: ComparisonRequest) throws -> Comparison {
    try Self.compare(request, in: [self])
  }

  /// The same over the workouts of several athletes, each under limits made from their own numbers.
  public static func compare(_ request: ComparisonRequest, in libraries: [WorkoutLibrary]) throws -> Comparison {
    var candidates: [Candidate] = []
    for library in libraries { candidates += try library.candidates(request) }
    candidates.sort { ($0.row.start.instant, $0.row.id) < ($1.row.start.instant, $1.row.id) }
    return comparison(request, candidates)
  }

  /// A workout with what decides whether it can be compared; `side` is `nil` where it can't.
  private struct Candidate {
    var row: Comparison.Row
    var side: Comparability.Side?
  }

  private func candidates(_ request: ComparisonRequest) throws -> [Candidate] {
    refresh()
    let history = zoneHistory
    let wanted = request.workouts.map(Set.init)
    var entries: [WorkoutID: WorkoutEntry] = [:]
    state.withLock { state in
      let hidden = Set(state.settings.pendingDeletions.map(\.id))
      for (id, entry) in state.entries.values {
        let day = Day(of: entry.start.instant, utcOffsetSeconds: entry.start.offsetSeconds)
        guard wanted?.contains(entry.id) ?? true, !hidden.contains(entry.id),
          (request.from.map { $0 <= day } ?? true) && (request.through.map { day <= $0 } ?? true),
          request.sport.map({ $0.rawValue == entry.sport }) ?? true
        else { continue }
        entries[id] = entry
      }
    }
    guard !entries.isEmpty else { return [] }
    let filter = Self.filter(entries.values.map(\.start.instant))
    let kept = try tables(request.quantity, filter, count: entries.count)
    let histograms = kept.histograms, groups = kept.groups
    let athlete = athleteName
    // One set for many workouts is made once.
    var sets: [SetKey: ZoneSet?] = [:]
    let latest = entries.values.max { $0.start.instant < $1.start.instant }
    func zones(_ entry: WorkoutEntry) -> ZoneSet? {
      let sport = Sport(rawValue: entry.sport)
      var key = SetKey(sport: sport, day: Day(of: entry.start.instant, utcOffsetSeconds: entry.start.offsetSeconds))
      switch request.zones {
      case .set(let set): return set
      case .preferred(let day): key = SetKey(sport: latest.map { Sport(rawValue: $0.sport) } ?? sport, day: day)
      case .ofEachDay, .model: break
      }
      if let known = sets[key] { return known }
      let made: ZoneSet? =
        if case .model(let model) = request.zones {
          history.zones(model, sport: key.sport, on: key.day)?.zones
        } else {
          (history.chosen(request.quantity, sport: key.sport, on: key.day)
            ?? history.system(request.quantity, sport: key.sport, on: key.day))?.zones
        }
      sets[key] = .some(made)
      return made
    }
    var result: [Candidate] = []
    result.reserveCapacity(entries.count)
    var seen = Set<WorkoutID>()
    for histogram in histograms {
      guard let entry = entries[histogram.workout], seen.insert(histogram.workout).inserted else { continue }
      let row = Self.row(entry, athlete, groups[histogram.workout])
      result.append(
        Self.candidate(row, TimeAtValue(histogram.histogram), groups[histogram.workout], zones(entry), request))
    }
    // What has no histogram may have the totals of its device.
    for (id, entry) in entries where !seen.contains(id) {
      var row = Self.row(entry, athlete, groups[id])
      if let set = zones(entry), let totals = try deviceTotals(of: id, request.quantity) {
        row.secondsBetween = totals.time.bounds(under: totals.limits, in: set.boundaries).map {
          .init(least: seconds($0.least), most: seconds($0.most))
        }
        row.recorded = .init(
          source: "device", scheme: nil, boundaries: totals.limits.values, seconds: totals.time.zones.map(seconds))
        row.leftOut = "Only the device's totals are left, so each zone has a least and a most, and no point between."
      } else {
        row.leftOut = "It measured no \(Wording(key: Self.word(request.quantity)))."
      }
      result.append(Candidate(row: row, side: nil))
    }
    return result
  }

  /// What is kept of workouts. That of years stays in memory, so that the next set of zones is a sum over tables.
  private func tables(_ quantity: Quantity, _ filter: WorkoutFilter, count: Int) throws -> KeptTables {
    let isMany = count >= 500
    let before = isMany ? state.withLock { $0.tables[quantity] } : nil
    let read = isMany ? WorkoutFilter() : filter
    let now = try database.read { access -> (anchor: Int64, tables: KeptTables) in
      let anchor = try access.lastAnchor()
      if let before, before.anchor == anchor { return before }
      return (
        anchor,
        KeptTables(
          histograms: try access.histograms(of: athleteID, quantity, ofLegs: false, read),
          groups: try access.zoneGroups(of: athleteID, quantity, asRecorded: true, read))
      )
    }
    if isMany { state.withLock { $0.tables[quantity] = now } }
    return now.tables
  }

  private struct SetKey: Hashable {
    var sport: Sport
    var day: Day
  }

  private static func filter(_ starts: [Instant]) -> WorkoutFilter {
    guard let first = starts.min(), let last = starts.max() else { return WorkoutFilter() }
    return WorkoutFilter(from: first, to: last + 1)
  }

  private static func row(_ entry: WorkoutEntry, _ athlete: String, _ group: StoredZoneGroup?) -> Comparison.Row {
    Comparison.Row(
      id: entry.id, athlete: athlete, title: entry.title, sport: entry.sport, start: entry.start, leftOut: nil,
      coverage: nil, knownSeconds: nil, seconds: nil, percent: nil, secondsBetween: nil, errorSeconds: nil,
      boundaries: nil, aboveSeconds: nil,
      recorded: group.map {
        .init(
          source: $0.source, scheme: $0.scheme, boundaries: $0.boundaries,
          seconds: $0.durations.map(CoachService.seconds))
      })
  }

  private static func candidate(
    _ start: Comparison.Row, _ bins: TimeAtValue, _ group: StoredZoneGroup?, _ set: ZoneSet?,
    _ request: ComparisonRequest
  ) -> Candidate {
    var row = start
    guard let set else {
      row.leftOut = "No zones can be made for it: a number is missing. `zonecoach zones set` states it."
      return Candidate(row: row, side: nil)
    }
    let time = bins.timeInZone(set.boundaries)
    guard time.known > 0, let coverage = time.coverage else {
      row.leftOut = "It measured no \(Wording(key: word(request.quantity)))."
      return Candidate(row: row, side: nil)
    }
    row.coverage = coverage
    row.knownSeconds = CoachService.seconds(time.known)
    row.seconds = time.zones.map(CoachService.seconds)
    row.percent = time.percentages
    if !bins.isExact { row.errorSeconds = bins.errorBounds(set.boundaries).map(CoachService.seconds) }
    row.boundaries = set.boundaries.values
    row.aboveSeconds = request.above.map { CoachService.seconds(bins.time(atOrAbove: $0)) }
    guard coverage >= Comparability.leastCoverage else {
      row.leftOut = "Only \(Int((coverage * 100).rounded(.down))) % of it is known; 80 % are needed."
      return Candidate(row: row, side: nil)
    }
    return Candidate(
      row: row,
      side: Comparability.Side(
        athlete: row.athlete, recorded: group.flatMap { try? ZoneBoundaries($0.boundaries) },
        algorithmVersion: group?.algorithmVersion, zones: set, coverage: coverage))
  }

  /// The totals that the device of a workout kept, with their limits.
  private func deviceTotals(
    of workout: WorkoutID, _ quantity: Quantity
  ) throws -> (time: TimeInZone, limits: ZoneBoundaries)? {
    let outline = try database.read { access in
      try access.workout(workout)?.primary.map { try access.outline(of: $0) }
    }
    guard let outline, outline.activities.count == 1,
      let totals = outline.activities[0].deviceZones.first(where: { $0.quantity == quantity }),
      let durations = totals.durationsUnderAscendingBounds,
      let limits = try? ZoneBoundaries((totals.limits?.ascendingBounds ?? []).map(\.value))
    else { return nil }
    var time = TimeInZone(zoneCount: limits.zoneCount)
    time.zones = durations
    return (time, limits)
  }

  private static func comparison(_ request: ComparisonRequest, _ candidates: [Candidate]) -> Comparison {
    let sides = candidates.compactMap(\.side)
    let verdict = Comparability(sides)
    let sets = Set(sides.map(\.zones))
    let first = candidates.first { $0.side != nil }?.side?.zones
    let sameCount = Set(sides.map(\.zones.boundaries.zoneCount)).count <= 1
    var total = Comparison.Total(
      workouts: sides.count, leftOut: candidates.count - sides.count, knownSeconds: 0, seconds: nil, percent: nil,
      aboveSeconds: nil)
    let counted = candidates.filter { $0.side != nil }
    let isPossible = sides.count == 1 || verdict.letter != nil
    if sameCount, isPossible, let count = first?.boundaries.zoneCount {
      var sum = TimeInZone(zoneCount: count)
      for candidate in counted {
        for (zone, value) in (candidate.row.seconds ?? []).enumerated() {
          sum.zones[zone] += Milliseconds((value * 1000).rounded())
        }
      }
      total.seconds = sum.zones.map(CoachService.seconds)
      total.percent = sum.percentages
      total.knownSeconds = CoachService.seconds(sum.known)
    } else {
      total.knownSeconds = counted.reduce(0) { $0 + ($1.row.knownSeconds ?? 0) }
    }
    if request.above != nil { total.aboveSeconds = counted.reduce(0) { $0 + ($1.row.aboveSeconds ?? 0) } }
    return Comparison(
      quantity: request.quantity.rawValue, unit: request.quantity.unit, class: verdict.letter,
      because: sentence(verdict, sets: sets.count, request, hasAny: !candidates.isEmpty),
      zones: first.map(Comparison.Zones.init),
      workouts: candidates.map { candidate in
        var row = candidate.row
        if sets.count <= 1 { row.boundaries = nil }
        return row
      }, total: total)
  }

  private static func sentence(
    _ verdict: Comparability, sets: Int, _ request: ComparisonRequest, hasAny: Bool
  ) -> Wording {
    switch verdict {
    case .direct:
      "All were recorded with these limits by the same rule, and nearly all of each is known: what was recorded can be compared as it is."
    case .recounted:
      switch request.zones {
      case .ofEachDay,
        .model where sets > 1:
        "Counted anew, each under the zones of its own day: the limits differ, the meaning stays."
      default: "Counted anew under one set of limits, from what is kept of each."
      }
    case .relative:
      "Several people, each under limits from their own numbers made in the same way: compare shares and minutes, not heart rates."
    case .impossible(.tooFew):
      hasAny
        ? "Fewer than two workouts are left that can be compared; beside each of the others stands why."
        : "There is no workout that fits."
    case .impossible(.anchorClassesDiffer):
      "Some zones come from measured numbers and some from an estimate, which can be ten beats off. State measured numbers for everyone."
    case .impossible(.schemesDiffer):
      "The zones of these people are not made in the same way, so their numbers mean different things. Name one scheme for all with --scheme."
    }
  }
}
