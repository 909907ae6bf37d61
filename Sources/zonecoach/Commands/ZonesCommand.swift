// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import CoachService
import Workouts
import Zones

/// `zonecoach zones`: the schemes there are.
enum ZonesCommand: Command {
  static let name = "zones"
  static let abstract = "Lists the zone schemes and their limits for you."
  static let synopsis = "zonecoach zones schemes [options]"
  static let options =
    Option.zones.filter { $0.name != "--boundaries" && $0.name != "--quantity" && $0.name != "--scheme" } + [
      Option("--json", nil, "one JSON array")
    ]
  static let discussion = """
    With what you state, each scheme that needs no more shows its limits.

      zonecoach zones schemes
      zonecoach zones schemes --max-hr 190 --resting-hr 50 --ftp 250
    """

  private struct SchemeRow: Encodable {
    var id: String
    var quantity: String
    var unit: String
    var title: String
    var basis: String
    var percentages: [Double]
    var names: [String]
    var reference: String
    @ExplicitNull var boundaries: [Double]?
    @ExplicitNull var estimated: Bool?
  }

  static func run(_ arguments: Arguments) throws -> ExitStatus {
    guard arguments.words == ["schemes"] || arguments.words.isEmpty else {
      throw UsageError("There is “zones schemes”, not “zones \(arguments.words.joined(separator: " "))”.")
    }
    let anchors = try arguments.zoneRequest().anchors
    let rows = ZoneScheme.all.map { scheme in
      let zones = try? scheme.zones(for: anchors)
      return SchemeRow(
        id: scheme.id, quantity: scheme.quantity.rawValue, unit: scheme.quantity.unit, title: scheme.title,
        basis: scheme.basis.rawValue, percentages: scheme.percentages, names: scheme.names,
        reference: scheme.reference, boundaries: zones?.boundaries.values, estimated: zones?.isEstimated)
    }
    if arguments.has("--json") {
      Terminal.print(try JSONDocument.encode(rows, pretty: true))
      return .done
    }
    let width = rows.map(\.id.count).max() ?? 0
    Terminal.print(
      rows.map { row in
        let limits = row.boundaries.map { values in
          let unit = row.quantity == "heartRate" ? "bpm" : row.unit
          let text =
            values.map { number($0) }.joined(separator: " · ") + " " + unit
            + (row.estimated == true ? ", estimated" : "")
          return "\n" + String(repeating: " ", count: width + 2) + Terminal.wrap(text, at: width + 2)
        }
        return row.id + String(repeating: " ", count: width + 2 - row.id.count)
          + Terminal.wrap(row.title, at: width + 2)
          + (limits ?? "")
      }.joined(separator: "\n"))
    return .done
  }

  private static func number(_ value: Double) -> String {
    let hundredths = (value * 100).rounded() / 100
    return hundredths == hundredths.rounded() ? String(Int(hundredths)) : String(hundredths)
  }
}
