// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

public import Workouts
public import Zones

/// The best of a signal over a duration.
public struct BestEffort: Hashable, Sendable {
  /// How long.
  public var duration: Milliseconds
  /// The mean over it, in the unit of the signal.
  public var value: Double
  /// When it began.
  public var start: Instant

  /// An effort.
  public init(duration: Milliseconds, value: Double, start: Instant) {
    self.duration = duration
    self.value = value
    self.start = start
  }
}

/// The highest means of a signal over durations. None spans a pause or a moment at which nothing is known, so a gap can
/// raise no peak.
public enum BestEfforts {
  /// The durations that are looked at for power, in milliseconds: 5 s to an hour.
  public static let powerDurations: [Milliseconds] = [
    5, 15, 30, 60, 120, 180, 240, 300, 480, 600, 720, 900, 1200, 1800, 2700, 3600,
  ].map { $0 * 1000 }

  /// The best mean over each duration, exact for a signal that is constant between its spans' ends; durations longer
  /// than any unbroken stretch are left out.
  ///
  /// - Complexity: the number of spans times the number of durations.
  public static func best(of signal: HeldSignal, over durations: [Milliseconds]) -> [BestEffort] {
    let runs = unbroken(signal.spans)
    return durations.compactMap { duration in
      var best: BestEffort?
      for run in runs where run.duration >= duration {
        let found = run.best(over: duration)
        if found.value > best?.value ?? -.infinity { best = found }
      }
      return best
    }
  }

  /// Stretches without a pause and without a moment that is not known.
  static func unbroken(_ spans: [HeldSpan]) -> [Run] {
    var runs: [Run] = []
    var edges: [Milliseconds] = [], sums: [Double] = []
    func close() {
      if edges.count > 1 { runs.append(Run(edges: edges, sums: sums)) }
      edges = []
      sums = []
    }
    for span in spans {
      guard span.isKnown else {
        close()
        continue
      }
      if edges.last != span.start {
        close()
        edges = [span.start]
        sums = [0]
      }
      sums.append((sums.last ?? 0) + span.value * Double(span.duration))
      edges.append(span.end)
    }
    close()
    return runs
  }

  /// A signal without holes: where it changes, and its integral up to there.
  struct Run {
    var edges: [Milliseconds]
    var sums: [Double]

    var duration: Milliseconds { (edges.last ?? 0) - (edges.first ?? 0) }

    /// The integral over a window is piecewise linear in its start, so the best window has an end on an edge.
    func best(over duration: Milliseconds) -> BestEffort {
      edges.withUnsafeBufferPointer { edges in
        sums.withUnsafeBufferPointer { sums in Self.best(edges, sums, duration) }
      }
    }

    private static func best(
      _ edges: UnsafeBufferPointer<Milliseconds>, _ sums: UnsafeBufferPointer<Double>, _ duration: Milliseconds
    ) -> BestEffort {
      let first = edges[0], count = edges.count
      let last = edges[count - 1] - duration
      var most = -Double.infinity, mostStart = first
      // `low` and `high`: the first edges at or after the window's start and end.
      var start = first, low = 0, high = 0
      while start <= last {
        while edges[low] < start { low += 1 }
        let end = start + duration
        while edges[high] < end { high += 1 }
        let sum = integral(edges, sums, to: end, high) - integral(edges, sums, to: start, low)
        if sum > most {
          most = sum
          mostStart = start
        }
        // The next start: where one of the two meets its next edge.
        let nextLow = edges[low] == start ? low + 1 : low, nextHigh = edges[high] == end ? high + 1 : high
        guard nextHigh < count else { break }
        start = min(edges[nextLow], edges[nextHigh] - duration)
      }
      return BestEffort(
        duration: duration, value: most / Double(duration), start: Instant(millisecondsSince1970: mostStart))
    }

    /// The integral up to a time, of which `next` is the first edge at or after it.
    @inline(__always)
    private static func integral(
      _ edges: UnsafeBufferPointer<Milliseconds>, _ sums: UnsafeBufferPointer<Double>, to time: Milliseconds,
      _ next: Int
    ) -> Double {
      let high = edges[next]
      if high == time { return sums[next] }
      let low = edges[next - 1]
      return sums[next - 1] + (sums[next] - sums[next - 1]) * Double(time - low) / Double(high - low)
    }
  }
}
