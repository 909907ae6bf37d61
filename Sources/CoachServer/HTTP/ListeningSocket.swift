// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Why the page could not be served.
public struct CoachServerError: Error, Equatable, CustomStringConvertible {
  /// What happened, for programs.
  public var code: Code
  /// The port that was asked for.
  public var port: UInt16

  /// What happened.
  public struct Code: Hashable, Sendable {
    let name: String
    /// Another program answers on this port.
    public static let portTaken = Code(name: "port-taken")
    /// The system does not let this program use the port.
    public static let portNotAllowed = Code(name: "port-not-allowed")
    /// The system has no socket or thread left.
    public static let noResources = Code(name: "no-resources")
    /// The library that serves the page has no TLS.
    public static let noTLS = Code(name: "no-tls")
    /// The certificate could not be made or written.
    public static let noCertificate = Code(name: "no-certificate")
    /// It runs already.
    public static let alreadyRunning = Code(name: "already-running")
  }

  /// What happened and what to do, in a sentence.
  public var description: String {
    switch code {
    case .portTaken:
      "Port \(port) is in use by another program, maybe another ZoneCoach. Choose another port, or 0 for any free one."
    case .portNotAllowed:
      "The system does not allow port \(port). Choose one from 1024 up, or 0 for any free one."
    case .noTLS:
      "The libmicrohttpd of this system was built without TLS, so the page can't be served to other devices. Start without --lan, or install one with TLS."
    case .noCertificate:
      "The certificate for other devices could not be made or written. See that the data folder can be written to, or start without --lan."
    case .alreadyRunning: "The page is being served already."
    default: "The system had no socket or thread left for the page. Close some programs and start again."
    }
  }
}

// The function of the system, which a method of the same name hides.
@discardableResult private func systemClose(_ descriptor: Int32) -> Int32 { close(descriptor) }

/// A socket that listens on 127.0.0.1 and nowhere else, or on every IPv4 address of this computer.
struct ListeningSocket {
  /// The descriptor, which the daemon closes.
  let descriptor: Int32
  /// The port, chosen by the system if 0 was asked for.
  let port: UInt16

  init(port wanted: UInt16, isLAN: Bool = false) throws(CoachServerError) {
    #if canImport(Glibc)
      let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    #else
      let kind = SOCK_STREAM
    #endif
    let descriptor = socket(AF_INET, kind, 0)
    guard descriptor >= 0 else { throw CoachServerError(code: .noResources, port: wanted) }
    var yes: Int32 = 1
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = wanted.bigEndian
    address.sin_addr.s_addr = UInt32(isLAN ? 0 : 0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let bound = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, length) }
    }
    guard bound == 0, listen(descriptor, 1024) == 0 else {
      let reason = errno
      _ = systemClose(descriptor)
      let code: CoachServerError.Code =
        reason == EADDRINUSE ? .portTaken : reason == EACCES ? .portNotAllowed : .noResources
      throw CoachServerError(code: code, port: wanted)
    }
    withUnsafeMutablePointer(to: &address) {
      _ = $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) }
    }
    self.descriptor = descriptor
    port = UInt16(bigEndian: address.sin_port)
  }

  /// Closes it where no daemon owns it.
  func close() { systemClose(descriptor) }
}
