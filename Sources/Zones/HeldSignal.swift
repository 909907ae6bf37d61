// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

public import Workouts

/// The signal of one quantity over a whole workout: spans in order that cover its active time exactly.
///
/// Legs, laps and any other part are windows of the one signal, so a value carries over their edges and the parts add
/// up to the whole.
public struct HeldSignal: Sendable {
  /// What the values measure.
  public let quantity: Quantity
  /// Spans in order, without overlap, covering active time and nothing else; neighbours differ in value or are apart.
  public let spans: [HeldSpan]
  /// The hold cap used.
  public let hold: Milliseconds

  /// Holds the samples of a series over a workout.
  ///
  /// - Parameters:
  ///   - series: from one sensor; implausible values and repeated times are put right here.
  ///   - span: the workout.
  ///   - pauses: disjoint and in order.
  ///   - hold: the hold cap.
  /// - Complexity: linear in the number of samples.
  public init(_ series: Series, over span: TimeSpan, pauses: [Pause] = [], hold: Milliseconds) {
    let samples = series.normalized()
    quantity = series.quantity
    self.hold = hold
    let end = span.end.millisecondsSince1970
    var collected: [HeldSpan] = []
    collected.reserveCapacity(samples.count + 2 * pauses.count + 2)
    func keep(_ span: HeldSpan) {
      if let last = collected.last, last.end == span.start,
        last.value == span.value || last.value.isNaN && span.value.isNaN
      {
        collected[collected.count - 1].end = span.end
      } else {
        collected.append(span)
      }
    }
    var state = SampleHold(start: span.start.millisecondsSince1970, hold: hold)
    var pause = 0
    /// Runs pause edges up to `time`; an edge comes before a sample at the same moment.
    func passEdges(to time: Milliseconds) {
      while pause < pauses.count {
        let edge = pauses[pause].span
        if !state.isPaused {
          guard edge.start.millisecondsSince1970 <= time else { return }
          state.pause(at: min(edge.start.millisecondsSince1970, end), keep)
        }
        guard edge.end.millisecondsSince1970 <= time else { return }
        state.resume(at: edge.end.millisecondsSince1970)
        pause += 1
      }
    }
    for i in 0..<samples.count {
      let time = samples.times[i]
      if time >= end { break }
      passEdges(to: time)
      state.add(samples.values[i], at: time, until: samples.ends?[i], keep)
    }
    passEdges(to: end)
    state.finish(at: end, keep)
    spans = collected
  }

  /// A signal made of spans already known.
  ///
  /// - Precondition: `spans` are in order and do not overlap.
  public init(quantity: Quantity, spans: [HeldSpan], hold: Milliseconds) {
    self.quantity = quantity
    self.spans = spans
    self.hold = hold
  }

  /// Calls `body` with every span inside `window`, cut to it.
  public func forEachSpan(in window: TimeSpan, _ body: (HeldSpan) -> Void) {
    let start = window.start.millisecondsSince1970, end = window.end.millisecondsSince1970
    // The first span that ends after the window's start.
    var low = 0, high = spans.count
    while low < high {
      let middle = (low + high) / 2
      if spans[middle].end <= start { low = middle + 1 } else { high = middle }
    }
    while low < spans.count, spans[low].start < end {
      let span = spans[low]
      body(HeldSpan(start: max(span.start, start), end: min(span.end, end), value: span.value))
      low += 1
    }
  }

  /// Time in zone, over all of the workout or a window of it.
  public func timeInZone(_ boundaries: ZoneBoundaries, in window: TimeSpan? = nil) -> TimeInZone {
    var result = TimeInZone(zoneCount: boundaries.zoneCount)
    if let window {
      forEachSpan(in: window) { result.add($0, boundaries) }
    } else {
      for span in spans { result.add(span, boundaries) }
    }
    return result
  }

  /// Time at each value, over all of the workout or a window of it.
  ///
  /// - Parameter binWidth: 1 for whole-numbered signals, for which any later boundary is exact; 0.1 for fractional ones.
  public func timeAtValue(in window: TimeSpan? = nil, binWidth: Double = 1) -> TimeAtValue {
    var result = TimeAtValue(quantity: quantity, binWidth: binWidth)
    if let window {
      forEachSpan(in: window) { result.add($0) }
    } else {
      for span in spans { result.add(span) }
    }
    return result
  }

  /// Joins the signals of several sensors of one quantity: at each moment the first that is known.
  ///
  /// Signals are never added or averaged.
  ///
  /// - Parameter signals: the most believed first, all over the same active time.
  public static func firstKnown(_ signals: [HeldSignal]) -> HeldSignal? {
    guard var result = signals.first else { return nil }
    for other in signals.dropFirst() {
      var joined: [HeldSpan] = []
      for span in result.spans {
        guard !span.isKnown else {
          joined.append(span)
          continue
        }
        let window = TimeSpan(
          start: Instant(millisecondsSince1970: span.start), end: Instant(millisecondsSince1970: span.end))
        other.forEachSpan(in: window) { joined.append($0) }
      }
      result = HeldSignal(quantity: result.quantity, spans: joined, hold: result.hold)
    }
    return result
  }
}
