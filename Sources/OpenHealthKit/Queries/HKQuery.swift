// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

public import Foundation
import HealthDatabase

/// No limit of how many objects a query answers with.
public let HKObjectQueryNoLimit: Int = 0

/// A question to a store, which is asked once, by `HKHealthStore.execute(_:)`.
open class HKQuery: NSObject, @unchecked Sendable {
  /// What is asked for; nil where it is several types.
  public let objectType: HKObjectType?
  /// Which of them; nil for all.
  public let predicate: NSPredicate?

  /// How two things compare in predicates.
  public typealias Operator = NSComparisonPredicate.Operator

  private struct State {
    var isExecuted = false
    var isStopped = false
    var watching: (any Cancellation)?
  }

  private let state = Lock(State())

  init(_ type: HKObjectType?, _ predicate: NSPredicate?) {
    objectType = type
    self.predicate = predicate
    super.init()
  }

  /// What the predicate says.
  var condition: SampleCondition? { predicate.map { SampleCondition($0) } }

  /// Asks the store; subclasses say what, and keep an eye on changes with `watch`.
  func run(_ backend: HealthBackend) {}

  final func execute(_ backend: HealthBackend) {
    let isFirst = state.withLock { state in
      defer { state.isExecuted = true }
      return !state.isExecuted
    }
    precondition(isFirst, "A query is executed once; make another one to ask again.")
    backend.work.async { self.run(backend) }
  }

  final func stop() {
    let watching = state.withLock { state in
      state.isStopped = true
      defer { state.watching = nil }
      return state.watching
    }
    watching?.cancel()
  }

  /// Whether handlers are still called.
  final var isRunning: Bool { state.withLock { !$0.isStopped } }

  /// Calls `handler` after every change of the store until the query is stopped, one call after the other, not on the
  /// queue of delivery.
  final func watch(_ backend: HealthBackend, _ handler: @escaping @Sendable () -> Void) {
    let queue = DispatchQueue(label: "org.zonecoach.health.query")
    // Changes that come while one is looked at are looked at together.
    let isWaiting = Lock(false)
    let watching = backend.delivery.watch { [weak self] in
      let isNew = isWaiting.withLock { waiting in
        defer { waiting = true }
        return !waiting
      }
      guard isNew else { return }
      queue.async { [weak self] in
        isWaiting.withLock { $0 = false }
        if self?.isRunning == true { handler() }
      }
    }
    state.withLock { state in
      if state.isStopped { watching.cancel() } else { state.watching = watching }
    }
    // What changed since the query was answered first.
    queue.async { [weak self] in
      if self?.isRunning == true { handler() }
    }
  }
}
