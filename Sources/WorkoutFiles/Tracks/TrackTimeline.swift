// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Workouts

/// When a leg was, how its laps lie, and where its timer stood still.
struct TrackTimeline {
  /// From the first point or lap to the end of the last.
  var span: TimeSpan
  /// A lap for each of the leg's, in file order.
  var laps: [TimeSpan]
  /// Disjoint and in order.
  var pauses: [TimeSpan]

  /// The timeline of a leg, or `nil` if nothing of it has a time.
  init?(_ leg: TrackLeg) {
    let times = leg.points.times
    // What lies further from the points than a day is no time of a lap.
    let day: Int64 = 24 * 3_600_000
    let firstPoint = times.min(), lastPoint = times.max()
    let starts = leg.laps.map { lap -> Int64? in
      guard let start = lap.start else { return nil }
      if let firstPoint, let lastPoint, start < firstPoint - day || start > lastPoint + day { return nil }
      return start
    }
    guard let start = [firstPoint, starts.compactMap(\.self).min()].compactMap(\.self).min() else { return nil }
    var laps: [TimeSpan] = []
    var end = lastPoint ?? start
    for (place, lap) in leg.laps.enumerated() {
      let range = times[lap.points]
      var lapStart = starts[place] ?? range.min() ?? laps.last?.end.millisecondsSince1970 ?? start
      let next = starts[(place + 1)...].lazy.compactMap(\.self).first { $0 > lapStart }
      // Points that all come after the next lap's start were not there yet at their own.
      if let next, let first = range.min(), first > next + 10_000 { lapStart = first }
      let lapEnd: Int64
      if let last = range.max() {
        // The points know better than a start that lies amid them.
        lapEnd = max(lapStart, next.map { last > $0 + 10_000 ? last : $0 } ?? last)
      } else {
        // A lap without points, as of a pool swim, lasts as long as it says.
        lapEnd = next ?? lapStart + min(lap.totals.timer ?? 0, day)
        end = max(end, lapEnd)
      }
      if place == 0 { lapStart = min(start, lapStart) }
      laps.append(TimeSpan(start: Self.instant(lapStart), end: Self.instant(lapEnd)))
    }
    let pauses = Self.pauses(leg, laps)
    // A watch may write its last point some seconds before the timer stops.
    if let last = leg.laps.indices.last, !leg.laps[last].points.isEmpty, let timer = leg.laps[last].totals.timer {
      let paused = pauses.reduce(0) { $0 + (laps[last].intersection($1)?.duration ?? 0) }
      let stated = laps[last].start.millisecondsSince1970 + min(timer, day) + paused
      if stated > end, stated - end <= 60_000 { end = stated }
      laps[last].end = max(laps[last].end, Self.instant(end))
    }
    span = TimeSpan(start: Self.instant(start), end: Self.instant(end))
    self.laps = laps
    self.pauses = pauses
  }

  private static func instant(_ milliseconds: Int64) -> Instant { Instant(millisecondsSince1970: milliseconds) }

  // MARK: Pauses

  /// Between two points of a lap.
  private struct Gap {
    var start: Int64, end: Int64
    var length: Int64 { end - start }
  }

  /// A new track inside a lap is a pause. So is a gap between points, where the lap's timer time is shorter than the lap
  /// by about as much.
  private static func pauses(_ leg: TrackLeg, _ laps: [TimeSpan]) -> [TimeSpan] {
    let times = leg.points.times
    let step = typicalStep(times)
    var found: [TimeSpan] = []
    // Without laps all is one.
    let ranges = leg.laps.isEmpty ? [times.indices] : leg.laps.map(\.points)
    for (place, range) in ranges.enumerated() {
      let trackGaps = leg.points.trackStarts.filter { $0 > range.lowerBound && $0 < range.upperBound }
        .map { Gap(start: times[$0 - 1], end: times[$0]) }.filter { $0.length > max(1000, step) }
      let lapSpan = place < laps.count ? laps[place] : nil
      let timer = place < leg.laps.count ? leg.laps[place].totals.timer : nil
      // How much longer the lap lasted than its timer ran, if that can be.
      var missing: Int64?
      // A timer time of 0 is one only in a lap of hardly any points.
      if let lapSpan, let timer, timer >= 1000 || range.count < 2, timer <= lapSpan.duration + 1000 {
        missing = lapSpan.duration - timer
      }
      let marked = trackGaps.reduce(0) { $0 + $1.length }
      // The last value before a pause stands for its own step, unless the timer says that it is the stop itself.
      var hold = min(step, 1000)
      if let missing, !trackGaps.isEmpty {
        hold = min(hold, max(0, (marked - missing) / Int64(trackGaps.count)))
      }
      found += trackGaps.map { span($0.start + hold, $0.end) }
      if let lapSpan, let missing, missing - marked >= 2000 {
        found += unmarked(missing - marked, times[range], in: lapSpan, trackGaps, step)
      }
    }
    return disjoint(found)
  }

  private static func span(_ start: Int64, _ end: Int64) -> TimeSpan {
    TimeSpan(start: instant(start), end: instant(end))
  }

  /// Pauses that only a timer tells of: the longest gaps between points, until they make up what is missing. If gaps
  /// don't explain most of it, the timer counted something else, such as moving time, and there is no telling.
  private static func unmarked(
    _ missing: Int64, _ times: ArraySlice<Int64>, in lap: TimeSpan, _ marked: [Gap], _ step: Int64
  ) -> [TimeSpan] {
    // A pause may begin or end with the lap.
    let moments = [lap.start.millisecondsSince1970] + times + [lap.end.millisecondsSince1970]
    let gaps = zip(moments, moments.dropFirst()).map { Gap(start: $0, end: $1) }.filter { gap in
      gap.length >= (times.isEmpty ? 2000 : max(2000, 2 * step)) && !marked.contains { $0.start == gap.start }
    }
    var rest = missing
    var result: [TimeSpan] = []
    for gap in gaps.sorted(by: { ($1.length, $0.start) < ($0.length, $1.start) }) where rest >= 2000 {
      let length = min(gap.length, rest)
      result.append(span(gap.end - length, gap.end))
      rest -= length
    }
    return rest * 5 <= missing ? result : []
  }

  /// The middle one of the steps from point to point in milliseconds; a second if there are none.
  private static func typicalStep(_ times: [Int64]) -> Int64 {
    let steps = zip(times, times.dropFirst()).map { $1 - $0 }.filter { $0 > 0 }.sorted()
    return steps.isEmpty ? 1000 : steps[steps.count / 2]
  }

  /// In order, none reaching into the next.
  private static func disjoint(_ spans: [TimeSpan]) -> [TimeSpan] {
    var result: [TimeSpan] = []
    for span in spans.sorted(by: { ($0.start, $0.end) < ($1.start, $1.end) }) where span.duration > 0 {
      if let last = result.last, span.start <= last.end {
        result[result.count - 1].end = max(last.end, span.end)
      } else {
        result.append(span)
      }
    }
    return result
  }
}
