// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
package import HealthDatabase
import Workouts
package import Zones

extension ReadAccess {
  /// What an athlete has kept about zones. What can't be read, as in a database that was damaged, is left out.
  package func zoneHistory(of athlete: AthleteID) throws -> ZoneHistory {
    let customs = try customZones(of: athlete)
    var names: [Int64: String] = [:]
    for zones in customs { names[zones.id] = zones.uuid.uuidString.lowercased() }
    func model(_ json: String) -> ZoneModel? { try? JSONDecoder().decode(ZoneModel.self, from: Data(json.utf8)) }
    return ZoneHistory(
      anchors: try anchors(of: athlete).compactMap { stored in
        guard let kind = AnchorKind(rawValue: stored.kind), kind.plausible.contains(stored.value) else { return nil }
        return DatedAnchor(
          kind,
          Anchor(stored.value, .init(rawValue: stored.provenance) ?? .stated, note: stored.note, since: stored.from),
          sport: stored.sport, from: stored.from, entered: stored.entered)
      },
      choices: try zoneChoices(of: athlete).compactMap { stored in
        let zones: ZoneChoice.Zones
        if let json = stored.modelJSON {
          guard let model = model(json) else { return nil }
          zones = .model(model)
        } else if let custom = stored.customZones {
          guard let name = names[custom] else { return nil }
          zones = .custom(name)
        } else {
          zones = .none
        }
        return ZoneChoice(
          id: stored.id, stored.quantity, zones, sport: stored.sport, from: stored.from, through: stored.through,
          workout: stored.workoutUUID?.uuidString.lowercased(), entered: stored.entered)
      },
      customs: customs.map { stored in
        CustomZones(
          id: stored.uuid.uuidString.lowercased(), name: stored.name,
          versions: stored.versions.compactMap { version in
            model(version.modelJSON).map { .init(number: version.number, from: version.from, model: $0) }
          })
      })
  }
}
