// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

internal import CGnuTLS
import Workouts

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A key on the curve P-256 and the certificate that it signed itself.
struct Certificate: Sendable, Equatable {
  /// The key, then the certificate, as PEM.
  let pem: String
  /// The SHA-256 of the certificate, as browsers show it: `AB:CD:…`.
  let fingerprint: String
  /// The names that it is good for, in order.
  let names: [String]
  /// The IPv4 addresses that it is good for, in order.
  let addresses: [String]
  /// When it ends.
  let end: Instant

  /// Longer is not believed by phones.
  static let lifetime: Milliseconds = 825 * day
  /// It is made anew so long before its end.
  static let margin: Milliseconds = 30 * day
  private static let day: Milliseconds = 86_400_000

  /// Makes one; `nil` where the library can't. It begins a day early, for phones whose clocks are slow.
  init?(for names: LANNames, now: Instant) {
    var key: gnutls_x509_privkey_t?, certificate: gnutls_x509_crt_t?
    guard gnutls_x509_privkey_init(&key) == 0, let key else { return nil }
    defer { gnutls_x509_privkey_deinit(key) }
    guard gnutls_x509_crt_init(&certificate) == 0, let certificate else { return nil }
    defer { gnutls_x509_crt_deinit(certificate) }
    // A serial number is positive.
    let serial = [UInt8.random(in: 1...127)] + (0..<15).map { _ in UInt8.random(in: .min ... .max) }
    let begin = now - Self.day, owner = "ZoneCoach"
    var results = [
      zc_generate_p256(key),
      gnutls_x509_crt_set_version(certificate, 3),
      gnutls_x509_crt_set_serial(certificate, serial, serial.count),
      gnutls_x509_crt_set_activation_time(certificate, time_t(begin.millisecondsSince1970 / 1000)),
      gnutls_x509_crt_set_expiration_time(certificate, time_t((begin + Self.lifetime).millisecondsSince1970 / 1000)),
      gnutls_x509_crt_set_dn_by_oid(certificate, GNUTLS_OID_X520_COMMON_NAME, 0, owner, UInt32(owner.utf8.count)),
      gnutls_x509_crt_set_basic_constraints(certificate, 0, -1),
      gnutls_x509_crt_set_key_usage(certificate, UInt32(GNUTLS_KEY_DIGITAL_SIGNATURE)),
      gnutls_x509_crt_set_key_purpose_oid(certificate, GNUTLS_KP_TLS_WWW_SERVER, 0),
    ]
    for name in names.names {
      results.append(
        gnutls_x509_crt_set_subject_alt_name(
          certificate, GNUTLS_SAN_DNSNAME, name, UInt32(name.utf8.count), UInt32(GNUTLS_FSAN_APPEND)))
    }
    for address in names.addresses {
      let bytes = address.split(separator: ".").compactMap { UInt8($0) }
      results.append(
        gnutls_x509_crt_set_subject_alt_name(
          certificate, GNUTLS_SAN_IPADDRESS, bytes, UInt32(bytes.count), UInt32(GNUTLS_FSAN_APPEND)))
    }
    results += [
      gnutls_x509_crt_set_key(certificate, key),
      gnutls_x509_crt_sign2(certificate, certificate, key, GNUTLS_DIG_SHA256, 0),
    ]
    guard results.allSatisfy({ $0 >= 0 }),
      let keyText = Self.text({ gnutls_x509_privkey_export2(key, GNUTLS_X509_FMT_PEM, $0) }),
      let text = Self.text({ gnutls_x509_crt_export2(certificate, GNUTLS_X509_FMT_PEM, $0) })
    else { return nil }
    self.init(pem: keyText + text)
  }

  /// Reads one; `nil` where the text holds no key, no certificate, or two that do not belong together.
  init?(pem: String) {
    var key: gnutls_x509_privkey_t?, certificate: gnutls_x509_crt_t?
    guard gnutls_x509_privkey_init(&key) == 0, let key else { return nil }
    defer { gnutls_x509_privkey_deinit(key) }
    guard gnutls_x509_crt_init(&certificate) == 0, let certificate else { return nil }
    defer { gnutls_x509_crt_deinit(certificate) }
    var bytes = Array(pem.utf8)
    let isRead = bytes.withUnsafeMutableBufferPointer { buffer in
      var text = gnutls_datum_t(data: buffer.baseAddress, size: UInt32(buffer.count))
      return gnutls_x509_privkey_import(key, &text, GNUTLS_X509_FMT_PEM) >= 0
        && gnutls_x509_crt_import(certificate, &text, GNUTLS_X509_FMT_PEM) >= 0
    }
    guard isRead,
      let own = Self.digest({ gnutls_x509_privkey_get_key_id(key, 0, $0, $1) }),
      let its = Self.digest({ gnutls_x509_crt_get_key_id(certificate, 0, $0, $1) }), own == its,
      let print = Self.digest({ gnutls_x509_crt_get_fingerprint(certificate, GNUTLS_DIG_SHA256, $0, $1) })
    else { return nil }
    self.pem = pem
    fingerprint = print.map { ($0 < 16 ? "0" : "") + String($0, radix: 16).uppercased() }.joined(separator: ":")
    end = Instant(secondsSince1970: Int64(gnutls_x509_crt_get_expiration_time(certificate)))
    (names, addresses) = Self.alternatives(of: certificate)
  }

  /// Whether it is good for these names and no others, and for a while yet.
  func fits(_ wanted: LANNames, now: Instant) -> Bool {
    names == wanted.names && addresses == wanted.addresses && end - now > Self.margin
  }

  private static func alternatives(of certificate: gnutls_x509_crt_t) -> (names: [String], addresses: [String]) {
    var names: [String] = [], addresses: [String] = []
    for index in UInt32(0)... {
      var buffer = [UInt8](repeating: 0, count: 256), size = buffer.count
      let kind = gnutls_x509_crt_get_subject_alt_name(certificate, index, &buffer, &size, nil)
      guard kind >= 0 else { break }
      if kind == Int32(GNUTLS_SAN_DNSNAME.rawValue) { names.append(String(decoding: buffer[..<size], as: UTF8.self)) }
      if kind == Int32(GNUTLS_SAN_IPADDRESS.rawValue) {
        addresses.append(buffer[..<size].map { String($0) }.joined(separator: "."))
      }
    }
    return (names, addresses)
  }

  private static func text(_ export: (UnsafeMutablePointer<gnutls_datum_t>) -> Int32) -> String? {
    var made = gnutls_datum_t()
    guard export(&made) >= 0 else { return nil }
    defer { zc_free(made.data) }
    return String(decoding: UnsafeBufferPointer(start: made.data, count: Int(made.size)), as: UTF8.self)
  }

  private static func digest(_ compute: (UnsafeMutablePointer<UInt8>, UnsafeMutablePointer<Int>) -> Int32) -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: 64), size = buffer.count
    guard compute(&buffer, &size) >= 0 else { return nil }
    return Array(buffer[..<size])
  }
}
