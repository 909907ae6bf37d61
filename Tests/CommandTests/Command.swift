// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WorkoutFiles
import Workouts

/// The built program, run as people run it.
enum Command {
  /// What became of a run.
  struct Outcome {
    var arguments: [String]
    /// The exit status, or `nil` where a signal ended the program.
    var status: Int32?
    var output: Data
    var errors: String

    var text: String { String(decoding: output, as: UTF8.self) }

    /// The lines on standard error.
    var errorLines: [String] {
      errors.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
    }

    /// Standard output as a JSON document.
    func json<T>(_: T.Type = T.self) throws -> T {
      try #require(try JSONSerialization.jsonObject(with: output) as? T, "\(arguments)")
    }
  }

  /// The program lies beside the test bundle, which is what runs.
  static let program: URL? = {
    let bundle = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
    let candidates = [bundle, Bundle.main.bundleURL, Bundle.main.executableURL?.deletingLastPathComponent()]
      .compactMap { $0?.appending(path: "zonecoach") }
    return candidates.first { FileManager.default.isExecutableFile(atPath: $0.path) }
  }()

  /// A process with its output going into files, so that no pipe fills up.
  static func process(
    _ arguments: [String], in folder: TemporaryFolder, environment: [String: String] = [:], input: Data? = nil
  ) throws -> (Process, output: URL, errors: URL) {
    let process = Process()
    process.executableURL = try #require(program, "the program was not built beside the tests")
    process.arguments = arguments
    // Nothing of the person who runs the tests: no data folder, no colour settings.
    process.environment = ["HOME": folder.path, "PATH": "/usr/bin:/bin"].merging(environment) { $1 }
    let name = UUID().uuidString
    let output = URL(filePath: folder.path + "/\(name).out"), errors = URL(filePath: folder.path + "/\(name).err")
    for url in [output, errors] { _ = FileManager.default.createFile(atPath: url.path, contents: nil) }
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = try FileHandle(forWritingTo: errors)
    if let input {
      let url = URL(filePath: folder.path + "/\(name).in")
      try input.write(to: url)
      process.standardInput = try FileHandle(forReadingFrom: url)
    } else {
      process.standardInput = FileHandle.nullDevice
    }
    return (process, output, errors)
  }

  /// Runs the program to its end.
  static func run(
    _ arguments: [String], environment: [String: String] = [:], input: Data? = nil
  ) throws -> Outcome {
    let folder = TemporaryFolder()
    let (process, output, errors) = try process(arguments, in: folder, environment: environment, input: input)
    try process.run()
    process.waitUntilExit()
    return Outcome(
      arguments: arguments, status: process.terminationReason == .exit ? process.terminationStatus : nil,
      output: try Data(contentsOf: output), errors: String(decoding: try Data(contentsOf: errors), as: UTF8.self))
  }

  static func run(_ arguments: String..., input: Data? = nil) throws -> Outcome { try run(arguments, input: input) }
}

/// A folder that is gone when the test is over.
final class TemporaryFolder: Sendable {
  let path: String

  init() {
    path = FileManager.default.temporaryDirectory.appending(path: "zonecoach-\(UUID().uuidString)").path
    try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Writes a file and returns its path.
  func write(_ bytes: some Sequence<UInt8>, _ name: String) throws -> String {
    let file = path + "/" + name
    try Data(bytes).write(to: URL(filePath: file))
    return file
  }
}

/// The sample workouts as the program writes them, once for all tests.
enum Samples {
  static let folder = TemporaryFolder()

  static let paths: [String] = {
    guard let outcome = try? Command.run("samples", folder.path + "/samples"), outcome.status == 0 else { return [] }
    return outcome.text.split(separator: "\n").map(String.init)
  }()

  /// A sample by its place, from 1.
  static func path(_ number: Int) throws -> String {
    try #require(paths.first { $0.contains("/\(number)-") }, "the program wrote no sample \(number)")
  }

  static func bytes(_ number: Int) throws -> Data { try Data(contentsOf: URL(filePath: path(number))) }
}

/// A workout of an hour in which heart rate stays on a value, without zones of its own.
func plainWorkout(name: String? = nil, heartRate: Double = 130) throws -> [UInt8] {
  let start = Instant(secondsSince1970: 1_780_000_000)
  var recording = Recording(sport: .running, span: TimeSpan(start: start, end: start + 3_600_000))
  recording.activities = [Activity(sport: .running, span: recording.span)]
  recording.name = name
  let times = (0..<3600).map { start.millisecondsSince1970 + Int64($0) * 1000 }
  recording.series = [Series(quantity: .heartRate, times: times, values: times.map { _ in heartRate })]
  return try FITWriter.encode(recording)
}
