// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import CoachService
import Workouts
import Zones

/// Zones for a person in a terminal.
enum ZonesText {
  /// Zones that hold, with the reason and where they come from.
  static func text(_ zones: PreferredZones) -> String {
    let quantity = Quantity(rawValue: zones.quantity) ?? .heartRate
    let unit = quantity == .heartRate ? "bpm" : quantity == .power ? "W" : ""
    var title = word(quantity)
    if let sport = zones.sport {
      title += ", \(sport.split(separator: "_").joined(separator: " "))"
    } else {
      title += ", all sports"
    }
    var lines = ["\(title) · \(zones.custom.map { "“\($0)”" } ?? zones.scheme ?? "limits of your own")"]
    lines.append("  " + Terminal.wrap(Terminal.safe(zones.provenance), at: 2))
    lines.append(
      "  \(zones.reason)" + (zones.since.map { ", since \($0)" } ?? "") + (zones.estimated ? "; an estimate" : ""))
    let width = zones.zones.map { Terminal.safe($0.name).count }.max() ?? 0
    for zone in zones.zones {
      let name = Terminal.safe(zone.name)
      lines.append(
        "  \(zone.number == 0 ? " " : String(zone.number))  \(name)"
          + String(repeating: " ", count: width + 2 - name.count) + "\(zone.range) \(unit)")
    }
    return lines.joined(separator: "\n")
  }

  /// An entry of the history in a line.
  static func text(_ entry: ZoneEntry) -> String {
    let name = entry.name + String(repeating: " ", count: max(1, 5 - entry.name.count))
    let days = "\(entry.from)" + (entry.through.map { " to \($0)" } ?? " on")
    let sport = entry.sport.map { " (\($0.split(separator: "_").joined(separator: " ")))" } ?? ""
    return name + Terminal.wrap(Terminal.safe("\(days)\(sport)  \(entry.text)"), at: 5)
  }

  /// What a quantity is called at the start of a line.
  static func word(_ quantity: Quantity) -> String {
    switch quantity {
    case .heartRate: "Heart rate"
    case .power: "Power"
    case .speed: "Speed"
    default: quantity.rawValue
    }
  }

  /// A number with two decimals at most.
  static func number(_ value: Double) -> String {
    let hundredths = (value * 100).rounded() / 100
    return hundredths == hundredths.rounded() ? String(Int(hundredths)) : String(hundredths)
  }
}
