// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Coaching
import Testing
import Workouts
import Zones

private func beats(_ parts: (Int, Double?)...) -> [Stretch] { parts.map { Stretch($0.0, $0.1) } }

/// A warm-up of ten minutes, then repeats of 180 s with rests of 90 s between, then a cool-down of ten minutes.
///
/// The entries are the values of a repeat and of the rest after it.
private func intervals(
  _ values: [(work: Double?, rest: Double?)], work: Int = 180, rest: Int = 90
) -> ([Stretch], [WorkoutFacts.Bout]) {
  var stretches = [Stretch(600, 110)]
  var parts: [(WorkoutFacts.Bout.Kind, Int)] = []
  for (place, value) in values.enumerated() {
    stretches.append(Stretch(work, value.work))
    parts.append((.work, work))
    if place + 1 < values.count {
      stretches.append(Stretch(rest, value.rest))
      parts.append((.rest, rest))
    }
  }
  stretches.append(Stretch(600, 105))
  return (stretches, Fixture.bouts(from: 600, parts))
}

struct `The line of marked repeats` {
  private func line(_ values: [(work: Double?, rest: Double?)], work: Int = 180, rest: Int = 90) -> CoachingLine? {
    let (stretches, bouts) = intervals(values, work: work, rest: rest)
    return Fixture.line(stretches, bouts: bouts)
  }

  @Test func `tells that all were hard and every rest settled`() {
    let expected = CoachingLine.repeatsReached(
      reached: 6, of: 6, zone: 4, isHard: true, rests: .settled(belowZone: 3))
    #expect(line(.init(repeating: (150, 110), count: 6)) == expected)
    #expect(expected.english == "All six hard repeats reached zone 4, and every rest settled below zone 3.")
  }

  @Test func `tells that recoveries stayed elevated where fewer than half settled`() {
    let line = line([(150, 130), (150, 130), (150, 110), (150, 130), (150, 0)])
    #expect(line == .repeatsReached(reached: 5, of: 5, zone: 4, isHard: true, rests: .stayedElevated))
  }

  @Test func `leaves rests unsaid where half settled`() {
    let line = line([(150, 130), (150, 110), (150, 130), (150, 110), (150, 0)])
    #expect(line == .repeatsReached(reached: 5, of: 5, zone: 4, isHard: true, rests: .unsaid))
  }

  @Test func `never says “every rest” where one is not known`() {
    let line = line([(150, 110), (150, 110), (150, nil), (150, 110), (150, 0)])
    #expect(line == .repeatsReached(reached: 5, of: 5, zone: 4, isHard: true, rests: .unsaid))
  }

