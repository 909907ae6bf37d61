// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

public import Foundation
import HealthDatabase

/// What tells a store the time. Ours, not Apple's.
public protocol HealthStoreClock: AnyObject, Sendable {
  /// The moment it is.
  var now: Date { get }

  /// Calls `work` once it is `date`, unless what is returned says before that it was called off.
  func call(at date: Date, _ work: @escaping @Sendable () -> Void)
}

/// The time of this computer.
final class SystemClock: HealthStoreClock {
  private let queue = DispatchQueue(label: "org.zonecoach.clock")

  var now: Date { Date() }

  func call(at date: Date, _ work: @escaping @Sendable () -> Void) {
    queue.asyncAfter(wallDeadline: .now() + max(0, date.timeIntervalSinceNow), execute: work)
  }
}

/// A clock in the hands of a test: it stands still until it is told to go on. Ours, not Apple's.
///
/// ```swift
/// let clock = TestClock()
/// let store = HKHealthStore(testing: HealthStoreConfiguration(clock: clock))
/// clock.advance(by: 60)
/// ```
public final class TestClock: HealthStoreClock {
  private struct State {
    var now: Date
    var next = 0
    var calls: [(date: Date, number: Int, work: @Sendable () -> Void)] = []
  }

  private let state: Lock<State>

  /// A clock that stands at a moment.
  public init(now: Date = Date(timeIntervalSinceReferenceDate: 800_000_000)) { state = Lock(State(now: now)) }

  /// The moment it is.
  public var now: Date { state.withLock { $0.now } }

  /// Lets time pass, and calls in its order what was to be called by then, before it returns. Time doesn't go back.
  public func advance(by seconds: TimeInterval) { advance(to: now.addingTimeInterval(seconds)) }

  /// Lets time pass until a moment, and calls in its order what was to be called by then, before it returns.
  public func advance(to date: Date) {
    while true {
      let due = state.withLock { state -> (@Sendable () -> Void)? in
        let first = state.calls.indices.min {
          (state.calls[$0].date, state.calls[$0].number) < (state.calls[$1].date, state.calls[$1].number)
        }
        guard let first, state.calls[first].date <= date else {
          state.now = max(state.now, date)
          return nil
        }
        let call = state.calls.remove(at: first)
        state.now = max(state.now, call.date)
        return call.work
      }
      guard let due else { return }
      due()
    }
  }

  /// Calls `work` once it is `date`.
  public func call(at date: Date, _ work: @escaping @Sendable () -> Void) {
    let isDue = state.withLock { state in
      if date <= state.now { return true }
      state.calls.append((date, state.next, work))
      state.next += 1
      return false
    }
    if isDue { DispatchQueue.global().async(execute: work) }
  }
}

/// Something that was to be called or observed.
final class CancelFlag: Cancellation {
  private let isCancelled = Lock(false)
  private let whenCancelled: (@Sendable () -> Void)?

  init(_ whenCancelled: (@Sendable () -> Void)? = nil) { self.whenCancelled = whenCancelled }

  deinit { cancel() }

  func cancel() {
    let isFirst = isCancelled.withLock { flag in
      defer { flag = true }
      return !flag
    }
    if isFirst { whenCancelled?() }
  }

  var isOn: Bool { isCancelled.withLock { !$0 } }
}
