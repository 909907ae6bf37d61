// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import CoachService
import Foundation
import FoundationNetworking
import Testing

@testable import CoachServer

/// The page through its socket.
struct ServerTests {
  let folder = TemporaryFolder()
  let library: WorkoutLibrary

  init() throws {
    library = try WorkoutLibrary(folder: folder.path)
  }

  func get(_ address: String, method: String = "GET", headers: [String: String] = [:], body: Data? = nil) async throws
    -> (status: Int, headers: [String: String], body: Data)
  {
    var request = URLRequest(url: try #require(URL(string: address)))
    request.httpMethod = method
    request.httpBody = body
    for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
    let (data, response) = try await URLSession.shared.data(for: request)
    let http = try #require(response as? HTTPURLResponse)
    let fields = http.allHeaderFields.map { ("\($0.key)".lowercased(), "\($0.value)") }
    return (http.statusCode, Dictionary(fields) { a, _ in a }, data)
  }

  @Test func `it starts on a free port, answers with every safety header, and stops`() async throws {
    let server = CoachServer(library: library, port: 0)
    let port = try server.start()
    #expect(port != 0)
    for path in ["/workouts", "/nowhere", "/api/workouts", "/assets/none/none"] {
      let answer = try await get("http://127.0.0.1:\(port)\(path)")
      for (name, value) in SafetyHeaders.all { #expect(answer.headers[name.lowercased()] == value, "\(path) \(name)") }
    }
    let head = try await get("http://127.0.0.1:\(port)/workouts", method: "HEAD")
    #expect(head.status == 200 && head.body.isEmpty)
    server.stop()
    await #expect(throws: (any Error).self) { try await get("http://127.0.0.1:\(port)/workouts") }
    let again = try server.start()
    #expect(again != 0)
    server.stop()
  }

  @Test func `a taken port is named, with a way out`() throws {
    let first = CoachServer(library: library, port: 0)
    let port = try first.start()
    defer { first.stop() }
    let error = #expect(throws: CoachServerError.self) { try CoachServer(library: library, port: port).start() }
    #expect(error?.code == .portTaken)
    #expect(error?.description.contains("\(port)") == true)
    #expect(throws: CoachServerError(code: .alreadyRunning, port: 0)) { try first.start() }
  }

  @Test func `a foreign name for this computer is turned away`() async throws {
    let server = CoachServer(library: library, port: 0)
    let port = try server.start()
    defer { server.stop() }
    let answer = try await get(
      "http://127.0.0.1:\(port)/api/samples", method: "POST", headers: ["Origin": "http://evil.example"], body: Data())
    #expect(answer.status == 403)
    #expect(library.workouts().isEmpty)
  }

  @Test func `a body over the limit is refused with a sentence`() async throws {
    let socket = try ListeningSocket(port: 0)
    let daemon = try Daemon(
      socket: socket, bodyLimit: 1000, gate: { _ in nil }, answer: { .json(["bytes": $0.body.count]) })
    defer { daemon.stop() }
    let small = try await get("http://127.0.0.1:\(socket.port)/", method: "POST", body: Data(count: 1000))
    #expect(small.status == 200)
    #expect(String(decoding: small.body, as: UTF8.self) == "{\"bytes\":1000}")
    let large = try await get("http://127.0.0.1:\(socket.port)/api/x", method: "POST", body: Data(count: 300_000))
    #expect(large.status == 413)
    #expect(String(decoding: large.body, as: UTF8.self).contains("too-large"))
  }

  @Test func `many may ask at once`() async throws {
    let server = CoachServer(library: library, port: 0)
    let port = try server.start()
    defer { server.stop() }
    try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<40 { group.addTask { try await get("http://127.0.0.1:\(port)/workouts").status } }
      for try await status in group { #expect(status == 200) }
    }
  }
}