  @Test func `counts those that reached the zone for 20 s in all`() {
    var (stretches, bouts) = intervals([(130, 110), (130, 110), (130, 110), (130, 0)])
    // The first repeat is at the limit of zone 4 for 20 s, in two pieces; the second for 19 s.
    stretches.replaceSubrange(1...1, with: beats((100, 130), (10, 140), (50, 130), (10, 140), (10, 130)))
    stretches.replaceSubrange(7...7, with: beats((100, 130), (19, 150), (61, 130)))
    #expect(Fixture.length(stretches) == 600 + 4 * 180 + 3 * 90 + 600)
    // One of four is fewer than half, so zone 3 is told, which all reached.
    #expect(
      Fixture.line(stretches, bouts: bouts)
        == .repeatsReached(reached: 4, of: 4, zone: 3, isHard: false, rests: .settled(belowZone: 3)))
    bouts.removeLast(3)
    // Two repeats are left: one of two is half.
    bouts.removeLast(0)
    #expect(bouts.filter { $0.kind == .work }.count == 2)
    #expect(
      Fixture.line(stretches, bouts: bouts)
        == .repeatsReached(reached: 1, of: 2, zone: 4, isHard: true, rests: .unsaid))
  }

  @Test func `a peak in the ten seconds after a repeat counts for it`() {
    var (stretches, bouts) = intervals([(130, 110), (130, 0)], rest: 90)
    // 11 s at the end of the first repeat and 9 s after it; the second likewise has 11 and 8.
    stretches = beats((600, 110), (169, 130), (20, 145), (81, 110), (169, 130), (19, 145), (592, 105))
    bouts = Fixture.bouts(from: 600, [(.work, 180), (.rest, 90), (.work, 180)])
    #expect(
      Fixture.line(stretches, bouts: bouts)
        == .repeatsReached(reached: 1, of: 2, zone: 4, isHard: true, rests: .unsaid))
  }

  @Test func `a hole of five seconds does not break the time above`() {
    func line(hole: Int) -> CoachingLine? {
      let stretches = beats(
        (600, 110), (60, 130), (10, 140), (hole, 130), (10 - hole, 140), (100, 130), (90, 110), (180, 130), (600, 105))
      return Fixture.line(stretches, bouts: Fixture.bouts(from: 600, [(.work, 180), (.rest, 90), (.work, 180)]))
    }
    #expect(line(hole: 5) == .repeatsReached(reached: 1, of: 2, zone: 4, isHard: true, rests: .unsaid))
    #expect(line(hole: 6) == .repeatsReached(reached: 2, of: 2, zone: 3, isHard: false, rests: .unsaid))
  }

  @Test func `says nothing of repeats that stayed easy`() {
    #expect(line(.init(repeating: (110, 100), count: 4)) == .stayedBelowThroughout(zone: 3, sport: .running))
  }

  @Test func `a rest settles only by five seconds below, and only from 30 s on`() {
    var (stretches, bouts) = intervals([(150, 130), (150, 130), (150, 0)])
    stretches.replaceSubrange(2...2, with: beats((85, 130), (5, 110)))
    stretches.replaceSubrange(5...5, with: beats((86, 130), (4, 110)))
    #expect(
      Fixture.line(stretches, bouts: bouts)
        == .repeatsReached(reached: 3, of: 3, zone: 4, isHard: true, rests: .unsaid), "one of two")
    (stretches, bouts) = intervals(.init(repeating: (150, 110), count: 4), rest: 29)
    #expect(
      Fixture.line(stretches, bouts: bouts)
        == .repeatsReached(reached: 4, of: 4, zone: 4, isHard: true, rests: .unsaid))
  }

  @Test func `the rest after the last repeat is the cool-down`() {
    var (stretches, bouts) = intervals(.init(repeating: (150, 110), count: 3))
    stretches[stretches.count - 1].value = 130
    bouts += [.init(span: TimeSpan(start: bouts.last!.span.end, end: bouts.last!.span.end + 90_000), kind: .rest)]
    #expect(
      Fixture.line(stretches, bouts: bouts)
        == .repeatsReached(reached: 3, of: 3, zone: 4, isHard: true, rests: .settled(belowZone: 3)))
  }

  @Test func `work too short for heart rate is told by its rests`() {
    #expect(line(.init(repeating: (130, 110), count: 6), work: 60) == .restsSettled(settled: 5, of: 5, belowZone: 3))
    #expect(
      line([(130, 110), (130, 130), (130, 110), (130, 0)], work: 60) == .restsSettled(settled: 2, of: 3, belowZone: 3))
    #expect(
      line(.init(repeating: (130, 110), count: 6), work: 119)?.code == "rests-settled")
    #expect(line(.init(repeating: (130, 110), count: 6), work: 120)?.code != "rests-settled")
  }

  @Test func `two rest laps in a row are one rest`() {
    let stretches = beats((600, 110), (60, 130), (80, 130), (60, 110), (60, 130), (120, 110), (60, 130), (600, 105))
    // The first rest is split into 80 s that stay high and 60 s that settle.
    let bouts = Fixture.bouts(
      from: 600, [(.work, 60), (.rest, 80), (.rest, 60), (.work, 60), (.rest, 120), (.work, 60)])
    #expect(Fixture.line(stretches, bouts: bouts) == .restsSettled(settled: 2, of: 2, belowZone: 3))
  }

  @Test func `rests are told of all rests, not of those known`() {
    let rest = (work: Optional(130.0), rest: Optional(110.0))
    #expect(
      line([rest, rest, (130, nil), rest, rest, rest], work: 60, rest: 60)
        == .restsSettled(settled: 4, of: 5, belowZone: 3))
    // Of too few known, nothing is said.
    #expect(line([rest, (130, nil), (130, nil), rest, rest], work: 60, rest: 60)?.code != "rests-settled")
  }
}

