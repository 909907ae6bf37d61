// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import CoachService
import Foundation
import Testing

@testable import CoachServer

/// Answers compressed, in parts, or not at all where they are known.
struct FittingTests {
  let folder = TemporaryFolder()
  let router: Router
  let library: WorkoutLibrary

  init() throws {
    library = try WorkoutLibrary(folder: folder.path)
    router = Router(library: library, port: 8227)
  }

  func ask(_ path: String, method: String = "GET", _ headers: [String: String] = [:]) -> Response {
    router.respond(
      to: Request(method: method, path: path, headers: headers.merging(["host": "127.0.0.1:8227"]) { a, _ in a }))
  }

  /// What gzip makes of bytes, by the system's own program.
  func unpacked(_ bytes: [UInt8]) throws -> [UInt8] {
    let path = folder.path + "/\(UUID().uuidString).gz"
    try Data(bytes).write(to: URL(filePath: path))
    let process = Process(), pipe = Pipe()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["gzip", "--decompress", "--stdout", path]
    process.standardOutput = pipe
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    return [UInt8](data)
  }

  @Test(
    arguments: [
      (nil, false), ("", false), ("gzip", true), ("gzip, deflate, br", true), ("GZIP;q=1", true), ("gzip;q=0", false),
      ("gzip; q=0.5", true), ("identity, gzip;q=0.5", false), ("identity;q=0.5, gzip;q=0.5", true), ("*", true),
      ("*;q=0", false), ("br, *;q=0.1", true), ("gzip;q=0, *", false), ("x-gzip", true), ("deflate, br", false),
      ("identity;q=0", false), ("gzip;q=x", false), (",,;", false),
    ] as [(String?, Bool)])
  func `gzip is sent to those who want it`(header: String?, wants: Bool) {
    #expect(AcceptEncoding.wantsGzip(header) == wants)
  }

  @Test func `scripts, styles and words are compressed once, and are the same when unpacked`() throws {
    for (name, asset) in Assets.files {
      let plain = ask(Assets.path(name)), small = ask(Assets.path(name), ["accept-encoding": "gzip, br"])
      #expect(plain.body == asset.bytes && plain[header: "Content-Encoding"] == nil)
      #expect(plain[header: "Vary"] == "Accept-Encoding" && small[header: "Vary"] == "Accept-Encoding", "\(name)")
      guard let gzip = asset.gzip else { continue }
      #expect(small[header: "Content-Encoding"] == "gzip" && small.body == gzip, "\(name)")
      #expect(small.body.count < plain.body.count && small[header: "ETag"] != plain[header: "ETag"])
    }
    let script = ask(Assets.path("trace.js"), ["accept-encoding": "gzip"])
    #expect(script[header: "Content-Encoding"] == "gzip" && script.body.count < 5000)
    #expect(try unpacked(script.body) == Assets.asset("trace.js")?.bytes)
  }

  @Test func `pages and documents of more than 1 KB are compressed`() throws {
    library.addSamples()
    for path in ["/workouts", "/api/workouts", "/workouts/\(library.workouts()[0].id)"] {
      let plain = ask(path), small = ask(path, ["accept-encoding": "gzip"])
      #expect(small[header: "Content-Encoding"] == "gzip" && small[header: "Vary"] == "Accept-Encoding", "\(path)")
      #expect(small.body.count < plain.body.count / 2, "\(path)")
      #expect(try unpacked(small.body) == plain.body, "\(path)")
    }
    let short = ask("/api/nowhere", ["accept-encoding": "gzip"])
    #expect(short[header: "Content-Encoding"] == nil)
  }

