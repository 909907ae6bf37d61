// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthKit
import Testing

// Every declaration that docs/healthkit.md calls there, spelled and typed as Apple's. That this file compiles is the
// test. It imports nothing of ours by name, and sees no more of it than an app does.

// An app may declare these: conformances that Apple's types lack must be free for it.
extension HKWorkoutZone: Equatable, Identifiable {
  var id: Int { index }
  static func == (lhs: HKWorkoutZone, rhs: HKWorkoutZone) -> Bool { lhs.index == rhs.index }
}
extension HKWorkoutZoneConfiguration: Equatable {}
extension HKWorkoutZoneDuration: Identifiable {
  var id: Int { zone.index }
}
extension HKWorkoutZoneGroup: Identifiable {
  var id: String { configuration.quantityType.identifier }
}
extension HKError: Equatable {
  static func == (lhs: HKError, rhs: HKError) -> Bool { lhs.code == rhs.code }
}

private func isSendable<T: Sendable>(_: T.Type) -> Bool { true }
private func isStored<T: Codable & Hashable & Sendable>(_: T.Type) -> Bool { true }
private func isCoded<T: NSObject & NSSecureCoding>(_: T.Type) -> Bool { T.supportsSecureCoding }
private func isCopied<T: NSObject & NSCopying>(_: T.Type) -> Bool { true }
private func isIdentifier<T: RawRepresentable & Hashable & Sendable>(_: T.Type) -> Bool where T.RawValue == String {
  true
}
private func isNumbered<T: RawRepresentable & Hashable & Sendable>(_: T.Type) -> Bool where T.RawValue == Int { true }

struct `Declarations of Apple` {
  @Test func `conform to what they should`() {
    #expect(isSendable(HKUnit.self) && isCoded(HKUnit.self) && isCopied(HKUnit.self))
    #expect(isSendable(HKQuantity.self) && isCoded(HKQuantity.self) && isCopied(HKQuantity.self))
    #expect(isSendable(HKObjectType.self) && isCoded(HKObjectType.self) && isCopied(HKObjectType.self))
    #expect(isSendable(HKObject.self) && isCoded(HKObject.self))
    #expect(isSendable(HKDevice.self) && isSendable(HKSource.self) && isSendable(HKSourceRevision.self))
    #expect(isCoded(HKDevice.self) && isCoded(HKSource.self) && isCoded(HKSourceRevision.self))
    #expect(isSendable(HKDeletedObject.self) && isCoded(HKDeletedObject.self) && isCoded(HKQueryAnchor.self))
    #expect(isCoded(HKWorkoutConfiguration.self) && isCopied(HKWorkoutConfiguration.self))
    #expect(isSendable(HKWorkoutEvent.self) && isCoded(HKWorkoutEvent.self) && isCopied(HKWorkoutEvent.self))
    #expect(isIdentifier(HKQuantityTypeIdentifier.self) && isIdentifier(HKCharacteristicTypeIdentifier.self))
    #expect(isIdentifier(HKCategoryTypeIdentifier.self) && isIdentifier(HKCorrelationTypeIdentifier.self))
    #expect(isNumbered(HKMetricPrefix.self) && isNumbered(HKQuantityAggregationStyle.self))
    #expect(isNumbered(HKWorkoutSessionLocationType.self) && isNumbered(HKWorkoutSwimmingLocationType.self))
    #expect(isNumbered(HKWorkoutEventType.self) && isNumbered(HKError.Code.self))
    #expect(isSendable(HKWorkoutActivityType.self) && isSendable(HKLiveWorkoutZoneUpdate.self))
    #expect(isSendable(HKWorkoutZone.self) && isSendable(HKWorkoutZoneConfiguration.self))
    #expect(isSendable(HKWorkoutZoneDuration.self) && isSendable(HKWorkoutZoneGroup.self))
  }

  @Test func `conform to no more than they should`() {
    let zoneTypes: [Any.Type] = [
      HKWorkoutZone.self, HKWorkoutZoneConfiguration.self, HKWorkoutZoneDuration.self, HKWorkoutZoneGroup.self,
    ]
    for type in zoneTypes {
      #expect(!(type is any Encodable.Type) && !(type is any Decodable.Type) && !(type is any Hashable.Type))
    }
    #expect(isStored(HKWorkoutZoneConfiguration.Source.self))
    #expect(!(HKDeletedObject.self is any NSCopying.Type) && !(HKObject.self is any NSCopying.Type))
  }

