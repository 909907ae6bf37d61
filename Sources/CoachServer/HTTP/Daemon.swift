// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

internal import CMicroHTTPD
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The one owner of a libmicrohttpd daemon: takes requests apart, hands them to `answer`, sends what comes back.
///
/// Its threads only move bytes: while workers answer a request, its connection is suspended. What takes long has workers
/// of its own, so that it never keeps pages waiting.
///
/// Stopping waits until no request is being answered, so `answer` never runs afterwards.
final class Daemon: Sendable {
  /// What answers a request.
  typealias Answer = @Sendable (Request) -> Response
  /// What decides on a request's head.
  typealias Gate = @Sendable (Request) -> Response?
  /// What takes a body that does not belong into memory.
  typealias Spool = @Sendable (Request) -> Upload?
  /// What tells of a request that it takes long.
  typealias Judge = @Sendable (Request) -> Bool

  /// Decides on a request from its head alone, before the body is read; `nil` lets it in.
  let gate: Gate
  /// Where the body of a request goes, told from its head; `nil` keeps it in memory.
  let spool: Spool
  /// Answers a whole request.
  let answer: Answer
  /// Bodies longer than this are read but not kept, and answered with 413.
  let bodyLimit: Int
  /// Whether it speaks TLS, to the network.
  let isLAN: Bool
  /// The port.
  let port: UInt16
  /// Looks after open connections.
  let watch: ConnectionWatch
  private let isSlow: Judge
  private let prompt = Workers(4, name: "zonecoach.answer")
  private let slow = Workers(2, name: "zonecoach.answer.slow")
  private let isStopping = Mutex(false)
  private let handle = Mutex<Handle?>(nil)

  /// What C reads; nobody writes it.
  private struct Text: @unchecked Sendable { var pointer: UnsafeMutablePointer<CChar> }
  private let texts: [Text]

  /// The C object. It is thread-safe; only starting and stopping need our lock.
  private struct Handle: @unchecked Sendable { var pointer: OpaquePointer }

  /// So many connections at most.
  static let connectionLimit = 8192

  /// TLS 1.2 and 1.3.
  private static let priorities = "NORMAL:-VERS-ALL:+VERS-TLS1.3:+VERS-TLS1.2"

  /// Whether the library knows TLS.
  static var knowsTLS: Bool { MHD_is_feature_supported(.FEATURE_TLS) == .YES }

  /// Starts to answer on a socket, with a certificate over TLS only. The daemon owns the socket from here on.
  init(
    socket: ListeningSocket, bodyLimit: Int, certificate: Certificate? = nil, patience: Patience = Patience(),
    gate: @escaping Gate,
    spool: @escaping Spool = { _ in nil }, isSlow: @escaping Judge = { _ in false }, answer: @escaping Answer
  ) throws(CoachServerError) {
    self.gate = gate
    self.spool = spool
    self.answer = answer
    self.bodyLimit = bodyLimit
    self.isSlow = isSlow
    watch = ConnectionWatch(patience)
    port = socket.port
    isLAN = certificate != nil
    // The library may look at these until it stops.
    let contents: [String] = certificate.map { [$0.pem, $0.pem, Self.priorities] } ?? []
    let texts = contents.compactMap { strdup($0).map { Text(pointer: $0) } }
    self.texts = texts
    let owner = Unmanaged.passUnretained(self).toOpaque()
    let flags = daemonFlags | (certificate == nil ? 0 : MHD_USE_TLS.rawValue)
    let files = Descriptors.raiseLimit(to: Self.connectionLimit + 512)
    let names: [MHD_OPTION] = [.HTTPS_MEM_KEY, .HTTPS_MEM_CERT, .HTTPS_PRIORITIES]
    var options: [any CVarArg] = [
      MHD_OPTION.LISTEN_SOCKET.rawValue, socket.descriptor,
      MHD_OPTION.THREAD_POOL_SIZE.rawValue, UInt32(4),
      MHD_OPTION.CONNECTION_LIMIT.rawValue, UInt32(max(64, min(Self.connectionLimit, files - 512))),
      MHD_OPTION.CONNECTION_TIMEOUT.rawValue, UInt32(patience.silence),
      MHD_OPTION.CONNECTION_MEMORY_LIMIT.rawValue, Int(64 * 1024),
      MHD_OPTION.NOTIFY_COMPLETED.rawValue, unsafeBitCast(requestCompleted, to: OpaquePointer.self),
      OpaquePointer(owner),
      MHD_OPTION.NOTIFY_CONNECTION.rawValue, unsafeBitCast(connectionChanged, to: OpaquePointer.self),
      OpaquePointer(owner),
    ]
    for (name, text) in zip(names, texts) { options += [name.rawValue, OpaquePointer(text.pointer)] as [any CVarArg] }
    options.append(MHD_OPTION.END.rawValue)
    let daemon = withVaList(options) {
      MHD_start_daemon_va(flags, socket.port, nil, nil, requestArrived, owner, $0)
    }
    guard let daemon else {
      close(socket.descriptor)
      endThreads()
      throw CoachServerError(code: .noResources, port: socket.port)
    }
    handle.withLock { $0 = Handle(pointer: daemon) }
  }

  /// Suspends a connection until a worker has answered; says no where the server is about to stop.
  func answerLater(_ exchange: Exchange, on connection: OpaquePointer) -> Bool {
    isStopping.withLock { isStopping in
      guard !isStopping else { return false }
      let place = Suspended(connection: connection, exchange: exchange)
      MHD_suspend_connection(connection)
      (isSlow(exchange.request) ? slow : prompt).add {
        // Whoever still waits for a worker when the server stops gets no answer.
        if !self.isStopping.withLock({ $0 }) { place.exchange.answer(self.answer) }
        MHD_resume_connection(place.connection)
      }
      return true
    }
  }

  /// SAFETY: while a connection is suspended nobody but the worker touches it or its exchange; the library's lock is
  /// between the threads on both ways.
  private struct Suspended: @unchecked Sendable {
    var connection: OpaquePointer
    var exchange: Exchange
  }

  /// Says that a body was too long, as a page or as data.
  func tooLarge(_ request: Request) -> Response {
    let words =
      "This is larger than \(bodyLimit / 1_048_576) MB, more than a form without script takes at once. Switch script on, or use the command line."
    return request.path.hasPrefix("/api/")
      ? .problem(413, code: "too-large", words)
      : .page(MessagePage.html(title: "Too large for the page", words), status: 413)
  }

  /// Ends all connections and waits for the threads. A second call does nothing.
  func stop() {
    let running = handle.withLock { handle in
      defer { handle = nil }
      return handle
    }
    guard let running else { return }
    // The library stops only where no connection is suspended, so streams end first, and workers finish.
    isStopping.withLock { $0 = true }
    watch.finishStreams()
    endThreads()
    MHD_stop_daemon(running.pointer)
  }

  private func endThreads() {
    prompt.finish()
    slow.finish()
    watch.stop()
  }

  deinit {
    stop()
    for text in texts { free(text.pointer) }
  }
}
