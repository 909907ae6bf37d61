// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A folder that is gone when the test is over.
final class TemporaryFolder: Sendable {
  let path = FileManager.default.temporaryDirectory.appending(path: "zonecoach-page-\(UUID().uuidString)").path

  deinit { try? FileManager.default.removeItem(atPath: path) }
}
