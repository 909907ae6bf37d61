// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Workouts
import Zones

/// Finds efforts in a signal that no lap marks.
enum BoutDetection {
  /// Excursions of a signal to or above a limit, holes shorter than `bridge` ignored.
  static func excursions(
    above limit: Double, in signal: HeldSignal, window: TimeSpan, bridging bridge: Milliseconds = 5_000
  ) -> [TimeSpan] {
    var found: [TimeSpan] = []
    signal.forEachSpan(in: window) { span in
      guard span.isKnown, span.value >= limit else { return }
      let start = Instant(millisecondsSince1970: span.start), end = Instant(millisecondsSince1970: span.end)
      if let last = found.last, start - last.end <= bridge {
        found[found.count - 1].end = end
      } else {
        found.append(TimeSpan(start: start, end: end))
      }
    }
    return found
  }

  /// Efforts by power: the trailing 10-s mean reaches 95 % of `floor` and falls below 90 % of it for 10 s; holes under
  /// 10 s are bridged; efforts under 20 s are left out.
  static func powerEfforts(floor: Double, in signal: HeldSignal, window: TimeSpan) -> [TimeSpan] {
    let start = window.start.millisecondsSince1970
    let seconds = Int(window.duration / 1000)
    guard seconds > 0 && seconds < 1_000_000 else { return [] }
    var perSecond = [Double](repeating: .nan, count: seconds)
    signal.forEachSpan(in: window) { span in
      guard span.isKnown else { return }
      let first = Int((span.start - start) / 1000), last = min(seconds, Int((span.end - start + 999) / 1000))
      for second in first..<max(first, last) { perSecond[second] = span.value }
    }
    var efforts: [TimeSpan] = []
    var sum = 0.0, known = 0
    var begun: Int?
    var lowSince: Int?
    func close(at second: Int) {
      guard let first = begun else { return }
      let start = window.start + Int64(first) * 1000, end = window.start + Int64(second) * 1000
      // The mean is low for longer than the hole that made it so: what counts is the time between two efforts.
      if let last = efforts.last, start - last.end < 10_000 {
        efforts[efforts.count - 1] = TimeSpan(start: last.start, end: end)
      } else {
        efforts.append(TimeSpan(start: start, end: end))
      }
      begun = nil
      lowSince = nil
    }
    for second in 0..<seconds {
      if !perSecond[second].isNaN {
        sum += perSecond[second]
        known += 1
      }
      if second >= 10, !perSecond[second - 10].isNaN {
        sum -= perSecond[second - 10]
        known -= 1
      }
      let mean = known >= 5 ? sum / Double(known) : 0
      if begun == nil {
        // The mean trails by up to 10 s: the effort began where its window did.
        if mean >= 0.95 * floor { begun = max(0, second - 9) }
      } else if mean < 0.9 * floor {
        if lowSince == nil { lowSince = second }
        if let low = lowSince, second - low >= 10 { close(at: low) }
      } else {
        lowSince = nil
      }
    }
    close(at: lowSince ?? seconds)
    return efforts.filter { $0.duration >= 20_000 }
  }

  /// Efforts by heart rate: from 3 beats under `floor` for at least 2 minutes; the start is moved 30 s ahead, because
  /// heart rate follows effort late.
  static func heartRateEfforts(floor: Double, in signal: HeldSignal, window: TimeSpan) -> [TimeSpan] {
    excursions(above: floor - 3, in: signal, window: window, bridging: 10_000)
      .filter { $0.duration >= 120_000 }
      .map { TimeSpan(start: max(window.start, $0.start - 30_000), end: $0.end) }
  }

  /// The efforts, if they are a set: at least three, the longest at most half as long again as the shortest.
  static func asSet(_ efforts: [TimeSpan]) -> [TimeSpan]? {
    guard efforts.count >= 3, let shortest = efforts.map(\.duration).min(), let longest = efforts.map(\.duration).max(),
      longest <= shortest * 3 / 2
    else { return nil }
    return efforts
  }

  /// Work and the rests between, alternating.
  static func withRests(_ work: [TimeSpan]) -> [WorkoutFacts.Bout] {
    var bouts: [WorkoutFacts.Bout] = []
    for (index, span) in work.enumerated() {
      bouts.append(.init(span: span, kind: .work))
      if index + 1 < work.count {
        bouts.append(.init(span: TimeSpan(start: span.end, end: work[index + 1].start), kind: .rest))
      }
    }
    return bouts
  }
}
