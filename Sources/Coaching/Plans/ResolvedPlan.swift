// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

public import Workouts

/// A plan for one athlete: a flat list of steps with limits in beats, watts or metres a second.
public struct ResolvedPlan: Hashable, Sendable {
  /// The plan as it was written.
  public var plan: Plan
  /// The steps in the order in which they are done, repeats written out.
  public var steps: [Step]

  /// What the coach judges where a step itself names nothing: the quantity of the first target that is heart rate or
  /// power, else heart rate if there is a gate, else `nil`.
  public var quantity: Quantity?

  /// One step with its limits.
  public struct Step: Hashable, Sendable {
    /// What the step is for.
    public var kind: PlanStep.Kind
    /// Where the step stands in the plan, from 0 for the outermost block: `[2, 0]` is the first in the third.
    public var place: [Int]
    /// When the step ends.
    public var goal: Goal
    /// What the target is of, if there is a target.
    public var quantity: Quantity?
    /// The lower end of the target, which belongs to it.
    public var lower: Double?
    /// The upper end of the target, which no longer belongs to it.
    public var upper: Double?
    /// The zones that the target is, by the numbers that people use, where it is whole zones.
    public var zones: ClosedRange<Int>?
    /// For a rest that ends when the heart has settled.
    public var gate: Gate?
    /// Where to go back to after this step, and until when, for a repeat until something.
    public var loop: Loop?

    /// Whether the target can be coached: it is of heart rate or power.
    public var isCoached: Bool { quantity == .heartRate || quantity == .power }

    /// The planned time, if the step is one by time.
    public var plannedTime: Milliseconds? { if case .time(let time) = goal { time } else { nil } }
  }

  /// When a step ends.
  public enum Goal: Hashable, Sendable {
    /// After so much active time.
    case time(Milliseconds)
    /// After so many metres.
    case distance(Double)
    /// After so many kilocalories.
    case energy(Double)
    /// When the athlete says so.
    case open
    /// When the quantity is at the value or above.
    case above(Quantity, Double)
    /// When the quantity is below the value.
    case below(Quantity, Double)
  }

  /// A rest that ends when heart rate is below a value.
  public struct Gate: Hashable, Sendable {
    /// The value in beats a minute.
    public var below: Double
    /// The shortest rest.
    public var minimum: Milliseconds
    /// The longest rest.
    public var maximum: Milliseconds
    /// The rest while the signal is lost.
    public var withoutSignal: Milliseconds
  }

  /// A way back to the beginning of a repeat.
  public struct Loop: Hashable, Sendable {
    /// The place in `steps` of the repeat's first step.
    public var first: Int
    /// What ends the repeat, counted from its beginning.
    public var until: Goal
  }
}
