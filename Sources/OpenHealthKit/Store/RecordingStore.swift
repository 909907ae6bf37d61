// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// What recording a workout needs of a store.
package protocol RecordingStore: AnyObject, Sendable {
  /// The moment it is, by the store's clock: the system's, or that in the hands of a test.
  var now: Date { get }

  /// Calls `work` when the store's clock reaches `date`, unless the returned object was cancelled or let go.
  func schedule(at date: Date, _ work: @escaping @Sendable () -> Void) -> any Cancellation

  /// In strict mode: ends the program, or what the test put in its place, with a sentence. Otherwise nothing.
  func report(_ misuse: Misuse)

  /// Throws `errorAuthorizationNotDetermined` or `errorAuthorizationDenied` unless this program may save such samples.
  func checkSharing(of type: HKSampleType) throws(HKError)

  /// Whether this program may read such samples.
  func mayRead(_ type: HKObjectType) -> Bool

  /// Saves those that aren't stored yet, together or not at all; associates them with the collection (a builder's UUID).
  func save(_ samples: [HKSample], collection: UUID?) throws(HKError)

  /// Makes samples that are stored, by whomever, part of a collection too. It needs no permission to save such.
  func join(_ samples: [UUID], to collection: UUID) throws(HKError)

  /// The samples of a collection, by start date; for recovery.
  func samples(collection: UUID) throws(HKError) -> [HKSample]

  /// Saves a finished workout with the samples of its collection; returns it as the store gives it back (source revision
  /// set).
  func finish(_ workout: HKWorkout, collection: UUID) throws(HKError) -> HKWorkout

  /// The person's own zones, else the system's, for now; nil where there are none.
  func preferredZones(for type: HKQuantityType) throws(HKError) -> HKWorkoutZoneConfiguration?

  /// New samples of types, as they are saved by anyone, until cancelled; those that are saved for a collection only where it
  /// is this one. On the store's delivery queue, in order.
  func observe(
    _ types: Set<HKQuantityType>, collection: UUID?, _ handler: @escaping @Sendable ([HKQuantitySample]) -> Void
  ) -> any Cancellation

  /// State of sessions that haven't ended, to recover after the program was killed. One per program and session.
  func keepSession(_ id: UUID, state: Data) throws(HKError)

  /// What was kept of this program's sessions.
  func keptSessions() throws(HKError) -> [(id: UUID, state: Data)]

  /// Forgets a session that ended.
  func removeSession(_ id: UUID) throws(HKError)

  /// Whether several sessions may go on in one process, as on a server. On Apple's systems a second one ends the first.
  var allowsManySessions: Bool { get }
}

extension RecordingStore {
  /// One session at a time.
  package var allowsManySessions: Bool { false }
}

/// Something that goes on until it is cancelled.
package protocol Cancellation: AnyObject, Sendable {
  /// Ends it. A second time does nothing.
  func cancel()
}
