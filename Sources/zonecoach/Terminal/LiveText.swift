// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import CoachService
import Coaching
import Workouts
import Zones

/// What a live workout was, right after it.
enum LiveText {
  static func summary(_ summary: LiveEvent.Summary, _ setup: LiveSetup, color: Bool) -> String {
    var lines: [String] = []
    let active = LiveScreen.clock(Milliseconds(summary.active * 1000))
    guard let id = summary.id else {
      return "Nothing was measured in \(active), so there is nothing to save."
    }
    lines.append("\(active) of \(setup.sport.rawValue), saved as \(id.prefix(8))")
    for (quantity, seconds) in summary.seconds.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      lines.append(quantity == .power ? "  Time in power zones" : "  Time in heart-rate zones")
      let zones = setup.athlete.zones[quantity]
      let longest = max(1, seconds.max() ?? 1)
      for (index, time) in seconds.enumerated() {
        let name = zones.flatMap { $0.names.indices.contains(index) ? $0.names[index] : nil } ?? ""
        let bar = String(repeating: "█", count: Int((time / longest * 24).rounded()))
        let clock = LiveScreen.clock(Milliseconds(time * 1000))
        let padding = String(repeating: " ", count: max(1, 8 - clock.count))
        lines.append("    \(index + 1)\(padding)\(clock)  \(bar)\(name.isEmpty ? "" : "  \(name)")")
      }
    }
    if let card = summary.card { lines += card.lines.map { Terminal.safe("  \($0)") } }
    lines.append("  zonecoach show \(id.prefix(8))")
    return lines.joined(separator: "\n")
  }
}
