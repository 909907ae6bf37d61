// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A session as a store keeps it, to go on after the program was killed. Dates are seconds since the reference date.
struct KeptSession: Codable, Sendable {
  var version = 1
  var configuration: KeptConfiguration
  var main: UUID
  var state: Int
  var start: Double?
  var end: Double?
  var part: KeptActivity?
  var builder: KeptBuilder?

  init(_ machine: SessionMachine, _ builder: KeptBuilder?) {
    configuration = KeptConfiguration(machine.configuration)
    main = machine.main
    state = machine.state.rawValue
    start = machine.start?.timeIntervalSinceReferenceDate
    end = machine.end?.timeIntervalSinceReferenceDate
    part = machine.part.map(KeptActivity.init)
    self.builder = builder
  }

  /// The session; nil where this version doesn't know what it was.
  var machine: SessionMachine? {
    guard version == 1, let configuration = configuration.value, let state = HKWorkoutSessionState(rawValue: state)
    else { return nil }
    var machine = SessionMachine(configuration: configuration, main: main)
    machine.state = state
    machine.start = start.map(Date.init(timeIntervalSinceReferenceDate:))
    machine.end = end.map(Date.init(timeIntervalSinceReferenceDate:))
    machine.part = part?.activity
    return machine
  }
}

/// A builder as part of a kept session.
struct KeptBuilder: Codable, Sendable {
  var collection: UUID
  var phase: WorkoutCollection.Phase
  var start: Double?
  var end: Double?
  var metadata: [String: KeptValue]
  var events: [KeptEvent]
  var activities: [KeptActivity]
  var customZones: [KeptZones]
  var zones: [KeptZones]
  /// What the data source collected; nil without one.
  var types: [String]?
  var collectsEvents: Bool

  init(_ state: WorkoutCollection, collection: UUID, types: Set<HKQuantityType>?, collectsEvents: Bool) {
    self.collection = collection
    phase = state.phase
    start = state.start?.timeIntervalSinceReferenceDate
    end = state.end?.timeIntervalSinceReferenceDate
    metadata = state.metadata.compactMapValues(KeptValue.init)
    events = state.events.map(KeptEvent.init)
    activities = state.activities.map(KeptActivity.init)
    customZones = state.customZones.values.map(KeptZones.init)
    zones = state.tracks.values.map { KeptZones($0.configuration) }
    self.types = types?.map(\.identifier).sorted()
    self.collectsEvents = collectsEvents
  }

  func restore(_ state: inout WorkoutCollection) {
    func table(_ kept: [KeptZones]) -> [HKQuantityType: HKWorkoutZoneConfiguration] {
      Dictionary(kept.compactMap(\.configuration).map { ($0.quantityType, $0) }) { $1 }
    }
    state.restore(
      phase: phase, start: start.map(Date.init(timeIntervalSinceReferenceDate:)),
      end: end.map(Date.init(timeIntervalSinceReferenceDate:)), metadata: metadata.mapValues(\.value),
      events: events.compactMap(\.event), activities: activities.compactMap(\.activity),
      customZones: table(customZones), zones: table(zones))
  }
}

/// A configuration of a workout.
struct KeptConfiguration: Codable, Sendable {
  var activityType: UInt
  var locationType: Int
  var swimmingLocationType: Int
  var lapLength: KeptValue?

  init(_ value: ConfigurationValue) {
    activityType = value.activityType.rawValue
    locationType = value.locationType.rawValue
    swimmingLocationType = value.swimmingLocationType.rawValue
    lapLength = value.lapLength.flatMap { KeptValue($0) }
  }

  var value: ConfigurationValue? {
    guard let activityType = HKWorkoutActivityType(rawValue: activityType),
      let locationType = HKWorkoutSessionLocationType(rawValue: locationType),
      let swimmingLocationType = HKWorkoutSwimmingLocationType(rawValue: swimmingLocationType)
    else { return nil }
    var value = ConfigurationValue(HKWorkoutConfiguration())
    value.activityType = activityType
    value.locationType = locationType
    value.swimmingLocationType = swimmingLocationType
    value.lapLength = lapLength?.value as? HKQuantity
    return value
  }
}

