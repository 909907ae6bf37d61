// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What a predicate of HealthKit says, so that the store can ask the database for little, and each object can be tested.
indirect enum SampleCondition: Hashable, Sendable {
  case all([SampleCondition])
  case any([SampleCondition])
  case not(SampleCondition)
  case start(Comparison, Date)
  case end(Comparison, Date)
  case names(Set<UUID>)
  /// Saved for a collection, or joined to it: those with these names.
  case members(of: UUID, Set<UUID>)
  /// Belongs to a workout; the store turns it into `members`.
  case workout(UUID)
  /// Relates to a workout or an activity of it as effort; the store turns it into `names`.
  case effort(workout: UUID, activity: UUID?)
  case sources(Set<String>)
  case revisions(Set<HKSourceRevision>)
  case devices(Set<HKDevice>)
  case deviceProperty(String, Set<String>)
  case hasMetadata(String)
  case metadata(String, Comparison, MetadataValue)
  case metadataAmong(String, Set<MetadataValue>)
  case quantity(Comparison, HKQuantity)
  case category(Comparison, Double)
  case activityType(Comparison, UInt)
  case duration(Comparison, Double)
  case total(WorkoutTotal, Comparison, HKQuantity)
  case statistic(HKQuantityType, StatisticKind, Comparison, HKQuantity)
  /// Some activity of a workout is so.
  case someActivity(SampleCondition)
  /// A predicate that isn't of HealthKit's making.
  case foreign(ForeignPredicate)

  /// How two things compare.
  enum Comparison: String, Hashable, Sendable {
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="
    case equal = "=="
    case notEqual = "!="
    case beginsWith
    case endsWith
    case contains
    case like
    case matches

    init?(_ kind: HKQuery.Operator) {
      switch kind {
      case .lessThan: self = .less
      case .lessThanOrEqualTo: self = .lessOrEqual
      case .greaterThan: self = .greater
      case .greaterThanOrEqualTo: self = .greaterOrEqual
      case .equalTo: self = .equal
      case .notEqualTo: self = .notEqual
      case .beginsWith: self = .beginsWith
      case .endsWith: self = .endsWith
      case .contains: self = .contains
      case .like: self = .like
      case .matches: self = .matches
      default: return nil
      }
    }

    func holds<T: Comparable>(_ left: T, _ right: T) -> Bool {
      switch self {
      case .less: left < right
      case .lessOrEqual: left <= right
      case .greater: left > right
      case .greaterOrEqual: left >= right
      case .equal: left == right
      case .notEqual: left != right
      default: false
      }
    }

    /// Quantities in units that don't convert are unlike.
    func holds(_ left: HKQuantity, _ right: HKQuantity) -> Bool {
      guard left.is(compatibleWith: right.unit) else { return self == .notEqual }
      return holds(left.compare(right).rawValue, 0)
    }

    func holds(_ left: String, _ right: String) -> Bool {
      switch self {
      case .beginsWith: left.hasPrefix(right)
      case .endsWith: left.hasSuffix(right)
      case .contains: left.contains(right)
      case .like: left.wholeMatch(ofPattern: right)
      case .matches: left.range(of: "^(?:\(right))$", options: .regularExpression) != nil
      case .less: left < right
      case .lessOrEqual: left <= right
      case .greater: left > right
      case .greaterOrEqual: left >= right
      case .equal: left == right
      case .notEqual: left != right
      }
    }
  }

  enum WorkoutTotal: Hashable, Sendable {
    case energy, distance, strokes, flights
  }

  enum StatisticKind: Hashable, Sendable {
    case average, minimum, maximum, sum
  }
}

extension String {
  /// Whether the text is as a pattern says in which `*` stands for anything and `?` for one character.
  fileprivate func wholeMatch(ofPattern pattern: String) -> Bool {
    let expression = NSRegularExpression.escapedPattern(for: pattern)
      .replacingOccurrences(of: "\\*", with: ".*").replacingOccurrences(of: "\\?", with: ".")
    return range(of: "^(?:\(expression))$", options: .regularExpression) != nil
  }
}

/// A value of metadata that compares.
enum MetadataValue: Hashable, Sendable {
  case text(String)
  case number(Double)
  case date(Date)
  case quantity(HKQuantity)

