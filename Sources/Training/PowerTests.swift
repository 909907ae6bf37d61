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

  /// Values of W′ that a person can have, in joules.
  public static let plausibleWPrime: ClosedRange<Double> = 3_000...50_000

  /// Fits the line `work = CP · t + W′` to the efforts that were all out.
  ///
  /// The bests of a season are not all maximal: the best two minutes may be a part of a harder five, the best half hour
  /// may hold easy riding. Such lie below the line of the others. Of all sets of neighbouring efforts on the upper hull of
  /// work over time that span a factor of two, lie within 3 % of their line and are surpassed by none, with a W′ that a
  /// person can have, the largest is taken.
  ///
  /// - Returns: `nil` if there is no such set.
  public init?(_ candidates: [BestEffort]) {
    let hull = Self.hull(candidates)
    var best: CriticalPower?
    for first in hull.indices {
      for last in hull.indices where last > first && hull[last].duration >= 2 * hull[first].duration {
        guard let line = CriticalPower(through: Array(hull[first...last])) else { continue }
        let surpassed = hull.contains { line.work(over: $0.duration) * 1.03 < Self.work($0) }
        guard !surpassed, line.efforts.count > (best?.efforts.count ?? 0) || line.span > (best?.span ?? 0) else {
          continue
        }
        best = line
      }
    }
    guard let best else { return nil }
    self = best
  }

  private var span: Double {
    guard let first = efforts.first, let last = efforts.last else { return 0 }
    return Double(last.duration) / Double(first.duration)
  }

  private static func work(_ effort: BestEffort) -> Double { effort.value * Double(effort.duration) / 1000 }

  /// The work in joules that can be done over a duration.
  public func work(over duration: Milliseconds) -> Double { criticalPower * Double(duration) / 1000 + wPrime }

  /// The best efforts of which none lies below the line between two others.
  private static func hull(_ candidates: [BestEffort]) -> [BestEffort] {
    var hull: [BestEffort] = []
    func slope(_ a: BestEffort, _ b: BestEffort) -> Double {
      (work(b) - work(a)) / (Double(b.duration - a.duration) / 1000)
    }
    for effort in candidates.filter({ durations.contains($0.duration) }).sorted(by: { $0.duration < $1.duration }) {
      if let last = hull.last, last.duration == effort.duration {
        if last.value >= effort.value { continue }
        hull.removeLast()
      }
      while hull.count >= 2, slope(hull[hull.count - 2], hull[hull.count - 1]) < slope(hull[hull.count - 1], effort) {
        hull.removeLast()
      }
      hull.append(effort)
    }
    return hull
  }

  /// The line of least squares through efforts; `nil` where it makes no sense or one of them lies 3 % off it.
  private init?(through efforts: [BestEffort]) {
    let n = Double(efforts.count)
    let times = efforts.map { Double($0.duration) / 1000 }, works = efforts.map(Self.work)
    let meanTime = times.reduce(0, +) / n, meanWork = works.reduce(0, +) / n
    let spread = times.reduce(0) { $0 + ($1 - meanTime) * ($1 - meanTime) }
    let power = zip(times, works).reduce(0) { $0 + ($1.0 - meanTime) * ($1.1 - meanWork) } / spread
    let reserve = meanWork - power * meanTime
    guard power > 0, Self.plausibleWPrime.contains(reserve) else { return nil }
    criticalPower = power
    wPrime = reserve
    self.efforts = efforts
    var squares = 0.0
    for (time, work) in zip(times, works) {
      let error = work - (power * time + reserve)
      guard abs(error) <= 0.03 * work else { return nil }
      squares += error * error
    }
    if efforts.count > 2 { standardError = (squares / (n - 2) / spread).squareRoot() }
  }
}
