// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import HealthDatabase
import Workouts
import Zones

extension ZoneSet {
  /// The anchors as they are stored with zones.
  var anchorsJSON: String {
    var named: [String: Anchor] = [:]
    for (kind, anchor) in anchors { named[kind.rawValue] = anchor }
    guard let data = try? JSONDocument.encode(named) else { return "{}" }
    return String(decoding: data, as: UTF8.self)
  }

  /// Zones as they were stored with a recording; `nil` if they can't be read, as in a database that was damaged.
  init?(_ stored: StoredZoneGroup) {
    guard let boundaries = try? ZoneBoundaries(stored.boundaries), stored.names.count == boundaries.zoneCount else {
      return nil
    }
    let named = try? JSONDecoder().decode([String: Anchor].self, from: Data(stored.anchorsJSON.utf8))
    var anchors: [AnchorKind: Anchor] = [:]
    for (name, anchor) in named ?? [:] {
      if let kind = AnchorKind(rawValue: name) { anchors[kind] = anchor }
    }
    self.init(
      quantity: stored.quantity, boundaries: boundaries, names: stored.names, firstNumber: stored.firstNumber,
      scheme: stored.scheme, anchors: anchors, source: Source(rawValue: stored.source) ?? .app,
      provenance: stored.provenance)
  }
}

extension StoredZoneGroup {
  /// Time in zone to be stored with a recording.
  init(_ zones: ZoneSet, leg: Int?, _ time: TimeInZone) {
    self.init(
      leg: leg, quantity: zones.quantity, source: zones.source.rawValue, scheme: zones.scheme,
      provenance: zones.provenance, boundaries: zones.boundaries.values, names: zones.names,
      firstNumber: zones.firstNumber, anchorsJSON: zones.anchorsJSON,
      algorithmVersion: WorkoutAnalysis.algorithmVersion, durations: time.zones, unknown: time.unknown)
  }

  /// The time that is stored.
  var time: TimeInZone {
    var time = TimeInZone(zoneCount: durations.count)
    time.zones = durations
    time.unknown = unknown
    return time
  }
}

extension TimeAtValue {
  /// A stored histogram.
  init(_ stored: StoredHistogram) {
    self.init(
      quantity: stored.quantity, binWidth: stored.binWidth, firstBin: stored.firstBin, bins: stored.bins,
      unknown: stored.unknown, isExact: stored.isExact)
  }
}

extension ReadAccess {
  /// What an athlete has kept about zones. What can't be read, as in a database that was damaged, is left out.
  func zoneHistory(of athlete: AthleteID) throws -> ZoneHistory {
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

  /// The zones that a recording was made with, or corrected to.
  func keptZones(of recording: RecordingID) throws -> [ZoneRequest.KeptZones] {
    try zoneGroups(of: recording).compactMap { group in
      ZoneSet(group).map { ZoneRequest.KeptZones(leg: group.leg, zones: $0) }
    }
  }
}
