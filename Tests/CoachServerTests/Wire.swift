// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

// The names of the system, which methods of the same names hide.
private let systemSend = send
private let systemRead = read

/// A connection to a port of this computer, byte by byte.
final class Wire {
  private let handle: Int32
  /// What has been read and not yet taken.
  private var waiting: [UInt8] = []

  init(port: UInt16) throws {
    #if canImport(Glibc)
      handle = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
      handle = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let isConnected = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(handle, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
    try #require(isConnected)
    // A test that waits for what never comes ends.
    var limit = timeval(tv_sec: 30, tv_usec: 0)
    setsockopt(handle, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
  }

  deinit { close(handle) }

  func send(_ text: String) {
    let bytes = Array(text.utf8)
    _ = systemSend(handle, bytes, bytes.count, Int32(MSG_NOSIGNAL))
  }

  /// Asks for a path with `GET`.
  func get(_ path: String, host: String = "127.0.0.1", headers: String = "") {
    send("GET \(path) HTTP/1.1\r\nHost: \(host)\r\n\(headers)\r\n")
  }

  /// Reads until a text has come, and returns all up to its end; what came so far where the connection ends first.
  func read(through text: String) -> String {
    let mark = Array(text.utf8)
    var from = 0
    while true {
      if let at = find(mark, from: from) {
        defer { waiting.removeFirst(at + mark.count) }
        return String(decoding: waiting[..<(at + mark.count)], as: UTF8.self)
      }
      from = max(0, waiting.count - mark.count)
      guard readSome() else { return String(decoding: waiting, as: UTF8.self) }
    }
  }

  /// Reads until the connection ends.
  func readToEnd() -> String {
    while readSome() {}
    return String(decoding: waiting, as: UTF8.self)
  }

  private func readSome() -> Bool {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = systemRead(handle, &buffer, buffer.count)
    if count > 0 { waiting += buffer[..<count] }
    return count > 0
  }

  private func find(_ mark: [UInt8], from: Int) -> Int? {
    waiting.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress, bytes.count >= from + mark.count else { return nil }
      return (from...(bytes.count - mark.count)).first { memcmp(start + $0, mark, mark.count) == 0 }
    }
  }
}
