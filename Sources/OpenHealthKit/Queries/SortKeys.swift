// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Sorts samples by start.
public let HKSampleSortIdentifierStartDate: String = "startDate"
/// Sorts samples by end.
public let HKSampleSortIdentifierEndDate: String = "endDate"
/// Sorts workouts by duration.
public let HKWorkoutSortIdentifierDuration: String = "duration"
/// Sorts workouts by distance.
public let HKWorkoutSortIdentifierTotalDistance: String = "totalDistance"
/// Sorts workouts by energy.
public let HKWorkoutSortIdentifierTotalEnergyBurned: String = "totalEnergyBurned"
/// Sorts workouts by strokes.
public let HKWorkoutSortIdentifierTotalSwimmingStrokeCount: String = "totalSwimmingStrokeCount"
/// Sorts workouts by flights.
public let HKWorkoutSortIdentifierTotalFlightsClimbed: String = "totalFlightsClimbed"

extension NSSortDescriptor {
  /// Sorts samples by one of the keys `HKSampleSortIdentifier…` and `HKWorkoutSortIdentifier…`. Traps for others, as a
  /// query of Apple's does.
  public convenience init(key: String, ascending: Bool) {
    guard let keyPath = SampleOrder.Key(key)?.keyPath else {
      preconditionFailure("Samples can't be sorted by “\(key)”; use HKSampleSortIdentifierStartDate for example.")
    }
    self.init(known: keyPath, ascending: ascending)
  }

  private convenience init(known keyPath: AnyKeyPath, ascending: Bool) {
    switch keyPath {
    case let path as KeyPath<HKSample, Date>: self.init(keyPath: path, ascending: ascending)
    case let path as KeyPath<HKWorkout, TimeInterval>: self.init(keyPath: path, ascending: ascending)
    case let path as KeyPath<HKWorkout, SortedTotal>:
      self.init(keyPath: path, ascending: ascending) { left, right in
        guard let left = left as? SortedTotal, let right = right as? SortedTotal else { return .orderedSame }
        return left.value < right.value
          ? .orderedAscending : left.value > right.value ? .orderedDescending : .orderedSame
      }
    default: preconditionFailure("There is no such key.")
    }
  }
}

/// A total as sorting takes it.
struct SortedTotal: Hashable {
  var value: Double
}

extension HKWorkout {
  var sortedDistance: SortedTotal { SortedTotal(value: sortTotal(.distance)) }
  var sortedEnergy: SortedTotal { SortedTotal(value: sortTotal(.energy)) }
  var sortedStrokes: SortedTotal { SortedTotal(value: sortTotal(.strokes)) }
  var sortedFlights: SortedTotal { SortedTotal(value: sortTotal(.flights)) }
}

extension SampleOrder.Key {
  init?(_ text: String) {
    switch text {
    case HKSampleSortIdentifierStartDate: self = .start
    case HKSampleSortIdentifierEndDate: self = .end
    case HKWorkoutSortIdentifierDuration: self = .duration
    case HKWorkoutSortIdentifierTotalDistance: self = .distance
    case HKWorkoutSortIdentifierTotalEnergyBurned: self = .energy
    case HKWorkoutSortIdentifierTotalSwimmingStrokeCount: self = .strokes
    case HKWorkoutSortIdentifierTotalFlightsClimbed: self = .flights
    default: return nil
    }
  }

  var keyPath: AnyKeyPath? {
    switch self {
    case .start: \HKSample.startDate
    case .end: \HKSample.endDate
    case .duration: \HKWorkout.duration
    case .distance: \HKWorkout.sortedDistance
    case .energy: \HKWorkout.sortedEnergy
    case .strokes: \HKWorkout.sortedStrokes
    case .flights: \HKWorkout.sortedFlights
    case .quantity, .foreign: nil
    }
  }

  /// What a key path of a sample or of a class of samples sorts by, where the store has a word for it.
  init?(_ path: AnyKeyPath) {
    switch path {
    case \HKSample.startDate, \HKQuantitySample.startDate, \HKWorkout.startDate, \HKCategorySample.startDate,
      \HKCorrelation.startDate:
      self = .start
    case \HKSample.endDate, \HKQuantitySample.endDate, \HKWorkout.endDate, \HKCategorySample.endDate,
      \HKCorrelation.endDate:
      self = .end
    case \HKWorkout.duration: self = .duration
    case \HKWorkout.sortedDistance: self = .distance
    case \HKWorkout.sortedEnergy: self = .energy
    case \HKWorkout.sortedStrokes: self = .strokes
    case \HKWorkout.sortedFlights: self = .flights
    default: return nil
    }
  }
}

extension SampleOrder {
  init(_ descriptor: NSSortDescriptor) {
    if let key = Key(descriptor.keyPath) {
      self.init(key: key, isAscending: descriptor.ascending)
    } else {
      self.init(key: .foreign(ForeignOrder(compare: descriptor.compare)), isAscending: true)
    }
  }
}

/// An order that only objects can be asked about.
final class ForeignOrder: Hashable, @unchecked Sendable {
  // SAFETY: descriptors don't change; what they compare by must be safe to call from any thread, as Apple's must.
  let compare: (Any, Any) -> ComparisonResult

  init(compare: @escaping (Any, Any) -> ComparisonResult) { self.compare = compare }

  static func == (left: ForeignOrder, right: ForeignOrder) -> Bool { left === right }

  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
