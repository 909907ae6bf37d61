// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

public import Coaching
import Foundation
import OpenHealthKit
import Sensors
import Synchronization
public import Workouts
public import Zones

/// A live workout at one moment, as a screen shows it.
public struct LiveSnapshot: Sendable {
  /// A moment of the course so far.
  public struct Moment: Sendable {
    /// When.
    public var time: Instant
    /// What was measured.
    public var value: Double
    /// The zone, from 0.
    public var zone: Int?
  }

  /// What is shown large.
  public var quantity: Quantity
  /// Its value; `nil` once it is older than it may be held.
  public var value: Double?
  /// Whether the value is older than three seconds.
  public var isStale: Bool
  /// The zone, from 0.
  public var zone: Int?
  /// How many zones there are; 0 without any.
  public var zoneCount: Int
  /// Names of the zones.
  public var zoneNames: [String]
  /// Seconds in each zone, the one that is on still growing.
  public var zoneSeconds: [Double]
  /// Other values that are known now.
  public var others: [(quantity: Quantity, value: Double)]
  /// Milliseconds without pauses.
  public var active: Milliseconds
  /// Metres.
  public var distance: Double
  /// Whether the timer stands still.
  public var isPaused: Bool
  /// Whether it is over.
  public var isOver: Bool
  /// The step that is on, of how many, what it is for, and its target.
  public var step: LiveEvent.Step?
  /// Milliseconds left of the step, as far as that can be told.
  public var stepLeft: Milliseconds?
  /// Where the signal lies in respect of the target.
  public var side: LiveCoach.Side
  /// The course so far.
  public var course: [Moment]
  /// Pauses of the timer, the last one perhaps still on.
  public var pauses: [(start: Instant, end: Instant?)]
  /// Where the athlete is in the plan; `nil` without one.
  public var place: LiveCoach.Snapshot?
  /// The plan's steps with their limits; empty without a plan.
  public var steps: [ResolvedPlan.Step]
  /// How long the step that is on is left in peace at its start.
  public var grace: Milliseconds
  /// The zones, if there are any.
  public var zones: ZoneSet?
  /// The last cue that is to be read.
  public var cue: Cue?
  /// The moment.
  public var now: Instant

  /// Seconds at or above a zone, from 0.
  public func seconds(atOrAbove zone: Int) -> Double { zoneSeconds.dropFirst(zone).reduce(0, +) }
}

extension LiveWorkout {
  /// What a screen shows now.
  ///
  /// - Parameter courseSince: leaves out moments of the course before this one.
  public func snapshot(courseSince: Instant? = nil) -> LiveSnapshot {
    let now = clock.now, quantity = primary
    let zones = setup.athlete.zones[quantity]
    let group = LiveTypes.type(of: quantity, in: setup.sport).flatMap { builder.zoneGroup(for: $0) }
    return state.withLock { state in
      let coach = state.feed.coach
      let newest = state.values[quantity]
      let age = newest.map { now - $0.time } ?? .max
      let hold: Milliseconds = quantity == .power ? 5_000 : 15_000
      let isKnown = age <= hold
      var seconds = group?.zoneDurations.map(\.duration) ?? []
      let zone = isKnown ? newest.flatMap { zones?.boundaries.index(of: $0.value) } : nil
      if let zone, seconds.indices.contains(zone), !state.isPaused, !state.isOver {
        seconds[zone] += Double(age) / 1000
      }
      let isOn = !coach.isFinished && setup.plan != nil && state.step != nil
      let active = state.feed.activeTime(at: now.millisecondsSince1970)
      let present = coach.snapshot(at: active)
      let step = isOn ? present?.step : nil
      return LiveSnapshot(
        quantity: quantity, value: isKnown ? newest?.value : nil, isStale: age > SourceArbiter.freshness, zone: zone,
        zoneCount: zones?.boundaries.zoneCount ?? 0, zoneNames: zones?.names ?? [], zoneSeconds: seconds,
        others: [Quantity.heartRate, .power, .cadence, .speed].compactMap { other in
          guard other != quantity, let found = state.values[other], now - found.time <= 5_000 else { return nil }
          return (other, found.value)
        },
        active: active, distance: state.distance, isPaused: state.isPaused, isOver: state.isOver,
        step: step.map { step in
          LiveEvent.Step(
            index: coach.stepIndex, count: coach.plan.steps.count, kind: step.kind.rawValue,
            seconds: step.plannedTime.map { Double($0) / 1000 }, lower: step.lower, upper: step.upper,
            quantity: step.quantity, zones: step.zones)
        },
        stepLeft: isOn ? present.flatMap(\.remaining) : nil, side: present?.side ?? .on,
        course: state.course.filter { moment in courseSince.map { moment.time > $0 } ?? true }, pauses: state.pauses,
        place: setup.plan != nil ? present : nil,
        steps: setup.plan != nil ? coach.plan.steps : [],
        grace: present.map { setup.settings.grace(of: $0.step) } ?? 0, zones: zones, cue: state.cue, now: now)
    }
  }
}
