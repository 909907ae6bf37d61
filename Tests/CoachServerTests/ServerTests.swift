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

  @Test func `it starts on a free port, answers with every safety header, and stops`() async throws {
    let page = try ServedPage(library)
    #expect(page.port != 0)
    for path in ["/workouts", "/nowhere", "/api/workouts", "/assets/none/none"] {
      let answer = try await page.get(path)
      for (name, value) in SafetyHeaders.all { #expect(answer.headers[name.lowercased()] == value, "\(path) \(name)") }
    }
    let head = try await page.get("/workouts", method: "HEAD")
    #expect(head.status == 200 && head.body.isEmpty)
    page.server.stop()
    await #expect(throws: (any Error).self) { try await page.get("/workouts") }
    #expect(try page.server.start() != 0)
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
    let page = try ServedPage(library)
    let answer = try await page.get(
      "/api/samples", method: "POST", headers: ["Origin": "http://evil.example"], body: Data())
    #expect(answer.status == 403)
    #expect(library.workouts().isEmpty)
  }

  @Test func `a body over the limit is refused with a sentence`() async throws {
    let socket = try ListeningSocket(port: 0)
    let daemon = try Daemon(
      socket: socket, bodyLimit: 1000, gate: { _ in nil }, answer: { .json(["bytes": $0.body.count]) })
    defer { daemon.stop() }
    let page = ServedPage.Client(port: socket.port)
    let small = try await page.get("/", method: "POST", body: Data(count: 1000))
    #expect(small.status == 200)
    #expect(String(decoding: small.body, as: UTF8.self) == "{\"bytes\":1000}")
    let large = try await page.get("/api/x", method: "POST", body: Data(count: 300_000))
    #expect(large.status == 413)
    #expect(String(decoding: large.body, as: UTF8.self).contains("too-large"))
  }

  /// A zip archive of one workout and so many bytes beside it, not compressed.
  private func archive(_ padding: Int) throws -> Data {
    library.addSamples()
    let workout = try #require(try library.export(library.workouts()[0].id, as: "fit"))
    library.removeSamples()
    func little(_ value: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }
    var table = [UInt32](repeating: 0, count: 256)
    for byte in 0..<256 {
      table[byte] = (0..<8).reduce(UInt32(byte)) { sum, _ in sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
    }
    var result = Data(), directory = Data(), members = 0
    for (name, bytes) in [("run.fit", workout), ("photo.jpg", Data(count: padding))] {
      let sum = ~bytes.reduce(UInt32.max) { $0 >> 8 ^ table[Int(($0 ^ UInt32($1)) & 255)] }
      let head =
        little(20, 2) + little(0, 8) + little(Int(sum), 4) + little(bytes.count, 4) + little(bytes.count, 4)
        + little(name.utf8.count, 2) + little(0, 2)
      directory += Data(little(0x0201_4B50, 4) + little(20, 2) + head + little(0, 10) + little(result.count, 4))
      directory += Data(name.utf8)
      result += Data(little(0x0403_4B50, 4) + head + Array(name.utf8)) + bytes
      members += 1
    }
    let place = result.count
    result += directory + Data(little(0x0605_4B50, 4) + little(0, 4) + little(members, 2) + little(members, 2))
    return result + Data(little(directory.count, 4) + little(place, 4) + little(0, 2))
  }

  private var waiting: [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: folder.path + "/health.sqlite-uploads")) ?? []
  }

  private func finished(_ page: ServedPage, _ started: Data) async throws -> ImportStatus {
    var status = try JSONDecoder().decode(ImportStatus.self, from: started)
    while !status.isDone {
      try await Task.sleep(for: .milliseconds(50))
      let answer = try await page.get("/api/imports/\(status.job)")
      status = try JSONDecoder().decode(ImportStatus.self, from: answer.body)
    }
    return status
  }

  @Test func `large files are imported from the disk, two at once, and leave nothing there`() async throws {
    let data = try archive(6 << 20)
    let page = try ServedPage(library)
    async let first = page.get("/api/import", method: "POST", body: data)
    async let second = page.get("/api/import", method: "POST", body: data)
    var all: [ImportStatus] = []
    for answer in [try await first, try await second] {
      #expect(answer.status == 202)
      all.append(try await finished(page, answer.body))
    }
    #expect(all.map { $0.counts["imported", default: 0] }.sorted() == [0, 1])
    #expect(all.map { $0.counts["alreadyThere", default: 0] }.sorted() == [0, 1])
    #expect(library.workouts().count == 1)
    let answer = try await page.get("/api/imports/99")
    #expect(answer.status == 404)
    // The file goes a moment after the import has ended.
    for _ in 0..<100 where !waiting.isEmpty { try await Task.sleep(for: .milliseconds(20)) }
    #expect(waiting.isEmpty)
  }

  @Test func `what a crash left of a large file is gone at the next start, and what another writes stays`() throws {
    let uploads = folder.path + "/health.sqlite-uploads"
    let other = try #require(Upload(in: uploads))
    #expect(FileManager.default.createFile(atPath: uploads + "/left.part", contents: Data(count: 10)))
    let rights = try FileManager.default.attributesOfItem(atPath: other.path)[.posixPermissions] as? NSNumber
    #expect(rights?.intValue == 0o600)
    let server = CoachServer(library: library, port: 0)
    _ = try server.start()
    server.stop()
    #expect(waiting.map { uploads + "/" + $0 } == [other.path])
  }

  @Test func `a foreign site's large file is refused before it is read`() async throws {
    let page = try ServedPage(library)
    // The head alone: whoever sends the body as well may find the connection closed before the answer is read.
    let wire = try Wire(port: page.port)
    wire.send(
      """
      POST /api/import HTTP/1.1\r
      Host: 127.0.0.1:\(page.port)\r
      Origin: http://evil.example\r
      Content-Length: \(6 << 20)\r
      \r\n
      """)
    #expect(wire.read(through: "\r\n\r\n").hasPrefix("HTTP/1.1 403") && waiting.isEmpty)
  }

  @Test func `a file is refused where less than a tenth more than it has is free`() throws {
    let router = Router(library: library, port: 8227)
    func refused(_ length: Int64, free: Int64) -> Int? {
      let head = Request(method: "POST", path: "/api/import", headers: ["content-length": "\(length)"])
      return router.noRoom(for: head, free: free)?.status
    }
    #expect(refused(1_000_000_000, free: 1_099_999_999) == 507)
    #expect(refused(1_000_000_000, free: 1_100_000_000) == nil)
    #expect(refused(1000, free: 10) == nil, "that is kept in memory")
    #expect((Upload.freeBytes(at: folder.path) ?? 0) > 0)
    #expect(router.spool(Request(method: "POST", path: "/import", headers: ["content-length": "9999999"])) == nil)
  }

  @Test func `many may ask at once`() async throws {
    let page = try ServedPage(library)
    try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<40 { group.addTask { try await page.get("/workouts").status } }
      for try await status in group { #expect(status == 200) }
    }
  }
}
