// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthDatabase
import HealthKit
import OpenHealthKit
import Testing

struct `States of a session` {
  /// What a session can be asked for.
  enum Call: String, CaseIterable {
    case prepare, startActivity, pause, resume, stopActivity, end, beginNewActivity, endCurrentActivity

    func `do`(_ session: HKWorkoutSession, at date: Date) {
      switch self {
      case .prepare: session.prepare()
      case .startActivity: session.startActivity(with: date)
      case .pause: session.pause()
      case .resume: session.resume()
      case .stopActivity: session.stopActivity(with: date)
      case .end: session.end()
      case .beginNewActivity: session.beginNewActivity(configuration: configuration(), date: date, metadata: nil)
      case .endCurrentActivity: session.endCurrentActivity(on: date)
      }
    }
  }

  /// How a session gets into each state.
  private static let ways: [HKWorkoutSessionState: [Call]] = [
    .notStarted: [], .prepared: [.prepare], .running: [.startActivity], .paused: [.startActivity, .pause],
    .stopped: [.startActivity, .stopActivity], .ended: [.startActivity, .stopActivity, .end],
  ]

  /// Where each allowed call leads. Beginning an activity leads nowhere else, and ending one needs one that goes on.
  private static let table: [HKWorkoutSessionState: [Call: HKWorkoutSessionState]] = [
    .notStarted: [.prepare: .prepared, .startActivity: .running, .end: .ended],
    .prepared: [.startActivity: .running, .end: .ended],
    .running: [.pause: .paused, .stopActivity: .stopped, .end: .ended, .beginNewActivity: .running],
    .paused: [.resume: .running, .stopActivity: .stopped, .end: .ended, .beginNewActivity: .paused],
    .stopped: [.end: .ended],
    .ended: [:],
  ]

  private static let cases: [(HKWorkoutSessionState, Call)] = ways.keys.sorted { $0.rawValue < $1.rawValue }.flatMap {
    state in Call.allCases.map { (state, $0) }
  }

  @Test(arguments: cases)
  func `allow some calls, and ignore and report all others`(state: HKWorkoutSessionState, call: Call) throws {
    let store = RecordingDouble()
    let session = try HKWorkoutSession(backend: store, configuration: configuration())
    let listener = Listener()
    session.delegate = listener
    for step in Self.ways[state, default: []] { step.do(session, at: begin) }
    #expect(session.state == state)
    session.settle()
    let before = (listener.states.count, listener.failures.count, session.startDate, session.endDate)
    store.advance(to: begin + 10)
    call.do(session, at: begin + 10)
    session.settle()
    let target = Self.table[state]?[call]
    #expect(session.state == target ?? state)
    if let target {
      #expect(store.misuses.isEmpty && listener.failures.isEmpty)
      #expect(listener.states.dropFirst(before.0) == (target == state ? [] : [target]))
    } else {
      #expect(listener.states.count == before.0 && listener.failures == [.errorInvalidArgument])
      #expect(session.startDate == before.2 && session.endDate == before.3)
      guard case .sessionOutOfOrder(let name, _)? = store.misuses.first else {
        Issue.record("\(call) in \(state) was not reported")
        return
      }
      #expect(name == call.rawValue && store.misuses.count == 1)
    }
  }

  @Test func `are told with the date at which they began`() throws {
    let store = RecordingDouble()
    let session = try HKWorkoutSession(backend: store, configuration: configuration())
    let listener = Listener()
    session.delegate = listener
    session.prepare()
    store.advance(to: begin + 3)
    session.startActivity(with: nil)
    store.advance(to: begin + 10)
    session.pause()
    store.advance(to: begin + 15)
    session.resume()
    session.stopActivity(with: begin + 14)
    store.advance(to: begin + 20)
    session.end()
    session.settle()
    #expect(session.startDate == begin + 3 && session.endDate == begin + 14)
    let told = listener.calls.map { call -> String in
      switch call {
      case .changed(let to, let from, let date):
        "\(from.rawValue)>\(to.rawValue) \(date.timeIntervalSince(begin))"
      case .generated(let type, let date): "\(type.rawValue) \(date.timeIntervalSince(begin))"
      default: "?"
      }
    }
    #expect(told == ["1>5 0.0", "5>2 3.0", "2>4 10.0", "1 10.0", "4>2 15.0", "2 15.0", "2>6 14.0", "6>3 20.0"])
  }

