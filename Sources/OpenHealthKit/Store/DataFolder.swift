// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Where the person's data lies.
package enum DataFolder {
  /// The folder that the environment names by `ZONECOACH_DATA`, else the app's: `zonecoach` in `$XDG_DATA_HOME`, else in
  /// `~/.local/share`.
  package static func path(_ environment: [String: String]) -> String {
    if let named = environment["ZONECOACH_DATA"], !named.isEmpty { return named }
    if let base = environment["XDG_DATA_HOME"], base.hasPrefix("/") { return base + "/zonecoach" }
    let home = environment["HOME"].flatMap { $0.isEmpty ? nil : $0 } ?? NSHomeDirectory()
    return home + "/.local/share/zonecoach"
  }

  /// The database in a folder, which is made where there is none, for its owner only.
  static func prepared(_ folder: String) throws -> String {
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    return folder + "/health.sqlite"
  }
}
