// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Workouts

/// Makes recordings of the legs that an XML file states.
struct TrackAssembly {
  /// A longer break than this makes two workouts.
  static let longestBreak: Milliseconds = 3_600_000
  /// Two activities in a row that no multisport session joins are one workout only if the break is at most this.
  static let longestChange: Milliseconds = 600_000

  /// Which legs belong together.
  enum Joining {
    /// TCX: those of one multisport session, and those in different sports with hardly a break.
    case bySession
    /// GPX: all with a short break between them; those in the same sport become one.
    case byTime
  }

  /// The recordings of a file, in file order.
  static func recordings(from legs: [TrackLeg], joining: Joining, _ problems: inout FITProblems) -> [Recording] {
    var groups: [[(leg: TrackLeg, timeline: TrackTimeline)]] = []
    for leg in legs where !leg.isEmpty {
      guard let timeline = TrackTimeline(leg) else { continue }
      if let last = groups.last?.last, belongs(leg, timeline, to: last, joining) {
        if joining == .byTime, leg.sport == last.leg.sport, leg.subSport == last.leg.subSport {
          let merged = last.leg.joined(with: leg)
          groups[groups.count - 1].removeLast()
          if let timeline = TrackTimeline(merged) { groups[groups.count - 1].append((merged, timeline)) }
        } else {
          groups[groups.count - 1].append((leg, timeline))
        }
      } else {
        groups.append([(leg, timeline)])
      }
    }
    return groups.map { group in
      var assembly = TrackAssembly(legs: group.map(\.leg), timelines: group.map(\.timeline), problems: problems)
      let recording = assembly.recording()
      problems = assembly.problems
      return recording
    }
  }

  private static func belongs(
    _ leg: TrackLeg, _ timeline: TrackTimeline, to last: (leg: TrackLeg, timeline: TrackTimeline), _ joining: Joining
  ) -> Bool {
    let pause = timeline.span.start - last.timeline.span.end
    // Legs that overlap by more than their borders are two records of something.
    guard pause >= -60_000, timeline.span.start > last.timeline.span.start else { return false }
    switch joining {
    case .byTime: return pause <= longestBreak
    case .bySession:
      if let session = leg.session { return session == last.leg.session && pause <= longestBreak }
      return last.leg.session == nil && leg.sport != last.leg.sport && pause <= longestChange
    }
  }

  private var legs: [TrackLeg]
  private var timelines: [TrackTimeline]
  private var problems: FITProblems

  private mutating func recording() -> Recording {
    // A leg lasts until the next begins: borders may overlap by a moment, and what lies between is a pause.
    for i in timelines.indices.dropLast() {
      let end = timelines[i].span.end, next = timelines[i + 1].span.start
      if next - end >= 2000 { timelines[i].pauses.append(TimeSpan(start: end, end: next)) }
      timelines[i].span.end = next
    }
    let span = TimeSpan(start: timelines[0].span.start, end: timelines[timelines.count - 1].span.end)
    var recording = Recording(sport: legs.count == 1 ? legs[0].sport : .multisport, span: span)
    if legs.count == 1 { recording.subSport = legs[0].subSport }
    recording.name = legs.lazy.compactMap(\.name).first
    recording.device = legs.lazy.compactMap(\.device).first
    let offsets = Set(legs.map(\.offsets.common))
    if offsets.count == 1, let offset = offsets.first { recording.utcOffsetSeconds = offset }
    for (leg, timeline) in zip(legs, timelines) {
      var activity = Activity(sport: leg.sport, subSport: leg.subSport, span: timeline.span)
      activity.totals = leg.totals
      recording.activities.append(activity)
      recording.pauses += timeline.pauses.compactMap { $0.intersection(timeline.span) }
        .map { Pause(span: $0, kind: .manual) }
      recording.laps += laps(leg, timeline, activity)
    }
    noteDisagreements(recording)
    recording.series = series()
    recording.isSmartRecording = FITAssembly.isSmartRecording(allTimes, span: span, pauses: recording.pauses)
    return recording
  }

