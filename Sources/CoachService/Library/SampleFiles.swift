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
  public static func all(before moment: Instant) -> [File] { [] }
}
