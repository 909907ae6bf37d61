// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Workouts
import Zones

extension DeviceComparison {
  /// Compares a device's totals of one leg or lap with ours under the device's own limits, and looks for the causes of
  /// the difference.
  ///
  /// A cause is a known way in which devices count otherwise. Each is tried on the samples; one that brings our count
  /// nearer to the device's is named with the seconds by which it does, the largest first, and what is left is called
  /// unexplained.
  ///
  /// - Returns: `nil` if the device stated no limits to compare under.
  init?(_ totals: DeviceZoneTotals, window: TimeSpan, analysis: WorkoutAnalysis) {
    guard let limits = totals.limits, let device = totals.durationsUnderAscendingBounds,
      analysis.signals[totals.quantity] != nil
    else { return nil }
    let bounds = limits.ascendingBounds.map(\.value)
    guard !bounds.isEmpty else { return nil }
    let count = DeviceCount(analysis: analysis, quantity: totals.quantity, bounds: bounds, window: window)
    let ours = count.durations([])
    let active = analysis.recording.activeTime(in: window)
    let tolerance: Milliseconds = active < 600_000 ? 6_000 : active / 100
    let firstNumber = limits.firstBoundStartsZone1 && limits.ascendingBounds.first?.place == 0 ? 0 : 1
    zones = zip(ours, device).enumerated().map { index, pair in
      Row(
        number: index + firstNumber, minimum: index == 0 ? nil : bounds[index - 1],
        maximum: index < bounds.count ? bounds[index] : nil,
        range: ZoneSet.range(
          from: index == 0 ? nil : bounds[index - 1], to: index < bounds.count ? bounds[index] : nil),
        seconds: seconds(pair.0),
        deviceSeconds: seconds(pair.1), differenceSeconds: seconds(pair.1 - pair.0))
    }
    agrees = zip(ours, device).allSatisfy { abs($0 - $1) <= tolerance }
    causes = Self.causes(count: count, ours: ours, device: device, active: active, elapsed: window.duration)
    if let other = Self.otherLimits(than: bounds, firstNumber: firstNumber, totals.quantity, window, analysis) {
      causes.append(other)
    }
  }

  /// The zones that the workout is shown under are not those that the device counted under: for how long a value has
  /// another number in the one than in the other. The rows of the comparison are under the device's limits.
  private static func otherLimits(
    than bounds: [Double], firstNumber: Int, _ quantity: Quantity, _ window: TimeSpan, _ analysis: WorkoutAnalysis
  ) -> Cause? {
    guard let signal = analysis.signals[quantity],
      let shown = analysis.leg(of: window).flatMap({ analysis.zones[$0][quantity] }), shown.source != .device
    else { return nil }
    var differing: Milliseconds = 0
    signal.forEachSpan(in: window) { span in
      guard span.isKnown else { return }
      let theirs = (bounds.firstIndex { span.value < $0 } ?? bounds.count) + firstNumber
      if shown.number(of: shown.boundaries.index(of: span.value)) != theirs { differing += span.duration }
    }
    guard differing >= 1000 else { return nil }
    return Cause(
      code: "other-limits", seconds: seconds(differing),
      text:
        "The table above is under other limits than the device's, so for this long a value has another number there.")
  }

  private static func misfit(_ a: [Milliseconds], _ b: [Milliseconds]) -> Milliseconds {
    zip(a, b).reduce(0) { $0 + abs($1.0 - $1.1) }
  }

  /// How much time is counted elsewhere: a minute that lies in another zone is one minute, though two rows differ.
  private static func moved(_ a: [Milliseconds], _ b: [Milliseconds]) -> Milliseconds {
    let more = zip(a, b).reduce(0) { $0 + max(0, $1.0 - $1.1) }, less = zip(a, b).reduce(0) { $0 + max(0, $1.1 - $1.0) }
    return max(more, less)
  }

