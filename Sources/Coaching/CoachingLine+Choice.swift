// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Workouts
import Zones

extension CoachingLine {
  /// The least known time about which anything is said.
  static let leastKnown: Milliseconds = 300_000

  /// The line for a workout, or `nil` where nothing both true and useful can be said.
  ///
  /// Below 80 % coverage of whatever could have been judged, that is what is said. Repeats come before totals, since
  /// they were the point of the workout; an easy session is told by what it stayed below; a harder one by its minutes.
  public init?(for facts: WorkoutFacts) {
    let legs = facts.legs.filter { $0.sport != .transition }
    guard let first = legs.first else { return nil }
    guard let line = legs.count > 1 ? Self.multisport(legs) : Self.single(first) else { return nil }
    self = line
  }

  private static func single(_ leg: WorkoutFacts.Leg) -> CoachingLine? {
    let graded = [leg.heartRate, leg.power].compactMap(\.self)
    guard let judged = graded.first(where: { ($0.time.coverage ?? 0) >= 0.8 }) else {
      // Of two signals the one known better is told of; heart rate where both are known equally well.
      guard let best = graded.max(by: { $0.time.known < $1.time.known }), best.time.known >= leastKnown
      else { return nil }
      return .lowCoverage(quantity: best.zones.quantity, percent: Int(best.time.known * 100 / best.time.active))
    }
    guard judged.time.known >= leastKnown else { return nil }
    return blocks(leg) ?? repeats(leg, judged) ?? totals(leg, judged)
  }

  // MARK: Repeats

  /// Repeats by power, where it is known: their means say what heart rate says late.
  private static func blocks(_ leg: WorkoutFacts.Leg) -> CoachingLine? {
    guard let power = leg.power, (power.time.coverage ?? 0) >= 0.8, leg.sport == .cycling else { return nil }
    let marked = leg.markedBouts.filter { $0.kind == .work }.map(\.span)
    let work: [TimeSpan]
    if marked.count >= 2 {
      work = marked
    } else {
      guard let four = power.zones.index(ofNumber: 4), let floor = power.zones.boundaries.lowerBound(of: four),
        let found = BoutDetection.asSet(
          BoutDetection.powerEfforts(floor: floor, in: power.signal, window: leg.span).filter { $0.duration >= 120_000 }
        )
      else { return nil }
      work = found
    }
    // A block says something only where most of it is known.
    let means = work.compactMap { span -> Double? in
      let time = power.signal.timeAtValue(in: span)
      return time.known * 10 >= (time.known + time.unknown) * 8 ? time.mean : nil
    }
    guard means.count == work.count, let least = means.min(), let most = means.max() else { return nil }
    let mean = means.reduce(0, +) / Double(means.count)
    let zone = power.zones.number(of: power.zones.boundaries.index(of: mean))
    // "Held" is said only where every block did.
    guard zone > power.zones.easyThrough, power.zones.boundaries.index(of: least) + power.zones.firstNumber == zone,
      power.zones.boundaries.index(of: most) + power.zones.firstNumber == zone
    else { return nil }
    let durations = work.map(\.duration).sorted()
    let typical = durations[durations.count / 2]
    guard typical >= 60_000, durations[0] * 10 >= typical * 8, durations[durations.count - 1] * 10 <= typical * 12
    else {
      return nil
    }
    let ftp = power.zones.anchors[.functionalThresholdPower]?.value
    return .blocksHeld(
      count: work.count, minutes: Int((typical + 30_000) / 60_000), zone: zone,
      percentFTP: ftp.map { Int((mean / $0 * 100).rounded()) })
  }

