// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Synchronization

/// Waits for something that takes its time, on a worker's thread, which has nothing else to do.
enum Waiting {
  private final class Box<T: Sendable>: Sendable {
    let result = Mutex<Result<T, any Error>?>(nil)
  }

  static func run<T: Sendable>(_ body: @escaping @Sendable () async throws -> T) throws -> T {
    let box = Box<T>()
    let done = DispatchSemaphore(value: 0)
    Task.detached {
      let result: Result<T, any Error>
      do { result = .success(try await body()) } catch { result = .failure(error) }
      box.result.withLock { $0 = result }
      done.signal()
    }
    done.wait()
    guard let result = box.result.withLock({ $0 }) else { preconditionFailure("the task has ended") }
    return try result.get()
  }
}