  @Test func `stop not before they started`() throws {
    let store = RecordingDouble()
    let session = try HKWorkoutSession(backend: store, configuration: configuration())
    session.startActivity(with: begin)
    session.stopActivity(with: begin - 1)
    #expect(session.state == .running && session.endDate == nil)
  }

  @Test func `end when another session of the store starts`() throws {
    let store = RecordingDouble()
    let listener = Listener()
    let first = try HKWorkoutSession(backend: store, configuration: configuration())
    first.delegate = listener
    first.startActivity(with: begin)
    let second = try HKWorkoutSession(backend: store, configuration: configuration(.cycling))
    #expect(first.state == .running)
    second.startActivity(with: begin)
    first.settle()
    #expect(first.state == .ended && second.state == .running)
    #expect(listener.failures == [.errorAnotherWorkoutSessionStarted] && listener.states == [.running, .ended])
    let elsewhere = try HKWorkoutSession(backend: RecordingDouble(), configuration: configuration())
    elsewhere.startActivity(with: begin)
    #expect(second.state == .running)
  }

  @Test func `go on side by side where the store allows it, as on a server`() throws {
    let store = RecordingDouble(allowsManySessions: true)
    let sessions = try (0..<3).map { _ in try HKWorkoutSession(backend: store, configuration: configuration()) }
    for session in sessions { session.startActivity(with: begin) }
    #expect(sessions.map(\.state) == [.running, .running, .running])
  }

  @Test func `need a configuration that can be`() {
    let transition = configuration(.transition)
    let lap = configuration(.swimming)
    lap.lapLength = HKQuantity(unit: .second(), doubleValue: 25)
    let short = configuration(.swimming)
    short.lapLength = HKQuantity(unit: .meter(), doubleValue: 0)
    for wrong in [transition, lap, short] {
      #expect(throws: HKError.self) { try HKWorkoutSession(backend: RecordingDouble(), configuration: wrong) }
    }
  }

  @Test func `have one builder and one current activity`() throws {
    let session = try HKWorkoutSession(backend: RecordingDouble(), configuration: configuration(.swimBikeRun))
    #expect(session.associatedWorkoutBuilder() === session.associatedWorkoutBuilder())
    #expect(session.associatedWorkoutBuilder().workoutSession === session && session.type == .primary)
    session.startActivity(with: begin)
    #expect(session.currentActivity.workoutConfiguration.activityType == .swimBikeRun)
    session.beginNewActivity(configuration: configuration(.swimming), date: begin, metadata: ["a": 1])
    #expect(session.currentActivity.workoutConfiguration.activityType == .swimming)
    session.endCurrentActivity(on: begin + 5)
    #expect(session.currentActivity.workoutConfiguration.activityType == .swimBikeRun)
  }

  @Test func `question 31: nothing is mirrored here, and that is said`() async throws {
    let session = try HKWorkoutSession(backend: RecordingDouble(), configuration: configuration())
    #expect(await code { try await session.startMirroringToCompanionDevice() } == .errorHealthDataUnavailable)
    #expect(await code { try await session.stopMirroringToCompanionDevice() } == .errorInvalidArgument)
    #expect(await code { try await session.sendToRemoteWorkoutSession(data: Data()) } == .errorInvalidArgument)
    session.end()
    #expect(await code { try await session.startMirroringToCompanionDevice() } == .errorInvalidArgument)
  }
}
