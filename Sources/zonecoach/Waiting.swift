// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Synchronization

/// Waits for something that takes its time, on a thread that has nothing else to do.
func waiting<T: Sendable>(_ body: @escaping @Sendable () async throws -> T) throws -> T {
  let box = ResultBox<T>()
  let done = DispatchSemaphore(value: 0)
  Task.detached {
    do { box.set(.success(try await body())) } catch { box.set(.failure(error)) }
    done.signal()
  }
  done.wait()
  return try box.get()
}

private final class ResultBox<T: Sendable>: Sendable {
  private let result = Mutex<Result<T, any Error>?>(nil)

  func set(_ value: Result<T, any Error>) { result.withLock { $0 = value } }

  func get() throws -> T {
    guard let found = result.withLock({ $0 }) else { preconditionFailure("the task has ended") }
    return try found.get()
  }
}
