// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import Testing

@testable import CoachServer

/// Answers that go on, and answers that take long.
struct StreamTests {
  /// A daemon whose `/events` opens a stream; `/slow` waits until it is let go, everything else answers at once.
  final class Stage: Sendable {
    let streams = Mutex<[EventStream]>([])
    let closed = Mutex(0)
    let gate = DispatchSemaphore(value: 0)
    let daemon = Mutex<Daemon?>(nil)
    let port: UInt16

    init(patience: Patience = Patience()) throws {
      let socket = try ListeningSocket(port: 0)
      port = socket.port
      let made = try Daemon(
        socket: socket, bodyLimit: 1000, patience: patience, gate: { _ in nil }, isSlow: { $0.path == "/import" },
        answer: { self.answer($0) })
      daemon.withLock { $0 = made }
    }

    func answer(_ request: Request) -> Response {
      switch request.path {
      case "/events":
        let stream = EventStream { self.closed.withLock { $0 += 1 } }
        streams.withLock { $0.append(stream) }
        return .events(stream)
      case "/slow", "/import":
        gate.wait()
        return .json(["slow": 1])
      default: return .json(["fast": 1])
      }
    }

    func stop() {
      let running = daemon.withLock { daemon in
        defer { daemon = nil }
        return daemon
      }
      running?.stop()
    }

    var all: [EventStream] { streams.withLock { $0 } }

    /// Waits until so many streams have told that they are closed.
    func expectClosed(_ count: Int, within seconds: Double = 20, sourceLocation: SourceLocation = #_sourceLocation) {
      let end = ContinuousClock.now + .seconds(seconds)
      while closed.withLock({ $0 }) < count, ContinuousClock.now < end { usleep(10_000) }
      #expect(closed.withLock { $0 } == count, sourceLocation: sourceLocation)
    }
  }

  @Test(.timeLimit(.minutes(2))) func `500 viewers each get 100 events in order`() throws {
    let stage = try Stage()
    defer { stage.stop() }
    let viewers = try (0..<500).map { _ in try Wire(port: stage.port) }
    for viewer in viewers { viewer.get("/events") }
    for viewer in viewers {
      let head = viewer.read(through: "\r\n\r\n")
      #expect(head.hasPrefix("HTTP/1.1 200"))
      #expect(head.contains("Content-Type: text/event-stream\r\n") && head.contains("Cache-Control: no-store\r\n"))
    }
    #expect(stage.all.count == 500)
    for number in 0..<100 {
      for stream in stage.all { stream.send(EventStream.event("event \(number)", id: "\(number)")) }
    }
    for viewer in viewers {
      let text = viewer.read(through: "data: event 99\n\n")
      #expect(text.matches(of: /data: event (\d+)\n/).compactMap { Int($0.1) } == Array(0..<100))
    }
  }

  @Test func `a viewer who goes away is noticed, once`() throws {
    let stage = try Stage()
    defer { stage.stop() }
    var viewer: Wire? = try Wire(port: stage.port)
    let other = try Wire(port: stage.port)
    for wire in [viewer, other] {
      wire?.get("/events")
      _ = wire?.read(through: "\r\n\r\n")
    }
    viewer = nil
    stage.expectClosed(1)
    for stream in stage.all { stream.send(EventStream.event("still here")) }
    #expect(other.read(through: "\n\n").contains("data: still here"))
    for stream in stage.all { stream.finish() }
    stage.expectClosed(2)
    // The connection lives on after a stream that ended.
    #expect(other.read(through: "\r\n0\r\n\r\n").hasSuffix("0\r\n\r\n"))
    other.get("/fast")
    #expect(other.read(through: "{\"fast\":1}").hasPrefix("HTTP/1.1 200"))
  }

  @Test func `a viewer who does not read is sent away when a megabyte waits`() throws {
    let stage = try Stage()
    defer { stage.stop() }
    let viewer = try Wire(port: stage.port), reader = try Wire(port: stage.port)
    viewer.get("/events")
    _ = viewer.read(through: "\r\n\r\n")
    reader.get("/events")
    _ = reader.read(through: "\r\n\r\n")
    let streams = stage.all
    let event = EventStream.event(String(repeating: "x", count: 100_000))
    // The system's own buffers take some megabytes first.
    for _ in 0..<400 where stage.closed.withLock({ $0 }) == 0 {
      streams[0].send(event)
      usleep(1000)
    }
    stage.expectClosed(1)
    streams[1].send(EventStream.event("fine"))
    #expect(reader.read(through: "\n\n").contains("data: fine"))
  }

