// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Workouts

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Collects what the elements of an Apple Health export tell.
final class HealthHandler: XMLHandler {
  var types = HealthTypes()
  var columns = HealthColumns()
  var contents = AppleHealthContents()
  var workouts: [HealthWorkout] = []
  var dateOfBirth: String?

  /// The workout that is being read.
  private var workout: HealthWorkout?
  /// The elements around the current one.
  private var path: [HealthName?] = []

  func start(_ place: Int?, _ attributes: XMLAttributes) -> Bool {
    let name = place.flatMap { HealthName(rawValue: $0) }
    switch name {
    case .record: record(attributes)
    // Of records, the metadata is of no interest here, and there is very much of it.
    case .metadataEntry where workout == nil: break
    case .beatList, .beat, .sensitivityPoint: break
    default: rare(name, attributes)
    }
    path.append(name)
    return false
  }

  func end(_ place: Int?, _ text: XMLText) {
    if path.popLast() == .workout { closeWorkout() }
  }

  /// A damage: what is open stays as far as it was read, and its end won't come.
  func breakOff(keepingWorkout: Bool) {
    path = []
    if keepingWorkout {
      workout?.isDamaged = true
      closeWorkout()
    } else if workout != nil {
      workout = nil
      contents.workoutCount -= 1
    }
  }

  private func closeWorkout() {
    if let workout { workouts.append(workout) }
    workout = nil
  }

  private func rare(_ name: HealthName?, _ attributes: XMLAttributes) {
    guard let name else {
      contents.unknownElementCount += 1
      return
    }
    let values = HealthAttributes(attributes)
    switch name {
    case .healthData: if let locale = values[.locale] { contents.locale = locale }
    case .exportDate:
      contents.exportDate = values.date(.value).map { Instant(secondsSince1970: $0) }
    case .me: dateOfBirth = values[.dateOfBirth]
    case .correlation: contents.correlationCount += 1
    case .activitySummary: contents.activitySummaryCount += 1
    case .workout:
      contents.workoutCount += 1
      // One inside another means that an end is missing.
      if workout != nil {
        workout?.isDamaged = true
        closeWorkout()
      }
      workout = HealthWorkout(values)
      if workout == nil { contents.workoutsWithoutTime += 1 }
    case .workoutEvent:
      contents.eventCount += 1
      workout?.addEvent(values)
    case .workoutStatistics:
      contents.statisticCount += 1
      workout?.addStatistic(values, inPart: path.last == .workoutActivity)
    case .workoutActivity: workout?.addPart(values)
    case .metadataEntry:
      if path.last != .workoutRoute { workout?.addMetadata(values, inPart: path.last == .workoutActivity) }
    case .workoutRoute:
      contents.routeCount += 1
      workout?.routeCount += 1
    case .fileReference: if let path = values[.path] { workout?.addRoute(path) }
    case .location: workout?.addLocation(values)
    case .clinicalRecord, .audiogram, .visionPrescription: break
    default: contents.unknownElementCount += 1
    }
  }

  /// Takes a record. Nearly all of a document is records, so nothing is copied before it is known to be wanted.
  private func record(_ attributes: XMLAttributes) {
    if path.last == .correlation {
      contents.recordsInCorrelations += 1
      return
    }
    contents.recordCount += 1
    guard var pair = attributes.pairs else { return }
    var type: UnsafePointer<CChar>?
    // As a rule the type comes first.
    var search = pair
    while let name = search[0], let value = search[1] {
      if strcmp(name, "type") == 0 {
        type = value
        break
      }
      search += 2
    }
    guard let type else { return }
    let place = types.place(type)
    guard let kind = types.add(place) else { return }
    var unit: UnsafePointer<CChar>?, value: UnsafePointer<CChar>?, source: UnsafePointer<CChar>?
    var device: UnsafePointer<CChar>?, start: UnsafePointer<CChar>?, end: UnsafePointer<CChar>?
    while let name = pair[0], let text = pair[1] {
      switch UInt8(bitPattern: name[0]) {
      case UInt8(ascii: "u"): if strcmp(name, "unit") == 0 { unit = text }
      case UInt8(ascii: "v"): if strcmp(name, "value") == 0 { value = text }
      case UInt8(ascii: "d"): if strcmp(name, "device") == 0 { device = text }
      case UInt8(ascii: "e"): if strcmp(name, "endDate") == 0 { end = text }
      case UInt8(ascii: "s"):
        if strcmp(name, "sourceName") == 0 { source = text } else if strcmp(name, "startDate") == 0 { start = text }
      default: break
      }
      pair += 2
    }
    guard let value, let number = XMLText(value).number, let factor = types.factor(place, kind, unit),
      let start, let from = HealthText.seconds(start), let first = UInt32(exactly: from)
    else {
      contents.unreadableRecordCount += 1
      return
    }
    // A sample that was put together from many stands from its start to its end.
    let to = end.flatMap { HealthText.seconds($0) } ?? from
    columns.column(kind, source: source, device: device).append(
      HealthSample(start: first, length: UInt32(clamping: max(0, to - from)), value: number * factor))
  }
}
