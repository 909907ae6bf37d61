// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Coaching
import Testing
import Workouts
import Zones

private func beats(_ parts: (Int, Double?)...) -> [Stretch] { parts.map { Stretch($0.0, $0.1) } }

/// A constructed workout in one sport and what is to be said of it.
struct TotalsCase: CustomTestStringConvertible, Sendable {
  var testDescription: String
  var stretches: [Stretch]
  var sport = Sport.running
  var line: CoachingLine?

  init(_ description: String, _ stretches: [Stretch], sport: Sport = .running, _ line: CoachingLine?) {
    testDescription = description
    self.stretches = stretches
    self.sport = sport
    self.line = line
  }
}

struct `The line of a workout without repeats` {
  static let cases = [
    TotalsCase(
      "easy throughout", beats((1800, 90), (600, 110)), .stayedBelowThroughout(zone: 3, sport: .running)),
    TotalsCase(
      "a limit belongs to the zone above", beats((1799, 110), (1, 120)),
      .stayedBelow(zone: 3, percent: 99, sport: .running)),
    TotalsCase(
      "84 % below zone 3", beats((840, 110), (160, 130)), sport: .cycling,
      .stayedBelow(zone: 3, percent: 84, sport: .cycling)),
    TotalsCase(
      "a share is cut, never rounded up", beats((8499, 110), (1501, 130)),
      .stayedBelow(zone: 3, percent: 84, sport: .running)),
    TotalsCase(
      "60 % is still below", beats((600, 110), (400, 130)), .stayedBelow(zone: 3, percent: 60, sport: .running)),
    TotalsCase(
      "less than 60 % easy but no zone with half", beats((300, 90), (290, 110), (410, 130)), nil),
    TotalsCase(
      "49.9 %, which rounds to a half, is no half", beats((102, 90), (399, 110), (499, 130)), nil),
    TotalsCase(
      "half in one zone", beats((100, 90), (390, 110), (510, 130)), .mostlyZone(zone: 3, percent: 51, sport: .running)),
    TotalsCase(
      "one short spike", beats((900, 90), (60, 130), (900, 90)), .mostlyWithSpikes(zone: 1, spikes: 1)),
    TotalsCase(
      "four short spikes",
      beats((300, 90), (60, 130), (300, 90), (60, 130), (300, 90), (60, 150), (300, 90), (60, 130), (300, 90)),
      .mostlyWithSpikes(zone: 1, spikes: 4)),
    TotalsCase(
      "five are no longer some spikes",
      beats(
        (300, 90), (30, 130), (300, 90), (30, 130), (300, 90), (30, 130), (300, 90), (30, 130), (300, 90), (30, 130),
        (300, 90)), .stayedBelow(zone: 3, percent: 92, sport: .running)),
    TotalsCase(
      "three minutes are still a spike", beats((1800, 90), (180, 130), (1800, 90)),
      .mostlyWithSpikes(zone: 1, spikes: 1)),
    TotalsCase(
      "longer ones are not", beats((1800, 90), (181, 130), (1800, 90)),
      .stayedBelow(zone: 3, percent: 95, sport: .running)),
    TotalsCase(
      "a moderate session by its pair of zones", beats((600, 110), (600, 130), (300, 150)),
      .minutesInZones(minutes: 15, first: 3, last: 4)),
    TotalsCase(
      "a tenth is no reason to name a second zone", beats((600, 110), (900, 130), (100, 150)),
      .minutesInZones(minutes: 15, first: 3, last: 3)),
    TotalsCase(
      "nor is a tenth below", beats((600, 110), (100, 130), (900, 150)),
      .minutesInZones(minutes: 15, first: 4, last: 4)),
    TotalsCase(
      "a hard session with a share at the top", beats((600, 110), (400, 150), (300, 165)),
      .minutesFrom(zone: 4, minutes: 12)),
    TotalsCase(
      "little at the top is told by the pair", beats((600, 110), (1000, 150), (100, 165)),
      .minutesInZones(minutes: 17, first: 4, last: 4)),
    TotalsCase(
      "a third of hard time at the top is enough", beats((600, 110), (400, 150), (200, 165)),
      .minutesFrom(zone: 4, minutes: 10)),
    TotalsCase(
      "less than a third is not", beats((600, 110), (401, 150), (199, 165)),
      .minutesInZones(minutes: 10, first: 4, last: 5)),
    TotalsCase(
      "half of the time above easy in hard zones is enough", beats((600, 110), (600, 130), (400, 150), (200, 165)),
      .minutesFrom(zone: 4, minutes: 10)),
    TotalsCase(
      "less than half is not", beats((600, 110), (601, 130), (400, 150), (200, 165)),
      .minutesInZones(minutes: 17, first: 3, last: 4)),
    TotalsCase(
      "two peaks 15 s apart are one spike", beats((900, 90), (60, 130), (15, 110), (60, 130), (900, 90)),
      .mostlyWithSpikes(zone: 1, spikes: 1)),
    TotalsCase(
      "further apart they are two", beats((900, 90), (60, 130), (16, 110), (60, 130), (900, 90)),
      .mostlyWithSpikes(zone: 1, spikes: 2)),
    TotalsCase(
      "four fifths easy outweigh a hard ending", beats((2400, 110), (600, 150)),
      .stayedBelow(zone: 3, percent: 80, sport: .running)),
  ]

