// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

public import Workouts
public import Zones

extension Plan {
  /// A plan as a finished workout could have had one: a step for each lap, with the range in which most of the lap was.
  ///
  /// The laps' purposes are taken from the file where it tells them; else a lap whose mean lies clearly above that of the
  /// whole is work, one that lies clearly below after work a rest. The target is the zone that holds the lap's middle.
  /// For replaying recordings through the coach.
  ///
  /// - Parameters:
  ///   - signal: what is judged, over the whole workout.
  ///   - zones: the zones that targets are taken from.
  /// - Returns: `nil` where there is too little to make a plan of: no lap of 20 s with three quarters known.
  public init?(lapsOf recording: Recording, signal: HeldSignal, zones: ZoneSet) {
    var spans = recording.laps.map { (span: $0.span, intensity: $0.intensity) }
    if spans.isEmpty { spans = [(recording.span, nil)] }
    let whole = signal.timeAtValue(in: recording.span)
    guard let mean = whole.mean else { return nil }
    var blocks: [Block] = []
    var hadWork = false, hasTarget = false
    let hasRests = spans.contains { $0.intensity == "rest" || $0.intensity == "recovery" }
    let margin = zones.quantity == .power ? mean * 0.12 : 6
    for (number, lap) in spans.enumerated() {
      let active = recording.activeTime(in: lap.span)
      guard active >= 1000 else { continue }
      let time = signal.timeAtValue(in: lap.span)
      let lapMean = time.known * 4 >= (time.known + time.unknown) * 3 ? time.mean : nil
      let kind: PlanStep.Kind
      switch lap.intensity {
      case "warmup": kind = .warmup
      case "cooldown": kind = .cooldown
      case "rest", "recovery": kind = .recovery
      // Some recorders call every lap an interval; it says something beside rests only.
      case "interval" where hasRests: kind = .work
      default:
        if let lapMean, lapMean > mean + margin, spans.count > 2 {
          kind = .work
        } else if let lapMean, lapMean < mean - margin, hadWork, number + 1 < spans.count {
          kind = .recovery
        } else {
          kind = .steady
        }
      }
      hadWork = hadWork || kind == .work
      var step = PlanStep(kind, goal: .time(active))
      let index = lapMean.map { zones.boundaries.index(of: $0) }
      if let index, active >= 20_000, kind != .recovery || index + 1 < zones.boundaries.zoneCount {
        let number = zones.number(of: index)
        // A rest has a ceiling only: nobody is told to work harder in one.
        step.target = PlanTarget(
          zones.quantity,
          kind == .recovery ? .zones(zones.firstNumber...number, scheme: nil) : .zones(number...number, scheme: nil))
        hasTarget = true
      }
      blocks.append(.step(step))
    }
    guard hasTarget else { return nil }
    self.init(name: "Laps", sport: recording.sport, blocks: blocks)
  }
}
