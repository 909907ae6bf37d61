// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing
import WorkoutFiles
import Workouts

/// A FIT file that says what kind of file it is, and nothing else.
private func fitFile(kind: UInt8) -> [UInt8] {
  // A definition of file_id with its field "type", and a message of it.
  let messages: [UInt8] = [0x40, 0, 0, 0, 0, 1, 0, 1, 0, 0x00, kind]
  var bytes: [UInt8] = [14, 0x20, 0x54, 0x08, UInt8(messages.count), 0, 0, 0] + Array(".FIT".utf8)
  let head = FITWriter.checksum(bytes)
  bytes += [UInt8(head & 0xFF), UInt8(head >> 8)] + messages
  let whole = FITWriter.checksum(bytes)
  return bytes + [UInt8(whole & 0xFF), UInt8(whole >> 8)]
}

struct `Files that are none` {
  private let folder = TemporaryFolder()

  /// One line of error for one file, naming it.
  private func refuses(_ path: String, _ words: String, command: String = "summary") throws {
    let outcome = try Command.run(command, path)
    #expect(outcome.status == 1, "\(path)")
    #expect(outcome.output.isEmpty)
    #expect(outcome.errorLines.count == 1, "\(outcome.errors)")
    #expect(outcome.errors.hasPrefix("zonecoach: \(path): "), "\(outcome.errors)")
    #expect(outcome.errors.contains(words), "\(outcome.errors)")
  }

  @Test(arguments: ["summary", "inspect"]) func `are refused with status 1 and one line`(command: String) throws {
    try refuses(folder.path + "/nothing.fit", "no such file", command: command)
    try refuses(folder.path, "folder", command: command)
    try refuses(folder.write([], "empty.fit"), "empty", command: command)
    try refuses(folder.write(Array("hello".utf8), "text.fit"), "no workout file", command: command)
    try refuses(folder.write([0x1F, 0x8B, 8, 0], "a.fit.gz"), "gzip", command: command)
    try refuses(folder.write([0x50, 0x4B, 3, 4], "a.zip"), "archive", command: command)
  }

  @Test func `are named as what they are where they hold no workout`() throws {
    try refuses(folder.write(fitFile(kind: 2), "settings.fit"), "settings file")
    try refuses(folder.write(fitFile(kind: 5), "workout.fit"), "workout file")
    try refuses(folder.write(fitFile(kind: 6), "course.fit"), "course file")
  }

