// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Statistics and zones, as workouts and activities hold them.
extension NSCoder {
  func encode(
    statistics: [HKQuantityType: HKStatistics], zones: [HKQuantityType: HKWorkoutZoneGroup]
  ) {
    encode(
      NSArray(array: statistics.values.sorted { $0.quantityType.identifier < $1.quantityType.identifier }),
      forKey: "HKStatistics")
    let groups = zones.values.sorted {
      $0.configuration.quantityType.identifier < $1.configuration.quantityType.identifier
    }
    encode(groups.count, forKey: "HKZoneGroups")
    for (index, group) in groups.enumerated() {
      let key = "HKZoneGroup\(index)"
      encode(group.configuration.quantityType, forKey: key + "Type")
      encode(group.configuration.source.number, forKey: key + "Source")
      encode(NSArray(array: group.configuration.zones.compactMap(\.maximum)), forKey: key + "Boundaries")
      encode(NSArray(array: group.zoneDurations.map { NSNumber(value: $0.duration) }), forKey: key + "Durations")
    }
  }

  /// What is readable of them.
  func decodeStatisticsAndZones() -> (
    statistics: [HKQuantityType: HKStatistics], zones: [HKQuantityType: HKWorkoutZoneGroup]
  ) {
    let statistics = decodeArray(of: HKStatistics.self, forKey: "HKStatistics") ?? []
    var zones: [HKQuantityType: HKWorkoutZoneGroup] = [:]
    let count = containsValue(forKey: "HKZoneGroups") ? decodeInteger(forKey: "HKZoneGroups") : 0
    for index in 0..<max(0, min(count, 16)) {
      let key = "HKZoneGroup\(index)"
      guard containsValue(forKey: key + "Type"),
        let type = decodeObject(of: HKQuantityType.self, forKey: key + "Type"),
        let source = HKWorkoutZoneConfiguration.Source(number: decodeInteger(forKey: key + "Source")),
        let boundaries = decodeArray(of: HKQuantity.self, forKey: key + "Boundaries"),
        let durations = decodeArray(of: NSNumber.self, forKey: key + "Durations")?.map(\.doubleValue),
        let configuration = try? HKWorkoutZoneConfiguration(
          quantityType: type, zoneBoundaries: boundaries, source: source),
        durations.count == configuration.zones.count, durations.allSatisfy({ $0.isFinite && $0 >= 0 })
      else { continue }
      zones[type] = HKWorkoutZoneGroup(configuration: configuration, seconds: durations)
    }
    return (Dictionary(statistics.map { ($0.quantityType, $0) }) { $1 }, zones)
  }
}

extension HKWorkoutZoneConfiguration.Source {
  /// The number that stands for it in archives.
  package var number: Int {
    switch self {
    case .system: 0
    case .user: 1
    case .app: 2
    }
  }

  /// The source of a number; nil where there is none.
  package init?(number: Int) {
    switch number {
    case 0: self = .system
    case 1: self = .user
    case 2: self = .app
    default: return nil
    }
  }
}
