// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import WorkoutFiles

/// Unpacking an archive, or refusing to.
enum ArchiveBench {
  static func run(_ path: String) throws {
    var counts: [String: Int] = [:], outcome = "ok", export: AppleHealthExport?
    let time = try ContinuousClock().measure {
      do {
        try WorkoutArchive.open(path: path).forEachItem { item in
          switch item.content {
          case .workout: counts["workout", default: 0] += 1
          case .route: counts["route", default: 0] += 1
          case .skipped(let reason): counts[reason.rawValue, default: 0] += 1
          case .appleHealth(let stream):
            let reader = AppleHealthReader()
            while try stream.nextBlock({ reader.feed($0) }) {}
            export = reader.finish()
          }
        }
      } catch let error as FileError {
        outcome = error.code.rawValue
      }
    }
    print(
      """
      {"outcome": "\(outcome)", "members": \(counts), "workouts": \(export?.workouts.count ?? 0), \
      "milliseconds": \(milliseconds(time)), "peakMegabytes": \(HealthBench.peakMegabytes)}
      """)
  }
}
