// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

public import Coaching
import Workouts

/// A compliance card as a document, with the evidence beside each verdict.
public struct ComplianceDocument: Codable, Sendable, Equatable {
  /// The plan's name.
  public var plan: String
  /// `met`, `close`, `below` or `unscored`.
  public var band: String
  /// From 0 to 1.
  @ExplicitNull public var score: Double?
  /// The planned time that was done, from 0 to 1.
  @ExplicitNull public var completed: Double?
  /// How hard the session was meant to be: `easy`, `moderate`, `hard`.
  @ExplicitNull public var intent: String?
  /// The steps, those that were not reached last.
  public var steps: [Step]

  /// One step.
  public struct Step: Codable, Sendable, Equatable {
    /// Its place among the steps with repeats written out, from 0; `null` where it was not reached.
    @ExplicitNull public var index: Int?
    /// What it was for.
    public var kind: String
    /// The planned seconds, of a step by time.
    @ExplicitNull public var plannedSeconds: Double?
    /// The seconds that were done.
    @ExplicitNull public var seconds: Double?
    /// Whether the rest of it was left out.
    public var skipped: Bool
    /// `met`, `close`, `below`, `unscored`, or `null` where it was not reached.
    @ExplicitNull public var band: String?
    /// From 0 to 1.
    @ExplicitNull public var score: Double?
    /// Seconds that were judged.
    public var judgedSeconds: Double
    /// Seconds of these in which the signal was known.
    public var knownSeconds: Double
    /// Seconds of these on target.
    public var onTargetSeconds: Double
    /// The lower end of the target in the quantity's unit.
    @ExplicitNull public var lower: Double?
    /// The upper end, which no longer belongs to it.
    @ExplicitNull public var upper: Double?
    /// How far above the target on average, in percent.
    public var overshootPercent: Double
    /// How far below it on average, in percent.
    public var undershootPercent: Double
    /// From the start until first on target.
    @ExplicitNull public var secondsToTarget: Double?
    /// Of a rest: the lowest heart rate.
    @ExplicitNull public var restMinimum: Double?
    /// Of a rest: seconds until heart rate had settled.
    @ExplicitNull public var secondsToSettle: Double?
    /// Of a rest: how much heart rate fell in 60 s.
    @ExplicitNull public var dropIn60Seconds: Double?
  }

  /// A card as a document.
  public init(_ card: ComplianceCard, plan name: String) {
    func tenths(_ value: Double) -> Double { (value * 10).rounded() / 10 }
    func seconds(_ time: Int64?) -> Double? { time.map { Double($0) / 1000 } }
    plan = name
    band = card.band.rawValue
    _score = ExplicitNull(wrappedValue: card.score)
    _completed = ExplicitNull(wrappedValue: card.completed)
    _intent = ExplicitNull(wrappedValue: card.intent?.rawValue)
    steps = card.steps.map { step in
      let record = step.record
      return Step(
        index: record?.step, kind: step.planned.kind.rawValue, plannedSeconds: seconds(step.planned.plannedTime),
        seconds: seconds(record?.duration), skipped: record?.isSkipped ?? false, band: record?.result.band.rawValue,
        score: record?.score, judgedSeconds: seconds(record?.judged) ?? 0, knownSeconds: seconds(record?.known) ?? 0,
        onTargetSeconds: seconds(record?.onTarget) ?? 0, lower: step.planned.lower, upper: step.planned.upper,
        overshootPercent: tenths(record?.overshoot ?? 0), undershootPercent: tenths(record?.undershoot ?? 0),
        secondsToTarget: seconds(record?.timeToTarget), restMinimum: record?.rest?.minimum,
        secondsToSettle: seconds(record?.rest?.timeToSettle), dropIn60Seconds: record?.rest?.dropIn60)
    }
  }

  /// The card as lines for a person: what was, never whether it was good.
  public var lines: [String] {
    func clock(_ seconds: Double) -> String { PlanText.clock(Int64(seconds * 1000)) }
    func whole(_ value: Double) -> String { String(Int(value.rounded())) }
    var lines: [String] = []
    var head = score.map { "On target for \(whole($0 * 100)) % of the planned work" } ?? "No step could be scored"
    if let completed { head += "; \(whole(completed * 100)) % of the planned time done" }
    lines.append(head + ".")
    for (number, step) in steps.enumerated() {
      var text = "\(number + 1). \(step.kind)"
      guard let done = step.seconds else {
        lines.append(text + ": not reached")
        continue
      }
      text += " \(clock(done))"
      if step.skipped { text += ", rest of it left out" }
      if let band = step.band, band != "unscored" {
        text += ": \(clock(step.onTargetSeconds)) of \(clock(step.knownSeconds)) on target"
      }
      if step.kind == "work", let time = step.secondsToTarget { text += ", reached after \(clock(time))" }
      if step.overshootPercent >= 1 { text += ", \(whole(step.overshootPercent)) % above" }
      if step.undershootPercent >= 1 { text += ", \(whole(step.undershootPercent)) % below" }
      if step.kind == "recovery" {
        if let least = step.restMinimum { text += ", down to \(whole(least))" }
        if let time = step.secondsToSettle { text += ", settled after \(clock(time))" }
        if let drop = step.dropIn60Seconds {
          text += drop >= 0 ? ", \(whole(drop)) lower after a minute" : ", \(whole(-drop)) higher after a minute"
        }
      }
      lines.append(text)
    }
    return lines
  }
}
