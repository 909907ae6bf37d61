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
  /// The zones that a recording was made with, or corrected to.
  func keptZones(of recording: RecordingID) throws -> [ZoneRequest.KeptZones] {
    try zoneGroups(of: recording).compactMap { group in
      ZoneSet(group).map { ZoneRequest.KeptZones(leg: group.leg, zones: $0) }
    }
  }
}