  private static func causes(
    count: DeviceCount, ours: [Milliseconds], device: [Milliseconds], active: Milliseconds, elapsed: Milliseconds
  ) -> [Cause] {
    var found: [Cause] = []
    var assumed: Set<DeviceCount.Habit> = []
    var counted = ours
    func left() -> Milliseconds { misfit(counted, device) }
    // Differences of a few seconds come from whole-second counting and need no reason.
    let worthAWord = max(4_000, active / 500)
    func assume(_ habit: DeviceCount.Habit) {
      assumed.insert(habit)
      let now = count.durations(assumed)
      let explained = moved(counted, device) - moved(now, device)
      counted = now
      if explained > 0 {
        found.append(Cause(code: habit.rawValue, seconds: seconds(explained), text: habit.text))
      }
    }
    while left() > worthAWord {
      // A pause without records is counted by its last value only by a device that does both.
      let single = DeviceCount.Habit.allCases.filter { !assumed.contains($0) && $0.fits(count.quantity) }.map { [$0] }
      let pair: [DeviceCount.Habit] = [.holdsThroughGaps, .countsPauses].filter { !assumed.contains($0) }
      func best(_ candidates: [[DeviceCount.Habit]]) -> [DeviceCount.Habit]? {
        let tries = candidates.map { ($0, misfit(count.durations(assumed.union($0)), device)) }
        guard let best = tries.min(by: { $0.1 < $1.1 }), left() - best.1 > max(3_000, left() / 10) else { return nil }
        return best.0
      }
      guard let habits = best(single) ?? best([pair]) else { break }
      habits.forEach(assume)
    }
    found.sort { $0.seconds > $1.seconds }
    guard left() > worthAWord else { return found }
    let deviceSum = device.reduce(0, +)
    if deviceSum > elapsed + 60_000 {
      found.append(
        Cause(
          code: "device-counts-too-much", seconds: seconds(deviceSum - elapsed),
          text: "The device counts more time in zones than the leg lasted, so its totals can't all belong to it."))
      return found
    }
    let changes = count.zoneChanges
    let rest = seconds(moved(counted, device))
    if left() <= Int64(changes) * 1000 + worthAWord {
      found.append(
        Cause(
          code: "zone-changes", seconds: rest,
          text: "The value changed zone \(changes) times, and the device counts whole seconds by its own clock."))
    } else {
      found.append(Cause(code: "unexplained", seconds: rest, text: "The device does not say how it counts the rest."))
    }
    return found
  }
}

/// Our count under a device's limits, with any of the habits that devices are known for.
struct DeviceCount {
  let quantity: Quantity
  private let bounds: [Double]
  private let window: TimeSpan
  private let analysis: WorkoutAnalysis
  private let series: [Series]

  /// Ways of counting that differ from ours.
  enum Habit: String, CaseIterable {
    /// The last value counts on through a dropout, however long.
    case holdsThroughGaps = "gap-past-cap"
    /// Time in a pause counts.
    case countsPauses = "pauses-counted"
    /// A value on a limit belongs to the zone below.
    case limitBelongsBelow = "limit-belongs-below"
    /// The watch counted what it saw, not what the strap handed over later.
    case withoutDownload = "strap-read-later"
    /// Each value counts for the time before it.
    case backward = "credited-backwards"
    /// Power is smoothed over some seconds before it is sorted.
    case smoothsPower = "power-smoothed"
    /// Values before the leg's first second, or after its last, count as well.
    case looseEdges = "leg-edges"

    /// Time before the first value counts in the lowest zone.
    case countsBeforeFirst = "late-sensor"
    /// Laps in which the device counts next to nothing, such as rests at the wall of a pool, don't count.
    case skipsLaps = "laps-left-out"

    func fits(_ quantity: Quantity) -> Bool {
      switch self {
      case .smoothsPower: quantity == .power
      case .withoutDownload: quantity == .heartRate
      default: true
      }
    }

    var text: Wording {
      switch self {
      case .holdsThroughGaps:
        "While no value came the device went on counting its last one; we stop after a few seconds and call it no data."
      case .countsPauses: "The device went on counting while the timer was paused."
      case .limitBelongsBelow: "The device counts a value on a limit in the zone below it; we count it above."
      case .withoutDownload:
        "The strap handed over its heart rate after the workout; the device counted without it at the time."
      case .backward: "The device counts each value for the time before it; we count it for the time after."
      case .smoothsPower: "The device smooths power over some seconds before it sorts it; we sort every second."
      case .skipsLaps: "The device left out laps that it took for rests: of those it counted next to nothing."
      case .countsBeforeFirst:
        "The sensor's first value came late; until then the device counted its lowest zone, and we count nothing."
      case .looseEdges: "The device counts some seconds on the other side of the leg's start or end."
      }
    }
  }

  init(analysis: WorkoutAnalysis, quantity: Quantity, bounds: [Double], window: TimeSpan) {
    self.analysis = analysis
    self.quantity = quantity
    self.bounds = bounds
    self.window = window
    series = analysis.recording.series.filter { $0.quantity == quantity }
  }

