// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

public import Workouts
public import Zones

/// What a workout says of maximum and threshold heart rate.
public enum HeartRatePeaks {
  /// How long a heart rate must stand to count as reached: 5 s.
  public static let sustained: Milliseconds = 5_000

  /// The highest heart rate that stood for 5 s, safe from a sensor that errs for a moment.
  ///
  /// Each sample is replaced by the median of itself and its two neighbours on both sides, so that one or two wrong
  /// values in a row count for nothing, however long they are held; of the rest the lowest over 5 s counts. Samples more
  /// than `hold` apart are no neighbours. `nil` for fewer than five samples in a row.
  ///
  /// - Parameter doubtful: stretches that are not looked at, such as spikes and cadence lock.
  public static func sustainedMaximum(
    _ heartRate: Series, hold: Milliseconds = 15_000, doubtful: [TimeSpan] = []
  ) -> BestEffort? {
    let clean = heartRate.normalized()
    var best: BestEffort?
    var times: [Milliseconds] = [], values: [Double] = []
    func close() {
      defer {
        times = []
        values = []
      }
      guard values.count >= 5 else { return }
      let medians = (2..<values.count - 2).map { place in
        median(values[place - 2], values[place - 1], values[place], values[place + 1], values[place + 2])
      }
      for first in medians.indices {
        var low = medians[first], last = first
        while times[last + 2] - times[first + 2] < sustained, last + 1 < medians.count {
          last += 1
          low = min(low, medians[last])
        }
        guard times[last + 2] - times[first + 2] >= sustained else { break }
        if low > best?.value ?? 0 {
          best = BestEffort(
            duration: sustained, value: low, start: Instant(millisecondsSince1970: times[first + 2]))
        }
      }
    }
    times.reserveCapacity(clean.count)
    values.reserveCapacity(clean.count)
    for (time, value) in zip(clean.times, clean.values) {
      let isDoubtful =
        !doubtful.isEmpty && doubtful.contains { $0.contains(Instant(millisecondsSince1970: time)) }
      if value.isNaN || isDoubtful || times.last.map({ time - $0 > hold }) ?? false { close() }
      guard !value.isNaN, !isDoubtful else { continue }
      times.append(time)
      values.append(value)
    }
    close()
    return best
  }

  /// The mean heart rate of the last 20 of the 30 minutes with the highest mean: the threshold heart rate, if those 30
  /// minutes were ridden or run as hard as they could be (Friel 2009). Otherwise it is lower than the threshold.
  public static func thirtyMinuteEffort(_ signal: HeldSignal) -> BestEffort? {
    guard let whole = BestEfforts.best(of: signal, over: [1_800_000]).first else { return nil }
    let window = TimeSpan(start: whole.start + 600_000, end: whole.start + 1_800_000)
    var sum = 0.0
    signal.forEachSpan(in: window) { sum += $0.value * Double($0.duration) }
    return BestEffort(duration: 1_800_000, value: sum / Double(window.duration), start: whole.start)
  }
}

/// The middle one of five, without sorting: the smaller two and the larger two of four cancel out in pairs.
private func median(_ a: Double, _ b: Double, _ c: Double, _ d: Double, _ e: Double) -> Double {
  let low = max(min(a, b), min(c, d)), high = min(max(a, b), max(c, d))
  return max(min(low, high), min(max(low, high), e))
}
