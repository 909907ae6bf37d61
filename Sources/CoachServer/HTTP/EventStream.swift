// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

internal import CMicroHTTPD
import Synchronization

/// An answer that goes on: events as a browser's `EventSource` reads them, for as long as somebody looks.
///
///     let stream = EventStream { hub.leave(viewer) }
///     stream.send(EventStream.event(data, id: "17"))
///     return .events(stream)
///
/// A comment goes out every 15 seconds by itself, by which both ends notice that the other is gone.
final class EventStream: Sendable {
  private let onClose: @Sendable () -> Void
  private let state = Mutex(State())

  /// So many bytes wait for a slow viewer at most.
  static let limit = 1 << 20

  private struct State {
    var waiting: [UInt8] = []
    /// How many of the bytes that wait have been sent.
    var sent = 0
    var isFinished = false
    /// Nobody reads any more.
    var isClosed = false
    var place: Place?
    /// The connection waits for something to send.
    var isSuspended = false
    var nextComment = ContinuousClock.now + .seconds(15)

    mutating func resume() {
      guard isSuspended, let place else { return }
      isSuspended = false
      MHD_resume_connection(place.connection)
    }
  }

  /// Where it goes out.
  private struct Place: @unchecked Sendable {
    // SAFETY: resumed from any thread, and only while it is suspended, when the library keeps it.
    var connection: OpaquePointer
    var link: Link
  }

  /// A stream that tells once when nobody reads it any more, whoever ended it. `onClose` runs on a thread that moves the
  /// bytes of others, so it must not take long.
  init(onClose: @escaping @Sendable () -> Void) { self.onClose = onClose }

  /// The text of one event. Each line of `data` becomes one line of the event.
  static func event(_ data: String, name: String? = nil, id: String? = nil) -> String {
    var text = ""
    if let id { text += "id: \(id)\n" }
    if let name { text += "event: \(name)\n" }
    for line in data.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) { text += "data: \(line)\n" }
    return text + "\n"
  }

  /// Sends whole events, from any thread and without waiting. A viewer that leaves more than `limit` unread is sent away.
  func send(_ text: String) {
    state.withLock { state in
      guard !state.isFinished, !state.isClosed else { return }
      state.waiting.append(contentsOf: text.utf8)
      if state.waiting.count - state.sent > Self.limit {
        state.isFinished = true
        state.waiting = []
        state.sent = 0
        state.place?.link.shut()
      }
      state.resume()
    }
  }

  /// Ends the answer when all is sent. The browser asks again then, unless its page closed the `EventSource`.
  func finish() {
    state.withLock { state in
      state.isFinished = true
      state.resume()
    }
  }

  // MARK: For the daemon

  /// Begins to go out on a connection.
  func attach(to connection: OpaquePointer, link: Link) {
    let place = Place(connection: connection, link: link)
    state.withLock { $0.place = place }
  }

  /// Fills a buffer with what waits; suspends the connection and returns 0 where nothing does. On the daemon's thread.
  func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    state.withLock { state in
      let count = min(buffer.count, state.waiting.count - state.sent)
      if count > 0 {
        state.waiting.withUnsafeBytes { buffer.copyMemory(from: .init(rebasing: $0[state.sent..<state.sent + count])) }
        state.sent += count
        if state.sent == state.waiting.count {
          state.waiting.removeAll(keepingCapacity: state.waiting.count < 4096)
          state.sent = 0
        }
        return count
      }
      guard !state.isFinished, let place = state.place else { return endOfStream }
      state.isSuspended = true
      MHD_suspend_connection(place.connection)
      return 0
    }
  }

  /// The connection has ended or will never be.
  func close() {
    let wasOpen = state.withLock { state in
      defer {
        state.isClosed = true
        state.place = nil
        state.waiting = []
        state.sent = 0
      }
      return !state.isClosed
    }
    if wasOpen { onClose() }
  }

  /// Sends a comment if it is time, and looks whether the viewer is still there.
  func tick(_ now: ContinuousClock.Instant) {
    let isDue = state.withLock { state in
      if let link = state.place?.link, state.isSuspended, link.isHungUp {
        state.isFinished = true
        state.resume()
        return false
      }
      guard now >= state.nextComment else { return false }
      state.nextComment = now + .seconds(15)
      // Whoever has not read what is there needs no comment.
      return state.waiting.isEmpty
    }
    if isDue { send(":\n\n") }
  }
}

/// What the library wants to hear where no more will come.
private let endOfStream = -1

extension Response {
  /// An answer that goes on.
  static func events(_ stream: EventStream) -> Response {
    var response = Response(type: "text/event-stream", body: [])
    response.events = stream
    return response
  }
}
