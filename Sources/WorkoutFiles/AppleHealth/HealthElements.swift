// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

/// Elements and attributes of an Apple Health export that are read.
enum HealthName: Int, CaseIterable {
  case healthData, exportDate, me, record, metadataEntry, beatList, beat, correlation, activitySummary, workout
  case workoutStatistics, workoutEvent, workoutActivity, workoutRoute, fileReference, location, clinicalRecord
  case audiogram, sensitivityPoint, visionPrescription
  case type, unit, value, sourceName, device, startDate, endDate, date, key, path, duration, durationUnit, uuid, locale
  case workoutActivityType, totalDistance, totalDistanceUnit, totalEnergyBurned, totalEnergyBurnedUnit
  case sum, average, minimum, maximum, dateOfBirth, latitude, longitude, altitude, speed

  /// The name in the document.
  var text: String {
    switch self {
    case .healthData: "HealthData"
    case .exportDate: "ExportDate"
    case .me: "Me"
    case .record: "Record"
    case .metadataEntry: "MetadataEntry"
    case .beatList: "HeartRateVariabilityMetadataList"
    case .beat: "InstantaneousBeatsPerMinute"
    case .correlation: "Correlation"
    case .activitySummary: "ActivitySummary"
    case .workout: "Workout"
    case .workoutStatistics: "WorkoutStatistics"
    case .workoutEvent: "WorkoutEvent"
    case .workoutActivity: "WorkoutActivity"
    case .workoutRoute: "WorkoutRoute"
    case .fileReference: "FileReference"
    case .location: "Location"
    case .clinicalRecord: "ClinicalRecord"
    case .audiogram: "Audiogram"
    case .sensitivityPoint: "SensitivityPoint"
    case .visionPrescription: "VisionPrescription"
    case .type: "type"
    case .unit: "unit"
    case .value: "value"
    case .sourceName: "sourceName"
    case .device: "device"
    case .startDate: "startDate"
    case .endDate: "endDate"
    case .date: "date"
    case .key: "key"
    case .path: "path"
    case .duration: "duration"
    case .durationUnit: "durationUnit"
    case .uuid: "uuid"
    case .locale: "locale"
    case .workoutActivityType: "workoutActivityType"
    case .totalDistance: "totalDistance"
    case .totalDistanceUnit: "totalDistanceUnit"
    case .totalEnergyBurned: "totalEnergyBurned"
    case .totalEnergyBurnedUnit: "totalEnergyBurnedUnit"
    case .sum: "sum"
    case .average: "average"
    case .minimum: "minimum"
    case .maximum: "maximum"
    case .latitude: "latitude"
    case .longitude: "longitude"
    case .altitude: "altitude"
    case .speed: "speed"
    case .dateOfBirth: "HKCharacteristicTypeIdentifierDateOfBirth"
    }
  }

  static let vocabulary = XMLVocabulary(allCases.map(\.text))
}

/// The attributes of an element other than a record, of which there are few, as text.
struct HealthAttributes {
  private var values: [HealthName: String] = [:]

  init(_ attributes: XMLAttributes) {
    attributes.forEach { place, text in
      if let name = HealthName(rawValue: place) { values[name] = text.string }
    }
  }

  subscript(_ name: HealthName) -> String? { values[name] }
  func date(_ name: HealthName) -> Int64? { values[name].flatMap(HealthText.seconds) }
  func number(_ name: HealthName) -> Double? { values[name].flatMap(HealthText.number) }
}
