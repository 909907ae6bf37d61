// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

/// How far a session is.
public enum HKWorkoutSessionState: Int, Sendable {
  /// Nothing was asked of it.
  case notStarted = 1
  /// It goes on.
  case running
  /// It is over for good.
  case ended
  /// It pauses.
  case paused
  /// It is about to start, as in a countdown.
  case prepared
  /// The activity is over; the workout can be finished.
  case stopped

  /// The word for it in a sentence.
  var word: String {
    switch self {
    case .notStarted: "not started"
    case .running: "running"
    case .ended: "ended"
    case .paused: "paused"
    case .prepared: "prepared"
    case .stopped: "stopped"
    }
  }
}

/// Whether a session records, or shows one that another device records.
public enum HKWorkoutSessionType: Int, Sendable {
  /// It records.
  case primary = 0
  /// It shows the session of another device. There are none on Linux.
  case mirrored
}
