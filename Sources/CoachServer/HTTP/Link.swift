// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// How long we wait for the other end.
struct Patience: Sendable {
  /// Seconds for the head of a request, counted from the connection's begin or the end of the answer before.
  var head = 60
  /// Seconds in which nothing at all moves.
  var silence = 60
  /// Seconds before the pace of a body is looked at.
  var body = 60
  /// Bytes a second that a body then has at least, on average.
  var pace = 1024
}

/// A connection's socket, for as long as it is open, and what we wait for.
final class Link: Sendable {
  private let state: Mutex<State>

  private struct State {
    /// -1 after the end.
    var descriptor: Int32
    var phase = Phase.head
    var since = ContinuousClock.now
    var received = 0

    func shut() { if descriptor >= 0 { shutdown(descriptor, Int32(SHUT_RDWR)) } }
  }

  /// What happens on a connection.
  enum Phase { case head, body, answer }

  init(_ descriptor: Int32) { state = Mutex(State(descriptor: descriptor)) }

  /// Another phase begins.
  func begin(_ phase: Phase) {
    state.withLock { state in
      state.phase = phase
      state.since = .now
      state.received = 0
    }
  }

  /// Some of a body has arrived.
  func received(_ count: Int) { state.withLock { $0.received += count } }

  /// The socket is about to be closed.
  func end() { state.withLock { $0.descriptor = -1 } }

  /// Ends the talk in both directions. The daemon notices, and closes.
  func shut() { state.withLock { $0.shut() } }

  /// Whether the other end has closed.
  var isHungUp: Bool {
    state.withLock { state in
      guard state.descriptor >= 0 else { return true }
      var byte: UInt8 = 0
      let count = recv(state.descriptor, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT))
      return count == 0 || (count < 0 && errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR)
    }
  }

  /// Shuts where the other end takes too long with a request.
  func tick(_ now: ContinuousClock.Instant, _ patience: Patience) {
    state.withLock { state in
      let waited = Int((now - state.since).components.seconds)
      switch state.phase {
      case .head: if waited >= patience.head { state.shut() }
      case .body: if state.received < (waited - patience.body) * patience.pace { state.shut() }
      case .answer: break
      }
    }
  }
}