  @Test func `of units`() {
    let plain: [() -> HKUnit] = [
      HKUnit.gram, HKUnit.ounce, HKUnit.pound, HKUnit.stone, HKUnit.meter, HKUnit.inch, HKUnit.foot, HKUnit.yard,
      HKUnit.mile,
      HKUnit.liter, HKUnit.fluidOunceUS, HKUnit.fluidOunceImperial, HKUnit.pintUS, HKUnit.pintImperial, HKUnit.cupUS,
      HKUnit.cupImperial, HKUnit.pascal, HKUnit.millimeterOfMercury, HKUnit.inchesOfMercury, HKUnit.centimeterOfWater,
      HKUnit.atmosphere, HKUnit.decibelAWeightedSoundPressureLevel, HKUnit.second, HKUnit.minute, HKUnit.hour,
      HKUnit.day,
      HKUnit.joule, HKUnit.kilocalorie, HKUnit.smallCalorie, HKUnit.largeCalorie, HKUnit.watt, HKUnit.degreeCelsius,
      HKUnit.degreeFahrenheit, HKUnit.kelvin, HKUnit.siemen, HKUnit.hertz, HKUnit.volt, HKUnit.diopter,
      HKUnit.prismDiopter,
      HKUnit.radianAngle, HKUnit.degreeAngle, HKUnit.lux, HKUnit.count, HKUnit.percent, HKUnit.internationalUnit,
      HKUnit.decibelHearingLevel, HKUnit.appleEffortScore,
    ]
    let prefixed: [(HKMetricPrefix) -> HKUnit] = [
      HKUnit.gramUnit(with:), HKUnit.meterUnit(with:), HKUnit.literUnit(with:), HKUnit.pascalUnit(with:),
      HKUnit.secondUnit(with:), HKUnit.jouleUnit(with:), HKUnit.wattUnit(with:), HKUnit.siemenUnit(with:),
      HKUnit.hertzUnit(with:), HKUnit.voltUnit(with:), HKUnit.radianAngleUnit(with:), HKUnit.luxUnit(with:),
    ]
    #expect(Set(plain.map { $0() }).count == plain.count - 1, "only kcal and Cal mean the same")
    #expect(prefixed.allSatisfy { $0(.kilo) != $0(.none) })
    let moles: [HKUnit] = [
      .moleUnit(withMolarMass: HKUnitMolarMassBloodGlucose),
      .moleUnit(with: .milli, molarMass: HKUnitMolarMassBloodGlucose),
    ]
    let unit: HKUnit = moles[0].unitMultiplied(by: moles[1]).unitDivided(by: .liter()).unitRaised(toPower: 2)
      .reciprocal()
    let isNull: Bool = unit.isNull()
    let text: String = unit.unitString
    #expect(!isNull && HKUnit(from: text) == unit)
    let formatted: [HKUnit] = [
      HKUnit(from: MassFormatter.Unit.gram), HKUnit(from: LengthFormatter.Unit.mile),
      HKUnit(from: EnergyFormatter.Unit.joule),
    ]
    let mass: MassFormatter.Unit = HKUnit.massFormatterUnit(from: formatted[0])
    let length: LengthFormatter.Unit = HKUnit.lengthFormatterUnit(from: formatted[1])
    let energy: EnergyFormatter.Unit = HKUnit.energyFormatterUnit(from: formatted[2])
    #expect(mass == .gram && length == .mile && energy == .joule)
    let quantity = HKQuantity(unit: .meter(), doubleValue: 3)
    let fits: Bool = quantity.is(compatibleWith: .mile())
    let value: Double = quantity.doubleValue(for: .meter())
    let order: ComparisonResult = quantity.compare(quantity)
    #expect(fits && value == 3 && order == .orderedSame)
  }

  @available(*, deprecated)
  private func old() -> [Any] {
    let sample = HKQuantitySample(
      type: HKQuantityType(.stepCount), quantity: HKQuantity(unit: .count(), doubleValue: 1), start: Date(), end: Date()
    )
    let source: HKSource = sample.source
    return [
      HKUnit.calorie(), HKError.Code.noError, HKWorkoutActivityType.dance, HKWorkoutActivityType.danceInspiredTraining,
      HKWorkoutActivityType.mixedMetabolicCardioTraining, source,
    ]
  }

