// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Hears what a session does. It is called on a queue of the session in the background, one call after the other.
public protocol HKWorkoutSessionDelegate: NSObjectProtocol {
  /// The session is in another state, since a date.
  func workoutSession(
    _ workoutSession: HKWorkoutSession, didChangeTo toState: HKWorkoutSessionState,
    from fromState: HKWorkoutSessionState, date: Date)

  /// Something went wrong. Where the session ends by it, this comes before `didChangeTo`. What the session's state doesn't
  /// allow does nothing and is told here with the code `errorInvalidArgument` and what to do instead.
  func workoutSession(_ workoutSession: HKWorkoutSession, didFailWithError error: any Error)

  /// The session was paused or resumed. Can be left out.
  func workoutSession(_ workoutSession: HKWorkoutSession, didGenerate event: HKWorkoutEvent)

  /// A part began. Can be left out.
  func workoutSession(
    _ workoutSession: HKWorkoutSession, didBeginActivityWith workoutConfiguration: HKWorkoutConfiguration, date: Date)

  /// A part ended. Can be left out.
  func workoutSession(
    _ workoutSession: HKWorkoutSession, didEndActivityWith workoutConfiguration: HKWorkoutConfiguration, date: Date)

  /// Data came from the other device of a mirrored session. Can be left out.
  func workoutSession(_ workoutSession: HKWorkoutSession, didReceiveDataFromRemoteWorkoutSession data: [Data])

  /// The other device of a mirrored session is gone; the mirrored session is of no use afterwards. Can be left out.
  func workoutSession(
    _ workoutSession: HKWorkoutSession, didDisconnectFromRemoteDeviceWithError error: (any Error)?)
}

extension HKWorkoutSessionDelegate {
  /// Does nothing.
  public func workoutSession(_ workoutSession: HKWorkoutSession, didGenerate event: HKWorkoutEvent) {}

  /// Does nothing.
  public func workoutSession(
    _ workoutSession: HKWorkoutSession, didBeginActivityWith workoutConfiguration: HKWorkoutConfiguration, date: Date
  ) {}

  /// Does nothing.
  public func workoutSession(
    _ workoutSession: HKWorkoutSession, didEndActivityWith workoutConfiguration: HKWorkoutConfiguration, date: Date
  ) {}

  /// Does nothing.
  public func workoutSession(_ workoutSession: HKWorkoutSession, didReceiveDataFromRemoteWorkoutSession data: [Data]) {}

  /// Does nothing.
  public func workoutSession(
    _ workoutSession: HKWorkoutSession, didDisconnectFromRemoteDeviceWithError error: (any Error)?
  ) {}
}
