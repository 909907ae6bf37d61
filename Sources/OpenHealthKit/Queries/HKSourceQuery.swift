// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

public import Foundation
import HealthDatabase

/// Asks once who saved samples of a type.
open class HKSourceQuery: HKQuery, @unchecked Sendable {
  private let type: HKSampleType
  private let handler: @Sendable (HKSourceQuery, Set<HKSource>?, (any Error)?) -> Void

  /// The sources of a type's samples.
  public init(
    sampleType: HKSampleType, samplePredicate: NSPredicate?,
    completionHandler: @escaping @Sendable (HKSourceQuery, Set<HKSource>?, (any Error)?) -> Void
  ) {
    type = sampleType
    handler = completionHandler
    super.init(sampleType, samplePredicate)
  }

  override func run(_ backend: HealthBackend) {
    let result = Result { [type, condition] in try backend.sources(type, condition) }
    if isRunning { handler(self, try? result.get(), result.failure) }
  }
}

extension HealthBackend {
  /// Who saved samples that a condition holds for.
  func sources(_ type: HKSampleType, _ condition: SampleCondition?) throws(HKError) -> Set<HKSource> {
    noteReading(type)
    let visibility = visibility(of: type)
    return try read { access, athlete in
      let reader = SampleReader(self, access, athlete)
      let plan = SamplePlan(try condition.map { try reader.resolved($0) })
      if type is HKWorkoutType { return Set(try reader.workouts(plan, visibility).map(\.sourceRevision.source)) }
      var sources: Set<HKSource> = []
      try reader.chunks(of: type, plan, visibility, order: .firstStart, withNames: !plan.isOfColumns) { chunk, places in
        guard !sources.contains(chunk.revision.source) else { return true }
        if plan.isOfColumns
          || places.contains(where: { place in
            chunk.sample(place).map { plan.holds($0, collection: chunk.collection) } ?? false
          })
        {
          sources.insert(chunk.revision.source)
        }
        return true
      }
      return sources
    }
  }
}
