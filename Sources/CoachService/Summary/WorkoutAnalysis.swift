// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Coaching
import HealthDatabase
import Workouts
import Zones

/// A recording with its signals held and its zones chosen: computed once, read by summary, ribbon, trace and coach.
struct WorkoutAnalysis: Sendable {
  let recording: Recording
  /// One signal for each measured quantity, over the active time of the whole recording.
  let signals: [Quantity: HeldSignal]
  /// The zones of each leg, by quantity.
  let zones: [[Quantity: ZoneSet]]
  /// Where the zones of each leg come from, by quantity.
  let origins: [[Quantity: ZoneResolution.Origin]]

  /// Which zones were asked for.
  private let request: ZoneRequest
  /// What is left out.
  let excluded: [StoredExclusion]

  /// Quantities that are sorted into zones, in the order in which they are shown.
  ///
  /// Speed is, under zones of pace, where the athlete has such for the sport.
  static let graded: [Quantity] = [.heartRate, .power, .speed]

  /// - Parameter excluded: stretches that do not count, as the athlete decided; the samples stay.
  init(_ recording: Recording, zones request: ZoneRequest, excluding excluded: [StoredExclusion] = []) {
    self.recording = recording
    self.request = request
    self.excluded = excluded
    var signals: [Quantity: HeldSignal] = [:]
    for quantity in Quantity.allCases where Self.isHeld(quantity) {
      signals[quantity] = Self.signal(quantity, of: recording, excluding: excluded)
    }
    self.signals = signals
    let resolution = ZoneResolution(request: request, recording: recording)
    let resolved = recording.activities.enumerated().map { leg, activity in
      var found: [Quantity: ZoneResolution.Resolved] = [:]
      for quantity in Self.graded
      where signals[quantity] != nil && (request.quantity == nil || request.quantity == quantity) {
        found[quantity] = resolution.zones(for: activity, leg: leg, quantity)
      }
      return found
    }
    zones = resolved.map { $0.mapValues(\.zones) }
    origins = resolved.map { $0.mapValues(\.origin) }
  }

  /// The signal of a quantity over the active time of a recording, without what is left out; `nil` if it has none.
  static func signal(
    _ quantity: Quantity, of recording: Recording, excluding excluded: [StoredExclusion]
  ) -> HeldSignal? {
    let hold = SampleHold.holdCap(for: quantity, smartRecording: recording.isSmartRecording)
    let leftOut = excluded.filter { $0.quantity == quantity }.map(\.span)
    return HeldSignal.firstKnown(
      recording.series.filter { $0.quantity == quantity }.map {
        HeldSignal($0.silenced(in: leftOut), over: recording.span, pauses: recording.pauses, hold: hold)
      })
  }

  /// The same under other zones.
  func under(_ zones: [Quantity: ZoneSet]) -> WorkoutAnalysis {
    var other = request
    other.named.merge(zones) { $1 }
    return WorkoutAnalysis(recording, zones: other, excluding: excluded)
  }

  private static func isHeld(_ quantity: Quantity) -> Bool {
    switch quantity {
    case .latitude, .longitude, .distance, .beatInterval: false
    default: true
    }
  }

  /// The zones that all legs with a signal of this quantity share, or `nil` if they differ or there are none.
  ///
  /// A leg without a single value of the quantity has no say.
  func sharedZones(_ quantity: Quantity) -> ZoneSet? {
    guard let signal = signals[quantity] else { return nil }
    var shared: ZoneSet?
    for (activity, sets) in zip(recording.activities, zones) {
      var known = false
      signal.forEachSpan(in: activity.span) { if $0.isKnown { known = true } }
      guard known else { continue }
      guard let set = sets[quantity] else { return nil }
      if let shared, shared.boundaries != set.boundaries { return nil }
      shared = shared ?? set
    }
    return shared
  }

  /// Time in zone over a window, under one set.
  func time(_ quantity: Quantity, _ zones: ZoneSet, in window: TimeSpan? = nil) -> TimeInZone? {
    signals[quantity]?.timeInZone(zones.boundaries, in: window)
  }

  /// The index of the leg that holds most of a window.
  func leg(of window: TimeSpan) -> Int? {
    recording.activities.indices.max { a, b in
      (recording.activities[a].span.intersection(window)?.duration ?? -1)
        < (recording.activities[b].span.intersection(window)?.duration ?? -1)
    }
  }

  /// What the coach is told.
  var facts: WorkoutFacts {
    WorkoutFacts(
      legs: zip(recording.activities, zones).map { activity, sets in
        func graded(_ quantity: Quantity) -> WorkoutFacts.Graded? {
          guard let set = sets[quantity], let signal = signals[quantity] else { return nil }
          return .init(zones: set, signal: signal, time: signal.timeInZone(set.boundaries, in: activity.span))
        }
        return .init(
          sport: activity.sport, span: activity.span, heartRate: graded(.heartRate), power: graded(.power),
          markedBouts: markedBouts(in: activity.span))
      })
  }

  /// Repeats that are found where no laps mark them, each with its mean.
  var foundRepeats: [FoundRepeat] {
    facts.legs.flatMap { leg -> [FoundRepeat] in
      guard let repeats = Repeats(in: leg), !repeats.isMarked else { return [] }
      let zones = repeats.graded.zones
      return repeats.work.map { span in
        let mean = repeats.graded.signal.timeAtValue(in: span).mean
        return FoundRepeat(
          quantity: zones.quantity.rawValue,
          startSeconds: Double(span.start - recording.span.start) / 1000, seconds: Double(span.duration) / 1000,
          mean: mean, zone: mean.map { zones.number(of: zones.boundaries.index(of: $0)) })
      }
    }
  }

  /// Repeats and rests as the laps tell them: only where the file says of laps what they were for, and of both kinds.
  private func markedBouts(in window: TimeSpan) -> [WorkoutFacts.Bout] {
    let laps = recording.laps.filter { window.contains($0.span.start) }
    var bouts: [WorkoutFacts.Bout] = []
    for lap in laps {
      switch lap.intensity {
      case "interval", "active": bouts.append(.init(span: lap.span, kind: .work))
      case "rest", "recovery": bouts.append(.init(span: lap.span, kind: .rest))
      default: break
      }
    }
    return bouts.contains { $0.kind == .rest } ? bouts : []
  }
}
