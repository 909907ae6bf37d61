// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import CoachService
import Foundation
import Synchronization
import Testing
import Workouts

@testable import CoachServer

/// Devices of the network: the certificate, the code, and who is turned away.
struct LANTests {
  let folder = TemporaryFolder()
  let names = LANNames(host: "Desk", addresses: ["192.0.2.7"])
  let now = Instant(secondsSince1970: 1_780_000_000)

  // MARK: The certificate

  @Test func `a computer is called by its name, in its network, and by its addresses`() {
    #expect(names.names == ["desk", "desk.local", "localhost"])
    #expect(names.addresses == ["127.0.0.1", "192.0.2.7"] && names.reachable == ["192.0.2.7"])
    #expect(LANNames(host: "desk.example.org", addresses: []).names == ["desk.example.org", "desk.local", "localhost"])
    #expect(LANNames(host: "", addresses: []).names == ["localhost"])
    #expect(LANNames(host: "two words", addresses: []).names == ["localhost"])
    #expect(LANNames.current.addresses.contains("127.0.0.1"))
  }

  @Test func `a certificate is good for all names and addresses, for 825 days at most`() throws {
    let made = try #require(Certificate(for: names, now: now))
    #expect(made.names == names.names && made.addresses == names.addresses)
    let days = Double(made.end - now) / 86_400_000
    #expect(days > 800 && days <= 825)
    #expect(made.fingerprint.split(separator: ":").count == 32)
    #expect(Certificate(pem: made.pem) == made)
    let other = try #require(Certificate(for: names, now: now))
    #expect(other.fingerprint != made.fingerprint)
    // The key of one and the certificate of another are no pair.
    let mark = "-----BEGIN CERTIFICATE"
    let key = try #require(other.pem.components(separatedBy: mark).first)
    let text = try #require(made.pem.components(separatedBy: mark).last)
    #expect(Certificate(pem: key + mark + text) == nil)
    #expect(Certificate(pem: "") == nil && Certificate(pem: key) == nil)
  }

  @Test func `the certificate stays, until it nears its end or the addresses changed`() throws {
    try FileManager.default.createDirectory(atPath: folder.path, withIntermediateDirectories: true)
    let path = folder.path + "/lan.pem"
    let file = CertificateFile(path: path)
    let first = try #require(file.certificate(for: names, now: now))
    #expect(try permissions(path) == 0o600)
    #expect(file.certificate(for: names, now: now) == first)
    #expect(file.certificate(for: names, now: first.end - 31 * 86_400_000) == first)
    let renewed = try #require(file.certificate(for: names, now: first.end - 29 * 86_400_000))
    #expect(renewed != first)
    let moved = LANNames(host: "desk", addresses: ["192.0.2.8"])
    let third = try #require(file.certificate(for: moved, now: now))
    #expect(third.addresses == ["127.0.0.1", "192.0.2.8"])
    #expect(try permissions(path) == 0o600)
    try Data("broken".utf8).write(to: URL(fileURLWithPath: path))
    let fourth = try #require(file.certificate(for: moved, now: now))
    #expect(fourth != third)
    #expect(CertificateFile(path: folder.path + "/no/such/folder").certificate(for: names, now: now) == nil)
  }

  func permissions(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }

  // MARK: The code

  /// Another code than this one.
  func wrong(_ code: String) -> String { code == "000000" ? "000001" : "000000" }

  @Test func `a code works once`() {
    let pairing = Pairing(clock: { now })
    #expect(pairing.enter("000000") == .spent, "there is none yet")
    let code = pairing.newCode()
    #expect(code.count == 6 && code.allSatisfy(\.isNumber))
    #expect(pairing.enter(wrong(code)) == .wrong && pairing.enter("") == .wrong)
    #expect(pairing.enter(code.prefix(3) + " " + code.suffix(3)) == .right)
    #expect(pairing.enter(code) == .spent)
  }