  @Test(
    arguments: [
      ("bytes=0-0", .part(0..<1)), ("bytes=0-", .part(0..<100)), ("bytes=10-19", .part(10..<20)),
      ("bytes=-10", .part(90..<100)), ("bytes=-1000", .part(0..<100)), ("bytes=90-1000", .part(90..<100)),
      ("bytes=99-99", .part(99..<100)), ("bytes=100-", .outside), ("bytes=-0", .outside),
      ("bytes=99999999999999999999-", .outside), ("bytes=0-99999999999999999999", .part(0..<100)),
      ("bytes=5-4", nil), ("bytes=0-1,3-4", nil), ("bytes=-", nil), ("bytes=", nil), ("bytes", nil), ("", nil),
      ("items=0-1", nil), ("bytes=a-b", nil), ("bytes=0x1-2", nil), ("Bytes=1-1", .part(1..<2)), ("bytes=1--2", nil),
      ("bytes=٣-٤", nil),
    ] as [(String, ByteRange?)])
  func `ranges are read`(header: String, range: ByteRange?) { #expect(ByteRange(header, of: 100) == range) }

  @Test func `a part of a file is given, and of another version none`() throws {
    let path = Assets.path("trace.js"), whole = ask(path)
    let tag = try #require(whole[header: "ETag"])
    #expect(whole[header: "Accept-Ranges"] == "bytes")
    let part = ask(path, ["range": "bytes=10-19", "accept-encoding": "gzip"])
    #expect(part.status == 206 && part.body == Array(whole.body[10..<20]) && part[header: "ETag"] == tag)
    #expect(
      part[header: "Content-Range"] == "bytes 10-19/\(whole.body.count)" && part[header: "Content-Encoding"] == nil)
    #expect(ask(path, ["range": "bytes=10-19", "if-range": tag]).status == 206)
    for other in ["\"other\"", "W/\(tag)", "Mon, 30 Nov 2026 23:00:00 GMT"] {
      #expect(ask(path, ["range": "bytes=10-19", "if-range": other]).status == 200, "\(other)")
    }
    let outside = ask(path, ["range": "bytes=9999999-"])
    #expect(outside.status == 416 && outside[header: "Content-Range"] == "bytes */\(whole.body.count)")
    #expect(outside.body.isEmpty)
    #expect(ask(path, method: "HEAD", ["range": "bytes=0-1"]).status == 200)
    #expect(ask("/workouts", ["range": "bytes=0-1"]).status == 200, "a page has no parts")
  }

  @Test func `what is known is not sent again`() throws {
    let path = Assets.path("trace.js")
    let tag = try #require(ask(path)[header: "ETag"])
    let packed = try #require(ask(path, ["accept-encoding": "gzip"])[header: "ETag"])
    for known in [tag, packed, "W/\(tag)", "\"x\", \(tag)", "*"] {
      let answer = ask(path, ["if-none-match": known])
      #expect(answer.status == 304 && answer.body.isEmpty && answer[header: "ETag"] == tag, "\(known)")
      #expect(answer[header: "Vary"] == "Accept-Encoding")
    }
    #expect(ask(path, ["if-none-match": "\"x\""]).status == 200)
  }

  @Test func `a download that broke off goes on`() async throws {
    library.addSamples()
    let page = try ServedPage(library)
    let paths = ["/privacy/everything.sqlite", "/workouts/\(library.workouts()[0].id)/export/fit"]
    for path in paths {
      let whole = try await page.get(path), half = whole.body.count / 2
      let tag = try #require(whole.headers["etag"])
      #expect(whole.headers["accept-ranges"] == "bytes" && whole.headers["cache-control"] == "no-store")
      let rest = try await page.get(path, headers: ["Range": "bytes=\(half)-", "If-Range": tag])
      #expect(rest.status == 206 && rest.body == whole.body.dropFirst(half), "\(path)")
    }
    // What has changed meanwhile is sent whole.
    let tag = try #require(try await page.get(paths[0]).headers["etag"])
    library.removeSamples()
    let other = try await page.get(paths[0], headers: ["Range": "bytes=100-", "If-Range": tag])
    #expect(other.status == 200 && other.headers["etag"] != tag)
  }
}
