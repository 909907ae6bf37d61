// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

public import Workouts
import Zones

/// Repeats of a leg: hard efforts that laps mark, or that are found in power or heart rate.
public struct Repeats: Sendable {
  /// What they are judged by.
  public var graded: WorkoutFacts.Graded
  /// The efforts in order.
  public var work: [TimeSpan]
  /// Whether laps mark them.
  public var isMarked: Bool

  /// The repeats of a leg: by power on a bicycle where it is known for 80 % of the time, else by heart rate.
  ///
  /// - Returns: `nil` where there are fewer than two that are marked and no set is found: three at least, the longest at most
  ///   half as long again as the shortest.
  public init?(in leg: WorkoutFacts.Leg) {
    let marked = leg.markedBouts.filter { $0.kind == .work }.map(\.span)
    let power = leg.sport == .cycling ? leg.power.flatMap { ($0.time.coverage ?? 0) >= 0.8 ? $0 : nil } : nil
    guard let graded = power ?? leg.heartRate else { return nil }
    self.graded = graded
    isMarked = marked.count >= 2
    if isMarked {
      work = marked
      return
    }
    // The floor of what is hard: zone 4 of power, the first hard zone of heart rate.
    let number = graded.zones.quantity == .power ? 4 : graded.zones.hardFrom
    guard let index = graded.zones.index(ofNumber: number),
      let floor = graded.zones.boundaries.lowerBound(of: index)
    else { return nil }
    let efforts =
      graded.zones.quantity == .power
      ? BoutDetection.powerEfforts(floor: floor, in: graded.signal, window: leg.span)
      : BoutDetection.heartRateEfforts(floor: floor, in: graded.signal, window: leg.span)
    guard let set = BoutDetection.asSet(efforts) else { return nil }
    work = set
  }
}
