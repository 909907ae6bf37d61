// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Coaching
import Testing
import Workouts

/// One line of every kind and shape.
private let lines: [CoachingLine] = {
  var lines: [CoachingLine] = [
    .lowCoverage(quantity: .heartRate, percent: 61), .lowCoverage(quantity: .power, percent: 61),
    .mostlyWithSpikes(zone: 1, spikes: 1), .mostlyWithSpikes(zone: 1, spikes: 4),
    .minutesInZones(minutes: 22, first: 3, last: 3), .minutesInZones(minutes: 22, first: 3, last: 4),
    .minutesInZones(minutes: 1, first: 3, last: 3), .minutesInZones(minutes: 120, first: 3, last: 3),
    .minutesInZones(minutes: 135, first: 3, last: 3), .minutesFrom(zone: 4, minutes: 17),
    .restsSettled(settled: 2, of: 2, belowZone: 3), .restsSettled(settled: 5, of: 5, belowZone: 3),
    .restsSettled(settled: 14, of: 17, belowZone: 3), .restsSettled(settled: 0, of: 3, belowZone: 3),
    .blocksHeld(count: 3, minutes: 12, zone: 4, percentFTP: 97),
    .blocksHeld(count: 2, minutes: 1, zone: 5, percentFTP: nil),
    .legs(.init(sport: .cycling, zone: 3, percent: 71), .init(sport: .running, zone: 4, percent: 60)),
    .legs(.init(sport: .swimming, zone: 2, percent: 71), .init(sport: .generic, zone: 4, percent: 60)),
  ]
  for sport in [
    Sport.running, .cycling, .swimming, .walking, .hiking, .rowing, .training, .generic,
    Sport(rawValue: "cross_country_skiing"), Sport(rawValue: "sport_97"),
  ] {
    lines += [
      .stayedBelow(zone: 3, percent: 84, sport: sport), .stayedBelowThroughout(zone: 3, sport: sport),
      .mostlyZone(zone: 2, percent: 55, sport: sport), .mostlyZone(zone: 0, percent: 55, sport: sport),
    ]
  }
  for rests in [CoachingLine.Rests.settled(belowZone: 3), .stayedElevated, .unsaid] {
    for (reached, count) in [(2, 2), (6, 6), (4, 6), (1, 2), (14, 20)] {
      for isHard in [true, false] {
        lines.append(.repeatsReached(reached: reached, of: count, zone: 4, isHard: isHard, rests: rests))
      }
    }
  }
  return lines
}()

private let wordsOfNumbers = [
  "zero": 0.0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9,
  "ten": 10, "eleven": 11, "twelve": 12, "both": 2,
]

/// The numbers a sentence says, in figures or in words. Hours and minutes are told in minutes.
private func numbers(in text: String) -> [Double] {
  var result: [Double] = []
  var digits = ""
  var words: [String] = []
  for character in text.lowercased() + " " {
    if character.isNumber {
      digits.append(character)
    } else {
      if let number = Double(digits) { result.append(number) }
      digits = ""
    }
    if character.isLetter {
      if words.isEmpty { words = [""] }
      words[words.count - 1].append(character)
    } else {
      words.append("")
    }
  }
  return result + words.compactMap { wordsOfNumbers[$0] }
}

struct `The words of a coaching line` {
  @Test(arguments: lines) func `never scold`(line: CoachingLine) {
    let text = line.english.lowercased()
    for word in ["fail", "bad", "lazy", "weak", "slow", "must", "burn", "punish", "danger", "warning"] {
      #expect(!text.contains(word), "\(text)")
    }
  }

  @Test(arguments: lines) func `are sentences`(line: CoachingLine) {
    let text = line.english
    #expect(text.hasSuffix("."))
    #expect(text.first.map { $0.isUppercase || $0.isNumber } == true, "\(text)")
    #expect(!text.contains("  ") && !text.contains("_") && !text.contains("%%"), "\(text)")
    #expect(!text.contains("the generic") && !text.contains("Optional"), "\(text)")
  }

  @Test(arguments: lines) func `say the numbers among the values`(line: CoachingLine) {
    let said = numbers(in: line.english)
    let values = line.values
    for (name, value) in values {
      // What is said in other words than a number: "Both" and "All six" stand for two equal numbers.
      if name == "reached", value == values["repeats"] { continue }
      if name == "settled", value == values["rests"] { continue }
      if name == "repeats", values["reached"] == value, value == 2 {
        #expect(said.contains(2), "\(line.english)")
        continue
      }
      if name == "zone", value == 0 { continue }  // "below zone 1"
      if name == "lastZone", value == values["firstZone"] { continue }
      if name == "minutes", value >= 120 {
        let (hours, minutes) = ((value / 60).rounded(.down), value.truncatingRemainder(dividingBy: 60))
        #expect(said.contains(hours) && (minutes == 0 || said.contains(minutes)), "\(line.english)")
        continue
      }
      #expect(said.contains(value), "\(name) \(value) in “\(line.english)”")
    }
  }

  @Test func `tell two legs of one sport apart, or at least both numbers`() {
    let line = CoachingLine.legs(
      .init(sport: .running, zone: 3, percent: 71), .init(sport: .running, zone: 4, percent: 60))
    #expect(line.english == "The first run was 71 % zone 3, the second run 60 % zone 4.")
  }

  @Test func `of a hundred percent are not hidden in a share`() {
    #expect(
      CoachingLine.stayedBelowThroughout(zone: 3, sport: .running).english
        == "You stayed below zone 3 for the whole run.")
    #expect(
      CoachingLine.stayedBelow(zone: 3, percent: 84, sport: .running).english
        == "You stayed below zone 3 for 84 % of the run.")
  }

  @Test func `each kind has a code of its own`() {
    let codes = Set(lines.map(\.code))
    #expect(
      codes == [
        "low-coverage", "stayed-below", "stayed-below-throughout", "mostly-with-spikes", "minutes-in-zones",
        "minutes-from", "repeats-reached-rests-settled", "repeats-reached-rests-elevated", "repeats-reached",
        "rests-settled", "blocks-held", "legs", "mostly-zone",
      ])
  }
}
