// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

public import Foundation

// Workouts that are made without a builder. They have no samples; a store saves them as they are.
extension HKWorkout {
  /// A workout without anything else. Traps, as all of these, where it ends before it starts.
  @available(*, deprecated, message: "Use HKWorkoutBuilder.")
  public convenience init(
    activityType workoutActivityType: HKWorkoutActivityType, start startDate: Date, end endDate: Date
  ) {
    self.init(workoutActivityType, startDate, endDate)
  }

  /// A workout of which the duration is known; one of 0 is that from start to end.
  @available(*, deprecated, message: "Use HKWorkoutBuilder.")
  public convenience init(
    activityType workoutActivityType: HKWorkoutActivityType, start startDate: Date, end endDate: Date,
    duration: TimeInterval, totalEnergyBurned: HKQuantity?, totalDistance: HKQuantity?, metadata: [String: Any]?
  ) {
    self.init(
      workoutActivityType, startDate, endDate, duration: duration, energy: totalEnergyBurned, distance: totalDistance,
      metadata: metadata)
  }

  /// A workout of which duration and device are known.
  @available(*, deprecated, message: "Use HKWorkoutBuilder.")
  public convenience init(
    activityType workoutActivityType: HKWorkoutActivityType, start startDate: Date, end endDate: Date,
    duration: TimeInterval, totalEnergyBurned: HKQuantity?, totalDistance: HKQuantity?, device: HKDevice?,
    metadata: [String: Any]?
  ) {
    self.init(
      workoutActivityType, startDate, endDate, duration: duration, energy: totalEnergyBurned, distance: totalDistance,
      device: device, metadata: metadata)
  }

  /// A workout with events, by which its duration is computed. Traps where they can't be: outside of the workout, resumed
  /// before paused, laps that overlap.
  @available(*, deprecated, message: "Use HKWorkoutBuilder.")
  public convenience init(
    activityType workoutActivityType: HKWorkoutActivityType, start startDate: Date, end endDate: Date,
    workoutEvents: [HKWorkoutEvent]?, totalEnergyBurned: HKQuantity?, totalDistance: HKQuantity?,
    metadata: [String: Any]?
  ) {
    self.init(
      workoutActivityType, startDate, endDate, events: workoutEvents, energy: totalEnergyBurned,
      distance: totalDistance, metadata: metadata)
  }

  /// A workout with events and a device.
  @available(*, deprecated, message: "Use HKWorkoutBuilder.")
  public convenience init(
    activityType workoutActivityType: HKWorkoutActivityType, start startDate: Date, end endDate: Date,
    workoutEvents: [HKWorkoutEvent]?, totalEnergyBurned: HKQuantity?, totalDistance: HKQuantity?, device: HKDevice?,
    metadata: [String: Any]?
  ) {
    self.init(
      workoutActivityType, startDate, endDate, events: workoutEvents, energy: totalEnergyBurned,
      distance: totalDistance, device: device, metadata: metadata)
  }

  /// A workout with events and strokes.
  @available(*, deprecated, message: "Use HKWorkoutBuilder.")
  public convenience init(
    activityType workoutActivityType: HKWorkoutActivityType, start startDate: Date, end endDate: Date,
    workoutEvents: [HKWorkoutEvent]?, totalEnergyBurned: HKQuantity?, totalDistance: HKQuantity?,
    totalSwimmingStrokeCount: HKQuantity?, device: HKDevice?, metadata: [String: Any]?
  ) {
    self.init(
      workoutActivityType, startDate, endDate, events: workoutEvents, energy: totalEnergyBurned,
      distance: totalDistance, strokes: totalSwimmingStrokeCount, device: device, metadata: metadata)
  }

  /// A workout with events and flights.
  @available(*, deprecated, message: "Use HKWorkoutBuilder.")
  public convenience init(
    activityType workoutActivityType: HKWorkoutActivityType, start startDate: Date, end endDate: Date,
    workoutEvents: [HKWorkoutEvent]?, totalEnergyBurned: HKQuantity?, totalDistance: HKQuantity?,
    totalFlightsClimbed: HKQuantity?, device: HKDevice?, metadata: [String: Any]?
  ) {
    self.init(
      workoutActivityType, startDate, endDate, events: workoutEvents, energy: totalEnergyBurned,
      distance: totalDistance, flights: totalFlightsClimbed, device: device, metadata: metadata)
  }

  private convenience init(
    _ activityType: HKWorkoutActivityType, _ start: Date, _ end: Date, duration: TimeInterval = 0,
    events: [HKWorkoutEvent]? = nil, energy: HKQuantity? = nil, distance: HKQuantity? = nil,
    strokes: HKQuantity? = nil, flights: HKQuantity? = nil, device: HKDevice? = nil, metadata: [String: Any]? = nil
  ) {
    precondition(
      duration.isFinite && duration >= 0 && duration <= end.timeIntervalSince(start),
      "A workout's duration is 0 or more seconds and no longer than from start to end.")
    let configuration = HKWorkoutConfiguration()
    configuration.activityType = activityType
    var contents = Contents(configuration: configuration)
    contents.events = HKWorkoutEvent.sorted(events ?? [])
    contents.duration = duration > 0 ? duration : nil
    for (type, total) in zip(Self.totalTypes, [energy, distance, strokes, flights]) {
      guard let total else { continue }
      precondition(
        HKQuantityType(type).is(compatibleWith: total.unit),
        "A total of \(type.rawValue) can't be given in \(total.unit).")
      contents.totals[type] = total
    }
    self.init(contents, start: start, end: end, identity: ObjectIdentity(metadata: metadata, device: device))
  }
}