  /// Time in each bucket.
  func durations(_ habits: Set<Habit>) -> [Milliseconds] {
    let inclusive = habits.contains(.limitBelongsBelow)
    var result = [Milliseconds](repeating: 0, count: bounds.count + 1)
    var edges = window
    if habits.contains(.looseEdges) { edges = TimeSpan(start: window.start - 60_000, end: window.end + 60_000) }
    func count(_ span: HeldSpan, _ sign: Milliseconds) {
      guard span.isKnown else { return }
      var index = 0
      while index < bounds.count, inclusive ? span.value > bounds[index] : span.value >= bounds[index] { index += 1 }
      result[index] += sign * span.duration
    }
    let signal = signal(habits)
    signal?.forEachSpan(in: edges) { count($0, 1) }
    if habits.contains(.countsBeforeFirst) { result[0] += timeBeforeFirst }
    if habits.contains(.skipsLaps) {
      for lap in lapsWithoutTotals { signal?.forEachSpan(in: lap) { count($0, -1) } }
    }
    return result
  }

  /// Active time of the leg before the first value.
  private var timeBeforeFirst: Milliseconds {
    var time: Milliseconds = 0
    var isKnown = false
    analysis.signals[quantity]?.forEachSpan(in: window) { span in
      if span.isKnown { isKnown = true }
      if !isKnown { time += span.duration }
    }
    return isKnown ? time : 0
  }

  /// Laps inside the leg of which the device counted less than a tenth, if it counted others.
  private var lapsWithoutTotals: [TimeSpan] {
    let laps = analysis.recording.laps.filter { $0.span.intersection(window) != nil }
    func counts(_ lap: Lap) -> Bool {
      lap.deviceZones.contains {
        $0.quantity == quantity && $0.durations.reduce(0, +) * 10 >= analysis.recording.activeTime(in: lap.span)
      }
    }
    guard laps.contains(where: counts) else { return [] }
    return laps.filter { !counts($0) }.compactMap { $0.span.intersection(window) }
  }

  /// How often the value changes zone.
  var zoneChanges: Int {
    var last: Int?
    var changes = 0
    signal([])?.forEachSpan(in: window) { span in
      guard span.isKnown else { return }
      let index = bounds.firstIndex { span.value < $0 } ?? bounds.count
      if let last, last != index { changes += 1 }
      last = index
    }
    return changes
  }

  private func signal(_ habits: Set<Habit>) -> HeldSignal? {
    let recording = analysis.recording
    let reshaped = habits.intersection([.holdsThroughGaps, .countsPauses, .withoutDownload, .backward, .smoothsPower])
    if reshaped.isEmpty { return analysis.signals[quantity] }
    var chosen = series
    if reshaped.contains(.withoutDownload) { chosen = chosen.filter { $0.source.path != .downloaded } }
    let hold =
      reshaped.contains(.holdsThroughGaps)
      ? 86_400_000 : SampleHold.holdCap(for: quantity, smartRecording: recording.isSmartRecording)
    return HeldSignal.firstKnown(
      chosen.map { original in
        var one = original
        if reshaped.contains(.smoothsPower) { one = one.smoothed(over: 3_000) }
        if reshaped.contains(.backward), one.count > 1 {
          one.values.removeFirst()
          one.values.append(.nan)
        }
        // What a device holds on through a dropout are values; its own "no value" does not end them.
        if reshaped.contains(.holdsThroughGaps) { one = one.normalized().withoutUnknown() }
        return HeldSignal(
          one, over: recording.span, pauses: reshaped.contains(.countsPauses) ? [] : recording.pauses, hold: hold)
      })
  }
}

extension Series {
  /// Only the entries with a value.
  fileprivate func withoutUnknown() -> Series {
    guard values.contains(where: \.isNaN) else { return self }
    var result = Series(quantity: quantity, times: [], values: [], source: source)
    for i in values.indices where !values[i].isNaN {
      result.times.append(times[i])
      result.values.append(values[i])
    }
    return result
  }

  /// The mean of the values in the window that ends at each.
  fileprivate func smoothed(over window: Milliseconds) -> Series {
    var result = self
    var first = 0, sum = 0.0, known = 0
    for i in values.indices {
      if !values[i].isNaN {
        sum += values[i]
        known += 1
      }
      while times[first] <= times[i] - window {
        if !values[first].isNaN {
          sum -= values[first]
          known -= 1
        }
        first += 1
      }
      result.values[i] = known > 0 && !values[i].isNaN ? (sum / Double(known)).rounded() : values[i]
    }
    return result
  }
}

/// Milliseconds as seconds.
func seconds(_ span: Milliseconds) -> Double { Double(span) / 1000 }