  /// The laps in order; a leg without any is one.
  private func laps(_ leg: TrackLeg, _ timeline: TrackTimeline, _ activity: Activity) -> [Lap] {
    if leg.laps.isEmpty {
      var lap = Lap(span: activity.span, trigger: .sessionEnd)
      lap.totals = activity.totals
      return [lap]
    }
    let laps = zip(leg.laps, timeline.laps).map { stated, span in
      var lap = Lap(span: span, trigger: stated.trigger)
      lap.intensity = stated.intensity
      lap.totals = stated.totals
      return lap
    }
    return laps.enumerated().sorted { ($0.element.span.start, $0.offset) < ($1.element.span.start, $1.offset) }
      .map(\.element)
  }

  private mutating func noteDisagreements(_ recording: Recording) {
    for activity in recording.activities {
      guard let timer = activity.totals.timer else { continue }
      let counted = recording.activeTime(in: activity.span)
      if abs(timer - counted) > 2000 {
        problems.add(
          "timer-disagrees",
          "The laps state \(timer / 1000) s of timer time; the points and pauses leave \(counted / 1000) s.")
      }
    }
  }

  // MARK: Series

  private var allTimes: [Int64] {
    let times = legs.flatMap(\.points.times)
    return zip(times, times.dropFirst()).allSatisfy { $0 <= $1 } ? times : times.sorted()
  }

  /// Everything the points tell, in order of time.
  private mutating func series() -> [Series] {
    var distance = 0.0
    for i in legs.indices {
      legs[i].mergeCadence()
      distance = legs[i].alignDistance(after: distance)
    }
    let times = legs.flatMap(\.points.times)
    var order: [Int]?
    let moved = zip(times, times.dropFirst()).count { $0 > $1 }
    if moved > 0 {
      problems.add(
        "time-backwards", "A point is earlier than the one before it; it was moved to its time.", count: moved)
      order = times.indices.sorted { (times[$0], $0) < (times[$1], $1) }
    }
    let sorted = order.map { $0.map { times[$0] } } ?? times
    return TrackColumn.allCases.compactMap { column -> Series? in
      let values = legs.flatMap { $0.points[column] }
      return Self.series(column.quantity, sorted, order.map { $0.map { values[$0] } } ?? values)
    }
  }

  /// A series of what a column mentions, or `nil` where no value is valid; a heart rate that is always 0 stands for "no
  /// strap". A column that every point mentions shares the times of all.
  private static func series(_ quantity: Quantity, _ times: [Int64], _ column: [Double]) -> Series? {
    let least = quantity == .heartRate ? 0 : -Double.infinity
    guard column.contains(where: { $0 > least }) else { return nil }
    guard column.contains(TrackPoint.unmentioned) else {
      return Series(quantity: quantity, times: times, values: column)
    }
    let losses = quantity == .heartRate ? losses(times, column) : []
    var result = Series(quantity: quantity, times: [], values: [])
    for i in column.indices {
      if column[i] != TrackPoint.unmentioned {
        result.times.append(times[i])
        result.values.append(column[i])
      } else if losses.contains(i) {
        result.times.append(times[i])
        result.values.append(.nan)
      }
    }
    return result
  }

  /// The points at which heart rate went away for longer than any value is held, in a file whose points as a rule have
  /// it: there the sensor was asked and had nothing to tell. The same rule as for FIT.
  private static func losses(_ times: [Int64], _ column: [Double]) -> Set<Int> {
    let longest: Int64 = 15_000
    var losses: Set<Int> = [], shortlyMissing = 0, valueCount = 0
    var i = 0
    while i < column.count {
      guard column[i] == TrackPoint.unmentioned else {
        valueCount += 1
        i += 1
        continue
      }
      let start = i
      while i < column.count, column[i] == TrackPoint.unmentioned { i += 1 }
      guard start > 0 else { continue }
      if times[min(i, column.count - 1)] - times[start - 1] > longest {
        losses.insert(start)
      } else {
        shortlyMissing += i - start
      }
    }
    return shortlyMissing * 10 <= valueCount ? losses : []
  }
}

extension TrackLeg {
  /// This leg, with the points of another after its own.
  func joined(with other: TrackLeg) -> TrackLeg {
    var result = self
    result.points.append(other.points)
    for lap in other.laps {
      var lap = lap
      lap.points = lap.points.lowerBound + points.count..<lap.points.upperBound + points.count
      result.laps.append(lap)
    }
    result.name = name ?? other.name
    if offsets.common != other.offsets.common { result.offsets = TrackOffsets() }
    return result
  }
}
