// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

public import Workouts

/// A stretch of heart rate that is probably not the heart's. It is marked, never removed.
public struct QualityFlag: Hashable, Sendable {
  /// What is doubtful about it.
  public var kind: Kind
  /// Where: up to the first sample that is right again.
  public var span: TimeSpan

  /// Kinds of doubt.
  public enum Kind: String, Hashable, Sendable, Codable {
    /// A jump of 20 beats or more within 2 s that goes back within 5 s.
    case spike
    /// An optical sensor counts steps instead of beats: within 3 of the steps per minute for 30 s or longer, entered by
    /// a jump of 20 beats or more within 10 s.
    case cadenceLock = "cadence-lock"
    /// The same value for 2 minutes or longer while speed or power changes.
    case flatLine = "flat-line"
  }

  /// A flag.
  public init(_ kind: Kind, _ span: TimeSpan) {
    self.kind = kind
    self.span = span
  }
}

/// Looks for stretches of heart rate to doubt.
public enum SignalQuality {
  /// The flags of a heart-rate series, in order of time.
  ///
  /// - Parameters:
  ///   - heartRate: as recorded.
  ///   - cadence: steps a minute of both feet, if the sport is on foot.
  ///   - effort: speed or power, which tells whether a constant heart rate is odd.
  public static func flags(heartRate: Series, cadence: Series?, effort: Series?) -> [QualityFlag] {
    let beats = heartRate.normalized()
    var flags = spikes(beats)
    if let cadence { flags += cadenceLocks(beats, cadence.normalized()) }
    if let effort { flags += flatLines(beats, effort.normalized()) }
    return flags.sorted { $0.span.start < $1.span.start }
  }

  private static func span(_ a: Int64, _ b: Int64) -> TimeSpan {
    TimeSpan(start: Instant(millisecondsSince1970: a), end: Instant(millisecondsSince1970: b))
  }

  /// From a sample to the first one that is right again, or a second past the last where none follows soon.
  private static func span(_ beats: Series, from first: Int, before end: Int) -> TimeSpan {
    let last = beats.times[end - 1]
    let next = end < beats.count && beats.times[end] - last <= 15_000 ? beats.times[end] : last + 1000
    return span(beats.times[first], next)
  }

  private static func spikes(_ beats: Series) -> [QualityFlag] {
    var found: [QualityFlag] = []
    var i = 1
    while i < beats.count {
      let before = beats.values[i - 1], jump = beats.values[i] - before
      guard abs(jump) >= 20, beats.times[i] - beats.times[i - 1] <= 2000 else {
        i += 1
        continue
      }
      // Back to within a few beats of where it was?
      var j = i + 1
      while j < beats.count, beats.times[j] - beats.times[i] <= 5000 {
        if abs(beats.values[j] - before) <= abs(jump) / 2 {
          found.append(QualityFlag(.spike, span(beats.times[i], beats.times[j])))
          i = j
          break
        }
        j += 1
      }
      i += 1
    }
    return found
  }

  private static func cadenceLocks(_ beats: Series, _ cadence: Series) -> [QualityFlag] {
    var found: [QualityFlag] = []
    var c = 0
    var start: Int?
    func close(before end: Int) {
      defer { start = nil }
      guard let first = start, beats.times[end - 1] - beats.times[first] >= 30_000 else { return }
      // Entered by a jump: the value up to 10 s before was 20 beats away.
      var k = first - 1
      var jumped = false
      while k >= 0, beats.times[first] - beats.times[k] <= 10_000 {
        if abs(beats.values[first] - beats.values[k]) >= 20 { jumped = true }
        k -= 1
      }
      if jumped { found.append(QualityFlag(.cadenceLock, span(beats, from: first, before: end))) }
    }
    for i in 0..<beats.count {
      while c + 1 < cadence.count, cadence.times[c + 1] <= beats.times[i] { c += 1 }
      let locked =
        c < cadence.count && abs(cadence.times[c] - beats.times[i]) <= 5000 && cadence.values[c] >= 100
        && abs(beats.values[i] - cadence.values[c]) <= 3
      if locked {
        if start == nil { start = i }
      } else if start != nil {
        close(before: i)
      }
    }
    if start != nil { close(before: beats.count) }
    return found
  }

  private static func flatLines(_ beats: Series, _ effort: Series) -> [QualityFlag] {
    var found: [QualityFlag] = []
    var first = 0
    var e = 0
    for i in 1...max(1, beats.count) where beats.count > 0 {
      let goesOn =
        i < beats.count && beats.values[i] == beats.values[first] && beats.times[i] - beats.times[i - 1] <= 15_000
      if goesOn { continue }
      let last = i - 1
      if beats.times[last] - beats.times[first] >= 120_000, !beats.values[first].isNaN {
        while e < effort.count, effort.times[e] < beats.times[first] { e += 1 }
        var low = Double.infinity, high = -Double.infinity
        var k = e
        while k < effort.count, effort.times[k] <= beats.times[last] {
          if !effort.values[k].isNaN {
            low = min(low, effort.values[k])
            high = max(high, effort.values[k])
          }
          k += 1
        }
        // "Changes" means by a quarter of the larger value.
        if high > 0, high - low >= 0.25 * high {
          found.append(QualityFlag(.flatLine, span(beats, from: first, before: last + 1)))
        }
      }
      first = min(i, beats.count - 1)
    }
    return found
  }
}
