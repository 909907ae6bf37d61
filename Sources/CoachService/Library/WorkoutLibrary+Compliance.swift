// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthDatabase
import OpenHealthKit

extension WorkoutLibrary {
  /// How a workout that was recorded here went beside its plan; `nil` where there was no plan.
  func compliance(of recording: RecordingID) -> ComplianceDocument? {
    guard let saved = try? database.read({ try $0.programWorkout(of: recording) }),
      let workout = try? NSKeyedUnarchiver.unarchivedObject(ofClass: HKWorkout.self, from: Data(saved.document)),
      let text = workout.metadata?[LiveWorkout.MetadataKey.compliance] as? String
    else { return nil }
    return try? JSONDecoder().decode(ComplianceDocument.self, from: Data(text.utf8))
  }
}
