// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthKit
import Testing

// The declarations of stores, queries and predicates, spelled and typed as Apple's. That this file compiles is the test; it
// imports nothing of ours by name.

private func isSendable<T: Sendable>(_: T.Type) -> Bool { true }

private func authorization(_ store: HKHealthStore, _ type: HKQuantityType) async throws {
  let completion: @Sendable (Bool, (any Error)?) -> Void = { _, _ in }
  store.requestAuthorization(toShare: nil, read: nil, completion: completion)
  store.requestAuthorization(toShare: [type], read: [type, HKObjectType.workoutType()], completion: completion)
  try await store.requestAuthorization(toShare: [type], read: [type])
  let status: HKAuthorizationStatus = store.authorizationStatus(for: type)
  switch status {
  case .notDetermined, .sharingDenied, .sharingAuthorized: break
  @unknown default: break
  }
  store.getRequestStatusForAuthorization(toShare: [type], read: [type]) {
    (status: HKAuthorizationRequestStatus, error: (any Error)?) in _ = (status == .shouldRequest, error)
  }
  let request: HKAuthorizationRequestStatus = try await store.statusForAuthorizationRequest(
    toShare: [type], read: [type])
  _ = request == .unknown || request == .unnecessary
}

private func savingAndDeleting(_ store: HKHealthStore, _ sample: HKQuantitySample, _ predicate: NSPredicate)
  async throws
{
  let completion: @Sendable (Bool, (any Error)?) -> Void = { _, _ in }
  store.save(sample, withCompletion: completion)
  store.save([sample], withCompletion: completion)
  try await store.save(sample)
  try await store.save([sample])
  store.delete(sample, withCompletion: completion)
  store.delete([sample], withCompletion: completion)
  try await store.delete(sample)
  try await store.delete([sample])
  store.deleteObjects(of: sample.quantityType, predicate: predicate) { (done: Bool, count: Int, error: (any Error)?) in
    _ = (done, count, error)
  }
  let count: Int = try await store.deleteObjects(of: sample.quantityType, predicate: predicate)
  _ = count
}

private func restOfTheStore(_ store: HKHealthStore, _ type: HKQuantityType, _ workout: HKWorkout, _ sample: HKSample)
  async throws
{
  let completion: @Sendable (Bool, (any Error)?) -> Void = { _, _ in }
  let earliest: Date = store.earliestPermittedSampleDate()
  let dates: [HKObjectType: Date] = try await store.earliestAuthorizedSampleDate(for: [type])
  let birth: DateComponents = try store.dateOfBirthComponents()
  let sex: HKBiologicalSex = try store.biologicalSex().biologicalSex
  let blood: HKBloodType = try store.bloodType().bloodType
  let wheelchair: HKWheelchairUse = try store.wheelchairUse().wheelchairUse
  let skin: HKFitzpatrickSkinType = try store.fitzpatrickSkinType().skinType
  let mode: HKActivityMoveMode = try store.activityMoveMode().activityMoveMode
  let units: [HKQuantityType: HKUnit] = try await store.preferredUnits(for: [type])
  store.preferredUnits(for: [type]) { (units: [HKQuantityType: HKUnit], error: (any Error)?) in _ = (units, error) }
  store.enableBackgroundDelivery(for: type, frequency: .immediate, withCompletion: completion)
  try await store.enableBackgroundDelivery(for: type, frequency: HKUpdateFrequency.hourly)
  store.disableBackgroundDelivery(for: type, withCompletion: completion)
  try await store.disableBackgroundDelivery(for: type)
  store.disableAllBackgroundDelivery(completion: completion)
  try await store.disableAllBackgroundDelivery()
  store.startWatchApp(with: HKWorkoutConfiguration(), completion: completion)
  try await store.startWatchApp(toHandle: HKWorkoutConfiguration())
  let zones: HKWorkoutZoneConfiguration? = try await store.preferredWorkoutZoneConfiguration(for: type)
  store.relateWorkoutEffortSample(sample, with: workout, activity: nil, completion: completion)
  let related: Bool = try await store.relateWorkoutEffortSample(sample, with: workout, activity: nil)
  store.unrelateWorkoutEffortSample(sample, from: workout, activity: nil, completion: completion)
  try await store.unrelateWorkoutEffortSample(sample, from: workout, activity: nil)
  _ = (earliest, dates, birth, sex, blood, wheelchair, skin, mode, units, zones, related)
}

