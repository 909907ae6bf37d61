// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Foundation
package import Workouts
package import Zones

/// A change of zone, as a delegate is told of it.
struct ZoneChange: Sendable {
  let group: HKWorkoutZoneGroup
  let previous: Int?
  let current: Int?
  let processed: Date?

  var update: HKLiveWorkoutZoneUpdate {
    HKLiveWorkoutZoneUpdate(group: group, previous: previous, current: current, lastSampleProcessed: processed)
  }
}

/// Time in zone of one type while a workout is recorded.
///
/// Totals run up to the newest sample: what a value earns is known when the next one comes. Samples that come late are
/// sorted in and all is counted anew, which changes totals, but tells of no change of zone in the past.
struct ZoneTrack: Sendable {
  let configuration: HKWorkoutZoneConfiguration
  private let quantity: Quantity
  private let longestHold: Milliseconds
  private let start: Instant
  private var hold: SampleHold
  private var totals: TimeInZone
  private var consumed = 0
  private var version = 0
  private var passedPauses = 0
  /// Up to where samples and pauses were counted.
  private var countedUntil: Instant?
  private var time = WorkoutTime()
  /// The newest sample that counts, and until when it holds if nothing else comes.
  private(set) var newest: (start: Instant, end: Double, holdsUntil: Instant)?
  /// The zone that the delegate knows, and the one before it became none.
  private var current: Int?
  private var last: Int?
  /// Changes up to here have been told.
  private var toldUntil: Instant?
  /// Up to here the newest value was credited because its sensor fell silent.
  private var silentUntil: Instant?

  init(_ configuration: HKWorkoutZoneConfiguration, start: Date) {
    self.configuration = configuration
    quantity = configuration.quantityType.zoneQuantity
    longestHold = SampleHold.holdCap(for: quantity, smartRecording: false)
    self.start = start.instant
    hold = SampleHold(start: self.start.millisecondsSince1970, hold: longestHold)
    totals = TimeInZone(zoneCount: configuration.boundaries.zoneCount)
  }

  private mutating func countAnew() {
    hold = SampleHold(start: start.millisecondsSince1970, hold: longestHold)
    totals = TimeInZone(zoneCount: configuration.boundaries.zoneCount)
    consumed = 0
    passedPauses = 0
    countedUntil = nil
    newest = nil
  }

  /// Takes other pauses.
  mutating func setTime(_ other: WorkoutTime) {
    // What was counted stands where the pauses differ only after it.
    let same = zip(time.pauses, other.pauses).prefix { $0 == $1 }.count
    let differing = [time.pauses, other.pauses].compactMap { $0.dropFirst(same).first }
    let starts = differing.map(\.start)
    let from = starts.count == 2 && starts[0] == starts[1] ? differing.map(\.end).min() : starts.min()
    time = other
    if let from, let countedUntil, from <= countedUntil { countAnew() }
  }

  /// Counts the samples that came since the last time. The column is sorted.
  ///
  /// - Parameters:
  ///   - end: of the workout, where it is known.
  ///   - tell: hears of each change of zone, in order.
  mutating func process(_ column: SampleColumn, end: Instant?, _ tell: (ZoneChange) -> Void) {
    if column.version != version {
      version = column.version
      countAnew()
    }
    if let end, let countedUntil, countedUntil >= end { countAnew() }
    let told = consumed == 0 ? toldUntil : nil
    let boundaries = configuration.boundaries
    while consumed < column.count {
      let i = consumed
      consumed += 1
      let value = column.values[i]
      guard quantity.isPlausible(value) else { continue }
      let moment = Date(timeIntervalSinceReferenceDate: column.starts[i]).instant
      if let end, moment >= end { continue }
      passPauses(to: moment)
      countedUntil = moment
      guard !hold.isPaused, moment >= start else { continue }
      let until =
        column.ends[i] > column.starts[i]
        ? Date(timeIntervalSinceReferenceDate: column.ends[i]).instant.millisecondsSince1970 : nil
      hold.add(value, at: moment.millisecondsSince1970, until: until) { totals.add($0, boundaries) }
      let holdsUntil = max(moment + longestHold, Instant(millisecondsSince1970: until ?? .min))
      newest = (moment, column.ends[i], holdsUntil)
      if let told, moment <= told { continue }
      toldUntil = moment
      silentUntil = nil
      let zone = boundaries.index(of: value)
      guard zone != current else { continue }
      let change = (previous: current ?? last, current: zone)
      current = zone
      last = zone
      tell(self.change(previous: change.previous, current: change.current))
    }
  }

