// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import CoachService

/// The coaching line in the language of the answer, from its code and what is in it.
enum CoachWords {
  /// The sentence; in English as the commands print it.
  static func sentence(_ line: LineSummary) -> String {
    Language.current == .english ? Format.kept(line.text) : (other(line) ?? line.text)
  }

  private static func other(_ line: LineSummary) -> String? {
    func number(_ name: String) -> Int { Int(line.values[name] ?? 0) }
    func share(_ name: String) -> String { Format.percent(number(name)) }
    let zone = number("zone"), noun = noun(line.words["sport"])
    switch line.code {
    case "low-coverage":
      let quantity = Names.quantity(line.words["quantity"] ?? "heartRate")
      return t("\(quantity) is known for \(share("percent")) of the time. Enough for the picture, not for a verdict.")
    case "stayed-below": return t("You stayed below zone \(zone) for \(share("percent")) of the \(noun).")
    case "stayed-below-throughout": return t("You stayed below zone \(zone) for the whole \(noun).")
    case "mostly-with-spikes":
      let spikes = number("spikes")
      return t("Mostly zone \(zone), with \(counted(spikes, "short spike", "short spikes")).")
    case "minutes-in-zones":
      let first = number("firstZone"), last = number("lastZone"), time = minutes(number("minutes"))
      return first == last ? t("\(time) in zone \(first).") : t("\(time) in zones \(first)–\(last).")
    case "minutes-from": return t("\(minutes(number("minutes"))) in zone \(zone) and above.")
    case "repeats-reached": return t("\(repeats(line)) reached zone \(zone).")
    case "repeats-reached-rests-settled":
      return t(
        "\(repeats(line)) reached zone \(zone), and every rest settled below zone \(number("settledBelowZone")).")
    case "repeats-reached-rests-elevated":
      return t("\(repeats(line)) reached zone \(zone), but recoveries stayed elevated.")
    case "rests-settled":
      let settled = number("settled"), rests = number("rests")
      return settled == rests
        ? t("Heart rate settled below zone \(zone) in all \(rests) rests.")
        : t("Heart rate settled below zone \(zone) in \(settled) of \(rests) rests.")
    case "blocks-held":
      let head = t("\(number("blocks")) blocks of \(minutes(number("minutes"))) held power zone \(zone)")
      return line.values["percentFTP"] == nil
        ? t("\(head).") : t("\(head), at \(share("percentFTP")) of FTP.")
    case "legs":
      let (first, second) = legs(line.words["firstSport"] ?? "", line.words["secondSport"] ?? "")
      return t(
        "\(first) was \(share("firstPercent")) zone \(number("firstZone")), \(second) \(share("secondPercent")) zone \(number("secondZone"))."
      )
    case "mostly-zone":
      return zone == 0
        ? t("You stayed below zone \(1) for \(share("percent")) of the \(noun).")
        : t("Mostly zone \(zone): \(share("percent")) of the \(noun).")
    default: return nil
    }
  }

  private static func minutes(_ minutes: Int) -> String { Format.span(Double(minutes) * 60) }

  private static func repeats(_ line: LineSummary) -> String {
    let reached = Int(line.values["reached"] ?? 0), count = Int(line.values["repeats"] ?? 0)
    if line.words["kind"] == "hard" {
      return reached == count ? t("All \(count) hard repeats") : t("\(reached) of \(count) hard repeats")
    }
    return reached == count ? t("All \(count) repeats") : t("\(reached) of \(count) repeats")
  }

  /// Two legs of one sport are told apart by their order.
  private static func legs(_ first: String, _ second: String) -> (String, String) {
    let names = (Names.leg(first, transition: 1), Names.leg(second, transition: 2))
    return first == second ? (t("the first \(names.0)"), t("the second \(names.1)")) : names
  }

  /// What a workout of a sport is called.
  private static func noun(_ sport: String?) -> String {
    switch sport {
    case "running": t("run")
    case "cycling", "e_biking": t("ride")
    case "swimming": t("swim")
    case "walking": t("walk")
    case "hiking": t("hike")
    case "rowing": t("row")
    case "training", "fitness_equipment", "hiit": t("session")
    default: t("workout")
    }
  }
}
