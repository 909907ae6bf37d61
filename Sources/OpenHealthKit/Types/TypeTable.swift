// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

/// The one instance of each type.
enum TypeTable {
  static let quantities = Dictionary(
    uniqueKeysWithValues: QuantityTraits.byIdentifier.map { ($0, HKQuantityType(identifier: $0, traits: $1)) })
  static let categories = table(HKCategoryTypeIdentifier.all, HKCategoryType.init(identifier:))
  static let characteristics = table(HKCharacteristicTypeIdentifier.all, HKCharacteristicType.init(identifier:))
  static let correlations = table(HKCorrelationTypeIdentifier.all, HKCorrelationType.init(identifier:))
  static let workout = HKWorkoutType(identifier: "HKWorkoutTypeIdentifier")
  static let route = HKSeriesType(identifier: "HKWorkoutRouteTypeIdentifier")
  static let heartbeat = HKSeriesType(identifier: "HKDataTypeIdentifierHeartbeatSeries")

  private static func table<Value>(_ identifiers: Set<String>, _ make: (String) -> Value) -> [String: Value] {
    Dictionary(uniqueKeysWithValues: identifiers.map { ($0, make($0)) })
  }
}