private func queries(_ store: HKHealthStore, _ type: HKQuantityType, _ predicate: NSPredicate?) {
  let descriptors = [HKQueryDescriptor(sampleType: type, predicate: predicate)]
  let sort = [NSSortDescriptor(key: HKSampleSortIdentifierStartDate, ascending: false)]
  let all: [HKQuery] = [
    HKSampleQuery(sampleType: type, predicate: predicate, limit: HKObjectQueryNoLimit, sortDescriptors: sort) {
      (query: HKSampleQuery, samples: [HKSample]?, error: (any Error)?) in _ = (query, samples, error)
    },
    HKSampleQuery(queryDescriptors: descriptors, limit: 10) { _, _, _ in },
    HKSampleQuery(queryDescriptors: descriptors, limit: 10, sortDescriptors: sort) { _, _, _ in },
    HKAnchoredObjectQuery(type: type, predicate: predicate, anchor: HKQueryAnchor(fromValue: 0), limit: 5) {
      (
        query: HKAnchoredObjectQuery, samples: [HKSample]?, deleted: [HKDeletedObject]?, anchor: HKQueryAnchor?,
        error: (any Error)?
      ) in _ = (query, samples, deleted, anchor, error)
    },
    HKAnchoredObjectQuery(queryDescriptors: descriptors, anchor: nil, limit: 5) { _, _, _, _, _ in },
    HKObserverQuery(sampleType: type, predicate: predicate) {
      (query: HKObserverQuery, done: @escaping HKObserverQueryCompletionHandler, error: (any Error)?) in
      done()
      _ = (query, error)
    },
    HKObserverQuery(queryDescriptors: descriptors) { _, types, done, _ in
      _ = types as Set<HKSampleType>?
      done()
    },
    HKStatisticsQuery(quantityType: type, quantitySamplePredicate: predicate, options: .discreteAverage) {
      (query: HKStatisticsQuery, statistics: HKStatistics?, error: (any Error)?) in _ = (query, statistics, error)
    },
    HKSourceQuery(sampleType: type, samplePredicate: predicate) {
      (query: HKSourceQuery, sources: Set<HKSource>?, error: (any Error)?) in _ = (query, sources, error)
    },
  ]
  for query in all {
    store.execute(query)
    store.stop(query)
    _ = (query.objectType as HKObjectType?, query.predicate as NSPredicate?)
  }
  let anchored = HKAnchoredObjectQuery(type: type, predicate: nil, anchor: nil, limit: HKObjectQueryNoLimit) {
    _, _, _, _, _ in
  }
  anchored.updateHandler = { _, _, _, _, _ in }
  let collection = HKStatisticsCollectionQuery(
    quantityType: type, quantitySamplePredicate: predicate, options: .discreteMax, anchorDate: Date(),
    intervalComponents: DateComponents(day: 1))
  collection.initialResultsHandler = { (_, collection: HKStatisticsCollection?, _) in _ = collection }
  collection.statisticsUpdateHandler = {
    (_, statistics: HKStatistics?, collection: HKStatisticsCollection?, _) in _ = (statistics, collection)
  }
}

private func asyncQueries(_ store: HKHealthStore, _ type: HKQuantityType, _ predicate: NSPredicate?) async throws {
  let samples: [HKQuantitySample] = try await HKSampleQueryDescriptor(
    predicates: [.quantitySample(type: type, predicate: predicate)], sortDescriptors: [SortDescriptor(\.startDate)],
    limit: 10
  ).result(for: store)
  let workouts: [HKWorkout] = try await HKSampleQueryDescriptor(
    predicates: [.workout()], sortDescriptors: [SortDescriptor(\.endDate, order: .reverse)]
  ).result(for: store)
  let any: [HKSample] = try await HKSampleQueryDescriptor(
    predicates: [.sample(type: type), .sample(type: HKObjectType.workoutType())], sortDescriptors: []
  ).result(for: store)
  let category: HKSamplePredicate<HKCategorySample> = .categorySample(type: HKCategoryType(.sleepAnalysis))
  let correlation: HKSamplePredicate<HKCorrelation> = .correlation(type: HKCorrelationType(.food))
  let anchored = HKAnchoredObjectQueryDescriptor(predicates: [.workout(predicate)], anchor: nil)
  let result: HKAnchoredObjectQueryDescriptor<HKWorkout>.Result = try await anchored.result(for: store)
  _ = (
    result.addedSamples as [HKWorkout], result.deletedObjects as [HKDeletedObject], result.newAnchor as HKQueryAnchor
  )
  for try await update in anchored.results(for: store) { _ = update.addedSamples }
  let statistics: HKStatistics? = try await HKStatisticsQueryDescriptor(
    predicate: .quantitySample(type: type), options: .discreteAverage
  ).result(for: store)
  let daily = HKStatisticsCollectionQueryDescriptor(
    predicate: .quantitySample(type: type), options: .discreteAverage, anchorDate: Date(),
    intervalComponents: DateComponents(day: 1))
  let collection: HKStatisticsCollection = try await daily.result(for: store)
  for try await update in daily.results(for: store) {
    _ = (update.statisticsCollection as HKStatisticsCollection, update.updatedStatistics as [HKStatistics]?)
  }
  let sources: [HKSource] = try await HKSourceQueryDescriptor(predicate: .workout()).result(for: store)
  let effort = try await HKWorkoutEffortRelationshipQueryDescriptor(
    predicate: predicate, anchor: nil, option: .mostRelevant
  ).result(for: store)
  for relation in effort.relationships {
    _ = (relation.workout as HKWorkout, relation.activity as HKWorkoutActivity?, relation.samples as [HKSample]?)
  }
  _ = (samples, workouts, any, category == category, correlation.hashValue, statistics, collection, sources)
}