  @Test func `of types`() throws {
    let type: HKQuantityType = HKQuantityType(.heartRate)
    let found: HKQuantityType? = HKObjectType.quantityType(forIdentifier: .heartRate)
    let sampleType: HKSampleType = type
    let style: HKQuantityAggregationStyle = type.aggregationStyle
    #expect(found == type && style == .discreteTemporallyWeighted && type.is(compatibleWith: .count()) == false)
    let restricted: [Bool] = [sampleType.isMaximumDurationRestricted, sampleType.isMinimumDurationRestricted]
    let most: TimeInterval = sampleType.maximumAllowedDuration
    #expect(restricted == [true, false] && most == 345_600)
    let characteristic: HKCharacteristicType? = HKObjectType.characteristicType(forIdentifier: .dateOfBirth)
    let category: HKCategoryType? = HKObjectType.categoryType(forIdentifier: .sleepAnalysis)
    let correlation: HKCorrelationType? = HKObjectType.correlationType(forIdentifier: .bloodPressure)
    #expect(characteristic == HKCharacteristicType(.dateOfBirth) && category == HKCategoryType(.sleepAnalysis))
    #expect(correlation == HKCorrelationType(.bloodPressure))
    let workouts: [HKWorkoutType] = [HKObjectType.workoutType(), HKQuantityType.workoutType()]
    let series: [HKSeriesType] = [HKSeriesType.workoutRoute(), .heartbeat()]
    let asked: Set<HKObjectType> = Set([HKObjectType.workoutType(), type, series[0], series[1]])
    #expect(asked.count == 4 && workouts[0] == workouts[1])
    let table: [HKQuantityType: HKUnit] = [type: HKUnit(from: "count/min")]
    #expect(table[HKQuantityType(.heartRate)] == HKUnit.count().unitDivided(by: .minute()))
  }

  @Test func `of zones`() throws {
    let boundaries = [136.8, 147.6, 158.4, 169.2].map { HKQuantity(unit: HKUnit(from: "count/min"), doubleValue: $0) }
    let configuration = try HKWorkoutZoneConfiguration(
      quantityType: HKQuantityType(.heartRate), zoneBoundaries: boundaries)
    let source: HKWorkoutZoneConfiguration.Source = configuration.source
    let type: HKQuantityType = configuration.quantityType
    let zones: [HKWorkoutZone] = configuration.zones
    let limits: (HKQuantity?, HKQuantity?) = (zones[1].minimum, zones[1].maximum)
    let index: Int = zones[1].index
    #expect(source == .app && type == HKQuantityType(.heartRate) && index == 1 && limits.0 != limits.1)
    #expect(configuration == configuration)
    let told: (HKWorkoutZoneGroup) -> [TimeInterval] = { $0.zoneDurations.map(\.duration) }
    let named: (HKWorkoutZoneDuration) -> HKWorkoutZone = \.zone
    let made: (HKWorkoutZoneGroup) -> HKWorkoutZoneConfiguration = \.configuration
    let dated: (HKLiveWorkoutZoneUpdate) -> Date? = \.lastSampleProcessedDate
    let grouped: (HKLiveWorkoutZoneUpdate) -> HKWorkoutZoneGroup? = \.zoneGroup
    let left: (HKLiveWorkoutZoneUpdate) -> HKWorkoutZoneDuration? = \.previousZoneDuration
    let entered: (HKLiveWorkoutZoneUpdate) -> HKWorkoutZoneDuration? = \.currentZoneDuration
    _ = (told, named, made, dated, grouped, left, entered)
  }