  @Test(arguments: cases) func `is chosen by the time in zones, with its numbers`(_ given: TotalsCase) {
    #expect(Fixture.line(given.stretches, sport: given.sport) == given.line)
  }

  @Test func `says nothing of less than five known minutes`() {
    #expect(Fixture.line(beats((299, 110))) == nil)
    #expect(Fixture.line(beats((300, 110))) == .stayedBelowThroughout(zone: 3, sport: .running))
    // Nor that so little is known.
    #expect(Fixture.line(beats((299, 110), (3000, nil))) == nil)
    #expect(Fixture.line(beats((3000, nil))) == nil)
    #expect(Fixture.line([]) == nil)
    #expect(CoachingLine(for: WorkoutFacts(legs: [])) == nil)
  }

  @Test func `says only how much is known, where that is less than four fifths`() {
    #expect(Fixture.line(beats((799, 110), (201, nil))) == .lowCoverage(quantity: .heartRate, percent: 79))
    #expect(
      Fixture.line(beats((800, 110), (200, nil))) == .stayedBelowThroughout(zone: 3, sport: .running),
      "four fifths are enough")
  }

  @Test func `shares are of known time`() {
    // 900 s known, of which 600 easy: 66 %, not 60 % of all.
    #expect(
      Fixture.line(beats((600, 110), (100, nil), (300, 130))) == .stayedBelow(zone: 3, percent: 66, sport: .running))
  }

  @Test func `falls back on power where heart rate is not known enough`() {
    let facts = Fixture.facts(beats((100, 110), (900, nil)), power: beats((1000, 100)), sport: .cycling)
    #expect(CoachingLine(for: facts) == .stayedBelowThroughout(zone: 3, sport: .cycling))
  }

  @Test func `where neither is known enough, the one known better is told`() {
    let facts = Fixture.facts(beats((300, 110), (700, nil)), power: beats((750, 100), (250, nil)), sport: .cycling)
    #expect(CoachingLine(for: facts) == .lowCoverage(quantity: .power, percent: 75))
    let other = Fixture.facts(beats((700, 110), (300, nil)), power: beats((350, 100), (650, nil)), sport: .cycling)
    #expect(CoachingLine(for: other) == .lowCoverage(quantity: .heartRate, percent: 70))
  }

  @Test func `says nothing without zones`() {
    #expect(CoachingLine(for: Fixture.facts(nil)) == nil)
  }

  @Test func `does not call time below zone 1 zone 1`() {
    // Zone 0 lies below 80, zone 1 from there to 100.
    let zones = Fixture.zones([80, 100, 120, 140, 160], .heartRate, firstNumber: 0)
    #expect(
      Fixture.line(beats((3000, 70), (100, 130)), zones: zones) == .stayedBelow(zone: 3, percent: 96, sport: .running))
    #expect(
      Fixture.line(beats((1000, 70), (2000, 90), (100, 130)), zones: zones)
        == .stayedBelow(zone: 3, percent: 96, sport: .running), "zone 1 alone has less than seven tenths")
    #expect(
      Fixture.line(beats((100, 70), (2900, 90), (100, 130)), zones: zones) == .mostlyWithSpikes(zone: 1, spikes: 1))
  }

  @Test func `three zones are easy in the lowest only`() {
    let zones = Fixture.zones([120, 140], .heartRate)
    #expect(Fixture.line(beats((1000, 110)), zones: zones) == .stayedBelowThroughout(zone: 2, sport: .running))
    #expect(
      Fixture.line(beats((600, 110), (900, 130)), zones: zones) == .minutesInZones(minutes: 15, first: 2, last: 2))
  }
}

struct `The class of a session` {
  private func sessionClass(_ stretches: [Stretch]) -> SessionClass {
    SessionClass(Fixture.graded(stretches, Fixture.heartZones))
  }

  @Test func `is hard from six minutes and a tenth in hard zones on`() {
    #expect(sessionClass(beats((3240, 110), (360, 150))) == .hard)
    #expect(sessionClass(beats((3240, 110), (359, 150))) == .easy)
    // Six minutes are less than a tenth of two hours.
    #expect(sessionClass(beats((6840, 110), (360, 150))) == .easy)
    #expect(sessionClass(beats((6480, 110), (720, 150))) == .hard)
    #expect(sessionClass(beats((6480, 110), (719, 150))) == .easy)
  }

  @Test func `is moderate from 15 minutes and a quarter above easy on`() {
    #expect(sessionClass(beats((2700, 110), (900, 130))) == .moderate)
    #expect(sessionClass(beats((2700, 110), (899, 130))) == .easy)
    #expect(sessionClass(beats((5400, 110), (1799, 130))) == .easy)
    #expect(sessionClass(beats((5400, 110), (1800, 130))) == .moderate)
    // Hard time counts as above easy too.
    #expect(sessionClass(beats((2700, 110), (600, 130), (300, 150))) == .moderate)
  }

  @Test func `is judged by known time`() {
    #expect(sessionClass(beats((3240, 110), (360, 150), (4000, nil))) == .hard)
  }

  @Test func `is easy where nothing is known`() {
    #expect(sessionClass(beats((600, nil))) == .easy)
    #expect(sessionClass([]) == .easy)
  }
}
