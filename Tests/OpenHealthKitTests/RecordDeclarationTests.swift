// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthKit
import Testing

// Every declaration of zones, workouts and recording, spelled and typed as Apple's. That this file compiles is the test; it
// imports nothing of ours by name, and sees no more of it than an app does.

private func isSendable<T: Sendable>(_: T.Type) -> Bool { true }
private func isCoded<T: NSObject & NSSecureCoding>(_: T.Type) -> Bool { T.supportsSecureCoding }
private func isCopied<T: NSObject & NSCopying>(_: T.Type) -> Bool { true }
private func isNumbered<T: RawRepresentable & Hashable & Sendable>(_: T.Type) -> Bool where T.RawValue == Int { true }

/// A delegate that leaves out what can be left out.
private final class Least: NSObject, HKWorkoutSessionDelegate, HKLiveWorkoutBuilderDelegate {
  func workoutSession(
    _ workoutSession: HKWorkoutSession, didChangeTo toState: HKWorkoutSessionState,
    from fromState: HKWorkoutSessionState, date: Date
  ) {}
  func workoutSession(_ workoutSession: HKWorkoutSession, didFailWithError error: any Error) {}
  func workoutBuilder(_ workoutBuilder: HKLiveWorkoutBuilder, didCollectDataOf collectedTypes: Set<HKSampleType>) {}
  func workoutBuilderDidCollectEvent(_ workoutBuilder: HKLiveWorkoutBuilder) {}
}

/// A delegate that hears everything.
private final class Most: NSObject, HKWorkoutSessionDelegate, HKLiveWorkoutBuilderDelegate {
  func workoutSession(
    _ workoutSession: HKWorkoutSession, didChangeTo toState: HKWorkoutSessionState,
    from fromState: HKWorkoutSessionState, date: Date
  ) {}
  func workoutSession(_ workoutSession: HKWorkoutSession, didFailWithError error: any Error) {}
  func workoutSession(_ workoutSession: HKWorkoutSession, didGenerate event: HKWorkoutEvent) {}
  func workoutSession(
    _ workoutSession: HKWorkoutSession, didBeginActivityWith workoutConfiguration: HKWorkoutConfiguration, date: Date
  ) {}
  func workoutSession(
    _ workoutSession: HKWorkoutSession, didEndActivityWith workoutConfiguration: HKWorkoutConfiguration, date: Date
  ) {}
  func workoutSession(_ workoutSession: HKWorkoutSession, didReceiveDataFromRemoteWorkoutSession data: [Data]) {}
  func workoutSession(
    _ workoutSession: HKWorkoutSession, didDisconnectFromRemoteDeviceWithError error: (any Error)?
  ) {}
  func workoutBuilder(_ workoutBuilder: HKLiveWorkoutBuilder, didCollectDataOf collectedTypes: Set<HKSampleType>) {}
  func workoutBuilderDidCollectEvent(_ workoutBuilder: HKLiveWorkoutBuilder) {}
  func workoutBuilder(_ workoutBuilder: HKLiveWorkoutBuilder, didBegin workoutActivity: HKWorkoutActivity) {}
  func workoutBuilder(_ workoutBuilder: HKLiveWorkoutBuilder, didEnd workoutActivity: HKWorkoutActivity) {}
  func workoutBuilder(
    _ workoutBuilder: HKLiveWorkoutBuilder, didUpdateWorkoutZone zoneUpdate: HKLiveWorkoutZoneUpdate
  ) {
    let _: Date? = zoneUpdate.lastSampleProcessedDate
    let _: HKWorkoutZoneGroup? = zoneUpdate.zoneGroup
    let _: HKWorkoutZoneDuration? = zoneUpdate.previousZoneDuration
    let _: HKWorkoutZoneDuration? = zoneUpdate.currentZoneDuration
  }
}

