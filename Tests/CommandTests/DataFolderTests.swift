// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthKit
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What an environment says of the data folder, and where that is below a folder of the test's.
struct DataFolderCase: Codable, Sendable, CustomTestStringConvertible {
  /// Values that begin with `/` are below the folder of the test.
  var environment: [String: String]
  var expected: String

  var testDescription: String { expected }

  func environment(below root: String) -> [String: String] {
    ["HOME": root + "/home"].merging(environment.mapValues { $0.hasPrefix("/") ? root + $0 : $0 }) { $1 }
  }

  static let all = [
    DataFolderCase(environment: ["ZONECOACH_DATA": "/named", "XDG_DATA_HOME": "/xdg"], expected: "/named"),
    DataFolderCase(environment: ["XDG_DATA_HOME": "/xdg"], expected: "/xdg/zonecoach"),
    DataFolderCase(environment: [:], expected: "/home/.local/share/zonecoach"),
    // Nothing is no name, and a base is an absolute path or ignored, as its specification says.
    DataFolderCase(environment: ["ZONECOACH_DATA": "", "XDG_DATA_HOME": "/xdg"], expected: "/xdg/zonecoach"),
    DataFolderCase(environment: ["XDG_DATA_HOME": "here"], expected: "/home/.local/share/zonecoach"),
  ]
}

struct `The data folder` {
  let root = TemporaryFolder()

  @Test(arguments: DataFolderCase.all)
  func `of commands is the one that a HealthKit program opens`(_ one: DataFolderCase) async throws {
    let environment = one.environment(below: root.path), folder = root.path + one.expected
    await #expect(processExitsWith: .success) { [environment = environment as [String: String]] in
      for name in ["ZONECOACH_DATA", "XDG_DATA_HOME", "ZONECOACH_STORE"] { unsetenv(name) }
      for (name, value) in environment { setenv(name, value, 1) }
      _ = HKHealthStore()
    }
    #expect(FileManager.default.fileExists(atPath: folder + "/health.sqlite"))
    let report = try Command.run(["doctor", "--json"], environment: environment).json([String: Any].self)
    #expect(report["dataFolder"] as? String == folder)
  }

  @Test func `is what --data says before what the environment says`() throws {
    let stated = root.path + "/stated"
    let outcome = try Command.run(
      ["doctor", "--json", "--data", stated], environment: ["ZONECOACH_DATA": root.path + "/named"])
    #expect(try outcome.json([String: Any].self)["dataFolder"] as? String == stated)
    #expect(!FileManager.default.fileExists(atPath: root.path + "/named"))
  }
}