private func predicates(_ workout: HKWorkout, _ quantity: HKQuantity, _ type: HKQuantityType) -> [NSPredicate] {
  let options: HKQueryOptions = [.strictStartDate, .strictEndDate]
  return [
    HKQuery.predicateForSamples(withStart: nil, end: Date()),
    HKQuery.predicateForSamples(withStart: Date(), end: nil, options: options),
    HKQuery.predicateForObject(with: UUID()), HKQuery.predicateForObjects(with: [UUID()]),
    HKQuery.predicateForObjects(from: HKSource.default()), HKQuery.predicateForObjects(from: [HKSource.default()]),
    HKQuery.predicateForObjects(from: [HKDevice.local()]),
    HKQuery.predicateForObjects(from: [HKSourceRevision(source: .default(), version: nil)]),
    HKQuery.predicateForObjects(from: workout), HKQuery.predicateForObjects(withMetadataKey: HKMetadataKeyTimeZone),
    HKQuery.predicateForObjects(withMetadataKey: HKMetadataKeyTimeZone, allowedValues: ["Europe/Zurich"]),
    HKQuery.predicateForObjects(withMetadataKey: HKMetadataKeyIndoorWorkout, operatorType: .equalTo, value: true),
    HKQuery.predicateForObjects(withDeviceProperty: HKDevicePropertyKeyModel, allowedValues: ["Strap"]),
    HKQuery.predicateForQuantitySamples(with: .greaterThan, quantity: quantity),
    HKQuery.predicateForCategorySamples(with: .equalTo, value: 1), HKQuery.predicateForWorkouts(with: .running),
    HKQuery.predicateForWorkouts(with: .greaterThan, duration: 60),
    HKQuery.predicateForWorkouts(with: .greaterThan, totalEnergyBurned: quantity),
    HKQuery.predicateForWorkouts(with: .greaterThan, totalDistance: quantity),
    HKQuery.predicateForWorkouts(
      activityPredicate: HKQuery.predicateForWorkoutActivities(workoutActivityType: .cycling)),
    HKQuery.predicateForWorkouts(operatorType: .lessThan, quantityType: type, averageQuantity: quantity),
    HKQuery.predicateForWorkouts(operatorType: .lessThan, quantityType: type, minimumQuantity: quantity),
    HKQuery.predicateForWorkouts(operatorType: .lessThan, quantityType: type, maximumQuantity: quantity),
    HKQuery.predicateForWorkouts(operatorType: .lessThan, quantityType: type, sumQuantity: quantity),
    HKQuery.predicateForWorkoutActivities(operatorType: .lessThan, duration: 60),
    HKQuery.predicateForWorkoutActivities(start: Date(), end: nil, options: []),
    HKQuery.predicateForWorkoutActivities(operatorType: .lessThan, quantityType: type, averageQuantity: quantity),
    HKQuery.predicateForWorkoutActivities(operatorType: .lessThan, quantityType: type, minimumQuantity: quantity),
    HKQuery.predicateForWorkoutActivities(operatorType: .lessThan, quantityType: type, maximumQuantity: quantity),
    HKQuery.predicateForWorkoutActivities(operatorType: .lessThan, quantityType: type, sumQuantity: quantity),
    HKQuery.predicateForWorkoutEffortSamplesRelated(workout: workout, activity: nil),
    NSPredicate(format: "%K >= %@", HKPredicateKeyPathStartDate, Date() as NSDate),
    NSPredicate(format: "%K == %@", HKPredicateKeyPathWorkout, workout),
  ]
}

struct `Declarations of the store` {
  @Test func `compile as an app spells them, and key paths and sort keys are Apple's texts`() {
    #expect(isSendable(HKHealthStore.self) && isSendable(HKQuery.self) && isSendable(HKStatistics.self))
    #expect(isSendable(HKSamplePredicate<HKWorkout>.self) && isSendable(HKSampleQueryDescriptor<HKWorkout>.self))
    #expect(HKHealthStore.isHealthDataAvailable())
    #expect(HKSampleSortIdentifierStartDate == "startDate" && HKSampleSortIdentifierEndDate == "endDate")
    #expect(HKQueryOptions.strictStartDate.rawValue == 1 && HKQueryOptions.strictEndDate.rawValue == 2)
    #expect(
      HKAuthorizationStatus.sharingAuthorized.rawValue == 2 && HKAuthorizationRequestStatus.unnecessary.rawValue == 2)
    #expect(HKUpdateFrequency.weekly.rawValue == 4 && HKBiologicalSex.other.rawValue == 3)
    #expect(HKWorkoutEffortRelationshipQueryOptions.mostRelevant.rawValue == 1)
    let sample = HKCategorySample(type: HKCategoryType(.sleepAnalysis), value: 1, start: Date(), end: Date())
    let food = HKCorrelation(type: HKCorrelationType(.food), start: Date(), end: Date(), objects: [sample])
    #expect(food.objects(for: sample.categoryType) == [sample] && sample.value == 1)
    // Only that they are there: what they do has tests of its own.
    _ = (authorization, savingAndDeleting, restOfTheStore, queries, asyncQueries, predicates)
  }
}
