// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import HealthDatabase
import Training
import Workouts
import Zones

/// Which best a stored effort is.
enum EffortKind: String {
  /// The highest mean.
  case mean
  /// The highest value that stood.
  case sustained
  /// The mean of the last 20 of the best 30 minutes.
  case threshold
  /// The last minute of a ramp test.
  case ramp
}

extension WorkoutAnalysis {
  /// The best efforts, from which thresholds are estimated. What is flagged as doubtful has no part in them.
  var efforts: [StoredEffort] {
    var efforts: [StoredEffort] = []
    func keep(_ effort: BestEffort?, _ quantity: Quantity, _ kind: EffortKind) {
      guard let effort else { return }
      efforts.append(
        StoredEffort(
          quantity: quantity, kind: kind.rawValue, duration: effort.duration, value: effort.value, start: effort.start))
    }
    if let heart = recording.series(.heartRate) {
      let doubtful = recording.qualityFlags.map(\.span) + excluded.filter { $0.quantity == .heartRate }.map(\.span)
      let hold = SampleHold.holdCap(for: .heartRate, smartRecording: recording.isSmartRecording)
      keep(HeartRatePeaks.sustainedMaximum(heart, hold: hold, doubtful: doubtful), .heartRate, .sustained)
      let sure = HeldSignal(
        heart.silenced(in: doubtful), over: recording.span, pauses: recording.pauses, hold: hold)
      keep(HeartRatePeaks.thirtyMinuteEffort(sure), .heartRate, .threshold)
    }
    if let power = signals[.power] {
      for effort in BestEfforts.best(of: power, over: BestEfforts.powerDurations) { keep(effort, .power, .mean) }
      keep(PowerTests.rampMinute(power), .power, .ramp)
    }
    return efforts
  }
}
