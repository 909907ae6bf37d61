// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Sensors
import WorkoutFiles
public import Workouts

/// The sample workouts as files: simulated, made anew by every copy of the program, the same for the same day.
public enum SampleFiles {
  /// A file.
  public struct File: Sendable {
    /// What it is called.
    public var name: String
    /// Its bytes.
    public var bytes: [UInt8]
  }

  /// All samples, dated within the two weeks before a moment.
  ///
  /// - Throws: `FITWriterError`, which samples give no reason for.
  public static func all(before moment: Instant) throws -> [File] {
    try SampleWorkouts.all(endingOn: moment).enumerated().map { place, sample in
      let name = sample.name.lowercased().map { $0 == "×" ? "x" : $0 }.filter {
        $0 == " " || $0.isASCII && ($0.isLetter || $0.isNumber)
      }
      let words = String(name).split(separator: " ").joined(separator: "-")
      return File(name: "\(place + 1)-\(words).fit", bytes: try FITWriter.encode(sample.recording))
    }
  }
}
