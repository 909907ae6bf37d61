// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Workouts

extension Series {
  /// The series with nothing told inside of these stretches, each of which begins with its first moment and lasts until
  /// the first sample after it.
  func silenced(in spans: [TimeSpan]) -> Series {
    guard !spans.isEmpty else { return self }
    var result = self
    for index in times.indices
    where spans.contains(where: { $0.contains(Instant(millisecondsSince1970: times[index])) }) {
      result.values[index] = .nan
    }
    return result
  }
}
