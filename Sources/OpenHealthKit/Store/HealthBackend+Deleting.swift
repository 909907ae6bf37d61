// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthDatabase

extension HealthBackend {
  /// Deletes objects that this program saved, together or not at all.
  ///
  /// - Throws: `errorInvalidArgument` where there are none, one isn't stored or another program saved it,
  ///   `errorAuthorizationDenied` or `errorAuthorizationNotDetermined` where the program may not save such.
  func delete(_ objects: [HKObject]) throws(HKError) {
    guard !objects.isEmpty else { throw .invalid("There is nothing to delete.") }
    let samples = objects.compactMap { $0 as? HKSample }
    guard samples.count == objects.count else { throw .invalid("Only samples can be deleted.") }
    for type in Set(samples.map(\.sampleType)) where !(type is HKCorrelationType) { try checkSharing(of: type) }
    try savingTurn { () throws(HKError) in
      _ = try write { access, athlete in
        let names = Set(samples.filter { !($0 is HKWorkout) }.map(\.uuid))
        let own = try access.samples(named: names, of: athlete)
          .filter { $0.traits.origin.program == program }.flatMap(\.columns.names)
        guard names.isSubset(of: own) else { throw HKError.invalid("An object isn't stored by this program.") }
        try access.deleteSamples(names, of: athlete)
        for workout in samples.compactMap({ $0 as? HKWorkout }) {
          guard let found = try access.recording(named: workout.uuid, of: athlete),
            try access.programWorkout(of: found.head.id)?.origin.program == program
          else { throw HKError.invalid("An object isn't stored by this program.") }
          try remove(found.head.id, access, athlete)
        }
      }
    }
    delivery.changed()
  }

  /// Deletes this program's objects of a type for which a condition holds.
  ///
  /// - Returns: how many there were.
  func delete(_ type: HKObjectType, _ condition: SampleCondition) throws(HKError) -> Int {
    guard let type = type as? HKSampleType else { throw .invalid("Objects of \(type.identifier) can't be deleted.") }
    if !(type is HKCorrelationType) { try checkSharing(of: type) }
    let visibility = Visibility(program: program, seesOthers: false, from: -.infinity)
    let count = try savingTurn { () throws(HKError) in
      try write { access, athlete in
        let reader = SampleReader(self, access, athlete)
        let plan = SamplePlan(try reader.resolved(condition))
        if type is HKWorkoutType {
          let workouts = try reader.workouts(plan, visibility)
          for workout in workouts {
            if let found = try access.recording(named: workout.uuid, of: athlete) {
              try remove(found.head.id, access, athlete)
            }
          }
          return workouts.count
        }
        var names: Set<UUID> = []
        try reader.chunks(of: type, plan, visibility, order: .anchor, withNames: true) { chunk, places in
          for place in places {
            if plan.isOfColumns || chunk.sample(place).map({ plan.holds($0, collection: chunk.collection) }) == true {
              names.insert(chunk.names[place])
            }
          }
          return true
        }
        return try access.deleteSamples(names, of: athlete)
      }
    }
    if count > 0 { delivery.changed() }
    return count
  }
}
