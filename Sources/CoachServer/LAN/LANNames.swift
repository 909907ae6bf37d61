// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

internal import CMicroHTTPD

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// What this computer is called in its network.
struct LANNames: Sendable, Equatable {
  /// Its host name, that name with `.local`, and `localhost`, in lower case.
  var names: [String]
  /// Its IPv4 addresses, in order, 127.0.0.1 among them.
  var addresses: [String]

  /// As the system says now.
  static var current: LANNames {
    var buffer = [CChar](repeating: 0, count: 256)
    gethostname(&buffer, buffer.count - 1)
    let host = buffer.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
    return LANNames(host: host, addresses: systemAddresses())
  }

  init(names: [String], addresses: [String]) {
    self.names = names
    self.addresses = addresses
  }

  /// Of a host name, with or without a domain. One that no certificate can hold is left out.
  init(host: String, addresses: [String]) {
    let host = host.lowercased()
    let isName =
      !host.isEmpty
      && host.utf8.allSatisfy {
        ("a"..."z").contains(Character(Unicode.Scalar($0)))
          || ("0"..."9").contains(Character(Unicode.Scalar($0))) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ".")
      }
    var names = isName ? [host] : []
    if isName, let first = host.split(separator: ".").first { names.append("\(first).local") }
    names.append("localhost")
    self.names = names.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    self.addresses = Set(addresses + ["127.0.0.1"]).sorted()
  }

  /// The addresses at which others reach it.
  var reachable: [String] { addresses.filter { !$0.hasPrefix("127.") } }

  private static func systemAddresses() -> [String] {
    var list: UnsafeMutablePointer<ifaddrs>?
    guard getifaddrs(&list) == 0 else { return [] }
    defer { freeifaddrs(list) }
    var found: [String] = []
    var next = list
    while let entry = next?.pointee {
      next = entry.ifa_next
      guard let address = entry.ifa_addr, Int32(address.pointee.sa_family) == AF_INET else { continue }
      let bits = address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
        UInt32(bigEndian: $0.pointee.sin_addr.s_addr)
      }
      found.append([24, 16, 8, 0].map { String(bits >> UInt32($0) & 255) }.joined(separator: "."))
    }
    return found
  }
}
