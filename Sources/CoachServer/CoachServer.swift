// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

public import CoachService
import Synchronization

/// The page: a small web server on this computer's own address 127.0.0.1, for this computer only.
///
///     let server = CoachServer(library: try WorkoutLibrary(folder: folder), port: 8227)
///     try server.start()
///     print(server.newLink())
public final class CoachServer: Sendable {
  private let library: WorkoutLibrary
  private let port: UInt16
  private let daemon = Mutex<(Daemon, Router)?>(nil)

  /// The largest body that is kept in memory: 64 MB. Files that the page's script sends go to the disk if they are larger
  /// than `Router.memoryLimit`.
  static let bodyLimit = 64 * 1_048_576

  /// A page over a library. Port 0 lets the system choose one that is free.
  public init(library: WorkoutLibrary, port: UInt16) {
    self.library = library
    self.port = port
  }

  /// Begins to answer and returns at once with the port.
  @discardableResult
  public func start() throws(CoachServerError) -> UInt16 {
    guard daemon.withLock({ $0 == nil }) else { throw CoachServerError(code: .alreadyRunning, port: port) }
    let socket = try ListeningSocket(port: port)
    let router = Router(library: library, port: socket.port)
    let started = try Daemon(
      socket: socket, bodyLimit: Self.bodyLimit, gate: { router.admit($0) }, spool: { router.spool($0) },
      isSlow: { router.takesLong($0) }, answer: { router.access.renew($0, router.respond(to: $0)) })
    daemon.withLock { $0 = (started, router) }
    return socket.port
  }

  /// A link that lets one browser in, once. A link made before lets nobody in any more. Empty before `start`.
  public func newLink() -> String {
    daemon.withLock { $0?.1 }.map { "http://127.0.0.1:\($0.rules.port)/open/\($0.access.newLink())" } ?? ""
  }

  /// Ends all connections and imports; returns when the last request has been answered and the last import is at a safe
  /// place. A stopped server can start again.
  public func stop() {
    let running = daemon.withLock { daemon in
      defer { daemon = nil }
      return daemon
    }
    running?.0.stop()
    running?.1.jobs.stopAll()
    running?.1.live.stop()
  }
}
