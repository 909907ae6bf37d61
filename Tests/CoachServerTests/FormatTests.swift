// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

@testable import CoachServer

/// How numbers read on the page.
struct FormatTests {
  @Test(arguments: [
    (0.0, "0:00"), (48.4, "0:48"), (59.5, "1:00"), (725, "12:05"), (3599.6, "1:00:00"), (3729, "1:02:09"),
    (360_000, "100:00:00"), (-75, "−1:15"),
  ])
  func `seconds read as a clock`(seconds: Double, text: String) {
    #expect(Format.clock(seconds) == text)
  }

  @Test(arguments: [nil, Double.nan, .infinity, 1e300] as [Double?])
  func `what is not known is a dash, never 0`(value: Double?) {
    #expect(Format.clock(value) == "–")
    #expect(Format.whole(value) == "–")
    #expect(Format.distance(value) == "–")
    #expect(Format.share(value.map { _ in .nan }) == "–")
  }

  @Test(arguments: [(40.0, "40 s"), (2700, "45 min"), (3600, "1 h"), (11_460, "3 h 11 min"), (59.6, "1 min")])
  func `sums read in words`(seconds: Double, text: String) {
    #expect(Format.span(seconds) == text)
  }

  @Test(arguments: [(0, "same"), (37, "+37 s"), (-2, "−2 s"), (723, "+12:03"), (-723, "−12:03")])
  func `differences carry their sign`(seconds: Int, text: String) {
    #expect(Format.difference(seconds) == text)
  }

  @Test(arguments: [
    (0.81, "81\u{A0}%"), (0.0, "0\u{A0}%"), (1.0, "100\u{A0}%"), (0.9996, "99\u{A0}%"), (0.0004, "1\u{A0}%"),
  ])
  func `nearly all is not all, and a little is not nothing`(share: Double, text: String) {
    #expect(Format.share(share) == text)
  }

  @Test(arguments: [(9512.0, "9.51"), (0, "0.00"), (42_195, "42.20"), (996, "1.00")])
  func `distances have two decimals`(meters: Double, text: String) {
    #expect(Format.distance(meters) == text)
  }

  @Test(arguments: [
    (2961.0, "2961"), (12_961, "12,961"), (1_234_567, "1,234,567"), (-12_000, "−12,000"), (144.5, "145"),
  ])
  func `large whole numbers have commas`(number: Double, text: String) {
    #expect(Format.whole(number) == text)
  }

  @Test(arguments: [
    ("running", 1000.0, 317.0, "5:17 /km"), ("cycling", 31_100, 3600, "31.1 km/h"),
    ("swimming", 513, 676, "2:12 /100 m"),
    ("rowing", 2000, 480, "2:00 /500 m"), ("multisport", 1000, 100, "36.0 km/h"),
  ])
  func `each sport reads its own kind of speed`(sport: String, meters: Double, seconds: Double, text: String) {
    let effort = Format.effort(meters: meters, seconds: seconds, sport: sport)
    #expect(effort.map { "\($0.value) \($0.unit)" } == text)
    #expect(Format.effort(meters: nil, seconds: seconds, sport: sport) == nil)
    #expect(Format.effort(meters: 0, seconds: seconds, sport: sport) == nil)
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func `rounded parts add up to the rounded whole`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<500 {
      let parts = (0..<Int.random(in: 1...12, using: &generator)).map { _ in
        Double.random(in: 0...4000, using: &generator)
      }
      let whole = Format.wholeSeconds(parts)
      #expect(whole.reduce(0, +) == Int(parts.reduce(0, +).rounded()), "\(parts)")
      #expect(zip(parts, whole).allSatisfy { abs($0 - Double($1)) <= 1 }, "\(parts)")
    }
  }

  @Test(arguments: [(1.5, "1.5"), (0.1234, "0.123"), (-0.05, "-0.05"), (100, "100"), (1e-9, "0"), (.nan, "0")])
  func `numbers in pictures have a point and no exponent`(number: Double, text: String) {
    #expect(Format.svg(number) == text)
  }

  @Test(arguments: [
    ("running", "Running"), ("cross_country_skiing", "Cross-country skiing"), ("generic", "Workout"),
    ("stand_up_paddleboarding", "Stand up paddleboarding"), ("sport_97", "Sport 97"),
  ])
  func `sports have names`(code: String, name: String) {
    #expect(Names.sport(code) == name)
  }

  @Test(
    arguments: [
      ("garmin", "fr955", "Garmin fr955"), ("garmin", "Garmin Edge 530", "Garmin Edge 530"),
      ("wahoo_fitness", nil, "Wahoo fitness"),
      (nil, nil, nil),
    ] as [(String?, String?, String?)])
  func `devices have names`(maker: String?, product: String?, name: String?) {
    #expect(Names.device(manufacturer: maker, product: product) == name)
  }
}