  @Test func `of samples, devices and workouts`() {
    let quantity = HKQuantity(unit: .count(), doubleValue: 1)
    let date = Date()
    let device = HKDevice(
      name: nil, manufacturer: nil, model: nil, hardwareVersion: nil, firmwareVersion: nil, softwareVersion: nil,
      localIdentifier: nil, udiDeviceIdentifier: nil)
    let samples: [HKQuantitySample] = [
      HKQuantitySample(type: HKQuantityType(.stepCount), quantity: quantity, start: date, end: date),
      HKQuantitySample(type: HKQuantityType(.stepCount), quantity: quantity, start: date, end: date, metadata: nil),
      HKQuantitySample(
        type: HKQuantityType(.stepCount), quantity: quantity, start: date, end: date, device: device, metadata: ["a": 1]
      ),
    ]
    let objects: [HKObject] = samples
    let (uuid, metadata): (UUID, [String: Any]?) = (objects[2].uuid, objects[2].metadata)
    let (by, revision): (HKDevice?, HKSourceRevision) = (objects[2].device, objects[2].sourceRevision)
    #expect(by == device && metadata?.count == 1 && uuid != objects[0].uuid)
    let dates: (Date, Date, Bool) = (samples[0].startDate, samples[0].endDate, samples[0].hasUndeterminedDuration)
    let types: (HKSampleType, HKQuantityType) = (samples[0].sampleType, samples[0].quantityType)
    let count: Int = samples[0].count
    #expect(dates.0 == dates.1 && !dates.2 && types.0 == types.1 && count == 1)
    #expect((samples[0] as? HKCumulativeQuantitySample)?.sumQuantity == samples[0].quantity)
    let discrete: (HKDiscreteQuantitySample) -> [HKQuantity] = {
      [$0.averageQuantity, $0.minimumQuantity, $0.maximumQuantity, $0.mostRecentQuantity]
    }
    let interval: (HKDiscreteQuantitySample) -> DateInterval = \.mostRecentQuantityDateInterval
    let deleted: (HKDeletedObject) -> (UUID, [String: Any]?) = { ($0.uuid, $0.metadata) }
    _ = (discrete, interval, deleted, HKDevice.local(), HKQueryAnchor(fromValue: 0))
    let source: HKSource = HKSource.default()
    let names: (String, String) = (source.name, source.bundleIdentifier)
    let short = HKSourceRevision(source: source, version: nil)
    let long = HKSourceRevision(
      source: source, version: "1", productType: nil,
      operatingSystemVersion: OperatingSystemVersion(majorVersion: 1, minorVersion: 0, patchVersion: 0))
    let parts: (HKSource, String?, String?, OperatingSystemVersion) = (
      long.source, long.version, long.productType, long.operatingSystemVersion
    )
    #expect(short == revision && parts.0 == source && names.0 == source.name)
    let configuration = HKWorkoutConfiguration()
    configuration.activityType = .swimBikeRun
    configuration.locationType = .outdoor
    configuration.swimmingLocationType = .openWater
    configuration.lapLength = HKQuantity(unit: .yard(), doubleValue: 25)
    let event = HKWorkoutEvent(type: .lap, dateInterval: DateInterval(start: date, duration: 1), metadata: nil)
    let told: (HKWorkoutEventType, DateInterval, [String: Any]?) = (event.type, event.dateInterval, event.metadata)
    #expect(told.0 == .lap)
  }

  @Test func `of errors and keys`() {
    let error = HKError(.errorInvalidArgument)
    let code: HKError.Code = error.code
    #expect(code == .errorInvalidArgument && HKError.errorDomain == HKErrorDomain)
    let codes: [HKError.Code] = [
      HKError.unknownError, HKError.errorHealthDataUnavailable, HKError.errorHealthDataRestricted,
      HKError.errorInvalidArgument, HKError.errorAuthorizationDenied, HKError.errorAuthorizationNotDetermined,
      HKError.errorDatabaseInaccessible, HKError.errorUserCanceled, HKError.errorAnotherWorkoutSessionStarted,
      HKError.errorUserExitedWorkoutSession, HKError.errorRequiredAuthorizationDenied, HKError.errorNoData,
      HKError.errorWorkoutActivityNotAllowed, HKError.errorDataSizeExceeded,
      HKError.errorBackgroundWorkoutSessionNotAllowed, HKError.errorNotPermissibleForGuestUserMode,
    ]
    #expect(codes.map(\.rawValue) == Array(0...15))
    let keys: [String] = [
      HKMetadataKeyIndoorWorkout, HKMetadataKeyTimeZone, HKMetadataKeyWeatherTemperature, HKMetadataKeyWeatherHumidity,
      HKMetadataKeyElevationAscended, HKMetadataKeyAverageMETs, HKMetadataKeyWasUserEntered, HKMetadataKeyLapLength,
      HKMetadataKeySwimmingLocationType, HKMetadataKeyVO2MaxTestType, HKMetadataKeyHeartRateMotionContext,
      HKMetadataKeySyncIdentifier, HKMetadataKeySyncVersion, HKMetadataKeyWorkoutBrandName, HKMetadataKeyGroupFitness,
      HKMetadataKeyCoachedWorkout, HKMetadataKeyAverageSpeed, HKMetadataKeyMaximumSpeed,
      HKMetadataKeyElevationDescended,
      HKMetadataKeyWeatherCondition, HKMetadataKeySwimmingStrokeStyle, HKMetadataKeyIndoorBikeDistance,
      HKMetadataKeyCrossTrainerDistance, HKMetadataKeyFitnessMachineDuration, HKMetadataKeySWOLFScore,
      HKMetadataKeyActivityType, HKMetadataKeyExternalUUID, HKMetadataKeyHeartRateSensorLocation,
      HKMetadataKeyCyclingFunctionalThresholdPowerTestType,
    ]
    #expect(Set(keys).count == 29)
    #expect(
      keys[0] == "HKIndoorWorkout" && keys[8] == "HKSwimmingLocationType"
        && keys[10] == "HKMetadataKeyHeartRateMotionContext")
    #expect(keys[12] == "HKMetadataKeySyncVersion")
  }
}