  @Test(.enabled(if: getuid() != 0, "the superuser may read everything"))
  func `are refused where they may not be read`() throws {
    let path = try folder.write(plainWorkout(), "secret.fit")
    try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: path)
    try refuses(path, "permissions")
  }

  @Test func `never trap the program, whatever is in them`() throws {
    var generator = SeededGenerator(seed: 20_261_130)
    var paths: [String] = []
    for number in 0..<200 {
      var bytes = (0..<Int.random(in: 1...600, using: &generator)).map { _ in
        UInt8.random(in: 0...255, using: &generator)
      }
      // Half of them look like FIT files at first.
      if number % 2 == 0 {
        bytes =
          [14, 0x20, 0x54, 0x08] + withUnsafeBytes(of: UInt32(bytes.count).littleEndian, Array.init)
          + Array(".FIT".utf8) + [0, 0] + bytes
      }
      paths.append(try folder.write(bytes, "garbage-\(number).fit"))
    }
    for command in ["summary", "inspect"] {
      for path in paths {
        let outcome = try Command.run(command, path)
        let status = try #require(outcome.status, "\(path) ended the program by a signal (seed 20261130)")
        #expect(status == 1 || outcome.errorLines.allSatisfy { !$0.hasPrefix("zonecoach: ") }, "\(path)")
        #expect(status == 0 || status == 1, "\(path)")
        if status == 1 {
          #expect(outcome.errorLines.filter { $0.hasPrefix("zonecoach: \(path): ") }.count == 1, "\(outcome.errors)")
        }
      }
    }
  }

  @Test func `cut short, tell what is left, or say in one line that nothing is`() throws {
    var generator = SeededGenerator(seed: 7)
    let whole = try Samples.bytes(5)
    let places = Array(0..<40) + (0..<80).map { _ in Int.random(in: 40..<whole.count, using: &generator) }
    var told = 0
    for place in places {
      let path = try folder.write(whole.prefix(place), "cut-\(place).fit")
      let outcome = try Command.run("summary", "--strict", "--json", path)
      let status = try #require(outcome.status, "cut at \(place) ended the program by a signal")
      let summaries = try outcome.json([[String: Any]].self)
      if summaries.isEmpty {
        #expect(status == 1, "cut at \(place)")
        #expect(outcome.errorLines.filter { $0.hasPrefix("zonecoach: ") }.count == 1, "\(outcome.errors)")
      } else {
        told += 1
        #expect(status == 3, "cut at \(place): a workout with a warning")
        let codes = (summaries[0]["warnings"] as? [[String: Any]])?.compactMap { $0["code"] as? String }
        // Cut between two messages it is the size alone that tells.
        let code = codes?.first { $0 == "truncated" || $0 == "data-size" }
        #expect(code != nil, "cut at \(place): \(codes ?? [])")
        #expect(outcome.errors.contains(code ?? "a warning"), "cut at \(place)")
      }
      #expect(try Command.run("inspect", path).status != nil, "inspect, cut at \(place)")
    }
    #expect(told >= 70)
  }

  @Test func `with bytes changed, never trap the program`() throws {
    var generator = SeededGenerator(seed: 8)
    let whole = try plainWorkout()
    for number in 0..<60 {
      var bytes = whole
      for _ in 0...Int.random(in: 0...6, using: &generator) {
        // Most where definitions are, near the start.
        let place =
          Bool.random(using: &generator)
          ? Int.random(in: 0..<400, using: &generator) : Int.random(in: 0..<bytes.count, using: &generator)
        bytes[place] = UInt8.random(in: 0...255, using: &generator)
      }
      let path = try folder.write(bytes, "changed-\(number).fit")
      for command in ["summary", "inspect"] {
        let outcome = try Command.run(command, path, "--json")
        let status = try #require(outcome.status, "number \(number) of seed 8 ended \(command) by a signal")
        #expect(status <= 1, "number \(number)")
        if command == "summary" || status == 0 { _ = try outcome.json(Any.self) }
      }
    }
  }

  @Test func `among others don't keep those from being shown`() throws {
    let broken = try folder.write(Array("hello".utf8), "broken.fit")
    let good = try Samples.path(1), other = try Samples.path(3)
    let outcome = try Command.run("summary", "--json", good, broken, folder.path + "/nothing.fit", other)
    #expect(outcome.status == 1)
    #expect(outcome.errorLines.count == 2)
    #expect(
      try outcome.json([[String: Any]].self).compactMap { $0["name"] as? String } == ["Easy long run", "Recovery ride"])
    let text = try Command.run("summary", broken, good)
    #expect(text.status == 1 && text.text.hasPrefix("Easy long run\n"))
  }

  @Test func `that begin with a dash are named after two dashes`() throws {
    let outcome = try Command.run("summary", "--", "-nothing.fit")
    #expect(outcome.status == 1 && outcome.errors.contains("-nothing.fit"))
  }
}

struct `Zone limits left open by a device` {
  @Test func `keep neither command from its work`() throws {
    // The device states limits of 100, 120, none, 160 and 180.
    var recording = try #require(WorkoutFile.decode(try plainWorkout()).recordings.first)
    recording.activities[0].deviceZones = [
      .init(
        quantity: .heartRate, durations: [0, 0, 0, 3_600_000, 0, 0],
        limits: .init(quantity: .heartRate, bounds: [100, 120, .nan, 160, 180], firstBoundStartsZone1: true))
    ]
    let folder = TemporaryFolder()
    let path = try folder.write(FITWriter.encode(recording), "open.fit")
    let inspected = try Command.run("inspect", path)
    #expect(inspected.status == 0)
    // The one without a value decides nothing, as if it were the one before it.
    #expect(inspected.text.contains("100, 120, 120, 160, 180"), "\(inspected.text)")
    for command in ["summary", "inspect"] {
      let outcome = try Command.run(command, path, "--json")
      #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
      _ = try outcome.json(Any.self)
    }
  }
}
