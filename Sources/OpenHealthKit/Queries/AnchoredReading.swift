// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthDatabase
import Workouts

/// What was saved and deleted between two places of the change feed.
struct AnchoredChanges: Sendable {
  var added: [HKSample] = []
  var deleted: [HKDeletedObject] = []
  var anchor: Int64

  var isEmpty: Bool { added.isEmpty && deleted.isEmpty }
}

extension HealthBackend {
  /// What was saved and deleted after a place of the change feed, as far as questions ask for it, in that order.
  ///
  /// - Parameter limit: the most objects, saved and deleted together; the anchor then is that of the last one.
  func changes(
    _ questions: [SampleQuestion], after anchor: Int64, limit: Int?
  ) throws(HKError) -> AnchoredChanges {
    for question in questions { noteReading(question.type) }
    return try read { access, athlete in
      let reader = SampleReader(self, access, athlete)
      let last = try access.lastAnchor()
      var found: [(anchor: Int64, added: HKSample?, deleted: HKDeletedObject?)] = []
      var seen: Set<UUID> = []
      for question in questions {
        try reader.added(question, after: anchor, limit: limit) { place, sample in
          if questions.count == 1 || seen.insert(sample.uuid).inserted { found.append((place, sample, nil)) }
        }
        try reader.deleted(question.type, after: anchor, limit: limit) { place, object in
          if questions.count == 1 || seen.insert(object.uuid).inserted { found.append((place, nil, object)) }
        }
      }
      found.sort { $0.anchor < $1.anchor }
      var changes = AnchoredChanges(anchor: last)
      if let limit, found.count > limit {
        found.removeLast(found.count - limit)
        changes.anchor = found.last?.anchor ?? anchor
      }
      changes.added = found.compactMap(\.added)
      changes.deleted = found.compactMap(\.deleted)
      return changes
    }
  }
}

extension SampleReader {
  /// The samples that were saved after a place of the change feed; where there is a limit, at least the first so many.
  fileprivate func added(
    _ question: SampleQuestion, after anchor: Int64, limit: Int?, _ body: (Int64, HKSample) -> Void
  ) throws {
    let visibility = backend.visibility(of: question.type, access, athlete)
    let plan = SamplePlan(try question.condition.map { try resolved($0) })
    if question.type is HKWorkoutType {
      for (place, workout) in try placedWorkouts(plan, visibility, after: anchor) { body(place, workout) }
      return
    }
    // Blocks come by their first place. Where some of them reach over others, those are read too before it is enough.
    var places: [Int64] = []
    var bound: Int64?
    try chunks(of: question.type, plan, visibility, order: .anchor, withNames: true, after: anchor) { chunk, chosen in
      if let bound, let first = chunk.anchors.first, first > bound { return false }
      for place in chosen where chunk.anchors[place] > anchor {
        guard let sample = chunk.sample(place), plan.holds(sample, collection: chunk.collection) else { continue }
        body(chunk.anchors[place], sample)
        if limit != nil { places.append(chunk.anchors[place]) }
      }
      if let limit, places.count > limit {
        places.sort()
        bound = places[limit]
        places.removeLast(places.count - limit - 1)
      }
      return true
    }
  }

  /// The objects that were deleted after a place of the change feed.
  ///
  /// Who may not read a type learns only of the end of its own objects.
  fileprivate func deleted(
    _ type: HKSampleType, after anchor: Int64, limit: Int?, _ body: (Int64, HKDeletedObject) -> Void
  ) throws {
    let seesOthers = backend.visibility(of: type, access, athlete).seesOthers
    if type is HKWorkoutType {
      for tombstone in try access.tombstones(of: athlete)
      where tombstone.kind == .recording && tombstone.anchor > anchor && seesOthers {
        body(tombstone.anchor, HKDeletedObject(uuid: tombstone.uuid, metadata: nil))
      }
    }
    let types = [type.identifier] + (RecordedType.of(type).map { [$0.tombstone] } ?? [])
    for tombstone in try access.sampleTombstones(of: athlete, types: types, after: anchor)
    where seesOthers || tombstone.program == backend.program {
      let metadata = tombstone.sync.map {
        [HKMetadataKeySyncIdentifier: $0.identifier, HKMetadataKeySyncVersion: $0.version] as [String: Any]
      }
      for (place, name) in tombstone.names.enumerated() where tombstone.firstAnchor + Int64(place) > anchor {
        body(tombstone.firstAnchor + Int64(place), HKDeletedObject(uuid: name, metadata: metadata))
      }
    }
  }
}