/// An activity of a workout.
struct KeptActivity: Codable, Sendable {
  var uuid: UUID
  var configuration: KeptConfiguration
  var start: Double
  var end: Double?
  var metadata: [String: KeptValue]?

  init(_ activity: HKWorkoutActivity) {
    uuid = activity.uuid
    configuration = KeptConfiguration(ConfigurationValue(activity.workoutConfiguration))
    start = activity.startDate.timeIntervalSinceReferenceDate
    end = activity.endDate?.timeIntervalSinceReferenceDate
    metadata = activity.metadata?.compactMapValues(KeptValue.init)
  }

  var activity: HKWorkoutActivity? {
    guard let configuration = configuration.value, start.isFinite, end.map({ $0 >= start }) ?? true else { return nil }
    return HKWorkoutActivity(
      uuid: uuid, configuration: configuration.configuration, start: Date(timeIntervalSinceReferenceDate: start),
      end: end.map(Date.init(timeIntervalSinceReferenceDate:)), metadata: metadata?.mapValues(\.value),
      contents: .init())
  }
}

/// An event of a workout.
struct KeptEvent: Codable, Sendable {
  var type: Int
  var start: Double
  var duration: Double
  var metadata: [String: KeptValue]?

  init(_ event: HKWorkoutEvent) {
    type = event.type.rawValue
    start = event.dateInterval.start.timeIntervalSinceReferenceDate
    duration = event.dateInterval.duration
    metadata = event.metadata?.compactMapValues(KeptValue.init)
  }

  var event: HKWorkoutEvent? {
    guard let type = HKWorkoutEventType(rawValue: type), start.isFinite,
      duration == 0 || duration > 0 && HKWorkoutEvent.canLast(type)
    else { return nil }
    return HKWorkoutEvent(
      type: type, dateInterval: DateInterval(start: Date(timeIntervalSinceReferenceDate: start), duration: duration),
      metadata: metadata?.mapValues(\.value))
  }
}

/// Zones of a workout.
struct KeptZones: Codable, Sendable {
  var type: String
  var source: HKWorkoutZoneConfiguration.Source
  var boundaries: [KeptValue]

  init(_ configuration: HKWorkoutZoneConfiguration) {
    type = configuration.quantityType.identifier
    source = configuration.source
    boundaries = configuration.zones.compactMap { $0.maximum.flatMap { KeptValue($0) } }
  }

  var configuration: HKWorkoutZoneConfiguration? {
    guard let type = HKObjectType.quantityType(forIdentifier: HKQuantityTypeIdentifier(rawValue: type)) else {
      return nil
    }
    return try? HKWorkoutZoneConfiguration(
      quantityType: type, zoneBoundaries: boundaries.compactMap { $0.value as? HKQuantity }, source: source)
  }
}

/// A value of metadata.
enum KeptValue: Codable, Sendable {
  case text(String)
  case flag(Bool)
  case whole(Int64)
  case number(Double)
  case date(Double)
  case quantity(Double, unit: String)

  /// A value that metadata can hold; nil for others.
  init?(_ value: Any) {
    switch value {
    case let value as HKQuantity: self = .quantity(value.value, unit: value.unit.unitString)
    case let value as String: self = .text(value)
    case let value as Date: self = .date(value.timeIntervalSinceReferenceDate)
    case let value as Bool: self = .flag(value)
    case let value as any BinaryInteger: self = Int64(exactly: value).map { .whole($0) } ?? .number(Double(value))
    case let value as any BinaryFloatingPoint: self = .number(Double(value))
    case let value as NSNumber: self = .number(value.doubleValue)
    default: return nil
    }
  }

  var value: Any {
    switch self {
    case .text(let value): value
    case .flag(let value): value
    case .whole(let value): Int(value)
    case .number(let value): value
    case .date(let seconds): Date(timeIntervalSinceReferenceDate: seconds)
    case .quantity(let value, let unit):
      // A unit's text can always be read again; what somebody else wrote there is a bare number.
      (try? HKUnit.unit(reading: unit)).map { HKQuantity(unit: $0, doubleValue: value) as Any } ?? value
    }
  }
}
