// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthKit
import OpenHealthKit
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#endif

/// Kills a program that records. `ZONECOACH_KILLS` says how often, else three times.
@Suite(.serialized) struct `A session whose program was killed` {
  private static let kills = ProcessInfo.processInfo.environment["ZONECOACH_KILLS"].flatMap(Int.init) ?? 3

  @Test func `is recovered with at most a second lost`() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "recovery-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    var random = SeededGenerator(seed: 9)
    var worst = 0.0
    for round in 1...Self.kills {
      let (first, last) = try record(in: folder, for: .random(in: 0.1...0.8, using: &random))
      let store = HKHealthStore(testing: HealthStoreConfiguration(program: "recorder", folder: folder))
      let session = try #require(try await store.recoverActiveWorkoutSession(), "after kill \(round)")
      let builder = session.associatedWorkoutBuilder()
      let heartRate = HKQuantityType(.heartRate)
      #expect([.running, .paused].contains(session.state) && builder.startDate == session.startDate)
      // Killed so early that no sample was noted as the workout's yet, all that was recorded is lost.
      let newest = builder.statistics(for: heartRate)?.mostRecentQuantityDateInterval()?.end ?? first
      // Between two programs nothing was recorded, so nothing was lost there.
      let lost = last.timeIntervalSince(max(newest, first))
      worst = max(worst, lost)
      #expect(lost <= 1, "after kill \(round)")
      let group = try #require(builder.zoneGroup(for: heartRate))
      #expect(group.zoneDurations.count == 3 && group.configuration.source == .app)
      if round % 10 == 0 || round == Self.kills {
        session.stopActivity(with: newest)
        try await builder.endCollection(at: newest)
        let workout = try #require(try await builder.finishWorkout())
        #expect(workout.duration > 0 && workout.workoutEvents != nil || round < 3)
        session.end()
        session.waitUntilKept()
        #expect(try await store.recoverActiveWorkoutSession() == nil)
      } else {
        session.forget()
      }
    }
    print("killed \(Self.kills) times; most lost: \(worst) s")
  }

  /// Records until it is killed after some seconds of samples; the times of the first and the last sample that the store
  /// had taken.
  private func record(in folder: String, for seconds: Double) throws -> (first: Date, last: Date) {
    let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL.deletingLastPathComponent()
    let candidates = [bundle, Bundle.main.bundleURL, Bundle.main.executableURL?.deletingLastPathComponent()]
    let program = candidates.compactMap { $0?.appending(path: "recorder") }.first {
      FileManager.default.isExecutableFile(atPath: $0.path)
    }
    let process = Process(), output = Pipe()
    process.executableURL = try #require(program, "the program was not built beside the tests")
    process.arguments = [folder, "60"]
    process.standardOutput = output
    try process.run()
    defer { process.waitUntilExit() }
    var text = Data()
    var killAt: Date?
    while killAt.map({ Date.now < $0 }) ?? true {
      let more = output.fileHandleForReading.availableData
      if more.isEmpty { break }
      text += more
      killAt = killAt ?? .now + seconds
    }
    kill(process.processIdentifier, SIGKILL)
    text += output.fileHandleForReading.readDataToEndOfFile()
    let lines = String(decoding: text, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
    // The last piece is empty, or a line that was cut.
    let times = lines.dropLast().compactMap { Double($0) }.map(Date.init(timeIntervalSinceReferenceDate:))
    return (try #require(times.first, "nothing was recorded"), try #require(times.last))
  }
}
