// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Foundation
package import Zones

/// Three to nine zones of heart rate or cycling power, without gaps, from the lowest to the highest.
public struct HKWorkoutZoneConfiguration: Sendable {
  /// Who made the zones.
  public enum Source: Codable, Hashable, Sendable {
    /// Computed from what is known of the person, and anew when that changes.
    case system
    /// Entered by the person.
    case user
    /// Given by an app for one workout.
    case app
  }

  /// Who made the zones; `.app` for those made with `init(quantityType:zoneBoundaries:)`.
  public let source: HKWorkoutZoneConfiguration.Source

  private let type: HKQuantityType

  /// What is sorted into zones: heart rate or cycling power.
  public var quantityType: HKQuantityType { type }

  /// The zones, the lowest first.
  public let zones: [HKWorkoutZone]

  /// Where zones meet, in beats per minute or watts.
  package let boundaries: ZoneBoundaries

  /// Zones for one workout, from the boundaries between them: `n` boundaries make `n + 1` zones.
  ///
  /// - Parameters:
  ///   - quantityType: heart rate or cycling power.
  ///   - zoneBoundaries: 2 to 8 quantities above 0, each above the one before once both are in one unit, in any unit of
  ///     the type. The zones return them as they are.
  /// - Throws: `HKError` with the code `errorInvalidArgument` and a sentence where the type has no zones, or there are
  ///   fewer or more boundaries, or one is in a unit of something else, not a number above 0, or not above the one before.
  public init(quantityType: HKQuantityType, zoneBoundaries: [HKQuantity]) throws {
    try self.init(quantityType: quantityType, zoneBoundaries: zoneBoundaries, source: .app)
  }

  /// The same for zones of any source.
  package init(quantityType: HKQuantityType, zoneBoundaries: [HKQuantity], source: Source) throws(HKError) {
    guard let unit = quantityType.zoneUnit else {
      throw .invalid("Only heart rate and cycling power have zones, not \(quantityType.identifier).")
    }
    if let other = zoneBoundaries.first(where: { !$0.is(compatibleWith: unit) }) {
      throw .invalid("Boundaries of \(quantityType.identifier) can't be given in \(other.unit); use \(unit).")
    }
    do { boundaries = try ZoneBoundaries(zoneBoundaries.map { $0.doubleValue(for: unit) }) } catch {
      throw .invalid(Self.sentence(for: error))
    }
    let limits = [nil] + zoneBoundaries.map(Optional.some) + [nil]
    zones = zip(limits, limits.dropFirst()).enumerated().map {
      HKWorkoutZone(index: $0, minimum: $1.0, maximum: $1.1)
    }
    type = quantityType
    self.source = source
  }

  /// Whether both sort the same quantity by the same boundaries, whatever their units, and have the same source.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.type == rhs.type && lhs.source == rhs.source && lhs.zones.count == rhs.zones.count
      && zip(lhs.zones, rhs.zones).allSatisfy { left, right in same(left.maximum, right.maximum) }
  }

  /// Whether two limits are one value. Converting rounds, and 3 count/s and 180 count/min are one limit.
  private static func same(_ lhs: HKQuantity?, _ rhs: HKQuantity?) -> Bool {
    guard let lhs, let rhs else { return lhs == nil && rhs == nil }
    if lhs.compare(rhs) == .orderedSame { return true }
    let converted = rhs.doubleValue(for: lhs.unit)
    return lhs.unit != rhs.unit && abs(lhs.value - converted) <= 4 * lhs.value.ulp
  }

  /// A sentence without the person's numbers: an error may end in a log.
  private static func sentence(for error: ZoneError) -> String {
    switch error {
    case .tooFew, .tooMany: "A configuration has 3 to 9 zones; give 2 to 8 boundaries."
    case .notPositive: "Each boundary is a number above 0."
    default: "Each boundary lies above the one before."
    }
  }
}

extension HKQuantityType {
  /// The unit in which zones of this type are computed; nil where a type has no zones.
  var zoneUnit: HKUnit? {
    switch identifier {
    case HKQuantityTypeIdentifier.heartRate.rawValue: HKUnit(from: "count/min")
    case HKQuantityTypeIdentifier.cyclingPower.rawValue: .watt()
    default: nil
    }
  }
}
