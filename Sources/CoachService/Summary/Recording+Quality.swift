// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Workouts
import Zones

extension Recording {
  /// Stretches of heart rate that are probably not the heart's, in order of time.
  var qualityFlags: [QualityFlag] {
    guard let heart = series(.heartRate) else { return [] }
    let onFoot = activities.contains { $0.sport.isOnFoot }
    return SignalQuality.flags(
      heartRate: heart, cadence: onFoot ? series(.cadence) : nil, effort: series(.power) ?? series(.speed)
    ).filter { span.intersection($0.span) != nil }
  }
}
