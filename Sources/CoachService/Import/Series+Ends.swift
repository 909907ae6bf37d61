// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Workouts

extension Series {
  /// The same signal without lengths of its own: a value that lasts longer than it is held is repeated before its hold
  /// runs out, and ends with "the sensor told nothing".
  ///
  /// The store keeps moments and values; condensed samples of a health export have a length as well.
  func unfoldingEnds(hold: Milliseconds) -> Series {
    guard let ends else { return self }
    var result = Series(quantity: quantity, times: [], values: [], source: source)
    for i in 0..<count {
      result.times.append(times[i])
      result.values.append(values[i])
      let next = i + 1 < count ? times[i + 1] : .max
      guard ends[i] > times[i] + hold, !values[i].isNaN else { continue }
      var repeated = times[i] + hold
      while repeated < ends[i], repeated < next {
        result.times.append(repeated)
        result.values.append(values[i])
        repeated += hold
      }
      if ends[i] < next {
        result.times.append(ends[i])
        result.values.append(.nan)
      }
    }
    return result
  }
}