  private mutating func passPauses(to moment: Instant) {
    let boundaries = configuration.boundaries
    while passedPauses < time.pauses.count {
      let pause = time.pauses[passedPauses]
      if !hold.isPaused {
        guard pause.start <= moment else { return }
        hold.pause(at: pause.start.millisecondsSince1970) { totals.add($0, boundaries) }
      }
      guard pause.end <= moment else { return }
      hold.resume(at: pause.end.millisecondsSince1970)
      passedPauses += 1
    }
  }

  private func change(previous: Int?, current: Int?) -> ZoneChange {
    ZoneChange(
      group: group(end: nil), previous: previous, current: current,
      processed: newest.map { Date(timeIntervalSinceReferenceDate: $0.end) })
  }

  /// Totals up to the newest sample, or up to the workout's end where it is known.
  func group(end: Instant?) -> HKWorkoutZoneGroup {
    var copy = self
    let boundaries = configuration.boundaries
    if let end {
      copy.passPauses(to: end)
      copy.hold.finish(at: end.millisecondsSince1970) { copy.totals.add($0, boundaries) }
    } else if let silentUntil {
      copy.passPauses(to: silentUntil)
      copy.hold.finish(at: silentUntil.millisecondsSince1970) { copy.totals.add($0, boundaries) }
    }
    return HKWorkoutZoneGroup(configuration: configuration, time: copy.totals)
  }

  /// When the newest value ceases to hold, if a zone is active and the workout goes on.
  var fallsSilentAt: Instant? {
    guard current != nil, !time.isPaused, let newest, newest.start == toldUntil else { return nil }
    // A pause ends the hold; the sensor has as long again to tell something after it.
    guard let pause = time.pauses.last, pause.start >= newest.start else { return newest.holdsUntil }
    return max(newest.holdsUntil, pause.end + longestHold)
  }

  /// Ends the active zone because its value ceased to hold; nil where something came in between.
  mutating func fallSilent(at moment: Instant) -> ZoneChange? {
    guard fallsSilentAt == moment else { return nil }
    silentUntil = moment
    let zone = current
    current = nil
    return change(previous: zone, current: nil)
  }

  /// Time in zone of parts of the workout, which have their own starts and ends. The column is sorted.
  func groups(_ column: SampleColumn, in parts: [TimeSpan], end: Instant) -> [HKWorkoutZoneGroup] {
    var series = Series(quantity: quantity, times: [], values: [], ends: [])
    for i in 0..<column.count where quantity.isPlausible(column.values[i]) {
      let moment = Date(timeIntervalSinceReferenceDate: column.starts[i]).instant
      guard moment >= start else { continue }
      series.times.append(moment.millisecondsSince1970)
      series.values.append(column.values[i])
      series.ends?.append(Date(timeIntervalSinceReferenceDate: column.ends[i]).instant.millisecondsSince1970)
    }
    let signal = HeldSignal(
      series, over: TimeSpan(start: start, end: end), pauses: time.pauses.map { Pause(span: $0, kind: .manual) },
      hold: longestHold)
    return parts.map {
      HKWorkoutZoneGroup(
        configuration: configuration, time: signal.timeInZone(configuration.boundaries, in: $0))
    }
  }
}

extension HKWorkoutZoneGroup {
  /// A group of times in whole milliseconds.
  package init(configuration: HKWorkoutZoneConfiguration, time: TimeInZone) {
    self.init(configuration: configuration, seconds: time.zones.map { TimeInterval($0) / 1000 })
  }
}

extension HKQuantityType {
  /// What zones of this type sort; heart rate for types without zones.
  package var zoneQuantity: Quantity {
    identifier == HKQuantityTypeIdentifier.cyclingPower.rawValue ? .power : .heartRate
  }

  /// The types that have zones.
  package static let zoned: [HKQuantityType] = [HKQuantityType(.heartRate), HKQuantityType(.cyclingPower)]
}
