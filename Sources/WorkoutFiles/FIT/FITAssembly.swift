// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Workouts

/// Makes one recording of the parts that tell of it.
///
/// Messages come in any order: summaries before or after the records they sum up, or in a part of their own. So a part
/// is collected first and assembled then.
struct FITAssembly {
  /// The part with the workout.
  let part: FITPart
  /// Parts chained after it that only hold what a strap stored.
  let attached: [FITPart]
  /// From times as written to moments.
  let clock: FITClock
  /// The `time_in_zone` messages by what they are about.
  let zoneMessagesByReference: [Reference: [FITMessage]]
  /// What was wrong.
  var problems: FITProblems

  /// The recordings of a file, in order.
  static func recordings(from parts: [FITPart], _ problems: inout FITProblems) -> [Recording] {
    var recordings: [Recording] = []
    var place = 0
    while place < parts.count {
      let part = parts[place]
      place += 1
      guard holdsWorkout(part, isFirst: recordings.isEmpty) else { continue }
      // Straps hand over their memory in parts of their own, often without a file_id.
      var attached: [FITPart] = []
      while place < parts.count, !holdsWorkout(parts[place], isFirst: false) {
        let next = parts[place]
        if !next.all(132).isEmpty || !next.beatIntervals.isEmpty { attached.append(next) }
        place += 1
      }
      var assembly = FITAssembly(part: part, attached: attached)
      if let recording = assembly.recording() { recordings.append(recording) }
      problems.add(assembly.problems)
    }
    return recordings
  }

  /// Whether a part tells of a workout of its own: it has a session, or is meant to be an activity, or has records
  /// without saying what it is. One that holds only what a strap stored is none, after a workout.
  private static func holdsWorkout(_ part: FITPart, isFirst: Bool) -> Bool {
    if !part.all(18).isEmpty { return true }
    let hasRecords = part.records.rowCount > 0
    switch part.fileType {
    case 4, 20: return isFirst || hasRecords || part.all(132).isEmpty
    case nil: return hasRecords
    default: return false
    }
  }

  private init(part: FITPart, attached: [FITPart]) {
    self.part = part
    self.attached = attached
    zoneMessagesByReference = Self.zoneMessages(in: part)
    var problems = FITProblems()
    clock = FITClock(part, &problems)
    self.problems = problems
  }

  private mutating func recording() -> Recording? {
    let rows = FITRows(part.records, clock: clock)
    if rows.movedCount > 0 {
      problems.add(
        "time-backwards", "A record is earlier than the one before it; it was moved to its time.",
        count: rows.movedCount)
    }
    if rows.longestGap > 24 * 3_600_000 {
      problems.add("time-jump", "The records jump forward by more than a day; the time between holds no data.")
    }
    let activities = activities(rows)
    guard let first = activities.first, let last = activities.last else {
      problems.add(
        "no-records",
        part.records.rowCount > 0
          ? "The file is an activity, but its records have no times, and there is no session."
          : "The file is an activity, but has neither records nor a session.", at: part.offset)
      return nil
    }
    if rows.times.isEmpty, storedHeartRate == nil {
      problems.add("no-records", "There are no records, only totals; so no time in zone can be told.", at: part.offset)
    }
    let span = TimeSpan(start: first.span.start, end: last.span.end)
    var recording = Recording(sport: activities.count == 1 ? first.sport : .multisport, span: span)
    recording.subSport = activities.count == 1 ? first.subSport : nil
    recording.name = name(hasOneLeg: activities.count == 1)
    recording.activities = activities
    recording.utcOffsetSeconds = utcOffset
    recording.device = recorder
    recording.sensors = sensors
    recording.pauses = pauses(in: span)
    recording.laps = laps(activities)
    compareTimer(recording)
    recording.deviceZoneLimits = zoneLimits
    recording.athlete = athlete
    addDeviceZones(to: &recording)
    recording.series = series(rows, activities)
    recording.isSmartRecording = Self.isSmartRecording(rows.times, span: span, pauses: recording.pauses)
    return recording
  }

  /// Heart rates that a strap handed over, in this part or in those after it.
  var storedHeartRate: Series? {
    FITHeartRateDownload.series(([part] + attached).map { $0.all(132) }, clock: clock)
  }

  /// What the workout is called: the planned workout's name, else, where all is one leg, the activity profile's on the
  /// device.
  private func name(hasOneLeg: Bool) -> String? {
    if let name = part.all(26).lazy.compactMap({ $0.string(8) }).first { return name }
    guard hasOneLeg else { return nil }
    return part.all(18).lazy.compactMap { $0.string(110) }.first ?? part.all(12).lazy.compactMap { $0.string(3) }.first
  }

  /// Seconds east of UTC: what the activity's local time is ahead of its time. Clocks differ by some seconds, so up to
  /// a minute from a whole quarter of an hour is taken for that; anything else is no offset.
  private var utcOffset: Int? {
    guard let activity = part.all(34).first, let time = activity.timestamp, let local = activity.uint32(5) else {
      return nil
    }
    let difference = Int(local) - Int(time)
    let rounded = Int((Double(difference) / 900).rounded()) * 900
    guard abs(difference - rounded) <= 60, abs(rounded) <= 15 * 3600 else { return nil }
    // COROS (294), TomTom (71) and Zwift (260) write the same time twice, wherever they are.
    if difference == 0, let maker = part.all(0).first?.int(1), [294, 71, 260].contains(maker) { return nil }
    return rounded
  }

  /// Whether the recorder skips moments in which little changed: while the timer ran, fewer than half of the steps
  /// from record to record are a second or shorter, and they vary: no single step makes up nine tenths of them. A
  /// device that writes every fifth second doesn't skip anything.
  static func isSmartRecording(_ times: [Int64], span: TimeSpan, pauses: [Pause]) -> Bool {
    let start = span.start.millisecondsSince1970, end = span.end.millisecondsSince1970
    var nextPause = 0
    var total = 0, short = 0
    var steps: [Int64: Int] = [:]
    var before: Int64?
    for time in times where time >= start && time <= end {
      // A step over a pause, or into one, says nothing about the recorder.
      while nextPause < pauses.count, pauses[nextPause].span.start.millisecondsSince1970 < time {
        before = nil
        if time < pauses[nextPause].span.end.millisecondsSince1970 { break }
        nextPause += 1
      }
      if let before {
        total += 1
        let step = time - before
        if step <= 1000 { short += 1 } else if steps.count < 1000 { steps[step, default: 0] += 1 }
      }
      before = time
    }
    guard total > 0, short * 2 < total else { return false }
    return Double(steps.values.max() ?? 0) < 0.9 * Double(total)
  }
}
