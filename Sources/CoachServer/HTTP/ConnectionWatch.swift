// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Synchronization

/// Looks once a second at all connections: ends those that let us wait, and keeps streams awake.
final class ConnectionWatch: Sendable {
  private let state = Mutex(State())
  private let patience: Patience
  private let end = DispatchSemaphore(value: 0)
  private let running = DispatchGroup()

  private struct State {
    var links: [ObjectIdentifier: Link] = [:]
    var streams: [ObjectIdentifier: EventStream] = [:]
    var isStopping = false
  }

  init(_ patience: Patience) {
    self.patience = patience
    DispatchQueue(label: "zonecoach.watch").async(group: running) { self.look() }
  }

  private func look() {
    while end.wait(timeout: .now() + .seconds(1)) == .timedOut {
      let (links, streams) = state.withLock { (Array($0.links.values), Array($0.streams.values)) }
      let now = ContinuousClock.now
      for link in links { link.tick(now, patience) }
      for stream in streams { stream.tick(now) }
    }
  }

  func add(_ link: Link) { state.withLock { $0.links[ObjectIdentifier(link)] = link } }
  func remove(_ link: Link) { state.withLock { $0.links[ObjectIdentifier(link)] = nil } }

  /// Whether a stream may begin; none may after `finishStreams`.
  func add(_ stream: EventStream) -> Bool {
    state.withLock { state in
      guard !state.isStopping else { return false }
      state.streams[ObjectIdentifier(stream)] = stream
      return true
    }
  }

  func remove(_ stream: EventStream) { state.withLock { $0.streams[ObjectIdentifier(stream)] = nil } }

  /// Lets all streams end, so that no connection is suspended any more.
  func finishStreams() {
    let streams = state.withLock { state in
      state.isStopping = true
      return Array(state.streams.values)
    }
    for stream in streams { stream.finish() }
  }

  /// Looks no more. To be called once.
  func stop() {
    end.signal()
    running.wait()
  }
}
