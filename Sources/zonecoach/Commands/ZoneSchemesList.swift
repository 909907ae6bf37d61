// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import CoachService
import Workouts
import Zones

/// `zonecoach zones schemes`: the schemes there are.
enum ZoneSchemesList {
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
    try arguments.expect(words: 1...1)
    let anchors = try arguments.zoneRequest().anchorsOfToday()
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
            values.map(ZonesText.number).joined(separator: " · ") + " " + unit
            + (row.estimated == true ? ", estimated" : "")
          return "\n" + String(repeating: " ", count: width + 2) + Terminal.wrap(text, at: width + 2)
        }
        return row.id + String(repeating: " ", count: width + 2 - row.id.count)
          + Terminal.wrap(row.title, at: width + 2)
          + (limits ?? "")
      }.joined(separator: "\n"))
    return .done
  }
}
