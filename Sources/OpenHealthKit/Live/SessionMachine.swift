// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// How a session goes from state to state. It does nothing by itself; the session tells and keeps.
struct SessionMachine: Sendable {
  let configuration: ConfigurationValue
  /// The activity that the session is as a whole.
  let main: UUID
  var state = HKWorkoutSessionState.notStarted
  var start: Date?
  var end: Date?
  /// The part that goes on, where one was begun.
  var part: HKWorkoutActivity?

  init(configuration: ConfigurationValue, main: UUID = .random()) {
    self.configuration = configuration
    self.main = main
  }

  /// What a session can be asked for.
  enum Call: String, CaseIterable {
    case prepare, startActivity, pause, resume, stopActivity, end, beginNewActivity, endCurrentActivity
  }

  /// What comes of it, in order.
  enum Effect {
    case changed(to: HKWorkoutSessionState, from: HKWorkoutSessionState, date: Date)
    case happened(HKWorkoutEvent)
    case began(HKWorkoutActivity)
    case ended(HKWorkoutActivity)
  }

  /// What was asked for can't be done.
  enum Fault: Error {
    case misuse(Misuse)
    case invalid(String)
  }

  private func check(_ call: Call, _ states: HKWorkoutSessionState...) throws(Fault) {
    if !states.contains(state) { throw .misuse(.sessionOutOfOrder(call: call.rawValue, state: state.word)) }
  }

  private mutating func change(to other: HKWorkoutSessionState, at date: Date) -> Effect {
    defer { state = other }
    return .changed(to: other, from: state, date: date)
  }

  private func moment(_ now: Date) -> Date { start.map { max($0, now) } ?? now }

  private func event(_ type: HKWorkoutEventType, at date: Date) -> Effect {
    .happened(HKWorkoutEvent(type: type, dateInterval: DateInterval(start: date, duration: 0), metadata: nil))
  }

  mutating func prepare(now: Date) throws(Fault) -> [Effect] {
    try check(.prepare, .notStarted)
    return [change(to: .prepared, at: now)]
  }

  mutating func startActivity(at date: Date?, now: Date) throws(Fault) -> [Effect] {
    try check(.startActivity, .notStarted, .prepared)
    let date = date ?? now
    start = date
    return [change(to: .running, at: date)]
  }

  mutating func pause(now: Date) throws(Fault) -> [Effect] {
    try check(.pause, .running)
    let date = moment(now)
    return [change(to: .paused, at: date), event(.pause, at: date)]
  }

  mutating func resume(now: Date) throws(Fault) -> [Effect] {
    try check(.resume, .paused)
    let date = moment(now)
    return [change(to: .running, at: date), event(.resume, at: date)]
  }

  mutating func stopActivity(at date: Date?, now: Date) throws(Fault) -> [Effect] {
    try check(.stopActivity, .running, .paused)
    let date = date ?? moment(now)
    if let start, date < start { throw .invalid("A session starts before it stops or at that moment.") }
    end = date
    return endPart(at: date) + [change(to: .stopped, at: date)]
  }

  mutating func finish(now: Date) throws(Fault) -> [Effect] {
    try check(.end, .notStarted, .prepared, .running, .paused, .stopped)
    let date = moment(now)
    if start != nil && end == nil { end = date }
    return endPart(at: date) + [change(to: .ended, at: date)]
  }

  mutating func beginPart(_ activity: HKWorkoutActivity) throws(Fault) -> [Effect] {
    try check(.beginNewActivity, .running, .paused)
    let type = activity.workoutConfiguration.activityType
    if let fault = WorkoutCollection.fault(in: type, of: configuration.activityType) { throw .invalid(fault) }
    if let earliest = part?.startDate ?? start, activity.startDate < earliest {
      throw .invalid("An activity begins after the one before it and after the session's start.")
    }
    let effects = endPart(at: activity.startDate)
    part = activity
    return effects + [.began(activity)]
  }

  mutating func endPart(on date: Date) throws(Fault) -> [Effect] {
    try check(.endCurrentActivity, .running, .paused)
    guard let part else {
      throw .misuse(.sessionOutOfOrder(call: Call.endCurrentActivity.rawValue, state: "without a begun activity"))
    }
    guard date >= part.startDate else { throw .invalid("An activity starts before it ends or at that moment.") }
    return endPart(at: date)
  }

  private mutating func endPart(at date: Date) -> [Effect] {
    guard let ending = part else { return [] }
    part = nil
    let end = max(date, ending.startDate)
    return [.ended(ending.with(end: end, metadata: ending.metadata, contents: .init()))]
  }
}
