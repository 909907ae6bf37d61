// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import HealthDatabase
import Synchronization
import Workouts

/// The code of six digits that the terminal shows and a phone types: good for 10 minutes, once, and for five attempts.
final class Pairing: Sendable {
  /// What became of an attempt.
  enum Outcome: Equatable { case right, wrong, spent }

  static let lifetime: Milliseconds = 600_000
  static let attempts = 5

  private let clock: @Sendable () -> Instant
  private let state = Mutex<State?>(nil)

  private struct State {
    var code: [UInt8]
    var made: Instant
    var wrong = 0
  }

  init(clock: @escaping @Sendable () -> Instant = HealthDatabase.systemClock) { self.clock = clock }

  /// Makes a code. One made before works no more.
  func newCode() -> String {
    let digits = String(Int.random(in: 0..<1_000_000))
    let code = String(repeating: "0", count: 6 - digits.count) + digits
    let now = clock()
    state.withLock { $0 = State(code: Array(code.utf8), made: now) }
    return code
  }

  /// Tries a code. Spaces in it do not matter.
  func enter(_ typed: String) -> Outcome {
    let typed = Array(typed.utf8).filter { $0 != UInt8(ascii: " ") }
    let now = clock()
    return state.withLock { state in
      // A clock that was set back makes no code last longer.
      guard let known = state, (0..<Self.lifetime).contains(now - known.made) else {
        state = nil
        return .spent
      }
      if Self.areEqual(typed, known.code) {
        state = nil
        return .right
      }
      state?.wrong += 1
      guard known.wrong + 1 < Self.attempts else {
        state = nil
        return .spent
      }
      return .wrong
    }
  }

  /// Compares in a time that says nothing of where they differ.
  private static func areEqual(_ typed: [UInt8], _ code: [UInt8]) -> Bool {
    guard typed.count == code.count else { return false }
    return zip(typed, code).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