struct `The line of repeats that no lap marks` {
  @Test func `finds a set of three by heart rate`() {
    let (stretches, _) = intervals(.init(repeating: (150, 110), count: 3))
    #expect(
      Fixture.line(stretches)
        == .repeatsReached(reached: 3, of: 3, zone: 4, isHard: true, rests: .settled(belowZone: 3)))
  }

  @Test func `two are no set`() {
    let (stretches, _) = intervals(.init(repeating: (150, 110), count: 2))
    #expect(Fixture.line(stretches)?.code == "minutes-in-zones" || Fixture.line(stretches)?.code == "stayed-below")
  }

  @Test func `efforts of very different length are no set`() {
    // 180, 180 and 301 s: the longest is more than half as long again.
    let uneven = beats((600, 110), (180, 150), (90, 110), (180, 150), (90, 110), (301, 150), (600, 105))
    #expect(Fixture.line(uneven)?.code != "repeats-reached-rests-settled")
    let even = beats((600, 110), (200, 150), (90, 110), (200, 150), (90, 110), (270, 150), (600, 105))
    #expect(Fixture.line(even)?.code == "repeats-reached-rests-settled")
  }
}

struct `The line of blocks by power` {
  private func ride(_ watts: [Double], block: Int = 720, marked: Bool = true) -> CoachingLine? {
    var power = [Stretch(600, 100)]
    var parts: [(WorkoutFacts.Bout.Kind, Int)] = []
    for (place, value) in watts.enumerated() {
      power.append(Stretch(block, value))
      parts.append((.work, block))
      if place + 1 < watts.count {
        power.append(Stretch(240, 90))
        parts.append((.rest, 240))
      }
    }
    power.append(Stretch(600, 90))
    let heart = [Stretch(Fixture.length(power), 110)]
    return CoachingLine(
      for: Fixture.facts(
        heart, power: power, sport: .cycling, bouts: marked ? Fixture.bouts(from: 600, parts) : []))
  }

  @Test(arguments: [true, false]) func `tells count, minutes, zone and share of FTP`(marked: Bool) {
    // 194, 196 and 198 W of 200: zone 4 from 180 to 210.
    #expect(ride([194, 196, 198], marked: marked) == .blocksHeld(count: 3, minutes: 12, zone: 4, percentFTP: 98))
  }

  @Test func `says “held” only where every block did`() {
    #expect(ride([194, 196, 179])?.code != "blocks-held")
    #expect(ride([194, 196, 180]) == .blocksHeld(count: 3, minutes: 12, zone: 4, percentFTP: 95))
    #expect(ride([194, 196, 210])?.code != "blocks-held")
  }

  @Test func `easy blocks are none`() {
    #expect(ride([140, 140, 140])?.code != "blocks-held")
  }

  @Test func `blocks shorter than a minute are none`() {
    #expect(ride([194, 196, 198], block: 59)?.code != "blocks-held")
    #expect(ride([194, 196, 198], block: 60) == .blocksHeld(count: 3, minutes: 1, zone: 4, percentFTP: 98))
  }

  @Test(arguments: [(800, true), (799, false), (1200, true), (1201, false)])
  func `blocks are about equally long, within a fifth`(first: Int, told: Bool) {
    let power = [
      Stretch(600, 100), Stretch(first, 195), Stretch(300, 90), Stretch(1000, 195), Stretch(300, 90),
      Stretch(1000, 195), Stretch(600, 90),
    ]
    let bouts = Fixture.bouts(from: 600, [(.work, first), (.rest, 300), (.work, 1000), (.rest, 300), (.work, 1000)])
    let heart = [Stretch(Fixture.length(power), 110)]
    let line = CoachingLine(for: Fixture.facts(heart, power: power, sport: .cycling, bouts: bouts))
    #expect(
      (line == .blocksHeld(count: 3, minutes: 17, zone: 4, percentFTP: 98)) == told, "\(line?.english ?? "nothing")")
  }

  @Test func `a block of which little is known is not judged`() {
    let power =
      [Stretch(600, 100)] + [Stretch(60, 195), Stretch(240, nil)] + [Stretch(240, 90), Stretch(300, 195)]
      + [Stretch(2400, 90)]
    let bouts = Fixture.bouts(from: 600, [(.work, 300), (.rest, 240), (.work, 300)])
    let heart = [Stretch(Fixture.length(power), 110)]
    let line = CoachingLine(for: Fixture.facts(heart, power: power, sport: .cycling, bouts: bouts))
    #expect(line?.code != "blocks-held")
  }

  @Test func `power of a run says nothing about blocks`() {
    let power = [Stretch(600, 100), Stretch(720, 195), Stretch(240, 90), Stretch(720, 195), Stretch(600, 90)]
    let bouts = Fixture.bouts(from: 600, [(.work, 720), (.rest, 240), (.work, 720)])
    let facts = Fixture.facts([Stretch(Fixture.length(power), 110)], power: power, sport: .running, bouts: bouts)
    #expect(CoachingLine(for: facts)?.code != "blocks-held")
  }
}

