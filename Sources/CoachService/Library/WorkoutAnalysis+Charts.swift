// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import WorkoutFiles
import Workouts
import Zones

extension WorkoutAnalysis {
  /// The list's view of the workout.
  func entry(id: String, isSample: Bool, problems: [FileProblem]) -> WorkoutEntry {
    let ribbons = Self.graded.lazy.compactMap { quantity in self.ribbon(quantity).map { (quantity, $0) } }
    let first = ribbons.first
    var zoneSeconds: [Double]?
    if let (quantity, _) = first, let zones = sharedZones(quantity), let time = time(quantity, zones) {
      zoneSeconds = time.zones.map(seconds)
    }
    return WorkoutEntry(
      id: id, title: recording.title, sport: recording.sport.rawValue,
      start: ZonedTime(recording.span.start, offsetSeconds: recording.utcOffsetSeconds),
      elapsedSeconds: seconds(recording.span.duration),
      activeSeconds: seconds(recording.activeTime(in: recording.span)),
      distanceMeters: Summarizer.distance(of: recording), ribbon: first?.1,
      zoneSeconds: zoneSeconds, flag: flag(problems), isSample: isSample)
  }

  /// One thing to know before opening the workout.
  private func flag(_ problems: [FileProblem]) -> String? {
    if recording.series.isEmpty { return "Totals only" }
    if problems.contains(where: { $0.code.rawValue == "truncated" }) { return "Cut off" }
    guard let signal = signals[.heartRate] else { return signals[.power] == nil ? "No heart rate" : nil }
    var known: Milliseconds = 0, active: Milliseconds = 0
    for span in signal.spans {
      active += span.duration
      if span.isKnown { known += span.duration }
    }
    // Power known throughout makes up for heart rate that is not.
    guard active > 0, known * 100 < active * 80, signals[.power] == nil else { return nil }
    return "\(known * 100 / active) % known"
  }

  /// The ribbon of a quantity over the whole workout; `nil` where no leg has zones for it.
  ///
  /// Where legs have zones of their own, each leg is drawn in its own, and the height stands for the largest set.
  func ribbon(_ quantity: Quantity) -> Ribbon? {
    guard let signal = signals[quantity], zones.contains(where: { $0[quantity] != nil }) else { return nil }
    let sets = zones.map { $0[quantity] }
    let lowest = sets.compactMap { $0?.firstNumber }.min() ?? 1
    let highest = sets.compactMap { set in set.map { $0.number(of: $0.boundaries.zoneCount - 1) } }.max() ?? 1
    var runs: [Ribbon.Run] = []
    for (activity, set) in zip(recording.activities, sets) {
      append(signal, activity.span, set, firstNumber: lowest, to: &runs)
    }
    return Ribbon(
      totalSeconds: seconds(recording.span.duration), zoneCount: highest - lowest + 1, firstNumber: lowest,
      runs: withPauses(runs, in: recording.span))
  }

  /// The ribbon of one leg, for its first quantity with zones.
  func legRibbon(_ index: Int) -> Ribbon? {
    let activity = recording.activities[index]
    for quantity in Self.graded {
      guard let set = zones[index][quantity], let signal = signals[quantity] else { continue }
      var runs: [Ribbon.Run] = []
      append(signal, activity.span, set, firstNumber: set.firstNumber, to: &runs)
      let shift = activity.span.start - recording.span.start
      // Shifted in whole milliseconds: seconds don't subtract to the digit.
      func shifted(_ second: Double) -> Double { seconds(Milliseconds((second * 1000).rounded()) - shift) }
      return Ribbon(
        totalSeconds: seconds(activity.span.duration), zoneCount: set.boundaries.zoneCount,
        firstNumber: set.firstNumber,
        runs: withPauses(runs, in: activity.span).map {
          .init(start: shifted($0.start), end: shifted($0.end), state: $0.state)
        })
    }
    return nil
  }