struct `Declarations of Apple for recording` {
  @Test func `conform to what they should`() {
    #expect(isSendable(HKWorkoutSession.self) && isCoded(HKWorkoutSession.self))
    #expect(isSendable(HKWorkoutBuilder.self) && isSendable(HKLiveWorkoutBuilder.self))
    #expect(isSendable(HKLiveWorkoutDataSource.self) && isSendable(HKSeriesBuilder.self))
    #expect(isSendable(HKWorkout.self) && isCoded(HKWorkout.self))
    #expect(isSendable(HKWorkoutActivity.self) && isCoded(HKWorkoutActivity.self) && isCopied(HKWorkoutActivity.self))
    #expect(isSendable(HKStatistics.self) && isCoded(HKStatistics.self) && isCopied(HKStatistics.self))
    #expect(isSendable(HKStatisticsOptions.self))
    #expect(isNumbered(HKWorkoutSessionState.self) && isNumbered(HKWorkoutSessionType.self))
    let states: [HKWorkoutSessionState] = [.notStarted, .running, .ended, .paused, .prepared, .stopped]
    #expect(states.map(\.rawValue) == Array(1...6))
    let types: [HKWorkoutSessionType] = [.primary, .mirrored]
    #expect(types.map(\.rawValue) == [0, 1])
    let options: [HKStatisticsOptions] = [
      .separateBySource, .discreteAverage, .discreteMin, .discreteMax, .cumulativeSum, .mostRecent, .duration,
    ]
    #expect(options.map(\.rawValue) == [1, 2, 4, 8, 16, 32, 64] as [UInt])
    #expect(
      (HKWorkout.self as AnyClass) is HKSample.Type && (HKLiveWorkoutBuilder.self as AnyClass) is HKWorkoutBuilder.Type)
    _ = (Least(), Most())
  }

  private func zones(_ store: HKHealthStore, _ builder: HKWorkoutBuilder, _ type: HKQuantityType) async throws {
    let _: HKWorkoutZoneConfiguration? = try await store.preferredWorkoutZoneConfiguration(for: type)
    try await builder.setCustomZoneConfiguration(nil, for: type)
    let _: HKWorkoutZoneConfiguration? = try await builder.zoneConfiguration(for: type)
    let _: HKWorkoutZoneGroup? = builder.zoneGroup(for: type)
  }

  private func builder(_ store: HKHealthStore, _ configuration: HKWorkoutConfiguration) async throws {
    let builder = HKWorkoutBuilder(healthStore: store, configuration: configuration, device: .local())
    let _: (HKDevice?, Date?, Date?) = (builder.device, builder.startDate, builder.endDate)
    let _: HKWorkoutConfiguration = builder.workoutConfiguration
    let _: [String: Any] = builder.metadata
    let _: [HKWorkoutEvent] = builder.workoutEvents
    let _: [HKWorkoutActivity] = builder.workoutActivities
    let _: [HKQuantityType: HKStatistics] = builder.allStatistics
    let _: TimeInterval = builder.elapsedTime(at: .now)
    let _: HKStatistics? = builder.statistics(for: HKQuantityType(.heartRate))
    let _: HKSeriesBuilder? = builder.seriesBuilder(for: .workoutRoute())
    let activity = HKWorkoutActivity(workoutConfiguration: configuration, start: .now, end: nil, metadata: nil)
    try await builder.beginCollection(at: .now)
    try await builder.addSamples([])
    try await builder.addWorkoutEvents([])
    try await builder.addMetadata([:])
    try await builder.addWorkoutActivity(activity)
    try await builder.updateActivity(uuid: activity.uuid, end: .now)
    try await builder.updateActivity(uuid: activity.uuid, adding: [:])
    try await builder.endCollection(at: .now)
    try await builder.finishWorkout()
    let _: HKWorkout? = try await builder.finishWorkout()
    builder.discardWorkout()
    let done: @Sendable (Bool, (any Error)?) -> Void = { _, _ in }
    builder.beginCollection(withStart: .now, completion: done)
    builder.add([], completion: done)
    builder.addWorkoutEvents([], completion: done)
    builder.addMetadata([:], completion: done)
    builder.addWorkoutActivity(activity, completion: done)
    builder.updateActivity(uuid: activity.uuid, end: .now, completion: done)
    builder.updateActivity(uuid: activity.uuid, adding: [:], completion: done)
    builder.endCollection(withEnd: .now, completion: done)
    builder.finishWorkout { (_: HKWorkout?, _: (any Error)?) in }
  }

  private func session(_ store: HKHealthStore, _ configuration: HKWorkoutConfiguration) async throws {
    let session = try HKWorkoutSession(healthStore: store, configuration: configuration)
    let _: HKWorkoutConfiguration = session.workoutConfiguration
    let _: HKWorkoutSessionState = session.state
    let _: HKWorkoutSessionType = session.type
    let _: (Date?, Date?) = (session.startDate, session.endDate)
    let _: HKWorkoutActivity = session.currentActivity
    let delegate = Most()
    session.delegate = delegate
    session.prepare()
    session.startActivity(with: nil)
    session.pause()
    session.resume()
    session.beginNewActivity(configuration: configuration, date: .now, metadata: nil)
    session.endCurrentActivity(on: .now)
    session.stopActivity(with: .now)
    session.end()
    let done: @Sendable (Bool, (any Error)?) -> Void = { _, _ in }
    session.startMirroringToCompanionDevice(completion: done)
    session.stopMirroringToCompanionDevice(completion: done)
    session.sendToRemoteWorkoutSession(data: Data(), completion: done)
    try await session.startMirroringToCompanionDevice()
    try await session.stopMirroringToCompanionDevice()
    try await session.sendToRemoteWorkoutSession(data: Data())
    let builder: HKLiveWorkoutBuilder = session.associatedWorkoutBuilder()
    builder.delegate = delegate
    let _: HKWorkoutSession? = builder.workoutSession
    builder.shouldCollectWorkoutEvents = true
    builder.dataSource = HKLiveWorkoutDataSource(healthStore: store, workoutConfiguration: configuration)
    let _: Set<HKQuantityType>? = builder.dataSource?.typesToCollect
    builder.dataSource?.enableCollection(for: HKQuantityType(.cyclingPower), predicate: nil)
    builder.dataSource?.disableCollection(for: HKQuantityType(.cyclingPower))
    let _: TimeInterval = builder.elapsedTime
    let _: HKWorkoutActivity? = builder.currentWorkoutActivity
    store.workoutSessionMirroringStartHandler = { (_: HKWorkoutSession) in }
    store.recoverActiveWorkoutSession { (_: HKWorkoutSession?, _: (any Error)?) in }
    let _: HKWorkoutSession? = try await store.recoverActiveWorkoutSession()
  }

  @available(*, deprecated, message: "It uses what is deprecated.")
  private func workout(_ workout: HKWorkout, _ start: Date, _ end: Date) {
    let _: HKWorkoutActivityType = workout.workoutActivityType
    let _: [HKWorkoutEvent]? = workout.workoutEvents
    let _: [HKWorkoutActivity] = workout.workoutActivities
    let _: TimeInterval = workout.duration
    let _: [HKQuantityType: HKStatistics] = workout.allStatistics
    let _: HKStatistics? = workout.statistics(for: HKQuantityType(.heartRate))
    let _: [HKQuantityType: HKWorkoutZoneGroup]? = workout.zoneGroupsByType
    let _: HKWorkoutZoneGroup? = workout.zoneGroup(for: HKQuantityType(.heartRate))
    let _: [HKQuantity?] = [
      workout.totalEnergyBurned, workout.totalDistance, workout.totalSwimmingStrokeCount, workout.totalFlightsClimbed,
    ]
    _ = HKWorkout(activityType: .running, start: start, end: end)
    _ = HKWorkout(
      activityType: .running, start: start, end: end, duration: 0, totalEnergyBurned: nil, totalDistance: nil,
      metadata: nil)
    _ = HKWorkout(
      activityType: .running, start: start, end: end, duration: 0, totalEnergyBurned: nil, totalDistance: nil,
      device: nil, metadata: nil)
    _ = HKWorkout(
      activityType: .running, start: start, end: end, workoutEvents: nil, totalEnergyBurned: nil, totalDistance: nil,
      metadata: nil)
    _ = HKWorkout(
      activityType: .running, start: start, end: end, workoutEvents: nil, totalEnergyBurned: nil, totalDistance: nil,
      device: nil, metadata: nil)
  }

  private func activity(_ activity: HKWorkoutActivity) {
    let _: (UUID, Date, Date?, TimeInterval) = (activity.uuid, activity.startDate, activity.endDate, activity.duration)
    let _: HKWorkoutConfiguration = activity.workoutConfiguration
    let _: [String: Any]? = activity.metadata
    let _: [HKWorkoutEvent] = activity.workoutEvents
    let _: [HKQuantityType: HKStatistics] = activity.allStatistics
    let _: HKStatistics? = activity.statistics(for: HKQuantityType(.heartRate))
    let _: [HKQuantityType: HKWorkoutZoneGroup]? = activity.zoneGroupsByType
    let _: HKWorkoutZoneGroup? = activity.zoneGroup(for: HKQuantityType(.heartRate))
  }

  private func statistics(_ statistics: HKStatistics, _ source: HKSource, _ collection: HKStatisticsCollection) {
    let _: (HKQuantityType, Date, Date) = (statistics.quantityType, statistics.startDate, statistics.endDate)
    let _: [HKSource]? = statistics.sources
    let _: [HKQuantity?] = [
      statistics.averageQuantity(), statistics.minimumQuantity(), statistics.maximumQuantity(),
      statistics.mostRecentQuantity(), statistics.sumQuantity(), statistics.duration(),
      statistics.averageQuantity(for: source), statistics.minimumQuantity(for: source),
      statistics.maximumQuantity(for: source), statistics.mostRecentQuantity(for: source),
      statistics.sumQuantity(for: source), statistics.duration(for: source),
    ]
    let _: DateInterval? = statistics.mostRecentQuantityDateInterval()
    let _: DateInterval? = statistics.mostRecentQuantityDateInterval(for: source)
    let _: HKStatistics? = collection.statistics(for: .now)
    let _: [HKStatistics] = collection.statistics()
    let _: Set<HKSource> = collection.sources()
    collection.enumerateStatistics(from: .now, to: .now) { (_: HKStatistics, stop: UnsafeMutablePointer<ObjCBool>) in
      stop.pointee = true
    }
  }
}
