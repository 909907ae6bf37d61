// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A value that one thread at a time uses.
///
/// It stands on a mutex of the system, not on `Synchronization.Mutex`, because the thread sanitizer knows the former and
/// reports races that aren't there with the latter. As with that one, taking it inside of itself ends the program instead
/// of waiting forever.
// SAFETY: `state` is touched between locking and unlocking only.
package final class Lock<State>: @unchecked Sendable {
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private var state: State

  package init(_ state: State) {
    self.state = state
    mutex = .allocate(capacity: 1)
    mutex.initialize(to: pthread_mutex_t())
    var attributes = pthread_mutexattr_t()
    pthread_mutexattr_init(&attributes)
    pthread_mutexattr_settype(&attributes, Self.checking)
    let code = pthread_mutex_init(mutex, &attributes)
    pthread_mutexattr_destroy(&attributes)
    precondition(code == 0, "the system has no memory left for a lock")
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deinitialize(count: 1)
    mutex.deallocate()
  }

  /// The kind of mutex that answers with an error where its own thread holds it.
  private static var checking: Int32 { Int32(PTHREAD_MUTEX_ERRORCHECK) }

  /// Runs `body` while no other thread runs one on this lock. Traps where `body` uses the same lock.
  package func withLock<T, Failure: Error>(_ body: (inout State) throws(Failure) -> T) throws(Failure) -> T {
    let code = pthread_mutex_lock(mutex)
    precondition(code == 0, "a lock is taken inside of itself")
    defer { pthread_mutex_unlock(mutex) }
    return try body(&state)
  }
}
