// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

/// What Apple's framework ignores in silence, or answers with an error that a `try?` swallows. A strict store says it
/// aloud.
package enum Misuse: Hashable, Sendable, CustomStringConvertible {
  /// `setCustomZoneConfiguration` after `beginCollection`.
  case zonesAfterCollectionBegan
  /// Something was added to a builder before `beginCollection`.
  case addedBeforeCollectionBegan
  /// Something was added to a builder, or zones were set, after `finishWorkout` or `discardWorkout`.
  case usedAfterFinishing
  /// `beginCollection` a second time.
  case collectionBegunTwice
  /// `endCollection` before `beginCollection`, or a second time.
  case collectionEndedOutOfOrder
  /// `finishWorkout` before `endCollection`.
  case finishedBeforeCollectionEnded
  /// A session was asked for what its state doesn't allow.
  case sessionOutOfOrder(call: String, state: String)
  /// Data was read before the person was asked for permission.
  case readBeforeAsking(type: String)
  /// Data was saved before the person was asked for permission.
  case savedBeforeAsking(type: String)

  /// What is wrong, and what to do instead. It holds no health data.
  package var description: String {
    switch self {
    case .zonesAfterCollectionBegan:
      "Custom zones come too late: collection has begun. Call setCustomZoneConfiguration before beginCollection."
    case .addedBeforeCollectionBegan:
      "Nothing can be added yet: call beginCollection, wait until it is done, then add."
    case .usedAfterFinishing:
      "This builder has finished or discarded its workout. Make another builder for another workout."
    case .collectionBegunTwice:
      "Collection has begun already. Call beginCollection once; for another workout make another builder."
    case .collectionEndedOutOfOrder:
      "There is no running collection to end. Call beginCollection first, and endCollection once."
    case .finishedBeforeCollectionEnded:
      "The workout isn't complete yet: call endCollection, wait until it is done, then finishWorkout."
    case .sessionOutOfOrder(let call, let state):
      "\(call) does nothing in a session that is \(state). Ask for the session's state first."
    case .readBeforeAsking(let type):
      "\(type) was read before the person was asked. Call requestAuthorization, wait until it is done, then read."
    case .savedBeforeAsking(let type):
      "\(type) was saved before the person was asked. Call requestAuthorization, wait until it is done, then save."
    }
  }
}
