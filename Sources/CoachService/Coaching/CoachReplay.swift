// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

public import Coaching
public import Workouts
public import Zones

/// A recording played through the live coach, as if it happened now.
public struct CoachReplay: Sendable {
  /// The plan that was followed.
  public var plan: ResolvedPlan
  /// What the coach said.
  public var cues: [CoachFeed.Timed]
  /// What became of the steps.
  public var records: [StepRecord]
  /// The active time of the recording.
  public var active: Milliseconds

  /// Plays a recording through a coach.
  public init(_ recording: Recording, _ plan: ResolvedPlan, settings: CoachSettings = CoachSettings()) {
    let start = recording.span.start.millisecondsSince1970, end = recording.span.end.millisecondsSince1970
    var feed = CoachFeed(
      LiveCoach(plan, settings: settings), start: start, smartRecording: recording.isSmartRecording)
    var cues: [CoachFeed.Timed] = []
    // Of inputs at one moment, edges of pauses come first.
    var inputs: [(time: Int64, order: Int, quantity: Quantity, value: Double)] = []
    for (order, quantity) in [Quantity.heartRate, .power, .distance].enumerated() {
      guard let series = recording.series(quantity) else { continue }
      for (time, value) in zip(series.times, series.values) where time >= start && time <= end {
        inputs.append((time, order + 2, quantity, value))
      }
    }
    for pause in recording.pauses {
      inputs.append((pause.span.start.millisecondsSince1970, 0, .heartRate, 0))
      inputs.append((pause.span.end.millisecondsSince1970, 1, .heartRate, 0))
    }
    inputs.sort { ($0.time, $0.order) < ($1.time, $1.order) }
    for input in inputs {
      switch input.order {
      case 0: cues += feed.pause(at: input.time)
      case 1: cues += feed.resume(at: input.time)
      default: cues += feed.add(input.quantity, input.value.isNaN ? nil : input.value, at: input.time)
      }
    }
    cues += feed.advance(to: end)
    var coach = feed.coach
    coach.end(at: feed.activeTime(at: end))
    self.plan = coach.plan
    self.cues = cues
    records = coach.records
    active = recording.activeTime(in: recording.span)
  }

  /// Plays a recording under a plan made of its own laps.
  ///
  /// - Parameter zones: the zones that targets are taken from.
  /// - Returns: `nil` where the recording has too little of the quantity.
  public init?(lapsOf recording: Recording, zones: ZoneSet) {
    guard let series = recording.series(zones.quantity) else { return nil }
    let hold = SampleHold.holdCap(for: zones.quantity, smartRecording: recording.isSmartRecording)
    let signal = HeldSignal(series, over: recording.span, pauses: recording.pauses, hold: hold)
    guard let plan = Plan(lapsOf: recording, signal: signal, zones: zones),
      let resolved = try? ResolvedPlan(plan, for: PlanAthlete(zones: [zones.quantity: zones]))
    else { return nil }
    self.init(recording, resolved)
  }

  /// How many cues of a kind came in an hour of active time.
  public func perHour(_ code: Cue.Code) -> Double {
    guard active > 0 else { return 0 }
    return Double(cues.count { $0.cue.code == code }) * 3_600_000 / Double(active)
  }
}
