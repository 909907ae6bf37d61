// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

public import Workouts

/// When beats were, from the intervals that packets bring.
///
/// The last interval of a packet ends when the packet arrives, earlier ones before it, but none before a beat that is
/// known already. Radios stall and then deliver a burst; copies of a packet bring the same intervals again.
public struct BeatTimes: Sendable {
  private var lastBeat: Milliseconds?
  private var lastArrival: Milliseconds?

  /// Without a beat yet.
  public init() {}

  /// Takes the intervals of a packet, in milliseconds and the oldest first, and gives each plausible one (240 to 2000 ms)
  /// with the moment at which it ended.
  ///
  /// Intervals whose sum lies far above the time since the last packet are copies of what came already; those come back
  /// as nothing.
  public mutating func add(_ intervals: [Double], at arrival: Milliseconds) -> [(time: Milliseconds, interval: Double)]
  {
    defer { lastArrival = arrival }
    guard !intervals.isEmpty else { return [] }
    let sum = intervals.reduce(0, +)
    if let lastArrival, sum > Double(arrival - lastArrival) + 5_000 { return [] }
    var end = Double(arrival)
    var beats: [(time: Milliseconds, interval: Double)] = []
    for interval in intervals.reversed() {
      if let lastBeat, end <= Double(lastBeat) { break }
      beats.append((Milliseconds(end.rounded()), interval))
      end -= interval
    }
    beats.reverse()
    lastBeat = max(lastBeat ?? .min, arrival)
    return beats.filter { (240...2000).contains($0.interval) }
  }
}
