// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Workouts

/// A lap as an XML file states it.
struct TrackLap {
  /// The stated start. A hint: some programs write a later time than that of the lap's first point.
  var start: Int64?
  /// What the file says of the lap.
  var totals = DeviceTotals()
  /// What ended it.
  var trigger = Lap.Trigger.unknown
  /// What it was for.
  var intensity: String?
  /// The places of its points in the leg's columns, in file order.
  var points = 0..<0
}

/// A stretch in one sport as an XML file states it: a TCX activity or a GPX track.
struct TrackLeg {
  /// The sport.
  var sport = Sport.generic
  /// A finer word for the sport.
  var subSport: String?
  /// What it is called.
  var name: String?
  /// Who recorded it.
  var device: Device?
  /// The points that have a time and tell something.
  var points = TrackColumns()
  /// The laps, in file order.
  var laps: [TrackLap] = []
  /// The number of the multisport session it is part of, if it is.
  var session: Int?
  /// The offsets from UTC that its times were written with.
  var offsets = TrackOffsets()

  /// Whether there is anything to tell of it.
  var isEmpty: Bool { points.count == 0 && !laps.contains { $0.start != nil && $0.totals.timer ?? 0 > 0 } }
}

/// Offsets from UTC seen in a file.
struct TrackOffsets {
  private enum State { case none, one(Int), several }
  private var state = State.none

  /// Notes the offset of one time.
  mutating func add(_ time: TrackTime) {
    switch state {
    case .none: state = time.offsetSeconds.map(State.one) ?? .several
    case .one(let offset) where offset == time.offsetSeconds: break
    default: state = .several
    }
  }

  /// Seconds east of UTC where all times agree on them. Zero tells nothing: many programs write UTC that way.
  var common: Int? {
    if case .one(let offset) = state, offset != 0 { offset } else { nil }
  }
}

extension TrackLeg {
  /// Turns `runCadence` and `cadence` into steps or revolutions a minute, all in `cadence`.
  ///
  /// On foot, files count the strides of one foot as a rule. Nobody runs with 120 of those a minute, so where the
  /// middle value is above that, steps were counted.
  mutating func mergeCadence() {
    let onFoot = points[.runCadence], bare = points[.cadence]
    let isMentioned = { (value: Double) in value != TrackPoint.unmentioned }
    let hasRunCadence = onFoot.contains(where: isMentioned)
    guard hasRunCadence || bare.contains(where: isMentioned) else { return }
    var merged = bare
    for i in merged.indices where isMentioned(onFoot[i]) { merged[i] = onFoot[i] }
    if hasRunCadence || sport.isOnFoot {
      let moving = merged.filter { $0 > 0 }.sorted()
      if let middle = moving.isEmpty ? nil : moving[moving.count / 2], middle < 120 {
        for i in merged.indices where merged[i] > 0 { merged[i] *= 2 }
      }
    }
    points[.cadence] = merged
    points[.runCadence] = Array(repeating: TrackPoint.unmentioned, count: merged.count)
  }

  /// Makes distances count from the start of the recording; `before` is what the legs before this one came to.
  /// Returns what they come to with this one.
  ///
  /// Some programs start anew in each lap, others go on counting over all legs of a multisport workout, so that a leg
  /// begins with tens of kilometres.
  mutating func alignDistance(after before: Double) -> Double {
    var distances = points[.distance]
    var offset = 0.0, last = 0.0
    var first: Double?
    let lapStarts = Set(laps.map(\.points.lowerBound))
    var isLapOpen = false
    for i in distances.indices {
      if lapStarts.contains(i) { isLapOpen = true }
      guard distances[i].isFinite else { continue }
      if isLapOpen, first != nil, last > 50, distances[i] + offset < last - 50, distances[i] < 50 { offset = last }
      isLapOpen = false
      distances[i] += offset
      if first == nil { first = distances[i] }
      last = max(last, distances[i])
    }
    guard let first else { return before }
    var shift = 0.0
    // It goes on where the leg before it ended: nothing to do.
    if before > 0, offset == 0, first >= before - 1, first <= before + 500 { return max(before, last) }
    if first > 100 {
      let stated = laps.reduce(0.0) { $0 + ($1.totals.distance ?? 0) }
      let isCumulative = stated > 0 ? abs(last - first - stated) < abs(last - stated) : before > 0 || first > 1000
      if isCumulative { shift = -first }
    }
    shift += before
    if shift != 0 || offset != 0 {
      points[.distance] = distances.map { $0.isFinite ? $0 + shift : $0 }
    }
    return max(before, last + shift)
  }

  /// Sums up the laps, as far as all of them tell.
  var totals: DeviceTotals {
    var totals = DeviceTotals()
    guard !laps.isEmpty else { return totals }
    func sum<T: AdditiveArithmetic>(_ value: (DeviceTotals) -> T?) -> T? {
      laps.reduce(Optional(T.zero)) { sum, lap in
        guard let sum, let next = value(lap.totals) else { return nil }
        return sum + next
      }
    }
    func mean(_ value: (DeviceTotals) -> Double?) -> Double? {
      var weighted = 0.0, weights = 0.0
      for lap in laps {
        guard let next = value(lap.totals), let timer = lap.totals.timer, timer > 0 else { continue }
        weighted += next * Double(timer)
        weights += Double(timer)
      }
      return weights > 0 ? weighted / weights : nil
    }
    totals.timer = sum(\.timer)
    totals.distance = sum(\.distance)
    totals.energy = sum(\.energy)
    totals.averageHeartRate = mean(\.averageHeartRate)
    totals.maximumHeartRate = laps.compactMap(\.totals.maximumHeartRate).max()
    totals.averagePower = mean(\.averagePower)
    totals.maximumPower = laps.compactMap(\.totals.maximumPower).max()
    totals.ascent = sum(\.ascent)
    return totals
  }
}