  private func append(
    _ signal: HeldSignal, _ window: TimeSpan, _ set: ZoneSet?, firstNumber: Int, to runs: inout [Ribbon.Run]
  ) {
    let origin = recording.span.start.millisecondsSince1970
    signal.forEachSpan(in: window) { span in
      let state: Ribbon.State =
        if span.isKnown, let set {
          .zone(set.number(of: set.boundaries.index(of: span.value)) - firstNumber)
        } else {
          .unknown
        }
      let start = seconds(span.start - origin), end = seconds(span.end - origin)
      if let last = runs.last, last.state == state, last.end == start {
        runs[runs.count - 1].end = end
      } else {
        runs.append(.init(start: start, end: end, state: state))
      }
    }
  }

  /// Fills the holes between runs: pauses where there are some, no data elsewhere.
  private func withPauses(_ runs: [Ribbon.Run], in window: TimeSpan) -> [Ribbon.Run] {
    let origin = recording.span.start
    let end = seconds(window.end - origin)
    var position = seconds(window.start - origin)
    var result: [Ribbon.Run] = []
    func append(_ run: Ribbon.Run) {
      if let last = result.last, last.state == run.state, run.state == .unknown {
        result[result.count - 1].end = run.end
      } else {
        result.append(run)
      }
    }
    let pauses = recording.pauses.compactMap { $0.span.intersection(window) }.map {
      (seconds($0.start - origin), seconds($0.end - origin))
    }
    func fill(to next: Double) {
      for (a, b) in pauses where b > position && a < next {
        if a > position { append(.init(start: position, end: a, state: .unknown)) }
        append(.init(start: max(a, position), end: min(b, next), state: .paused))
        position = min(b, next)
      }
      if next > position { append(.init(start: position, end: next, state: .unknown)) }
      position = next
    }
    for run in runs {
      if run.start > position { fill(to: run.start) }
      append(run)
      position = run.end
    }
    if position < end { fill(to: end) }
    return result
  }

  // MARK: Traces

  /// Curves between two moments for a chart so many pixels wide.
  func trace(_ quantity: Quantity, width: Int, from: Double?, to: Double?) -> TraceChart {
    let total = seconds(recording.span.duration)
    let first = max(0, min(total, from ?? 0)), last = max(first, min(total, to ?? total))
    let columns = max(50, min(4000, width))
    let main = signals[quantity] != nil ? quantity : (signals[.heartRate] != nil ? .heartRate : .power)
    let bandZones = sharedZones(main) ?? zones.lazy.compactMap { $0[main] }.first
    let laneOrder: [Quantity] = [.heartRate, .power, .speed, .cadence, .altitude]
    func spans(_ list: [TimeSpan]) -> [[Double]] {
      list.map { [seconds($0.start - recording.span.start), seconds($0.end - recording.span.start)] }
    }
    var gaps: [TimeSpan] = []
    for span in signals[main]?.spans ?? [] where !span.isKnown {
      gaps.append(
        TimeSpan(
          start: Instant(millisecondsSince1970: span.start), end: Instant(millisecondsSince1970: span.end)))
    }
    return TraceChart(
      totalSeconds: total, main: curve(main, from: first, to: last, columns: columns),
      boundaries: bandZones?.boundaries.values ?? [], firstNumber: bandZones?.firstNumber ?? 1,
      lanes: laneOrder.filter { $0 != main }.compactMap { curve($0, from: first, to: last, columns: columns) },
      gaps: spans(gaps), pauses: spans(recording.pauses.map(\.span)),
      flags: main == .heartRate ? flags(from: first, to: last, columns: columns) : [])
  }

  /// Doubtful stretches; those left out with the curve as it was recorded.
  private func flags(from: Double, to: Double, columns: Int) -> [TraceChart.Flag] {
    let flags = Summarizer.quality(self)
    let recorded = flags.contains(where: \.isLeftOut) ? Self.signal(.heartRate, of: recording, excluding: []) : nil
    return flags.map { flag in
      let end = flag.startSeconds + flag.seconds
      // A second around, so that even a single value is a line.
      let first = max(from, flag.startSeconds - 1), last = min(to, end + 1)
      let share = to > from && last > first ? max(2, Int((last - first) / (to - from) * Double(columns))) : 2
      let curve =
        flag.isLeftOut ? curve(of: recorded, .heartRate, from: first, to: last, columns: share) : nil
      return TraceChart.Flag(
        code: flag.code, start: flag.startSeconds, end: end, isLeftOut: flag.isLeftOut, points: curve?.points ?? [])
    }
  }

