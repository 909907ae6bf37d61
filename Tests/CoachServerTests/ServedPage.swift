// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import CoachService
import Foundation
import FoundationNetworking
import Testing

@testable import CoachServer

/// The page of a library through its socket, by which we were let in as a browser is; it stops with the object.
final class ServedPage: Sendable {
  let server: CoachServer
  let client: Client
  var port: UInt16 { client.port }

  init(_ library: WorkoutLibrary) throws {
    server = CoachServer(library: library, port: 0)
    let port = try server.start()
    let wire = try Wire(port: port)
    let path = try #require(server.newLink().split(separator: "/").last)
    wire.get("/open/\(path)", host: "127.0.0.1:\(port)")
    let answer = wire.read(through: "\r\n\r\n")
    client = Client(port: port, cookie: String(try #require(answer.firstMatch(of: /Set-Cookie: ([^;]+);/)).1))
  }

  deinit { server.stop() }

  /// Asks for a path.
  func get(
    _ path: String, method: String = "GET", headers: [String: String] = [:], body: Data? = nil
  ) async throws -> Client.Answer {
    try await client.get(path, method: method, headers: headers, body: body)
  }

  /// Who asks a port of this computer.
  struct Client: Sendable {
    typealias Answer = (status: Int, headers: [String: String], body: Data)

    var port: UInt16
    var cookie: String?

    func get(
      _ path: String, method: String = "GET", headers: [String: String] = [:], body: Data? = nil
    ) async throws -> Answer {
      var request = URLRequest(url: try #require(URL(string: "http://127.0.0.1:\(port)\(path)")))
      request.httpMethod = method
      request.httpBody = body
      request.httpShouldHandleCookies = false
      if let cookie { request.setValue(cookie, forHTTPHeaderField: "Cookie") }
      for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
      let (data, response) = try await URLSession.shared.data(for: request)
      let http = try #require(response as? HTTPURLResponse)
      let fields = http.allHeaderFields.map { ("\($0.key)".lowercased(), "\($0.value)") }
      return (http.statusCode, Dictionary(fields) { a, _ in a }, data)
    }
  }
}
