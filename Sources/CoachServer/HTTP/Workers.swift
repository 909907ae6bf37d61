// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Synchronization

/// Threads that work off a queue, first come, first served.
final class Workers: Sendable {
  typealias Job = @Sendable () -> Void

  private let jobs = Mutex<[Job]>([])
  /// One for each job, and at the end one for each thread.
  private let waiting = DispatchSemaphore(value: 0)
  private let running = DispatchGroup()
  private let count: Int

  init(_ count: Int, name: String) {
    self.count = count
    for _ in 0..<count { DispatchQueue(label: name).async(group: running) { self.work() } }
  }

  private func work() {
    while true {
      waiting.wait()
      guard let job = jobs.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) else { return }
      job()
    }
  }

  /// Puts a job at the end of the queue.
  func add(_ job: @escaping Job) {
    jobs.withLock { $0.append(job) }
    waiting.signal()
  }

  /// Waits until all jobs are done, then ends the threads. No job may come afterwards; to be called once.
  func finish() {
    for _ in 0..<count { waiting.signal() }
    running.wait()
  }
}