  /// One curve: for each pixel column the least and the greatest value in it, in the order in which they came; level
  /// where a value holds, interrupted where nothing is known for a column or longer.
  private func curve(_ quantity: Quantity, from: Double, to: Double, columns: Int) -> TraceChart.Curve? {
    curve(of: signals[quantity], quantity, from: from, to: to, columns: columns)
  }

  private func curve(
    of signal: HeldSignal?, _ quantity: Quantity, from: Double, to: Double, columns: Int
  ) -> TraceChart.Curve? {
    guard let signal, to > from else { return nil }
    let origin = recording.span.start
    let start = origin + Int64(from * 1000), end = origin + Int64(to * 1000)
    let width = max(1, (end - start) / Int64(columns))
    var points: [TraceChart.Point] = []
    var low = Double.infinity, high = -Double.infinity
    var column: Int64 = -1
    var least: (Milliseconds, Double)?, greatest: (Milliseconds, Double)?
    var last: HeldSpan?
    func put(_ time: Milliseconds, _ value: Double?) {
      points.append(.init(second: seconds(time - origin.millisecondsSince1970), value: value))
    }
    func flush() {
      guard let a = least, let b = greatest else { return }
      let (x, y) = a.0 <= b.0 ? (a, b) : (b, a)
      put(x.0, x.1)
      if y.0 != x.0 { put(y.0, y.1) }
      least = nil
      greatest = nil
    }
    signal.forEachSpan(in: TimeSpan(start: start, end: end)) { span in
      guard span.isKnown else { return }
      if let last, span.start - last.end >= width {
        // Not known in between: end the line where its last value ceased to hold.
        flush()
        put(last.end, last.value)
        put(last.end, nil)
      }
      last = span
      low = min(low, span.value)
      high = max(high, span.value)
      // A value that holds over several columns is a level line up to its last second, not a slope to the next value.
      if span.duration > max(2 * width, 2000) {
        flush()
        put(span.start, span.value)
        put(span.end - min(width, 1000), span.value)
        column = -1
        return
      }
      let here = (span.start - start.millisecondsSince1970) / width
      if here != column {
        flush()
        column = here
      }
      if least.map({ span.value < $0.1 }) ?? true { least = (span.start, span.value) }
      if greatest.map({ span.value >= $0.1 }) ?? true { greatest = (span.start, span.value) }
    }
    flush()
    if let last { put(last.end, last.value) }
    guard low <= high else { return nil }
    return TraceChart.Curve(
      quantity: quantity.rawValue, unit: quantity.unit, points: points, minimum: low, maximum: high)
  }
}

extension Recording {
  /// What to call the workout: its own name, or its sport.
  var title: String {
    if let name, !name.isEmpty { return name }
    let word = (subSport.flatMap { Self.tellingSubSports[$0] } ?? sport.rawValue).split(separator: "_")
      .joined(separator: " ")
    if word == "generic" { return "Workout" }
    if word == "multisport" {
      return Set(activities.map(\.sport)).isSuperset(of: [.swimming, .cycling, .running]) ? "Triathlon" : "Multisport"
    }
    return word.prefix(1).uppercased() + word.dropFirst()
  }

  /// Sub-sports that say more than their sport does.
  private static let tellingSubSports = [
    "trail": "trail running", "treadmill": "treadmill running", "indoor_cycling": "indoor cycling",
    "mountain": "mountain biking", "gravel_cycling": "gravel cycling", "virtual_activity": "virtual ride",
    "strength_training": "strength training", "lap_swimming": "pool swim", "open_water": "open-water swim",
    "indoor_rowing": "indoor rowing", "yoga": "yoga", "pilates": "pilates",
  ]
}