  init?(_ value: Any) {
    switch value {
    case let text as String: self = .text(text)
    case let date as Date: self = .date(date)
    case let quantity as HKQuantity: self = .quantity(quantity)
    default:
      if type(of: value) == Bool.self, let flag = value as? Bool {
        self = .number(flag ? 1 : 0)
      } else if let number = value as? any BinaryInteger {
        self = .number(Double(number))
      } else if let number = value as? any BinaryFloatingPoint {
        self = .number(Double(number))
      } else if let number = value as? NSNumber {
        self = .number(number.doubleValue)
      } else {
        return nil
      }
    }
  }

  func compares(_ comparison: SampleCondition.Comparison, to other: MetadataValue) -> Bool {
    switch (self, other) {
    case (.text(let left), .text(let right)): comparison.holds(left, right)
    case (.number(let left), .number(let right)): comparison.holds(left, right)
    case (.date(let left), .date(let right)): comparison.holds(left, right)
    case (.quantity(let left), .quantity(let right)): comparison.holds(left, right)
    default: comparison == .notEqual
    }
  }
}

/// A predicate of Foundation, which only an object can be asked about.
// SAFETY: predicates don't change; those of blocks must be safe to call from any thread, as Apple's must.
struct ForeignPredicate: Hashable, @unchecked Sendable {
  let predicate: NSPredicate
}

extension SampleCondition {
  /// What a predicate says. Compound predicates are taken apart.
  init(_ predicate: NSPredicate) {
    switch predicate {
    case let predicate as HealthPredicate: self = predicate.condition
    case let predicate as NSCompoundPredicate:
      let parts = predicate.subpredicates.map { SampleCondition($0) }
      switch predicate.compoundPredicateType {
      case .and: self = .all(parts)
      case .or: self = .any(parts)
      default: self = .not(.all(parts))
      }
    default: self = PredicateTexts.condition(of: predicate) ?? .foreign(ForeignPredicate(predicate: predicate))
    }
  }

  /// Whether it is so of a sample, an activity or another object.
  ///
  /// - Parameter collection: what a sample was saved for, where a store knows.
  func holds(_ object: Any, collection: UUID? = nil) -> Bool {
    switch self {
    case .all(let parts): return parts.allSatisfy { $0.holds(object, collection: collection) }
    case .any(let parts): return parts.contains { $0.holds(object, collection: collection) }
    case .not(let part): return !part.holds(object, collection: collection)
    case .foreign(let foreign): return foreign.predicate.evaluate(with: object)
    default: break
    }
    if let activity = object as? HKWorkoutActivity { return holds(activity: activity) }
    guard let object = object as? HKObject else { return false }
    switch self {
    case .names(let names): return names.contains(object.uuid)
    case .members(let whole, let names): return collection == whole || names.contains(object.uuid)
    case .workout(let workout): return collection == workout
    case .sources(let programs): return programs.contains(object.sourceRevision.source.bundleIdentifier)
    case .revisions(let revisions): return revisions.contains(object.sourceRevision)
    case .devices(let devices): return object.device.map(devices.contains) ?? false
    case .deviceProperty(let key, let allowed):
      return object.device?.property(key).map(allowed.contains) ?? false
    case .hasMetadata(let key): return object.metadata?[key] != nil
    case .metadata(let key, let comparison, let value):
      guard let own = object.metadata?[key].flatMap({ MetadataValue($0) }) else { return false }
      return own.compares(comparison, to: value)
    case .metadataAmong(let key, let values):
      guard let own = object.metadata?[key].flatMap({ MetadataValue($0) }) else { return false }
      return values.contains { own.compares(.equal, to: $0) }
    default: break
    }
    guard let sample = object as? HKSample else { return false }
    switch self {
    case .start(let comparison, let date): return comparison.holds(sample.startDate, date)
    case .end(let comparison, let date): return comparison.holds(sample.endDate, date)
    case .quantity(let comparison, let quantity):
      return (sample as? HKQuantitySample).map { comparison.holds($0.quantity, quantity) } ?? false
    case .category(let comparison, let value):
      return (sample as? HKCategorySample).map { comparison.holds(Double($0.value), value) } ?? false
    default: return (sample as? HKWorkout).map { holds(workout: $0) } ?? false
    }
  }

