// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

public import CoachService
internal import HealthDatabase
import Synchronization

/// The page: a small web server on this computer's own address 127.0.0.1, for this computer only, and where that is asked
/// for, over TLS for the devices of its network that type a code.
///
///     let server = CoachServer(library: try WorkoutLibrary(folder: folder), port: 8227)
///     try server.start()
///     print(server.newLink())
public final class CoachServer: Sendable {
  private let library: WorkoutLibrary
  private let port: UInt16
  private let lanPort: UInt16?
  private let running = Mutex<Running?>(nil)

  private struct Running {
    var daemons: [Daemon]
    var router: Router
    var lan: LAN?
  }

  /// What a device of the network needs to know.
  public struct LAN: Sendable {
    /// The port.
    public var port: UInt16
    /// The page's addresses, that with the host name first.
    public var addresses: [String]
    /// The SHA-256 of the certificate, `AB:CD:…`.
    public var fingerprint: String
  }

  /// The largest body that is kept in memory: 64 MB. Files that the page's script sends go to the disk if they are larger
  /// than `Router.memoryLimit`.
  static let bodyLimit = 64 * 1_048_576

  /// A page over a library. Port 0 lets the system choose one that is free. Without a second port nothing listens to the network.
  public init(library: WorkoutLibrary, port: UInt16, lanPort: UInt16? = nil) {
    self.library = library
    self.port = port
    self.lanPort = lanPort
  }

  /// Begins to answer and returns at once with the port.
  @discardableResult
  public func start() throws(CoachServerError) -> UInt16 {
    guard running.withLock({ $0 == nil }) else { throw CoachServerError(code: .alreadyRunning, port: port) }
    let names = LANNames.current
    let certificate = try certificate(for: names)
    let socket = try ListeningSocket(port: port)
    var lanSocket: ListeningSocket?
    if let lanPort {
      do { lanSocket = try ListeningSocket(port: lanPort, isLAN: true) } catch {
        socket.close()
        throw error
      }
    }
    let lanRules = lanSocket.map {
      AccessRules(port: $0.port, names: names.names + names.addresses, scheme: "https")
    }
    let router = Router(library: library, port: socket.port, lan: lanRules)
    var daemons: [Daemon] = []
    do {
      daemons.append(try daemon(socket, nil, router))
      if let lanSocket { daemons.append(try daemon(lanSocket, certificate, router)) }
    } catch {
      if daemons.isEmpty { lanSocket?.close() }
      for daemon in daemons { daemon.stop() }
      throw error
    }
    let lan = lanSocket.map { socket in
      let hosts = [names.names.first { $0.hasSuffix(".local") }].compactMap { $0 } + names.reachable
      return LAN(
        port: socket.port, addresses: hosts.map { "https://\($0):\(socket.port)/" },
        fingerprint: certificate?.fingerprint ?? "")
    }
    let started = Running(daemons: daemons, router: router, lan: lan)
    running.withLock { $0 = started }
    return socket.port
  }

  private func daemon(
    _ socket: ListeningSocket, _ certificate: Certificate?, _ router: Router
  ) throws(CoachServerError) -> Daemon {
    try Daemon(
      socket: socket, bodyLimit: Self.bodyLimit, certificate: certificate, gate: { router.admit($0) },
      spool: { router.spool($0) }, isSlow: { router.takesLong($0) },
      answer: { router.access.renew($0, router.respond(to: $0)) })
  }

  /// The certificate for the network: that of the data folder, or one made now; `nil` where none is needed.
  private func certificate(for names: LANNames) throws(CoachServerError) -> Certificate? {
    guard let lanPort else { return nil }
    guard Daemon.knowsTLS else { throw CoachServerError(code: .noTLS, port: lanPort) }
    let now = HealthDatabase.systemClock()
    let made =
      if let path = library.database.path {
        CertificateFile(path: path + "-lan.pem").certificate(for: names, now: now)
      } else {
        Certificate(for: names, now: now)
      }
    guard let made else { throw CoachServerError(code: .noCertificate, port: lanPort) }
    return made
  }

  /// A link that lets one browser in, once. A link made before lets nobody in any more. Empty before `start`.
  public func newLink() -> String {
    running.withLock { $0?.router }.map { "http://127.0.0.1:\($0.rules.port)/open/\($0.access.newLink())" } ?? ""
  }

  /// Where devices of the network find the page, while it is served to them.
  public var lan: LAN? { running.withLock { $0?.lan } }

  /// A code that lets one device of the network in, for 10 minutes. A code made before lets nobody in any more. Empty where
  /// nothing is served to the network.
  public func newCode() -> String {
    running.withLock { $0?.lan == nil ? nil : $0?.router }?.pairing.newCode() ?? ""
  }

  /// Ends all connections and imports; returns when the last request has been answered and the last import is at a safe
  /// place. A stopped server can start again.
  public func stop() {
    let ended = running.withLock { running in
      defer { running = nil }
      return running
    }
    for daemon in ended?.daemons ?? [] { daemon.stop() }
    ended?.router.jobs.stopAll()
    ended?.router.live.stop()
  }
}
