// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

public import Workouts
public import Zones

/// What efforts say of threshold power.
public enum PowerTests {
  /// FTP from the best 20 minutes: 95 % of their mean, if they followed an all-out effort of 5 minutes.
  public static func ftp(twentyMinutes power: Double) -> Double { power * 0.95 }

  /// FTP from the best 8 minutes: 90 % of their mean.
  public static func ftp(eightMinutes power: Double) -> Double { power * 0.90 }

  /// FTP from the last full minute of a ramp: 75 % of its mean. Riders with a strong sprint get too much.
  public static func ftp(rampMinute power: Double) -> Double { power * 0.75 }

  /// The best minute of a ramp test, if the workout holds one: at least six minutes in a row, each clearly harder than
  /// the one before and the last twice as hard as the first, and then the effort ends.
  public static func rampMinute(_ signal: HeldSignal) -> BestEffort? {
    guard let peak = BestEfforts.best(of: signal, over: [60_000]).first else { return nil }
    let start = peak.start.millisecondsSince1970
    func mean(_ from: Milliseconds, _ length: Milliseconds = 60_000) -> Double? {
      var sum = 0.0
      var known: Milliseconds = 0
      signal.forEachSpan(
        in: TimeSpan(
          start: Instant(millisecondsSince1970: from), end: Instant(millisecondsSince1970: from + length))
      ) { span in
        guard span.isKnown else { return }
        sum += span.value * Double(span.duration)
        known += span.duration
      }
      return known * 10 >= length * 9 ? sum / Double(known) : nil
    }
    var later = peak.value, lowest = peak.value, minutes = 0
    while let earlier = mean(start - Milliseconds(minutes + 1) * 60_000), earlier <= later - 5 {
      later = earlier
      lowest = earlier
      minutes += 1
    }
    guard minutes >= 5, lowest <= peak.value / 2 else { return nil }
    // After the peak the rider is done: the next three minutes are easy, or there are none.
    if let after = mean(start + 75_000, 120_000), after > peak.value * 0.7 { return nil }
    return peak
  }
}

/// Power over time as a hyperbola: `P = W′ / t + CP`, true from about 2 to 30 minutes (Skiba & Clarke 2021).
public struct CriticalPower: Hashable, Sendable {
  /// Critical power in watts.
  public var criticalPower: Double
  /// W′ in joules: the work that can be done above critical power.
  public var wPrime: Double
  /// The standard error of critical power in watts, from the scatter of the efforts; `nil` for two efforts.
  public var standardError: Double?
  /// The efforts that it was fitted to, the shortest first.
  public var efforts: [BestEffort]

  /// The longest and the shortest effort that count.
  public static let durations: ClosedRange<Milliseconds> = 120_000...1_800_000

  /// Fits the line `work = CP · t + W′` to efforts by least squares.
  ///
  /// Efforts that a longer one surpasses were not the athlete's best and are left out. `nil` unless two are left of which
  /// the longest is at least twice the shortest, or if the numbers make no sense.
  public init?(_ candidates: [BestEffort]) {
    let sorted = candidates.filter { Self.durations.contains($0.duration) }.sorted { $0.duration < $1.duration }
    // Best means fall with duration; the upper hull of work over time holds the true efforts.
    var hull: [BestEffort] = []
    func work(_ effort: BestEffort) -> Double { effort.value * Double(effort.duration) / 1000 }
    func slope(_ a: BestEffort, _ b: BestEffort) -> Double {
      (work(b) - work(a)) / (Double(b.duration - a.duration) / 1000)
    }
    for effort in sorted {
      if let last = hull.last, last.duration == effort.duration {
        if last.value >= effort.value { continue }
        hull.removeLast()
      }
      while hull.count >= 2, slope(hull[hull.count - 2], hull[hull.count - 1]) < slope(hull[hull.count - 1], effort) {
        hull.removeLast()
      }
      hull.append(effort)
    }
    guard let first = hull.first, let last = hull.last, hull.count >= 2, last.duration >= 2 * first.duration else {
      return nil
    }
    let n = Double(hull.count)
    let times = hull.map { Double($0.duration) / 1000 }, works = hull.map(work)
    let meanTime = times.reduce(0, +) / n, meanWork = works.reduce(0, +) / n
    let spread = times.reduce(0) { $0 + ($1 - meanTime) * ($1 - meanTime) }
    let power = zip(times, works).reduce(0) { $0 + ($1.0 - meanTime) * ($1.1 - meanWork) } / spread
    let reserve = meanWork - power * meanTime
    guard power > 0, reserve > 0 else { return nil }
    criticalPower = power
    wPrime = reserve
    efforts = hull
    if hull.count > 2 {
      let residual = zip(times, works).reduce(0) { sum, point in
        let error = point.1 - (power * point.0 + reserve)
        return sum + error * error
      }
      standardError = (residual / (n - 2) / spread).squareRoot()
    }
  }
}
