// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

#if os(Linux)
  import Foundation
  import Sensors
  import Testing
  import Workouts

  /// A Bluetooth service that a test plays, on a bus of its own.
  final class MockBlueZ: @unchecked Sendable {
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()
    private let lock = NSCondition()
    private var lines: [String] = []
    private(set) var address = ""

    private static let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Bluetooth/mock_bluez.py")

    /// Starts the service. `apt-get install dbus-daemon python3-dbus python3-gi` brings what it needs.
    init(_ arguments: String...) throws {
      process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
      process.arguments = [Self.script.path, "--private"] + arguments
      process.standardInput = input
      process.standardOutput = output
      try process.run()
      output.fileHandleForReading.readabilityHandler = { [weak self] handle in self?.take(handle.availableData) }
      let first = try #require(wait { $0.contains("\"address\"") }, "the mock service did not start")
      address = try #require(first.split(separator: "\"").first { $0.hasPrefix("unix:") }.map(String.init))
    }

    private var rest = ""
    private func take(_ data: Data) {
      lock.withLock {
        rest += String(decoding: data, as: UTF8.self)
        while let end = rest.firstIndex(of: "\n") {
          lines.append(String(rest[..<end]))
          rest = String(rest[rest.index(after: end)...])
        }
        lock.broadcast()
      }
    }

    /// The first line that fits, waiting for it up to ten seconds.
    @discardableResult func wait(_ fits: (String) -> Bool) -> String? {
      let limit = Date(timeIntervalSinceNow: 10)
      lock.lock()
      defer { lock.unlock() }
      while true {
        if let line = lines.first(where: fits) { return line }
        guard lock.wait(until: limit) else { return nil }
      }
    }

    /// Does something, and returns when it is done.
    func command(_ text: String) {
      let count = lock.withLock { lines.count }
      input.fileHandleForWriting.write(Data((text + "\n").utf8))
      let limit = Date(timeIntervalSinceNow: 10)
      lock.lock()
      defer { lock.unlock() }
      while !lines[count...].contains(where: { $0.contains("\"done\"") || $0.contains("\"error\"") }) {
        guard lock.wait(until: limit) else { return }
      }
    }

    /// How many lines fit.
    func count(_ fits: (String) -> Bool) -> Int { lock.withLock { lines.filter(fits).count } }

    deinit {
      output.fileHandleForReading.readabilityHandler = nil
      input.fileHandleForWriting.write(Data("quit\n".utf8))
      process.waitUntilExit()
    }
  }

  /// What a central told.
  final class EventLog: @unchecked Sendable {
    private let lock = NSCondition()
    private var events: [BluetoothEvent] = []

    func add(_ event: BluetoothEvent) {
      lock.withLock {
        events.append(event)
        lock.broadcast()
      }
    }

    var all: [BluetoothEvent] { lock.withLock { events } }

    /// Waits until an event after the first `start` ones fits.
    @discardableResult func wait(
      from start: Int = 0, seconds: Double = 10, _ fits: (BluetoothEvent) -> Bool
    ) -> BluetoothEvent? {
      let limit = Date(timeIntervalSinceNow: seconds)
      lock.lock()
      defer { lock.unlock() }
      while true {
        if events.count > start, let event = events[start...].first(where: fits) { return event }
        guard lock.wait(until: limit) else { return nil }
      }
    }

    /// Waits until a sensor's link is as told.
    func waitForLink(_ id: SensorID, from start: Int = 0, _ fits: @escaping (LinkState) -> Bool) -> Bool {
      wait(from: start) {
        if case .link(id, let state) = $0 { fits(state) } else { false }
      } != nil
    }

    /// All heart rates of a sensor.
    func heartRates(_ id: SensorID) -> [Double?] {
      all.compactMap {
        if case .reading(id, let reading) = $0, reading.quantity == .heartRate { reading.value } else { nil }
      }
    }
  }
#endif
