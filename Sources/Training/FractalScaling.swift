// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

public import Workouts

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Detrended fluctuation analysis of beat intervals, experimental: how far a heartbeat remembers the last few.
///
/// α1 falls with intensity; about 0.75 stands for the aerobic and 0.5 for the anaerobic threshold (Rogers 2021; Rogers &
/// Gronwald 2022). Against gas exchange the heart rate at the first threshold errs by −10 ± 16 beats (Eronen 2024), so
/// nothing is ever taken from it by itself.
public enum FractalScaling {
  /// The length of a window, in milliseconds: shorter ones can't be relied on at low intensity.
  public static let window: Milliseconds = 120_000
  /// The largest share of artefacts in a window.
  public static let mostArtefacts = 0.05
  /// The standard deviation of the heart rate at the first threshold against gas exchange, in beats per minute.
  public static let error = 16.0

  /// α1 of beat intervals in milliseconds: the slope of the fluctuation over boxes of 4 to 16 beats, both logarithmic
  /// (Peng 1994). `nil` for fewer than 64 beats or intervals without any variation.
  public static func alpha1(_ intervals: [Double]) -> Double? {
    guard intervals.count >= 64 else { return nil }
    let mean = intervals.reduce(0, +) / Double(intervals.count)
    var profile: [Double] = []
    profile.reserveCapacity(intervals.count)
    var sum = 0.0
    for interval in intervals {
      sum += interval - mean
      profile.append(sum)
    }
    var x: [Double] = [], y: [Double] = []
    for size in 4...16 {
      let fluctuation = fluctuation(profile, box: size)
      guard fluctuation > 0 else { return nil }
      x.append(log(Double(size)))
      y.append(log(fluctuation))
    }
    return slope(x, y).slope
  }

  private static func fluctuation(_ profile: [Double], box size: Int) -> Double {
    let meanX = Double(size - 1) / 2
    let spread = Double(size * (size * size - 1)) / 12
    var total = 0.0
    let boxes = profile.count / size
    for box in 0..<boxes {
      var meanY = 0.0, cross = 0.0
      for i in 0..<size {
        let value = profile[box * size + i]
        meanY += value
        cross += (Double(i) - meanX) * value
      }
      meanY /= Double(size)
      let trend = cross / spread
      for i in 0..<size {
        let rest = profile[box * size + i] - meanY - trend * (Double(i) - meanX)
        total += rest * rest
      }
    }
    return (total / Double(boxes * size)).squareRoot()
  }

  /// One window of a workout.
  public struct Point: Hashable, Sendable {
    /// The end of the window.
    public var time: Instant
    /// α1.
    public var alpha1: Double
    /// The mean heart rate of the window in beats per minute.
    public var heartRate: Double
    /// The share of intervals that were left out as artefacts, 0 to 1.
    public var artefacts: Double
  }

  /// α1 along a workout: a window of two minutes, moved every five seconds. Windows with more than 5 % of artefacts, or
  /// with a hole of more than three seconds, are left out.
  ///
  /// - Parameter beats: beat intervals in milliseconds, each at the time of its beat.
  public static func along(_ beats: Series) -> [Point] {
    let isGood = goodIntervals(beats.values)
    var points: [Point] = []
    var first = 0
    guard let start = beats.times.first, let end = beats.times.last else { return [] }
    var last = 0
    for time in stride(from: start + window, through: end, by: 5000) {
      while first < beats.count, beats.times[first] <= time - window { first += 1 }
      while last < beats.count, beats.times[last] <= time { last += 1 }
      guard last - first >= 64 else { continue }
      var good: [Double] = []
      good.reserveCapacity(last - first)
      var hasHole = false
      for i in first..<last {
        if i > first, beats.times[i] - beats.times[i - 1] > 3000 { hasHole = true }
        if isGood[i] { good.append(beats.values[i]) }
      }
      let artefacts = 1 - Double(good.count) / Double(last - first)
      guard !hasHole, artefacts <= mostArtefacts, let alpha = alpha1(good) else { continue }
      let mean = good.reduce(0, +) / Double(good.count)
      points.append(
        Point(
          time: Instant(millisecondsSince1970: time), alpha1: alpha, heartRate: 60_000 / mean, artefacts: artefacts))
    }
    return points
  }

  /// Which intervals are those of a heart: 270 to 2000 ms and within a fifth of the mean of the twenty around them.
  static func goodIntervals(_ intervals: [Double]) -> [Bool] {
    let possible = intervals.map { $0 >= 270 && $0 <= 2000 }
    return intervals.indices.map { i in
      guard possible[i] else { return false }
      var sum = 0.0, count = 0.0
      for j in max(0, i - 10)...min(intervals.count - 1, i + 10) where j != i && possible[j] {
        sum += intervals[j]
        count += 1
      }
      return count == 0 || abs(intervals[i] - sum / count) <= 0.2 * sum / count
    }
  }

  /// The heart rate at which α1 falls to a level, from a straight line through the windows between 0.35 and 1.1; `nil`
  /// unless the windows span at least 20 beats and α1 falls clearly with heart rate.
  public static func heartRate(at level: Double, _ points: [Point]) -> Double? {
    let used = points.filter { (0.35...1.1).contains($0.alpha1) }
    guard let low = used.map(\.heartRate).min(), let high = used.map(\.heartRate).max(), used.count >= 20,
      high - low >= 20
    else { return nil }
    let line = slope(used.map(\.heartRate), used.map(\.alpha1))
    guard line.slope < -0.002 else { return nil }
    let rate = (level - line.intercept) / line.slope
    // A line says little beyond the points it was drawn through.
    return (low - 5...high + 5).contains(rate) ? rate : nil
  }

  private static func slope(_ x: [Double], _ y: [Double]) -> (slope: Double, intercept: Double) {
    let n = Double(x.count)
    let meanX = x.reduce(0, +) / n, meanY = y.reduce(0, +) / n
    var cross = 0.0, spread = 0.0
    for (a, b) in zip(x, y) {
      cross += (a - meanX) * (b - meanY)
      spread += (a - meanX) * (a - meanX)
    }
    let slope = cross / spread
    return (slope, meanY - slope * meanX)
  }
}