  private func holds(workout: HKWorkout) -> Bool {
    switch self {
    case .activityType(let comparison, let type): comparison.holds(workout.workoutActivityType.rawValue, type)
    case .duration(let comparison, let seconds): comparison.holds(workout.duration, seconds)
    case .total(let total, let comparison, let quantity):
      workout.total(total).map { comparison.holds($0, quantity) } ?? false
    case .statistic(let type, let kind, let comparison, let quantity):
      workout.statistics(for: type)?.quantity(kind).map { comparison.holds($0, quantity) } ?? false
    case .someActivity(let condition): workout.workoutActivities.contains { condition.holds($0) }
    default: false
    }
  }

  private func holds(activity: HKWorkoutActivity) -> Bool {
    switch self {
    case .start(let comparison, let date): comparison.holds(activity.startDate, date)
    case .end(let comparison, let date): comparison.holds(activity.endDate ?? .distantFuture, date)
    case .names(let names): names.contains(activity.uuid)
    case .activityType(let comparison, let type):
      comparison.holds(activity.workoutConfiguration.activityType.rawValue, type)
    case .duration(let comparison, let seconds): comparison.holds(activity.duration, seconds)
    case .statistic(let type, let kind, let comparison, let quantity):
      activity.statistics(for: type)?.quantity(kind).map { comparison.holds($0, quantity) } ?? false
    case .hasMetadata(let key): activity.metadata?[key] != nil
    case .metadata(let key, let comparison, let value):
      activity.metadata?[key].flatMap { MetadataValue($0) }?.compares(comparison, to: value) ?? false
    default: false
    }
  }
}

extension HKWorkout {
  fileprivate func total(_ total: SampleCondition.WorkoutTotal) -> HKQuantity? {
    let contents = allContents
    switch total {
    case .energy:
      return contents.totals[.activeEnergyBurned]
        ?? contents.statistics[HKQuantityType(.activeEnergyBurned)]?.sumQuantity()
    case .distance:
      if let given = contents.totals[.distanceWalkingRunning] { return given }
      return ((workoutActivityType.distance.map { [$0] } ?? []) + Self.distances).lazy.compactMap {
        contents.totals[$0] ?? contents.statistics[HKQuantityType($0)]?.sumQuantity()
      }.first
    case .strokes:
      return contents.totals[.swimmingStrokeCount]
        ?? contents.statistics[HKQuantityType(.swimmingStrokeCount)]?.sumQuantity()
    case .flights:
      return contents.totals[.flightsClimbed] ?? contents.statistics[HKQuantityType(.flightsClimbed)]?.sumQuantity()
    }
  }

  /// What sorting by totals goes by.
  func sortTotal(_ total: SampleCondition.WorkoutTotal) -> Double {
    self.total(total).map { $0.unit.isNull() ? $0.value : $0.doubleValue(for: total == .energy ? .joule() : .meter()) }
      ?? 0
  }
}

extension HKStatistics {
  fileprivate func quantity(_ kind: SampleCondition.StatisticKind) -> HKQuantity? {
    switch kind {
    case .average: averageQuantity()
    case .minimum: minimumQuantity()
    case .maximum: maximumQuantity()
    case .sum: sumQuantity()
    }
  }
}

extension HKDevice {
  /// What is said of the device under one of the keys `HKDevicePropertyKey…`.
  fileprivate func property(_ key: String) -> String? {
    switch key {
    case HKDevicePropertyKeyName: name
    case HKDevicePropertyKeyManufacturer: manufacturer
    case HKDevicePropertyKeyModel: model
    case HKDevicePropertyKeyHardwareVersion: hardwareVersion
    case HKDevicePropertyKeyFirmwareVersion: firmwareVersion
    case HKDevicePropertyKeySoftwareVersion: softwareVersion
    case HKDevicePropertyKeyLocalIdentifier: localIdentifier
    case HKDevicePropertyKeyUDIDeviceIdentifier: udiDeviceIdentifier
    default: nil
    }
  }
}
