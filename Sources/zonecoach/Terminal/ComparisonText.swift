// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import CoachService

/// A comparison for a person in a terminal.
enum ComparisonText {
  static func text(_ comparison: Comparison, above: Double?, showsAthletes: Bool) -> String {
    var lines: [String] = []
    lines.append(Terminal.wrap((comparison.class.map { "Class \($0). " } ?? "") + comparison.because.description))
    let unit = comparison.quantity == "heartRate" ? "bpm" : comparison.unit
    if let zones = comparison.zones {
      lines.append("")
      lines.append(Terminal.wrap(Terminal.safe(zones.provenance) + (zones.estimated ? "; an estimate" : "")))
      for (place, range) in zones.ranges.enumerated() {
        let total = comparison.total.seconds.map { seconds in
          "  \(right(clock(seconds[place]), 9))"
            + (comparison.total.percent.map { "  \(right("\($0[place])", 3)) %" } ?? "")
        }
        lines.append(
          "  \(zones.numbers[place])  \(left(Terminal.safe(zones.names[place]), 22)) \(left("\(range) \(unit)", 14))"
            + (total ?? ""))
      }
    }
    let total = comparison.total
    lines.append("")
    lines.append(
      "\(total.workouts) \(total.workouts == 1 ? "workout" : "workouts") counted, \(clock(total.knownSeconds)) known"
        + (total.leftOut > 0 ? "; \(total.leftOut) left out" : "")
        + (total.aboveSeconds.map { "; \(clock($0)) at \(ZonesText.number(above ?? 0)) \(unit) or more" } ?? "") + ".")
    for row in comparison.workouts { lines += Self.lines(row, showsAthletes) }
    return lines.joined(separator: "\n")
  }

  private static func lines(_ row: Comparison.Row, _ showsAthlete: Bool) -> [String] {
    let who = showsAthlete ? " · \(Terminal.safe(row.athlete))" : ""
    var lines = ["", "\(row.id.prefix(8))  \(row.start.civil.dayText)  \(Terminal.safe(row.title))\(who)"]
    if let reason = row.leftOut { lines.append("  " + Terminal.wrap(reason.description, at: 2)) }
    if let seconds = row.seconds, row.leftOut == nil {
      lines.append("  now       " + seconds.map(clock).joined(separator: " · "))
      if let percent = row.percent {
        lines.append("            " + percent.map { "\($0) %" }.joined(separator: " · "))
      }
      if let errors = row.errorSeconds, errors.contains(where: { $0 > 0 }) {
        lines.append("  off by    " + errors.map { "≤ " + clock($0) }.joined(separator: " · "))
      }
    }
    if let between = row.secondsBetween {
      lines.append("  between   " + between.map { "\(clock($0.least))–\(clock($0.most))" }.joined(separator: " · "))
    }
    if let limits = row.boundaries, row.leftOut == nil {
      lines.append("  under     " + limits.map(ZonesText.number).joined(separator: " · "))
    }
    if let recorded = row.recorded {
      lines.append(
        "  recorded  " + recorded.seconds.map(clock).joined(separator: " · ")
          + "  (\(recorded.scheme ?? recorded.source), "
          + recorded.boundaries.map(ZonesText.number).joined(separator: " · ") + ")")
    }
    if let above = row.aboveSeconds { lines.append("  at or above  \(clock(above))") }
    return lines
  }

  private static func left(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }

  private static func right(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }
}
