// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Workouts

extension CoachingLine {
  /// The sentence in English. It describes and never scolds.
  public var english: String {
    switch self {
    case .lowCoverage(let quantity, let percent):
      "\(quantity == .power ? "Power" : "Heart rate") is known for \(percent) % of the time. "
        + "Enough for the picture, not for a verdict."
    case .stayedBelow(let zone, let percent, let sport):
      "You stayed below zone \(zone) for \(percent) % of the \(sport.noun)."
    case .stayedBelowThroughout(let zone, let sport):
      "You stayed below zone \(zone) for the whole \(sport.noun)."
    case .mostlyWithSpikes(let zone, let spikes):
      "Mostly zone \(zone), with \(spikes == 1 ? "one short spike" : "\(inWords(spikes)) short spikes")."
    case .minutesInZones(let minutes, let first, let last) where first == last:
      "\(inMinutes(minutes)) in zone \(first)."
    case .minutesInZones(let minutes, let first, let last):
      "\(inMinutes(minutes)) in zones \(first)–\(last)."
    case .minutesFrom(let zone, let minutes):
      "\(inMinutes(minutes)) in zone \(zone) and above."
    case .repeatsReached(let reached, let count, let zone, let isHard, let rests):
      repeatsInEnglish(reached, of: count, isHard ? "hard repeats" : "repeats", zone: zone, rests: rests)
    case .restsSettled(let settled, let count, let zone):
      settled == count
        ? "Heart rate settled below zone \(zone) in \(count == 2 ? "both" : "all \(inWords(count))") rests."
        : "Heart rate settled below zone \(zone) in \(inWords(settled)) of \(inWords(count)) rests."
    case .blocksHeld(let count, let minutes, let zone, let percentFTP):
      "\(capitalized(inWords(count))) blocks of \(inMinutes(minutes)) "
        + "held power zone \(zone)" + (percentFTP.map { ", at \($0) % of FTP." } ?? ".")
    case .legs(let a, let b):
      // Two legs of one sport are told apart by their order.
      "\(capitalized(a.sport.definite(a.sport == b.sport ? "first" : nil))) was \(a.percent) % zone \(a.zone), "
        + "\(b.sport.definite(a.sport == b.sport ? "second" : nil)) \(b.percent) % zone \(b.zone)."
    case .mostlyZone(let zone, let percent, let sport):
      zone == 0
        ? "You stayed below zone 1 for \(percent) % of the \(sport.noun)."
        : "Mostly zone \(zone): \(percent) % of the \(sport.noun)."
    }
  }

  private func repeatsInEnglish(_ reached: Int, of count: Int, _ what: String, zone: Int, rests: Rests) -> String {
    let who =
      switch (reached, count) {
      case (2, 2): "Both \(what)"
      case _ where reached == count: "All \(inWords(count)) \(what)"
      default: "\(capitalized(inWords(reached))) of \(inWords(count)) \(what)"
      }
    let head = "\(who) reached zone \(zone)"
    switch rests {
    case .settled(let below): return head + ", and every rest settled below zone \(below)."
    case .stayedElevated: return head + ", but recoveries stayed elevated."
    case .unsaid: return head + "."
    }
  }
}

extension Sport {
  /// What a workout of this sport is called.
  fileprivate var noun: String {
    switch rawValue {
    case "running": "run"
    case "cycling", "e_biking": "ride"
    case "swimming": "swim"
    case "walking": "walk"
    case "hiking": "hike"
    case "rowing": "row"
    case "training", "fitness_equipment", "hiit": "session"
    default: "workout"
    }
  }

  /// What a leg of this sport is called, "the bike"; with an ordinal "the first bike leg" or "the first run".
  fileprivate func definite(_ ordinal: String?) -> String {
    let name =
      switch rawValue {
      case "cycling", "e_biking": ordinal == nil ? "bike" : "bike leg"
      case "running", "swimming", "walking", "hiking", "rowing": noun
      case "generic": ordinal == nil ? "other leg" : "leg"
      default: rawValue.split(separator: "_").joined(separator: " ")
      }
    return "the " + (ordinal.map { $0 + " " } ?? "") + name
  }
}

/// Whole numbers to twelve in words.
private func inWords(_ number: Int) -> String {
  let words = [
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
  ]
  return words.indices.contains(number) ? words[number] : String(number)
}

/// "1 minute", "22 minutes", from two hours on "2 h 5 min".
private func inMinutes(_ minutes: Int) -> String {
  if minutes >= 120 { return minutes % 60 == 0 ? "\(minutes / 60) h" : "\(minutes / 60) h \(minutes % 60) min" }
  return minutes == 1 ? "1 minute" : "\(minutes) minutes"
}

private func capitalized(_ text: String) -> String {
  text.prefix(1).uppercased() + text.dropFirst()
}