  @Test func `stopping ends open streams`() throws {
    let stage = try Stage()
    let viewers = try (0..<20).map { _ in try Wire(port: stage.port) }
    for viewer in viewers {
      viewer.get("/events")
      _ = viewer.read(through: "\r\n\r\n")
    }
    stage.stop()
    for viewer in viewers { #expect(!viewer.readToEnd().contains("data:")) }
    #expect(stage.closed.withLock { $0 } == 20)
    for stream in stage.all { stream.send("late") }
  }

  @Test func `a stream that never goes out is closed too`() throws {
    let stage = try Stage()
    defer { stage.stop() }
    let wire = try Wire(port: stage.port)
    wire.send("HEAD /events HTTP/1.1\r\nHost: x\r\n\r\n")
    #expect(wire.read(through: "\r\n\r\n").hasPrefix("HTTP/1.1 200"))
    stage.expectClosed(1)
  }

  @Test func `slow answers keep nobody else waiting`() throws {
    let stage = try Stage()
    defer { stage.stop() }
    let viewer = try Wire(port: stage.port)
    viewer.get("/events")
    _ = viewer.read(through: "\r\n\r\n")
    // Three of four workers are busy, and more imports wait than there are workers for them.
    let slow = try (0..<3).map { _ in try Wire(port: stage.port) }
    for wire in slow { wire.get("/slow") }
    let imports = try (0..<5).map { _ in try Wire(port: stage.port) }
    for wire in imports { wire.get("/import") }
    usleep(100_000)
    let fast = try Wire(port: stage.port)
    for _ in 0..<20 {
      fast.get("/fast")
      #expect(fast.read(through: "{\"fast\":1}").hasPrefix("HTTP/1.1 200"))
    }
    stage.all.first?.send(EventStream.event("on time"))
    #expect(viewer.read(through: "\n\n").contains("data: on time"))
    for _ in slow + imports { stage.gate.signal() }
    for wire in slow + imports { #expect(wire.read(through: "{\"slow\":1}").hasSuffix("{\"slow\":1}")) }
  }

  @Test func `stopping waits for what is being answered`() throws {
    let stage = try Stage()
    let wires = try (0..<8).map { _ in try Wire(port: stage.port) }
    for wire in wires { wire.get("/slow") }
    usleep(100_000)
    DispatchQueue.global().asyncAfter(deadline: .now() + 0.2) { for _ in 0..<8 { stage.gate.signal() } }
    stage.stop()
    for wire in wires { _ = wire.readToEnd() }
  }

  @Test func `a request that never ends is not waited for`() throws {
    let stage = try Stage(patience: Patience(head: 2, silence: 10, body: 1, pace: 1000))
    defer { stage.stop() }
    let head = try Wire(port: stage.port), body = try Wire(port: stage.port), idle = try Wire(port: stage.port)
    let viewer = try Wire(port: stage.port)
    viewer.get("/events")
    _ = viewer.read(through: "\r\n\r\n")
    idle.get("/fast")
    _ = idle.read(through: "{\"fast\":1}")
    head.send("GET / HTTP/1.1\r\nX-")
    body.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 900\r\n\r\n")
    let start = ContinuousClock.now
    // A byte now and then does not help.
    for _ in 0..<20 {
      head.send("a")
      body.send("a")
      usleep(100_000)
    }
    for wire in [head, body, idle] { #expect(!wire.readToEnd().contains("HTTP/1.1 200")) }
    #expect(ContinuousClock.now - start < .seconds(8))
    // A stream stays, however quiet it is.
    stage.all.first?.send(EventStream.event("still here"))
    #expect(viewer.read(through: "\n\n").contains("data: still here"))
  }

  @Test func `an event has a line of data for each of its lines`() {
    #expect(EventStream.event("a\nb", name: "cue", id: "7") == "id: 7\nevent: cue\ndata: a\ndata: b\n\n")
    #expect(EventStream.event("") == "data: \n\n")
    #expect(EventStream.event("a\r\nb") == "data: a\ndata: b\n\n")
  }
}