  @Test func `five wrong codes end one, and a new one works`() {
    let pairing = Pairing(clock: { now })
    let code = pairing.newCode()
    for _ in 1...4 { #expect(pairing.enter(wrong(code)) == .wrong) }
    #expect(pairing.enter(wrong(code)) == .spent)
    #expect(pairing.enter(code) == .spent)
    let second = pairing.newCode()
    #expect(pairing.enter(second) == .right)
  }

  @Test func `a code ends after ten minutes, and when the clock goes back`() {
    let time = Mutex(now)
    let pairing = Pairing(clock: { time.withLock { $0 } })
    let first = pairing.newCode()
    time.withLock { $0 = now + 599_999 }
    #expect(pairing.enter(wrong(first)) == .wrong)
    time.withLock { $0 = now + 600_000 }
    #expect(pairing.enter(first) == .spent)
    let second = pairing.newCode()
    time.withLock { $0 = now }
    #expect(pairing.enter(second) == .spent)
  }

  // MARK: Who is turned away

  func router() throws -> Router {
    Router(
      library: try WorkoutLibrary(folder: folder.path), port: 8227,
      lan: AccessRules(port: 8228, names: names.names + names.addresses, scheme: "https"))
  }

  func request(
    _ method: String, _ path: String, _ headers: [String: String] = [:], host: String = "192.0.2.7:8228",
    body: String = ""
  ) -> Request {
    var request = Request(method: method, path: path, headers: headers, body: Array(body.utf8))
    request.headers["host"] = host
    if method == "POST" { request.headers["content-length"] = String(body.utf8.count) }
    request.isLAN = true
    return request
  }

  @Test func `a device without a cookie sees the form and nothing else`() throws {
    let router = try router()
    for path in ["/", "/workouts", "/open/x", "/pair", "/privacy/everything.sqlite"] {
      let answer = try #require(router.admit(request("GET", path)), "\(path)")
      #expect(answer.status == 401 && String(decoding: answer.body, as: UTF8.self).contains("name=\"code\""), "\(path)")
    }
    for (method, path) in [("GET", "/api/workouts"), ("POST", "/api/import"), ("GET", "/api/pair")] {
      let answer = router.admit(request(method, path))
      #expect(answer?.status == 401 && answer?[header: "Content-Type"] == "application/json", "\(method) \(path)")
    }
    #expect(router.admit(request("GET", Assets.path("shell.js"))) == nil)
    #expect(router.admit(request("POST", "/pair", body: "code=1")) == nil)
    // Nobody unknown fills the memory.
    #expect(router.admit(request("POST", "/pair", body: String(repeating: "1", count: 257)))?.status == 413)
    var endless = request("POST", "/pair", ["transfer-encoding": "chunked"])
    endless.headers["content-length"] = nil
    #expect(router.admit(endless)?.status == 413)
  }

  @Test func `the right code gives a cookie for TLS only, which plain http does not know`() throws {
    let router = try router()
    let code = router.pairing.newCode()
    let refused = router.respond(to: request("POST", "/pair", body: "code=\(wrong(code))"))
    #expect(refused.status == 401 && refused[header: "Set-Cookie"] == nil)
    #expect(String(decoding: refused.body, as: UTF8.self).contains("not the code"))
    let answer = router.respond(to: request("POST", "/pair", body: "code=\(code)"))
    #expect(answer.status == 303 && answer[header: "Location"] == "/")
    let parts = try #require(answer[header: "Set-Cookie"]).split(separator: ";").map { String($0.drop { $0 == " " }) }
    #expect(Set(parts.dropFirst()) == ["HttpOnly", "SameSite=Strict", "Secure", "Path=/", "Max-Age=7776000"])
    let cookie = try #require(parts.first)
    #expect(cookie.hasPrefix("__Host-zonecoach-8228="))
    #expect(router.admit(request("GET", "/workouts", ["cookie": cookie])) == nil)
    var plain = request("GET", "/workouts", ["cookie": cookie], host: "127.0.0.1:8227")
    plain.isLAN = false
    #expect(router.admit(plain)?.status == 401)
    let again = router.respond(to: request("POST", "/pair", body: "code=\(code)"))
    #expect(again.status == 401 && again[header: "Set-Cookie"] == nil)
    #expect(router.respond(to: request("POST", "/pair", ["cookie": cookie])).status == 303)
    plain.path = "/pair"
    #expect(router.respond(to: plain).status == 404, "there is no such page on this computer's own port")
  }

  @Test func `only own names with the port are answered, and only own pages may ask`() throws {
    let router = try router()
    for host in ["desk:8228", "DESK.local:8228", "localhost:8228", "127.0.0.1:8228", "192.0.2.7:8228"] {
      #expect(router.admit(request("GET", "/", host: host))?.status == 401, "\(host)")
    }
    for host in [
      "192.0.2.7", "192.0.2.7:8227", "192.0.2.8:8228", "evil.example:8228", "desk.local.evil.example:8228", "",
    ] {
      #expect(router.admit(request("GET", "/", host: host))?.status == 403, "\(host)")
    }
    for (origin, status) in [
      ("https://192.0.2.7:8228", nil), ("https://desk.local:8228", nil), ("http://192.0.2.7:8228", 403),
      ("https://evil.example", 403), ("https://192.0.2.7:8227", 403), ("null", 403),
    ] as [(String, Int?)] {
      let answer = router.admit(request("POST", "/pair", ["origin": origin], body: "code=1"))
      #expect(answer?.status == status, "\(origin)")
    }
    #expect(router.admit(request("POST", "/pair", ["sec-fetch-site": "cross-site"], body: "code=1"))?.status == 403)
  }

  // MARK: Through the sockets

  @Test func `without a second port nothing is told of the network`() throws {
    let server = CoachServer(library: try WorkoutLibrary(folder: folder.path), port: 0)
    try server.start()
    defer { server.stop() }
    #expect(server.lan == nil && server.newCode() == "")
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/health.sqlite-lan.pem"))
  }

  @Test func `the second port speaks no plain http, and keeps its certificate`() throws {
    let server = CoachServer(library: try WorkoutLibrary(folder: folder.path), port: 0, lanPort: 0)
    let port = try server.start()
    let lan = try #require(server.lan)
    #expect(lan.port != port && server.newCode().count == 6)
    let wire = try Wire(port: lan.port)
    wire.get("/", host: "127.0.0.1:\(lan.port)")
    #expect(!wire.readToEnd().contains("HTTP/"))
    let plain = try Wire(port: port)
    plain.get("/", host: "127.0.0.1:\(port)")
    #expect(plain.read(through: "\r\n").contains("401"))
    server.stop()
    #expect(server.lan == nil)
    try server.start()
    #expect(server.lan?.fingerprint == lan.fingerprint)
    server.stop()
  }

  @Test func `where no certificate can be written the server says so and does not start`() throws {
    let library = try WorkoutLibrary(folder: folder.path)
    // A folder with something in it can't be replaced by a file.
    try FileManager.default.createDirectory(
      atPath: folder.path + "/health.sqlite-lan.pem/x", withIntermediateDirectories: true)
    let server = CoachServer(library: library, port: 0, lanPort: 0)
    let error = #expect(throws: CoachServerError.self) { try server.start() }
    #expect(error?.code == .noCertificate && error?.description.contains("--lan") == true)
    #expect(server.newLink() == "")
  }
}