  private static func repeats(_ leg: WorkoutFacts.Leg, _ judged: WorkoutFacts.Graded) -> CoachingLine? {
    guard judged.zones.quantity == .heartRate else { return nil }
    let zones = judged.zones
    guard let hardIndex = zones.index(ofNumber: zones.hardFrom),
      let floor = zones.boundaries.lowerBound(of: hardIndex)
    else { return nil }
    var bouts = leg.markedBouts
    if bouts.filter({ $0.kind == .work }).count < 2 {
      guard
        let found = BoutDetection.asSet(
          BoutDetection.heartRateEfforts(floor: floor, in: judged.signal, window: leg.span))
      else { return nil }
      bouts = BoutDetection.withRests(found)
    }
    let work = bouts.filter { $0.kind == .work }.map(\.span)
    // Heart rate follows too late to judge work of under two minutes; the rests between can still be told.
    guard work.map(\.duration).sorted()[work.count / 2] >= 120_000 else {
      let rests = settledRests(bouts, judged)
      // Told of all rests, so that “all” means all; a few of which nothing is known don't silence it.
      guard rests.known >= 2, rests.known * 4 >= rests.all * 3 else { return nil }
      return .restsSettled(settled: rests.settled, of: rests.all, belowZone: zones.easyThrough + 1)
    }
    func reaches(_ limit: Double) -> Int {
      work.count { span in
        // Heart rate tops out shortly after the effort ends.
        let window = TimeSpan(start: span.start, end: span.end + 10_000)
        let above = BoutDetection.excursions(above: limit, in: judged.signal, window: window)
        return above.reduce(0) { $0 + $1.duration } >= 20_000
      }
    }
    var index = hardIndex
    var reached = reaches(floor)
    while reached * 2 < work.count {
      index -= 1
      guard zones.number(of: index) > zones.easyThrough, let limit = zones.boundaries.lowerBound(of: index) else {
        return nil
      }
      reached = reaches(limit)
    }
    return .repeatsReached(
      reached: reached, of: work.count, zone: zones.number(of: index), isHard: index >= hardIndex,
      rests: rests(bouts, judged))
  }

  private static func rests(_ bouts: [WorkoutFacts.Bout], _ judged: WorkoutFacts.Graded) -> Rests {
    let rests = settledRests(bouts, judged)
    guard rests.known >= 2 else { return .unsaid }
    if rests.settled == rests.known {
      // "Every rest" is said of every rest only, not of those that happen to be known.
      return rests.known == rests.all ? .settled(belowZone: judged.zones.easyThrough + 1) : .unsaid
    }
    return rests.settled * 2 < rests.known ? .stayedElevated : .unsaid
  }

  /// Rests between repeats in which heart rate fell into an easy zone for 5 s, rests of which it is known, and all.
  private static func settledRests(
    _ bouts: [WorkoutFacts.Bout], _ judged: WorkoutFacts.Graded
  ) -> (settled: Int, known: Int, all: Int) {
    let zones = judged.zones
    guard let aboveEasy = zones.index(ofNumber: zones.easyThrough + 1),
      let ceiling = zones.boundaries.lowerBound(of: aboveEasy)
    else { return (0, 0, 0) }
    var all = 0, known = 0, settled = 0
    // A rest that nothing follows is the cool-down; only rests between repeats count, from 30 s on.
    let lastWork = bouts.lastIndex { $0.kind == .work } ?? 0
    // A rest may be marked by several laps in a row; it is one rest all the same.
    var between: [TimeSpan] = []
    for (place, bout) in bouts.enumerated() where bout.kind == .rest && place < lastWork {
      if place > 0, bouts[place - 1].kind == .rest, let last = between.last {
        between[between.count - 1] = TimeSpan(start: last.start, end: bout.span.end)
      } else {
        between.append(bout.span)
      }
    }
    for rest in between where rest.duration >= 30_000 {
      all += 1
      var below: Milliseconds = 0, seen: Milliseconds = 0
      judged.signal.forEachSpan(in: rest) { span in
        guard span.isKnown else { return }
        seen += span.duration
        if span.value < ceiling { below += span.duration }
      }
      guard seen * 4 >= rest.duration * 3 else { continue }
      known += 1
      if below >= 5_000 { settled += 1 }
    }
    return (settled, known, all)
  }

  // MARK: Totals

