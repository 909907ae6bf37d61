// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthDatabase

/// Tells those who wait in this process what was saved, by this process at once and by others soon after.
final class Delivery: Sendable {
  private struct Observer: Sendable {
    var types: Set<HKQuantityType>
    /// The collection that it fills, if it fills one.
    var collection: UUID?
    var handler: @Sendable ([HKQuantitySample]) -> Void
  }

  private struct State {
    var next = 0
    var observers: [Int: Observer] = [:]
    var watchers: [Int: @Sendable () -> Void] = [:]
    /// Up to which place of the change feed others' samples were delivered.
    var seen: Int64 = 0
    /// Places that this process filled itself.
    var own: [ClosedRange<Int64>] = []
    var timer: (any DispatchSourceTimer)?
  }

  private let state = Lock(State())
  /// Handlers run here, one after the other.
  let queue = DispatchQueue(label: "org.zonecoach.health.delivery", qos: .userInitiated)
  private let watching = DispatchQueue(label: "org.zonecoach.health.watching")
  // SAFETY: set once, before anybody else has the object.
  nonisolated(unsafe) weak var backend: HealthBackend?

  /// How often is looked for what other processes wrote.
  private static let interval = DispatchTimeInterval.milliseconds(50)

  /// Whether saving must tell anybody.
  var hasObservers: Bool { state.withLock { !$0.observers.isEmpty } }

  func observe(
    _ types: Set<HKQuantityType>, collection: UUID?, _ handler: @escaping @Sendable ([HKQuantitySample]) -> Void
  ) -> any Cancellation {
    add { $0.observers[$1] = Observer(types: types, collection: collection, handler: handler) }
  }

  /// Calls `handler` on `queue` after every change, by this process or another, until cancelled.
  func watch(_ handler: @escaping @Sendable () -> Void) -> any Cancellation {
    add { $0.watchers[$1] = handler }
  }

  private func add(_ change: (inout State, Int) -> Void) -> any Cancellation {
    let anchor = backend?.lastAnchor ?? 0
    let id = state.withLock { state in
      if state.observers.isEmpty && state.watchers.isEmpty { state.seen = max(state.seen, anchor) }
      state.next += 1
      change(&state, state.next)
      if state.timer == nil, backend?.isShared == true {
        let timer = DispatchSource.makeTimerSource(queue: watching)
        timer.schedule(deadline: .now() + Self.interval, repeating: Self.interval, leeway: .milliseconds(5))
        timer.setEventHandler { [weak self] in self?.look() }
        timer.resume()
        state.timer = timer
      }
      return state.next
    }
    return CancelFlag { [weak self] in
      self?.state.withLock { state in
        state.observers[id] = nil
        state.watchers[id] = nil
        if state.observers.isEmpty && state.watchers.isEmpty {
          state.timer?.cancel()
          state.timer = nil
          state.own = []
        }
      }
    }
  }

  /// Tells of samples that this process has saved, at these places of the change feed. What was saved for one workout is
  /// none of another's.
  ///
  /// Called in the order in which they were saved.
  func saved(_ samples: [HKSample], for collection: UUID?, at places: ClosedRange<Int64>) {
    let (observers, watchers) = state.withLock { state in
      if !state.observers.isEmpty, backend?.isShared == true { state.own.append(places) }
      let observers = state.observers.values.filter { Self.is(collection, for: $0) }
      return (observers, Array(state.watchers.values))
    }
    tell(samples, observers, watchers)
  }

  /// Whether what was saved for a collection is for an observer.
  private static func `is`(_ collection: UUID?, for observer: Observer) -> Bool {
    collection == nil || observer.collection == nil || observer.collection == collection
  }

  /// Tells of a change without new samples.
  func changed() {
    let watchers = state.withLock { Array($0.watchers.values) }
    tell([], [], watchers)
  }

  private func tell(_ samples: [HKSample], _ observers: [Observer], _ watchers: [@Sendable () -> Void]) {
    guard !observers.isEmpty || !watchers.isEmpty else { return }
    queue.async {
      let quantities = observers.isEmpty ? [] : samples.compactMap { $0 as? HKQuantitySample }
      for observer in observers {
        let its = quantities.filter { observer.types.contains($0.quantityType) }
        if !its.isEmpty { observer.handler(its) }
      }
      for watcher in watchers { watcher() }
    }
  }

  /// Looks for what other processes have written.
  private func look() {
    guard let backend else { return }
    let (seen, types) = state.withLock { state in
      (state.seen, Set(state.observers.values.flatMap(\.types)))
    }
    let last = backend.lastAnchor
    guard last > seen else { return }
    let found = types.flatMap { backend.newSamples(of: $0, after: seen, through: last) }
    let (others, observers, watchers) = state.withLock { state in
      let own = state.own
      state.own.removeAll { $0.upperBound <= last }
      state.seen = max(state.seen, last)
      let others = found.filter { sample in !own.contains { $0.contains(sample.anchor) } }
      return (others, Array(state.observers.values), Array(state.watchers.values))
    }
    let sorted = others.sorted { $0.anchor < $1.anchor }
    for observer in observers {
      tell(sorted.filter { Self.is($0.collection, for: observer) }.map(\.sample), [observer], [])
    }
    tell([], [], watchers)
  }
}

extension HKHealthStore {
  /// Waits until those who wait in this process have been told of everything that was saved before.
  package func settle() { health.delivery.queue.sync {} }

  /// Takes samples of a sensor for a builder's workout, to which they belong from the first moment: with the workout they
  /// are stored together, and with it they can be deleted.
  ///
  /// - Throws: as `receive(_:)`.
  package func receive(_ samples: [HKQuantitySample], for builder: HKWorkoutBuilder) throws(HKError) {
    try health.save(samples, collection: builder.collection)
  }
}

extension HealthBackend {
  func observe(
    _ types: Set<HKQuantityType>, collection: UUID?, _ handler: @escaping @Sendable ([HKQuantitySample]) -> Void
  ) -> any Cancellation { delivery.observe(types, collection: collection, handler) }

  /// Whether other processes may write the same database.
  var isShared: Bool { (try? opened.get().database.path) != nil }

  /// The newest place of the change feed; 0 where the database can't be read.
  var lastAnchor: Int64 { (try? read { access, _ in try access.lastAnchor() }) ?? 0 }

  /// Quantity samples that were saved between two places of the change feed.
  fileprivate func newSamples(
    of type: HKQuantityType, after: Int64, through: Int64
  ) -> [(anchor: Int64, collection: UUID?, sample: HKQuantitySample)] {
    var found: [(Int64, UUID?, HKQuantitySample)] = []
    // What can't be read now is read at the next look, as `seen` is asked anew then; nothing is told twice.
    try? read { access, athlete in
      var query = SampleQuery(type: type.identifier)
      query.after = after
      if !mayRead(type, access, athlete) { query.program = program }
      try access.samples(query, of: athlete) { block in
        guard let chunk = SampleChunk(block, origins) else { return true }
        for index in 0..<chunk.count where chunk.anchors[index] > after && chunk.anchors[index] <= through {
          if let sample = chunk.sample(index) as? HKQuantitySample {
            found.append((chunk.anchors[index], block.traits.collection, sample))
          }
        }
        return true
      }
    }
    return found
  }
}