struct `The line of several legs` {
  private func line(_ legs: [WorkoutFacts.Leg]) -> CoachingLine? { CoachingLine(for: WorkoutFacts(legs: legs)) }

  @Test func `tells the two longest in their order`() {
    let legs = [
      Fixture.leg(.swimming, at: 0, beats((600, 130))), Fixture.leg(.cycling, at: 600, beats((1400, 130), (600, 110))),
      Fixture.leg(.running, at: 2600, beats((900, 150), (300, 130))),
    ]
    #expect(
      line(legs)
        == .legs(.init(sport: .cycling, zone: 3, percent: 70), .init(sport: .running, zone: 4, percent: 75)))
  }

  @Test func `tells the longest even where the other two are equally long`() {
    let legs = [
      Fixture.leg(.swimming, at: 0, beats((600, 130))), Fixture.leg(.running, at: 600, beats((600, 130))),
      Fixture.leg(.cycling, at: 1200, beats((1800, 150))),
    ]
    guard case .legs(let first, let second) = line(legs) else {
      Issue.record("no line about legs")
      return
    }
    #expect([first.sport, second.sport].contains(.cycling))
  }

  @Test func `transitions do not count, whatever is known of them`() {
    let run = Fixture.leg(.running, at: 700, beats((1000, 110)))
    let alone = [Fixture.leg(.transition, at: 0, beats((700, 170))), run]
    #expect(line(alone) == .stayedBelowThroughout(zone: 3, sport: .running))
    #expect(line([Fixture.leg(.transition, at: 0, beats((700, 170)))]) == nil)
    let race = [
      Fixture.leg(.cycling, at: 0, beats((1000, 130))), Fixture.leg(.transition, at: 1000, beats((4000, 90))),
      Fixture.leg(.running, at: 5000, beats((1000, 150))),
    ]
    #expect(
      line(race)
        == .legs(.init(sport: .cycling, zone: 3, percent: 100), .init(sport: .running, zone: 4, percent: 100)))
  }

  @Test func `a leg known too little, too short, or without a leading zone is passed over`() {
    let swim = Fixture.leg(.swimming, at: 0, beats((399, 110), (101, nil)))
    let ride = Fixture.leg(.cycling, at: 500, beats((1000, 130)))
    let run = Fixture.leg(.running, at: 1500, beats((800, 150)))
    let pair = CoachingLine.legs(
      .init(sport: .cycling, zone: 3, percent: 100), .init(sport: .running, zone: 4, percent: 100))
    #expect(line([swim, ride, run]) == pair)
    #expect(line([Fixture.leg(.swimming, at: 0, beats((299, 110))), ride, run]) == pair)
    let spread = Fixture.leg(.rowing, at: 0, beats((390, 90), (390, 110), (220, 130)))
    #expect(line([spread, ride, run]) == pair, "no zone holds two fifths")
    #expect(line([swim, ride]) == nil, "one leg alone is no pair")
  }

  @Test func `little known over all legs is what is said`() {
    let swim = Fixture.leg(.swimming, at: 0, beats((1000, nil)))
    let run = Fixture.leg(.running, at: 1000, beats((1000, 110)))
    #expect(line([swim, run]) == .lowCoverage(quantity: .heartRate, percent: 50))
    #expect(line([swim, Fixture.leg(.running, at: 1000, beats((299, 110)))]) == nil, "under five minutes known")
  }
}