  private static func totals(_ leg: WorkoutFacts.Leg, _ judged: WorkoutFacts.Graded) -> CoachingLine? {
    let zones = judged.zones, known = judged.time.known
    let firstAbove = zones.easyThrough + 1
    let easy = judged.time(inNumbers: 0...zones.easyThrough)
    let aboveEasy = known - easy
    switch SessionClass(judged) {
    case .easy:
      let low = judged.time(inNumbers: 1...1)
      if low * 10 >= known * 7, zones.easyThrough >= 1, aboveEasy > 0,
        let index = zones.index(ofNumber: firstAbove), let limit = zones.boundaries.lowerBound(of: index)
      {
        let spikes = BoutDetection.excursions(above: limit, in: judged.signal, window: leg.span, bridging: 15_000)
        if (1...4).contains(spikes.count), spikes.allSatisfy({ $0.duration <= 180_000 }) {
          return .mostlyWithSpikes(zone: 1, spikes: spikes.count)
        }
      }
      if aboveEasy == 0 { return .stayedBelowThroughout(zone: firstAbove, sport: leg.sport) }
      let percent = Int(easy * 100 / known)
      if percent >= 60 { return .stayedBelow(zone: firstAbove, percent: percent, sport: leg.sport) }
    case .moderate, .hard:
      let hard = zones.hardFrom <= judged.highestNumber ? judged.time(inNumbers: zones.hardFrom...99) : 0
      // An easy workout with a hard ending is told by its easy part while that is four fifths.
      if easy * 5 >= known * 4 {
        return .stayedBelow(zone: firstAbove, percent: Int(easy * 100 / known), sport: leg.sport)
      }
      let top = judged.time(inNumbers: (zones.hardFrom + 1)...max(99, zones.hardFrom + 1))
      if hard >= 360_000, hard * 2 >= aboveEasy, top * 3 >= hard, zones.hardFrom < judged.highestNumber {
        return .minutesFrom(zone: zones.hardFrom, minutes: wholeMinutes(hard))
      }
      return twoZones(judged, from: firstAbove)
    }
    return leadingZone(judged).flatMap { zone, percent in
      (judged.time.zones.max() ?? 0) * 2 >= known ? .mostlyZone(zone: zone, percent: percent, sport: leg.sport) : nil
    }
  }

  /// The zone or pair of neighbours above easy that holds most of the time there.
  private static func twoZones(_ judged: WorkoutFacts.Graded, from lowest: Int) -> CoachingLine? {
    guard lowest <= judged.highestNumber else { return nil }
    let best = (lowest...judged.highestNumber).max { a, b in
      judged.time(inNumbers: a...(a + 1)) < judged.time(inNumbers: b...(b + 1))
    }
    guard let first = best else { return nil }
    let lower = judged.time(inNumbers: first...first)
    let upper = first < judged.highestNumber ? judged.time(inNumbers: (first + 1)...(first + 1)) : 0
    let both = lower + upper
    guard both >= 300_000 else { return nil }
    // A tenth of the time or less is no reason to name a second zone.
    if upper * 10 <= both { return .minutesInZones(minutes: wholeMinutes(lower), first: first, last: first) }
    if lower * 10 <= both { return .minutesInZones(minutes: wholeMinutes(upper), first: first + 1, last: first + 1) }
    return .minutesInZones(minutes: wholeMinutes(both), first: first, last: first + 1)
  }

  private static func wholeMinutes(_ span: Milliseconds) -> Int { Int((span + 30_000) / 60_000) }

  private static func leadingZone(_ graded: WorkoutFacts.Graded) -> (zone: Int, percent: Int)? {
    guard graded.time.known > 0, let top = graded.time.zones.max(),
      let index = graded.time.zones.firstIndex(of: top)
    else { return nil }
    return (graded.zones.number(of: index), graded.time.percentages[index])
  }

  // MARK: Several legs

  private static func multisport(_ legs: [WorkoutFacts.Leg]) -> CoachingLine? {
    let told = legs.compactMap { leg -> (Leg, Milliseconds)? in
      guard let graded = leg.heartRate, (graded.time.coverage ?? 0) >= 0.8, graded.time.known >= leastKnown,
        let (zone, percent) = leadingZone(graded), zone >= 1, percent >= 40
      else { return nil }
      return (Leg(sport: leg.sport, zone: zone, percent: percent), leg.span.duration)
    }
    if told.count >= 2 {
      // The two longest, in the order they were done; of equally long ones the earlier.
      let longest = told.indices.sorted { (told[$1].1, $0) < (told[$0].1, $1) }.prefix(2).sorted()
      return .legs(told[longest[0]].0, told[longest[1]].0)
    }
    let graded = legs.compactMap(\.heartRate)
    let active = graded.reduce(0) { $0 + $1.time.active }, known = graded.reduce(0) { $0 + $1.time.known }
    if known >= leastKnown, known * 10 < active * 8 {
      return .lowCoverage(quantity: .heartRate, percent: Int(known * 100 / active))
    }
    return nil
  }
}
